//! A random walk through the state: whatever happens in whatever order, the invariants hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use crate::{
    AbsolutePath, Access, Asked, Asking, Change, Command, Commit, Confinement, Consent,
    CustomCommand, Effect, Enforcement, Era, Event, Fingerprint, Grant, GrantId, How, Identity,
    Lifecycle, Lifetime, Proven, Provider, ProviderApi, ProviderId, Reachability, ResolvedProgram,
    Restart, Root, RootEntry, RootList, RunState, SamplingLimits, Saved, SeenCommand, Server,
    ServerId, State, Time,
};

/// What can happen next. Numbers choose among what is there.
#[derive(Clone, Copy, Debug)]
enum Step {
    Grant {
        folder: usize,
        server: usize,
        access: Access,
        lifetime: u8,
    },
    GrantAgain(usize),
    Revoke(usize),
    RevokeAll,
    SetAccess(usize, Access),
    SetLifetime(usize, u8),
    AddServer(u8),
    EditServer(usize, u8),
    RemoveServer(usize),
    Start(usize),
    Trust(usize),
    Stop(usize),
    Restart(usize),
    /// It ends unasked, and says that all is well or not.
    Ends(usize, bool),
    Needed(usize),
    Busy(usize, bool),
    SetLifecycle(usize, u8),
    SetAsking(usize, u8),
    Spoke(usize, bool),
    AddProvider(u8),
    EditProvider(usize, u8),
    RemoveProvider(usize),
    Pause(Option<u16>),
    Resume,
    Reached(usize, Reachability),
    TimePasses(u32),
    /// The oldest commit under way is kept, or fails.
    Disk(bool),
    /// A server asks for its roots.
    Ask(usize),
    SetConfinement(usize, Asked, bool),
    /// The operating system has done what it was told, and a probe found so; or one folder was
    /// withheld.
    Prove(usize, bool),
    AppDies,
}

fn step() -> impl Strategy<Value = Step> {
    let which = 0usize..6;
    let access = prop_oneof![Just(Access::Read), Just(Access::ReadWrite)];
    let reachability = prop_oneof![
        3 => Just(Reachability::Reachable),
        1 => Just(Reachability::Missing),
        1 => Just(Reachability::Replaced),
        1 => Just(Reachability::Denied),
    ];
    prop_oneof![
        8 => (which.clone(), which.clone(), access.clone(), any::<u8>())
            .prop_map(|(folder, server, access, lifetime)| Step::Grant { folder, server, access, lifetime }),
        2 => which.clone().prop_map(Step::GrantAgain),
        4 => which.clone().prop_map(Step::Revoke),
        1 => Just(Step::RevokeAll),
        3 => (which.clone(), access).prop_map(|(grant, access)| Step::SetAccess(grant, access)),
        3 => (which.clone(), any::<u8>()).prop_map(|(grant, life)| Step::SetLifetime(grant, life)),
        2 => any::<u8>().prop_map(Step::AddServer),
        1 => (which.clone(), any::<u8>()).prop_map(|(server, name)| Step::EditServer(server, name)),
        1 => which.clone().prop_map(Step::RemoveServer),
        2 => which.clone().prop_map(Step::Start),
        2 => which.clone().prop_map(Step::Trust),
        1 => which.clone().prop_map(Step::Stop),
        1 => which.clone().prop_map(Step::Restart),
        2 => (which.clone(), any::<bool>()).prop_map(|(server, well)| Step::Ends(server, well)),
        2 => which.clone().prop_map(Step::Needed),
        2 => (which.clone(), any::<bool>()).prop_map(|(server, busy)| Step::Busy(server, busy)),
        3 => (which.clone(), any::<u8>()).prop_map(|(server, life)| Step::SetLifecycle(server, life)),
        2 => (which.clone(), any::<u8>()).prop_map(|(server, asks)| Step::SetAsking(server, asks)),
        2 => (which.clone(), any::<bool>()).prop_map(|(server, modern)| Step::Spoke(server, modern)),
        1 => any::<u8>().prop_map(Step::AddProvider),
        1 => (which.clone(), any::<u8>()).prop_map(|(which, name)| Step::EditProvider(which, name)),
        1 => which.clone().prop_map(Step::RemoveProvider),
        1 => prop::option::of(any::<u16>()).prop_map(Step::Pause),
        1 => Just(Step::Resume),
        5 => (which.clone(), reachability).prop_map(|(root, seen)| Step::Reached(root, seen)),
        3 => (0u32..10_000_000).prop_map(Step::TimePasses),
        12 => prop::bool::weighted(0.85).prop_map(Step::Disk),
        6 => which.clone().prop_map(Step::Ask),
        2 => (which.clone(), prop_oneof![Just(Asked::Enforced), Just(Asked::Advisory)], any::<bool>())
            .prop_map(|(server, asked, network)| Step::SetConfinement(server, asked, network)),
        8 => (which, prop::bool::weighted(0.1)).prop_map(|(server, less)| Step::Prove(server, less)),
        1 => Just(Step::AppDies),
    ]
}

