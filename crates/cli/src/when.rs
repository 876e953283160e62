//! Times for people, in their own time zone.

use chrono::{DateTime, Local, TimeZone as _, Timelike as _};
use paddock_front::Strings;

use crate::out::Out;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Milliseconds since the Unix epoch as a time.
#[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
pub(crate) fn local(at: f64) -> DateTime<Local> {
    Local.timestamp_millis_opt(at as i64).earliest().unwrap_or_else(Local::now)
}

/// The time today, or the day with it.
pub(crate) fn when(at: f64, out: &Out) -> String {
    written(local(at), Local::now(), out.words())
}

fn written(at: DateTime<Local>, now: DateTime<Local>, words: &Strings) -> String {
    let time = words.clock(at.hour(), at.minute());
    if at.date_naive() == now.date_naive() {
        return time;
    }
    let day = words.day(at.date_naive());
    words.say_with("cli-day-and-time", &[("day", day.into()), ("time", time.into())])
}

/// A point in time for lists and logs: as long as any other.
pub(crate) fn stamp(at: f64, out: &Out) -> String {
    out.words().stamp(local(at).naive_local())
}

/// How many whole seconds ago that was.
pub(crate) fn seconds_since(at: f64) -> i64 {
    (Local::now() - local(at)).num_seconds().max(0)
}

/// How much is left until then, in words.
pub(crate) fn left(at: f64, out: &Out) -> String {
    let seconds = (local(at) - Local::now()).num_seconds();
    match seconds {
        ..=0 => out.say("left-ending"),
        1..MINUTE => out.say("left-soon"),
        MINUTE..HOUR => out.say_with("left-minutes", &[("minutes", (seconds / MINUTE).into())]),
        HOUR..DAY => out.say_with(
            "left-hours",
            &[("hours", (seconds / HOUR).into()), ("minutes", (seconds % HOUR / MINUTE).into())],
        ),
        DAY.. => out.say_with("left-days", &[("days", (seconds / DAY).into())]),
    }
}

#[cfg(test)]
mod tests {
    use paddock_front::Language;

    use super::*;

    #[test]
    fn a_time_of_another_day_says_which_in_every_language() {
        let said = [
            (Language::German, "09:05", "21.11.2026, 09:05"),
            (Language::Korean, "오전 9:05", "2026. 11. 21. 오전 9:05"),
            (Language::Chinese, "09:05", "2026年11月21日 09:05"),
        ];
        for (language, today, another_day) in said {
            let words = Strings::of(language);
            let written = |day| written(at(day, 9, 5), at(22, 10, 0), &words);
            assert_eq!((written(22).as_str(), written(21).as_str()), (today, another_day));
        }
    }

    #[test]
    fn english_is_written_as_the_region_of_the_account_does() {
        let words = Strings::of(Language::English);
        let [at, now] = [at(21, 9, 5), at(22, 10, 0)];
        let expected = format!("{}, {}", words.day(at.date_naive()), words.clock(9, 5));
        assert_eq!(written(at, now, &words), expected);
    }

    fn at(day: u32, hour: u32, minute: u32) -> DateTime<Local> {
        Local.with_ymd_and_hms(2026, 11, day, hour, minute, 0).unwrap()
    }
}
