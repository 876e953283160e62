//! The era of `initialize`: revisions 2024-11-05 to 2025-11-25.

mod notifications;

use std::ops::ControlFlow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::io::AsyncRead;
use tokio::sync::oneshot;

use crate::calls::Outcome;
use crate::frame::{Line, LineReader};
use crate::message::{self, Id, Incoming, Message};
use crate::outbox::{Answer, Reply};
use crate::peer::{Agreement, Peer, ServerError};
use crate::violation::excerpt;
use crate::{
    CloseReason, Event, Implementation, Ready, Revision, ServerCapabilities, Violation, encode,
};

/// How many requests may come before the answer to `initialize`. They are answered after it.
const HELD: usize = 16;

/// Speaks with one server until its output ends or it cannot be spoken with.
pub(crate) async fn run<R: AsyncRead + Unpin>(
    peer: &Peer,
    lines: &mut LineReader<R>,
) -> CloseReason {
    let mut session = match Session::open(peer) {
        Ok(session) => session,
        Err(reason) => return reason,
    };
    loop {
        let flow = match lines.next().await {
            Ok(Some(Line::Bytes(line))) => session.receive(line).await,
            Ok(Some(Line::TooLong)) => session.receive_too_long().await,
            Ok(None) => return CloseReason::EndOfOutput,
            Err(error) => return CloseReason::Read(error.kind()),
        };
        if let ControlFlow::Break(reason) = flow {
            return reason;
        }
    }
}

struct Session<'a> {
    peer: &'a Peer,
    phase: Phase,
}

enum Phase {
    Opening { answer: oneshot::Receiver<Outcome>, held: Vec<Answer> },
    Running(Revision),
}

impl<'a> Session<'a> {
    fn open(peer: &'a Peer) -> Result<Self, CloseReason> {
        let params = InitializeParams {
            protocol_version: Revision::LATEST_LEGACY.as_str(),
            capabilities: ClientCapabilities {
                roots: peer.offers_roots().then_some(RootsCapability { list_changed: true }),
            },
            client_info: &peer.options.client,
        };
        let id = peer.calls.reserve();
        let message =
            encode::request(id, "initialize", Some(params)).map_err(|error| malformed(&error))?;
        let answer = peer.calls.open(id).map_err(|_| CloseReason::ByHost)?;
        peer.outbox.push_message(message);
        Ok(Self { peer, phase: Phase::Opening { answer, held: Vec::new() } })
    }

    async fn receive(&mut self, line: &[u8]) -> ControlFlow<CloseReason> {
        match message::decode(line) {
            Ok(Incoming::One(message)) => {
                let answers = self.dispatch(message).into_iter().collect();
                self.send(answers, false).await;
            }
            Ok(Incoming::Batch(items)) => self.receive_batch(&items).await,
            Err(violation) => self.peer.violation(violation),
        }
        self.finish_opening().await
    }

    async fn receive_too_long(&mut self) -> ControlFlow<CloseReason> {
        self.peer.violation(Violation::LineTooLong { limit: self.peer.options.line_limit });
        self.peer.calls.answer_too_long();
        self.finish_opening().await
    }

    async fn receive_batch(&mut self, items: &[&RawValue]) {
        let reason = match self.phase {
            Phase::Opening { .. } => "`initialize` is not answered",
            Phase::Running(revision) if !revision.has_batches() => "the revision has none",
            Phase::Running(_) if items.is_empty() => "it is empty",
            Phase::Running(_) => {
                let answers = items.iter().filter_map(|item| self.receive_item(item)).collect();
                return self.send(answers, true).await;
            }
        };
        self.peer.violation(Violation::Batch { reason });
    }

    fn receive_item(&mut self, item: &RawValue) -> Option<Answer> {
        match message::decode_item(item) {
            Ok(message) => self.dispatch(message),
            Err(violation) => {
                self.peer.violation(violation);
                None
            }
        }
    }

    fn dispatch(&mut self, message: Message<'_>) -> Option<Answer> {
        match message {
            Message::Request { id, method } => self.request(id, &method),
            Message::Notification { method, params } => {
                if method == "notifications/cancelled" {
                    self.cancelled(params);
                } else {
                    notifications::receive(self.peer, &method, params);
                }
                None
            }
            Message::Response { id, answer } => {
                if let Err(violation) = self.peer.calls.answer(&id, &answer) {
                    self.peer.violation(violation);
                }
                None
            }
        }
    }

