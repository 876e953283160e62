//! Values as they are typed.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chrono::{DateTime, Local, NaiveDate, NaiveDateTime, TimeDelta};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use paddock_control::view::Tier;
use paddock_core::Action;

/// Why a value is none: where it matters, the id of the hint that the catalogue has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoValue(pub(crate) &'static str);

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NoValue {}

const TIME: NoValue = NoValue("cli-hint-time");
const SINCE: NoValue = NoValue("cli-hint-since");
const PAIR: NoValue = NoValue("cli-hint-pair");
const SIZE: NoValue = NoValue("cli-hint-size");
const SENT: NoValue = NoValue("cli-hint-sent");
const NUMBER: NoValue = NoValue("cli-hint-number");
const COUNT: NoValue = NoValue("cli-hint-count");
const WAITING: NoValue = NoValue("cli-hint-waiting");
const ASKED: NoValue = NoValue("cli-hint-asked");

/// The longest time that makes sense, in minutes: ten years.
const LONGEST: u32 = 10 * 366 * 24 * 60;

/// A length of time such as `90m`, `1h30m` or `2d`, in minutes.
pub(crate) fn minutes(text: &str) -> Result<u32, NoValue> {
    let mut total: u32 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or(TIME)?;
        let count: u32 = rest[..digits].parse().map_err(|_| TIME)?;
        let unit = match rest.as_bytes()[digits] {
            b'm' => 1,
            b'h' => 60,
            b'd' => 24 * 60,
            _ => return Err(TIME),
        };
        total = count.checked_mul(unit).and_then(|more| total.checked_add(more)).ok_or(TIME)?;
        rest = &rest[digits + 1..];
    }
    if (1..=LONGEST).contains(&total) { Ok(total) } else { Err(TIME) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrNever {
    Never,
    After(u32),
}

impl OrNever {
    pub(crate) fn after(self) -> Option<u32> {
        match self {
            Self::Never => None,
            Self::After(count) => Some(count),
        }
    }
}

pub(crate) fn minutes_or_never(text: &str) -> Result<OrNever, NoValue> {
    if text == "never" { Ok(OrNever::Never) } else { minutes(text).map(OrNever::After) }
}

pub(crate) fn seconds_or_never(text: &str) -> Result<OrNever, NoValue> {
    let digits = text.strip_suffix('s').unwrap_or(text);
    if text == "never" { Ok(OrNever::Never) } else { number(digits).map(OrNever::After) }
}

/// A limit on memory, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrNone {
    None,
    Mebibytes(u32),
}

impl OrNone {
    pub(crate) fn mebibytes(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Mebibytes(count) => Some(count),
        }
    }
}

/// A size such as `512MB` or `1G`. As the system counts memory, a GB is 1024 MB.
pub(crate) fn memory_or_none(text: &str) -> Result<OrNone, NoValue> {
    if text == "none" {
        return Ok(OrNone::None);
    }
    let small = text.to_ascii_lowercase();
    let digits = small.find(|c: char| !c.is_ascii_digit()).ok_or(SIZE)?;
    let count: u32 = small[..digits].parse().map_err(|_| SIZE)?;
    let unit = match &small[digits..] {
        "m" | "mb" | "mib" => 1,
        "g" | "gb" | "gib" => 1024,
        _ => return Err(SIZE),
    };
    count.checked_mul(unit).map(OrNone::Mebibytes).ok_or(SIZE)
}

/// A way to keep servers to their folders, by its name.
pub(crate) fn tier() -> impl TypedValueParser<Value = Tier> {
    PossibleValuesParser::new(Tier::ALL.map(Tier::name)).try_map(|name| name.parse::<Tier>())
}

/// What was done, by the code that is written down.
pub(crate) fn kind() -> impl TypedValueParser<Value = Action> {
    let codes = PossibleValuesParser::new(Action::ALL.iter().map(|action| action.code()));
    codes.try_map(|code| Action::from_code(&code).ok_or("no such kind"))
}

/// How much may be sent in a day, or that there is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MostSent {
    None,
    Kilobytes(u32),
}

impl MostSent {
    pub(crate) fn kilobytes(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Kilobytes(count) => Some(count),
        }
    }
}

/// A size such as `500kB`, `10MB` or `1G`. As what is sent is shown, a MB is 1000 kB.
pub(crate) fn most_sent(text: &str) -> Result<MostSent, NoValue> {
    if text == "none" {
        return Ok(MostSent::None);
    }
    let small = text.to_ascii_lowercase();
    let digits = small.find(|c: char| !c.is_ascii_digit()).ok_or(SENT)?;
    let count: u32 = small[..digits].parse().map_err(|_| SENT)?;
    let unit = match &small[digits..] {
        "k" | "kb" => 1,
        "m" | "mb" => 1000,
        "g" | "gb" => 1_000_000,
        _ => return Err(SENT),
    };
    count.checked_mul(unit).map(MostSent::Kilobytes).ok_or(SENT)
}

