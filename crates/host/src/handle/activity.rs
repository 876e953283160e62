//! What was done and refused, looked at and taken along.
//!
//! It is read on the thread of the storage, in steps between which commits are made. The file that
//! it is written into is on whatever disk a person chose: that is waited for here, and nowhere else.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use paddock_core::text::shown;
use paddock_core::{Fact, FactSaid, Open, ServerId, Time, facts};
use paddock_storage::{AuditFilter, AuditId, AuditRow, Export, PAGE_LIMIT, ReadError, Reading};
use tokio::time::timeout;

use super::Host;
use super::written;
use crate::failure::OrFail;
use crate::message::Ask;
use crate::show;
use crate::storage_thread::Store;
use crate::view::{
    ActivityFilter, ActivityFormat, ActivityPage, Code, FactView, Failure, RecordView,
};

/// How long one step of reading, or writing what it read, may take.
pub(super) const DEADLINE: Duration = Duration::from_secs(30);

impl Host {
    /// A page of the activity, the newest first.
    ///
    /// # Errors
    /// It can't be read, or the disk does not answer.
    pub async fn activity(&self, filter: ActivityFilter) -> Result<ActivityPage, Failure> {
        let Some(wanted) = audit_filter(&filter) else {
            return Ok(ActivityPage { records: Vec::new(), more: false });
        };
        self.ask(Ask::KeepRecords).await?;
        let before = filter.before.map(|id| AuditId(i64::from(id)));
        let mut reading = Reading::new(wanted, before, PAGE_LIMIT);
        let mut done = false;
        while !done {
            (reading, done) = self.step(reading, <dyn Store>::read).await?;
        }
        let page = reading.into_page();
        Ok(ActivityPage {
            records: page.rows.iter().map(record).collect(),
            more: page.next.is_some(),
        })
    }

    /// Writes the activity, the oldest first, into a file of its owner's alone, and returns how many
    /// records that are.
    ///
    /// # Errors
    /// The file can't be written.
    pub async fn export_activity(
        &self,
        filter: ActivityFilter,
        format: ActivityFormat,
        path: &Path,
    ) -> Result<u32, Failure> {
        let path = path.to_path_buf();
        let mut file = write(move || begin(&path, format)).await?;
        let Some(wanted) = audit_filter(&filter) else { return Ok(0) };
        self.ask(Ask::KeepRecords).await?;
        let mut export = Export::new(wanted);
        loop {
            let (further, rows) = self.step(export, <dyn Store>::export_step).await?;
            export = further;
            let Some(rows) = rows else { break };
            file = write(move || append(file, format, &rows)).await?;
        }
        Ok(u32::try_from(export.exported().rows).unwrap_or(u32::MAX))
    }

    /// Goes on with something that is read in steps.
    async fn step<R: Send + 'static, T: Send + 'static>(
        &self,
        mut reading: R,
        step: impl FnOnce(&dyn Store, &mut R) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<(R, T), Failure> {
        let step = self.audit.step(move |store| {
            let read = step(store, &mut reading);
            read.map(|read| (reading, read))
        });
        let silent = |_| Failure::new(Code::DiskSilent);
        timeout(DEADLINE, step).await.map_err(silent)??.or_fail()
    }
}

fn begin(path: &Path, format: ActivityFormat) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    #[cfg(unix)]
    if file.metadata()?.is_file() {
        // One that was there may have been everyone's. Not every disk knows of that.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        let _ = file.set_permissions(mode);
    }
    if format == ActivityFormat::Csv {
        file.write_all(written::csv_head().as_bytes())?;
    }
    Ok(file)
}

fn append(mut file: File, format: ActivityFormat, rows: &[AuditRow]) -> io::Result<File> {
    let mut lines = String::new();
    for row in rows {
        let record = record(row);
        match format {
            ActivityFormat::JsonLines => lines.push_str(&written::json_line(&record)?),
            ActivityFormat::Csv => lines.push_str(&written::csv_line(&record)),
        }
    }
    file.write_all(lines.as_bytes())?;
    Ok(file)
}

/// Has `work` done on a thread that may wait.
async fn write<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, Failure> {
    let failed = |reason: String| Failure::new(Code::ExportFailed).with("reason", reason);
    match timeout(DEADLINE, tokio::task::spawn_blocking(work)).await {
        Ok(Ok(written)) => written.map_err(|error| failed(error.to_string())),
        Ok(Err(panicked)) => Err(Failure::internal(panicked)),
        Err(_) => Err(failed("the disk does not answer".to_owned())),
    }
}

/// None where nothing is of any of the kinds asked for: without kinds, all would be.
fn audit_filter(filter: &ActivityFilter) -> Option<AuditFilter> {
    let actions: Vec<_> = filter.kinds.iter().filter_map(Open::known).collect();
    if actions.is_empty() && !filter.kinds.is_empty() {
        return None;
    }
    let text = Some(filter.text.trim().to_owned()).filter(|text| !text.is_empty());
    Some(AuditFilter {
        server: filter.server.map(ServerId),
        actions,
        app: filter.app.clone(),
        tool: filter.tool.clone(),
        outcome: filter.outcome,
        since: filter.since.map(moment),
        until: filter.until.map(moment),
        text,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "parts of a millisecond tell none apart")]
fn moment(at: f64) -> Time {
    Time(at as i64)
}

fn record(row: &AuditRow) -> RecordView {
    let record = &row.record;
    RecordView {
        id: u32::try_from(row.id.0).unwrap_or(u32::MAX),
        at: show::time(record.at),
        kind: record.action.into(),
        actor: record.actor,
        server: record.server.map(|id| id.0),
        server_name: record.server_name.as_ref().map(shown),
        app: record.app.as_ref().map(shown),
        path: record.path.as_ref().map(|path| shown(path.as_path())),
        access: record.access,
        ok: record.ok,
        outcome: record.action.outcome(record.ok),
        detail: record.detail.as_ref().map(shown),
        facts: record.detail.iter().flat_map(|it| facts(record.action, it)).map(fact).collect(),
        arguments: record.arguments.as_ref().map(shown),
    }
}

fn fact(fact: Fact) -> FactView {
    let (code, text) = match fact.said {
        FactSaid::Code(code) => (Some(code.into()), None),
        FactSaid::Text(text) => (None, Some(shown(&text))),
        FactSaid::Of(code, text) => (Some(code.into()), Some(shown(&text))),
    };
    FactView { code, text, number: fact.number.map(show::bytes) }
}

#[cfg(test)]
mod tests {
    use paddock_core::Action;

    use super::*;

    #[test]
    fn a_kind_that_nothing_is_finds_nothing() {
        let actions = |kinds: &[&str]| {
            let kinds = serde_json::to_string(kinds).unwrap();
            let kinds = serde_json::from_str(&kinds).unwrap();
            let filter = ActivityFilter { kinds, ..ActivityFilter::default() };
            audit_filter(&filter).map(|wanted| wanted.actions)
        };
        assert_eq!(actions(&[]), Some(Vec::new()));
        assert_eq!(actions(&["of-a-newer-version"]), None);
        assert_eq!(actions(&["of-a-newer-version", "granted"]), Some(vec![Action::Granted]));
    }
}
