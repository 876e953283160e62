//! The fake itself does what its README says.
#![expect(clippy::disallowed_methods, reason = "the fake is started without the app")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(30);

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
    assert!(matches!(fake.lines.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected)));
    assert!(fake.child.try_wait().unwrap().is_none());
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

struct Fake {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Fake {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_paddock-fake-server"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = sync_channel(16);
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { stdin: child.stdin.take(), child, lines }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    fn next(&mut self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }

    fn initialize(&mut self, revision: &str) -> Value {
        self.send(&json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":revision,"capabilities":{"roots":{}},"clientInfo":{"name":"t","version":"0"}}}));
        self.next()["result"].take()
    }

    fn answer_roots(&mut self, question: &Value, uri: &str) {
        self.send(&json!({"jsonrpc":"2.0","id":question["id"],"result":{"roots":[{"uri":uri}]}}));
    }

    fn roots(&mut self) -> String {
        self.send(&json!({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"roots"}}));
        self.next()["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}
