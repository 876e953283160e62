//! What the operating system is asked for, and what follows from its answers.

use std::time::Duration;

use super::{Fixture, HOUR, START, path, root, seen};
use crate::network::NetworkChoice;
use crate::{
    Access, Action, Asked, Command, Confinement, Consent, CustomCommand, Effect, Ending,
    Enforcement, Event, Fingerprint, Footprint, How, Identity, Lifecycle, Lifetime, Need, Owned,
    Part, Proven, Reachability, Refusal, RunState, SeenCommand, ServerId, Time, Verdict, Why,
};

#[test]
fn what_a_person_chose_not_to_have_enforced_says_so() {
    let (mut fixture, files) = Fixture::advisory();
    let advisory = Enforcement::Advisory(Why::Chosen);
    assert_eq!(fixture.state.enforcement(files), Some(advisory));
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    assert_eq!(fixture.state.enforcement(files), None);
}

#[test]
fn what_nothing_keeps_to_its_grants_ends_when_all_access_is_revoked() {
    let (mut fixture, files) = Fixture::advisory();
    assert!(fixture.state.reaches_all(files));
    fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let effects = fixture.send(Event::RevokeAll);
    // Without waiting for it.
    assert!(
        effects.contains(&Effect::Kill(files.own()))
            && !effects.contains(&Effect::Stop(files.own()))
    );
    let stopped = |effect: &Effect| matches!(effect, Effect::Record(record) if record.action == Action::ServerStopped);
    assert!(effects.iter().any(stopped));
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    assert!(!fixture.state.reaches_all(files));
    assert!(!fixture.state.server(files).unwrap().wanted, "nor does it start by itself");
}

#[test]
fn what_is_kept_to_its_grants_runs_on_when_all_access_is_revoked() {
    let (mut fixture, files) = Fixture::running();
    fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    fixture.send(Event::RevokeAll);
    assert_eq!(fixture.state.run(files), Some(RunState::Running));
    assert!(!fixture.state.reaches_all(files));
}

#[test]
fn one_that_is_about_to_start_unenforced_does_not() {
    let fall_asleep: fn(&mut Fixture, ServerId) = |fixture, files| {
        let stop_when_idle = Some(Duration::from_secs(1));
        let lifecycle = Lifecycle { stop_when_idle, ..Lifecycle::default() };
        fixture.send(Event::SetLifecycle(files, lifecycle));
        fixture.send_at(Event::TimePassed, Time(START.0 + 1000));
        fixture.send(Event::Ended(files.own(), Ending::Asked));
        assert_eq!(fixture.state.run(files), Some(RunState::Asleep));
    };
    let crash: fn(&mut Fixture, ServerId) = |fixture, files| {
        fixture.send(Event::Ended(files.own(), Ending::crash("x", Duration::ZERO)));
        assert!(matches!(fixture.state.run(files), Some(RunState::Restarting { .. })));
    };
    for comes_to_wait in [crash, fall_asleep] {
        let (mut fixture, files) = Fixture::advisory();
        comes_to_wait(&mut fixture, files);
        fixture.send(Event::RevokeAll);
        assert!(!fixture.state.server(files).unwrap().wanted);
        fixture.send_at(Event::TimePassed, Time(START.0 + HOUR));
        assert_eq!(fixture.state.run(files), Some(RunState::Stopped));
    }
}

#[test]
fn a_server_that_can_not_be_enforced_does_not_run() {
    let mut fixture = Fixture::new();
    fixture.send(Event::Surveyed(None));
    let files = fixture.files();
    fixture.send(Event::Start(files));
    let effects = fixture.send(Event::Found { session: files.own(), seen: None });
    assert!(!effects.contains(&Effect::Launch(files.own())));
    assert_eq!(fixture.state.run(files), Some(RunState::Failed));
    assert_eq!(fixture.state.enforcement(files), Some(Enforcement::Failed(Why::NoSandbox)));
}

#[test]
fn a_grant_is_told_once_the_operating_system_lets_it_in() {
    let (mut fixture, files) = Fixture::running();
    fixture.os_waits = true;
    let consent = Consent {
        root: root("/a", 1),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::Always,
    };
    let effects = fixture.send(Event::Grant(consent));
    assert!(effects.contains(&Effect::Enforce(files.own())));
    assert!(!effects.contains(&Effect::Announce(files.own())));
    assert!(fixture.state.view(files).unwrap().entries.is_empty());
    assert_eq!(fixture.state.enforcement(files), Some(Enforcement::Changing));
    let effects = fixture.send(fixture.proof(files));
    assert!(effects.contains(&Effect::Announce(files.own())));
    assert_eq!(fixture.state.view(files).unwrap().entries.len(), 1);
    assert_eq!(fixture.state.enforcement(files), Some(Enforcement::Enforced(How::Live)));
}

