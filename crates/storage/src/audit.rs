//! The audit: appended to, searched, written out.

use std::io;

use paddock_core::{Access, Action, AuditRecord, ServerId};
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{ToSql, ValueRef};
use rusqlite::{Connection, Row, Transaction, named_params};

use crate::Storage;
use crate::column::{Column, get, get_optional, path};
use crate::error::{ExportError, ReadError};
use crate::saved::guarded;

/// The most rows a page holds.
pub const PAGE_LIMIT: usize = 200;

/// Number of a record: later ones have larger numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AuditId(pub i64);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    pub id: AuditId,
    pub record: AuditRecord,
}

/// Which records are asked for: those that meet all that is set; all by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    pub server: Option<ServerId>,
    /// Any of these; of every action when empty.
    pub actions: Vec<Action>,
    /// Stands in the path, the server's name or the detail, in whatever letter case.
    pub text: Option<String>,
}

/// Records, the newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditPage {
    pub rows: Vec<AuditRow>,
    /// Where the next page goes on, if there is more.
    pub next: Option<AuditId>,
    /// Records left out because they are damaged or from a later version.
    pub unreadable: usize,
}

/// What an export wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub rows: usize,
    /// Records left out because they are damaged or from a later version.
    pub unreadable: usize,
}

impl Storage {
    /// Reads `limit` records, between 1 and [`PAGE_LIMIT`], that are older than `before`.
    pub fn audit(
        &self,
        filter: &AuditFilter,
        before: Option<AuditId>,
        limit: usize,
    ) -> Result<AuditPage, ReadError> {
        let limit = limit.clamp(1, PAGE_LIMIT);
        let mut page = AuditPage { rows: Vec::new(), next: None, unreadable: 0 };
        let query = Query::new(filter, before);
        let mut statement =
            self.connection.prepare(&format!("{} DESC LIMIT {}", query.sql(), limit + 1))?;
        let mut rows = statement.query(query.parameters().as_slice())?;
        let mut last = None;
        while let Some(row) = rows.next()? {
            if page.rows.len() + page.unreadable == limit {
                page.next = last;
                break;
            }
            last = Some(AuditId(row.get("id")?));
            match audit_row(row) {
                Ok(row) => page.rows.push(row),
                Err(_) => page.unreadable += 1,
            }
        }
        Ok(page)
    }

    /// Hands every record to `write`, the oldest first, until it fails.
    pub fn export(
        &self,
        filter: &AuditFilter,
        write: &mut dyn FnMut(AuditRow) -> io::Result<()>,
    ) -> Result<Exported, ExportError> {
        let mut exported = Exported::default();
        let query = Query::new(filter, None);
        let mut statement = self.connection.prepare(&query.sql()).map_err(ReadError::from)?;
        let mut rows = statement.query(query.parameters().as_slice()).map_err(ReadError::from)?;
        while let Some(row) = rows.next().map_err(ReadError::from)? {
            match audit_row(row) {
                Ok(row) => {
                    write(row).map_err(ExportError::Write)?;
                    exported.rows += 1;
                }
                Err(_) => exported.unreadable += 1,
            }
        }
        Ok(exported)
    }
}

pub(crate) fn insert(transaction: &Transaction<'_>, record: &AuditRecord) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO audit
                 (at, actor, action, server, server_name, grant_id, path, access, guarded, ok,
                  detail)
             VALUES
                 (:at, :actor, :action, :server, :server_name, :grant_id, :path, :access,
                  :guarded, :ok, :detail)",
        )?
        .execute(named_params! {
            ":at": Column(record.at),
            ":actor": Column(record.actor),
            ":action": Column(record.action),
            ":server": record.server.map(Column),
            ":server_name": record.server_name,
            ":grant_id": record.grant.map(Column),
            ":path": record.path.clone().map(Column),
            ":access": record.access.map(Column),
            ":guarded": record.access == Some(Access::WriteGuarded),
            ":ok": Column(record.ok),
            ":detail": record.detail,
        })?;
    Ok(())
}

/// Adds the function `has_text(text, path, name, detail)` to SQL. `LIKE` would fold the case of
/// ASCII letters only and can't look into a path.
pub(crate) fn add_search(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("has_text", 4, flags, |context| {
        let text = lossy(context.get_raw(0));
        Ok((1..4).any(|column| lossy(context.get_raw(column)).to_lowercase().contains(&text)))
    })
}

fn lossy(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => path::from_bytes(bytes.to_vec())
            .map(|path| path.to_string_lossy().into_owned())
            .unwrap_or_default(),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => String::new(),
    }
}

struct Query {
    conditions: Vec<String>,
    parameters: Vec<Box<dyn ToSql>>,
}

impl Query {
    fn new(filter: &AuditFilter, before: Option<AuditId>) -> Self {
        let mut query = Self { conditions: Vec::new(), parameters: Vec::new() };
        if let Some(before) = before {
            query.add("id < ?", [before.0]);
        }
        if let Some(server) = filter.server {
            query.add("server = ?", [Column(server)]);
        }
        if !filter.actions.is_empty() {
            let marks = vec!["?"; filter.actions.len()].join(", ");
            let actions: Vec<_> = filter.actions.iter().map(|action| Column(*action)).collect();
            query.add(&format!("action IN ({marks})"), actions);
        }
        if let Some(text) = &filter.text {
            query.add("has_text(?, path, server_name, detail)", [text.to_lowercase()]);
        }
        query
    }

    fn add<T: ToSql + 'static>(
        &mut self,
        condition: &str,
        parameters: impl IntoIterator<Item = T>,
    ) {
        self.conditions.push(condition.to_owned());
        self.parameters
            .extend(parameters.into_iter().map(|value| Box::new(value) as Box<dyn ToSql>));
    }

    fn sql(&self) -> String {
        let conditions = if self.conditions.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", self.conditions.join(" AND "))
        };
        format!("SELECT * FROM audit {conditions} ORDER BY id")
    }

    fn parameters(&self) -> Vec<&dyn ToSql> {
        self.parameters.iter().map(AsRef::as_ref).collect()
    }
}

fn audit_row(row: &Row<'_>) -> rusqlite::Result<AuditRow> {
    let access: Option<Access> = get_optional(row, "access")?;
    let is_guarded = row.get("guarded")?;
    Ok(AuditRow {
        id: AuditId(row.get("id")?),
        record: AuditRecord {
            at: get(row, "at")?,
            actor: get(row, "actor")?,
            action: get(row, "action")?,
            server: get_optional(row, "server")?,
            server_name: row.get("server_name")?,
            grant: get_optional(row, "grant_id")?,
            path: get_optional(row, "path")?,
            access: access.map(|access| guarded(access, is_guarded)),
            ok: get(row, "ok")?,
            detail: row.get("detail")?,
        },
    })
}
