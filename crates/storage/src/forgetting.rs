//! Records that are not kept any longer.

use paddock_core::Time;
use rusqlite::{Connection, Params, Transaction, TransactionBehavior, params};

use crate::column::Column;
use crate::error::CommitError;
use crate::remembered;
use crate::storage::Storage;

/// Records looked at in one step, so that a commit waits for no more than that.
const STEP: u32 = 500;
/// So many of the oldest records are looked through for what no person did: what a person decided
/// does not fill a disk.
const DECISIONS: u32 = 20_000;
const DAY: i64 = 24 * 3600 * 1000;
/// What keeps records from being removed by mistake.
const GUARD: &str = "audit_is_not_removed";

/// How long records are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    pub days: u32,
    /// The most that records may take on the disk, in bytes, before some go: the oldest of what
    /// servers, apps and Paddock did first, and then of what there is most.
    pub bytes: u64,
}

impl Retention {
    /// What is older is kept no longer.
    pub fn oldest(self, now: Time) -> Time {
        Time(now.0.saturating_sub(i64::from(self.days).saturating_mul(DAY)))
    }
}

impl Storage {
    /// Removes those of the next few records, from the oldest on, that are kept no longer. Whether
    /// there may be more. The newest record always stays: later ones have larger numbers.
    pub fn trim(&mut self, keep: Retention, now: Time) -> Result<bool, CommitError> {
        let oldest = keep.oldest(now);
        self.connection.prepare_cached("DELETE FROM seen WHERE at < ?1")?.execute([oldest.0])?;
        remembered::trim(&self.connection, oldest)?;
        let is_large = is_larger(&self.connection, keep.bytes)?;
        if !is_large && !has_older(&self.connection, oldest)? {
            return Ok(false);
        }
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut removed = 0;
        if is_large {
            removed = remove_noise(&transaction)?;
            if removed == 0 {
                removed = remove_commonest(&transaction)?;
            }
        }
        if removed == 0 {
            removed = remove(
                &transaction,
                "id IN (SELECT id FROM audit ORDER BY id LIMIT ?1)
                     AND id < (SELECT max(id) FROM audit) AND (?2 OR at < ?3)",
                params![STEP, is_large, Column(oldest)],
            )?;
        }
        transaction.commit()?;
        Ok(removed > 0)
    }
}

/// Removes every record but the newest so many, and all that was counted.
pub(crate) fn forget_all_but(transaction: &Transaction<'_>, count: usize) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM seen", [])?;
    remembered::trim(transaction, Time(i64::MAX))?;
    let newest = "id NOT IN (SELECT id FROM audit ORDER BY id DESC LIMIT ?1)";
    remove(transaction, newest, [i64::try_from(count.max(1)).unwrap_or(i64::MAX)])?;
    Ok(())
}

/// Removes some of the oldest that no person did. However much a server or an app has recorded,
/// what a person decided stays for its days.
fn remove_noise(transaction: &Transaction<'_>) -> rusqlite::Result<usize> {
    remove(
        transaction,
        "id IN (
             SELECT id FROM (SELECT id, actor, by_app FROM audit ORDER BY id LIMIT ?1)
             WHERE actor <> 'person' OR by_app ORDER BY id LIMIT ?2
         ) AND id < (SELECT max(id) FROM audit)",
        params![DECISIONS, STEP],
    )
}

/// Removes some of the oldest of the kind that there is most of. A program of the person may do in
/// their name what takes no consent, as often as it likes; what took one is not pushed out by that.
fn remove_commonest(transaction: &Transaction<'_>) -> rusqlite::Result<usize> {
    remove(
        transaction,
        "id IN (
             WITH oldest AS (SELECT id, action FROM audit ORDER BY id LIMIT ?1)
             SELECT id FROM oldest
             WHERE action = (SELECT action FROM oldest GROUP BY action ORDER BY count(*) DESC LIMIT 1)
             ORDER BY id LIMIT ?2
         ) AND id < (SELECT max(id) FROM audit)",
        params![DECISIONS, STEP],
    )
}

fn remove(
    transaction: &Transaction<'_>,
    which: &str,
    parameters: impl Params,
) -> rusqlite::Result<usize> {
    // The guard is put back as it stood, in the same transaction: the schema is what it was.
    let guard: String = transaction.query_row(
        "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?1",
        [GUARD],
        |row| row.get(0),
    )?;
    transaction.execute_batch(&format!("DROP TRIGGER {GUARD}"))?;
    let removed = transaction.execute(&format!("DELETE FROM audit WHERE {which}"), parameters)?;
    transaction.execute_batch(&guard)?;
    Ok(removed)
}

/// Whether one of the oldest records is older than that.
fn has_older(connection: &Connection, than: Time) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT EXISTS (
                 SELECT 1 FROM (SELECT at, id FROM audit ORDER BY id LIMIT ?1)
                 WHERE at < ?2 AND id < (SELECT max(id) FROM audit)
             )",
        )?
        .query_row(params![STEP, Column(than)], |row| row.get(0))
}

/// Whether records take more than that. What else there is counts for nothing: a server that fills
/// another table would push out what a person decided.
fn is_larger(connection: &Connection, than: u64) -> rusqlite::Result<bool> {
    let used = used_bytes(connection)?;
    // Every page of the other tables is read for it, so only where it may matter.
    Ok(used > than && used.saturating_sub(bytes_of_others(connection)?) > than)
}

/// What the database takes, without pages that are free to be used again.
fn used_bytes(connection: &Connection) -> rusqlite::Result<u64> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let used = number("page_count")? - number("freelist_count")?;
    Ok(used.saturating_mul(number("page_size")?).unsigned_abs())
}

/// What all but the records take.
fn bytes_of_others(connection: &Connection) -> rusqlite::Result<u64> {
    let mut others = connection.prepare_cached(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'index') AND tbl_name <> 'audit'",
    )?;
    let mut bytes = connection.prepare_cached(
        "SELECT ifnull(sum(pgsize), 0) FROM dbstat WHERE aggregate = TRUE AND name = ?1",
    )?;
    let mut sum = 0_u64;
    for name in others.query_map([], |row| row.get::<_, String>(0))? {
        let taken: i64 = bytes.query_row([name?], |row| row.get(0))?;
        sum = sum.saturating_add(taken.unsigned_abs());
    }
    Ok(sum)
}
