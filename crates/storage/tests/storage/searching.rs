//! The audit: pages, filters, export; never changed.

use std::io;

use crate::common::{absolute, all_audit, commit, open, record};
use paddock_core::{AbsolutePath, Action, AuditRecord, RecordOutcome, ServerId, Time};
use paddock_storage::{
    AuditFilter, AuditId, AuditPage, Export, ExportError, PAGE_LIMIT, Reading, STEP, Storage,
};

fn numbered(count: i64) -> Vec<AuditRecord> {
    let one = |number| AuditRecord {
        at: Time(number),
        server: (number % 3 == 0).then_some(ServerId(3)),
        action: if number % 2 == 0 { Action::Granted } else { Action::Revoked },
        ..record(Action::Started)
    };
    (1..=count).map(one).collect()
}

fn numbers(page: &AuditPage) -> Vec<i64> {
    page.rows.iter().map(|row| row.record.at.0).collect()
}

fn with(records: Vec<AuditRecord>) -> (tempfile::TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let (mut storage, _) = open(folder.path());
    storage.commit(&commit(vec![], records)).unwrap();
    (folder, storage)
}

#[test]
fn pages_follow_one_another_from_the_newest() {
    let (_folder, storage) = with(numbered(7));
    let all = AuditFilter::default();
    let first = storage.audit(&all, None, 3).unwrap();
    assert_eq!(numbers(&first), [7, 6, 5]);
    let second = storage.audit(&all, first.next, 3).unwrap();
    assert_eq!(numbers(&second), [4, 3, 2]);
    let third = storage.audit(&all, second.next, 3).unwrap();
    assert_eq!((numbers(&third), third.next), (vec![1], None));
}

#[test]
fn a_page_that_ends_with_the_last_record_says_so() {
    let (_folder, storage) = with(numbered(4));
    let page = storage.audit(&AuditFilter::default(), None, 4).unwrap();
    assert_eq!((page.rows.len(), page.next), (4, None));
}

#[test]
fn a_page_is_bounded() {
    let (_folder, storage) = with(numbered(205));
    let page = storage.audit(&AuditFilter::default(), None, usize::MAX).unwrap();
    assert_eq!(page.rows.len(), PAGE_LIMIT);
    assert_eq!(page.next, Some(AuditId(6)));
}

#[test]
fn filters_narrow_together() {
    let (_folder, storage) = with(numbered(12));
    let by_server = AuditFilter { server: Some(ServerId(3)), ..Default::default() };
    assert_eq!(numbers(&storage.audit(&by_server, None, 9).unwrap()), [12, 9, 6, 3]);
    let both = AuditFilter { actions: vec![Action::Granted], ..by_server };
    assert_eq!(numbers(&storage.audit(&both, None, 9).unwrap()), [12, 6]);
    let either =
        AuditFilter { actions: vec![Action::Granted, Action::Revoked], ..Default::default() };
    assert_eq!(storage.audit(&either, None, 99).unwrap().rows.len(), 12);
    assert_eq!(numbers(&storage.audit(&both, Some(AuditId(12)), 9).unwrap()), [6]);
}

