//! A fake that runs, and what is said to it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Fake {
    pub(crate) child: Child,
    pub(crate) stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Fake {
    pub(crate) fn start(args: &[&str]) -> Self {
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

    pub(crate) fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    pub(crate) fn next(&mut self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }

    /// Whether stdout ends, and the process does not.
    pub(crate) fn is_mute(&mut self) -> bool {
        let ended =
            matches!(self.lines.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
        ended && self.child.try_wait().unwrap().is_none()
    }

    pub(crate) fn modern(args: &[&str]) -> Self {
        Self::start(&[&["--era", "modern"], args].concat())
    }

    /// Sends a request of the modern era and takes what comes next.
    pub(crate) fn ask(&mut self, id: u32, method: &str, mut params: Value) -> Value {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":
                { "roots": {}, "sampling": {}, "elicitation": {} },
        });
        if params.get("_meta").is_none() {
            params["_meta"] = meta;
        }
        self.send(&json!({"jsonrpc":"2.0","id":id,"method":method,"params":params}));
        self.next()
    }

    pub(crate) fn initialize(&mut self, revision: &str) -> Value {
        self.send(&json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":revision,"capabilities":{"roots":{}},"clientInfo":{"name":"t","version":"0"}}}));
        self.next()["result"].take()
    }

    pub(crate) fn answer_roots(&mut self, question: &Value, uri: &str) {
        self.send(&json!({"jsonrpc":"2.0","id":question["id"],"result":{"roots":[{"uri":uri}]}}));
    }

    pub(crate) fn roots(&mut self) -> String {
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

pub(crate) fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}
