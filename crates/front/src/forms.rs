//! How numbers and times are written where a language is spoken, as the window has it from its
//! browser.

use chrono::{Datelike as _, NaiveDate, NaiveDateTime, Timelike as _};
use unic_langid::LanguageIdentifier;

use crate::Language;

/// Regions where English counts hours to twelve.
const TWELVE_HOURS: &[&str] = &["AU", "CA", "IN", "MY", "NZ", "PH", "PK", "SG", "US"];

/// Regions where English has the month before the day.
const MONTH_FIRST: &[&str] = &["CA", "PH", "US"];

/// Regions where German has a point before the digits that follow.
const GERMAN_POINT: &[&str] = &["CH", "LI"];

/// The forms of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forms {
    clock: Clock,
    /// A day, as `chrono` is told to write it.
    day: &'static str,
    /// What stands before the digits after a whole number.
    point: char,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    /// 14:05
    TwentyFour,
    /// 2:05 PM
    English,
    /// 오후 2:05
    Korean,
}

impl Forms {
    /// As this account has them.
    pub(crate) fn of(language: Language) -> Self {
        Self::preferred(language, sys_locale::get_locales())
    }

    /// As in the region of the first tag that is of the language.
    pub(crate) fn preferred<T: AsRef<str>>(
        language: Language,
        tags: impl IntoIterator<Item = T>,
    ) -> Self {
        let spoken = language.code().split('-').next();
        let tags = tags.into_iter().filter_map(|tag| tag.as_ref().parse().ok());
        let mut own = tags.filter(|tag: &LanguageIdentifier| Some(tag.language.as_str()) == spoken);
        let region = own.next().and_then(|tag| tag.region);
        let is_in = |regions: &[&str]| region.is_some_and(|it| regions.contains(&it.as_str()));
        Self {
            clock: match language {
                Language::English if is_in(TWELVE_HOURS) => Clock::English,
                Language::English | Language::German | Language::Chinese => Clock::TwentyFour,
                Language::Korean => Clock::Korean,
            },
            day: match language {
                Language::English if is_in(MONTH_FIRST) => "%b %-d, %Y",
                Language::English if region.is_some() => "%-d %b %Y",
                // `LC_ALL=C`, among others: what scripts read.
                Language::English => "%Y-%m-%d",
                Language::German => "%d.%m.%Y",
                Language::Korean => "%Y. %-m. %-d.",
                Language::Chinese => "%Y年%-m月%-d日",
            },
            point: match language {
                Language::German if !is_in(GERMAN_POINT) => ',',
                Language::English | Language::German | Language::Korean | Language::Chinese => '.',
            },
        }
    }

    /// A time of the day.
    pub(crate) fn clock(self, hour: u32, minute: u32) -> String {
        self.hour_and(hour, &format!("{minute:02}"))
    }

    /// A day of the calendar.
    pub(crate) fn day(self, day: NaiveDate) -> String {
        day.format(self.day).to_string()
    }

    /// A moment to the second, in as many columns as any other.
    pub(crate) fn stamp(self, at: NaiveDateTime) -> String {
        let widest = at.with_day(22).and_then(|it| it.with_month(12)?.with_hour(22));
        let columns = self.exact(widest.unwrap_or(at)).chars().count();
        format!("{:<columns$}", self.exact(at))
    }

    fn exact(self, at: NaiveDateTime) -> String {
        let rest = format!("{:02}:{:02}", at.minute(), at.second());
        format!("{} {}", self.day(at.date()), self.hour_and(at.hour(), &rest))
    }

    /// A time of the day, of which `rest` follows the hour.
    fn hour_and(self, hour: u32, rest: &str) -> String {
        let (is_late, twelve) = (hour >= 12, (hour + 11) % 12 + 1);
        match self.clock {
            Clock::TwentyFour => format!("{hour:02}:{rest}"),
            Clock::English => format!("{twelve}:{rest} {}", if is_late { "PM" } else { "AM" }),
            Clock::Korean => format!("{} {twelve}:{rest}", if is_late { "오후" } else { "오전" }),
        }
    }

