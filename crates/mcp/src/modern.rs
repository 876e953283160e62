//! The era without sessions: revision 2026-07-28.

mod discover;
mod listen;
mod rounds;
mod tasks;

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::capabilities::declared;
use crate::handshake::{Opened, report_ready};
use crate::message::{self, Incoming, Message};
use crate::notifications;
use crate::peer::{CallError, Peer, ServerError};
use crate::violation::excerpt;
use crate::{Era, Violation};

pub(crate) use self::discover::{discover, verdict};
pub(crate) use self::listen::{Subscriptions, follow};
pub(crate) use self::rounds::{InputRequests, InputRequired, call, gather};

const MISSING_CAPABILITY: i64 = -32021;
const UNSUPPORTED_REVISION: i64 = -32022;

/// A conversation with a server that sends no requests, and gets no responses.
pub(crate) struct Session<'a> {
    peer: &'a Peer,
}

impl<'a> Session<'a> {
    pub(crate) fn begin(peer: &'a Arc<Peer>, opened: Opened) -> Self {
        report_ready(peer, opened.agreement, opened.ready);
        listen::listen_to_lists(peer, opened.agreement);
        for held in opened.held {
            peer.violation(Violation::Request { method: excerpt(&held.method) });
        }
        Self { peer }
    }

    pub(crate) fn receive(&self, line: &[u8]) {
        match message::decode(line) {
            Ok(Incoming::One(message)) => self.dispatch(message),
            Ok(Incoming::Batch(_)) => {
                self.peer.violation(Violation::Batch { reason: "the revision has none" });
            }
            Err(violation) => self.peer.violation(violation),
        }
    }

    fn dispatch(&self, message: Message<'_>) {
        match message {
            Message::Request { method, .. } => {
                self.peer.violation(Violation::Request { method: excerpt(&method) });
            }
            Message::Notification { method, params } => {
                if !listen::receive(self.peer, &method, params) {
                    notifications::receive(self.peer, &method, params);
                }
            }
            Message::Response { id, answer } => self.peer.answered(&id, &answer),
        }
    }
}

/// What each request declares.
pub(crate) fn capabilities(roots: bool) -> Arc<RawValue> {
    let declared = to_raw_value(&declared(Era::Modern, roots)).unwrap_or_default();
    declared.into()
}

/// Refuses a result that is not the end of its request.
pub(crate) fn expect_complete(raw: &RawValue) -> Result<(), CallError> {
    let mark: Mark<'_> = serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
    match mark.kind() {
        "complete" => Ok(()),
        kind => Err(CallError::UnknownResult { kind: excerpt(kind) }),
    }
}

/// The errors that this era defines, typed.
pub(crate) fn refusal(error: ServerError) -> CallError {
    let data = error.data.as_deref().map_or("null", RawValue::get);
    match error.code {
        MISSING_CAPABILITY => match serde_json::from_str::<Missing>(data) {
            Ok(Missing { required_capabilities }) => CallError::MissingCapability {
                required: required_capabilities.keys().map(|key| excerpt(key)).collect(),
            },
            Err(_) => CallError::Server(error),
        },
        UNSUPPORTED_REVISION => match serde_json::from_str::<Unsupported>(data) {
            Ok(Unsupported { supported }) => CallError::UnsupportedRevision {
                supported: supported.iter().map(|revision| excerpt(revision)).collect(),
            },
            Err(_) => CallError::Server(error),
        },
        _ => CallError::Server(error),
    }
}

/// What sort of result it is; not deeper.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mark<'a> {
    #[serde(borrow)]
    result_type: Option<Cow<'a, str>>,
}

impl Mark<'_> {
    /// Absent means complete.
    fn kind(&self) -> &str {
        self.result_type.as_deref().unwrap_or("complete")
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Missing {
    required_capabilities: Map<String, Value>,
}

#[derive(Deserialize)]
struct Unsupported {
    supported: Vec<String>,
}
