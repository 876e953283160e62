//! What servers say beside their answers.

use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LogView {
    pub server: u32,
    pub lines: Vec<LogLine>,
    /// Lines that were said and are no longer kept.
    pub dropped: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    #[specta(type = u32)]
    pub at: f64,
    /// The session of an app that it comes from; none for Paddock's own.
    pub session: Option<LogSession>,
    pub source: LogSource,
    /// MCP log level, for messages.
    pub level: Option<String>,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LogSession {
    /// The one that it has in the list of sessions.
    pub number: u32,
    /// The name that the app's configuration gives it. Nothing proves it.
    pub app: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LogSource {
    Stderr,
    /// `notifications/message` of the server.
    Message,
    /// What the host noticed: a line that is not MCP, a late answer, an exit.
    Paddock,
}