    /// A number that was written with a point.
    pub(crate) fn number(self, written: &str) -> String {
        written.replace('.', self.point.encode_utf8(&mut [0; 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(language: Language, tag: &str) -> Forms {
        Forms::preferred(language, [tag])
    }

    #[test]
    fn a_time_is_written_as_the_language_and_region_do() {
        let written = [
            (Language::English, "en-GB", ["00:00", "09:05", "12:30", "14:05"]),
            (Language::English, "en-US", ["12:00 AM", "9:05 AM", "12:30 PM", "2:05 PM"]),
            (Language::German, "de-DE", ["00:00", "09:05", "12:30", "14:05"]),
            (Language::Korean, "ko-KR", ["오전 12:00", "오전 9:05", "오후 12:30", "오후 2:05"]),
            (Language::Chinese, "zh-CN", ["00:00", "09:05", "12:30", "14:05"]),
        ];
        for (language, tag, expected) in written {
            let forms = forms(language, tag);
            let times = [(0, 0), (9, 5), (12, 30), (14, 5)];
            assert_eq!(times.map(|(hour, minute)| forms.clock(hour, minute)), expected, "{tag}");
        }
    }

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn a_day_is_written_as_the_language_and_region_do() {
        let written = [
            (Language::English, "en", ["2026-09-01", "2026-11-21"]),
            (Language::English, "en-US", ["Sep 1, 2026", "Nov 21, 2026"]),
            (Language::English, "en-GB", ["1 Sep 2026", "21 Nov 2026"]),
            (Language::German, "de-AT", ["01.09.2026", "21.11.2026"]),
            (Language::Korean, "ko-KR", ["2026. 9. 1.", "2026. 11. 21."]),
            (Language::Chinese, "zh-CN", ["2026年9月1日", "2026年11月21日"]),
        ];
        for (language, tag, expected) in written {
            let days = [day(2026, 9, 1), day(2026, 11, 21)];
            assert_eq!(days.map(|it| forms(language, tag).day(it)), expected, "{tag}");
        }
    }

    #[test]
    fn a_stamp_is_as_long_as_any_other_of_its_language() {
        let written = [
            (Language::English, "C", "2026-09-01 02:05:03"),
            (Language::English, "en-US", "Sep 1, 2026 2:05:03 AM"),
            (Language::English, "en-GB", "1 Sep 2026 02:05:03"),
            (Language::German, "de-DE", "01.09.2026 02:05:03"),
            (Language::Korean, "ko-KR", "2026. 9. 1. 오전 2:05:03"),
            (Language::Chinese, "zh-CN", "2026年9月1日 02:05:03"),
        ];
        for (language, tag, expected) in written {
            let of = |day: NaiveDate, hour| {
                forms(language, tag).stamp(day.and_hms_opt(hour, 5, 3).unwrap())
            };
            let stamp = of(day(2026, 9, 1), 2);
            assert_eq!(stamp.trim_end(), expected);
            assert_eq!(stamp.chars().count(), of(day(2026, 10, 31), 23).chars().count(), "{tag}");
        }
    }

    #[test]
    fn a_number_is_written_as_the_language_and_region_do() {
        let written = [
            (Language::English, "en-US", "1.5"),
            (Language::German, "de-DE", "1,5"),
            (Language::German, "de-CH", "1.5"),
            (Language::Korean, "ko-KR", "1.5"),
            (Language::Chinese, "zh-CN", "1.5"),
        ];
        for (language, tag, expected) in written {
            assert_eq!(forms(language, tag).number("1.5"), expected, "{tag}");
        }
    }

    #[test]
    fn a_region_of_another_language_says_nothing() {
        let german = Forms::preferred(Language::German, ["en-US", "fr-CH", "not a tag"]);
        assert_eq!(german.number("1.5"), "1,5");
        let english = Forms::preferred(Language::English, ["de-DE"]);
        assert_eq!(english.clock(14, 5), "14:05");
        let first = Forms::preferred(Language::English, ["de-DE", "en-IE", "en-US"]);
        assert_eq!(first.clock(14, 5), "14:05");
    }
}