#[test]
fn a_revoked_folder_is_told_and_then_taken_at_once() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    fixture.os_waits = true;
    let effects = fixture.send(Event::Revoke(grant));
    assert_eq!(effects[..2], [Effect::Announce(files.own()), Effect::Enforce(files.own())]);
}

#[test]
fn a_folder_that_is_withheld_is_not_told() {
    let (mut fixture, files) = Fixture::running();
    fixture.os_waits = true;
    fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let list = fixture.state.wanted(files).unwrap().clone();
    let proven = Proven { holds: true, withheld: vec![path("/a")], ..Proven::default() };
    let effects = fixture.send(Event::Enforced { session: files.own(), list, proven });
    assert!(!effects.contains(&Effect::Announce(files.own())));
    assert!(fixture.state.view(files).unwrap().entries.is_empty());
}

#[test]
fn a_boundary_that_does_not_hold_is_no_enforcement() {
    let (mut fixture, files) = Fixture::running();
    fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let list = fixture.state.wanted(files).unwrap().clone();
    fixture.send(Event::Enforced { session: files.own(), list, proven: Proven::default() });
    assert!(fixture.state.view(files).unwrap().entries.is_empty());
    fixture.send(Event::Ended(files.own(), Ending::Final));
    assert_eq!(fixture.state.enforcement(files), Some(Enforcement::Failed(Why::ProbeFailed)));
}

#[test]
fn around_a_read_only_folder_that_is_gone_nothing_is_written() {
    let (mut fixture, files) = Fixture::running();
    let inner = root("/a/b/c", 2);
    fixture.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    let on_inner = fixture.grant(&inner, files, Access::Read, Lifetime::Always);
    let access = |fixture: &Fixture| fixture.state.view(files).unwrap().entries[0].access;
    assert_eq!(access(&fixture), Access::ReadWrite);
    fixture.send(Event::Reached(inner.clone(), Reachability::Missing));
    assert_eq!(access(&fixture), Access::Read);
    let verdict = fixture.state.check(files, [&path("/a/x")])[0];
    assert!(matches!(verdict, Verdict::Allowed { access: Access::Read, .. }), "{verdict:?}");
    fixture.send(Event::Reached(inner.clone(), Reachability::Reachable));
    assert_eq!(access(&fixture), Access::ReadWrite);
    fixture.send(Event::Reached(inner, Reachability::Replaced));
    fixture.send(Event::Revoke(on_inner));
    assert_eq!(access(&fixture), Access::ReadWrite);
}

#[test]
fn around_a_read_only_folder_that_is_withheld_nothing_is_written() {
    let (mut fixture, files) = Fixture::running();
    fixture.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    fixture.os_waits = true;
    fixture.grant(&root("/a/b", 2), files, Access::Read, Lifetime::Always);
    let list = fixture.state.wanted(files).unwrap().clone();
    let proven = Proven { holds: true, withheld: vec![path("/a/b")], ..Proven::default() };
    let effects = fixture.send(Event::Enforced { session: files.own(), list, proven });
    assert!(effects.contains(&Effect::Enforce(files.own())));
    assert_eq!(fixture.state.wanted(files).unwrap().entries[0].access, Access::Read);
}

#[test]
fn what_stays_open_after_a_revocation_is_shown() {
    let (mut fixture, files) = Fixture::running();
    let list = fixture.state.wanted(files).unwrap().clone();
    let proven = Proven { holds: true, open_handles: 3, ..Proven::default() };
    fixture.send(Event::Enforced { session: files.own(), list, proven });
    assert_eq!(fixture.state.enforcement(files), Some(Enforcement::OpenHandles(3)));
}

#[test]
fn where_a_change_needs_a_new_start_a_revocation_kills() {
    let (mut fixture, files) = Fixture::running_with(How::RestartOnChange);
    let consent = Consent {
        root: root("/a", 1),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::ThisRun,
    };
    let effects = fixture.send(Event::Grant(consent));
    assert!(effects.contains(&Effect::Stop(files.own())), "a grant can wait for a clean end");
    assert_eq!(fixture.state.enforcement(files), Some(Enforcement::Restarting));
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    fixture.send(Event::Found { session: files.own(), seen: None });
    fixture.send(Event::Ready(files.own()));
    let grant = fixture.state.grants().next().expect("a new start is no end of the run").id;
    assert_eq!(fixture.state.view(files).unwrap().entries.len(), 1);
    let effects = fixture.send(Event::Revoke(grant));
    assert_eq!(effects[..2], [Effect::Announce(files.own()), Effect::Kill(files.own())]);
}