    fn request(&mut self, id: Id, method: &str) -> Option<Answer> {
        let reply = match method {
            "ping" => return Some(Answer { id, reply: Reply::Empty }),
            "roots/list" => self.roots_asked(),
            _ => Reply::MethodNotFound,
        };
        let answer = Answer { id, reply };
        match &mut self.phase {
            Phase::Running(_) => Some(answer),
            Phase::Opening { held, .. } => {
                if held.len() == HELD {
                    self.peer.violation(Violation::TooEarly);
                } else {
                    held.push(answer);
                }
                None
            }
        }
    }

    fn roots_asked(&self) -> Reply {
        match self.peer.telling() {
            Some(mut telling) => {
                telling.asked();
                Reply::Roots
            }
            None => Reply::MethodNotFound,
        }
    }

    fn cancelled(&mut self, params: Option<&RawValue>) {
        let Some(id) = notifications::cancelled_id(self.peer, params) else { return };
        if let Phase::Opening { held, .. } = &mut self.phase {
            held.retain(|answer| answer.id != id);
        }
        self.peer.outbox.withdraw_answer(&id);
    }

    /// Waits for room in the outbox: a server that asks faster than it reads is not read.
    async fn send(&self, answers: Vec<Answer>, batch: bool) {
        if !answers.is_empty() {
            // Refused only on a closed connection, which has no use for answers.
            let _ = self.peer.outbox.push_answers(answers, batch).await;
        }
    }

    async fn finish_opening(&mut self) -> ControlFlow<CloseReason> {
        let Phase::Opening { answer, held } = &mut self.phase else {
            return ControlFlow::Continue(());
        };
        let Ok(outcome) = answer.try_recv() else { return ControlFlow::Continue(()) };
        let held = std::mem::take(held);
        let (agreement, ready) = match agree(outcome, self.peer.options.line_limit) {
            Ok(agreed) => agreed,
            Err(reason) => return ControlFlow::Break(reason),
        };
        self.phase = Phase::Running(agreement.revision);
        self.peer.outbox.push_message(encode::INITIALIZED.to_vec());
        if let Some(mut telling) = self.peer.telling() {
            telling.start();
        }
        // In this order: who hears of `Ready` may call at once.
        self.peer.set_ready(agreement);
        self.peer.report(Event::Ready(Box::new(ready)));
        for answer in held {
            self.send(vec![answer], false).await;
        }
        ControlFlow::Continue(())
    }
}

fn agree(outcome: Outcome, line_limit: usize) -> Result<(Agreement, Ready), CloseReason> {
    let raw = match outcome {
        Outcome::Result(raw) => raw,
        Outcome::Error(raw) => return Err(refused(&raw)),
        Outcome::TooLong => {
            return Err(malformed(&format_args!("longer than {line_limit} bytes")));
        }
    };
    let result: InitializeResult =
        serde_json::from_str(raw.get()).map_err(|error| malformed(&error))?;
    let Some(revision) = Revision::parse(&result.protocol_version) else {
        return Err(CloseReason::UnsupportedRevision {
            offered: excerpt(&result.protocol_version),
        });
    };
    let known: KnownCapabilities =
        serde_json::from_str(result.capabilities.get()).map_err(|error| malformed(&error))?;
    let (tools, logging) = (known.tools.is_some(), known.logging.is_some());
    let ready = Ready {
        revision,
        server: result.server_info,
        capabilities: ServerCapabilities { tools, logging, raw: result.capabilities },
        instructions: result.instructions,
    };
    Ok((Agreement { revision, tools, logging }, ready))
}

fn refused(error: &RawValue) -> CloseReason {
    match serde_json::from_str::<ServerError>(error.get()) {
        Ok(error) => {
            CloseReason::InitializeRefused { code: error.code, message: excerpt(&error.message) }
        }
        Err(error) => malformed(&error),
    }
}

fn malformed(reason: &dyn ToString) -> CloseReason {
    CloseReason::InitializeMalformed { reason: excerpt(&reason.to_string()) }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InitializeParams<'a> {
    protocol_version: &'static str,
    capabilities: ClientCapabilities,
    client_info: &'a Implementation,
}

#[derive(Serialize)]
struct ClientCapabilities {
    #[serde(skip_serializing_if = "Option::is_none")]
    roots: Option<RootsCapability>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootsCapability {
    list_changed: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InitializeResult {
    protocol_version: String,
    capabilities: Box<RawValue>,
    server_info: Implementation,
    instructions: Option<String>,
}

#[derive(Deserialize)]
struct KnownCapabilities {
    tools: Option<IgnoredAny>,
    logging: Option<IgnoredAny>,
}
