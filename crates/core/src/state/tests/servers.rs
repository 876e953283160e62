//! Which servers run, and when.

use std::time::Duration;

use super::{Fixture, HOUR, START, root, seen};
use crate::{
    Access, Asking, Change, Command, Consent, CustomCommand, Decision, Effect, Ending, Era, Event,
    Fingerprint, How, Lifecycle, Lifetime, Pause, Provider, ProviderApi, Refusal, Request,
    RequestId, RequestKind, Restart, RunState, Saved, ServerId, State, Time,
};

#[test]
fn an_untrusted_or_changed_command_does_not_run() {
    let mut fixture = Fixture::new();
    let server = fixture.custom("x");
    let (shown, swapped) = (Fingerprint::of(&seen(1)), Fingerprint::of(&seen(2)));
    let effects = fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    assert!(!effects.contains(&Effect::Launch(server.own())));
    let effects = fixture.send(Event::Trust { server, fingerprint: swapped });
    assert_eq!(effects, [Effect::Refuse(Refusal::CommandChanged)]);
    fixture.send(Event::Trust { server, fingerprint: shown });
    let effects = fixture.send(Event::Found { session: server.own(), seen: Some(seen(2)) });
    assert!(!effects.contains(&Effect::Launch(server.own())));
    let run = fixture.state.run(server);
    assert_eq!(run, Some(RunState::NeedsTrust { fingerprint: swapped, changed: true }));
}

#[test]
fn a_pause_stops_every_server_and_starts_them_again() {
    let (mut fixture, files) = Fixture::running();
    let effects = fixture.send(Event::Pause(Some(Time(START.0 + HOUR))));
    assert!(effects.contains(&Effect::Stop(files.own())));
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    assert_eq!(fixture.state.run(files), Some(RunState::Paused));
    let effects = fixture.send_at(Event::TimePassed, Time(START.0 + HOUR));
    assert!(effects.contains(&Effect::Find(files.own())));
}

#[test]
fn a_pause_is_kept_until_it_is_over() {
    let (mut fixture, files) = Fixture::running();
    let kept = |effects: &[Effect]| {
        let commits = effects.iter().filter_map(|effect| {
            if let Effect::Commit(commit) = effect { Some(&commit.changes) } else { None }
        });
        commits.flatten().cloned().collect::<Vec<_>>()
    };
    let until = Some(Time(START.0 + HOUR));
    assert_eq!(kept(&fixture.send(Event::Pause(until))), [Change::SetPause(Some(Pause { until }))]);
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    assert_eq!(kept(&fixture.send(Event::Resume)), [Change::SetPause(None)]);

    let saved = Saved { paused: Some(Pause { until }), ..Saved::default() };
    let (mut state, _) = State::open(saved.clone(), START);
    state.handle(Event::Surveyed(Some(How::Live)), START);
    let effects = state.handle(Event::Opened, START);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Find(_))), "{effects:?}");
    let files = state.servers().next().unwrap().id;
    assert_eq!((state.run(files), state.paused().is_some()), (Some(RunState::Paused), true));
    let effects = state.handle(Event::TimePassed, Time(START.0 + HOUR));
    assert!(effects.contains(&Effect::Find(files.own())), "{effects:?}");
    assert_eq!(kept(&effects), [Change::SetPause(None)]);

    let (state, effects) = State::open(saved, Time(START.0 + HOUR));
    assert_eq!((state.paused(), kept(&effects).contains(&Change::SetPause(None))), (None, true));
}

#[test]
fn names_are_taken_once_whatever_their_case() {
    let mut fixture = Fixture::new();
    fixture.custom("Acme");
    let command = Command::Custom(CustomCommand { program: "x".into(), ..Default::default() });
    let effects = fixture.send(Event::AddServer { name: "ACME".into(), command });
    assert_eq!(effects, [Effect::Refuse(Refusal::NameTaken)]);
}

/// With a server of a person's own running.
pub(super) fn custom(lifecycle: Lifecycle) -> (Fixture, ServerId) {
    let mut fixture = Fixture::new();
    let command = CustomCommand { program: "other".into(), ..Default::default() };
    fixture.send(Event::AddServer { name: "Other".into(), command: Command::Custom(command) });
    let server = fixture.state.servers().last().unwrap().id;
    let fingerprint = Fingerprint::of(&seen(1));
    fixture.send(Event::SetLifecycle(server, lifecycle));
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    fixture.send(Event::Trust { server, fingerprint });
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    fixture.send(Event::Ready(server.own()));
    (fixture, server)
}

