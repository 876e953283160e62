//! What the tasks and handles of one connection share. Knows no era.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout_at};

use crate::calls::{Calls, Outcome, Refused};
use crate::event_queue::EventSender;
use crate::outbox::Outbox;
use crate::roots::Telling;
use crate::{CloseReason, Event, Options, Revision, Roots, Violation, encode};

/// Why a call brought no result.
#[derive(Debug, Error)]
pub enum CallError {
    #[error("server is not ready")]
    NotReady,
    #[error("connection is closed")]
    Closed,
    #[error("too many calls wait for an answer")]
    Busy,
    #[error("server does not read what it is sent")]
    QueueFull,
    #[error("call is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[error("answer is longer than {limit} bytes")]
    AnswerTooLong { limit: usize },
    #[error("server did not answer within {after:?}")]
    TimedOut { after: Duration },
    #[error("server does not offer {0}")]
    NotOffered(&'static str),
    #[error("call cannot be serialised")]
    Encode(#[source] serde_json::Error),
    #[error("answer is not understood")]
    Decode(#[source] serde_json::Error),
    #[error("list has no end within {0}")]
    ListTooLong(&'static str),
    #[error(transparent)]
    Server(ServerError),
}

/// The `error` of a JSON-RPC answer, in the server's words.
#[derive(Debug, Deserialize, Error)]
#[error("server answered: {message} ({code})")]
pub struct ServerError {
    pub code: i64,
    #[serde(default)]
    pub message: String,
    pub data: Option<Box<RawValue>>,
}

/// What was agreed in the handshake, and what it allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Agreement {
    pub(crate) revision: Revision,
    pub(crate) tools: bool,
    pub(crate) logging: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Opening,
    Ready(Agreement),
    Closed,
}

#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) options: Options,
    pub(crate) outbox: Outbox,
    pub(crate) calls: Calls,
    events: EventSender,
    /// `None` if roots are not offered to this server.
    telling: Option<Mutex<Telling>>,
    stage: watch::Sender<Stage>,
}

impl Peer {
    pub(crate) fn new(options: Options, roots: Option<Roots>, events: EventSender) -> Self {
        Self {
            outbox: Outbox::new(options.queue_limit, options.line_limit),
            calls: Calls::new(options.in_flight_limit),
            events,
            telling: roots.map(|roots| Mutex::new(Telling::new(roots))),
            stage: watch::Sender::new(Stage::Opening),
            options,
        }
    }

    pub(crate) fn report(&self, event: Event) {
        self.events.send(event);
    }

    pub(crate) fn violation(&self, violation: Violation) {
        tracing::debug!(%violation, "server broke the protocol");
        self.report(Event::Violation(violation));
    }

    pub(crate) fn offers_roots(&self) -> bool {
        self.telling.is_some()
    }

    pub(crate) fn telling(&self) -> Option<MutexGuard<'_, Telling>> {
        let telling = self.telling.as_ref()?;
        Some(telling.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set_roots(&self, roots: Roots) {
        let Some(mut telling) = self.telling() else { return };
        let change = telling.replace(roots);
        if change.notify {
            self.outbox.push_roots_changed();
        }
        if let Some(generation) = change.told {
            self.report(Event::RootsTold { generation });
        }
    }

    pub(crate) fn agreement(&self) -> Result<Agreement, CallError> {
        match *self.stage.borrow() {
            Stage::Opening => Err(CallError::NotReady),
            Stage::Ready(agreement) => Ok(agreement),
            Stage::Closed => Err(CallError::Closed),
        }
    }

    pub(crate) fn set_ready(&self, agreement: Agreement) {
        self.stage.send_if_modified(|stage| {
            let opening = *stage == Stage::Opening;
            if opening {
                *stage = Stage::Ready(agreement);
            }
            opening
        });
    }

    /// Ends the connection; only the first reason counts.
    pub(crate) fn close(&self, reason: CloseReason) {
        let first = self.stage.send_if_modified(|stage| {
            let open = *stage != Stage::Closed;
            *stage = Stage::Closed;
            open
        });
        if first {
            self.outbox.close();
            self.calls.close();
            self.report(Event::Closed(reason));
        }
    }

    pub(crate) async fn closed(&self) {
        self.stage_reached(|stage| *stage == Stage::Closed).await;
    }

    /// Waits for the handshake to end, one way or the other.
    pub(crate) async fn opened(&self) {
        self.stage_reached(|stage| *stage != Stage::Opening).await;
    }

    async fn stage_reached(&self, reached: impl FnMut(&Stage) -> bool) {
        // Fails only without a sender, and `self` holds it.
        let _ = self.stage.subscribe().wait_for(reached).await;
    }

    /// Sends one request and waits for its result. Dropping the future cancels the request.
    pub(crate) async fn request(
        &self,
        id: u64,
        method: &str,
        params: Option<impl Serialize>,
    ) -> Result<Box<RawValue>, CallError> {
        let message = encode::request(id, method, params).map_err(CallError::Encode)?;
        let limit = self.options.line_limit;
        if message.len() > limit {
            return Err(CallError::TooLong { limit });
        }
        let answer = self.calls.open(id).map_err(|refused| match refused {
            Refused::Busy => CallError::Busy,
            Refused::Closed => CallError::Closed,
        })?;
        let mut in_flight = InFlight { peer: self, id, reason: "the host no longer needs it" };
        self.outbox.push_call(id, message).map_err(|_| {
            // Never queued, so there is nothing to cancel.
            self.calls.give_up(id);
            CallError::QueueFull
        })?;
        match self.wait(id, answer).await {
            Err(error @ CallError::TimedOut { .. }) => {
                in_flight.reason = "timed out";
                Err(error)
            }
            result => result,
        }
    }

    async fn wait(
        &self,
        id: u64,
        mut answer: oneshot::Receiver<Outcome>,
    ) -> Result<Box<RawValue>, CallError> {
        let started = Instant::now();
        let mut active = started;
        loop {
            let (silence, limit) = (self.options.call_time_out, self.options.call_limit);
            let deadline = (active + silence).min(started + limit);
            if let Ok(outcome) = timeout_at(deadline, &mut answer).await {
                return self.result(outcome);
            }
            let progressed = self.calls.active(id).filter(|latest| *latest > active);
            match progressed {
                Some(latest) if deadline < started + limit => active = latest,
                Some(_) | None => {
                    return Err(CallError::TimedOut { after: deadline - started });
                }
            }
        }
    }

    fn result<E>(&self, outcome: Result<Outcome, E>) -> Result<Box<RawValue>, CallError> {
        match outcome {
            Ok(Outcome::Result(raw)) => Ok(raw),
            Ok(Outcome::Error(raw)) => Err(match serde_json::from_str(raw.get()) {
                Ok(error) => CallError::Server(error),
                Err(error) => CallError::Decode(error),
            }),
            Ok(Outcome::TooLong) => {
                Err(CallError::AnswerTooLong { limit: self.options.line_limit })
            }
            Err(_) => Err(CallError::Closed),
        }
    }
}

/// Cancels its call unless an answer came first.
struct InFlight<'a> {
    peer: &'a Peer,
    id: u64,
    reason: &'static str,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        if !self.peer.calls.give_up(self.id) || self.peer.outbox.withdraw_call(self.id) {
            return;
        }
        let params = Cancelled { request_id: self.id, reason: self.reason };
        match encode::notification("notifications/cancelled", Some(params)) {
            Ok(message) => self.peer.outbox.push_message(message),
            Err(error) => tracing::error!(%error, "cancellation cannot be serialised"),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Cancelled {
    request_id: u64,
    reason: &'static str,
}
