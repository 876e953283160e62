//! Names as text a person or a model can trust.

use std::{
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// `path` for display: bytes that are not UTF-8 are replaced, and characters that could forge a
/// line or reverse the reading order are escaped.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if !text.chars().any(deceives) {
        return text.into_owned();
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if deceives(character) {
            safe.extend(character.escape_unicode());
        } else {
            safe.push(character);
        }
    }
    safe
}

/// `time` in UTC, as ISO 8601 writes it, to the millisecond.
pub(crate) fn time(time: SystemTime) -> String {
    let (after, before) = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => (after, Duration::ZERO),
        Err(error) => (Duration::ZERO, error.duration()),
    };
    let millis = i128::try_from(after.as_millis()).unwrap_or(0)
        - i128::try_from(before.as_micros().div_ceil(1000)).unwrap_or(0);
    let (seconds, millis) = (millis.div_euclid(1000), millis.rem_euclid(1000));
    let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(day);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// The date `days` after 1970-01-01, in the calendar of now. A year begins in March here, so that
/// the day which not every year has is its last one.
fn date(days: i128) -> (i128, i128, i128) {
    const ERA: i128 = 146_097;
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + next, month, day)
}

/// Controls, line separators and the bidirectional formatting characters of Unicode UAX #9.
fn deceives(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_utc() {
        let cases = [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_273_758_123, "2026-11-21T15:09:18.123Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        ];
        for (millis, expected) in cases {
            assert_eq!(time(UNIX_EPOCH + Duration::from_millis(millis)), expected);
        }
        assert_eq!(time(UNIX_EPOCH - Duration::from_millis(1)), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn a_name_cannot_forge_a_second_line() {
        assert_eq!(shown(Path::new("a\n[DIR] b")), "a\\u{a}[DIR] b");
    }

    #[test]
    fn reading_order_marks_are_escaped_and_other_text_is_kept() {
        assert_eq!(shown(Path::new("cod\u{202e}txt.exe")), "cod\\u{202e}txt.exe");
        assert_eq!(shown(Path::new("Füße 文 🦊 ")), "Füße 文 🦊 ");
    }
}
