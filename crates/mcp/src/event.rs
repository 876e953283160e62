use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::{Ask, AskEnd, AskId, List, Revision, Violation};

/// What happens on a connection, in order. See [`Events`](crate::Events) for what may be dropped.
///
/// Text in an event is the server's own: bounded where noted, never escaped for display.
#[derive(Debug)]
pub enum Event {
    /// The handshake is over; calls may be made.
    Ready(Box<Ready>),
    /// The list of this generation has been written in answer to `roots/list`, or the server has
    /// been told the very same list under an older generation. Sent once for a generation.
    RootsTold { generation: u64 },
    /// `notifications/roots/list_changed` has been written while this generation was current.
    RootsChangedSent { generation: u64 },
    /// A list of the server changed; the one at hand is stale.
    ListChanged(List),
    /// A resource that is subscribed to changed.
    ResourceUpdated { uri: String },
    /// The server asks something of the person, and waits.
    Asked(Box<Ask>),
    /// What was asked needs no answer any more; one that comes is dropped.
    AskEnded { ask: AskId, why: AskEnd },
    /// What the person was sent to an address for is done, as the server says. Any id may come,
    /// also one that was never used.
    ElicitationComplete { elicitation: String },
    /// `notifications/message`.
    Log(Log),
    /// `notifications/progress` of a call in flight.
    Progress(Progress),
    /// The child broke the protocol; the connection goes on.
    Violation(Violation),
    /// So many logs, progress reports and violations were left out before the next event.
    Dropped { count: u64 },
    /// The last event. The child's standard input closes.
    Closed(CloseReason),
}

/// What the server answered to `initialize` or `server/discover`.
#[derive(Debug)]
pub struct Ready {
    pub revision: Revision,
    pub server: Implementation,
    pub capabilities: ServerCapabilities,
    /// Advice to a model, untrusted.
    pub instructions: Option<String>,
}

/// `Implementation` of the schema: who a peer says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implementation {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default)]
    pub version: String,
}

/// The capabilities this crate acts on, and all of them as sent.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for a member of the schema")]
pub struct ServerCapabilities {
    pub tools: bool,
    pub resources: bool,
    /// Changes of a resource can be subscribed to.
    pub subscribe: bool,
    pub prompts: bool,
    pub completions: bool,
    /// Tools can be called as tasks.
    pub tasks: bool,
    pub logging: bool,
    pub raw: Box<RawValue>,
}

/// Severity of RFC 5424, as in `logging/setLevel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    pub level: LogLevel,
    /// At most 256 bytes.
    pub logger: Option<String>,
    /// The text, or the JSON of what is no string; at most 8 KiB.
    pub text: String,
}

/// Names one call on one connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(pub(crate) u64);

#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    pub call: CallId,
    pub progress: f64,
    pub total: Option<f64>,
    /// At most 8 KiB.
    pub message: Option<String>,
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CloseReason {
    #[error("closed by the host")]
    ByHost,
    #[error("server closed its output")]
    EndOfOutput,
    /// It was asked for the revision it speaks and answered nothing. It may not have borne that:
    /// servers of the legacy era know no such question. [`Options::era`](crate::Options::era) spares
    /// them.
    #[error("server closed its output instead of saying which revision it speaks")]
    EndedByDiscover,
    #[error("server's output cannot be read: {0}")]
    Read(io::ErrorKind),
    #[error("server's input cannot be written: {0}")]
    Write(io::ErrorKind),
    #[error("server did not answer `initialize` within {after:?}")]
    InitializeTimedOut { after: Duration },
    #[error("server refused `initialize`: {message} ({code})")]
    InitializeRefused { code: i64, message: String },
    #[error("server's answer to `initialize` is not understood: {reason}")]
    InitializeMalformed { reason: String },
    #[error("server speaks only revision {offered:?} of the protocol")]
    UnsupportedRevision { offered: String },
    #[error("server left {count} pings in a row unanswered")]
    PingsUnanswered { count: u32 },
}
