//! Sessions: AI apps that use servers through Paddock.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{EnforcementView, ProofView, ReachedView, RunView, ToldView};

/// One process of a server that an app uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub server: u32,
    /// Its number, which no other session of this run of the host has.
    pub number: u32,
    /// The name that the app's configuration gives it. Nothing proves it.
    pub app: String,
    /// Where the app started it.
    pub folder: Option<String>,
    /// Where the app works: what it says of that, or else where it started the session.
    pub works_in: Vec<String>,
    /// The folders that its process may use.
    pub reaches: Vec<ReachedView>,
    /// Folders that were taken from it, for as long as it lasts.
    pub taken: Vec<String>,
    #[specta(type = u32)]
    pub since: f64,
    pub state: RunView,
    /// MCP revision that app and server speak.
    pub revision: Option<String>,
    pub told: ToldView,
    pub enforcement: EnforcementView,
    pub proof: Option<ProofView>,
    /// Calls of tools that are over.
    pub calls: u32,
}
