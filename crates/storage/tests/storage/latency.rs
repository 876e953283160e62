//! Numbers, not a test: `cargo test -p paddock-storage --release -- --ignored --nocapture latency`

use std::fs;
use std::time::Instant;

use paddock_core::{AuditRecord, Change, Saved, ServerId};
use paddock_storage::AuditFilter;

use crate::common::{Random, about, commit, grant, open, record, server};

#[test]
#[ignore = "measures"]
fn of_a_grant_and_its_record() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (mut storage, _) = open(folder.path());
    let mut random = Random(1);
    storage.commit(&commit(vec![Change::PutServer(server(0, &mut random))], vec![])).unwrap();
    let mut micros: Vec<_> = (1..=500)
        .map(|id| {
            let given = grant(id, ServerId(0), &mut random);
            let audit = vec![about(&given, paddock_core::Action::Granted)];
            let commit = commit(vec![Change::PutGrant(given)], audit);
            let start = Instant::now();
            storage.commit(&commit).unwrap();
            start.elapsed().as_micros()
        })
        .collect();
    micros.sort_unstable();
    println!("grant and record: p50 {} µs, p95 {} µs", micros[250], micros[475]);
}

#[test]
#[ignore = "measures"]
fn of_a_large_audit() {
    const RECORDS: u32 = 100_000;
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (mut storage, _) = open(folder.path());
    let database = folder.path().join("paddock.db");
    let records = (0..RECORDS).map(|number| AuditRecord {
        server: Some(ServerId(number % 9)),
        path: Some(paddock_core::AbsolutePath::new("/home/someone/Documents/Work").unwrap()),
        server_name: Some("Files".into()),
        ..record(paddock_core::Action::ToolCalled)
    });
    storage.commit(&commit(vec![], records.collect())).unwrap();
    drop(storage);
    let size = fs::metadata(database).unwrap().len();
    println!("{} bytes a record", size / u64::from(RECORDS));

    let start = Instant::now();
    let (storage, saved) = open(folder.path());
    println!("{RECORDS} records: opened in {:?}", start.elapsed());
    assert_eq!(saved, Saved { next_id: 9, ..Saved::default() });
    for text in ["documents", "not there"] {
        let filter = AuditFilter { text: Some(text.into()), ..Default::default() };
        let start = Instant::now();
        let found = storage.audit(&filter, None, 200).unwrap().rows.len();
        println!("{found} found by text in {:?}", start.elapsed());
    }
}