#[test]
fn text_is_found_in_path_names_detail_and_arguments_in_any_letter_case() {
    let path = AbsolutePath::new(absolute("Übung/100%_\u{1f980}")).unwrap();
    let records = vec![
        AuditRecord { path: Some(path), ..record(Action::Granted) },
        AuditRecord { server_name: Some("Dateien ÄÖ".into()), ..record(Action::Granted) },
        AuditRecord { detail: Some("could not START".into()), ..record(Action::Granted) },
        AuditRecord { app: Some("Claude Code".into()), ..record(Action::ToolCalled) },
        AuditRecord { arguments: Some(r#"{"q":"Ähre"}"#.into()), ..record(Action::ToolCalled) },
    ];
    let (_folder, storage) = with(records);
    let found = |text: &str| {
        let filter = AuditFilter { text: Some(text.into()), ..Default::default() };
        let page = storage.audit(&filter, None, 9).unwrap();
        page.rows.iter().map(|row| row.id.0).collect::<Vec<_>>()
    };
    assert_eq!(found("übUNG"), [1]);
    assert_eq!(found("100%_"), [1]);
    assert_eq!(found("1%0"), [] as [i64; 0]);
    assert_eq!(found("äö"), [2]);
    assert_eq!(found("not start"), [3]);
    assert_eq!(found("claude"), [4]);
    assert_eq!(found("ähre"), [5]);
    assert_eq!(found("' OR 1=1 --"), [] as [i64; 0]);
    assert_eq!(found(""), [5, 4, 3, 2, 1]);
}

#[test]
fn app_tool_outcome_and_time_narrow_together() {
    let of = |at, app: &str, tool: &str, action, ok| AuditRecord {
        at: Time(at),
        app: Some(app.into()),
        detail: Some(tool.into()),
        ok,
        ..record(action)
    };
    let (_folder, storage) = with(vec![
        of(1, "Claude Code", "read", Action::ToolCalled, true),
        of(2, "Claude Code", "write", Action::ToolCalled, false),
        of(3, "Codex", "read", Action::CallDenied, false),
        // Its detail is no tool's name.
        of(4, "Codex", "read", Action::RootsTold, true),
        of(5, "Claude Code Beta", "read", Action::ToolCalled, true),
    ]);
    let found = |filter: AuditFilter| numbers(&storage.audit(&filter, None, 9).unwrap());
    let all = AuditFilter::default;
    let app = |app: &str| Some(app.to_owned());
    assert_eq!(found(AuditFilter { app: app("claude code"), ..all() }), [2, 1]);
    assert_eq!(found(AuditFilter { app: app("Claude"), ..all() }), [] as [i64; 0]);
    assert_eq!(found(AuditFilter { tool: app("Read"), ..all() }), [5, 3, 1]);
    let outcome = |outcome| found(AuditFilter { outcome: Some(outcome), ..all() });
    assert_eq!(outcome(RecordOutcome::Done), [5, 4, 1]);
    assert_eq!(outcome(RecordOutcome::Blocked), [3]);
    assert_eq!(outcome(RecordOutcome::Failed), [2]);
    let between = AuditFilter { since: Some(Time(2)), until: Some(Time(5)), ..all() };
    assert_eq!(found(between.clone()), [4, 3, 2]);
    let kinds = vec![Action::CallDenied, Action::RootsTold];
    let narrowed = AuditFilter { tool: app("read"), actions: kinds, app: app("Codex"), ..between };
    assert_eq!(found(narrowed.clone()), [3]);
    let mut exported = Vec::new();
    let into = &mut |row: paddock_storage::AuditRow| {
        exported.push(row.record.at.0);
        Ok(())
    };
    storage.export(&narrowed, into).unwrap();
    assert_eq!(exported, [3]);
}

#[cfg(unix)]
#[test]
fn text_is_found_beside_bytes_that_are_not_unicode() {
    use std::os::unix::ffi::OsStrExt;

    let path = AbsolutePath::new(std::ffi::OsStr::from_bytes(b"/\xff/Notes")).unwrap();
    let (_folder, storage) =
        with(vec![AuditRecord { path: Some(path), ..record(Action::Granted) }]);
    let filter = AuditFilter { text: Some("notes".into()), ..Default::default() };
    assert_eq!(storage.audit(&filter, None, 9).unwrap().rows.len(), 1);
}

#[test]
fn an_export_goes_from_the_oldest_to_the_newest_without_limit() {
    let (_folder, storage) = with(numbered(450));
    let exported: Vec<_> = all_audit(&storage).iter().map(|row| row.record.at.0).collect();
    assert_eq!(exported, (1..=450).collect::<Vec<_>>());
}

#[test]
fn an_export_ends_when_it_can_not_be_written() {
    let (_folder, storage) = with(numbered(5));
    let mut written = 0;
    let result = storage.export(&AuditFilter::default(), &mut |_| {
        written += 1;
        if written == 3 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    });
    assert!(matches!(result, Err(ExportError::Write(_))));
    assert_eq!(written, 3);
}

#[test]
fn a_page_of_what_is_rare_is_read_in_steps() {
    let count = STEP * 2 + 5;
    let mut records = numbered(count);
    for rare in [1, 2, STEP + 1] {
        records[usize::try_from(rare).unwrap()].detail = Some("rare".into());
    }
    let (_folder, storage) = with(records);
    let filter = AuditFilter { text: Some("rare".into()), ..Default::default() };
    let mut reading = Reading::new(filter.clone(), None, 2);
    let mut steps = 1;
    while !storage.read(&mut reading).unwrap() {
        steps += 1;
    }
    let page = reading.into_page();
    assert_eq!((numbers(&page), page.next, steps), (vec![STEP + 2, 3], Some(AuditId(3)), 3));
    let rest = storage.audit(&filter, page.next, 2).unwrap();
    assert_eq!((numbers(&rest), rest.next), (vec![2], None));
}

#[test]
fn an_export_goes_in_steps_and_ends_with_what_there_was_when_it_began() {
    let count = STEP * 2 + 5;
    let (_folder, mut storage) = with(numbered(count));
    let mut export = Export::new(AuditFilter::default());
    let mut steps = Vec::new();
    while let Some(rows) = storage.export_step(&mut export).unwrap() {
        steps.push(rows.len());
        storage.commit(&commit(vec![], numbered(1))).unwrap();
    }
    let step = usize::try_from(STEP).unwrap();
    assert_eq!(steps, [step, step, 5]);
    assert_eq!(export.exported().rows, 2 * step + 5);
}

#[test]
fn an_export_of_nothing_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, _) = open(folder.path());
    assert_eq!(storage.export(&AuditFilter::default(), &mut |_| Ok(())).unwrap().rows, 0);
}

#[test]
fn records_are_neither_changed_nor_removed() {
    let (folder, storage) = with(numbered(3));
    let before = all_audit(&storage);
    drop(storage);
    let raw = rusqlite::Connection::open(folder.path().join("paddock.db")).unwrap();
    for sql in ["UPDATE audit SET ok = 0", "DELETE FROM audit"] {
        let error = raw.execute(sql, []).unwrap_err().to_string();
        assert!(error.starts_with("audit records are not "), "{error}");
    }
    drop(raw);
    assert_eq!(all_audit(&open(folder.path()).0), before);
}

#[test]
fn a_record_that_can_not_be_read_is_counted_and_hides_no_other() {
    let (folder, storage) = with(numbered(3));
    drop(storage);
    let raw = rusqlite::Connection::open(folder.path().join("paddock.db")).unwrap();
    raw.execute_batch(
        "INSERT INTO audit (at, actor, action, ok) VALUES (4, 'person', 'from-the-future', 1)",
    )
    .unwrap();
    drop(raw);
    let (storage, _) = open(folder.path());
    let page = storage.audit(&AuditFilter::default(), None, 9).unwrap();
    assert_eq!((numbers(&page), page.unreadable), (vec![3, 2, 1], 1));
    let exported = storage.export(&AuditFilter::default(), &mut |_| Ok(())).unwrap();
    assert_eq!((exported.rows, exported.unreadable), (3, 1));
}
