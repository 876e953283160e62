//! What is asked of a model, and what it answers, whichever language its provider speaks.

use serde_json::value::RawValue;

#[derive(Clone, Debug)]
pub struct Prompt {
    pub model: String,
    pub system: Option<String>,
    pub messages: Vec<Message>,
    pub max_tokens: u32,
    pub temperature: Option<f64>,
    pub stop_sequences: Vec<String>,
    pub tools: Vec<ToolSpec>,
    /// `Auto` where the server says nothing.
    pub tool_choice: ToolChoice,
}

#[derive(Clone, Debug)]
pub struct Message {
    pub role: Role,
    pub parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    User,
    Assistant,
}

#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    /// `data` is base64.
    Image {
        mime: String,
        data: String,
    },
    /// `data` is base64.
    Audio {
        mime: String,
        data: String,
    },
    ToolUse {
        id: String,
        name: String,
        /// A JSON object.
        input: Box<RawValue>,
    },
    ToolResult {
        /// The id of the tool use it answers.
        id: String,
        /// Texts and images.
        content: Vec<Part>,
        is_error: bool,
    },
}

#[derive(Clone, Debug)]
pub struct ToolSpec {
    pub name: String,
    pub description: Option<String>,
    /// JSON Schema of an object.
    pub input_schema: Box<RawValue>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolChoice {
    #[default]
    Auto,
    Required,
    None,
}

#[derive(Clone, Debug)]
pub struct Completion {
    /// As the provider names it, which may be more exact than what was asked for.
    pub model: String,
    /// Texts and tool uses.
    pub parts: Vec<Part>,
    pub stop_reason: StopReason,
    pub tokens_in: Option<u32>,
    pub tokens_out: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    EndTurn,
    StopSequence,
    MaxTokens,
    ToolUse,
    /// The provider's own word.
    Other(String),
}

impl StopReason {
    /// As MCP names it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::EndTurn => "endTurn",
            Self::StopSequence => "stopSequence",
            Self::MaxTokens => "maxTokens",
            Self::ToolUse => "toolUse",
            Self::Other(word) => word,
        }
    }
}
