//! What the state decides, one thing at a time.

use std::time::Duration;

use crate::{
    AbsolutePath, Access, Asked, Asking, Change, Command, Confinement, Consent, CustomCommand,
    Decision, Effect, Enforcement, Era, Event, Fingerprint, GrantId, How, Identity, Lifecycle,
    Lifetime, Notice, Proven, Provider, ProviderApi, Reachability, Refusal, Request, RequestId,
    RequestKind, ResolvedProgram, Root, RunState, Saved, SeenCommand, ServerId, State, Time,
    Verdict, Why,
};

const START: Time = Time(1_000_000);
const HOUR: i64 = 3_600_000;

fn root(path: &str, inode: u64) -> Root {
    let identity = Identity { device: 1, inode, born: Some(1) };
    Root { path: AbsolutePath::new(path).unwrap(), identity }
}

/// A command as it is seen, with the size of its program.
fn seen(size: u64) -> SeenCommand {
    let resolved = ResolvedProgram { path: "/bin/other".into(), size, changed: 1 };
    SeenCommand::new(&CustomCommand { program: "other".into(), ..Default::default() }, resolved)
}

fn path(path: &str) -> AbsolutePath {
    AbsolutePath::new(path).unwrap()
}

/// A state whose disk always works, and whose operating system does, unless it is told to wait.
struct Desk {
    state: State,
    effects: Vec<Effect>,
    os_waits: bool,
}

impl Desk {
    fn new() -> Self {
        let (state, effects) = State::open(Saved::default(), START);
        let mut desk = Self { state, effects: Vec::new(), os_waits: false };
        desk.keep(effects, START);
        desk.send(Event::Surveyed(Some(How::Live)));
        desk
    }

    fn files(&self) -> ServerId {
        self.state.servers().next().unwrap().id
    }

    /// With the bundled server running.
    fn running() -> (Self, ServerId) {
        Self::running_with(How::Live)
    }

    fn running_with(how: How) -> (Self, ServerId) {
        let mut desk = Self::new();
        desk.send(Event::Surveyed(Some(how)));
        desk.run_files()
    }

    fn advisory() -> (Self, ServerId) {
        let mut desk = Self::new();
        let advisory = Confinement { asked: Asked::Advisory, ..Confinement::default() };
        desk.send(Event::SetConfinement(desk.files(), advisory));
        desk.run_files()
    }

    fn run_files(self) -> (Self, ServerId) {
        let mut desk = self;
        let files = desk.files();
        desk.send(Event::Start(files));
        desk.send(Event::Found { server: files, seen: None });
        desk.send(Event::Ran(files, RunState::Running));
        (desk, files)
    }

    fn send(&mut self, event: Event) -> Vec<Effect> {
        self.send_at(event, self.state.now())
    }

    fn send_at(&mut self, event: Event, now: Time) -> Vec<Effect> {
        self.effects.clear();
        let effects = self.state.handle(event, now);
        self.keep(effects, now);
        std::mem::take(&mut self.effects)
    }

    fn keep(&mut self, effects: Vec<Effect>, now: Time) {
        for effect in effects {
            let commit = if let Effect::Commit(commit) = &effect { Some(commit.id) } else { None };
            let enforce = if let Effect::Enforce(server) | Effect::Launch(server) = &effect {
                Some(*server).filter(|_| !self.os_waits)
            } else {
                None
            };
            self.effects.push(effect);
            if let Some(id) = commit {
                let effects = self.state.handle(Event::Committed(id), now);
                self.keep(effects, now);
            }
            if let Some(server) = enforce {
                let effects = self.state.handle(self.proof(server), now);
                self.keep(effects, now);
            }
        }
    }

    fn proof(&self, server: ServerId) -> Event {
        let list = self.state.wanted(server).unwrap().clone();
        Event::Enforced { server, list, proven: Proven { holds: true, ..Proven::default() } }
    }

    fn grant(
        &mut self,
        root: &Root,
        server: ServerId,
        access: Access,
        lifetime: Lifetime,
    ) -> GrantId {
        self.send(Event::Grant(Consent { root: root.clone(), server, access, lifetime }));
        self.state.grants_of(server).find(|grant| grant.root == *root).unwrap().id
    }

