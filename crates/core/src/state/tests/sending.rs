//! How much a server may send in a day.

use super::{Fixture, START};
use crate::{Action, Ceiling, Effect, Ending, Event, Notice, Refusal, ServerId, State, Time};

const DAY: Time = Time(START.0 + 1000);

/// A server that runs and may send ten thousand bytes a day.
fn limited() -> (Fixture, ServerId) {
    let (mut fixture, files) = Fixture::running();
    fixture.send(Event::DayBegan(DAY));
    fixture.send(Event::SetMostSent(files, Some(10_000)));
    (fixture, files)
}

fn asked(state: &State) -> Vec<u64> {
    state.asked_sending().map(|it| it.ceiling).collect()
}

#[test]
fn a_limit_holds_at_once_and_more_once_it_is_kept() {
    let (mut fixture, files) = Fixture::running();
    let effects = fixture.state.handle(Event::SetMostSent(files, Some(10_000)), START);
    assert_eq!(fixture.state.ceiling(files), Ceiling::Bytes(10_000));
    assert!(effects.contains(&Effect::Sending(files)), "{effects:?}");
    assert!(!effects.contains(&Effect::Stop(files.own())), "no new start: {effects:?}");
    fixture.keep(effects, START);
    for more in [Some(20_000), None] {
        let before = fixture.state.ceiling(files);
        let effects = fixture.state.handle(Event::SetMostSent(files, more), START);
        assert!(matches!(effects.as_slice(), [Effect::Commit(_)]), "{effects:?}");
        assert_eq!(fixture.state.ceiling(files), before);
        fixture.keep(effects, START);
        assert_eq!(fixture.state.server(files).unwrap().sending.most, more);
    }
    let effects = fixture.send(Event::SetMostSent(files, Some(999)));
    assert_eq!(effects, [Effect::Refuse(Refusal::LimitNotSensible)]);
}

#[test]
fn a_server_that_is_held_is_asked_about_once_and_told_of() {
    let (mut fixture, files) = limited();
    let effects = fixture.send(Event::SendingHeld(files.own()));
    assert!(effects.contains(&Effect::Tell(Notice::Sending(files))));
    let recorded = |it: &Effect| matches!(it, Effect::Record(record) if record.action == Action::SendingHeld && !record.ok);
    assert!(effects.iter().any(recorded), "{effects:?}");
    assert_eq!(fixture.send(Event::SendingHeld(files.own())), []);
    assert_eq!(asked(&fixture.state), [10_000]);

    let effects = fixture.state.handle(Event::SendToday(files, Ceiling::Bytes(20_000)), START);
    assert_eq!(asked(&fixture.state), [10_000]);
    fixture.keep(effects, START);
    assert!(fixture.effects.contains(&Effect::Sending(files)), "{:?}", fixture.effects);
    assert_eq!(
        (asked(&fixture.state), fixture.state.ceiling(files)),
        (vec![], Ceiling::Bytes(20_000))
    );
    fixture.send(Event::SendingHeld(files.own()));
    assert_eq!(asked(&fixture.state), [20_000]);
}

#[test]
fn a_server_that_is_stopped_is_not_asked_about_until_the_day_ends() {
    let (mut fixture, files) = limited();
    fixture.send(Event::SendingHeld(files.own()));
    let effects = fixture.state.handle(Event::SendToday(files, Ceiling::Stopped), START);
    assert_eq!((asked(&fixture.state), fixture.state.ceiling(files)), (vec![], Ceiling::Stopped));
    assert!(effects.contains(&Effect::Sending(files)), "{effects:?}");
    fixture.keep(effects, START);
    assert_eq!(fixture.send(Event::SendingHeld(files.own())), []);
    // A lower limit leaves it stopped.
    fixture.send(Event::SetMostSent(files, Some(5000)));
    assert_eq!(fixture.state.ceiling(files), Ceiling::Stopped);

    let effects = fixture.state.handle(Event::TimePassed, DAY);
    assert!(effects.contains(&Effect::DayOver) && effects.contains(&Effect::Sending(files)));
    assert_eq!(fixture.state.ceiling(files), Ceiling::Bytes(5000));
}

#[test]
fn what_was_allowed_today_and_what_is_asked_ends_with_the_day() {
    let (mut fixture, files) = limited();
    fixture.send(Event::SendToday(files, Ceiling::Unlimited));
    assert_eq!(fixture.state.ceiling(files), Ceiling::Unlimited);
    fixture.state.handle(Event::TimePassed, DAY);
    assert_eq!(fixture.state.ceiling(files), Ceiling::Bytes(10_000));
    // Nobody knows yet when the next day ends.
    let effects = fixture.state.handle(Event::SendToday(files, Ceiling::Unlimited), DAY);
    assert_eq!(effects, [Effect::Refuse(Refusal::UnknownRequest)]);

    fixture.state.handle(Event::DayBegan(Time(DAY.0 + 1000)), DAY);
    fixture.state.handle(Event::SendingHeld(files.own()), DAY);
    assert_eq!(asked(&fixture.state), [10_000]);
    fixture.state.handle(Event::TimePassed, Time(DAY.0 + 1000));
    assert!(asked(&fixture.state).is_empty());
}

#[test]
fn nobody_is_asked_about_a_server_without_a_limit_or_that_does_not_run() {
    let (mut fixture, files) = Fixture::running();
    fixture.send(Event::DayBegan(DAY));
    assert_eq!(fixture.send(Event::SendingHeld(files.own())), []);
    let effects = fixture.send(Event::SendToday(files, Ceiling::Stopped));
    assert_eq!(effects, [Effect::Refuse(Refusal::UnknownRequest)]);
    fixture.send(Event::SetMostSent(files, Some(10_000)));
    fixture.send(Event::SendingHeld(files.own()));
    fixture.send(Event::Stop(files));
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    assert!(asked(&fixture.state).is_empty());
}

#[test]
fn what_a_server_sends_before_it_has_a_limit_is_of_its_day_too() {
    let (mut fixture, files) = Fixture::running();
    let effects = fixture.send(Event::DayBegan(DAY));
    assert!(effects.contains(&Effect::Wake(Some(DAY))), "{effects:?}");
    fixture.send(Event::Stop(files));
    let effects = fixture.send(Event::Ended(files.own(), Ending::Asked));
    assert!(effects.contains(&Effect::Wake(None)), "{effects:?}");
}
