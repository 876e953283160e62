use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{RootEntry, RootList};
use paddock_mcp::{CloseReason, Connection, Event, Events, connect};
use paddock_supervisor::{Finding, Reach, Stdio};
use serde_json::json;
use serde_json::value::RawValue;

use super::Target;
use super::fixture::{CONTENT, Fixture};
use crate::failure::{Fail, OrFail};
use crate::roots::Lists;
use crate::run::options;
use crate::view::Failure;

/// The bundled server is one quick program on this machine.
const ANSWER: Duration = Duration::from_secs(20);

/// The bundled server's own tools.
pub(super) struct Tools {
    connection: Connection,
    /// Kept, for the conversation ends when nobody listens.
    _events: Events,
    lists: Lists,
    generation: u64,
}

impl Tools {
    pub(super) async fn connect(stdio: Stdio, folders: &[RootEntry]) -> Result<Self, Failure> {
        let mut options = options();
        options.initialize_time_out = ANSWER;
        options.call_time_out = ANSWER;
        let mut lists = Lists::default();
        let roots = lists.roots(&list(1, folders));
        let (connection, mut events) = connect(stdio.stdout, stdio.stdin, options, Some(roots));
        ready(&mut events).await?;
        Ok(Self { connection, _events: events, lists, generation: 1 })
    }

    /// Calls that follow are answered from this list.
    pub(super) fn tell(&mut self, folders: &[RootEntry]) {
        self.generation += 1;
        self.lists.end_round();
        let roots = self.lists.roots(&list(self.generation, folders));
        self.connection.set_roots(roots);
    }

    /// Has the server itself try.
    pub(super) async fn attempt(
        &self,
        attempt: &Target,
        fixture: &Fixture,
    ) -> Result<Finding, Failure> {
        let path = target(attempt, fixture);
        let found =
            if attempt.what.writes() { self.write(&path).await? } else { self.read(&path).await? };
        Ok(Finding { path, expected: attempt.expected, found, errno: 0 })
    }

    async fn read(&self, path: &Path) -> Result<Reach, Failure> {
        let answer = self.call("read_text_file", json!({ "path": path })).await?;
        Ok(if answer.contains(CONTENT.trim_end()) { Reach::Read } else { Reach::Nothing })
    }

    /// What the server says of it does not matter, but what is there afterwards.
    async fn write(&self, path: &Path) -> Result<Reach, Failure> {
        self.call("write_file", json!({ "path": path, "content": CONTENT })).await?;
        let written = fs::read_to_string(path).is_ok_and(|found| found == CONTENT);
        Ok(if written { Reach::Write } else { Reach::Read })
    }

    async fn call(&self, tool: &str, arguments: serde_json::Value) -> Result<String, Failure> {
        let arguments = RawValue::from_string(arguments.to_string()).map_err(Failure::internal)?;
        let outcome = self.connection.call_tool(tool, arguments).await.or_fail()?;
        Ok(outcome.raw.get().to_owned())
    }
}

/// A file, where the operating system is asked about a folder.
fn target(attempt: &Target, fixture: &Fixture) -> PathBuf {
    if attempt.path == fixture.granted() {
        fixture.granted().join(format!("{}.txt", attempt.what))
    } else if attempt.path == fixture.sibling() {
        fixture.sibling().join("secret.txt")
    } else {
        attempt.path.clone()
    }
}

fn list(generation: u64, folders: &[RootEntry]) -> Arc<RootList> {
    Arc::new(RootList { generation, entries: folders.to_vec() })
}

async fn ready(events: &mut Events) -> Result<(), Failure> {
    loop {
        match events.recv().await {
            Some(Event::Ready(_)) => return Ok(()),
            Some(Event::Closed(reason)) => return Err(reason.failure()),
            None => return Err(CloseReason::EndOfOutput.failure()),
            Some(_) => {}
        }
    }
}
