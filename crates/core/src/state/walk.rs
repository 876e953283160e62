//! A random walk through the state: whatever happens in whatever order, the invariants hold.

mod apps;
mod check;
mod destinations;
mod ends;
mod life;
mod step;
mod take;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;

use crate::network::{Destination, Destinations};
use crate::{
    Access, Asked, CallId, Ceiling, Change, Command, Commit, Effect, Event, Fingerprint, Grant,
    GrantId, Had, HeldCall, How, Lifetime, Pause, Proven, Provider, ProviderId, Root, RootEntry,
    RootList, Saved, Server, ServerId, SessionId, State, Time, ToolDigest,
};
use life::{Life, Process};
use step::{command, seen, step};

/// The world around the state: a disk that may fail, servers that ask, a watcher.
#[derive(Default)]
struct World {
    state: State,
    now: Time,
    kept_servers: BTreeMap<ServerId, Server>,
    kept_grants: BTreeMap<GrantId, Grant>,
    kept_providers: BTreeMap<ProviderId, Provider>,
    /// Addresses that a person agreed to.
    allowed_providers: BTreeSet<(ProviderId, String)>,
    highest_id: u32,
    under_way: Vec<Commit>,
    watched: BTreeSet<Root>,
    wake: Option<Time>,
    how: Option<How>,
    /// What the operating system lets each enforced process into, and the change on its way.
    boundaries: BTreeMap<SessionId, Boundary>,
    processes: BTreeMap<SessionId, Process>,
    /// Sessions for which a program is being looked for.
    searches: BTreeSet<SessionId>,
    lives: BTreeMap<SessionId, Life>,
    /// Sessions that were told that their list changed and have not asked since.
    announced: BTreeSet<SessionId>,
    /// Sessions of apps that began.
    joined: u32,
    /// Those whose app has left.
    left: BTreeSet<SessionId>,
    /// The widest access a person ever agreed to.
    consents: BTreeMap<(Root, ServerId), Access>,
    /// Sessions of which something is in use.
    busy: BTreeSet<SessionId>,
    /// Tools that a person allowed a session for as long as it lasts.
    allowed: BTreeSet<(SessionId, String)>,
    /// Until when.
    for_an_hour: BTreeMap<(SessionId, String), Time>,
    /// Tools as they were listed last.
    listed: BTreeMap<(ServerId, String), ToolDigest>,
    /// Calls that came and were not settled, and how many there were in all.
    waiting: BTreeMap<CallId, HeldCall>,
    calls: u32,
    /// The one that a person is just now letting through, and those that may come again once.
    agreed: Option<CallId>,
    once: Vec<(SessionId, String, ToolDigest)>,
    /// Folders that a person does not want to be asked about, by app.
    declined: BTreeSet<(ServerId, String, Root)>,
    kept_pause: Option<Pause>,
    kept_app_pauses: BTreeMap<String, Pause>,
    /// What was taken from sessions.
    taken: BTreeMap<SessionId, Vec<Root>>,
    disk_failed: bool,
    /// Where the broker of each process lets it connect.
    brokers: BTreeMap<SessionId, Destinations>,
    quotas: BTreeMap<ServerId, Ceiling>,
    /// What a person agreed to.
    let_connect: BTreeSet<(ServerId, Destination)>,
    /// The server that was removed last and did not come back: its command, and what it had.
    removed: Option<(Command, Box<Had>)>,
    /// What servers had that are there in the place of such.
    came_back: Vec<(ServerId, Box<Had>)>,
}

struct Boundary {
    folders: Vec<RootEntry>,
    /// Set until it is proven.
    coming: Option<Arc<RootList>>,
    withheld: bool,
}

impl Boundary {
    /// Whether a process inside reaches what `entry` gives.
    fn lets_into(&self, entry: &RootEntry) -> bool {
        let lets = |it: &RootEntry| it.root == entry.root && it.access >= entry.access;
        self.folders.iter().any(lets)
    }
}

impl World {
    fn open(how: Option<How>) -> Self {
        let mut world = Self { now: Time(1_000_000), how, ..Self::default() };
        world.reopen();
        world
    }

    fn reopen(&mut self) {
        let saved = Saved {
            servers: self.kept_servers.values().cloned().collect(),
            grants: self.kept_grants.values().cloned().collect(),
            providers: self.kept_providers.values().cloned().collect(),
            spent: Vec::new(),
            stand_ins: BTreeSet::new(),
            paused: self.kept_pause,
            paused_apps: self.kept_app_pauses.clone(),
            used: Vec::new(),
            ended: Vec::new(),
            ended_destinations: Vec::new(),
            missed: Vec::new(),
            next_id: self.highest_id + 1,
        };
        self.under_way.clear();
        self.watched.clear();
        self.processes.clear();
        self.searches.clear();
        self.lives.clear();
        self.busy.clear();
        self.wake = None;
        self.announced.clear();
        self.boundaries.clear();
        self.taken.clear();
        self.left.clear();
        self.allowed.clear();
        self.for_an_hour.clear();
        self.waiting.clear();
        self.once.clear();
        self.brokers.clear();
        self.quotas.clear();
        self.removed = None;
        let marked = |server: &Server| {
            let changed = server.usage.changed.clone().into_iter();
            changed.map(|(tool, digest)| ((server.id, tool), digest)).collect::<Vec<_>>()
        };
        self.listed = saved.servers.iter().flat_map(marked).collect();
        let (state, effects) = State::open(saved, self.now);
        self.state = state;
        self.carry_out(effects);
        self.send(Event::Surveyed(self.how));
        self.send(Event::Opened);
    }