pub(super) fn stops_when_idle() -> Lifecycle {
    Lifecycle { stop_when_idle: Some(Duration::from_millis(100)), ..Lifecycle::default() }
}

pub(super) fn later(fixture: &Fixture, by: i64) -> Time {
    Time(fixture.state.now().0 + by)
}

#[test]
fn an_idle_server_is_stopped_and_wakes_when_it_is_needed() {
    let (mut fixture, server) = custom(stops_when_idle());
    let effects = fixture.send(Event::Busy(server.own(), true));
    assert_eq!(effects, [Effect::Wake(None)], "in use, it has no end");
    fixture.send_at(Event::TimePassed, later(&fixture, 1000));
    assert_eq!(fixture.state.run(server), Some(RunState::Running));
    fixture.send(Event::Busy(server.own(), false));
    let effects = fixture.send_at(Event::TimePassed, later(&fixture, 99));
    assert_eq!(effects, []);
    let effects = fixture.send_at(Event::TimePassed, later(&fixture, 1));
    assert!(effects.contains(&Effect::Stop(server.own())), "{effects:?}");
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    assert_eq!(fixture.state.run(server), Some(RunState::Asleep));

    assert_eq!(fixture.send(Event::Needed(server.own())), [Effect::Find(server.own())]);
    assert_eq!(fixture.state.run(server), Some(RunState::Starting));
}

#[test]
fn one_that_waits_for_an_answer_is_not_idle() {
    let (mut fixture, server) = custom(stops_when_idle());
    let id = RequestId(1);
    let (kind, summary) = (RequestKind::Form, "Your name".into());
    let (session, during, tokens, of) = (server.own(), None, 0, None);
    let request = Request { id, session, kind, summary, during, tokens, of };
    let effects = fixture.send(Event::Requested(request));
    assert!(effects.contains(&Effect::Wake(None)), "{effects:?}");
    fixture.send_at(Event::TimePassed, later(&fixture, 1000));
    assert_eq!(fixture.state.run(server), Some(RunState::Running));
    fixture.send(Event::Decided(id, Decision::Deny { mute: false }));
    let effects = fixture.send_at(Event::TimePassed, later(&fixture, 99));
    assert_eq!(effects, [], "idle from the answer on");
    let effects = fixture.send_at(Event::TimePassed, later(&fixture, 1));
    assert!(effects.contains(&Effect::Stop(server.own())), "{effects:?}");
}

#[test]
fn one_that_is_needed_while_it_falls_asleep_starts_again() {
    let (mut fixture, server) = custom(stops_when_idle());
    fixture.send_at(Event::TimePassed, later(&fixture, 100));
    fixture.send(Event::Needed(server.own()));
    let effects = fixture.send(Event::Ended(server.own(), Ending::Asked));
    assert!(effects.contains(&Effect::Find(server.own())), "{effects:?}");
}

#[test]
fn one_that_a_person_stops_while_it_falls_asleep_is_stopped() {
    let (mut fixture, server) = custom(stops_when_idle());
    fixture.send_at(Event::TimePassed, later(&fixture, 100));
    fixture.send(Event::Stop(server));
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    assert_eq!(fixture.state.run(server), Some(RunState::Stopped));
    fixture.send(Event::Needed(server.own()));
    assert_eq!(fixture.state.run(server), Some(RunState::Stopped));
}

#[test]
fn nothing_wakes_in_a_pause() {
    let (mut fixture, server) = custom(stops_when_idle());
    fixture.send_at(Event::TimePassed, later(&fixture, 100));
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    fixture.send(Event::Pause(None));
    assert_eq!(fixture.send(Event::Needed(server.own())), []);
    assert_eq!(fixture.state.run(server), Some(RunState::Asleep));
}

#[test]
fn a_run_that_falls_asleep_is_over() {
    let (mut fixture, server) = custom(stops_when_idle());
    let (root, access, lifetime) = (root("/a", 1), Access::Read, Lifetime::ThisRun);
    fixture.send(Event::Grant(Consent { root, server, access, lifetime }));
    assert_eq!(fixture.state.grants().count(), 1);
    fixture.send_at(Event::TimePassed, later(&fixture, 100));
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    assert_eq!(fixture.state.grants().count(), 0);
}

