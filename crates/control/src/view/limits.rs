//! How much of the computer servers may take, as the window shows it.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What a server may have at the same time, all that it starts included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LimitsChoice {
    /// Processes and threads.
    pub processes: u32,
    /// Memory in MiB; no limit when absent.
    pub memory: Option<u32>,
}

/// The limits of a server, and what holds each of them on this system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LimitsView {
    pub processes: u32,
    pub processes_held: HeldByView,
    /// In MiB; no limit when absent.
    pub memory: Option<u32>,
    pub memory_held: HeldByView,
}

/// What holds a server to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum HeldByView {
    /// A control group: all that the server started counts together.
    Group,
    /// A namespace of the server's own: all that it started counts together.
    Namespace,
    /// Each process is held to the limit by itself.
    Process,
    /// It is not held here.
    Nothing,
}

impl LimitsView {
    pub fn choice(&self) -> LimitsChoice {
        LimitsChoice { processes: self.processes, memory: self.memory }
    }
}
