//! What servers answered apps. Losing it costs a server that starts slowly a late greeting, so what
//! does not read back exactly is left out and never asked about.

use paddock_core::{Fingerprint, ServerId};
use rusqlite::{Row, Transaction, TransactionBehavior, params};
use sha2::{Digest, Sha256};

use crate::column::{Column, get, get_optional};
use crate::error::{CommitError, ReadError};
use crate::storage::Storage;

/// The most that is kept of one server, in bytes.
const MOST: u32 = 4 << 20;

/// What a server answered, run by a command that was trusted by this fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAnswers {
    pub server: ServerId,
    pub fingerprint: Option<Fingerprint>,
    /// What nobody here reads, the newest first.
    pub answers: Vec<String>,
}

impl Storage {
    /// Keeps what a server answered in the place of all that it did before: the newest of it, as far
    /// as there is room. Nothing is kept of a server that is gone or whose command is another by now.
    ///
    /// # Errors
    /// Nothing is changed.
    pub fn remember(&mut self, new: &KeptAnswers) -> Result<(), CommitError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        forget(&transaction, new.server)?;
        let mut room = MOST;
        for answer in &new.answers {
            let taken = u32::try_from(answer.len()).ok();
            let Some(left) = taken.and_then(|taken| room.checked_sub(taken)) else { break };
            room = left;
            insert(&transaction, new, answer)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// What each server answered, as far as it is as it was kept.
    pub fn remembered(&self) -> Result<Vec<KeptAnswers>, ReadError> {
        let mut statement = self.connection.prepare(
            "SELECT * FROM remembered WHERE length(answers) <= ?1 ORDER BY server, rowid",
        )?;
        let rows = statement.query_map([MOST], |row| Ok(read(row).ok().flatten()))?;
        let mut all: Vec<KeptAnswers> = Vec::new();
        for row in rows {
            let Some(one) = row? else { continue };
            match all.last_mut() {
                Some(last) if (last.server, last.fingerprint) == (one.server, one.fingerprint) => {
                    last.answers.extend(one.answers);
                }
                _ => all.push(one),
            }
        }
        Ok(all)
    }
}

/// Forgets what a server answered when its command was another.
pub(crate) fn forget_others(
    transaction: &Transaction<'_>,
    server: ServerId,
    trusted: Option<Fingerprint>,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("DELETE FROM remembered WHERE server = ?1 AND fingerprint IS NOT ?2")?
        .execute(params![Column(server), trusted.map(Column)])?;
    Ok(())
}

fn forget(transaction: &Transaction<'_>, server: ServerId) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("DELETE FROM remembered WHERE server = ?1")?
        .execute([Column(server)])?;
    Ok(())
}

fn insert(transaction: &Transaction<'_>, of: &KeptAnswers, answer: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO remembered (server, fingerprint, answers, seal)
             SELECT ?1, ?2, ?3, ?4
             WHERE EXISTS (SELECT 1 FROM servers WHERE id = ?1 AND trusted IS ?2)",
        )?
        .execute(params![
            Column(of.server),
            of.fingerprint.map(Column),
            answer,
            seal(of.server, of.fingerprint, answer)
        ])?;
    Ok(())
}

/// `None` for what was never written.
fn read(row: &Row<'_>) -> rusqlite::Result<Option<KeptAnswers>> {
    let server = get(row, "server")?;
    let fingerprint = get_optional(row, "fingerprint")?;
    let answer: String = row.get("answers")?;
    let kept: [u8; 32] = row.get("seal")?;
    let is_whole = kept == seal(server, fingerprint, &answer);
    Ok(is_whole.then(|| KeptAnswers { server, fingerprint, answers: vec![answer] }))
}

/// What a row comes to: an answer of another server does not pass for one of this.
fn seal(server: ServerId, fingerprint: Option<Fingerprint>, answer: &str) -> [u8; 32] {
    let mut seal = Sha256::new();
    seal.update(server.0.to_le_bytes());
    seal.update([u8::from(fingerprint.is_some())]);
    seal.update(fingerprint.map_or([0; 32], |it| it.0));
    seal.update(answer);
    seal.finalize().into()
}