    fn custom(&mut self, program: &str) -> ServerId {
        let command = CustomCommand { program: program.into(), ..CustomCommand::default() };
        self.send(Event::AddServer { name: program.into(), command: Command::Custom(command) });
        self.state.servers().last().unwrap().id
    }
}

#[test]
fn a_revoked_folder_is_told_before_anything_is_written() {
    let (mut desk, files) = Desk::running();
    let grant = desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let effects = desk.send(Event::Revoke(grant));
    assert_eq!(effects[0], Effect::Announce(files));
    assert!(desk.state.view(files).unwrap().entries.is_empty());
}

#[test]
fn a_grant_that_can_not_be_kept_is_not_in_force() {
    let (mut desk, server) = Desk::running();
    let consent =
        Consent { root: root("/a", 1), server, access: Access::Read, lifetime: Lifetime::Always };
    let effects = desk.state.handle(Event::Grant(consent), START);
    let Effect::Commit(commit) = &effects[0] else { panic!("{effects:?}") };
    let effects = desk.state.handle(Event::CommitFailed(commit.id), START);
    assert!(effects.contains(&Effect::Refuse(Refusal::NotSaved)));
    assert_eq!(desk.state.grants().count(), 0);
}

#[test]
fn a_revocation_that_can_not_be_kept_is_in_force_and_said() {
    let (mut desk, files) = Desk::running();
    let grant = desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let effects = desk.state.handle(Event::Revoke(grant), START);
    let commit = effects.iter().find_map(|effect| {
        if let Effect::Commit(commit) = effect { Some(commit.id) } else { None }
    });
    let effects = desk.state.handle(Event::CommitFailed(commit.unwrap()), START);
    assert!(effects.contains(&Effect::Tell(Notice::RevokeNotSaved)));
    assert!(desk.state.view(files).unwrap().entries.is_empty());
}

#[test]
fn only_servers_whose_list_changed_are_told() {
    let (mut desk, files) = Desk::running();
    let other = desk.custom("other");
    let fingerprint = Fingerprint::of(&seen(1));
    desk.send(Event::Found { server: other, seen: Some(seen(1)) });
    desk.send(Event::Trust { server: other, fingerprint });
    desk.send(Event::Found { server: other, seen: Some(seen(1)) });
    desk.send(Event::Ran(other, RunState::Running));
    let consent = Consent {
        root: root("/a", 1),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::Always,
    };
    let effects = desk.send(Event::Grant(consent));
    assert!(effects.contains(&Effect::Announce(files)));
    assert!(!effects.contains(&Effect::Announce(other)));
}

#[test]
fn an_untrusted_or_changed_command_does_not_run() {
    let mut desk = Desk::new();
    let server = desk.custom("x");
    let (shown, swapped) = (Fingerprint::of(&seen(1)), Fingerprint::of(&seen(2)));
    let effects = desk.send(Event::Found { server, seen: Some(seen(1)) });
    assert!(!effects.contains(&Effect::Launch(server)));
    let effects = desk.send(Event::Trust { server, fingerprint: swapped });
    assert_eq!(effects, [Effect::Refuse(Refusal::CommandChanged)]);
    desk.send(Event::Trust { server, fingerprint: shown });
    let effects = desk.send(Event::Found { server, seen: Some(seen(2)) });
    assert!(!effects.contains(&Effect::Launch(server)));
    let run = desk.state.run(server);
    assert_eq!(run, Some(RunState::NeedsTrust { fingerprint: swapped, changed: true }));
}

#[test]
fn a_missing_folder_is_withheld_and_returns_by_itself() {
    let (mut desk, files) = Desk::running();
    let acme = root("/a", 1);
    desk.grant(&acme, files, Access::Read, Lifetime::Always);
    let effects = desk.send(Event::Reached(acme.clone(), Reachability::Missing));
    assert!(effects.contains(&Effect::Announce(files)));
    assert!(effects.contains(&Effect::Tell(Notice::FolderGone(acme.clone()))));
    assert!(desk.state.view(files).unwrap().entries.is_empty());
    desk.send(Event::Reached(acme, Reachability::Reachable));
    assert_eq!(desk.state.view(files).unwrap().entries.len(), 1);
}

