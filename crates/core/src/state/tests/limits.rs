//! How much of the computer a server may take.

use super::{Fixture, START};
use crate::{Effect, Ending, Event, Limits, Refusal, RunState};

fn most(memory: u32) -> Limits {
    Limits { memory: Some(memory), ..Limits::default() }
}

#[test]
fn less_holds_at_once_and_more_once_it_is_kept_each_with_a_new_start() {
    let (mut fixture, files) = Fixture::running();
    let effects = fixture.state.handle(Event::SetLimits(files, most(512)), START);
    assert_eq!(fixture.state.server(files).unwrap().limits, most(512));
    assert!(effects.contains(&Effect::Stop(files.own())), "{effects:?}");
    fixture.keep(effects, START);
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    fixture.send(Event::Found { session: files.own(), seen: None });
    fixture.send(Event::Ready(files.own()));

    let effects = fixture.state.handle(Event::SetLimits(files, most(1024)), START);
    assert!(matches!(effects.as_slice(), [Effect::Commit(_)]), "{effects:?}");
    assert_eq!(fixture.state.server(files).unwrap().limits, most(512));
    fixture.keep(effects, START);
    assert_eq!(fixture.state.server(files).unwrap().limits, most(1024));
    assert_eq!(fixture.state.run(files), Some(RunState::Stopping));
}

#[test]
fn a_limit_that_no_server_could_live_with_is_refused() {
    let (mut fixture, files) = Fixture::running();
    for limits in [most(1), Limits { processes: 0, memory: None }] {
        let effects = fixture.send(Event::SetLimits(files, limits));
        assert_eq!(effects, [Effect::Refuse(Refusal::LimitNotSensible)]);
    }
    assert_eq!(fixture.state.server(files).unwrap().limits, Limits::default());
    assert_eq!(fixture.send(Event::SetLimits(files, Limits::default())), []);
}

#[test]
fn a_server_that_failed_is_tried_again_with_another_limit() {
    let (mut fixture, files) = Fixture::running();
    fixture.send(Event::Ended(files.own(), Ending::NotLaunched));
    assert_eq!(fixture.state.run(files), Some(RunState::Failed));
    let effects = fixture.send(Event::SetLimits(files, most(2048)));
    assert!(effects.contains(&Effect::Find(files.own())), "{effects:?}");
}
