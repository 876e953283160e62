//! The record of what was done, by page.

pub use paddock_core::{Action, Actor, FactCode, Open, RecordOutcome};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::Access;

/// What is looked for: records that meet all that is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityFilter {
    pub server: Option<u32>,
    /// The app in whose session it was, by its whole name in whatever letter case.
    pub app: Option<String>,
    /// The tool that was called, by its whole name in whatever letter case.
    pub tool: Option<String>,
    pub outcome: Option<RecordOutcome>,
    /// From this moment on.
    #[specta(type = Option<u32>)]
    pub since: Option<f64>,
    /// Before this moment.
    #[specta(type = Option<u32>)]
    pub until: Option<f64>,
    /// Kinds to show, such as `granted`; empty shows all.
    #[specta(type = Vec<Action>)]
    pub kinds: Vec<Open<Action>>,
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
    /// What tools are called with is written down.
    pub arguments: bool,
}

impl Default for RetentionView {
    fn default() -> Self {
        Self { days: 90, megabytes: 100, paths: true, arguments: false }
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
    /// Translated as `activity-<kind>`.
    #[specta(type = Action)]
    pub kind: Open<Action>,
    pub actor: Actor,
    pub server: Option<u32>,
    pub server_name: Option<String>,
    /// The app in whose session it was.
    pub app: Option<String>,
    pub path: Option<String>,
    pub access: Option<Access>,
    pub ok: bool,
    pub outcome: RecordOutcome,
    /// More, as it is kept: the same in every language.
    pub detail: Option<String>,
    /// The same in parts that can be translated. None where the detail is to be shown as it is.
    pub facts: Vec<FactView>,
    /// What a tool was called with: JSON text without known secrets, cut off where it is long.
    pub arguments: Option<String>,
}

/// A part of what a record says: it has a code, is a text of its own, or is said of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactView {
    /// Translated as `activity-fact-<code>`.
    #[specta(type = Option<FactCode>)]
    pub code: Option<Open<FactCode>>,
    /// A destination, or the name of a model; beside a code, what that is said of.
    pub text: Option<String>,
    #[specta(type = Option<u32>)]
    pub number: Option<f64>,
}

/// Over which time what servers did is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SpanView {
    /// The last 24 hours: of one server in slots of five minutes, of all in hours.
    #[default]
    Day,
    /// The last seven days, by the hour.
    Week,
}

/// What servers did over time. What is not in a slot is zero, unless it could not be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SeenOverTime {
    /// From when to when was looked at.
    #[specta(type = u32)]
    pub from: f64,
    #[specta(type = u32)]
    pub until: f64,
    /// How long a slot is, in minutes.
    pub minutes: u32,
    /// Slots in which something was counted, the oldest first.
    pub slots: Vec<SeenSlot>,
}

/// What was counted of a server in one slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SeenSlot {
    /// When the slot began.
    #[specta(type = u32)]
    pub at: f64,
    pub server: u32,
    /// What went there alone; none for all that was counted.
    pub destination: Option<String>,
    /// Calls of tools.
    pub calls: u32,
    /// Calls that named something in a granted folder.
    pub uses: u32,
    /// What it asked of the person or of models.
    pub requests: u32,
    /// What it tried and did not get.
    pub blocked: u32,
    pub connections: u32,
    /// In bytes.
    #[specta(type = u32)]
    pub sent: f64,
    #[specta(type = u32)]
    pub received: f64,
    /// What it tried to reach could not be seen, for some of the time.
    pub files_unseen: bool,
    /// What it sent could not be seen, for some of the time.
    pub network_unseen: bool,
}
