//! The extension `io.modelcontextprotocol/tasks` (SEP-2663): a tool call that the server answers
//! with a task.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::sleep;

use crate::CallId;
use crate::clock::Clock;
use crate::encode;
use crate::peer::{CallError, Peer};
use crate::tasks::{Running, interval};
use crate::violation::excerpt;

use super::rounds::{InputRequests, InputRequired, gather};

/// How many things one task may ask for.
const INPUTS: usize = 1024;

/// Waits for the end of the task that was created.
pub(super) async fn finish(
    peer: &Peer,
    clock: &mut Clock<'_>,
    call: CallId,
    created: &RawValue,
) -> Result<Box<RawValue>, CallError> {
    let created: Created = serde_json::from_str(created.get()).map_err(CallError::Decode)?;
    let mut running = Running::begin(peer, call, created.task_id, true);
    let mut wait = interval(created.poll_interval_ms);
    let mut given = HashSet::new();
    loop {
        sleep(wait).await;
        let params = Some(running.params());
        let raw = peer.request_within(clock, "tasks/get", params).await?;
        let task: Task<'_> = serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
        wait = interval(task.poll_interval_ms);
        match task.status {
            Status::Working => {}
            Status::InputRequired => {
                give(peer, clock, call, &running, task.input_requests, &mut given).await?;
            }
            Status::Completed => {
                running.ended();
                let result = task.result.ok_or_else(|| missing("result"))?;
                return Ok(result.to_owned());
            }
            Status::Failed => {
                running.ended();
                let error = task.error.ok_or_else(|| missing("error"))?;
                let error = serde_json::from_str(error.get()).map_err(CallError::Decode)?;
                return Err(super::refusal(error));
            }
            Status::Cancelled => {
                running.ended();
                return Err(CallError::CancelledByServer);
            }
        }
    }
}

/// Has what the task asks for answered, each only once: it names all that is open each time.
async fn give(
    peer: &Peer,
    clock: &mut Clock<'_>,
    call: CallId,
    running: &Running<'_>,
    mut requests: InputRequests<'_>,
    given: &mut HashSet<String>,
) -> Result<(), CallError> {
    requests.0.retain(|(key, _)| given.insert(key.clone()));
    if given.len() > INPUTS {
        return Err(CallError::TooManyRounds { most: INPUTS });
    }
    if requests.0.is_empty() {
        return Ok(());
    }
    let required = InputRequired { requests, state: None };
    let inputs = gather(peer, clock, call, required).await?;
    let id = peer.calls.reserve();
    let meta = peer.meta(None);
    let request = encode::request(id, "tasks/update", Some(running.params()), meta);
    let message = request.and_then(|request| encode::with_inputs(request, &inputs));
    let raw = peer.exchange(clock, id, message.map_err(CallError::Encode)?).await?;
    super::expect_complete(&raw)
}

fn missing(what: &str) -> CallError {
    CallError::UnknownResult { kind: excerpt(&format!("task without its {what}")) }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    task_id: String,
    poll_interval_ms: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task<'a> {
    status: Status,
    poll_interval_ms: Option<f64>,
    #[serde(borrow, default)]
    input_requests: InputRequests<'a>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
}