/// A server of a person's own that they let run without enforcement.
fn unenforced() -> (Fixture, ServerId) {
    let mut fixture = Fixture::new();
    let server = fixture.custom("other");
    let fingerprint = Fingerprint::of(&seen(1));
    let advisory = Confinement { asked: Asked::Advisory, ..Confinement::default() };
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    fixture.send(Event::Trust { server, fingerprint });
    fixture.send(Event::SetConfinement(server, advisory));
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    fixture.send(Event::Ready(server.own()));
    assert_eq!(asked(&fixture, server), Asked::Advisory);
    (fixture, server)
}

fn asked(fixture: &Fixture, server: ServerId) -> Asked {
    fixture.state.server(server).unwrap().confinement.asked
}

#[test]
fn an_edited_command_is_enforced_again_and_a_new_name_is_no_edit() {
    let (mut fixture, server) = unenforced();
    let command = |program: &str, args: &[&str]| {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        Command::Custom(CustomCommand { program: program.into(), args, ..Default::default() })
    };
    let renamed = command("other", &[]);
    fixture.send(Event::EditServer { server, name: "Renamed".into(), command: renamed });
    assert_eq!(asked(&fixture, server), Asked::Advisory);
    let edited = command("other", &["-c", "curl"]);
    fixture.send(Event::EditServer { server, name: "Renamed".into(), command: edited });
    assert_eq!(asked(&fixture, server), Asked::Enforced);
}

#[test]
fn a_command_that_is_another_file_by_now_is_enforced_again() {
    let (mut fixture, server) = unenforced();
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    fixture.send(Event::Start(server));
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(2)) });
    fixture.send(Event::Trust { server, fingerprint: Fingerprint::of(&seen(2)) });
    assert_eq!(asked(&fixture, server), Asked::Enforced);
}

#[test]
fn what_is_no_longer_trusted_stops_and_asks_anew() {
    let (mut fixture, server) = unenforced();
    let effects = fixture.send(Event::WithdrawTrust(server));
    assert!(effects.contains(&Effect::Stop(server.own())));
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    fixture.send(Event::Start(server));
    let effects = fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    assert!(!effects.contains(&Effect::Launch(server.own())));
    assert_eq!(asked(&fixture, server), Asked::Enforced);
    let files = fixture.files();
    let effects = fixture.send(Event::WithdrawTrust(files));
    assert_eq!(effects, [Effect::Refuse(Refusal::Bundled)]);
}

#[test]
fn what_a_trusted_program_needs_is_in_what_a_server_can_read() {
    let mut fixture = Fixture::new();
    let server = fixture.custom("other");
    let own = Owned {
        identity: Identity { device: 1, inode: 5, born: None },
        files: 1,
        bytes: 1,
        all: true,
        hidden: vec!["/w/server/.env".into()],
    };
    let part = Part { path: "/w/server".into(), need: Need::Program, own: Some(own) };
    let footprint = Footprint { parts: vec![part], ..Footprint::default() };
    let seen = SeenCommand { footprint, ..seen(1) };
    let check = |fixture: &Fixture| {
        let paths = ["/w/server/a.py", "/w/server/.env", "/w/other"].map(path);
        fixture.state.check(server, &paths)
    };
    let outside = Verdict::Outside { nearest: None };
    assert_eq!(check(&fixture), [outside; 3]);
    let fingerprint = Fingerprint::of(&seen);
    fixture.send(Event::Found { session: server.own(), seen: Some(seen) });
    fixture.send(Event::Trust { server, fingerprint });
    assert_eq!(check(&fixture), [Verdict::NeededToRun, outside, outside]);
    fixture.send(Event::WithdrawTrust(server));
    assert_eq!(check(&fixture), [outside; 3]);
}

#[test]
fn what_is_taken_from_one_that_is_stopping_does_not_wait_for_its_end() {
    let (mut fixture, files) = Fixture::running_with(How::RestartOnChange);
    fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    fixture.send(Event::Found { session: files.own(), seen: None });
    fixture.send(Event::Ready(files.own()));
    fixture.send(Event::Stop(files));
    let grant = fixture.state.grants().next().unwrap().id;
    let effects = fixture.send(Event::Revoke(grant));
    assert!(effects.contains(&Effect::Kill(files.own())), "{effects:?}");
}

#[test]
fn less_overtakes_more_that_is_on_its_way() {
    let (mut fixture, files) = Fixture::running();
    let open = Confinement { network: NetworkChoice::Open, ..Confinement::default() };
    let shut = Confinement { network: NetworkChoice::Off, ..open };
    fixture.send(Event::SetConfinement(files, shut));
    let now = fixture.state.now();
    let effects = fixture.state.handle(Event::SetConfinement(files, open), now);
    let Some(Effect::Commit(on_its_way)) = effects.first().cloned() else { panic!("{effects:?}") };
    fixture.send(Event::SetConfinement(files, shut));
    fixture.send(Event::Committed(on_its_way.id));
    assert_eq!(fixture.state.server(files).unwrap().confinement, shut);
}
