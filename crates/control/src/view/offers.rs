//! What servers offer to the host, and how they are kept running.

pub use paddock_core::Restart;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{MessageView, PartView};

/// What a running server said that it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself in the window")]
pub struct OffersView {
    pub tools: bool,
    pub resources: bool,
    /// Changes of a resource can be followed.
    pub subscribe: bool,
    pub prompts: bool,
    pub completions: bool,
    pub tasks: bool,
}

/// How often each list changed in this run; the window asks again when a number grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ListsView {
    pub tools: u32,
    pub resources: u32,
    pub prompts: u32,
}

/// A resource whose changes are followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FollowedView {
    pub uri: String,
    /// How often it changed since it is followed.
    pub changes: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ResourcesView {
    pub resources: Vec<ResourceView>,
    pub templates: Vec<TemplateView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ResourceView {
    /// As the server names it; for asking, and safe to show only as `shown`.
    pub uri: String,
    pub shown: String,
    pub name: String,
    pub description: Option<String>,
    pub mime_type: Option<String>,
    /// Bytes, as the server claims.
    #[specta(type = Option<u32>)]
    pub size: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateView {
    /// RFC 6570.
    pub template: String,
    pub shown: String,
    pub name: String,
    pub description: Option<String>,
    pub mime_type: Option<String>,
    /// Names of the variables in it.
    pub variables: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PromptView {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub arguments: Vec<PromptArgumentView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PromptArgumentView {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub required: bool,
}

/// What a prompt gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PromptedView {
    pub description: Option<String>,
    pub messages: Vec<MessageView>,
}

/// What a resource holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContentView {
    pub parts: Vec<PartView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NamedValue {
    pub name: String,
    pub value: String,
}

/// The argument of a prompt, or the variable of a template, that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Completing {
    pub of: CompletingOf,
    pub argument: String,
    pub value: String,
    /// The other arguments, as far as they are filled in.
    pub others: Vec<NamedValue>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum CompletingOf {
    Prompt { name: String },
    Template { template: String },
}

/// How far a call has come, as the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProgressView {
    /// The number the window gave the call.
    pub call: u32,
    #[specta(type = u32)]
    pub progress: f64,
    #[specta(type = Option<u32>)]
    pub total: Option<f64>,
    pub message: Option<String>,
}

/// When a server is started, kept and stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LifecycleView {
    pub restart: Restart,
    /// Seconds between signs of life that are asked for; never when absent.
    pub keep_alive: Option<u32>,
    /// It starts when it is first used, and not with Paddock.
    pub on_demand: bool,
    /// Minutes without use after which it is stopped; never when absent.
    pub stop_when_idle: Option<u32>,
}

/// One message of the protocol, either way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireView {
    /// Grows by one with each message.
    pub number: u32,
    #[specta(type = u32)]
    pub at: f64,
    pub direction: Direction,
    pub shape: WireShape,
    pub method: Option<String>,
    /// JSON text of the id.
    pub id: Option<String>,
    /// Bytes of the line.
    pub size: u32,
    /// Milliseconds since the request that it answers.
    #[specta(type = Option<u32>)]
    pub took: Option<f64>,
    /// The whole line with its secrets masked, or its beginning.
    pub text: String,
    pub cut: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    ToServer,
    FromServer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireShape {
    Request,
    Result,
    Error,
    Notification,
    /// No JSON-RPC.
    Other,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireFilter {
    pub direction: Option<Direction>,
    /// Text to find in methods and contents.
    pub text: String,
    pub errors_only: bool,
    /// Show messages older than this one.
    pub before: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WirePage {
    /// Newest first, 200 at most.
    pub messages: Vec<WireView>,
    pub more: bool,
    /// Messages that are no longer kept.
    pub dropped: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ToolView {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// JSON Schema of the arguments, as JSON text.
    pub schema: String,
    /// JSON Schema of what it gives, as JSON text.
    pub output_schema: Option<String>,
    /// What the server claims of the tool: `readOnly`, `destructive`, `idempotent`, `openWorld`.
    pub claims: Vec<String>,
    /// It runs as a task: `optional`, `required`.
    pub task: Option<String>,
}
