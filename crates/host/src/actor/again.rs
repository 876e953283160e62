//! What ended, as it would be given again.

use std::collections::{BTreeMap, BTreeSet};

use paddock_core::consent::{Facts, Warning, WarningLevel, warnings};
use paddock_core::text::shown;
use paddock_core::{
    Access, Again, Event, GrantId, Lifetime, Root, RunState, ServerId, State, Time,
};

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

    /// What of that ended of those of these servers that wait for their first trust, apart for each
    /// of them. With a command that changed, a person is asked about that alone.
    pub(crate) fn ended_of(&self, servers: &BTreeSet<ServerId>, asked: &[u32]) -> Vec<Vec<u32>> {
        ended_of(self.state, servers, asked)
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

fn ended_of(state: &State, servers: &BTreeSet<ServerId>, asked: &[u32]) -> Vec<Vec<u32>> {
    let is_new = |server: &ServerId| {
        matches!(state.run(server.own()), Some(RunState::NeedsTrust { changed: false, .. }))
    };
    let servers: BTreeSet<_> = servers.iter().copied().filter(is_new).collect();
    let asked: BTreeSet<_> = asked.iter().copied().collect();
    let folders = state.ended().map(|it| (it.grant.server, it.grant.id.0));
    let destinations = state.ended_destinations().map(|it| (it.server, it.id.0));
    let mut of_each = BTreeMap::<ServerId, Vec<u32>>::new();
    for (server, id) in folders.chain(destinations) {
        if servers.contains(&server) && asked.contains(&id) {
            of_each.entry(server).or_default().push(id);
        }
    }
    of_each.into_values().collect()
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

#[cfg(test)]
mod tests {
    use paddock_core::{
        AbsolutePath, Command, CustomCommand, Ended, EndedDestination, EndedWhy, Fingerprint,
        Footprint, Grant, Identity, ResolvedProgram, Saved, SeenCommand, Server, Trusted,
    };

    use super::*;

    const ONE: ServerId = ServerId(1);
    const TWO: ServerId = ServerId(2);
    const CHANGED: ServerId = ServerId(3);

    fn command() -> CustomCommand {
        CustomCommand { program: "notes".into(), ..CustomCommand::default() }
    }

    fn seen(size: u64) -> SeenCommand {
        let resolved = ResolvedProgram { path: "/bin/notes".into(), size, changed: 1 };
        SeenCommand::new(&command(), resolved, Footprint::default())
    }

    fn ended(server: ServerId) -> Ended {
        let number = server.0 * 10;
        let root = Root {
            path: AbsolutePath::new("/home/ada/notes").unwrap(),
            identity: Identity { device: 1, inode: 2, born: None },
        };
        let (access, lifetime, at) = (Access::Read, Lifetime::Always, Time(0));
        let id = GrantId(number);
        let grant = Grant { id, server, root, access, lifetime, granted_at: at };
        Ended { grant, at, why: EndedWhy::Revoked }
    }

    fn ended_destination(server: ServerId) -> EndedDestination {
        let (id, to) = (GrantId(server.0 * 10 + 1), "a.example".parse().unwrap());
        EndedDestination { id, server, to, lifetime: Lifetime::Always, at: Time(0) }
    }

    /// Servers that wait for trust. Of each a folder and a destination ended.
    fn state() -> State {
        let ids = [ONE, TWO, CHANGED];
        let mut servers =
            ids.map(|id| Server::new(id, format!("notes {}", id.0), Command::Custom(command())));
        let before = seen(1);
        let fingerprint = Fingerprint::of(&before);
        servers[2].trusted = Some(Trusted { fingerprint, seen: Some(before), era: None });
        let saved = Saved {
            servers: servers.into(),
            ended: ids.map(ended).into(),
            ended_destinations: ids.map(ended_destination).into(),
            next_id: 100,
            ..Saved::default()
        };
        let (mut state, _) = State::open(saved, Time(0));
        state.handle(Event::Opened, Time(0));
        for id in ids {
            state.handle(Event::Found { session: id.own(), seen: Some(seen(2)) }, Time(0));
        }
        state
    }

    #[test]
    fn of_what_ended_each_server_is_asked_about_with_its_own() {
        let state = state();
        let of = |servers: &[ServerId], asked: &[u32]| {
            ended_of(&state, &servers.iter().copied().collect(), asked)
        };
        assert_eq!(of(&[ONE], &[10, 11, 20, 21]), [[10, 11]]);
        assert_eq!(of(&[ONE, TWO], &[21, 10, 10, 99]), [[10], [21]]);
        assert!(of(&[ONE], &[20, 21]).is_empty());
    }

    #[test]
    fn what_ended_is_not_asked_about_with_a_command_that_changed() {
        let of = ended_of(&state(), &[ONE, CHANGED].into(), &[10, 30, 31]);
        assert_eq!(of, [[10]]);
    }
}
