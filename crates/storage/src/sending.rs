//! How much servers may send, in the columns of their table.

use paddock_core::{Ceiling, Said, Sending, Time};
use rusqlite::Row;
use rusqlite::types::Type;

use crate::column::get_optional;

pub(crate) fn number(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

pub(crate) fn kind(ceiling: Ceiling) -> &'static str {
    match ceiling {
        Ceiling::Unlimited => "unlimited",
        Ceiling::Bytes(_) => "bytes",
        Ceiling::Stopped => "stopped",
    }
}

pub(crate) fn bytes(ceiling: Ceiling) -> Option<i64> {
    match ceiling {
        Ceiling::Bytes(bytes) => Some(number(bytes)),
        Ceiling::Unlimited | Ceiling::Stopped => None,
    }
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Sending> {
    let count =
        |column: &str| row.get::<_, Option<i64>>(column).map(|count| count.map(i64::unsigned_abs));
    let said: Option<String> = row.get("sent_said")?;
    let ceiling = match (said.as_deref(), count("sent_said_bytes")?) {
        (None, None) => None,
        (Some("unlimited"), None) => Some(Ceiling::Unlimited),
        (Some("stopped"), None) => Some(Ceiling::Stopped),
        (Some("bytes"), Some(bytes)) => Some(Ceiling::Bytes(bytes)),
        _ => return Err(senseless()),
    };
    let said = match (ceiling, get_optional::<Time>(row, "sent_said_until")?) {
        (None, None) => None,
        (Some(ceiling), Some(until)) => Some(Said { ceiling, until }),
        _ => return Err(senseless()),
    };
    Ok(Sending { most: count("most_sent")?, said })
}

fn senseless() -> rusqlite::Error {
    let index = 0;
    rusqlite::Error::FromSqlConversionFailure(index, Type::Text, "not said in full".into())
}
