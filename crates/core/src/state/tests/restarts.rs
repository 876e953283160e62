//! When a server that ended is started again.

use std::time::Duration;

use super::servers::{custom, later, stops_when_idle};
use super::{Fixture, HOUR, seen};
use crate::{
    Asked, Confinement, Effect, Ending, Event, Fingerprint, GaveUp, Lifecycle, Notice, RunState,
    ServerId,
};

/// A disk that takes its time holds back what is sent, and keeps it all in the end.
fn slowly(fixture: &mut Fixture, events: Vec<Event>) -> Vec<Effect> {
    let now = fixture.state.now();
    let effects = events.into_iter().flat_map(|event| fixture.state.handle(event, now));
    let effects: Vec<_> = effects.collect();
    fixture.effects.clear();
    fixture.keep(effects, now);
    std::mem::take(&mut fixture.effects)
}

#[test]
fn a_person_who_stops_a_server_is_not_overruled_by_what_is_still_being_kept() {
    let (mut fixture, server) = custom(Lifecycle::default());
    let confinement = Confinement { asked: Asked::Advisory, ..Confinement::default() };
    let events = vec![Event::SetConfinement(server, confinement), Event::Stop(server)];
    slowly(&mut fixture, events);
    let known = fixture.state.server(server).unwrap();
    assert_eq!((known.wanted, &known.confinement), (false, &confinement));
    let effects = fixture.send(Event::Ended(server.own(), Ending::Asked));
    assert!(!effects.contains(&Effect::Find(server.own())), "{effects:?}");
    assert_eq!(fixture.state.run(server), Some(RunState::Stopped));

    let fingerprint = Fingerprint::of(&seen(2));
    fixture.send(Event::Start(server));
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(2)) });
    let effects =
        slowly(&mut fixture, vec![Event::Trust { server, fingerprint }, Event::Stop(server)]);
    assert!(!effects.contains(&Effect::Find(server.own())), "{effects:?}");
    assert_eq!(fixture.state.run(server), Some(RunState::Stopped));
    assert!(!fixture.state.server(server).unwrap().wanted);
}

#[test]
fn one_that_crashes_is_started_again_at_its_moment_and_no_earlier() {
    let (mut fixture, server) = custom(Lifecycle::default());
    let effects =
        fixture.send(Event::Ended(server.own(), Ending::crash("x", Duration::from_secs(9))));
    let at = later(&fixture, 500);
    assert_eq!(fixture.state.run(server), Some(RunState::Restarting { at, attempt: 1 }));
    assert!(effects.contains(&Effect::Wake(Some(at))), "{effects:?}");
    assert_eq!(fixture.send_at(Event::TimePassed, later(&fixture, 499)), []);
    let effects = fixture.send_at(Event::TimePassed, at);
    assert!(effects.contains(&Effect::Find(server.own())), "{effects:?}");
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    fixture.send(Event::Ready(server.own()));
    fixture.send(Event::Ended(server.own(), Ending::crash("x", Duration::from_secs(9))));
    let at = later(&fixture, 1000);
    assert_eq!(fixture.state.run(server), Some(RunState::Restarting { at, attempt: 2 }));
}

#[test]
fn one_that_waits_to_be_started_again_is_not_in_a_pause_nor_once_it_is_stopped() {
    for end in [Event::Pause(None), Event::Stop(ServerId(2)), Event::RemoveServer(ServerId(2))] {
        let (mut fixture, server) = custom(Lifecycle::default());
        assert_eq!(server, ServerId(2));
        fixture.send(Event::Ended(server.own(), Ending::crash("x", Duration::ZERO)));
        fixture.send(end.clone());
        let effects = fixture.send_at(Event::TimePassed, later(&fixture, HOUR));
        assert!(!effects.contains(&Effect::Find(server.own())), "{end:?}");
    }
}

#[test]
fn one_that_ends_the_same_way_twice_is_given_up_and_the_person_told() {
    let (mut fixture, server) = custom(Lifecycle::default());
    let crash = || Event::Ended(server.own(), Ending::crash("x", Duration::ZERO));
    fixture.send(crash());
    fixture.send_at(Event::TimePassed, later(&fixture, 500));
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    let effects = fixture.send(crash());
    assert!(effects.contains(&Effect::Tell(Notice::ServerFailed(server.own()))), "{effects:?}");
    assert_eq!(fixture.state.run(server), Some(RunState::Failed));
    assert_eq!(fixture.state.gave_up(server), Some(GaveUp::SameEnd));
    fixture.send(Event::Start(server));
    assert_eq!(fixture.state.gave_up(server), None);
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    fixture.send(crash());
    let at = later(&fixture, 500);
    assert_eq!(fixture.state.run(server), Some(RunState::Restarting { at, attempt: 1 }));
}

#[test]
fn one_that_may_still_be_there_is_not_started_beside_itself() {
    let (mut fixture, server) = custom(Lifecycle::default());
    fixture.send(Event::Restart(server.own()));
    let effects = fixture.send(Event::Ended(server.own(), Ending::Stuck));
    assert!(!effects.contains(&Effect::Find(server.own())), "{effects:?}");
    assert_eq!(fixture.state.run(server), Some(RunState::Failed));
}

#[test]
fn one_that_is_to_sleep_no_more_starts_again() {
    let (mut fixture, server) = custom(stops_when_idle());
    fixture.send_at(Event::TimePassed, later(&fixture, 100));
    fixture.send(Event::SetLifecycle(server, Lifecycle::default()));
    let effects = fixture.send(Event::Ended(server.own(), Ending::Asked));
    assert!(effects.contains(&Effect::Find(server.own())), "{effects:?}");
}