#[test]
fn a_folder_found_at_the_start_as_it_was_is_no_news() {
    let (mut desk, files) = Desk::running();
    desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let servers = desk.state.servers().cloned().collect();
    let grants = desk.state.grants().cloned().collect();
    let (mut state, _) =
        State::open(Saved { servers, grants, next_id: 9, ..Saved::default() }, START);
    assert!(state.view(files).unwrap().entries.is_empty(), "nobody looked yet");
    let found = Event::Reached(root("/a", 1), Reachability::Reachable);
    assert_eq!(state.handle(found, START), []);
    assert_eq!(state.view(files).unwrap().entries.len(), 1);
    let gone = state.handle(Event::Reached(root("/a", 1), Reachability::Missing), START);
    assert!(gone.contains(&Effect::Tell(Notice::FolderGone(root("/a", 1)))));
}

#[test]
fn consent_to_another_folder_in_the_same_place_replaces_the_old_consent() {
    let (mut desk, files) = Desk::running();
    let old = desk.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    desk.send(Event::Reached(root("/a", 1), Reachability::Replaced));
    assert!(desk.state.view(files).unwrap().entries.is_empty());
    let new = desk.grant(&root("/a", 2), files, Access::Read, Lifetime::Always);
    assert_ne!(old, new);
    assert_eq!(desk.state.grants().count(), 1);
    assert_eq!(desk.state.view(files).unwrap().entries[0].access, Access::Read);
}

#[test]
fn a_grant_ends_when_its_time_is_over_and_is_told_of_before() {
    let (mut desk, files) = Desk::running();
    let until = Lifetime::Until(Time(START.0 + HOUR));
    let grant = desk.grant(&root("/a", 1), files, Access::Read, until);
    let effects = desk.send_at(Event::TimePassed, Time(START.0 + HOUR - 5 * 60_000));
    assert!(effects.contains(&Effect::Tell(Notice::Expiring(grant))));
    assert!(effects.contains(&Effect::Wake(Some(Time(START.0 + HOUR)))));
    let effects = desk.send_at(Event::TimePassed, Time(START.0 + HOUR));
    assert!(effects.contains(&Effect::Announce(files)));
    assert_eq!(desk.state.grants().count(), 0);
}

#[test]
fn a_grant_for_this_run_outlives_a_crash_and_not_a_stop() {
    let (mut desk, files) = Desk::running();
    desk.grant(&root("/a", 1), files, Access::Read, Lifetime::ThisRun);
    desk.send(Event::Ran(files, RunState::Restarting));
    assert_eq!(desk.state.grants().count(), 1);
    desk.send(Event::Start(files));
    desk.send(Event::Found { server: files, seen: None });
    desk.send(Event::Ran(files, RunState::Running));
    desk.send(Event::Stop(files));
    desk.send(Event::Ran(files, RunState::Stopped));
    assert_eq!(desk.state.grants().count(), 0);
}

#[test]
fn a_pause_stops_every_server_and_starts_them_again() {
    let (mut desk, files) = Desk::running();
    let effects = desk.send(Event::Pause(Some(Time(START.0 + HOUR))));
    assert!(effects.contains(&Effect::Stop(files)));
    desk.send(Event::Ran(files, RunState::Stopped));
    assert_eq!(desk.state.run(files), Some(RunState::Paused));
    let effects = desk.send_at(Event::TimePassed, Time(START.0 + HOUR));
    assert!(effects.contains(&Effect::Find(files)));
}

#[test]
fn folders_a_run_was_told_of_linger_until_it_restarts() {
    let (mut desk, files) = Desk::advisory();
    let grant = desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let list = desk.state.view(files).unwrap().clone();
    desk.send(Event::Told(files, list));
    assert_eq!(desk.state.lingering(files).count(), 0);
    desk.send(Event::Revoke(grant));
    assert_eq!(desk.state.lingering(files).collect::<Vec<_>>(), [&root("/a", 1)]);
    desk.send(Event::Ran(files, RunState::Restarting));
    assert_eq!(desk.state.lingering(files).count(), 0);
}

