//! What the tasks and handles of one connection share.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;
use tokio::sync::watch;

use crate::agreement::Agreement;
use crate::alarms::Alarms;
use crate::asks::{Asks, Cancelled, Seat};
use crate::calls::{Calls, Outcome, Refused};
use crate::clock::Clock;
use crate::encode::{Meta, ModernMeta, Text};
use crate::event_queue::EventSender;
use crate::lists::Lists;
use crate::message::{Id, ResponseBody};
use crate::modern::Subscriptions;
use crate::outbox::{self, Outbox, Room};
use crate::roots::Telling;
use crate::tasks::Tasks;
use crate::violation::excerpt;
use crate::writer::{self, Pipe};
use crate::{
    AskEnd, AskId, AskReply, CallId, CloseReason, Era, Event, List, LogLevel, Options, Revision,
    Roots, Violation, encode, legacy, modern,
};

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
    #[error("server answers with an unknown sort of result: {kind}")]
    UnknownResult { kind: String },
    #[error("server's request for input is refused: {reason}")]
    BadInputRequest { reason: String },
    #[error("server asked for input more than {most} times")]
    TooManyRounds { most: usize },
    #[error("too many requests wait for the user")]
    TooManyAsks,
    #[error("user refused what the server asked for")]
    Denied,
    /// Error -32042, and the user agreed to go where it leads.
    #[error("server wants the user to go somewhere first, and to be called again")]
    CallAgain,
    #[error("what the server asked for could not be given: {message} ({code})")]
    NotGiven { code: i64, message: String },
    #[error("server cancelled the call")]
    CancelledByServer,
    #[error("list of roots is not available")]
    NoRoots,
    /// Error -32021.
    #[error("server needs what is not offered to it: {}", .required.join(", "))]
    MissingCapability { required: Vec<String> },
    /// Error -32022.
    #[error("server speaks only these revisions of the protocol: {}", .supported.join(", "))]
    UnsupportedRevision { supported: Vec<String> },
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
    pub(crate) pipe: Pipe,
    pub(crate) alarms: Alarms,
    pub(crate) calls: Calls,
    pub(crate) asks: Asks,
    pub(crate) lists: Lists,
    pub(crate) subscriptions: Subscriptions,
    pub(crate) tasks: Tasks,
    /// What each request of the modern era declares.
    capabilities: Arc<RawValue>,
    log_level: Mutex<Option<LogLevel>>,
    events: EventSender,
    /// `None` if roots are not offered to this server.
    telling: Option<Mutex<Telling>>,
    stage: watch::Sender<Stage>,
    pub(crate) ping_every: watch::Sender<Option<Duration>>,
}