    fn send(&mut self, event: Event) {
        let effects = self.state.handle(event, self.now);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Commit(commit) => self.under_way.push(commit),
                Effect::Watch(root) => assert!(self.watched.insert(root), "watched twice"),
                Effect::Unwatch(root) => assert!(self.watched.remove(&root), "was not watched"),
                Effect::Announce(session) => {
                    assert!(self.is_ready(session), "told a server that is not there");
                    self.announced.insert(session);
                }
                Effect::Find(session) => self.find(session),
                Effect::Launch(session) => {
                    let known = self.state.server(session.server).unwrap();
                    let trusted = known.trusted.as_ref().map(|trusted| trusted.fingerprint);
                    let trusted = known.command == Command::Bundled
                        || trusted == seen(&known.command).as_ref().map(Fingerprint::of);
                    assert!(trusted, "launched a command that nobody trusted");
                    assert!(!self.state.is_paused(session), "launched in a pause");
                    let enforced = known.confinement.asked == Asked::Enforced;
                    assert!(!enforced || self.how.is_some(), "launched without what was asked");
                    if enforced {
                        let list = self.state.wanted(session).unwrap().clone();
                        let folders = list.entries.clone();
                        let boundary = Boundary { folders, coming: Some(list), withheld: false };
                        self.boundaries.insert(session, boundary);
                    }
                    self.tell_broker(session);
                    let twice = self.processes.insert(session, Process::default());
                    assert!(twice.is_none(), "two runs of one session");
                }
                Effect::Enforce(session) => {
                    assert_eq!(self.how, Some(How::Live));
                    let list = self.state.wanted(session).unwrap().clone();
                    // The keeper does it in its own time, but in order.
                    if let Some(boundary) = self.boundaries.get_mut(&session) {
                        boundary.folders = list.entries.clone();
                        boundary.coming = Some(list);
                    }
                }
                Effect::Stop(session) => self.stop(session, false),
                Effect::Kill(session) => self.stop(session, true),
                Effect::Over(session) => self.note_over(session),
                Effect::Rules(session) => assert!(!session.is_own(), "rules for Paddock itself"),
                Effect::Destinations(session) => self.tell_broker(session),
                Effect::Sending(server) => self.tell_quota(server),
                Effect::Settle(call, verdict) => self.settle_call(call, verdict),
                Effect::Answer(_)
                | Effect::StopAnswering(_)
                | Effect::Reply(..)
                | Effect::StandIn(_)
                | Effect::Forget(_) => unreachable!("nobody asks in this walk"),
                Effect::Wake(moment) => self.wake = moment,
                Effect::LetGo(..)
                | Effect::DayOver
                | Effect::Record(_)
                | Effect::Note(_)
                | Effect::Tell(_)
                | Effect::Refuse(_) => {}
            }
        }
    }

    fn disk(&mut self, works: bool) {
        if self.under_way.is_empty() {
            return;
        }
        if !works {
            self.disk_failed = true;
            let failed = std::mem::take(&mut self.under_way);
            return failed.iter().for_each(|commit| self.send(Event::CommitFailed(commit.id)));
        }
        let commit = self.under_way.remove(0);
        self.note_changes(&commit);
        for change in commit.changes {
            match change {
                Change::PutServer(server) => {
                    self.highest_id = self.highest_id.max(server.id.0);
                    self.kept_servers.insert(server.id, server);
                }
                Change::RemoveServer(id) => {
                    self.kept_grants.retain(|_, grant| grant.server != id);
                    self.kept_servers.remove(&id);
                }
                Change::PutGrant(grant) => {
                    assert!(self.kept_servers.contains_key(&grant.server), "a grant of no server");
                    self.highest_id = self.highest_id.max(grant.id.0);
                    self.kept_grants.insert(grant.id, grant);
                }
                Change::RemoveGrant(id) => {
                    self.kept_grants.remove(&id);
                }
                Change::PutProvider(provider) => {
                    self.highest_id = self.highest_id.max(provider.id.0);
                    self.kept_providers.insert(provider.id, provider);
                }
                Change::RemoveProvider(id) => {
                    self.kept_providers.remove(&id);
                }
                Change::SetPause(paused) => self.kept_pause = paused,
                Change::SetAppPause(app, Some(pause)) => {
                    self.kept_app_pauses.insert(app, pause);
                }
                Change::SetAppPause(app, None) => {
                    self.kept_app_pauses.remove(&app);
                }
                Change::Remember(_) | Change::Forget(_) | Change::ForgetActivity => {}
                Change::PutSpent(..) | Change::SetStandIn(..) => {
                    unreachable!("nobody asks in this walk")
                }
            }
        }
        self.send(Event::Committed(commit.id));
    }

    fn prove(&mut self, session: SessionId, less: bool) {
        let Some(boundary) = self.boundaries.get_mut(&session) else { return };
        let Some(list) = boundary.coming.take() else { return };
        let first = list.entries.first().filter(|_| less);
        let withheld: Vec<_> = first.map(|entry| entry.root.path.clone()).into_iter().collect();
        boundary.folders.retain(|entry| !withheld.contains(&entry.root.path));
        boundary.withheld = !withheld.is_empty();
        let proven = Proven { holds: true, withheld, ..Proven::default() };
        self.send(Event::Enforced { session, list, proven });
    }

    fn ask(&mut self, session: SessionId) {
        let list = self.state.view(session).unwrap().clone();
        self.announced.remove(&session);
        if let Some(process) = self.processes.get_mut(&session) {
            process.holds = Some(list.clone());
        }
        self.send(Event::Told(session, list));
    }

    fn lifetime(&self, choice: u8) -> Lifetime {
        match choice % 4 {
            0 => Lifetime::ThisRun,
            1 => Lifetime::Always,
            _ => Lifetime::Until(Time(self.now.0 + 1 + i64::from(choice) * 60_000)),
        }
    }

    fn consent(&mut self, root: Root, server: ServerId, access: Access) {
        let widest = self.consents.entry((root, server)).or_insert(access);
        *widest = access.max(*widest);
    }

    fn server(&self, number: usize) -> ServerId {
        let ids: Vec<_> = self.state.servers().map(|server| server.id).collect();
        ids[number % ids.len()]
    }

    fn session(&self, number: usize) -> SessionId {
        let ids: Vec<_> = self.state.sessions().collect();
        ids[number % ids.len()]
    }

    fn provider(&self, number: usize) -> Option<Provider> {
        self.state.providers().nth(number).cloned()
    }

    fn some_grant(&self, number: usize) -> Option<Grant> {
        let count = self.state.grants().count().max(1);
        self.state.grants().nth(number % count).cloned()
    }

    /// All that is under way comes to its end.
    fn settle(&mut self) {
        self.live_to_the_end();
        while !self.under_way.is_empty() {
            self.disk(true);
            self.live_to_the_end();
        }
    }

    /// Once the disk works and everything is at rest, told = kept = in force.
    fn come_to_rest(&mut self) {
        self.settle();
        // What a failed disk left behind goes with the next commit.
        if self.disk_failed {
            self.send(Event::AddServer {
                name: format!("last {}", self.now.0),
                command: command(0),
            });
            self.settle();
        }
        let sessions: Vec<_> = self.boundaries.keys().copied().collect();
        for session in sessions {
            self.prove(session, false);
        }
        for session in self.announced.clone() {
            self.ask(session);
        }
        let in_force: BTreeMap<_, _> = self.state.grants().map(|g| (g.id, g.clone())).collect();
        assert_eq!(in_force, self.kept_grants, "kept = in force");
        assert_eq!(self.state.paused(), self.kept_pause);
        assert_eq!(*self.state.paused_apps(), self.kept_app_pauses);
        let known: Vec<_> = self.state.servers().map(as_kept).collect();
        assert_eq!(known, self.kept_servers.values().map(as_kept).collect::<Vec<_>>());
        let known: BTreeMap<_, _> = self.state.providers().map(|p| (p.id, p.clone())).collect();
        assert_eq!(known, self.kept_providers);
        for (session, process) in &self.processes {
            if let Some(list) = &process.holds {
                assert_eq!(list, self.state.view(*session).unwrap(), "told = shown");
                assert_eq!(&self.state.told_to(*session).unwrap().list, list);
            }
        }
    }
}

/// A server as it must be on disk: which tools have changed is kept at once, what each of them says
/// by now is not.
fn as_kept(server: &Server) -> Server {
    let mut server = server.clone();
    server.usage.changed.values_mut().for_each(|digest| *digest = ToolDigest([0; 32]));
    server
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_invariants_hold_after_any_sequence_of_events(
        how in prop_oneof![3 => Just(Some(How::Live)), 1 => Just(Some(How::RestartOnChange)), 1 => Just(None)],
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let mut world = World::open(how);
        world.check();
        for step in steps {
            world.take(step);
            world.check();
        }
        world.come_to_rest();
        world.check();
    }
}