#[test]
fn what_a_person_chose_not_to_have_enforced_says_so() {
    let (mut desk, files) = Desk::advisory();
    let advisory = Enforcement::Advisory(Why::Chosen);
    assert_eq!(desk.state.enforcement(files), Some(advisory));
    desk.send(Event::Ran(files, RunState::Stopped));
    assert_eq!(desk.state.enforcement(files), None);
}

#[test]
fn a_server_that_can_not_be_enforced_does_not_run() {
    let mut desk = Desk::new();
    desk.send(Event::Surveyed(None));
    let files = desk.files();
    desk.send(Event::Start(files));
    let effects = desk.send(Event::Found { server: files, seen: None });
    assert!(!effects.contains(&Effect::Launch(files)));
    assert_eq!(desk.state.run(files), Some(RunState::Failed));
    assert_eq!(desk.state.enforcement(files), Some(Enforcement::Failed(Why::NoSandbox)));
}

#[test]
fn a_grant_is_told_once_the_operating_system_lets_it_in() {
    let (mut desk, files) = Desk::running();
    desk.os_waits = true;
    let consent = Consent {
        root: root("/a", 1),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::Always,
    };
    let effects = desk.send(Event::Grant(consent));
    assert!(effects.contains(&Effect::Enforce(files)));
    assert!(!effects.contains(&Effect::Announce(files)));
    assert!(desk.state.view(files).unwrap().entries.is_empty());
    assert_eq!(desk.state.enforcement(files), Some(Enforcement::Changing));
    let effects = desk.send(desk.proof(files));
    assert!(effects.contains(&Effect::Announce(files)));
    assert_eq!(desk.state.view(files).unwrap().entries.len(), 1);
    assert_eq!(desk.state.enforcement(files), Some(Enforcement::Enforced(How::Live)));
}

#[test]
fn a_revoked_folder_is_told_and_then_taken_at_once() {
    let (mut desk, files) = Desk::running();
    let grant = desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    desk.os_waits = true;
    let effects = desk.send(Event::Revoke(grant));
    assert_eq!(effects[..2], [Effect::Announce(files), Effect::Enforce(files)]);
}

#[test]
fn a_folder_that_is_withheld_is_not_told() {
    let (mut desk, files) = Desk::running();
    desk.os_waits = true;
    desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let list = desk.state.wanted(files).unwrap().clone();
    let proven = Proven { holds: true, withheld: vec![path("/a")], ..Proven::default() };
    let effects = desk.send(Event::Enforced { server: files, list, proven });
    assert!(!effects.contains(&Effect::Announce(files)));
    assert!(desk.state.view(files).unwrap().entries.is_empty());
}

#[test]
fn a_boundary_that_does_not_hold_is_no_enforcement() {
    let (mut desk, files) = Desk::running();
    desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let list = desk.state.wanted(files).unwrap().clone();
    desk.send(Event::Enforced { server: files, list, proven: Proven::default() });
    assert!(desk.state.view(files).unwrap().entries.is_empty());
    desk.send(Event::Ran(files, RunState::Failed));
    assert_eq!(desk.state.enforcement(files), Some(Enforcement::Failed(Why::ProbeFailed)));
}

#[test]
fn around_a_read_only_folder_that_is_gone_nothing_is_written() {
    let (mut desk, files) = Desk::running();
    let inner = root("/a/b/c", 2);
    desk.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    let on_inner = desk.grant(&inner, files, Access::Read, Lifetime::Always);
    let access = |desk: &Desk| desk.state.view(files).unwrap().entries[0].access;
    assert_eq!(access(&desk), Access::ReadWrite);
    desk.send(Event::Reached(inner.clone(), Reachability::Missing));
    assert_eq!(access(&desk), Access::Read);
    let verdict = desk.state.check(files, [&path("/a/x")])[0];
    assert!(matches!(verdict, Verdict::Allowed { access: Access::Read, .. }), "{verdict:?}");
    desk.send(Event::Reached(inner.clone(), Reachability::Reachable));
    assert_eq!(access(&desk), Access::ReadWrite);
    desk.send(Event::Reached(inner, Reachability::Replaced));
    desk.send(Event::Revoke(on_inner));
    assert_eq!(access(&desk), Access::ReadWrite);
}

