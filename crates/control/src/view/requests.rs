//! What waits for a person's answer, and how it was answered.

pub use paddock_core::{MissedWhy, RequestKind, SamplingLimits};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Failure, PartView, ToolView};

/// Something a server asks of the person. What it says in full is asked for by its id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RequestView {
    pub id: u32,
    pub server: u32,
    #[specta(type = u32)]
    pub at: f64,
    pub kind: RequestKind,
    /// Its first words, one line, short.
    pub summary: String,
    /// The tool, prompt or resource in whose call it was asked, where that is known.
    pub during: Option<String>,
    pub phase: RequestPhase,
    /// The app in whose session it was asked, and which can't be asked itself.
    pub of: Option<OfAppView>,
}

/// An app, as it is named in its own configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OfAppView {
    pub app: String,
    /// Where it works.
    pub folder: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum RequestPhase {
    /// The person has not decided.
    Waiting,
    /// Sampling only: the model is writing.
    Answering,
    /// Sampling only: the model did not answer; it can be sent again.
    Failed { reason: Failure },
    /// Sampling only: the answer is there, and goes to the server when the person says so.
    Review,
}

/// A request that ended without an answer of the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MissedView {
    pub id: u32,
    /// The number under which it waited, if that was in this run of the host.
    pub request: Option<u32>,
    pub server: u32,
    #[specta(type = u32)]
    pub at: f64,
    pub kind: RequestKind,
    pub summary: String,
    pub why: MissedWhy,
    /// How often the server was refused for the same reason after it.
    pub again: u32,
    /// The app in whose session it was asked.
    pub of: Option<OfAppView>,
}

/// A request for sampling, in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SamplingView {
    pub system_prompt: Option<String>,
    pub messages: Vec<MessageView>,
    /// What the server would like added of the host's context: `none`, `thisServer`, `allServers`.
    /// Nothing is added.
    pub include_context: Option<String>,
    pub tools: Vec<ToolView>,
    /// `auto`, `required`, `none`.
    pub tool_choice: Option<String>,
    pub hints: Vec<String>,
    /// How much each matters to the server, from 0 to 1.
    pub priorities: PrioritiesView,
    pub max_tokens: u32,
    pub temperature: Option<f64>,
    pub stop_sequences: Vec<String>,
    /// The model that the rules choose of those at hand; none when none is set up.
    pub chosen: Option<ModelChoice>,
    /// The hint that decided, if one did.
    pub chosen_by_hint: Option<String>,
    /// The answer so far, or in full when it waits for review.
    pub answer: Option<AnswerView>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PrioritiesView {
    pub cost: Option<f64>,
    pub speed: Option<f64>,
    pub intelligence: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MessageView {
    pub role: RoleView,
    pub parts: Vec<PartView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RoleView {
    User,
    Assistant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerView {
    pub request: u32,
    /// The model that answers; none when the person writes.
    pub model: Option<String>,
    pub parts: Vec<PartView>,
    /// As MCP names it: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`; none while it is written.
    pub stop_reason: Option<String>,
    pub tokens_in: Option<u32>,
    pub tokens_out: Option<u32>,
}

/// More of an answer that is being written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerGrewView {
    pub request: u32,
    pub text: String,
}

/// A model of a provider that is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ModelChoice {
    pub provider: u32,
    pub model: String,
}

/// What the person changed of a request before it goes to a model. What is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SamplingEdit {
    pub model: Option<ModelChoice>,
    pub max_tokens: Option<u32>,
    pub temperature: Option<f64>,
    /// The whole system prompt; empty takes it away.
    pub system_prompt: Option<String>,
    pub texts: Vec<TextEdit>,
    /// Requests of this server after this one that are sent and delivered without asking.
    pub allow_next: u32,
}

/// A new text for one part of one message, by their places in the lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    pub message: u32,
    pub part: u32,
    pub text: String,
}

/// How a server stands with its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AskingView {
    pub limits: SamplingLimits,
    pub requests_this_hour: u32,
    pub tokens_today: u32,
    /// Requests that will be answered without asking.
    pub allowed_next: u32,
    /// Nothing this server asks is shown; all of it is refused.
    pub muted: bool,
}

/// A form that a server wants filled in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FormView {
    pub message: String,
    pub fields: Vec<FieldView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldView {
    pub name: String,
    /// What to show in place of the name.
    pub title: String,
    pub description: Option<String>,
    pub required: bool,
    pub kind: FieldKind,
    /// The default, as JSON text.
    pub default: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum FieldKind {
    Text {
        min_length: Option<u32>,
        max_length: Option<u32>,
        pattern: Option<String>,
        format: Option<TextFormat>,
    },
    Number {
        minimum: Option<f64>,
        maximum: Option<f64>,
        integer: bool,
    },
    Boolean,
    Choice {
        options: Vec<OptionView>,
    },
    Choices {
        options: Vec<OptionView>,
        min_items: Option<u32>,
        max_items: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TextFormat {
    Email,
    Uri,
    Date,
    DateTime,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OptionView {
    pub value: String,
    pub title: String,
}

/// An address that a server wants visited. Nothing has been fetched from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UrlView {
    pub message: String,
    /// The whole address, as it would be opened, in three pieces: up to the domain, the domain,
    /// and what follows.
    pub before: String,
    pub domain: String,
    pub after: String,
    /// The domain as it would be read, where it is written in Punycode.
    pub unicode_domain: Option<String>,
    pub warnings: Vec<UrlWarning>,
}

paddock_core::codes! {
/// What there is to know of an address. Fronts have words for each: the message `url-warning-<code>` of
/// the catalogue.
pub enum UrlWarning {
    Credentials = "credentials",
    MixedScripts = "mixed-scripts",
    Punycode = "punycode",
    Address = "address",
    NotHttps = "not-https",
    Port = "port",
}
}

/// What one request says in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum RequestDetail {
    Sampling(Box<SamplingView>),
    Form(FormView),
    Url(UrlView),
}
