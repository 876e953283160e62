//! What is done wrong on request.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::fake::{Fake, path};

#[test]
fn bad_answers() {
    let mut fake = Fake::start(&[
        "--bad",
        "garbage",
        "--bad",
        "wrong-ids",
        "--bad",
        "batch",
        "--bad",
        "answers-twice",
    ]);
    fake.send(&json!({"jsonrpc":"2.0","id":1,"method":"ping"}));
    assert!(serde_json::from_str::<Value>(&fake.line()).is_err());
    for _ in 0..2 {
        assert_eq!(fake.next()[0]["id"], "an id nobody used");
    }
}

#[test]
fn bad_lines_once_initialized() {
    let mut fake = Fake::start(&[
        "--ask-roots",
        "never",
        "--bad",
        "long-line:300000",
        "--bad",
        "deep-json",
        "--bad",
        "null-id",
        "--bad",
        "flood-requests",
    ]);
    fake.initialize("2025-11-25");
    fake.send(&json!({"jsonrpc":"2.0","method":"notifications/initialized"}));
    assert!(fake.line().len() > 300_000);
    assert!(fake.line().contains(&"[".repeat(100_000)));
    assert_eq!(fake.next()["id"], Value::Null);
    for id in 1_000_000..1_000_100 {
        assert_eq!(fake.next()["id"], id);
    }
}

#[test]
fn exits_when_told() {
    let mut fake = Fake::start(&["--bad", "exit-at-once:7"]);
    assert_eq!(fake.child.wait().unwrap().code(), Some(7));
    let mut fake = Fake::start(&["--bad", "exit-after-init"]);
    fake.initialize("2025-11-25");
    assert_eq!(fake.child.wait().unwrap().code(), Some(1));
}

#[test]
fn lives_on_after_closing_stdout() {
    let mut fake = Fake::start(&["--bad", "closes-stdout-lives-on"]);
    fake.initialize("2025-11-25");
    assert!(fake.is_mute());
}

#[cfg(target_os = "linux")]
#[test]
fn term_and_eof_are_ignored() {
    let mut fake = Fake::start(&["--bad", "ignores-term", "--bad", "ignores-eof"]);
    fake.initialize("2025-11-25");
    drop(fake.stdin.take());
    let status = fs::read_to_string(format!("/proc/{}/status", fake.child.id())).unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    assert_ne!(ignored & (1 << 14), 0, "SIGTERM is not ignored");
    assert!(fake.child.try_wait().unwrap().is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn grandchildren_outlive_it() {
    let world = tempfile::tempdir().unwrap();
    let pids = world.path().join("pids");
    let mut fake = Fake::start(&["--spawn-grandchildren", "3", "--pids", path(&pids)]);
    fake.initialize("2025-11-25");
    drop(fake.stdin.take());
    fake.child.wait().unwrap();
    let pids = fs::read_to_string(pids).unwrap();
    assert_eq!(pids.lines().count(), 3);
    for pid in pids.lines() {
        let alive = Path::new("/proc").join(pid).exists();
        let killed = Command::new("kill").args(["-KILL", pid]).status().unwrap();
        assert!(alive && killed.success());
    }
}

#[test]
fn a_flood_of_stderr_leaves_stdout_alone() {
    let mut fake = Fake::start(&["--bad", "flood-stderr"]);
    let mut stderr = fake.child.stderr.take().unwrap();
    stderr.read_exact(&mut vec![0; 1 << 20]).unwrap();
    fake.initialize("2025-11-25");
}