#[test]
fn around_a_read_only_folder_that_is_withheld_nothing_is_written() {
    let (mut desk, files) = Desk::running();
    desk.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    desk.os_waits = true;
    desk.grant(&root("/a/b", 2), files, Access::Read, Lifetime::Always);
    let list = desk.state.wanted(files).unwrap().clone();
    let proven = Proven { holds: true, withheld: vec![path("/a/b")], ..Proven::default() };
    let effects = desk.send(Event::Enforced { server: files, list, proven });
    assert!(effects.contains(&Effect::Enforce(files)));
    assert_eq!(desk.state.wanted(files).unwrap().entries[0].access, Access::Read);
}

#[test]
fn what_stays_open_after_a_revocation_is_shown() {
    let (mut desk, files) = Desk::running();
    let list = desk.state.wanted(files).unwrap().clone();
    let proven = Proven { holds: true, open_handles: 3, ..Proven::default() };
    desk.send(Event::Enforced { server: files, list, proven });
    assert_eq!(desk.state.enforcement(files), Some(Enforcement::OpenHandles(3)));
}

#[test]
fn where_a_change_needs_a_new_start_a_revocation_kills() {
    let (mut desk, files) = Desk::running_with(How::RestartOnChange);
    let consent = Consent {
        root: root("/a", 1),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::ThisRun,
    };
    let effects = desk.send(Event::Grant(consent));
    assert!(effects.contains(&Effect::Stop(files)), "a grant can wait for a clean end");
    assert_eq!(desk.state.enforcement(files), Some(Enforcement::Restarting));
    desk.send(Event::Ran(files, RunState::Stopped));
    desk.send(Event::Found { server: files, seen: None });
    desk.send(Event::Ran(files, RunState::Running));
    let grant = desk.state.grants().next().expect("a new start is no end of the run").id;
    assert_eq!(desk.state.view(files).unwrap().entries.len(), 1);
    let effects = desk.send(Event::Revoke(grant));
    assert_eq!(effects[..2], [Effect::Announce(files), Effect::Kill(files)]);
}

#[test]
fn less_is_in_force_at_once_and_more_once_it_is_kept() {
    let (mut desk, files) = Desk::running();
    let usual = Confinement::default();
    let off = Confinement { network: false, ..usual.clone() };
    let effects = desk.state.handle(Event::SetConfinement(files, off), START);
    assert!(effects.contains(&Effect::Stop(files)), "{effects:?}");
    let effects = desk.state.handle(Event::SetConfinement(files, usual), START);
    assert!(!effects.contains(&Effect::Stop(files)));
    assert!(!desk.state.server(files).unwrap().confinement.network);
}

#[test]
fn what_ended_can_be_given_again() {
    let (mut desk, files) = Desk::running();
    let grant = desk.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    desk.send(Event::Revoke(grant));
    desk.send(Event::GrantAgain(grant));
    let again = desk.state.grants().next().unwrap();
    assert_eq!((again.access, again.lifetime), (Access::ReadWrite, Lifetime::Always));
    assert_eq!(desk.state.ended().count(), 0);
}

#[test]
fn names_are_taken_once_whatever_their_case() {
    let mut desk = Desk::new();
    desk.custom("Acme");
    let command = Command::Custom(CustomCommand { program: "x".into(), ..Default::default() });
    let effects = desk.send(Event::AddServer { name: "ACME".into(), command });
    assert_eq!(effects, [Effect::Refuse(Refusal::NameTaken)]);
}

#[test]
fn the_nearest_grant_decides_on_a_path() {
    let (mut desk, files) = Desk::running();
    let outer = desk.grant(&root("/w/a", 1), files, Access::ReadWrite, Lifetime::Always);
    let inner = desk.grant(&root("/w/a/docs", 2), files, Access::Read, Lifetime::Always);
    let paths = ["/w/a/x", "/w/a/docs/x", "/w/a-evil/x", "/z"].map(path);
    assert_eq!(
        desk.state.check(files, &paths),
        [
            Verdict::Allowed { by: outer, access: Access::ReadWrite },
            Verdict::Allowed { by: inner, access: Access::Read },
            Verdict::Outside { nearest: Some(outer) },
            Verdict::Outside { nearest: None },
        ]
    );
    desk.send(Event::Reached(root("/w/a", 1), Reachability::Missing));
    assert_eq!(desk.state.check(files, &paths[..1]), [Verdict::Withheld { by: outer }]);
}

