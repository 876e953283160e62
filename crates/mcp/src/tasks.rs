//! Calls that a server runs as tasks: what both eras have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::peer::Peer;
use crate::{CallId, Tool, encode};

/// How long to wait between two questions if the server does not say.
const INTERVAL: Duration = Duration::from_secs(1);
const SHORTEST_INTERVAL: Duration = Duration::from_millis(100);
const LONGEST_INTERVAL: Duration = Duration::from_mins(1);

/// The tasks of one connection.
#[derive(Debug, Default)]
pub(crate) struct Tasks(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    /// The calls that run as tasks, by the id of the task.
    calls: BTreeMap<String, CallId>,
    /// The tools that cannot be called in another way.
    required_for: BTreeSet<String>,
}

impl Tasks {
    /// Takes from the list of tools which of them need a task.
    pub(crate) fn learn(&self, tools: &[Tool]) {
        let needs = |tool: &&Tool| tool.execution.task_support.as_deref() == Some("required");
        self.lock().required_for =
            tools.iter().filter(needs).map(|tool| tool.name.clone()).collect();
    }

    /// A tool that may run as a task or not is called without one: progress and cancelling then
    /// work as they do for every other call.
    pub(crate) fn required_for(&self, tool: &str) -> bool {
        self.lock().required_for.contains(tool)
    }

    pub(crate) fn call(&self, task: &str) -> Option<CallId> {
        self.lock().calls.get(task).copied()
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long to wait before the next question, given what the server says in milliseconds.
pub(crate) fn interval(milliseconds: Option<f64>) -> Duration {
    let said = milliseconds.and_then(|said| Duration::try_from_secs_f64(said / 1000.0).ok());
    said.unwrap_or(INTERVAL).clamp(SHORTEST_INTERVAL, LONGEST_INTERVAL)
}

/// A task that the server has begun. Unless it ends, dropping this has it cancelled.
#[derive(Debug)]
pub(crate) struct Running<'a> {
    peer: &'a Peer,
    task: String,
    cancellable: bool,
}

impl<'a> Running<'a> {
    pub(crate) fn begin(peer: &'a Peer, call: CallId, task: String, cancellable: bool) -> Self {
        peer.tasks.lock().calls.insert(task.clone(), call);
        Self { peer, task, cancellable }
    }

    pub(crate) fn params(&self) -> TaskParams<'_> {
        TaskParams { task_id: &self.task }
    }

    pub(crate) fn ended(&mut self) {
        self.cancellable = false;
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.peer.tasks.lock().calls.remove(&self.task);
        if !self.cancellable {
            return;
        }
        let id = self.peer.calls.reserve();
        let meta = self.peer.meta(None);
        match encode::request(id, "tasks/cancel", Some(self.params()), meta) {
            Ok(message) => {
                // Nobody waits for the answer, and a server that reads nothing is past cancelling.
                if let Ok(room) = self.peer.outbox.try_room(message.len()) {
                    self.peer.calls.expect_late_answer(id);
                    self.peer.outbox.push_call(id, message.into(), room);
                    self.peer.outbox.wake_writer();
                }
            }
            Err(error) => tracing::error!(%error, "cancellation cannot be serialised"),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskParams<'a> {
    task_id: &'a str,
}