#[test]
fn a_sleeping_server_sleeps_on_for_another_secret_and_asks_for_other_words() {
    let (mut fixture, server) = custom(stops_when_idle());
    fixture.send_at(Event::TimePassed, later(&fixture, 100));
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    let edited = |program: &str| Event::EditServer {
        server,
        name: "Other".into(),
        command: Command::Custom(CustomCommand { program: program.into(), ..Default::default() }),
    };
    fixture.send(edited("other"));
    assert_eq!(fixture.state.run(server), Some(RunState::Asleep));
    let effects = fixture.send(edited("another"));
    assert!(effects.contains(&Effect::Find(server.own())), "{effects:?}");
}

#[test]
fn what_a_trusted_command_speaks_is_kept_until_another_is_trusted() {
    let (mut fixture, server) = custom(Lifecycle::default());
    let effects = fixture.send(Event::Spoke(server.own(), Some(Era::Modern)));
    assert!(matches!(&effects[..], [Effect::Commit(commit)]
        if matches!(&commit.changes[..], [Change::PutServer(it)] if it.era() == Some(Era::Modern))));
    assert_eq!(fixture.send(Event::Spoke(server.own(), Some(Era::Modern))), []);
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    fixture.send(Event::Start(server));
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(2)) });
    fixture.send(Event::Trust { server, fingerprint: Fingerprint::of(&seen(2)) });
    let known = fixture.state.server(server).unwrap();
    assert_eq!(
        (known.era(), known.trusted.as_ref().unwrap().seen.as_ref()),
        (None, Some(&seen(2)))
    );
}

#[test]
fn less_asking_is_in_force_at_once_and_providers_have_names_of_their_own() {
    let (mut fixture, server) = custom(Lifecycle::default());
    let muted = Asking { muted: true, ..Asking::default() };
    fixture.send(Event::SetAsking(server, muted));
    assert_eq!(fixture.state.server(server).unwrap().asking, muted);

    let add = |name: &str| Event::AddProvider {
        name: name.into(),
        api: ProviderApi::OpenAi,
        url: "http://localhost:1".into(),
        preferred: None,
        has_key: false,
    };
    fixture.send(add("Here"));
    let known = fixture.state.providers().next().unwrap().clone();
    assert_eq!(fixture.send(add("HERE")), [Effect::Refuse(Refusal::ProviderNameTaken)]);
    assert_eq!(fixture.send(add(" ")), [Effect::Refuse(Refusal::EmptyProviderName)]);
    fixture.send(Event::EditProvider(Provider { has_key: true, ..known.clone() }));
    assert!(fixture.state.provider(known.id).unwrap().has_key);
    assert!(!fixture.state.provider(known.id).unwrap().allowed);
    let allow = |url: &str| Event::AllowProvider { provider: known.id, url: url.into() };
    let elsewhere = fixture.send(allow("http://localhost:2"));
    assert_eq!(elsewhere, [Effect::Refuse(Refusal::UnknownProvider)]);
    fixture.send(allow("http://localhost:1"));
    let renamed = Provider { name: "There".into(), allowed: false, ..known.clone() };
    fixture.send(Event::EditProvider(renamed));
    assert!(fixture.state.provider(known.id).unwrap().allowed, "it is where it was");
    let moved = Provider { url: "http://localhost:2".into(), allowed: true, ..known.clone() };
    fixture.send(Event::EditProvider(moved));
    assert!(!fixture.state.provider(known.id).unwrap().allowed, "at another address");
    fixture.send(Event::RemoveProvider(known.id));
    let gone = fixture.send(Event::EditProvider(known));
    assert_eq!(gone, [Effect::Refuse(Refusal::UnknownProvider)]);
}

#[test]
fn a_stop_is_not_undone_by_what_was_on_its_way_to_the_disk() {
    let (mut fixture, files) = Fixture::running();
    let lifecycle = Lifecycle { restart: Restart::Never, ..Lifecycle::default() };
    let effects = fixture.state.handle(Event::SetLifecycle(files, lifecycle), START);
    let [Effect::Commit(commit)] = effects.as_slice() else { panic!("{effects:?}") };
    fixture.send(Event::Stop(files));
    fixture.send(Event::Committed(commit.id));
    let server = fixture.state.server(files).unwrap();
    assert_eq!((server.wanted, &server.lifecycle), (false, &lifecycle));
}
