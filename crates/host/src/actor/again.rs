//! What ended, as it would be given again.

use std::collections::{BTreeMap, BTreeSet};

use paddock_core::consent::{Facts, Warning, WarningLevel, warnings};
use paddock_core::text::shown;
use paddock_core::{Access, Again, Event, GrantId, Lifetime, Root, ServerId, State, Time};

use crate::overview::Overview;
use crate::show::{folder, lifetime};
use crate::view::{Code, DestinationAgain, Failure, FolderAgain, LifetimeView};

/// What ended and was asked for, each for as long as it would be given.
#[derive(Debug)]
pub(crate) struct EndedThings {
    pub(crate) folders: Vec<(Root, FolderAgain)>,
    pub(crate) destinations: Vec<DestinationAgain>,
}

impl Overview<'_> {
    /// # Errors
    /// None of it is there any more.
    pub(crate) fn ended_things(&self, asked: &[u32]) -> Result<EndedThings, Failure> {
        let asked: BTreeSet<_> = asked.iter().map(|id| GrantId(*id)).collect();
        let folders = self.state.ended().filter(|it| asked.contains(&it.grant.id));
        let folders = folders.map(|it| {
            let again = FolderAgain {
                ended: it.grant.id.0,
                server: it.grant.server.0,
                folder: folder(&it.grant.root),
                access: it.grant.access,
                lifetime: lifetime(self.state.lifetime_again(it.grant.lifetime)),
                warnings: Vec::new(),
            };
            (it.grant.root.clone(), again)
        });
        let destinations = self.state.ended_destinations().filter(|it| asked.contains(&it.id));
        let destinations = destinations.map(|it| DestinationAgain {
            ended: it.id.0,
            server: it.server.0,
            destination: shown(it.to.to_string()),
            anywhere: it.to.is_anywhere(),
            lifetime: lifetime(self.state.lifetime_again(it.lifetime)),
        });
        let things =
            EndedThings { folders: folders.collect(), destinations: destinations.collect() };
        if things.folders.is_empty() && things.destinations.is_empty() {
            return Err(Failure::new(Code::UnknownGrant));
        }
        Ok(things)
    }

    /// What of that ended of these servers, apart for each of them.
    pub(crate) fn ended_of(&self, servers: &BTreeSet<ServerId>, asked: &[u32]) -> Vec<Vec<u32>> {
        let asked: BTreeSet<_> = asked.iter().copied().collect();
        let folders = self.state.ended().map(|it| (it.grant.server, it.grant.id.0));
        let destinations = self.state.ended_destinations().map(|it| (it.server, it.id.0));
        let mut of_each = BTreeMap::<ServerId, Vec<u32>>::new();
        for (server, id) in folders.chain(destinations) {
            if servers.contains(&server) && asked.contains(&id) {
                of_each.entry(server).or_default().push(id);
            }
        }
        of_each.into_values().collect()
    }

    /// What a person must not overlook of folders that are given for an access, in their order.
    pub(crate) fn warnings_of(&self, folders: Vec<(Root, Facts, Access)>) -> Vec<Vec<Warning>> {
        let of = |(root, facts, access): (Root, Facts, Access)| {
            let mut warnings = warnings(&root, &facts, self.state);
            warnings.retain(|it| it.level >= WarningLevel::Amber && it.concerns(access));
            warnings
        };
        folders.into_iter().map(of).collect()
    }

    /// The folder of a grant, if this access would be more than it has.
    pub(crate) fn widened(&self, grant: u32, access: Access) -> Option<Root> {
        let grant = self.state.grant_by_id(GrantId(grant))?;
        (access > grant.access).then(|| grant.root.clone())
    }
}

/// Whether any of it can still be given as it was shown.
pub(super) fn are_ended(
    state: &State,
    folders: &[FolderAgain],
    destinations: &[DestinationAgain],
) -> bool {
    let now = crate::clock::now();
    let still = |id: u32| {
        state.ended().any(|it| it.grant.id.0 == id)
            || state.ended_destinations().any(|it| it.id.0 == id)
    };
    each(folders, destinations).any(|it| !it.lifetime.is_over(now) && still(it.ended.0))
}

/// What carries it out.
pub(super) fn event(folders: &[FolderAgain], destinations: &[DestinationAgain]) -> Event {
    Event::GrantAllAgain(each(folders, destinations).collect())
}

fn each(folders: &[FolderAgain], destinations: &[DestinationAgain]) -> impl Iterator<Item = Again> {
    let folders = folders.iter().map(|it| (it.ended, it.lifetime));
    let all = folders.chain(destinations.iter().map(|it| (it.ended, it.lifetime)));
    all.map(|(ended, lifetime)| Again { ended: GrantId(ended), lifetime: meant(lifetime) })
}

#[expect(clippy::cast_possible_truncation, reason = "made of whole milliseconds")]
fn meant(lifetime: LifetimeView) -> Lifetime {
    match lifetime {
        LifetimeView::ThisRun => Lifetime::ThisRun,
        LifetimeView::Until { at } => Lifetime::Until(Time(at as i64)),
        LifetimeView::Always => Lifetime::Always,
    }
}