/// The world around the state: a disk that may fail, servers that ask, a watcher.
#[derive(Default)]
struct World {
    state: State,
    now: Time,
    kept_servers: BTreeMap<ServerId, Server>,
    kept_grants: BTreeMap<GrantId, Grant>,
    kept_providers: BTreeMap<ProviderId, Provider>,
    highest_id: u32,
    under_way: Vec<Commit>,
    watched: BTreeSet<Root>,
    wake: Option<Time>,
    how: Option<How>,
    /// What the operating system lets each enforced process into, and the change on its way.
    boundaries: BTreeMap<ServerId, Boundary>,
    /// Servers with a process, and the list each holds.
    processes: BTreeMap<ServerId, Option<Arc<RootList>>>,
    /// Servers that were told that their list changed and have not asked since.
    announced: BTreeSet<ServerId>,
    /// The widest access a person ever agreed to.
    consents: BTreeMap<(Root, ServerId), Access>,
    /// Servers of which something is in use.
    busy: BTreeSet<ServerId>,
    disk_failed: bool,
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

fn folder(number: usize) -> Root {
    // Nested, a sibling with the same prefix, and two folders at one path, one after the other.
    let paths = ["/a", "/a/b", "/a/b/c", "/a-evil", "/d", "/d"];
    let path = AbsolutePath::new(paths[number % 6]).unwrap();
    let identity = Identity { device: 1, inode: 10 + number as u64, born: Some(1) };
    Root { path, identity }
}

fn command(number: u8) -> Command {
    Command::Custom(CustomCommand {
        program: format!("program-{}", number % 4),
        ..Default::default()
    })
}

fn seen(command: &Command) -> Option<SeenCommand> {
    match command {
        Command::Bundled => None,
        Command::Custom(custom) => {
            let path = format!("/bin/{}", custom.program).into();
            Some(SeenCommand::new(custom, ResolvedProgram { path, size: 1, changed: 1 }))
        }
    }
}

fn lifecycle(choice: u8) -> Lifecycle {
    let idle = Duration::from_millis(1 + u64::from(choice) * 10_000);
    Lifecycle {
        restart: [Restart::OnFailure, Restart::Never, Restart::Always][usize::from(choice % 3)],
        keep_alive: None,
        on_demand: choice & 0x10 != 0,
        stop_when_idle: (choice & 0x20 != 0).then_some(idle),
    }
}

fn asking(choice: u8) -> Asking {
    let limits = SamplingLimits { requests_an_hour: u32::from(choice % 4), tokens_a_day: 10 };
    Asking { limits, muted: choice & 0x10 != 0 }
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
            next_id: self.highest_id + 1,
        };
        self.under_way.clear();
        self.watched.clear();
        self.processes.clear();
        self.busy.clear();
        self.wake = None;
        self.announced.clear();
        self.boundaries.clear();
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
                Effect::Announce(server) => {
                    assert!(
                        self.processes.contains_key(&server),
                        "told a server that is not there"
                    );
                    self.announced.insert(server);
                }
                Effect::Find(server) => {
                    let command = &self.state.server(server).unwrap().command;
                    let seen = seen(command);
                    self.send(Event::Found { server, seen });
                }
                Effect::Launch(server) => {
                    let known = self.state.server(server).unwrap();
                    let trusted = known.trusted.as_ref().map(|trusted| trusted.fingerprint);
                    let trusted = known.command == Command::Bundled
                        || trusted == seen(&known.command).as_ref().map(Fingerprint::of);
                    assert!(trusted, "launched a command that nobody trusted");
                    assert!(self.state.paused().is_none(), "launched in a pause");
                    let enforced = known.confinement.asked == Asked::Enforced;
                    assert!(!enforced || self.how.is_some(), "launched without what was asked");
                    if enforced {
                        let list = self.state.wanted(server).unwrap().clone();
                        let folders = list.entries.clone();
                        let boundary = Boundary { folders, coming: Some(list), withheld: false };
                        self.boundaries.insert(server, boundary);
                    }
                    let twice = self.processes.insert(server, None);
                    assert!(twice.is_none(), "launched twice");
                    self.send(Event::Ran(server, RunState::Running));
                }
                Effect::Enforce(server) => {
                    assert_eq!(self.how, Some(How::Live));
                    let list = self.state.wanted(server).unwrap().clone();
                    // The keeper does it in its own time, but in order.
                    if let Some(boundary) = self.boundaries.get_mut(&server) {
                        boundary.folders = list.entries.clone();
                        boundary.coming = Some(list);
                    }
                }
                Effect::Stop(server) | Effect::Kill(server) => {
                    self.check_stop(server);
                    self.end_process(server);
                    self.send(Event::Ran(server, RunState::Stopped));
                }
                Effect::Wake(moment) => self.wake = moment,
                Effect::Answer(_)
                | Effect::StopAnswering(_)
                | Effect::Reply(..)
                | Effect::Forget(_) => unreachable!("nobody asks in this walk"),
                Effect::Record(_) | Effect::Tell(_) | Effect::Refuse(_) => {}
            }
        }
    }

    fn end_process(&mut self, server: ServerId) {
        self.processes.remove(&server);
        self.boundaries.remove(&server);
        self.announced.remove(&server);
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
                Change::PutSpent(..) => unreachable!("nobody asks in this walk"),
            }
        }
        self.send(Event::Committed(commit.id));
    }

    fn prove(&mut self, server: ServerId, less: bool) {
        let Some(boundary) = self.boundaries.get_mut(&server) else { return };
        let Some(list) = boundary.coming.take() else { return };
        let first = list.entries.first().filter(|_| less);
        let withheld: Vec<_> = first.map(|entry| entry.root.path.clone()).into_iter().collect();
        boundary.folders.retain(|entry| !withheld.contains(&entry.root.path));
        boundary.withheld = !withheld.is_empty();
        let proven = Proven { holds: true, withheld, ..Proven::default() };
        self.send(Event::Enforced { server, list, proven });
    }

    fn ask(&mut self, server: ServerId) {
        let list = self.state.view(server).unwrap().clone();
        self.announced.remove(&server);
        self.processes.insert(server, Some(list.clone()));
        self.send(Event::Told(server, list));
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

    fn provider(&self, number: usize) -> Option<Provider> {
        self.state.providers().nth(number).cloned()
    }

    /// Only what a person wants gone, or what is not in use, is stopped.
    fn check_stop(&self, server: ServerId) {
        let asleep = self.state.falls_asleep(server);
        assert!(!asleep || !self.busy.contains(&server), "stopped in use");
    }

    fn some_grant(&self, number: usize) -> Option<Grant> {
        let count = self.state.grants().count().max(1);
        self.state.grants().nth(number % count).cloned()
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Grant { folder: number, server, access, lifetime } => {
                let (root, server) = (folder(number), self.server(server));
                self.grant(root, server, access, self.lifetime(lifetime));
            }
            Step::GrantAgain(number) => {
                let ended = self.state.ended().nth(number).map(|ended| ended.grant.id);
                self.send(Event::GrantAgain(ended.unwrap_or(GrantId(0))));
            }
            Step::Revoke(number) => {
                let id = self.some_grant(number).map_or(GrantId(0), |grant| grant.id);
                self.send(Event::Revoke(id));
                assert!(self.state.grant_by_id(id).is_none(), "revoking waits for nothing");
            }
            Step::RevokeAll => {
                self.send(Event::RevokeAll);
                assert_eq!(self.state.grants().count(), 0);
            }
            Step::SetAccess(number, access) => self.set_access(number, access),
            Step::SetLifetime(number, choice) => {
                let Some(grant) = self.some_grant(number) else { return };
                self.send(Event::SetLifetime(grant.id, self.lifetime(choice)));
            }
            Step::AddServer(number) => {
                let name = format!("server {}", number % 5);
                self.send(Event::AddServer { name, command: command(number) });
            }
            Step::EditServer(server, number) => {
                let (server, name) = (self.server(server), format!("server {}", number % 5));
                self.send(Event::EditServer { server, name, command: command(number) });
            }
            Step::RemoveServer(server) => self.send(Event::RemoveServer(self.server(server))),
            Step::Start(server) => self.send(Event::Start(self.server(server))),
            Step::Trust(server) => self.trust(self.server(server)),
            Step::Stop(server) => {
                let server = self.server(server);
                self.send(Event::Stop(server));
                assert!(!self.processes.contains_key(&server));
            }
            Step::Restart(server) => self.send(Event::Restart(self.server(server))),
            Step::Ends(server, well) => self.end_by_itself(self.server(server), well),
            Step::Needed(server) => self.need(self.server(server)),
            Step::Busy(server, busy) => self.use_server(self.server(server), busy),
            Step::SetLifecycle(server, choice) => {
                self.send(Event::SetLifecycle(self.server(server), lifecycle(choice)));
            }
            Step::SetAsking(server, choice) => {
                self.set_asking(self.server(server), asking(choice));
            }
            Step::Spoke(server, modern) => {
                let era = if modern { Era::Modern } else { Era::Legacy };
                self.speak(self.server(server), era);
            }
            Step::AddProvider(number) => self.add_provider(number),
            Step::EditProvider(which, number) => {
                if let Some(provider) = self.provider(which) {
                    let name = format!("provider {}", number % 3);
                    self.send(Event::EditProvider(Provider { name, ..provider }));
                }
            }
            Step::RemoveProvider(which) => {
                let id = self.provider(which).map_or(ProviderId(0), |provider| provider.id);
                self.send(Event::RemoveProvider(id));
                assert!(self.state.provider(id).is_none());
            }
            Step::Pause(minutes) => {
                let until = minutes.map(|m| Time(self.now.0 + i64::from(m) * 60_000));
                self.send(Event::Pause(until));
            }
            Step::Resume => self.send(Event::Resume),
            Step::Reached(number, seen) => self.reach(number, seen),
            Step::TimePasses(milliseconds) => {
                self.now.0 += i64::from(milliseconds);
                if self.wake.is_some_and(|moment| moment <= self.now) {
                    self.send(Event::TimePassed);
                }
            }
            Step::Disk(works) => self.disk(works),
            Step::Ask(server) => {
                let server = self.server(server);
                if self.processes.contains_key(&server) {
                    self.ask(server);
                }
            }
            Step::SetConfinement(server, asked, network) => {
                let confinement = Confinement { asked, network, ..Confinement::default() };
                self.send(Event::SetConfinement(self.server(server), confinement));
            }
            Step::Prove(server, less) => self.prove(self.server(server), less),
            Step::AppDies => self.reopen(),
        }
    }

    fn grant(&mut self, root: Root, server: ServerId, access: Access, lifetime: Lifetime) {
        self.consent(root.clone(), server, access);
        self.send(Event::Grant(Consent { root, server, access, lifetime }));
    }

    fn set_access(&mut self, number: usize, access: Access) {
        let Some(grant) = self.some_grant(number) else { return };
        self.consent(grant.root, grant.server, access);
        self.send(Event::SetAccess(grant.id, access));
        if access == Access::Read {
            let now = self.state.grant_by_id(grant.id);
            let less = now.is_none_or(|grant| grant.access == Access::Read);
            assert!(less, "less is in force at once");
        }
    }

    fn trust(&mut self, server: ServerId) {
        if let Some(RunState::NeedsTrust { fingerprint, .. }) = self.state.run(server) {
            self.send(Event::Trust { server, fingerprint });
        }
    }

    fn end_by_itself(&mut self, server: ServerId, well: bool) {
        if self.processes.contains_key(&server) {
            self.end_process(server);
            let policy = self.state.server(server).unwrap().lifecycle.restart;
            let again = policy.starts_again(well);
            let then = if again { RunState::Restarting } else { RunState::Failed };
            self.send(Event::Ran(server, then));
        }
    }

    fn need(&mut self, server: ServerId) {
        self.send(Event::Needed(server));
        let asleep = self.state.run(server) == Some(RunState::Asleep);
        assert!(!asleep || self.state.paused().is_some(), "asleep though it is needed");
    }

    fn use_server(&mut self, server: ServerId, busy: bool) {
        if busy {
            self.busy.insert(server);
        } else {
            self.busy.remove(&server);
        }
        self.send(Event::Busy(server, busy));
    }

    fn set_asking(&mut self, server: ServerId, asking: Asking) {
        let before = self.state.server(server).unwrap().asking;
        self.send(Event::SetAsking(server, asking));
        let now = self.state.server(server).unwrap().asking;
        let less = asking.is_within(&before);
        assert_eq!(now, if less { asking } else { before }, "more before it was kept");
    }

    fn speak(&mut self, server: ServerId, era: Era) {
        if self.processes.contains_key(&server) {
            self.send(Event::Spoke(server, Some(era)));
            let known = self.state.server(server).unwrap();
            let bundled = known.command == Command::Bundled;
            assert_eq!(known.era(), (!bundled).then_some(era));
        }
    }

    fn add_provider(&mut self, number: u8) {
        let name = format!("provider {}", number % 3);
        let url = "http://localhost".to_owned();
        let (api, preferred) = (ProviderApi::OpenAi, None);
        self.send(Event::AddProvider { name, api, url, preferred, has_key: false });
    }

    fn reach(&mut self, number: usize, seen: Reachability) {
        let count = self.watched.len().max(1);
        if let Some(root) = self.watched.iter().nth(number % count).cloned() {
            self.send(Event::Reached(root, seen));
        }
    }

    fn check(&self) {
        let state = &self.state;
        for server in state.servers() {
            let own: BTreeSet<_> = state
                .grants_of(server.id)
                .filter(|grant| state.reachability(&grant.root) == Reachability::Reachable)
                .map(|grant| (grant.root.clone(), state.access_now(grant)))
                .collect();
            let list = state.wanted(server.id).unwrap();
            let seen: BTreeSet<_> =
                list.entries.iter().map(|entry| (entry.root.clone(), entry.access)).collect();
            assert_eq!(own, seen, "a server sees its own reachable grants, and nothing else");
            assert_eq!(seen.len(), list.entries.len(), "each once");
            self.check_told(server);
        }
        for server in state.servers() {
            let asleep = state.run(server.id) == Some(RunState::Asleep);
            assert!(!asleep || server.wanted && server.lifecycle.sleeps(), "{server:?}");
            let fingerprint = server.trusted.as_ref().map(|trusted| trusted.fingerprint);
            let seen = server.trusted.as_ref().and_then(|trusted| trusted.seen.as_ref());
            assert_eq!(seen.map(Fingerprint::of), fingerprint, "what was trusted was seen");
        }
        for provider in state.providers() {
            assert!(self.kept_providers.contains_key(&provider.id), "before it was kept");
            let same = state.providers().filter(|other| other.name == provider.name);
            assert_eq!(same.count(), 1, "one name, two providers");
        }
        for grant in state.grants() {
            let consented = self.consents.get(&(grant.root.clone(), grant.server));
            assert!(Some(&grant.access) <= consented, "a grant that nobody gave");
            assert!(!grant.lifetime.is_over(state.now()), "a grant past its end");
            let kept = self.kept_grants.get(&grant.id).expect("in force before it was kept");
            let settled = self.under_way.is_empty() && !self.disk_failed;
            assert!(!settled || kept.access >= grant.access, "wider than what was kept");
        }
        for (server, holds) in &self.processes {
            assert_eq!(state.run(*server), Some(RunState::Running));
            if let Some(list) = holds {
                let current = list == state.view(*server).unwrap();
                assert!(
                    current || self.announced.contains(server),
                    "a server holds an old list and was not told"
                );
            }
        }
        let roots: BTreeSet<_> = state.grants().map(|grant| grant.root.clone()).collect();
        assert_eq!(roots, self.watched, "what is granted is watched, and nothing else");
        assert!(self.wake.is_none_or(|moment| moment > state.now()), "a moment that passed");
        if state.paused().is_some() {
            assert!(self.processes.is_empty(), "a server runs in a pause");
        }
        self.check_paths();
    }

    /// What is told is wanted, and behind it stands the operating system.
    fn check_told(&self, server: &Server) {
        let told = self.state.view(server.id).unwrap();
        let wanted = self.state.wanted(server.id).unwrap();
        for entry in &told.entries {
            let covers = |it: &RootEntry| it.root == entry.root && it.access >= entry.access;
            assert!(wanted.entries.iter().any(covers), "told of what is not granted");
        }
        self.check_nested(server.id, &told.entries);
        let Some(boundary) = self.boundaries.get(&server.id) else { return };
        for entry in &told.entries {
            assert!(boundary.lets_into(entry), "told of what is not in force");
        }
        for entry in &boundary.folders {
            let covers = |it: &RootEntry| it.root == entry.root && it.access >= entry.access;
            assert!(wanted.entries.iter().any(covers), "in force and not granted");
        }
        if boundary.coming.is_none() && self.processes.contains_key(&server.id) {
            let shown = self.state.enforcement(server.id);
            assert!(matches!(shown, Some(Enforcement::Enforced(_))), "{shown:?}");
            assert!(boundary.withheld || told.entries == wanted.entries, "told = enforced");
        }
    }

    /// What may only be read is never written as a part of the folder around it.
    fn check_nested(&self, server: ServerId, told: &[RootEntry]) {
        let may_be_written = |inner: &Grant| {
            let around = told.iter().filter(|entry| entry.access == Access::ReadWrite);
            around
                .map(|entry| &entry.root.path)
                .any(|path| *path != inner.root.path && inner.root.path.is_within(path))
        };
        for inner in self.state.grants_of(server).filter(|grant| grant.access == Access::Read) {
            let is_apart = told.iter().any(|entry| entry.root == inner.root);
            let comes = self.boundaries.get(&server).is_some_and(|it| it.coming.is_some());
            assert!(is_apart || comes || !may_be_written(inner), "written as a part");
        }
    }

    /// `check` and what is wanted say the same of every path.
    fn check_paths(&self) {
        let paths = ["/", "/a", "/a/x", "/a/b", "/a/b/c/d", "/a-evil/x", "/d/e", "/z"]
            .map(|path| AbsolutePath::new(path).unwrap());
        for server in self.state.servers() {
            let list = self.state.wanted(server.id).unwrap();
            for (path, verdict) in paths.iter().zip(self.state.check(server.id, &paths)) {
                let nearest = list
                    .entries
                    .iter()
                    .filter(|entry| path.is_within(&entry.root.path))
                    .max_by_key(|entry| entry.root.path.as_path().components().count());
                let allowed = match verdict {
                    crate::Verdict::Allowed { access, .. } => Some(access),
                    crate::Verdict::Withheld { .. } | crate::Verdict::Outside { .. } => None,
                };
                assert_eq!(allowed, nearest.map(|entry| entry.access), "{path:?}");
            }
        }
    }

    /// Once the disk works and everything is at rest, told = kept = in force.
    fn come_to_rest(&mut self) {
        while !self.under_way.is_empty() {
            self.disk(true);
        }
        // What a failed disk left behind goes with the next commit.
        if self.disk_failed {
            self.send(Event::AddServer {
                name: format!("last {}", self.now.0),
                command: command(0),
            });
            while !self.under_way.is_empty() {
                self.disk(true);
            }
        }
        let servers: Vec<_> = self.boundaries.keys().copied().collect();
        for server in servers {
            self.prove(server, false);
        }
        for server in self.announced.clone() {
            self.ask(server);
        }
        let in_force: BTreeMap<_, _> = self.state.grants().map(|g| (g.id, g.clone())).collect();
        assert_eq!(in_force, self.kept_grants, "kept = in force");
        let known: BTreeMap<_, _> = self.state.servers().map(|s| (s.id, s.clone())).collect();
        assert_eq!(known, self.kept_servers);
        let known: BTreeMap<_, _> = self.state.providers().map(|p| (p.id, p.clone())).collect();
        assert_eq!(known, self.kept_providers);
        for (server, holds) in &self.processes {
            if let Some(list) = holds {
                assert_eq!(list, self.state.view(*server).unwrap(), "told = shown");
                assert_eq!(&self.state.told_to(*server).unwrap().list, list);
            }
        }
    }
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
