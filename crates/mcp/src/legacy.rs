//! The era of `initialize`: revisions 2024-11-05 to 2025-11-25.

mod initialize;
mod tasks;
mod visits;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::asks::Seat;
use crate::clock::Clock;
use crate::handshake::{Held, Opened, report_ready};
use crate::message::{self, Id, Incoming, Message};
use crate::notifications;
use crate::outbox::{Body, OwnResponse};
use crate::peer::{CallError, Peer};
use crate::{Ask, AskContent, CallId, Event, Revision, Violation, encode};

pub(crate) use self::initialize::{initialize, malformed, verdict};

/// Makes a call. A tool that needs it is called as a task.
pub(crate) async fn call(
    peer: &Peer,
    call: CallId,
    method: &str,
    params: &impl Serialize,
    as_task: bool,
) -> Result<Box<RawValue>, CallError> {
    let mut clock = Clock::with_progress(peer, call.0);
    let answered = if as_task && peer.agreement()?.tasks.is_some() {
        // Boxed, for it is rare and long.
        Box::pin(tasks::call(peer, &mut clock, call, method, params)).await
    } else {
        let meta = peer.meta(clock.token());
        let message =
            encode::request(call.0, method, Some(params), meta).map_err(CallError::Encode)?;
        peer.exchange(&mut clock, call.0, message.into()).await
    };
    match answered {
        // Boxed, as above.
        Err(CallError::Server(error)) => {
            Err(Box::pin(visits::ask(peer, &mut clock, call, error)).await)
        }
        other => other,
    }
}

/// A conversation after the handshake.
pub(crate) struct Session<'a> {
    peer: &'a Peer,
    revision: Revision,
}

impl<'a> Session<'a> {
    pub(crate) async fn begin(peer: &'a Peer, opened: Opened) -> Self {
        let session = Self { peer, revision: opened.agreement.revision };
        peer.outbox.push_message(encode::INITIALIZED.to_vec());
        if let Some(mut telling) = peer.telling() {
            telling.start();
        }
        report_ready(peer, opened.agreement, opened.ready);
        for Held { id, method, params } in opened.held {
            let answer = session.request(id, &method, params.as_deref());
            session.send(answer.into_iter().collect(), false).await;
        }
        session
    }

    pub(crate) async fn receive(&self, line: &[u8]) {
        match message::decode(line) {
            Ok(Incoming::One(message)) => {
                let answers = self.dispatch(message).into_iter().collect();
                self.send(answers, false).await;
            }
            Ok(Incoming::Batch(items)) => self.receive_batch(&items).await,
            Err(violation) => self.peer.violation(violation),
        }
    }

    async fn receive_batch(&self, items: &[&RawValue]) {
        let reason = if !self.revision.has_batches() {
            "the revision has none"
        } else if items.is_empty() {
            "it is empty"
        } else {
            let answers = items.iter().filter_map(|item| self.receive_item(item)).collect();
            return self.send(answers, true).await;
        };
        self.peer.violation(Violation::Batch { reason });
    }

    fn receive_item(&self, item: &RawValue) -> Option<OwnResponse> {
        match message::decode_item(item) {
            Ok(message) => self.dispatch(message),
            Err(violation) => {
                self.peer.violation(violation);
                None
            }
        }
    }

    /// What can be answered at once. What the person is asked is answered later, alone.
    fn dispatch(&self, message: Message<'_>) -> Option<OwnResponse> {
        match message {
            Message::Request { id, method, params } => self.request(id, &method, params),
            Message::Notification { method, params } => {
                self.notification(&method, params);
                None
            }
            Message::Response { id, answer } => {
                self.peer.answered(&id, &answer);
                None
            }
        }
    }

    fn notification(&self, method: &str, params: Option<&RawValue>) {
        if let Some(list) = notifications::changed_list(method) {
            return self.peer.list_changed(list);
        }
        match method {
            notifications::CANCELLED => {
                if let Some(cancelled) = notifications::cancelled(self.peer, params) {
                    self.peer.cancelled(&cancelled.id, cancelled.reason.as_deref());
                }
            }
            "notifications/resources/updated" => notifications::resource_updated(self.peer, params),
            "notifications/elicitation/complete" => {
                notifications::elicitation_complete(self.peer, params);
            }
            _ => notifications::receive(self.peer, method, params),
        }
    }

    fn request(&self, id: Id, method: &str, params: Option<&RawValue>) -> Option<OwnResponse> {
        let reply = match method {
            "ping" => Body::Empty,
            "roots/list" => self.roots_asked(),
            "sampling/createMessage" => match self.sampling_asked(&id, params) {
                Ok(()) => return None,
                Err(reply) => reply,
            },
            "elicitation/create" => match self.elicitation_asked(&id, params) {
                Ok(()) => return None,
                Err(reply) => reply,
            },
            _ => Body::MethodNotFound,
        };
        Some(OwnResponse { id, reply })
    }

    fn roots_asked(&self) -> Body {
        match self.peer.telling() {
            Some(mut telling) => {
                telling.asked();
                Body::Roots
            }
            None => Body::MethodNotFound,
        }
    }

    fn sampling_asked(&self, id: &Id, params: Option<&RawValue>) -> Result<(), Body> {
        let params = params.ok_or(Body::InvalidParams("params are missing"))?;
        self.ask(id, AskContent::Sampling(params.to_owned()), params)
    }

    fn elicitation_asked(&self, id: &Id, params: Option<&RawValue>) -> Result<(), Body> {
        if !self.revision.has_elicitation() {
            return Err(Body::MethodNotFound);
        }
        let params = params.ok_or(Body::InvalidParams("params are missing"))?;
        let Ok(Elicitation { mode }) = serde_json::from_str(params.get()) else {
            return Err(Body::InvalidParams("params are not understood"));
        };
        match mode.as_deref() {
            None | Some("form") => {}
            Some("url") if self.revision.has_url_elicitation() => {}
            Some(_) => return Err(Body::InvalidParams("the mode was not declared")),
        }
        self.ask(id, AskContent::Elicitation(params.to_owned()), params)
    }

    fn ask(&self, id: &Id, asked: AskContent, params: &RawValue) -> Result<(), Body> {
        // Only who runs a task of ours can mean it.
        let task = related_task(params);
        let call = task.as_deref().and_then(|task| self.peer.tasks.call(task));
        let task = task.filter(|_| call.is_some());
        let seat = Seat::Response { id: id.clone(), task: task.map(Into::into) };
        let ask = self.peer.asks.open(seat, params.get().len()).map_err(|_| Body::TooMany)?;
        self.peer.report(Event::Asked(Box::new(Ask { id: ask, asked, call })));
        Ok(())
    }

    async fn send(&self, answers: Vec<OwnResponse>, batch: bool) {
        if !answers.is_empty() {
            self.peer.send_answers(answers, batch).await;
        }
    }
}

#[derive(Deserialize)]
struct Elicitation<'a> {
    #[serde(borrow)]
    mode: Option<Cow<'a, str>>,
}

/// The task in the course of which something is asked.
pub fn related_task(params: &RawValue) -> Option<String> {
    let related: Related = serde_json::from_str(params.get()).ok()?;
    Some(related.meta?.task?.task_id)
}

#[derive(Deserialize)]
struct Related {
    #[serde(rename = "_meta")]
    meta: Option<RelatedMeta>,
}

#[derive(Deserialize)]
struct RelatedMeta {
    #[serde(rename = "io.modelcontextprotocol/related-task")]
    task: Option<RelatedTask>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RelatedTask {
    task_id: String,
}
