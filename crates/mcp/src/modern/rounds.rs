//! Calls that take several rounds: what the server needs it asks for in its answer, and the call
//! is made again with it ("multi round-trip requests").

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use crate::asks::Seat;
use crate::clock::Clock;
use crate::encode::{Input, Inputs, Text};
use crate::peer::{CallError, Peer};
use crate::violation::excerpt;
use crate::{Ask, AskContent, AskEnd, AskId, AskReply, CallId, Event, encode};

use super::{Mark, tasks};

/// How often a call is made again.
const ROUNDS: usize = 32;

/// How long to wait before a call is made again for which nothing was asked; doubled each time.
const BACK_OFF: Duration = Duration::from_millis(50);
const LONGEST_BACK_OFF: Duration = Duration::from_secs(5);

/// Calls until the result is complete.
pub(crate) async fn call(
    peer: &Peer,
    call: CallId,
    method: &str,
    params: &impl Serialize,
) -> Result<Box<RawValue>, CallError> {
    let mut clock = Clock::with_progress(peer, call.0);
    let mut back_off = BACK_OFF;
    let mut id = call.0;
    let mut inputs = None;
    for _ in 0..=ROUNDS {
        let meta = peer.meta(clock.token());
        let request = encode::request(id, method, Some(params), meta).map_err(CallError::Encode)?;
        let message = match &inputs {
            Some(inputs) => encode::with_inputs(request, inputs).map_err(CallError::Encode)?,
            None => Text::from(request),
        };
        let raw = peer.exchange(&mut clock, id, message).await?;
        let mark: Mark<'_> = serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
        match mark.kind() {
            "complete" => return Ok(raw),
            "input_required" => {}
            "task" if method == "tools/call" => {
                // Boxed, for it is rare and long.
                return Box::pin(tasks::finish(peer, &mut clock, call, &raw)).await;
            }
            kind => return Err(CallError::UnknownResult { kind: excerpt(kind) }),
        }
        let required = InputRequired::read(&raw)?;
        if required.requests.0.is_empty() {
            sleep(back_off).await;
            back_off = (2 * back_off).min(LONGEST_BACK_OFF);
        }
        inputs = Some(Box::pin(gather(peer, &mut clock, call, required)).await?);
        id = peer.calls.reserve();
    }
    Err(CallError::TooManyRounds { most: ROUNDS })
}

/// Has every request answered.
pub(crate) async fn gather(
    peer: &Peer,
    clock: &mut Clock<'_>,
    call: CallId,
    required: InputRequired<'_>,
) -> Result<Inputs, CallError> {
    let begun = Instant::now();
    // Bounded by the asks that may be open. The seats alone hold the sender, so that closing the
    // connection ends the wait.
    let (sender, mut replies) = mpsc::unbounded_channel();
    let mut open = OpenAsks { peer, asks: Vec::new() };
    let mut responses = Vec::new();
    let mut waiting = Vec::new();
    for (key, request) in required.requests.0 {
        match request.wanted(peer)? {
            Wanted::Roots => responses.push((key, Input::Roots)),
            Wanted::Asked(asked) => waiting.push((key, asked)),
        }
    }
    if responses.len() + waiting.len() > peer.options.ask_limit {
        return Err(CallError::TooManyAsks);
    }
    let waiting = waiting
        .into_iter()
        .map(|(key, asked)| Ok((key, open.seat(&asked, &sender)?, asked)))
        .collect::<Result<Vec<_>, CallError>>()?;
    drop(sender);
    let mut keys = Vec::with_capacity(waiting.len());
    for (key, id, asked) in waiting {
        peer.report(Event::Asked(Box::new(Ask { id, asked, call: Some(call) })));
        keys.push((id, key));
    }
    while !keys.is_empty() {
        let Some((ask, reply)) = replies.recv().await else { return Err(CallError::Closed) };
        let Some(at) = keys.iter().position(|(id, _)| *id == ask) else { continue };
        let (_, key) = keys.swap_remove(at);
        match reply {
            AskReply::Result(result) => responses.push((key, Input::Given(result))),
            AskReply::Denied => return Err(CallError::Denied),
            AskReply::Error { code, message } => {
                return Err(CallError::NotGiven { code, message });
            }
        }
    }
    if !open.is_empty() {
        clock.stand_still(begun.elapsed());
    }
    Ok(Inputs { responses, state: required.state.map(ToOwned::to_owned) })
}

