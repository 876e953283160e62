//! What ended and is given again, all of it under one consent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use paddock_core::consent::Warning;
use paddock_core::{AbsolutePath, Access, Reachability, Root, ServerId};
use paddock_watcher::look;

use super::Host;
use crate::failure::unreachable;
use crate::pick::{self, Surveyed};
use crate::picks::Proposed;
use crate::view::{
    Code, DestinationAgain, Failure, FolderAgain, FrontView, LostFolder, WarningLevel, WideningView,
};

/// What became of what ended.
#[derive(Default)]
struct LookedAt {
    given: Vec<FolderAgain>,
    /// Each by itself: what takes its name to be typed, and what lies around a folder that does not
    /// come back with it and may do more than that one.
    apart: Vec<(FolderAgain, Surveyed)>,
    destinations: Vec<DestinationAgain>,
    lost: Vec<LostFolder>,
    /// Why the first of them is lost.
    failure: Option<Failure>,
}

/// A folder that does not come back with the others.
struct Within {
    server: u32,
    path: AbsolutePath,
    access: Access,
}

impl Within {
    fn new(again: &FolderAgain, root: &Root) -> Self {
        Self { server: again.server, path: root.path.clone(), access: again.access }
    }

    /// Whether its server could do more in it by a folder around it.
    fn is_widened_by(&self, around: &FolderAgain, root: &Root) -> bool {
        self.server == around.server
            && self.access < around.access
            && self.path != root.path
            && self.path.is_within(&root.path)
    }
}

/// What a person is asked, so that what ended is given again.
pub(super) struct AskedAgain {
    pub(super) wish: Option<WideningView>,
    /// Each a question of its own.
    pub(super) picks: Vec<(Surveyed, Proposed)>,
}

impl LookedAt {
    fn lose(&mut self, again: FolderAgain, why: Reachability, failure: Option<Failure>) {
        let FolderAgain { server, folder, .. } = again;
        self.lost.push(LostFolder { server, folder, why: why.into() });
        if self.failure.is_none() {
            self.failure = failure;
        }
    }
}

impl Host {
    /// What a person is asked, so that all of this is given again: folders that are what they were,
    /// destinations, and by name what can't be brought back. A folder that needs its name typed is a
    /// question of its own, as when it was granted first, and so is one around a folder that does not
    /// come back and could do less; none where nothing else is left to ask.
    ///
    /// # Errors
    /// None of it has ended, or none can be brought back.
    pub async fn again(
        &self,
        ended: Vec<u32>,
        by: FrontView,
    ) -> Result<Option<WideningView>, Failure> {
        let AskedAgain { wish, picks } = self.asked_again(ended, &by).await?;
        self.pick_all(picks).await?;
        Ok(wish)
    }

    /// As [`again`](Self::again), before anything of it is asked.
    pub(super) async fn asked_again(
        &self,
        ended: Vec<u32>,
        by: &FrontView,
    ) -> Result<AskedAgain, Failure> {
        let looked = self.look_at_ended(ended).await?;
        let LookedAt { given: folders, apart, destinations, lost, failure } = looked;
        let picks = to_pick(apart, by);
        match failure {
            _ if !folders.is_empty() || !destinations.is_empty() => {
                let wish = Some(WideningView::GrantAllAgain { folders, destinations, lost });
                Ok(AskedAgain { wish, picks })
            }
            _ if !picks.is_empty() => Ok(AskedAgain { wish: None, picks }),
            Some(failure) => Err(failure),
            None => Err(Failure::new(Code::UnknownGrant)),
        }
    }

    /// What a person is asked, so that one folder is given again; none where it is asked about by its
    /// name, as when it was granted first.
    ///
    /// # Errors
    /// It has not ended, or can't be brought back.
    pub async fn one_again(
        &self,
        ended: u32,
        by: FrontView,
    ) -> Result<Option<WideningView>, Failure> {
        let looked = self.look_at_ended(vec![ended]).await?;
        if let Some(failure) = looked.failure {
            return Err(failure);
        }
        let is_picked = !looked.apart.is_empty();
        self.pick_all(to_pick(looked.apart, &by)).await?;
        let warnings = looked.given.into_iter().flat_map(|it| it.warnings).collect();
        Ok((!is_picked).then_some(WideningView::GrantAgain { ended, warnings }))
    }

    /// What is to be known of a folder before more may be done in it. Nothing is where it is not more,
    /// or the folder is not there: then there is nothing in force.
    pub(super) async fn warnings_of_widening(
        &self,
        grant: u32,
        access: Access,
    ) -> Result<Vec<Warning>, Failure> {
        let widened = self.look(move |actor| Ok(actor.widened(grant, access))).await?;
        let Some(root) = widened else { return Ok(Vec::new()) };
        let mut seen = self.look_at_all([&root].into_iter()).await?;
        let Some(Ok(surveyed)) = seen.remove(&root) else { return Ok(Vec::new()) };
        let facts = vec![(surveyed.root, surveyed.facts, access)];
        let warnings = self.look(move |actor| Ok(actor.warnings_of(facts))).await?;
        Ok(warnings.into_iter().flatten().collect())
    }

