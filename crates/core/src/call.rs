//! Calls of apps that wait for the person.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{SessionId, Time, ToolDigest};

/// Names a call that waits; never given twice in one run of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u32);

/// A call of an app that waits for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldCall {
    pub id: CallId,
    pub session: SessionId,
    pub tool: String,
    /// What it is called with, as what a tool says of itself is kept.
    pub arguments: ToolDigest,
    /// The tool is not the one that was seen first.
    pub changed: bool,
    pub at: Time,
    /// The app was told to try again: an answer is for that.
    pub lapsed: bool,
}

/// How long a person allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CallAnswer {
    /// This call; or the same one again, if the app was told to try again.
    Once,
    /// Calls of this tool for an hour, in this session.
    Hour,
    /// Calls of this tool, as long as the session lasts.
    Session,
    /// Calls of this tool by this app.
    Always,
}

/// What is done about a call that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallVerdict {
    Pass,
    /// The person said no.
    Denied,
    /// The tool was switched off meanwhile.
    Off,
    /// Too many wait for the person.
    Crowded,
}
