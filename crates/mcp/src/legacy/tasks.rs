//! Tools that are called as tasks: revision 2025-11-25.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::sleep;

use crate::CallId;
use crate::clock::Clock;
use crate::encode;
use crate::peer::{CallError, Peer};
use crate::tasks::{Running, interval};

/// Calls a tool as a task, and waits for its result.
pub(super) async fn call(
    peer: &Peer,
    clock: &mut Clock<'_>,
    call: CallId,
    method: &str,
    params: &impl Serialize,
) -> Result<Box<RawValue>, CallError> {
    let params = Augmented { own: params, task: Lifetime {} };
    let message = encode::request(call.0, method, Some(params), peer.meta(clock.token()))
        .map_err(CallError::Encode)?;
    let raw = peer.exchange(clock, call.0, message.into()).await?;
    let created: Created = serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
    let mut task = created.task;
    let cancellable = peer.agreement()?.tasks.can_be_cancelled();
    let id = std::mem::take(&mut task.id);
    let mut running = Running::begin(peer, call, id, cancellable);
    while task.status == Status::Working {
        sleep(interval(task.poll_interval)).await;
        task = get(peer, clock, &running).await?;
    }
    // What the server asks meanwhile it asks as long as this question is open.
    let result = {
        let mut own = Clock::start_like(clock);
        let params = Some(running.params());
        tokio::select! {
            result = peer.request_within(clock, "tasks/result", params) => result,
            never = stay_awake(peer, &mut own, &running, call) => match never {},
        }
    };
    if matches!(result, Ok(_) | Err(CallError::Server(_))) {
        running.ended();
    }
    result
}

/// Counts every sign of the task as progress of its call.
async fn stay_awake(
    peer: &Peer,
    clock: &mut Clock<'_>,
    running: &Running<'_>,
    call: CallId,
) -> std::convert::Infallible {
    let mut wait = interval(None);
    loop {
        sleep(wait).await;
        match get(peer, clock, running).await {
            Ok(task) => {
                peer.calls.touch(call.0);
                wait = interval(task.poll_interval);
            }
            Err(_) => std::future::pending().await,
        }
    }
}

async fn get(peer: &Peer, clock: &mut Clock<'_>, running: &Running<'_>) -> Result<Task, CallError> {
    let raw = peer.request_within(clock, "tasks/get", Some(running.params())).await?;
    serde_json::from_str(raw.get()).map_err(CallError::Decode)
}

#[derive(Serialize)]
struct Augmented<'a, P> {
    #[serde(flatten)]
    own: &'a P,
    task: Lifetime,
}

/// As long as the server likes.
#[derive(Serialize)]
struct Lifetime {}

#[derive(Deserialize)]
struct Created {
    task: Task,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task {
    #[serde(rename = "taskId")]
    id: String,
    status: Status,
    poll_interval: Option<f64>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Status {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
}
