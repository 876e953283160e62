//! How much of the computer a server may take.

use super::{Desk, START};
use crate::{Effect, Ending, Event, Limits, Refusal, RunState};

fn most(memory: u32) -> Limits {
    Limits { memory: Some(memory), ..Limits::default() }
}

#[test]
fn less_holds_at_once_and_more_once_it_is_kept_each_with_a_new_start() {
    let (mut desk, files) = Desk::running();
    let effects = desk.state.handle(Event::SetLimits(files, most(512)), START);
    assert_eq!(desk.state.server(files).unwrap().limits, most(512));
    assert!(effects.contains(&Effect::Stop(files.own())), "{effects:?}");
    desk.keep(effects, START);
    desk.send(Event::Ended(files.own(), Ending::Asked));
    desk.send(Event::Found { session: files.own(), seen: None });
    desk.send(Event::Ready(files.own()));

    let effects = desk.state.handle(Event::SetLimits(files, most(1024)), START);
    assert!(matches!(effects.as_slice(), [Effect::Commit(_)]), "{effects:?}");
    assert_eq!(desk.state.server(files).unwrap().limits, most(512));
    desk.keep(effects, START);
    assert_eq!(desk.state.server(files).unwrap().limits, most(1024));
    assert_eq!(desk.state.run(files), Some(RunState::Stopping));
}

#[test]
fn a_limit_that_no_server_could_live_with_is_refused() {
    let (mut desk, files) = Desk::running();
    for limits in [most(1), Limits { processes: 0, memory: None }] {
        let effects = desk.send(Event::SetLimits(files, limits));
        assert_eq!(effects, [Effect::Refuse(Refusal::LimitNotSensible)]);
    }
    assert_eq!(desk.state.server(files).unwrap().limits, Limits::default());
    assert_eq!(desk.send(Event::SetLimits(files, Limits::default())), []);
}

#[test]
fn a_server_that_failed_is_tried_again_with_another_limit() {
    let (mut desk, files) = Desk::running();
    desk.send(Event::Ended(files.own(), Ending::NotLaunched));
    assert_eq!(desk.state.run(files), Some(RunState::Failed));
    let effects = desk.send(Event::SetLimits(files, most(2048)));
    assert!(effects.contains(&Effect::Find(files.own())), "{effects:?}");
}
