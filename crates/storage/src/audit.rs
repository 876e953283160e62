//! The audit: what is asked for, and its records as rows.

use paddock_core::{
    Access, Action, Actor, AuditRecord, GrantId, RecordOutcome, ServerId, Time, Used,
};
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{ToSql, ValueRef};
use rusqlite::{Connection, Row, Transaction, named_params};

use crate::column::{Column, get, get_optional, path};
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
    /// The whole name of an app, in whatever case of ASCII letters.
    pub app: Option<String>,
    /// The whole name of a tool that was called, in whatever case of ASCII letters.
    pub tool: Option<String>,
    pub outcome: Option<RecordOutcome>,
    /// From this moment on.
    pub since: Option<Time>,
    /// Before this moment.
    pub until: Option<Time>,
    /// Stands in the path, the names of server and app, the detail or the arguments, in whatever letter case.
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

pub(crate) fn insert(transaction: &Transaction<'_>, record: &AuditRecord) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO audit
                 (at, actor, by_app, action, server, server_name, app, grant_id, path, access,
                  guarded, commits, ok, detail, arguments)
             VALUES
                 (:at, :actor, :by_app, :action, :server, :server_name, :app, :grant_id, :path,
                  :access, :guarded, :commits, :ok, :detail, :arguments)",
        )?
        .execute(named_params! {
            ":at": Column(record.at),
            ":actor": Column(record.actor),
            ":by_app": record.actor == Actor::App,
            ":action": Column(record.action),
            ":server": record.server.map(Column),
            ":server_name": record.server_name,
            ":app": record.app,
            ":grant_id": record.grant.map(Column),
            ":path": record.path.clone().map(Column),
            ":access": record.access.map(Column),
            ":guarded": record.access.is_some_and(Access::guards),
            ":commits": record.access == Some(Access::WriteCommits),
            ":ok": Column(record.ok),
            ":detail": record.detail,
            ":arguments": record.arguments,
        })?;
    Ok(())
}

/// Adds the function `has_text(text, path, name, app, detail, arguments)` to SQL. `LIKE` would fold the case of
/// ASCII letters only and can't look into a path.
pub(crate) fn add_search(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("has_text", 6, flags, |context| {
        let text = lossy(context.get_raw(0));
        Ok((1..6).any(|column| lossy(context.get_raw(column)).to_lowercase().contains(&text)))
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

pub(crate) struct Query {
    conditions: Vec<String>,
    parameters: Vec<Box<dyn ToSql>>,
}

impl Query {
    pub(crate) fn new(filter: &AuditFilter) -> Self {
        let mut query = Self { conditions: Vec::new(), parameters: Vec::new() };
        if let Some(server) = filter.server {
            query.add("server = ?", [Column(server)]);
        }
        if !filter.actions.is_empty() {
            query.add_actions("IN", &filter.actions);
        }
        if let Some(app) = &filter.app {
            query.add("app = ? COLLATE NOCASE", [app.clone()]);
        }
        if let Some(tool) = &filter.tool {
            query.add_actions("IN", Action::OF_TOOLS);
            query.add("detail = ? COLLATE NOCASE", [tool.clone()]);
        }
        match filter.outcome {
            Some(RecordOutcome::Blocked) => query.add_actions("IN", Action::BLOCKED),
            Some(RecordOutcome::Done) => query.add_unblocked(true),
            Some(RecordOutcome::Failed) => query.add_unblocked(false),
            None => {}
        }
        if let Some(since) = filter.since {
            query.add("at >= ?", [Column(since)]);
        }
        if let Some(until) = filter.until {
            query.add("at < ?", [Column(until)]);
        }
        if let Some(text) = &filter.text {
            query.add(
                "has_text(?, path, server_name, app, detail, arguments)",
                [text.to_lowercase()],
            );
        }
        query
    }

    pub(crate) fn add<T: ToSql + 'static>(
        &mut self,
        condition: &str,
        parameters: impl IntoIterator<Item = T>,
    ) {
        self.conditions.push(condition.to_owned());
        self.parameters
            .extend(parameters.into_iter().map(|value| Box::new(value) as Box<dyn ToSql>));
    }

    fn add_actions(&mut self, how: &str, actions: &[Action]) {
        let marks = vec!["?"; actions.len()].join(", ");
        let actions: Vec<_> = actions.iter().map(|action| Column(*action)).collect();
        self.add(&format!("action {how} ({marks})"), actions);
    }

    fn add_unblocked(&mut self, ok: bool) {
        self.add_actions("NOT IN", Action::BLOCKED);
        self.add("ok = ?", [Column(ok)]);
    }

    pub(crate) fn sql(&self) -> String {
        let conditions = if self.conditions.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", self.conditions.join(" AND "))
        };
        format!("SELECT * FROM audit {conditions} ORDER BY id")
    }

    pub(crate) fn parameters(&self) -> Vec<&dyn ToSql> {
        self.parameters.iter().map(AsRef::as_ref).collect()
    }
}

/// The last use of each grant. What is damaged is left out.
pub(crate) fn used(connection: &Connection) -> rusqlite::Result<Vec<(GrantId, Used)>> {
    let mut statement = connection.prepare(
        "SELECT * FROM audit WHERE id IN (
             SELECT max(id) FROM audit
             WHERE grant_id IS NOT NULL AND ok = 1 AND action IN ('tool-called', 'resource-read')
             GROUP BY grant_id
         )",
    )?;
    let rows = statement.query_map([], |row| Ok(audit_row(row).ok()))?;
    let used = |AuditRow { record, .. }: AuditRow| {
        let (path, by) = (record.path?, record.detail.unwrap_or_default());
        Some((record.grant?, Used { at: record.at, by, path }))
    };
    rows.filter_map(|row| row.map(|row| row.and_then(used)).transpose()).collect()
}

pub(crate) fn audit_row(row: &Row<'_>) -> rusqlite::Result<AuditRow> {
    let access: Option<Access> = get_optional(row, "access")?;
    let access = access.map(|access| guarded(access, row)).transpose()?;
    Ok(AuditRow {
        id: AuditId(row.get("id")?),
        record: AuditRecord {
            at: get(row, "at")?,
            actor: if row.get("by_app")? { Actor::App } else { get(row, "actor")? },
            action: get(row, "action")?,
            server: get_optional(row, "server")?,
            server_name: row.get("server_name")?,
            app: row.get("app")?,
            grant: get_optional(row, "grant_id")?,
            path: get_optional(row, "path")?,
            access,
            ok: get(row, "ok")?,
            detail: row.get("detail")?,
            arguments: row.get("arguments")?,
        },
    })
}
