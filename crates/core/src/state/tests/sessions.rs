use super::*;
use crate::{Action, Actor, AuditRecord, Ending, Refusal, RunState, SessionId, User};

fn joined(desk: &mut Desk, server: ServerId, number: u32) -> SessionId {
    let session = SessionId { server, number };
    desk.send(Event::Joined(session, User::App("an app".into()), vec![]));
    desk.send(Event::Found { session, seen: None });
    desk.send(Event::Ready(session));
    session
}

#[test]
fn a_grant_reaches_every_session_of_its_server() {
    let (mut desk, files) = Desk::running();
    let app = joined(&mut desk, files, 1);
    let root = root("/w", 1);
    let effects = desk.send(Event::Grant(Consent {
        root: root.clone(),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::Always,
    }));
    for session in [files.own(), app] {
        assert!(effects.contains(&Effect::Announce(session)), "{effects:?}");
        assert_eq!(desk.state.view(session).unwrap().entries[0].root, root);
    }
}

#[test]
fn what_an_app_leaves_is_over_once_its_process_is_gone() {
    let (mut desk, files) = Desk::running();
    let app = joined(&mut desk, files, 1);
    let effects = desk.send(Event::Left(app, Actor::App));
    assert_eq!(effects, [Effect::Stop(app)]);
    assert_eq!(desk.state.run(app), Some(RunState::Stopping));
    let effects = desk.send(Event::Ended(app, Ending::Asked));
    assert!(effects.contains(&Effect::Over(app)), "{effects:?}");
    assert_eq!((desk.state.run(app), desk.state.run(files)), (None, Some(RunState::Running)));
    assert_eq!(desk.send(Event::Left(app, Actor::App)), [Effect::Refuse(Refusal::UnknownSession)]);
}

#[test]
fn the_record_says_who_ended_a_session() {
    let (mut desk, files) = Desk::running();
    for (number, by) in [(1, Actor::App), (2, Actor::Person)] {
        let app = joined(&mut desk, files, number);
        desk.send(Event::Left(app, by));
        let effects = desk.send(Event::Ended(app, Ending::Asked));
        let mut records = effects.iter().filter_map(|effect| {
            if let Effect::Record(record) = effect { Some(record) } else { None }
        });
        let is_end = |record: &&AuditRecord| record.action == Action::SessionEnded;
        let ended = records.find(is_end).unwrap();
        assert_eq!((ended.actor, ended.app.as_deref()), (by, Some("an app")));
    }
}

#[test]
fn what_its_app_left_is_not_started_again_by_a_change() {
    let (mut desk, files) = Desk::running();
    let app = joined(&mut desk, files, 1);
    desk.send(Event::Left(app, Actor::App));
    desk.send(Event::Ended(app, Ending::Stuck));
    assert_eq!(desk.state.run(app), Some(RunState::Failed));
    let advisory = Confinement { asked: Asked::Advisory, ..Confinement::default() };
    let effects = desk.send(Event::SetConfinement(files, advisory));
    assert!(!effects.contains(&Effect::Find(app)), "{effects:?}");
}