    /// Looks once more at folders that a person agreed to, with what they were told of each: what is
    /// given again is what was there. Those that are asked about by themselves by now.
    ///
    /// # Errors
    /// One is not what it was, or there is more to be known of it.
    pub(super) async fn picked_instead(
        &self,
        agreed: BTreeMap<u32, Vec<Warning>>,
    ) -> Result<BTreeSet<u32>, Failure> {
        let looked = self.look_at_ended(agreed.keys().copied().collect()).await?;
        if let Some(failure) = looked.failure {
            return Err(failure);
        }
        let is_told = |it: &FolderAgain| {
            let told = agreed.get(&it.ended).map(Vec::as_slice).unwrap_or_default();
            it.warnings.iter().all(|warning| told.contains(warning))
        };
        if !looked.given.iter().all(is_told) {
            return Err(Failure::new(Code::UnknownConsent));
        }
        let instead = looked.apart.iter().map(|(again, _)| again.ended).collect();
        self.pick_all(to_pick(looked.apart, &FrontView::default())).await?;
        Ok(instead)
    }

    async fn pick_all(&self, folders: Vec<(Surveyed, Proposed)>) -> Result<(), Failure> {
        for (surveyed, proposed) in folders {
            self.picked(surveyed, proposed).await?;
        }
        Ok(())
    }

    async fn look_at_ended(&self, ended: Vec<u32>) -> Result<LookedAt, Failure> {
        let asked = self.look(move |it| it.ended_things(&ended)).await?;
        let seen = self.look_at_all(asked.folders.iter().map(|(root, _)| root)).await?;
        let mut looked = LookedAt { destinations: asked.destinations, ..LookedAt::default() };
        let mut there = Vec::new();
        let mut missing = Vec::new();
        for (root, again) in asked.folders {
            match &seen[&root] {
                Ok(surveyed) => there.push((again, surveyed.clone())),
                Err(why) => {
                    missing.push(Within::new(&again, &root));
                    let failure = unreachable(root.path.as_path(), *why);
                    looked.lose(again, *why, failure);
                }
            }
        }
        let facts =
            there.iter().map(|(again, it)| (it.root.clone(), it.facts.clone(), again.access));
        let facts = facts.collect();
        let warnings = self.look(move |it| Ok(it.warnings_of(facts))).await?;
        let mut given = Vec::new();
        for ((mut again, surveyed), warnings) in there.into_iter().zip(warnings) {
            match warnings.iter().map(|it| it.level).max() {
                Some(WarningLevel::Refused) => {
                    missing.push(Within::new(&again, &surveyed.root));
                    let failure = Failure::new(Code::GrantRefused);
                    looked.lose(again, Reachability::Denied, Some(failure));
                }
                Some(WarningLevel::Red) => {
                    missing.push(Within::new(&again, &surveyed.root));
                    looked.apart.push((again, surveyed));
                }
                Some(_) | None => {
                    again.warnings = warnings;
                    given.push((again, surveyed));
                }
            }
        }
        for (again, surveyed) in given {
            if missing.iter().any(|it| it.is_widened_by(&again, &surveyed.root)) {
                looked.apart.push((again, surveyed));
            } else {
                looked.given.push(again);
            }
        }
        Ok(looked)
    }

    /// What stands there, and what there is to know of what is as it was. A disk that does not
    /// answer holds up the folders on it alone.
    async fn look_at_all(
        &self,
        roots: impl Iterator<Item = &Root>,
    ) -> Result<BTreeMap<Root, Result<Surveyed, Reachability>>, Failure> {
        let mut looking = BTreeMap::new();
        for root in roots {
            looking.entry(root.clone()).or_insert_with(|| {
                let (looks, places) = (self.ended_looks.clone(), Arc::clone(&self.places));
                let root = root.clone();
                let look = move || match look(&root) {
                    Reachability::Reachable => {
                        pick::survey(root.path.as_path(), &places).map_err(|_| Reachability::Denied)
                    }
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

fn to_pick(folders: Vec<(FolderAgain, Surveyed)>, by: &FrontView) -> Vec<(Surveyed, Proposed)> {
    let proposed = |server| {
        let wished = Some(ServerId(server));
        Proposed { wished, by: by.clone(), ..Proposed::default() }
    };
    let folders = folders.into_iter();
    folders.map(|(again, surveyed)| (surveyed, proposed(again.server))).collect()
}
