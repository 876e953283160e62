//! What ended and is given again, all of it under one consent.

use std::collections::BTreeMap;
use std::sync::Arc;

use paddock_core::consent::Facts;
use paddock_core::{Reachability, Root};
use paddock_watcher::look;

use super::Host;
use crate::failure::unreachable;
use crate::pick;
use crate::view::{Code, Failure, FolderAgain, LostFolder, WarningLevel, WideningView};

impl Host {
    /// What a person is asked, so that all of this is given again: folders that are what they were,
    /// destinations, and by name what can't be brought back.
    ///
    /// # Errors
    /// None of it has ended, or none can be brought back.
    pub async fn again(&self, ended: Vec<u32>) -> Result<WideningView, Failure> {
        let asked = self.look(move |actor| actor.ended_things(&ended)).await?;
        let seen = self.look_at_all(asked.folders.iter().map(|(root, _)| root)).await?;
        let (mut folders, mut facts) = (Vec::new(), Vec::new());
        let (mut lost, mut failure) = (Vec::new(), None);
        for (root, again) in asked.folders {
            match &seen[&root] {
                Ok(of_folder) => {
                    facts.push((root, of_folder.clone()));
                    folders.push(again);
                }
                Err(why) => {
                    lost.push(lost_folder(again, *why));
                    failure = failure.or_else(|| unreachable(root.path.as_path(), *why));
                }
            }
        }
        let warnings = self.look(move |actor| Ok(actor.red_warnings(&facts))).await?;
        let (mut given, refused) = (Vec::new(), WarningLevel::Refused);
        for (mut again, warnings) in folders.into_iter().zip(warnings) {
            if warnings.iter().any(|it| it.level == refused) {
                lost.push(lost_folder(again, Reachability::Denied));
                failure = failure.or_else(|| Some(Failure::new(Code::GrantRefused)));
            } else {
                again.warnings = warnings;
                given.push(again);
            }
        }
        let destinations = asked.destinations;
        match failure {
            Some(failure) if given.is_empty() && destinations.is_empty() => Err(failure),
            Some(_) | None => {
                Ok(WideningView::GrantAllAgain { folders: given, destinations, lost })
            }
        }
    }

    /// Looks at folders that a person agreed to: what is given again is what was there.
    pub(super) async fn look_at_all_ended(&self, ended: Vec<u32>) -> Result<(), Failure> {
        let asked = self.look(move |actor| actor.ended_things(&ended)).await?;
        let seen = self.look_at_all(asked.folders.iter().map(|(root, _)| root)).await?;
        let gone = seen.iter().find_map(|(root, seen)| {
            seen.as_ref().err().and_then(|why| unreachable(root.path.as_path(), *why))
        });
        gone.map_or(Ok(()), Err)
    }

    /// What stands there, and what there is to know of what is as it was. A disk that does not
    /// answer holds up the folders on it alone.
    async fn look_at_all(
        &self,
        roots: impl Iterator<Item = &Root>,
    ) -> Result<BTreeMap<Root, Result<Facts, Reachability>>, Failure> {
        let mut looking = BTreeMap::new();
        for root in roots {
            looking.entry(root.clone()).or_insert_with(|| {
                let (looks, places) = (self.ended_looks.clone(), Arc::clone(&self.places));
                let root = root.clone();
                let look = move || match look(&root) {
                    Reachability::Reachable => pick::survey(root.path.as_path(), &places)
                        .map(|surveyed| surveyed.facts)
                        .map_err(|_| Reachability::Denied),
                    gone @ (Reachability::Missing
                    | Reachability::Replaced
                    | Reachability::NotAFolder
                    | Reachability::Denied) => Err(gone),
                };
                tokio::spawn(async move { looks.look(look).await })
            });
        }
        let mut seen = BTreeMap::new();
        for (root, look) in looking {
            let found = look.await.map_err(Failure::internal)?;
            seen.insert(root, found.unwrap_or(Err(Reachability::Denied)));
        }
        Ok(seen)
    }
}

fn lost_folder(again: FolderAgain, why: Reachability) -> LostFolder {
    LostFolder { server: again.server, folder: again.folder, why: why.into() }
}
