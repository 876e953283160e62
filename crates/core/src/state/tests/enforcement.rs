//! What the operating system is asked for, and what follows from its answers.

use super::{Desk, path, root};
use crate::{
    Access, Consent, Effect, Enforcement, Event, How, Lifetime, Proven, Reachability, RunState,
    Verdict, Why,
};

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
