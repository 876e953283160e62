use super::*;
use crate::{Action, Actor, Refusal, RunState, SessionId, User};

fn joined(fixture: &mut Fixture, server: ServerId, number: u32, app: &str) -> SessionId {
    let session = SessionId { server, number };
    fixture.send(Event::Joined(session, User::App(app.into()), vec![]));
    fixture.send(Event::Found { session, seen: None });
    fixture.send(Event::Ready(session));
    session
}

#[test]
fn names_that_nobody_uses_keep_no_app_from_being_paused() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1, "Claude Code");
    for number in 0..1000 {
        fixture.send(Event::PauseApp(format!("invented {number}"), None));
    }
    assert_eq!(fixture.state.paused_apps().len(), 256);
    let effects = fixture.send(Event::PauseApp("another".into(), None));
    assert!(effects.contains(&Effect::Refuse(Refusal::TooManyPaused)), "{effects:?}");
    let effects = fixture.send(Event::PauseApp("Claude Code".into(), None));
    assert!(effects.contains(&Effect::Stop(app)), "{effects:?}");
    assert_eq!(fixture.state.run(files), Some(RunState::Running));
}

#[test]
fn apps_that_come_and_go_can_be_paused_so_many_times() {
    let (mut fixture, files) = Fixture::running();
    for number in 1..=2000 {
        let name = format!("invented {number}");
        let app = joined(&mut fixture, files, number, &name);
        fixture.send(Event::PauseApp(name, None));
        fixture.send(Event::Left(app, Actor::App));
        fixture.send(Event::Ended(app, crate::Ending::Asked));
    }
    assert_eq!(fixture.state.paused_apps().len(), 1024);
    let longer = fixture.send(Event::PauseApp("invented 1".into(), None));
    assert!(!longer.contains(&Effect::Refuse(Refusal::TooManyPaused)), "{longer:?}");
}

#[test]
fn a_shorter_pause_ends_none_earlier_and_a_name_that_looks_alike_is_the_same() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1, "Zed\u{7}");
    fixture.send(Event::PauseApp("Zed\\u{7}".into(), None));
    fixture.send(Event::PauseApp("Zed\u{7}".into(), Some(Time(0))));
    assert!(fixture.state.is_paused(app));
    // The end of a pause of all is not the end of this one.
    fixture.send(Event::Pause(None));
    fixture.send(Event::Resume);
    assert!(fixture.state.is_paused(app) && !fixture.state.is_paused(files.own()));
    fixture.send(Event::Ended(app, crate::Ending::Asked));
    assert_eq!(fixture.state.run(app), Some(RunState::Paused));
    let effects = fixture.send(Event::ResumeApp("Zed\u{7}".into()));
    assert!(effects.contains(&Effect::Find(app)), "{effects:?}");
}

#[test]
fn who_ended_a_pause_is_recorded() {
    let (mut fixture, _) = Fixture::running();
    let by = |effects: &[Effect], action| {
        let records = effects.iter().filter_map(|effect| {
            if let Effect::Record(record) = effect { Some(record) } else { None }
        });
        let mut of_action = records.filter(|record| record.action == action);
        of_action.next().map(|record| record.actor)
    };
    let until = |ms| Time(START.0 + ms);
    let zed = || "Zed".to_owned();
    let all = (1, Event::Pause(Some(until(1))), Event::Resume, Action::Resumed);
    let pause_zed = Event::PauseApp(zed(), Some(until(2)));
    let one = (2, pause_zed, Event::ResumeApp(zed()), Action::AppResumed);
    for (over, pause, resume, resumed) in [all, one] {
        fixture.send(pause.clone());
        assert_eq!(by(&fixture.send(resume), resumed), Some(Actor::Person));
        fixture.send(pause);
        let effects = fixture.send_at(Event::TimePassed, until(over));
        assert_eq!(by(&effects, resumed), Some(Actor::Paddock));
    }
}

#[test]
fn a_folder_in_another_is_taken_with_that_or_not_at_all() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1, "Zed");
    for (at, inode) in [("/w", 1), ("/w/sub", 2), ("/x", 3)] {
        let (root, access, lifetime) = (root(at, inode), Access::Read, Lifetime::Always);
        fixture.send(Event::Grant(Consent { root, server: files, access, lifetime }));
    }
    let paths = |fixture: &Fixture| {
        let wanted = fixture.state.wanted(app).unwrap();
        wanted.entries.iter().map(|it| it.root.path.clone()).collect::<Vec<_>>()
    };
    let refused = fixture.send(Event::Narrow(app, path("/w/sub")));
    assert_eq!(refused, [Effect::Refuse(Refusal::WithinAnother)]);
    assert_eq!(paths(&fixture).len(), 3);
    for elsewhere in ["/", "/w/other", "/y"] {
        let refused = fixture.send(Event::Narrow(app, path(elsewhere)));
        assert_eq!(refused, [Effect::Refuse(Refusal::NotItsFolder)], "{elsewhere}");
    }
    let own = fixture.send(Event::Narrow(files.own(), path("/x")));
    assert_eq!(own, [Effect::Refuse(Refusal::UnknownSession)]);
    fixture.send(Event::Narrow(app, path("/w")));
    assert_eq!(paths(&fixture), [path("/x")]);
    assert_eq!(fixture.state.wanted(files.own()).unwrap().entries.len(), 3);
}
