//! When a server that ended is started again.

use std::time::Duration;

use super::servers::{custom, later, stops_when_idle};
use super::{Desk, HOUR, seen};
use crate::{
    Asked, Confinement, Effect, Ending, Event, Fingerprint, GaveUp, Lifecycle, Notice, RunState,
    ServerId,
};

/// A disk that takes its time holds back what is sent, and keeps it all in the end.
fn slowly(desk: &mut Desk, events: Vec<Event>) -> Vec<Effect> {
    let now = desk.state.now();
    let effects = events.into_iter().flat_map(|event| desk.state.handle(event, now));
    let effects: Vec<_> = effects.collect();
    desk.effects.clear();
    desk.keep(effects, now);
    std::mem::take(&mut desk.effects)
}

#[test]
fn a_person_who_stops_a_server_is_not_overruled_by_what_is_still_being_kept() {
    let (mut desk, server) = custom(Lifecycle::default());
    let confinement = Confinement { asked: Asked::Advisory, ..Confinement::default() };
    let events = vec![Event::SetConfinement(server, confinement), Event::Stop(server)];
    slowly(&mut desk, events);
    let known = desk.state.server(server).unwrap();
    assert_eq!((known.wanted, &known.confinement), (false, &confinement));
    let effects = desk.send(Event::Ended(server.own(), Ending::Asked));
    assert!(!effects.contains(&Effect::Find(server.own())), "{effects:?}");
    assert_eq!(desk.state.run(server), Some(RunState::Stopped));

    let fingerprint = Fingerprint::of(&seen(2));
    desk.send(Event::Start(server));
    desk.send(Event::Found { session: server.own(), seen: Some(seen(2)) });
    let effects =
        slowly(&mut desk, vec![Event::Trust { server, fingerprint }, Event::Stop(server)]);
    assert!(!effects.contains(&Effect::Find(server.own())), "{effects:?}");
    assert_eq!(desk.state.run(server), Some(RunState::Stopped));
    assert!(!desk.state.server(server).unwrap().wanted);
}

#[test]
fn one_that_crashes_is_started_again_at_its_moment_and_no_earlier() {
    let (mut desk, server) = custom(Lifecycle::default());
    let effects = desk.send(Event::Ended(server.own(), Ending::crash("x", Duration::from_secs(9))));
    let at = later(&desk, 500);
    assert_eq!(desk.state.run(server), Some(RunState::Restarting { at, attempt: 1 }));
    assert!(effects.contains(&Effect::Wake(Some(at))), "{effects:?}");
    assert_eq!(desk.send_at(Event::TimePassed, later(&desk, 499)), []);
    let effects = desk.send_at(Event::TimePassed, at);
    assert!(effects.contains(&Effect::Find(server.own())), "{effects:?}");
    desk.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    desk.send(Event::Ready(server.own()));
    desk.send(Event::Ended(server.own(), Ending::crash("x", Duration::from_secs(9))));
    let at = later(&desk, 1000);
    assert_eq!(desk.state.run(server), Some(RunState::Restarting { at, attempt: 2 }));
}

#[test]
fn one_that_waits_to_be_started_again_is_not_in_a_pause_nor_once_it_is_stopped() {
    for end in [Event::Pause(None), Event::Stop(ServerId(2)), Event::RemoveServer(ServerId(2))] {
        let (mut desk, server) = custom(Lifecycle::default());
        assert_eq!(server, ServerId(2));
        desk.send(Event::Ended(server.own(), Ending::crash("x", Duration::ZERO)));
        desk.send(end.clone());
        let effects = desk.send_at(Event::TimePassed, later(&desk, HOUR));
        assert!(!effects.contains(&Effect::Find(server.own())), "{end:?}");
    }
}

#[test]
fn one_that_ends_the_same_way_twice_is_given_up_and_the_person_told() {
    let (mut desk, server) = custom(Lifecycle::default());
    let crash = || Event::Ended(server.own(), Ending::crash("x", Duration::ZERO));
    desk.send(crash());
    desk.send_at(Event::TimePassed, later(&desk, 500));
    desk.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    let effects = desk.send(crash());
    assert!(effects.contains(&Effect::Tell(Notice::ServerFailed(server.own()))), "{effects:?}");
    assert_eq!(desk.state.run(server), Some(RunState::Failed));
    assert_eq!(desk.state.gave_up(server), Some(GaveUp::SameEnd));
    desk.send(Event::Start(server));
    assert_eq!(desk.state.gave_up(server), None);
    desk.send(Event::Found { session: server.own(), seen: Some(seen(1)) });
    desk.send(crash());
    let at = later(&desk, 500);
    assert_eq!(desk.state.run(server), Some(RunState::Restarting { at, attempt: 1 }));
}

#[test]
fn one_that_may_still_be_there_is_not_started_beside_itself() {
    let (mut desk, server) = custom(Lifecycle::default());
    desk.send(Event::Restart(server.own()));
    let effects = desk.send(Event::Ended(server.own(), Ending::Stuck));
    assert!(!effects.contains(&Effect::Find(server.own())), "{effects:?}");
    assert_eq!(desk.state.run(server), Some(RunState::Failed));
}

#[test]
fn one_that_is_to_sleep_no_more_starts_again() {
    let (mut desk, server) = custom(stops_when_idle());
    desk.send_at(Event::TimePassed, later(&desk, 100));
    desk.send(Event::SetLifecycle(server, Lifecycle::default()));
    let effects = desk.send(Event::Ended(server.own(), Ending::Asked));
    assert!(effects.contains(&Effect::Find(server.own())), "{effects:?}");
}
