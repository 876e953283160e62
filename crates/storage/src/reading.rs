//! The audit, read in steps, so that a commit can come between two of them: a page of it, and all of
//! it on its way out.

use std::io;

use rusqlite::OptionalExtension as _;

use crate::Storage;
use crate::audit::{
    AuditFilter, AuditId, AuditPage, AuditRow, Exported, PAGE_LIMIT, Query, audit_row,
};
use crate::error::{ExportError, ReadError};

/// Records gone through in one step: less than half a millisecond. A commit waits for one at the
/// most.
pub const STEP: i64 = 200;

/// Of records older than `?1`, the `?2`th.
const OLDEST_OF_STEP: &str =
    "SELECT id FROM audit WHERE id < ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2 - 1";
/// Of records newer than `?1`, the `?2`th.
const NEWEST_OF_STEP: &str = "SELECT id FROM audit WHERE id > ?1 ORDER BY id LIMIT 1 OFFSET ?2 - 1";

/// A page of the audit on its way: read in steps, so that a commit can come between two.
#[derive(Clone, Debug)]
pub struct Reading {
    filter: AuditFilter,
    limit: usize,
    /// Older records were not looked at yet.
    before: Option<AuditId>,
    page: AuditPage,
    last: Option<AuditId>,
}

impl Reading {
    /// Of `limit` records, between 1 and [`PAGE_LIMIT`], that are older than `before`.
    pub fn new(filter: AuditFilter, before: Option<AuditId>, limit: usize) -> Self {
        let page = AuditPage { rows: Vec::new(), next: None, unreadable: 0 };
        Self { filter, limit: limit.clamp(1, PAGE_LIMIT), before, page, last: None }
    }

    /// What was read so far.
    pub fn into_page(self) -> AuditPage {
        self.page
    }

    fn found(&self) -> usize {
        self.page.rows.len() + self.page.unreadable
    }
}

/// The audit on its way out of the database, in steps as a [`Reading`], the oldest first. It ends
/// with the last record that there was at its first step.
#[derive(Clone, Debug)]
pub struct Export {
    filter: AuditFilter,
    /// The last record that was looked at.
    after: Option<AuditId>,
    until: Option<AuditId>,
    exported: Exported,
}

impl Export {
    pub fn new(filter: AuditFilter) -> Self {
        Self { filter, after: None, until: None, exported: Exported::default() }
    }

    /// What was read so far.
    pub fn exported(&self) -> Exported {
        self.exported
    }
}

impl Storage {
    /// Reads `limit` records, between 1 and [`PAGE_LIMIT`], that are older than `before`.
    pub fn audit(
        &self,
        filter: &AuditFilter,
        before: Option<AuditId>,
        limit: usize,
    ) -> Result<AuditPage, ReadError> {
        let mut reading = Reading::new(filter.clone(), before, limit);
        while !self.read(&mut reading)? {}
        Ok(reading.into_page())
    }

    /// Goes through the next [`STEP`] records. Whether the page is read.
    pub fn read(&self, reading: &mut Reading) -> Result<bool, ReadError> {
        let before = reading.before.unwrap_or(AuditId(i64::MAX));
        let oldest = self.connection.query_row(OLDEST_OF_STEP, [before.0, STEP], |row| row.get(0));
        let oldest = oldest.optional()?.map(AuditId);
        let mut query = Query::new(&reading.filter);
        query.add("id < ?", [before.0]);
        if let Some(oldest) = oldest {
            query.add("id >= ?", [oldest.0]);
        }
        let more = reading.limit + 1 - reading.found();
        let mut statement =
            self.connection.prepare_cached(&format!("{} DESC LIMIT {more}", query.sql()))?;
        let mut rows = statement.query(query.parameters().as_slice())?;
        while let Some(row) = rows.next()? {
            if reading.found() == reading.limit {
                reading.page.next = reading.last;
                return Ok(true);
            }
            reading.last = Some(AuditId(row.get("id")?));
            match audit_row(row) {
                Ok(row) => reading.page.rows.push(row),
                Err(_) => reading.page.unreadable += 1,
            }
        }
        reading.before = oldest;
        Ok(oldest.is_none())
    }

    /// Hands every record to `write`, the oldest first, until it fails.
    pub fn export(
        &self,
        filter: &AuditFilter,
        write: &mut dyn FnMut(AuditRow) -> io::Result<()>,
    ) -> Result<Exported, ExportError> {
        let mut export = Export::new(filter.clone());
        while let Some(rows) = self.export_step(&mut export)? {
            rows.into_iter().try_for_each(&mut *write).map_err(ExportError::Write)?;
        }
        Ok(export.exported())
    }

    /// Goes through the next [`STEP`] records. Those of them that were asked for; none when there
    /// are no more to go through.
    pub fn export_step(&self, export: &mut Export) -> Result<Option<Vec<AuditRow>>, ReadError> {
        let until = match export.until {
            Some(until) => until,
            None => *export.until.insert(self.newest()?),
        };
        let after = export.after.unwrap_or(AuditId(i64::MIN));
        if after >= until {
            return Ok(None);
        }
        let newest = self.connection.query_row(NEWEST_OF_STEP, [after.0, STEP], |row| row.get(0));
        let newest = newest.optional()?.map_or(until, AuditId).min(until);
        let mut query = Query::new(&export.filter);
        query.add("id > ?", [after.0]);
        query.add("id <= ?", [newest.0]);
        let mut statement = self.connection.prepare_cached(&query.sql())?;
        let mut found = statement.query(query.parameters().as_slice())?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            match audit_row(row) {
                Ok(row) => rows.push(row),
                Err(_) => export.exported.unreadable += 1,
            }
        }
        export.exported.rows += rows.len();
        export.after = Some(newest);
        Ok(Some(rows))
    }

    fn newest(&self) -> Result<AuditId, ReadError> {
        let newest: Option<i64> =
            self.connection.query_row("SELECT max(id) FROM audit", [], |row| row.get(0))?;
        Ok(AuditId(newest.unwrap_or(i64::MIN)))
    }
}
