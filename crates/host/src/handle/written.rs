//! Records as they are written out.

use std::borrow::Cow;
use std::io;

use chrono::{DateTime, SecondsFormat};
use serde::Serialize;

use crate::view::{Access, Actor, RecordOutcome, RecordView};

const COLUMNS: &str =
    "id,time,kind,actor,server,server_name,app,path,access,ok,outcome,detail,arguments";

/// A record, and when it was in words: ISO 8601, in UTC.
#[derive(Serialize)]
struct Timed<'a> {
    time: String,
    #[serde(flatten)]
    record: &'a RecordView,
}

pub(super) fn json_line(record: &RecordView) -> io::Result<String> {
    let mut line = paddock_control::json::line(&Timed { time: iso(record.at), record })?;
    line.push('\n');
    Ok(line)
}

pub(super) fn csv_head() -> String {
    format!("{COLUMNS}\r\n")
}

pub(super) fn csv_line(record: &RecordView) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let cells = [
        record.id.to_string(),
        iso(record.at),
        record.kind.to_string(),
        actor(record.actor).to_owned(),
        record.server.map(|id| id.to_string()).unwrap_or_default(),
        text(&record.server_name),
        text(&record.app),
        text(&record.path),
        record.access.map(access).unwrap_or_default().to_owned(),
        record.ok.to_string(),
        outcome(record.outcome).to_owned(),
        text(&record.detail),
        text(&record.arguments),
    ];
    let mut line = cells.iter().map(|text| cell(text)).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

/// A cell as RFC 4180 has it, and as text to a spreadsheet: one that begins like a formula has an
/// apostrophe before it.
fn cell(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with([
        '=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
    ]);
    if !is_formula && !text.contains([',', '"', '\r', '\n', ';', '\'']) {
        return Cow::Borrowed(text);
    }
    let mark = if is_formula { "'" } else { "" };
    Cow::Owned(format!("\"{mark}{}\"", text.replace('"', "\"\"")))
}

fn iso(at: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "it came from whole milliseconds")]
    let at = DateTime::from_timestamp_millis(at as i64);
    at.map(|at| at.to_rfc3339_opts(SecondsFormat::Millis, true)).unwrap_or_default()
}

fn actor(actor: Actor) -> &'static str {
    match actor {
        Actor::Person => "person",
        Actor::Paddock => "paddock",
        Actor::Server => "server",
        Actor::App => "app",
    }
}

fn outcome(outcome: RecordOutcome) -> &'static str {
    match outcome {
        RecordOutcome::Done => "done",
        RecordOutcome::Blocked => "blocked",
        RecordOutcome::Failed => "failed",
    }
}

fn access(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::WriteGuarded => "writeGuarded",
        Access::WriteCommits => "writeCommits",
        Access::ReadWrite => "readWrite",
    }
}

#[cfg(test)]
mod tests {
    use crate::view::Action;

    use super::*;

    fn record(server: &str, detail: &str) -> RecordView {
        RecordView {
            id: 7,
            at: 1_700_000_000_123.0,
            kind: Action::ToolCalled.into(),
            actor: Actor::App,
            server: Some(3),
            server_name: Some(server.to_owned()),
            app: None,
            path: Some("/w/a, b".to_owned()),
            access: Some(Access::WriteGuarded),
            ok: true,
            outcome: RecordOutcome::Done,
            detail: Some(detail.to_owned()),
            facts: Vec::new(),
            arguments: Some("{\"a\":1}".to_owned()),
        }
    }

    #[test]
    fn a_line_has_its_time_in_words() {
        let line = json_line(&record("Files", "read")).unwrap();
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["time"], "2023-11-14T22:13:20.123Z");
        assert_eq!(
            (value["at"].as_u64(), &value["kind"]),
            (Some(1_700_000_000_123), &"tool-called".into())
        );
        let line = csv_line(&record("Files", "read"));
        let expected = "7,2023-11-14T22:13:20.123Z,tool-called,app,3,Files,,\"/w/a, b\",writeGuarded,true,done,read,\"{\"\"a\"\":1}\"\r\n";
        assert_eq!(line, expected);
        assert_eq!(COLUMNS.split(',').count(), 13);
    }

    #[test]
    fn no_cell_is_a_formula_and_none_ends_early() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\u{ff1d}1"] {
            let cell = cell(text);
            assert!(cell.starts_with("\"'") && cell.ends_with('"'), "{cell}");
        }
        assert_eq!(cell("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(cell("say \"=1\""), "\"say \"\"=1\"\"\"");
        assert_eq!(cell("two\nlines"), "\"two\nlines\"");
        assert_eq!(cell("plain=text"), "plain=text");
        assert_eq!(cell(""), "");
    }
}