/// A plain number.
pub(crate) fn count(text: &str) -> Result<u32, NoValue> {
    text.parse().map_err(|_| COUNT)
}

/// A number, with or without its `#`.
pub(crate) fn number(text: &str) -> Result<u32, NoValue> {
    text.strip_prefix('#').unwrap_or(text).parse().map_err(|_| NUMBER)
}

/// From when on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// So many minutes ago.
    Ago(u32),
    At(NaiveDateTime),
}

impl Since {
    /// Milliseconds since the Unix epoch.
    pub(crate) fn from(self, now: DateTime<Local>) -> f64 {
        let at = match self {
            Self::Ago(minutes) => now - TimeDelta::minutes(i64::from(minutes)),
            Self::At(at) => at.and_local_timezone(Local).earliest().unwrap_or(now),
        };
        #[expect(clippy::cast_precision_loss, reason = "exact for the next 280 000 years")]
        let milliseconds = at.timestamp_millis() as f64;
        milliseconds
    }
}

/// `2h` ago, `today`, a day, or a day and a time.
pub(crate) fn since(text: &str) -> Result<Since, NoValue> {
    let day = if text == "today" { Some(Local::now().date_naive()) } else { text.parse().ok() };
    if let Some(day) = day.map(|day: NaiveDate| day.and_hms_opt(0, 0, 0)) {
        return day.map(Since::At).ok_or(SINCE);
    }
    let mut forms = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S"].iter();
    let at = forms.find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
    at.map(Since::At).or_else(|| minutes(text).ok().map(Since::Ago)).ok_or(SINCE)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) value: String,
}

pub(crate) fn pair(text: &str) -> Result<Pair, NoValue> {
    let (name, value) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or(PAIR)?;
    Ok(Pair { name: name.to_owned(), value: value.to_owned() })
}

/// Something that waits for consent: a folder, `p3`, or something that widens, `c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waiting {
    Pick(u32),
    Consent(u32),
}

impl FromStr for Waiting {
    type Err = NoValue;

    fn from_str(text: &str) -> Result<Self, NoValue> {
        let id = |rest: &str| rest.parse().map_err(|_| WAITING);
        match text.split_at_checked(1) {
            Some(("p", rest)) => id(rest).map(Self::Pick),
            Some(("c", rest)) => id(rest).map(Self::Consent),
            _ => Err(WAITING),
        }
    }
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pick(id) => write!(f, "p{id}"),
            Self::Consent(id) => write!(f, "c{id}"),
        }
    }
}

/// Something that is asked of the person: a request of a server, `41`, a call of an app, `call-3`,
/// a folder that an app works in, `place-2`, where a server wants to connect, `destination-5`, or what
/// a server tries to reach, `attempt-1-5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Request(u32),
    Call(u32),
    Place(u32),
    Destination(u32),
    /// That this server has sent what it may today.
    Sending(u32),
    Attempt {
        server: u32,
        attempt: u32,
    },
}

impl FromStr for Item {
    type Err = NoValue;

    fn from_str(text: &str) -> Result<Self, NoValue> {
        let id = |rest: &str| rest.parse().map_err(|_| ASKED);
        match text.split_once('-') {
            Some(("call", rest)) => id(rest).map(Self::Call),
            Some(("place", rest)) => id(rest).map(Self::Place),
            Some(("destination", rest)) => id(rest).map(Self::Destination),
            Some(("sending", rest)) => id(rest).map(Self::Sending),
            Some(("attempt", rest)) => {
                let (server, attempt) = rest.split_once('-').ok_or(ASKED)?;
                Ok(Self::Attempt { server: id(server)?, attempt: id(attempt)? })
            }
            _ => number(text).map(Self::Request).map_err(|_| ASKED),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(id) => write!(f, "#{id}"),
            Self::Call(id) => write!(f, "call-{id}"),
            Self::Place(id) => write!(f, "place-{id}"),
            Self::Destination(id) => write!(f, "destination-{id}"),
            Self::Sending(server) => write!(f, "sending-{server}"),
            Self::Attempt { server, attempt } => write!(f, "attempt-{server}-{attempt}"),
        }
    }
}

/// What can be allowed as it is: a call, a connection, or more to be sent.
pub(crate) fn allowable(text: &str) -> Result<Item, NoValue> {
    match text.parse()? {
        asked @ (Item::Call(_) | Item::Destination(_) | Item::Sending(_)) => Ok(asked),
        Item::Request(_) | Item::Place(_) | Item::Attempt { .. } => Err(ASKED),
    }
}

