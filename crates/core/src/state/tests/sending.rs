//! How much a server may send in a day.

use super::{Desk, START};
use crate::{Action, Ceiling, Effect, Ending, Event, Notice, Refusal, ServerId, State, Time};

const DAY: Time = Time(START.0 + 1000);

/// A server that runs and may send ten thousand bytes a day.
fn limited() -> (Desk, ServerId) {
    let (mut desk, files) = Desk::running();
    desk.send(Event::DayBegan(DAY));
    desk.send(Event::SetMostSent(files, Some(10_000)));
    (desk, files)
}

fn asked(state: &State) -> Vec<u64> {
    state.asked_sending().map(|it| it.ceiling).collect()
}

#[test]
fn a_limit_holds_at_once_and_more_once_it_is_kept() {
    let (mut desk, files) = Desk::running();
    let effects = desk.state.handle(Event::SetMostSent(files, Some(10_000)), START);
    assert_eq!(desk.state.ceiling(files), Ceiling::Bytes(10_000));
    assert!(effects.contains(&Effect::Sending(files)), "{effects:?}");
    assert!(!effects.contains(&Effect::Stop(files.own())), "no new start: {effects:?}");
    desk.keep(effects, START);
    for more in [Some(20_000), None] {
        let before = desk.state.ceiling(files);
        let effects = desk.state.handle(Event::SetMostSent(files, more), START);
        assert!(matches!(effects.as_slice(), [Effect::Commit(_)]), "{effects:?}");
        assert_eq!(desk.state.ceiling(files), before);
        desk.keep(effects, START);
        assert_eq!(desk.state.server(files).unwrap().sending.most, more);
    }
    let effects = desk.send(Event::SetMostSent(files, Some(999)));
    assert_eq!(effects, [Effect::Refuse(Refusal::LimitNotSensible)]);
}

#[test]
fn a_server_that_is_held_is_asked_about_once_and_told_of() {
    let (mut desk, files) = limited();
    let effects = desk.send(Event::SendingHeld(files.own()));
    assert!(effects.contains(&Effect::Tell(Notice::Sending(files))));
    let recorded = |it: &Effect| matches!(it, Effect::Record(record) if record.action == Action::SendingHeld && !record.ok);
    assert!(effects.iter().any(recorded), "{effects:?}");
    assert_eq!(desk.send(Event::SendingHeld(files.own())), []);
    assert_eq!(asked(&desk.state), [10_000]);

    let effects = desk.state.handle(Event::SendToday(files, Ceiling::Bytes(20_000)), START);
    assert_eq!(asked(&desk.state), [10_000]);
    desk.keep(effects, START);
    assert!(desk.effects.contains(&Effect::Sending(files)), "{:?}", desk.effects);
    assert_eq!((asked(&desk.state), desk.state.ceiling(files)), (vec![], Ceiling::Bytes(20_000)));
    desk.send(Event::SendingHeld(files.own()));
    assert_eq!(asked(&desk.state), [20_000]);
}

#[test]
fn a_server_that_is_stopped_is_not_asked_about_until_the_day_ends() {
    let (mut desk, files) = limited();
    desk.send(Event::SendingHeld(files.own()));
    let effects = desk.state.handle(Event::SendToday(files, Ceiling::Stopped), START);
    assert_eq!((asked(&desk.state), desk.state.ceiling(files)), (vec![], Ceiling::Stopped));
    assert!(effects.contains(&Effect::Sending(files)), "{effects:?}");
    desk.keep(effects, START);
    assert_eq!(desk.send(Event::SendingHeld(files.own())), []);
    // A lower limit leaves it stopped.
    desk.send(Event::SetMostSent(files, Some(5000)));
    assert_eq!(desk.state.ceiling(files), Ceiling::Stopped);

    let effects = desk.state.handle(Event::TimePassed, DAY);
    assert!(effects.contains(&Effect::DayOver) && effects.contains(&Effect::Sending(files)));
    assert_eq!(desk.state.ceiling(files), Ceiling::Bytes(5000));
}

#[test]
fn what_was_allowed_today_and_what_is_asked_ends_with_the_day() {
    let (mut desk, files) = limited();
    desk.send(Event::SendToday(files, Ceiling::Unlimited));
    assert_eq!(desk.state.ceiling(files), Ceiling::Unlimited);
    desk.state.handle(Event::TimePassed, DAY);
    assert_eq!(desk.state.ceiling(files), Ceiling::Bytes(10_000));
    // Nobody knows yet when the next day ends.
    let effects = desk.state.handle(Event::SendToday(files, Ceiling::Unlimited), DAY);
    assert_eq!(effects, [Effect::Refuse(Refusal::UnknownRequest)]);

    desk.state.handle(Event::DayBegan(Time(DAY.0 + 1000)), DAY);
    desk.state.handle(Event::SendingHeld(files.own()), DAY);
    assert_eq!(asked(&desk.state), [10_000]);
    desk.state.handle(Event::TimePassed, Time(DAY.0 + 1000));
    assert!(asked(&desk.state).is_empty());
}

#[test]
fn nobody_is_asked_about_a_server_without_a_limit_or_that_does_not_run() {
    let (mut desk, files) = Desk::running();
    desk.send(Event::DayBegan(DAY));
    assert_eq!(desk.send(Event::SendingHeld(files.own())), []);
    let effects = desk.send(Event::SendToday(files, Ceiling::Stopped));
    assert_eq!(effects, [Effect::Refuse(Refusal::UnknownRequest)]);
    desk.send(Event::SetMostSent(files, Some(10_000)));
    desk.send(Event::SendingHeld(files.own()));
    desk.send(Event::Stop(files));
    desk.send(Event::Ended(files.own(), Ending::Asked));
    assert!(asked(&desk.state).is_empty());
}

#[test]
fn what_a_server_sends_before_it_has_a_limit_is_of_its_day_too() {
    let (mut desk, files) = Desk::running();
    let effects = desk.send(Event::DayBegan(DAY));
    assert!(effects.contains(&Effect::Wake(Some(DAY))), "{effects:?}");
    desk.send(Event::Stop(files));
    let effects = desk.send(Event::Ended(files.own(), Ending::Asked));
    assert!(effects.contains(&Effect::Wake(None)), "{effects:?}");
}
