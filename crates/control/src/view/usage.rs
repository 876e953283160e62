//! How apps may use a server: where, and which of its tools.

pub use paddock_core::{CallAnswer, Scope, ToolRule};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Access, FolderView};

/// A rule that a person made. Without one a tool is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ToolRuleView {
    /// The app it is for; without one it is for every app that has no rule of its own for the tool.
    pub app: Option<String>,
    pub tool: String,
    pub rule: ToolRule,
}

/// How apps may use a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UsageView {
    pub scope: Scope,
    pub rules: Vec<ToolRuleView>,
    /// Tools whose description or schema is not the one that was seen first.
    pub changed_tools: Vec<String>,
    /// A call of a changed tool waits for the person.
    pub hold_changed: bool,
}

/// A folder that one session reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReachedView {
    pub path: String,
    pub access: Access,
}

/// An app works in a folder that is not granted to the server it uses. Nothing waits for the
/// answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlaceView {
    pub id: u32,
    pub server: u32,
    /// The name that the app's configuration gives it. Nothing proves it.
    pub app: String,
    pub folder: FolderView,
    #[specta(type = u32)]
    pub at: f64,
}

/// A call of an app that waits for the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HeldCallView {
    pub id: u32,
    pub server: u32,
    pub session: u32,
    pub app: String,
    pub tool: String,
    #[specta(type = u32)]
    pub at: f64,
    /// The app was told to try again, since it would have waited too long: what is answered now
    /// is for its next try.
    pub lapsed: bool,
    /// Until then the app waits, unless it was told to try again.
    #[specta(type = Option<u32>)]
    pub until: Option<f64>,
    /// It waits because the tool is not the one that was seen first.
    pub changed: bool,
}

/// What is called, in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HeldCallDetail {
    /// JSON, indented; no control characters but line ends.
    pub arguments: String,
    /// What the tool claims of itself, where its list was seen.
    pub claims: Option<ToolClaims>,
}

/// What a tool claims of itself. Nothing proves it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ToolClaims {
    pub title: Option<String>,
    pub description: Option<String>,
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
}
