//! What a host is told to do, and what it answers.

use serde::{Deserialize, Serialize};

/// One line to a host.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", tag = "do")]
pub enum Order {
    /// Changes the list of all servers, so often, back to back; the last one has this version.
    Edit { version: u64, times: u64 },
    /// Calls the tool of one server, so often, so many at once, with so many bytes each way.
    Call { server: usize, times: usize, together: usize, bytes: usize },
    /// Begins so many calls at once, and waits for none.
    Begin { server: usize, times: usize, bytes: usize },
    /// Restarts one server, so often, one after another.
    Restart { server: usize, times: usize },
}

/// One line from a host.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// When it began, in nanoseconds of the clock that all share.
    pub began: u64,
    /// How long all of it took until the host was through, in nanoseconds.
    pub took: u64,
    /// How long each call took, in nanoseconds.
    pub calls: Vec<u64>,
}

/// The text of a call that carries so many bytes.
pub fn payload(bytes: usize) -> String {
    "x".repeat(bytes)
}