#[test]
fn one_folder_is_known_by_whatever_path() {
    let (mut desk, files) = Desk::running();
    let grant = desk.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let bind_mount = root("/elsewhere", 1);
    let same: Vec<_> = desk.state.same_folder(&bind_mount).map(|grant| grant.id).collect();
    assert_eq!(same, [grant]);
}

/// With a server of a person's own running.
fn custom(lifecycle: Lifecycle) -> (Desk, ServerId) {
    let mut desk = Desk::new();
    let command = CustomCommand { program: "other".into(), ..Default::default() };
    desk.send(Event::AddServer { name: "Other".into(), command: Command::Custom(command) });
    let server = desk.state.servers().last().unwrap().id;
    let fingerprint = Fingerprint::of(&seen(1));
    desk.send(Event::SetLifecycle(server, lifecycle));
    desk.send(Event::Found { server, seen: Some(seen(1)) });
    desk.send(Event::Trust { server, fingerprint });
    desk.send(Event::Found { server, seen: Some(seen(1)) });
    desk.send(Event::Ran(server, RunState::Running));
    (desk, server)
}

fn stops_when_idle() -> Lifecycle {
    Lifecycle { stop_when_idle: Some(Duration::from_millis(100)), ..Lifecycle::default() }
}

fn later(desk: &Desk, by: i64) -> Time {
    Time(desk.state.now().0 + by)
}

#[test]
fn an_idle_server_is_stopped_and_wakes_when_it_is_needed() {
    let (mut desk, server) = custom(stops_when_idle());
    let effects = desk.send(Event::Busy(server, true));
    assert_eq!(effects, [Effect::Wake(None)], "in use, it has no end");
    desk.send_at(Event::TimePassed, later(&desk, 1000));
    assert_eq!(desk.state.run(server), Some(RunState::Running));
    desk.send(Event::Busy(server, false));
    let effects = desk.send_at(Event::TimePassed, later(&desk, 99));
    assert_eq!(effects, []);
    let effects = desk.send_at(Event::TimePassed, later(&desk, 1));
    assert!(effects.contains(&Effect::Stop(server)), "{effects:?}");
    desk.send(Event::Ran(server, RunState::Stopped));
    assert_eq!(desk.state.run(server), Some(RunState::Asleep));

    assert_eq!(desk.send(Event::Needed(server)), [Effect::Find(server)]);
    assert_eq!(desk.state.run(server), Some(RunState::Starting));
}

#[test]
fn one_that_waits_for_an_answer_is_not_idle() {
    let (mut desk, server) = custom(stops_when_idle());
    let id = RequestId(1);
    let (kind, summary) = (RequestKind::Form, "Your name".into());
    let request = Request { id, server, kind, summary, during: None, tokens: 0 };
    let effects = desk.send(Event::Requested(request));
    assert!(effects.contains(&Effect::Wake(None)), "{effects:?}");
    desk.send_at(Event::TimePassed, later(&desk, 1000));
    assert_eq!(desk.state.run(server), Some(RunState::Running));
    desk.send(Event::Decided(id, Decision::Deny { mute: false }));
    let effects = desk.send_at(Event::TimePassed, later(&desk, 99));
    assert_eq!(effects, [], "idle from the answer on");
    let effects = desk.send_at(Event::TimePassed, later(&desk, 1));
    assert!(effects.contains(&Effect::Stop(server)), "{effects:?}");
}

#[test]
fn one_that_is_needed_while_it_falls_asleep_starts_again() {
    let (mut desk, server) = custom(stops_when_idle());
    desk.send_at(Event::TimePassed, later(&desk, 100));
    desk.send(Event::Needed(server));
    let effects = desk.send(Event::Ran(server, RunState::Stopped));
    assert!(effects.contains(&Effect::Find(server)), "{effects:?}");
}