impl Peer {
    pub(crate) fn new(
        options: Options,
        roots: Option<Roots>,
        events: EventSender,
        pipe: Pipe,
    ) -> Self {
        Self {
            outbox: Outbox::new(options.answer_limit, options.line_limit),
            pipe,
            alarms: Alarms::default(),
            calls: Calls::new(options.in_flight_limit),
            asks: Asks::new(options.ask_limit, options.line_limit),
            lists: Lists::default(),
            subscriptions: Subscriptions::default(),
            tasks: Tasks::default(),
            capabilities: modern::capabilities(roots.is_some()),
            log_level: Mutex::default(),
            events,
            telling: roots.map(|roots| Mutex::new(Telling::new(roots))),
            stage: watch::Sender::new(Stage::Opening),
            ping_every: watch::Sender::new(options.ping_every),
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

    /// Shows a line from the server to who watches.
    pub(crate) fn tapped(&self, line: &[u8]) {
        if let Some(tap) = &self.options.tap {
            tap.received(line);
        }
    }

    /// A response of the server.
    pub(crate) fn answered(&self, id: &Id, answer: &ResponseBody<'_>) {
        if self.subscriptions.answered(id, answer) {
            return;
        }
        if let Err(violation) = self.calls.answer(id, answer) {
            self.violation(violation);
        }
    }

    /// Answers the server, when there is room for it: one that asks faster than it reads is not
    /// read. A closed connection has no use for answers.
    pub(crate) async fn send_answers(&self, answers: Vec<outbox::OwnResponse>, batch: bool) {
        if let Ok(true) = self.outbox.push_answers(answers, batch).await {
            writer::write_now(self);
        }
    }

    pub(crate) fn received_too_long(&self) {
        self.violation(Violation::LineTooLong { limit: self.options.line_limit });
        self.calls.answer_too_long();
    }

    pub(crate) fn list_changed(&self, list: List) {
        self.lists.forget(list);
        self.report(Event::ListChanged(list));
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
        drop(telling);
        if change.notify && self.outbox.push_roots_changed() {
            writer::write_now(self);
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
            for ask in self.asks.close() {
                self.report(Event::AskEnded { ask, why: AskEnd::Closed });
            }
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

    /// Hands the person's answer to whom it is for.
    pub(crate) fn answer(&self, ask: AskId, reply: AskReply) {
        match self.asks.answered(ask) {
            Some(Seat::Response { id, task }) => {
                let limit = self.options.line_limit;
                let message = encode::reply(&id, task.as_deref(), reply, limit);
                self.outbox.push_reply(ask, message);
            }
            // The call may be gone; then nobody misses the answer.
            Some(Seat::Round(replies)) => drop(replies.send((ask, reply))),
            None => tracing::debug!(?ask, "answer to what needs none ignored"),
        }
    }

    /// The server took a request back.
    pub(crate) fn cancelled(&self, id: &Id, reason: Option<&str>) {
        for cancelled in self.asks.cancel(id) {
            match cancelled {
                Cancelled::Open(ask) => {
                    let why = AskEnd::Cancelled { reason: reason.map(excerpt) };
                    self.report(Event::AskEnded { ask, why });
                }
                Cancelled::Answered(ask) => {
                    self.outbox.withdraw_reply(ask);
                }
            }
        }
        self.outbox.withdraw_answer(id);
    }

    /// From here on requests ask for logs of this severity and above.
    pub(crate) fn set_log_level(&self, level: LogLevel) {
        *self.log_level.lock().unwrap_or_else(PoisonError::into_inner) = Some(level);
    }

    /// What a request carries in the era that was agreed on.
    pub(crate) fn meta(&self, progress_token: Option<u64>) -> Meta<'_> {
        let modern = match *self.stage.borrow() {
            Stage::Ready(agreement) if agreement.revision.era() == Era::Modern => {
                Some(self.modern_meta(agreement.revision))
            }
            Stage::Ready(_) | Stage::Opening | Stage::Closed => None,
        };
        Meta { progress_token, modern }
    }

    pub(crate) fn modern_meta(&self, revision: Revision) -> ModernMeta<'_> {
        ModernMeta {
            revision: revision.as_str(),
            client: &self.options.client,
            capabilities: &self.capabilities,
            log_level: *self.log_level.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Sends one request and waits for its result. Dropping the future cancels the request.
    pub(crate) async fn request(
        &self,
        method: &str,
        params: Option<impl Serialize>,
    ) -> Result<Box<RawValue>, CallError> {
        self.request_within(&mut Clock::start(self), method, params).await
    }

    /// One of several requests that share a time-out.
    pub(crate) async fn request_within(
        &self,
        clock: &mut Clock<'_>,
        method: &str,
        params: Option<impl Serialize>,
    ) -> Result<Box<RawValue>, CallError> {
        let id = self.calls.reserve();
        let meta = self.meta(None);
        let message = encode::request(id, method, params, meta).map_err(CallError::Encode)?;
        let raw = self.exchange(clock, id, message.into()).await?;
        if self.agreement()?.revision.era() == Era::Modern {
            modern::expect_complete(&raw)?;
        }
        Ok(raw)
    }

    /// Makes a call that the server may report progress of, and ask for input in.
    pub(crate) async fn call(
        &self,
        call: CallId,
        method: &str,
        params: &impl Serialize,
        as_task: bool,
    ) -> Result<Box<RawValue>, CallError> {
        match self.agreement()?.revision.era() {
            Era::Modern => modern::call(self, call, method, params).await,
            Era::Legacy => legacy::call(self, call, method, params, as_task).await,
        }
    }

    /// Sends this message and waits for the result under its id.
    pub(crate) async fn exchange(
        &self,
        clock: &mut Clock<'_>,
        id: u64,
        message: Text,
    ) -> Result<Box<RawValue>, CallError> {
        let limit = self.options.line_limit;
        if message.bytes.len() > limit {
            return Err(CallError::TooLong { limit });
        }
        let answer = self.calls.open(id).map_err(|refused| match refused {
            Refused::Busy => CallError::Busy,
            Refused::Closed => CallError::Closed,
        })?;
        let mut in_flight = InFlight { peer: self, id, queued: false, reason: NOT_NEEDED };
        clock.restart();
        let room = self.room(clock, message.bytes.len()).await?;
        in_flight.queued = true;
        let next = self.outbox.push_call(id, message, room);
        // Several calls at once are better written together.
        if next && self.calls.is_alone() {
            writer::write_now(self);
        } else {
            self.outbox.wake_writer();
        }
        match self.in_time(clock, answer).await {
            Ok(outcome) => self.result(outcome),
            Err(after) => {
                in_flight.reason = "timed out";
                Err(CallError::TimedOut { after })
            }
        }
    }

    /// Waits for room in the queue.
    pub(crate) async fn room(
        &self,
        clock: &mut Clock<'_>,
        length: usize,
    ) -> Result<Room<'_>, CallError> {
        if let Ok(room) = self.outbox.try_room(length) {
            return Ok(room);
        }
        let room = self.in_time(clock, self.outbox.room(length)).await;
        room.map_err(|_| CallError::QueueFull)?.map_err(|_| CallError::Closed)
    }

    /// Takes a request back, from the queue if it is still there.
    pub(crate) fn cancel(&self, id: u64, reason: &'static str) {
        if self.outbox.withdraw_call(id) {
            return;
        }
        let params = CancelledParams { request_id: id, reason };
        match encode::notification("notifications/cancelled", Some(params)) {
            Ok(message) => self.outbox.push_message(message),
            Err(error) => tracing::error!(%error, "cancellation cannot be serialised"),
        }
    }

    /// Waits for this as long as the call may be silent; if in vain, after how long.
    async fn in_time<T>(
        &self,
        clock: &mut Clock<'_>,
        awaited: impl Future<Output = T>,
    ) -> Result<T, Duration> {
        let mut awaited = pin!(awaited);
        let mut thought = self.asks.thought();
        let mut spent = thought.borrow().spent();
        loop {
            let now = *thought.borrow_and_update();
            let stood_still = now.spent().saturating_sub(spent);
            clock.stand_still(stood_still);
            spent += stood_still;
            let deadline = clock.deadline();
            tokio::select! {
                biased;
                awaited = &mut awaited => return Ok(awaited),
                // Fails only without a sender, and `self` holds it.
                _ = thought.changed() => {}
                () = self.alarms.at(deadline), if !now.goes_on() => {
                    if !clock.extend() {
                        return Err(deadline - clock.started());
                    }
                }
            }
        }
    }

    fn result<E>(&self, outcome: Result<Outcome, E>) -> Result<Box<RawValue>, CallError> {
        match outcome {
            Ok(Outcome::Result(raw)) => Ok(raw),
            Ok(Outcome::Error(raw)) => Err(match serde_json::from_str(raw.get()) {
                Ok(error) => self.refusal(error),
                Err(error) => CallError::Decode(error),
            }),
            Ok(Outcome::TooLong) => {
                Err(CallError::AnswerTooLong { limit: self.options.line_limit })
            }
            Ok(Outcome::NoRoots) => Err(CallError::NoRoots),
            Err(_) => Err(CallError::Closed),
        }
    }

    fn refusal(&self, error: ServerError) -> CallError {
        match self.agreement() {
            Ok(agreement) if agreement.revision.era() == Era::Modern => modern::refusal(error),
            Ok(_) | Err(_) => CallError::Server(error),
        }
    }
}

/// Why a call is cancelled that nobody waits for any more.
const NOT_NEEDED: &str = "the host no longer needs it";

/// Cancels its call unless an answer came first, or it was never queued.
struct InFlight<'a> {
    peer: &'a Peer,
    id: u64,
    queued: bool,
    reason: &'static str,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        if !self.queued {
            self.peer.calls.forget(self.id);
        } else if self.peer.calls.give_up(self.id) {
            self.peer.cancel(self.id, self.reason);
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CancelledParams {
    request_id: u64,
    reason: &'static str,
}
