//! A connection to a scriptable server that runs as a child of the test.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Stdio;

use paddock_mcp::{
    Ask, AskReply, CallError, Connection, Event, Events, Implementation, Options, Outcome, Ready,
    RootEntry, Roots, connect,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::hearing::Heard;
use super::revision::Revision;
use crate::world::{PATIENCE, program};

pub(crate) struct Wired {
    pub(crate) connection: Connection,
    pub(crate) ready: Option<Ready>,
    events: Events,
    /// Events that nobody asked for.
    pub(crate) passed: Vec<Event>,
    child: Child,
    /// Where a scriptable one records.
    folder: Option<TempDir>,
}

pub(crate) fn options() -> Options {
    let version = "1".to_owned();
    Options::new(Implementation { name: "paddock-flows".to_owned(), title: None, version })
}

/// A list with one folder.
pub(crate) fn one_root(generation: u64, uri: &str) -> Roots {
    let access = paddock_mcp::Access::Read;
    let entry = RootEntry { uri: uri.to_owned(), name: "folder".to_owned(), access };
    Roots::new(generation, &[entry]).unwrap()
}

impl Wired {
    /// A server of this revision after its handshake, offered one folder.
    pub(crate) async fn ready(revision: Revision, args: &[&str]) -> Self {
        Self::ready_with(revision, args, options()).await
    }

    pub(crate) async fn ready_with(revision: Revision, args: &[&str], options: Options) -> Self {
        let roots = Some(one_root(1, "file:///folder"));
        let mut wired = Self::start(&[&revision.args(), args].concat(), options, roots);
        wired.until_ready().await;
        assert_eq!(wired.revision(), revision.date());
        wired
    }

    /// A scriptable server that was just started.
    pub(crate) fn start(args: &[&str], options: Options, roots: Option<Roots>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("record").display().to_string();
        let args = [args, &["--record", &record]].concat();
        let program = program("paddock-fake-server");
        Self { folder: Some(folder), ..Self::launch(&program, &args, options, roots) }
    }

    /// Any server.
    #[expect(clippy::disallowed_methods, reason = "the child is the test's own")]
    pub(crate) fn launch(
        program: &Path,
        args: &[impl AsRef<OsStr>],
        options: Options,
        roots: Option<Roots>,
    ) -> Self {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let (reader, writer) = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
        let (connection, events) = connect(reader, writer, options, roots);
        Self { connection, ready: None, events, passed: Vec::new(), child, folder: None }
    }

    pub(crate) async fn until_ready(&mut self) {
        let ready = self
            .until("the server is ready", |event| match event {
                Event::Ready(ready) => Ok(ready),
                other => Err(other),
            })
            .await;
        self.ready = Some(*ready);
    }

    pub(crate) fn revision(&self) -> &'static str {
        self.ready.as_ref().unwrap().revision.as_str()
    }

    /// Waits for the event that `take` takes.
    pub(crate) async fn until<T>(
        &mut self,
        what: &str,
        take: impl Fn(Event) -> Result<T, Event>,
    ) -> T {
        loop {
            let event = timeout(PATIENCE, self.events.recv()).await;
            let event = event.unwrap_or_else(|_| panic!("never: {what}; {:#?}", self.passed));
            let event = event.unwrap_or_else(|| panic!("over before {what}; {:#?}", self.passed));
            match take(event) {
                Ok(taken) => return taken,
                Err(other) => self.passed.push(other),
            }
        }
    }

    /// Waits for something that is asked of the person.
    pub(crate) async fn asked(&mut self) -> Ask {
        self.until("something is asked", |event| match event {
            Event::Asked(ask) => Ok(*ask),
            other => Err(other),
        })
        .await
    }

    /// Calls a tool in a task of its own.
    pub(crate) fn begin(
        &self,
        tool: &str,
        arguments: &Value,
    ) -> JoinHandle<Result<Outcome, CallError>> {
        tokio::spawn(self.connection.call_tool(tool, raw(arguments)))
    }

    pub(crate) async fn try_call(&self, tool: &str, arguments: &Value) -> Result<Value, CallError> {
        let call = self.connection.call_tool(tool, raw(arguments));
        let outcome = timeout(PATIENCE, call).await.expect("an answer")?;
        Ok(serde_json::from_str(outcome.raw.get()).unwrap())
    }

    /// The text that a tool answers.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> String {
        text(&self.try_call(tool, &arguments).await.unwrap())
    }

    /// Has the server write these lines.
    pub(crate) async fn say(&self, lines: &[&str]) {
        assert_eq!(self.call("say", json!({ "lines": lines })).await, "said");
    }

    /// What the server has heard up to now, without being asked this.
    pub(crate) async fn heard(&self) -> Heard {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.try_call("record", &json!({})).await {
                Ok(answer) => {
                    let mut lines: Vec<String> = serde_json::from_str(&text(&answer)).unwrap();
                    lines.retain(|line| !line.contains(r#""name":"record""#));
                    return Heard(lines);
                }
                // Where time-outs are short, a busy machine may not make it.
                Err(CallError::TimedOut { .. }) if Instant::now() < deadline => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// What the server has heard once that is `enough`.
    pub(crate) async fn until_heard(&self, what: &str, enough: impl Fn(&Heard) -> bool) -> Heard {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let heard = self.heard().await;
            if enough(&heard) {
                return heard;
            }
            assert!(Instant::now() < deadline, "never heard: {what}; {heard:#?}");
        }
    }

    /// Closes the connection. What the server heard until its end.
    pub(crate) async fn end(mut self) -> Heard {
        self.connection.close();
        timeout(PATIENCE, self.child.wait()).await.expect("the server ends").unwrap();
        Heard::recorded(&self.folder.unwrap().path().join("record"))
    }
}

pub(crate) fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

pub(crate) fn reply(value: &Value) -> AskReply {
    AskReply::Result(raw(value))
}

/// The text of an answer.
pub(crate) fn text(answer: &Value) -> String {
    answer["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}")).to_owned()
}
