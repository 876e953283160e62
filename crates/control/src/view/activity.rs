//! The record of what was done, by page.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::AccessView;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityFilter {
    pub server: Option<u32>,
    /// Kinds to show, such as `granted`; empty shows all.
    pub kinds: Vec<String>,
    /// Text to find in paths, server names and details.
    pub text: String,
    /// Show records older than this one.
    pub before: Option<u32>,
}

/// How what happened is written out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ActivityFormat {
    /// A JSON object a line.
    #[default]
    JsonLines,
    /// As spreadsheets read it, RFC 4180; no cell is taken for a formula.
    Csv,
}

/// How long what happened is kept, and what of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RetentionView {
    pub days: u32,
    /// What the database may take before the oldest records go, in units of a million bytes.
    pub megabytes: u32,
    /// Paths in granted folders that calls name are written down.
    pub paths: bool,
}

impl Default for RetentionView {
    fn default() -> Self {
        Self { days: 90, megabytes: 100, paths: true }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityPage {
    /// Newest first, 200 at most.
    pub records: Vec<RecordView>,
    pub more: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RecordView {
    pub id: u32,
    #[specta(type = u32)]
    pub at: f64,
    /// Stable code, translated as `activity-<kind>`.
    pub kind: String,
    pub actor: ActorView,
    pub server: Option<u32>,
    pub server_name: Option<String>,
    /// The app in whose session it was.
    pub app: Option<String>,
    pub path: Option<String>,
    pub access: Option<AccessView>,
    pub ok: bool,
    pub detail: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ActorView {
    Person,
    Paddock,
    Server,
    /// An AI app, through Paddock.
    App,
}
