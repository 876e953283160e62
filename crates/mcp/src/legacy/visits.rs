//! Calls that can't be made before the person went somewhere: error -32042 of revision 2025-11-25
//! names addresses, each as `elicitation/create` would.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::CallId;
use crate::clock::Clock;
use crate::encode::Input;
use crate::modern::{InputRequests, InputRequired, gather};
use crate::peer::{CallError, Peer, ServerError};

/// `URL_ELICITATION_REQUIRED` of the schema.
const CODE: i64 = -32042;

/// Asks the person for what the error names. The call failed all the same: it can be made again
/// when the person is done there, which nobody here can know.
pub(super) async fn ask(
    peer: &Peer,
    clock: &mut Clock<'_>,
    call: CallId,
    error: ServerError,
) -> CallError {
    let Some(required) = required(peer, &error) else { return CallError::Server(error) };
    let inputs = match gather(peer, clock, call, required).await {
        Ok(inputs) => inputs,
        Err(error) => return error,
    };
    let actions: Vec<_> = inputs.responses.iter().map(|(_, input)| action(input)).collect();
    if actions.iter().all(|action| *action == Some("accept")) {
        CallError::CallAgain
    } else if actions.contains(&Some("decline")) {
        CallError::Denied
    } else {
        CallError::Server(error)
    }
}

fn required<'a>(peer: &Peer, error: &'a ServerError) -> Option<InputRequired<'a>> {
    let can_be_asked = peer.agreement().is_ok_and(|it| it.revision.has_url_elicitation());
    let data = error.data.as_ref().filter(|_| can_be_asked && error.code == CODE)?;
    let Data { elicitations } = serde_json::from_str(data.get()).ok()?;
    let all_visits = elicitations.iter().all(|params| {
        serde_json::from_str::<Elicitation<'_>>(params.get()).is_ok_and(|it| it.mode == "url")
    });
    let some = !elicitations.is_empty();
    (all_visits && some)
        .then(|| InputRequired { requests: InputRequests::elicitations(elicitations), state: None })
}

/// What the person did, as `ElicitResult` of the schema says it.
fn action(input: &Input) -> Option<&str> {
    let Input::Given(result) = input else { return None };
    serde_json::from_str::<Decision<'_>>(result.get()).ok().map(|decision| decision.action)
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    elicitations: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Elicitation<'a> {
    mode: &'a str,
}

#[derive(Deserialize)]
struct Decision<'a> {
    action: &'a str,
}
