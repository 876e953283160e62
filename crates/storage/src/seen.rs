//! What was counted of servers over time.

use std::ops::AddAssign;

use paddock_core::{ServerId, Time};
use rusqlite::{Row, Transaction, TransactionBehavior, named_params, params};

use crate::column::{Column, get};
use crate::error::{CommitError, ReadError};
use crate::storage::Storage;

const MINUTE: i64 = 60_000;
/// Slots are kept for so long: a day and a little, so that a day of any length is whole, and a week.
const FINE_KEPT: i64 = 26 * 60 * MINUTE;
const COARSE_KEPT: i64 = 7 * 24 * 60 * MINUTE;
/// What comes later than this was written while the clock was wrong.
const AHEAD: i64 = 60 * MINUTE;

/// How long one slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    FiveMinutes,
    Hour,
}

impl Slot {
    const ALL: [Self; 2] = [Self::FiveMinutes, Self::Hour];

    pub fn minutes(self) -> u32 {
        match self {
            Self::FiveMinutes => 5,
            Self::Hour => 60,
        }
    }

    /// The beginning of the slot that holds `time`.
    pub fn of(self, time: Time) -> Time {
        Time(time.0 - time.0.rem_euclid(i64::from(self.minutes()) * MINUTE))
    }

    fn kept(self) -> i64 {
        match self {
            Self::FiveMinutes => FINE_KEPT,
            Self::Hour => COARSE_KEPT,
        }
    }
}

/// What was counted in one slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls of tools.
    pub calls: u64,
    /// Calls that named something in a granted folder.
    pub uses: u64,
    /// What it asked of the person or of models.
    pub requests: u64,
    /// What it tried and did not get: files, connections, calls that were denied.
    pub blocked: u64,
    pub connections: u64,
    /// In bytes.
    pub sent: u64,
    pub received: u64,
    /// What it tried to reach could not be seen, for some of the time.
    pub files_unseen: bool,
    /// What it sent could not be seen, for some of the time.
    pub network_unseen: bool,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let numbers = [
            (&mut self.calls, other.calls),
            (&mut self.uses, other.uses),
            (&mut self.requests, other.requests),
            (&mut self.blocked, other.blocked),
            (&mut self.connections, other.connections),
            (&mut self.sent, other.sent),
            (&mut self.received, other.received),
        ];
        for (number, more) in numbers {
            *number = number.saturating_add(more);
        }
        self.files_unseen |= other.files_unseen;
        self.network_unseen |= other.network_unseen;
    }
}

/// What was counted of a server in the slot that begins at a moment: of one destination, or in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub at: Time,
    pub server: ServerId,
    pub destination: Option<String>,
    pub counts: Counts,
}

impl Storage {
    /// Adds what was counted, and removes what is too old. What is of a server that is gone by now is
    /// left out.
    ///
    /// # Errors
    /// Nothing of it is kept.
    pub fn count(&mut self, now: Time, all: &[Counted]) -> Result<(), CommitError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for slot in Slot::ALL {
            for counted in all {
                add(&transaction, slot, counted)?;
            }
            transaction.execute(
                "DELETE FROM seen WHERE minutes = ?1 AND (at < ?2 OR at > ?3)",
                params![slot.minutes(), now.0.saturating_sub(slot.kept()), now.0 + AHEAD],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// What was counted since a moment, the oldest first: of one server and each of its destinations,
    /// or of every server in all.
    pub fn seen(
        &self,
        server: Option<ServerId>,
        slot: Slot,
        since: Time,
    ) -> Result<Vec<Counted>, ReadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT * FROM seen WHERE minutes = :minutes AND at >= :since
                 AND (server = :server OR (:server IS NULL AND destination = ''))
             ORDER BY at, server, destination",
        )?;
        let rows = statement.query_map(
            named_params! {
                ":minutes": slot.minutes(),
                ":since": slot.of(since).0,
                ":server": server.map(Column),
            },
            counted,
        )?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// What went to each destination of each server, as far as slots are kept, with the beginning of
    /// the last of them.
    pub fn connections(&self) -> Result<Vec<Counted>, ReadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT server, destination, max(at) AS at, 0 AS calls, 0 AS uses, 0 AS requests,
                    0 AS blocked, 0 AS files_unseen, 0 AS network_unseen,
                    sum(iif(minutes = :minutes, connections, 0)) AS connections,
                    sum(iif(minutes = :minutes, sent, 0)) AS sent,
                    sum(iif(minutes = :minutes, received, 0)) AS received
             FROM seen WHERE destination <> '' GROUP BY server, destination",
        )?;
        let rows =
            statement.query_map(named_params! { ":minutes": Slot::Hour.minutes() }, counted)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn add(transaction: &Transaction<'_>, slot: Slot, counted: &Counted) -> rusqlite::Result<()> {
    let Counts { calls, uses, requests, blocked, connections, sent, received, .. } = counted.counts;
    transaction
        .prepare_cached(
            "INSERT INTO seen
                 (minutes, at, server, destination, calls, uses, requests, blocked, connections,
                  sent, received, files_unseen, network_unseen)
             SELECT :minutes, :at, :server, :destination, :calls, :uses, :requests, :blocked,
                    :connections, :sent, :received, :files_unseen, :network_unseen
             WHERE EXISTS (SELECT 1 FROM servers WHERE id = :server)
             ON CONFLICT DO UPDATE SET
                 calls = calls + excluded.calls,
                 uses = uses + excluded.uses,
                 requests = requests + excluded.requests,
                 blocked = blocked + excluded.blocked,
                 connections = connections + excluded.connections,
                 sent = sent + excluded.sent,
                 received = received + excluded.received,
                 files_unseen = max(files_unseen, excluded.files_unseen),
                 network_unseen = max(network_unseen, excluded.network_unseen)",
        )?
        .execute(named_params! {
            ":minutes": slot.minutes(),
            ":at": slot.of(counted.at).0,
            ":server": Column(counted.server),
            ":destination": counted.destination.as_deref().unwrap_or_default(),
            ":calls": bounded(calls),
            ":uses": bounded(uses),
            ":requests": bounded(requests),
            ":blocked": bounded(blocked),
            ":connections": bounded(connections),
            ":sent": bounded(sent),
            ":received": bounded(received),
            ":files_unseen": counted.counts.files_unseen,
            ":network_unseen": counted.counts.network_unseen,
        })?;
    Ok(())
}

/// Small enough that no sum of a slot leaves the range of a column.
fn bounded(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX).min(1 << 50)
}

fn counted(row: &Row<'_>) -> rusqlite::Result<Counted> {
    let number = |column| row.get::<_, i64>(column).map(i64::unsigned_abs);
    let destination: String = row.get("destination")?;
    Ok(Counted {
        at: get(row, "at")?,
        server: get(row, "server")?,
        destination: Some(destination).filter(|it| !it.is_empty()),
        counts: Counts {
            calls: number("calls")?,
            uses: number("uses")?,
            requests: number("requests")?,
            blocked: number("blocked")?,
            connections: number("connections")?,
            sent: number("sent")?,
            received: number("received")?,
            files_unseen: get(row, "files_unseen")?,
            network_unseen: get(row, "network_unseen")?,
        },
    })
}