#[test]
fn one_that_a_person_stops_while_it_falls_asleep_is_stopped() {
    let (mut desk, server) = custom(stops_when_idle());
    desk.send_at(Event::TimePassed, later(&desk, 100));
    desk.send(Event::Stop(server));
    desk.send(Event::Ran(server, RunState::Stopped));
    assert_eq!(desk.state.run(server), Some(RunState::Stopped));
    desk.send(Event::Needed(server));
    assert_eq!(desk.state.run(server), Some(RunState::Stopped));
}

#[test]
fn nothing_wakes_in_a_pause() {
    let (mut desk, server) = custom(stops_when_idle());
    desk.send_at(Event::TimePassed, later(&desk, 100));
    desk.send(Event::Ran(server, RunState::Stopped));
    desk.send(Event::Pause(None));
    assert_eq!(desk.send(Event::Needed(server)), []);
    assert_eq!(desk.state.run(server), Some(RunState::Asleep));
}

#[test]
fn a_run_that_falls_asleep_is_over() {
    let (mut desk, server) = custom(stops_when_idle());
    let (root, access, lifetime) = (root("/a", 1), Access::Read, Lifetime::ThisRun);
    desk.send(Event::Grant(Consent { root, server, access, lifetime }));
    assert_eq!(desk.state.grants().count(), 1);
    desk.send_at(Event::TimePassed, later(&desk, 100));
    desk.send(Event::Ran(server, RunState::Stopped));
    assert_eq!(desk.state.grants().count(), 0);
}

#[test]
fn a_sleeping_server_sleeps_on_for_another_secret_and_asks_for_other_words() {
    let (mut desk, server) = custom(stops_when_idle());
    desk.send_at(Event::TimePassed, later(&desk, 100));
    desk.send(Event::Ran(server, RunState::Stopped));
    let edited = |program: &str| Event::EditServer {
        server,
        name: "Other".into(),
        command: Command::Custom(CustomCommand { program: program.into(), ..Default::default() }),
    };
    desk.send(edited("other"));
    assert_eq!(desk.state.run(server), Some(RunState::Asleep));
    let effects = desk.send(edited("another"));
    assert!(effects.contains(&Effect::Find(server)), "{effects:?}");
}

#[test]
fn what_a_trusted_command_speaks_is_kept_until_another_is_trusted() {
    let (mut desk, server) = custom(Lifecycle::default());
    let effects = desk.send(Event::Spoke(server, Some(Era::Modern)));
    assert!(matches!(&effects[..], [Effect::Commit(commit)]
        if matches!(&commit.changes[..], [Change::PutServer(it)] if it.era() == Some(Era::Modern))));
    assert_eq!(desk.send(Event::Spoke(server, Some(Era::Modern))), []);
    desk.send(Event::Ran(server, RunState::Stopped));
    desk.send(Event::Start(server));
    desk.send(Event::Found { server, seen: Some(seen(2)) });
    desk.send(Event::Trust { server, fingerprint: Fingerprint::of(&seen(2)) });
    let known = desk.state.server(server).unwrap();
    assert_eq!(
        (known.era(), known.trusted.as_ref().unwrap().seen.as_ref()),
        (None, Some(&seen(2)))
    );
}

#[test]
fn less_asking_is_in_force_at_once_and_providers_have_names_of_their_own() {
    let (mut desk, server) = custom(Lifecycle::default());
    let muted = Asking { muted: true, ..Asking::default() };
    desk.send(Event::SetAsking(server, muted));
    assert_eq!(desk.state.server(server).unwrap().asking, muted);

    let add = |name: &str| Event::AddProvider {
        name: name.into(),
        api: ProviderApi::OpenAi,
        url: "http://localhost:1".into(),
        preferred: None,
        has_key: false,
    };
    desk.send(add("Here"));
    let known = desk.state.providers().next().unwrap().clone();
    assert_eq!(desk.send(add("HERE")), [Effect::Refuse(Refusal::ProviderNameTaken)]);
    assert_eq!(desk.send(add(" ")), [Effect::Refuse(Refusal::EmptyProviderName)]);
    desk.send(Event::EditProvider(Provider { has_key: true, ..known.clone() }));
    assert!(desk.state.provider(known.id).unwrap().has_key);
    desk.send(Event::RemoveProvider(known.id));
    let gone = desk.send(Event::EditProvider(known));
    assert_eq!(gone, [Effect::Refuse(Refusal::UnknownProvider)]);
}
