use super::*;
use crate::{Called, Place, SessionId, User};

fn place(path: &str, inode: u64) -> Place {
    Place { root: root(path, inode), proposable: true }
}

fn joined(fixture: &mut Fixture, server: ServerId, number: u32, places: Vec<Place>) -> SessionId {
    let session = SessionId { server, number };
    fixture.send(Event::Joined(session, User::App("an app".into()), places));
    fixture.send(Event::Found { session, seen: None });
    fixture.send(Event::Ready(session));
    let list = fixture.state.view(session).unwrap().clone();
    fixture.send(Event::Told(session, list));
    session
}

fn called(fixture: &mut Fixture, session: SessionId) -> Vec<Effect> {
    let what = Called::Tool("read".into());
    fixture.send(Event::Called { session, what, paths: vec![], arguments: None, ok: true })
}

fn asked(fixture: &Fixture) -> Vec<String> {
    let paths = fixture.state.asked_places().map(|place| place.root.path.as_path());
    paths.map(|path| path.display().to_string()).collect()
}

fn tells(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Tell(crate::Notice::Place(_))))
}

#[test]
fn a_folder_is_asked_for_once_the_server_is_used() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1, vec![place("/w", 1)]);
    fixture.send(Event::Works(app, vec![place("/x", 2)]));
    assert!(asked(&fixture).is_empty(), "an app that only looks is no reason to ask");
    assert!(tells(&called(&mut fixture, app)));
    assert_eq!(asked(&fixture), ["/x"]);
    assert!(!tells(&called(&mut fixture, app)), "told once");
}

#[test]
fn a_server_without_roots_lacks_a_folder_once_a_call_into_it_fails() {
    let (mut fixture, files) = Fixture::running();
    let app = SessionId { server: files, number: 1 };
    fixture.send(Event::Joined(app, User::App("an app".into()), vec![place("/w", 1)]));
    fixture.send(Event::Found { session: app, seen: None });
    fixture.send(Event::Ready(app));
    let mut call = |path: &str, ok| {
        let (what, paths) = (Called::Tool("read".into()), vec![AbsolutePath::new(path).unwrap()]);
        fixture.send(Event::Called { session: app, what, paths, arguments: None, ok });
        asked(&fixture)
    };
    assert!(call("/w/a", true).is_empty(), "it did without");
    assert!(call("/elsewhere/a", false).is_empty(), "its app works elsewhere");
    assert_eq!(call("/w/a", false), ["/w"]);
}

#[test]
fn what_an_app_states_after_its_first_call_is_asked_for_at_once_and_instead() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1, vec![place("/home/of/the/app", 1)]);
    called(&mut fixture, app);
    assert_eq!(asked(&fixture), ["/home/of/the/app"]);
    let effects = fixture.send(Event::Works(app, vec![place("/w", 2)]));
    assert_eq!(asked(&fixture), ["/w"]);
    assert!(tells(&effects));
}

#[test]
fn what_another_session_of_the_app_works_in_stays_asked_for() {
    let (mut fixture, files) = Fixture::running();
    let one = joined(&mut fixture, files, 1, vec![place("/w", 1)]);
    let _other = joined(&mut fixture, files, 2, vec![place("/w", 1)]);
    called(&mut fixture, one);
    fixture.send(Event::Works(one, vec![place("/x", 2)]));
    assert_eq!(asked(&fixture), ["/w", "/x"]);
}

#[test]
fn what_an_app_worked_in_stays_asked_for_when_its_session_ends() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1, vec![place("/w", 1)]);
    called(&mut fixture, app);
    fixture.send(Event::Left(app, crate::Actor::App));
    fixture.send(Event::Ended(app, crate::Ending::Asked));
    assert_eq!(asked(&fixture), ["/w"]);
}

#[test]
fn an_app_that_goes_to_and_fro_is_not_told_of_without_end() {
    let (mut fixture, files) = Fixture::running();
    let app = joined(&mut fixture, files, 1, vec![place("/w", 1)]);
    called(&mut fixture, app);
    let times = (0..100).filter(|number| {
        let effects =
            fixture.send(Event::Works(app, vec![place(&format!("/w{number}"), 2 + number)]));
        tells(&effects) | tells(&called(&mut fixture, app))
    });
    let times = times.count();
    assert!((8..32).contains(&times), "{times}");
    assert!(asked(&fixture).len() <= 1);
}
