use proptest::prelude::*;

use super::*;

const START: Time = Time(1_000_000_000);

/// The end of a server that was ready for `seconds`, otherwise than all others with another number.
fn end(number: usize, seconds: u64) -> Unasked {
    let cause = Cause::new(&number.to_string(), "");
    let ready_for = Some(Duration::from_secs(seconds));
    Unasked { cause, well: false, ready_for, called: false, misspoken: false }
}

fn after(seconds: u64) -> Time {
    START.plus(Duration::from_secs(seconds))
}

fn attempt(next: Next) -> Option<u32> {
    match next {
        Next::StartAgain { attempt, .. } => Some(attempt),
        Next::GiveUp(_) => None,
    }
}

fn wait(next: Next, now: Time) -> Option<Duration> {
    match next {
        Next::StartAgain { at, .. } => Some(now.until(at)),
        Next::GiveUp(_) => None,
    }
}

#[test]
fn the_wait_doubles_up_to_the_longest_and_attempts_are_counted() {
    let mut backoff = Backoff::default();
    let next = (0_u32..12).map(|number| {
        let now = after(u64::from(number) * 20);
        let next = backoff.next(&end(0, 10), now);
        assert_eq!(attempt(next), Some(number + 1));
        u64::try_from(wait(next, now).unwrap().as_millis()).unwrap()
    });
    let waits: Vec<_> = next.collect();
    assert_eq!(waits[..7], [500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
    assert!(waits[7..].iter().all(|wait| *wait == 30_000));
}

#[test]
fn the_fifth_end_within_a_minute_is_the_last() {
    let mut backoff = Backoff::default();
    for second in [0, 10, 20, 30] {
        assert!(attempt(backoff.next(&end(0, 9), after(second))).is_some());
    }
    let last = backoff.next(&end(0, 9), after(59));
    assert_eq!(last, Next::GiveUp(GaveUp::Loop { ends: 5, within: WITHIN }));
}

#[test]
fn one_that_ends_early_as_it_did_before_is_given_up() {
    let never_ready = Unasked { ready_for: None, ..end(7, 0) };
    for (first, then) in
        [(never_ready, never_ready), (end(7, 4), end(7, 0)), (never_ready, end(7, 4))]
    {
        let mut backoff = Backoff::default();
        assert_eq!(attempt(backoff.next(&first, START)), Some(1));
        assert_eq!(backoff.next(&then, after(10)), Next::GiveUp(GaveUp::SameEnd));
    }
}

#[test]
fn one_that_ends_otherwise_or_later_or_was_misspoken_to_is_not() {
    let misspoken = Unasked { misspoken: true, ..end(7, 0) };
    for then in [end(8, 0), end(7, 5), misspoken] {
        let mut backoff = Backoff::default();
        backoff.next(&end(7, 0), START);
        assert_eq!(attempt(backoff.next(&then, after(1))), Some(2), "{then:?}");
    }
    let mut backoff = Backoff::default();
    for (second, ready_for) in [(0, 0), (20, 5), (40, 0)] {
        let next = backoff.next(&end(7, ready_for), after(second));
        assert!(attempt(next).is_some(), "not twice in a row");
    }
}

#[test]
fn one_that_ends_at_each_call_is_started_until_that_is_a_loop() {
    let mut backoff = Backoff::default();
    let at_a_call = Unasked { called: true, ..end(7, 0) };
    for second in 0..4 {
        assert!(attempt(backoff.next(&at_a_call, after(second))).is_some());
    }
    let last = backoff.next(&at_a_call, after(4));
    assert_eq!(last, Next::GiveUp(GaveUp::Loop { ends: 5, within: WITHIN }));
}

#[test]
fn one_that_ends_at_the_new_way_of_speaking_too_is_given_up() {
    let mut backoff = Backoff::default();
    let misspoken = Unasked { misspoken: true, ..end(7, 0) };
    assert_eq!(attempt(backoff.next(&misspoken, START)), Some(1));
    assert_eq!(backoff.next(&end(7, 0), after(1)), Next::GiveUp(GaveUp::SameEnd));
}

#[test]
fn a_stable_run_starts_over() {
    let mut backoff = Backoff::default();
    for number in 0..4 {
        backoff.next(&end(number, 0), START);
    }
    let next = backoff.next(&end(3, 60), START);
    assert_eq!((wait(next, START), attempt(next)), (Some(FIRST_WAIT), Some(1)));
}

#[test]
fn a_clock_that_is_set_back_neither_switches_the_guard_off_nor_leaves_it_on() {
    let mut backoff = Backoff::default();
    for number in 0..4 {
        backoff.next(&end(number, 0), after(1_000_000));
    }
    let mut set_back = backoff.clone();
    let loops = |next| matches!(next, Next::GiveUp(GaveUp::Loop { .. }));
    assert!(loops(set_back.next(&end(4, 0), START)));

    assert!(loops(backoff.next(&end(4, 0), START)));
    assert!(attempt(backoff.next(&end(5, 0), after(60))).is_some(), "a minute later");
}

#[test]
fn a_moment_too_far_away_is_due() {
    let due = |at| is_due(at, START);
    assert_eq!(
        [due(START), due(after(1)), due(after(30)), due(after(31))],
        [true, false, false, true]
    );
}

proptest! {
    #[test]
    fn no_minute_sees_more_restarts_than_allowed(
        gaps in prop::collection::vec((0_u64..30, 0_usize..3, 0_u64..20), 1..200),
    ) {
        let mut backoff = Backoff::default();
        let (mut second, mut restarts) = (0, Vec::new());
        for (gap, number, ready_for) in gaps {
            second += gap;
            match backoff.next(&end(number, ready_for), after(second)) {
                Next::StartAgain { at, .. } => {
                    let wait = after(second).until(at);
                    prop_assert!((FIRST_WAIT..=LONGEST_WAIT).contains(&wait));
                    restarts.push(second);
                }
                Next::GiveUp(_) => break,
            }
        }
        for start in &restarts {
            let minute = *start..*start + 60;
            let count = restarts.iter().filter(|at| minute.contains(at)).count();
            prop_assert!(count < ENDS);
        }
    }
}
