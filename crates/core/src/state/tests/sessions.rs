use super::*;
use crate::{Action, Actor, AuditRecord, Ending, Fingerprint, Refusal, RunState, SessionId, User};

fn joined(fixture: &mut Fixture, server: ServerId, number: u32) -> SessionId {
    let session = SessionId { server, number };
    fixture.send(Event::Joined(session, User::App("an app".into()), vec![]));
    fixture.send(Event::Found { session, seen: None });
    fixture.send(Event::Ready(session));
    session
}

#[test]
fn a_grant_reaches_every_session_of_its_server() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1);
    let root = root("/w", 1);
    let effects = fixture.send(Event::Grant(Consent {
        root: root.clone(),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::Always,
    }));
    for session in [files.own(), app] {
        assert!(effects.contains(&Effect::Announce(session)), "{effects:?}");
        assert_eq!(fixture.state.view(session).unwrap().entries[0].root, root);
    }
}

#[test]
fn what_an_app_leaves_is_over_once_its_process_is_gone() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1);
    let effects = fixture.send(Event::Left(app, Actor::App));
    assert_eq!(effects, [Effect::Stop(app)]);
    assert_eq!(fixture.state.run(app), Some(RunState::Stopping));
    let effects = fixture.send(Event::Ended(app, Ending::Asked));
    assert!(effects.contains(&Effect::Over(app)), "{effects:?}");
    assert_eq!((fixture.state.run(app), fixture.state.run(files)), (None, Some(RunState::Running)));
    assert_eq!(
        fixture.send(Event::Left(app, Actor::App)),
        [Effect::Refuse(Refusal::UnknownSession)]
    );
}

#[test]
fn the_record_says_who_ended_a_session() {
    let (mut fixture, files) = Fixture::running();
    for (number, by) in [(1, Actor::App), (2, Actor::Person)] {
        let app = joined(&mut fixture, files, number);
        fixture.send(Event::Left(app, by));
        let effects = fixture.send(Event::Ended(app, Ending::Asked));
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
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1);
    fixture.send(Event::Left(app, Actor::App));
    fixture.send(Event::Ended(app, Ending::Stuck));
    assert_eq!(fixture.state.run(app), Some(RunState::Failed));
    let advisory = Confinement { asked: Asked::Advisory, ..Confinement::default() };
    let effects = fixture.send(Event::SetConfinement(files, advisory));
    assert!(!effects.contains(&Effect::Find(app)), "{effects:?}");
}

#[test]
fn trust_is_withdrawn_while_an_app_is_leaving() {
    let mut fixture = Fixture::new();
    let server = fixture.custom("other");
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    fixture.send(Event::Trust { server, fingerprint: Fingerprint::of(&seen(1)) });
    let app = SessionId { server, number: 1 };
    fixture.send(Event::Joined(app, User::App("an app".into()), vec![]));
    fixture.send(Event::Found { session: app, seen: Some(seen(1)) });
    fixture.send(Event::Ready(app));
    fixture.send(Event::Left(app, Actor::App));
    assert_eq!(fixture.state.run(app), Some(RunState::Stopping));

    let effects = fixture.send(Event::WithdrawTrust(server));
    let refused = |effect: &&Effect| matches!(effect, Effect::Refuse(_));
    assert_eq!(effects.iter().find(refused), None);
    assert_eq!(fixture.state.server(server).unwrap().trusted, None);
    fixture.send(Event::Ended(app, Ending::Asked));
    assert_eq!(fixture.state.run(app), None, "it is not started again");
}

#[test]
fn what_was_taken_from_a_session_is_not_had_by_another_path_to_the_same_folder() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1);
    let give = |fixture: &mut Fixture, path: &str, inode, access| {
        fixture.grant(&root(path, inode), files, access, Lifetime::Always)
    };
    give(&mut fixture, "/a", 1, Access::Read);
    give(&mut fixture, "/bound", 1, Access::Read);
    give(&mut fixture, "/other", 2, Access::Read);
    fixture.send(Event::Narrow(app, path("/a")));
    let has = |fixture: &Fixture, session: SessionId| {
        let entries = &fixture.state.wanted(session).unwrap().entries;
        entries
            .iter()
            .map(|entry| entry.root.path.as_path().display().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(has(&fixture, app), ["/other"]);
    assert_eq!(has(&fixture, files.own()), ["/a", "/bound", "/other"]);
    // One that holds it by such a path would even give more of it than was granted there.
    give(&mut fixture, "/w/bound", 1, Access::Read);
    give(&mut fixture, "/w", 3, Access::ReadWrite);
    assert_eq!(has(&fixture, app), ["/other"]);
}
