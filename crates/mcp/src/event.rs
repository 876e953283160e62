use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::{Revision, Violation};

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
    /// The server says that its tools changed; the list at hand is stale.
    ToolsChanged,
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

/// What the server answered to `initialize`.
#[derive(Debug)]
pub struct Ready {
    pub revision: Revision,
    pub server: Implementation,
    pub capabilities: ServerCapabilities,
    /// Advice to a model, untrusted.
    pub instructions: Option<String>,
}

/// `Implementation` of the schema: who a peer says it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implementation {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default)]
    pub version: String,
}

/// The capabilities this crate acts on, and all of them as sent.
#[derive(Debug)]
pub struct ServerCapabilities {
    pub tools: bool,
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
}