/// The asks of one round. Those that are not answered when the call ends need no answer any more.
struct OpenAsks<'a> {
    peer: &'a Peer,
    asks: Vec<AskId>,
}

impl OpenAsks<'_> {
    fn seat(
        &mut self,
        asked: &AskContent,
        replies: &mpsc::UnboundedSender<(AskId, AskReply)>,
    ) -> Result<AskId, CallError> {
        let (AskContent::Sampling(params) | AskContent::Elicitation(params)) = asked;
        let seat = Seat::Round(replies.clone());
        let opened = self.peer.asks.open(seat, params.get().len());
        let ask = opened.map_err(|_| CallError::TooManyAsks)?;
        self.asks.push(ask);
        Ok(ask)
    }

    fn is_empty(&self) -> bool {
        self.asks.is_empty()
    }
}

impl Drop for OpenAsks<'_> {
    fn drop(&mut self) {
        for ask in self.asks.drain(..) {
            if self.peer.asks.abandon(ask) {
                self.peer.report(Event::AskEnded { ask, why: AskEnd::CallEnded });
            }
        }
    }
}

/// `InputRequiredResult` of the schema.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InputRequired<'a> {
    #[serde(borrow, default, rename = "inputRequests")]
    pub(crate) requests: InputRequests<'a>,
    /// Kept as sent; what it says is the server's affair.
    #[serde(borrow, rename = "requestState")]
    pub(crate) state: Option<&'a RawValue>,
}

impl<'a> InputRequired<'a> {
    fn read(raw: &'a RawValue) -> Result<Self, CallError> {
        let required: Self =
            serde_json::from_str(raw.get()).map_err(|error| bad(error.to_string()))?;
        match required.state {
            Some(state) if !state.get().starts_with('"') => Err(bad("requestState is no string")),
            None if required.requests.0.is_empty() => Err(bad("it asks for nothing")),
            Some(_) | None => Ok(required),
        }
    }
}

#[derive(Default)]
pub(crate) struct InputRequests<'a>(pub(super) Vec<(String, InputRequest<'a>)>);

impl<'a> InputRequests<'a> {
    /// One `elicitation/create` for each of these `params`.
    pub(crate) fn elicitations(params: Vec<&'a RawValue>) -> Self {
        let request = |params| InputRequest {
            method: Cow::Borrowed("elicitation/create"),
            params: Some(params),
        };
        let named = params.into_iter().enumerate();
        Self(named.map(|(key, params)| (key.to_string(), request(params))).collect())
    }
}

#[derive(Deserialize)]
pub(crate) struct InputRequest<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

enum Wanted {
    Roots,
    Asked(AskContent),
}

impl InputRequest<'_> {
    fn wanted(&self, peer: &Peer) -> Result<Wanted, CallError> {
        let params = || self.params.map(ToOwned::to_owned).ok_or_else(|| bad("params are missing"));
        match &*self.method {
            "roots/list" if peer.offers_roots() => Ok(Wanted::Roots),
            "sampling/createMessage" => Ok(Wanted::Asked(AskContent::Sampling(params()?))),
            "elicitation/create" => {
                let params = params()?;
                let Elicitation { mode } =
                    serde_json::from_str(params.get()).map_err(|error| bad(error.to_string()))?;
                match mode.as_deref() {
                    None | Some("form" | "url") => {
                        Ok(Wanted::Asked(AskContent::Elicitation(params)))
                    }
                    Some(mode) => Err(bad(format!("mode {mode:?} was not declared"))),
                }
            }
            method => Err(bad(format!("{method:?} was not declared"))),
        }
    }
}

#[derive(Deserialize)]
struct Elicitation {
    mode: Option<String>,
}

fn bad(reason: impl AsRef<str>) -> CallError {
    CallError::BadInputRequest { reason: excerpt(reason.as_ref()) }
}

impl<'de: 'a, 'a> Deserialize<'de> for InputRequests<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Requests;

        impl<'de> Visitor<'de> for Requests {
            type Value = InputRequests<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of requests")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut requests = Vec::new();
                let mut keys = HashSet::new();
                while let Some((key, request)) = map.next_entry::<String, _>()? {
                    if !keys.insert(key.clone()) {
                        return Err(A::Error::custom("two requests have one key"));
                    }
                    requests.push((key, request));
                }
                Ok(InputRequests(requests))
            }
        }

        deserializer.deserialize_map(Requests)
    }
}
