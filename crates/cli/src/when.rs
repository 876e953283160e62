//! Times for people, in their own time zone.

use chrono::{DateTime, Local, TimeZone as _};

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
pub(crate) fn when(at: f64) -> String {
    written(local(at), Local::now())
}

fn written(at: DateTime<Local>, now: DateTime<Local>) -> String {
    let is_today = at.date_naive() == now.date_naive();
    at.format(if is_today { "%H:%M" } else { "%Y-%m-%d %H:%M" }).to_string()
}

/// A point in time for lists and logs: as long as any other.
pub(crate) fn stamp(at: f64) -> String {
    local(at).format("%Y-%m-%d %H:%M:%S").to_string()
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
    use super::*;

    #[test]
    fn a_time_of_another_day_says_which() {
        let now = Local.with_ymd_and_hms(2026, 11, 22, 10, 0, 0).unwrap();
        let at = Local.with_ymd_and_hms(2026, 11, 22, 9, 5, 0).unwrap();
        assert_eq!(written(at, now), "09:05");
        let at = Local.with_ymd_and_hms(2026, 11, 21, 9, 5, 0).unwrap();
        assert_eq!(written(at, now), "2026-11-21 09:05");
    }
}
