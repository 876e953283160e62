//! What was done and refused, looked at and taken along.

use std::fs::File;
use std::io::{BufWriter, Write};

use paddock_core::text::shown;
use paddock_core::{Action, Actor as Who, ServerId};
use paddock_storage::{AuditFilter, AuditId, AuditRow, PAGE_LIMIT};

use super::Actor;
use crate::show;
use crate::view::{ActivityFilter, ActivityPage, ActorView, Failure, RecordView};

impl Actor {
    pub(super) fn activity(&mut self, filter: &ActivityFilter) -> Result<ActivityPage, Failure> {
        self.keep_records();
        let before = filter.before.map(|id| AuditId(i64::from(id)));
        let page = self.storage.audit(&audit_filter(filter), before, PAGE_LIMIT)?;
        let records = page.rows.iter().map(record).collect();
        Ok(ActivityPage { records, more: page.next.is_some() })
    }

    pub(super) fn export(&mut self, filter: &ActivityFilter, file: File) -> Result<u32, Failure> {
        self.keep_records();
        let mut file = BufWriter::new(file);
        let exported = self.storage.export(&audit_filter(filter), &mut |row| {
            serde_json::to_writer(&mut file, &record(&row))?;
            file.write_all(b"\n")
        })?;
        file.flush().map_err(|error| Failure::new("export-failed").with("reason", error))?;
        Ok(u32::try_from(exported.rows).unwrap_or(u32::MAX))
    }
}

fn audit_filter(filter: &ActivityFilter) -> AuditFilter {
    let actions: Vec<_> = filter.kinds.iter().filter_map(|kind| Action::from_code(kind)).collect();
    let text = Some(filter.text.trim().to_owned()).filter(|text| !text.is_empty());
    AuditFilter { server: filter.server.map(ServerId), actions, text }
}

fn record(row: &AuditRow) -> RecordView {
    let record = &row.record;
    RecordView {
        id: u32::try_from(row.id.0).unwrap_or(u32::MAX),
        at: show::time(record.at),
        kind: record.action.code().to_owned(),
        actor: match record.actor {
            Who::Person => ActorView::Person,
            Who::Paddock => ActorView::Paddock,
            Who::Server => ActorView::Server,
        },
        server: record.server.map(|id| id.0),
        server_name: record.server_name.as_ref().map(shown),
        path: record.path.as_ref().map(|path| shown(path.as_path())),
        access: record.access.map(show::access),
        ok: record.ok,
        detail: record.detail.as_ref().map(shown),
    }
}
