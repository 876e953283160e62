//! What is noted of use, and deleted.

use super::{Fixture, HOUR, START, path, root};
use crate::{
    Access, Action, AuditRecord, Called, Change, Effect, Event, Lifetime, Saved, ServerId, State,
    Time,
};

fn call(server: ServerId, paths: &[&str], ok: bool) -> Event {
    let what = Called::Tool("read_text_file".to_owned());
    let paths = paths.iter().map(|it| path(it)).collect();
    Event::Called { session: server.own(), what, paths, arguments: None, ok }
}

fn record(effects: &[Effect]) -> AuditRecord {
    let mut records = effects
        .iter()
        .filter_map(|effect| if let Effect::Record(record) = effect { Some(record) } else { None });
    let found = records.find(|record| record.action == Action::ToolCalled).cloned();
    found.expect("the call is recorded")
}

#[test]
fn a_call_that_names_a_path_is_the_last_use_of_the_nearest_grant() {
    let (mut fixture, files) = Fixture::running();
    let outer = fixture.grant(&root("/w", 1), files, Access::Read, Lifetime::Always);
    let inner = fixture.grant(&root("/w/acme", 2), files, Access::Read, Lifetime::Always);
    assert_eq!(fixture.state.used(inner), None);

    let now = Time(START.0 + HOUR);
    let effects = fixture.send_at(call(files, &["/etc/passwd", "/w/acme/a.rs", "/w/b"], true), now);
    let record = record(&effects);
    assert_eq!((record.grant, record.path), (Some(inner), Some(path("/w/acme/a.rs"))));
    let used = fixture.state.used(inner).unwrap();
    assert_eq!(
        (used.at, used.by.as_str(), &used.path),
        (now, "read_text_file", &path("/w/acme/a.rs"))
    );
    assert_eq!(fixture.state.used(outer).unwrap().path, path("/w/b"));
}

#[test]
fn what_failed_is_no_use_and_what_lies_elsewhere_is_not_written_down() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/w", 1), files, Access::Read, Lifetime::Always);
    let failed = record(&fixture.send(call(files, &["/w/a"], false)));
    assert_eq!((failed.grant, failed.ok), (Some(grant), false));
    assert_eq!(fixture.state.used(grant), None);
    let elsewhere = record(&fixture.send(call(files, &["/etc/passwd", "/w-evil/a"], true)));
    assert_eq!((elsewhere.grant, elsewhere.path), (None, None));
    assert_eq!(fixture.state.used(grant), None);
}

#[test]
fn a_use_is_known_after_a_start_and_goes_with_its_grant() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/w", 1), files, Access::Read, Lifetime::Always);
    fixture.send(call(files, &["/w/a"], true));
    let saved = Saved {
        servers: fixture.state.servers().cloned().collect(),
        grants: fixture.state.grants().cloned().collect(),
        used: vec![(grant, fixture.state.used(grant).unwrap().clone())],
        next_id: 900,
        ..Saved::default()
    };
    let (opened, _) = State::open(saved, START);
    assert_eq!(opened.used(grant), fixture.state.used(grant));
    fixture.send(Event::Revoke(grant));
    assert_eq!(fixture.state.used(grant), None);
}

#[test]
fn the_activity_is_deleted_with_a_record_that_says_so() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/w", 1), files, Access::Read, Lifetime::Always);
    fixture.send(call(files, &["/w/a"], true));
    let effects = fixture.send(Event::DeleteActivity);
    let [Effect::Commit(commit)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(commit.changes, [Change::ForgetActivity]);
    let actions: Vec<_> = commit.audit.iter().map(|record| record.action).collect();
    assert_eq!(actions, [Action::ActivityDeleted]);
    assert_eq!(fixture.state.used(grant), None);
}