/// What a folder can be granted for: where an app works, or what a server tries to reach.
pub(crate) fn grantable(text: &str) -> Result<Item, NoValue> {
    match text.parse()? {
        asked @ (Item::Place(_) | Item::Attempt { .. }) => Ok(asked),
        Item::Request(_) | Item::Call(_) | Item::Destination(_) | Item::Sending(_) => Err(ASKED),
    }
}

/// A path as the host knows it: it works somewhere else.
pub(crate) fn absolute_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

pub(crate) fn absolute(path: &Path) -> String {
    absolute_path(path).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_typed_with_their_units() {
        for (text, expected) in [("30m", 30), ("1h", 60), ("1h30m", 90), ("2d", 2880)] {
            assert_eq!(minutes(text), Ok(expected), "{text}");
        }
        for text in ["", "30", "m", "0m", "-1h", "1w", "1h30", "99999999d", "1é"] {
            assert_eq!(minutes(text), Err(TIME), "{text}");
        }
        assert_eq!(minutes_or_never("never"), Ok(OrNever::Never));
        assert_eq!(seconds_or_never("30s"), Ok(OrNever::After(30)));
    }

    #[test]
    fn memory_is_a_size_with_its_unit() {
        for (text, mebibytes) in [("512MB", 512), ("1g", 1024), ("4GiB", 4096), ("1536m", 1536)] {
            assert_eq!(memory_or_none(text), Ok(OrNone::Mebibytes(mebibytes)), "{text}");
        }
        assert_eq!(memory_or_none("none"), Ok(OrNone::None));
        for text in ["", "512", "GB", "1.5GB", "-1GB", "1TB", "9999999GB", "1 GB"] {
            assert_eq!(memory_or_none(text), Err(SIZE), "{text}");
        }
    }

    #[test]
    fn what_is_sent_is_counted_by_the_thousand() {
        for (text, kilobytes) in [("500kB", 500), ("10MB", 10_000), ("1g", 1_000_000)] {
            assert_eq!(most_sent(text), Ok(MostSent::Kilobytes(kilobytes)), "{text}");
        }
        assert_eq!(most_sent("none"), Ok(MostSent::None));
        for text in ["", "512", "GB", "1.5GB", "-1GB", "1MiB", "9999GB", "1 GB"] {
            assert_eq!(most_sent(text), Err(SENT), "{text}");
        }
    }

    #[test]
    fn since_is_a_time_ago_or_a_day() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 2).unwrap();
        assert_eq!(since("2h"), Ok(Since::Ago(120)));
        assert_eq!(since("2026-11-02"), Ok(Since::At(day.and_hms_opt(0, 0, 0).unwrap())));
        assert_eq!(since("2026-11-02T13:05"), Ok(Since::At(day.and_hms_opt(13, 5, 0).unwrap())));
        assert!(since("yesterday-ish").is_err() && since("2026-13-02").is_err());
    }

    #[test]
    fn what_waits_is_named_as_it_is_listed() {
        for waiting in [Waiting::Pick(3), Waiting::Consent(12)] {
            assert_eq!(waiting.to_string().parse(), Ok(waiting));
        }
        for text in ["", "3", "x3", "p", "é1", "p-1"] {
            assert!(text.parse::<Waiting>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_asked_is_named_as_it_is_listed() {
        for asked in [
            Item::Request(41),
            Item::Call(3),
            Item::Place(2),
            Item::Destination(5),
            Item::Sending(2),
            Item::Attempt { server: 1, attempt: 5 },
        ] {
            assert_eq!(asked.to_string().parse(), Ok(asked));
        }
        assert_eq!("41".parse(), Ok(Item::Request(41)));
        assert_eq!(allowable("call-3"), Ok(Item::Call(3)));
        assert_eq!(allowable("destination-5"), Ok(Item::Destination(5)));
        assert_eq!(grantable("place-2"), Ok(Item::Place(2)));
        for text in ["", "call", "call-", "call-x", "call--1", "place 2", "c3", "attempt-1"] {
            assert_eq!(text.parse::<Item>(), Err(ASKED), "{text}");
        }
        for other in ["3", "place-3", "attempt-1-3"] {
            assert_eq!(allowable(other), Err(ASKED), "{other}");
        }
        for other in ["call-3", "destination-3"] {
            assert_eq!(grantable(other), Err(ASKED), "{other}");
        }
    }

    #[test]
    fn a_value_may_hold_what_separates_it() {
        let expected = Pair { name: "A".into(), value: "b=c".into() };
        assert_eq!(pair("A=b=c"), Ok(expected));
        assert!(pair("=b").is_err() && pair("A").is_err());
    }
}
