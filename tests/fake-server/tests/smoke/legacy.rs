//! The legacy era, well behaved.

use std::fs;

use serde_json::json;

use crate::fake::{Fake, path};

#[test]
fn well_behaved() {
    let mut fake = Fake::start(&[]);
    assert_eq!(fake.initialize("2025-03-26")["protocolVersion"], "2025-03-26");
    fake.send(&json!({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}));
    assert_eq!(fake.next()["result"]["content"][0]["text"], "hi");
    fake.send(&json!({"jsonrpc":"2.0","method":"notifications/initialized"}));
    let question = fake.next();
    assert_eq!(question["method"], "roots/list");
    fake.answer_roots(&question, "file:///a");
    assert_eq!(fake.roots(), r#"[{"uri":"file:///a"}]"#);
    fake.send(&json!({"jsonrpc":"2.0","method":"notifications/roots/list_changed"}));
    assert_eq!(fake.next()["method"], "roots/list");
    drop(fake.stdin.take());
    assert_eq!(fake.child.wait().unwrap().code(), Some(0));
}

#[test]
fn asks_on_each_call() {
    let mut fake = Fake::start(&["--ask-roots", "never", "--ask-on-call"]);
    fake.initialize("2025-11-25");
    fake.send(&json!({"jsonrpc":"2.0","method":"notifications/initialized"}));
    fake.send(&json!({"jsonrpc":"2.0","id":"r","method":"tools/call","params":{"name":"roots"}}));
    let question = fake.next();
    fake.answer_roots(&question, "file:///b");
    let answer = fake.next();
    assert_eq!(answer["id"], "r");
    assert_eq!(answer["result"]["content"][0]["text"], r#"[{"uri":"file:///b"}]"#);
}

#[test]
fn waits_for_a_file_and_forgets_a_cancelled_call() {
    let world = tempfile::tempdir().unwrap();
    let file = world.path().join("go");
    let mut fake = Fake::start(&["--wait-for", path(&file)]);
    fake.initialize("2025-11-25");
    for id in [7, 8] {
        fake.send(&json!({"jsonrpc":"2.0","id":id,"method":"tools/call","params":{"name":"wait"}}));
    }
    fake.send(
        &json!({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}),
    );
    fake.send(&json!({"jsonrpc":"2.0","id":9,"method":"ping"}));
    assert_eq!(fake.next()["id"], 9);
    fs::write(file, "").unwrap();
    assert_eq!(fake.next()["id"], 8);
}

#[test]
fn records_what_it_reads_and_sends() {
    let world = tempfile::tempdir().unwrap();
    let record = world.path().join("record");
    let mut fake = Fake::start(&["--record", path(&record)]);
    fake.send(&json!({"jsonrpc":"2.0","id":0,"method":"ping"}));
    fake.next();
    let recorded = fs::read_to_string(record).unwrap();
    let lines: Vec<_> = recorded.lines().map(|line| &line[..3]).collect();
    assert_eq!(lines, ["< {", "> {"]);
}
