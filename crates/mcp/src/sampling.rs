//! `sampling/createMessage`: what a server wants of a language model, and the answer.
//!
//! All of it is the server's text and untrusted. What is read here is bounded, its encodings are
//! valid, and tool uses and results are in the order that providers need.

mod answer;
mod content;
mod parse;
#[cfg(test)]
mod tests;
mod turns;

use serde_json::value::RawValue;

use crate::{PayloadError, Tool};

pub use self::answer::SamplingAnswer;
pub use self::content::{Content, ToolResult, ToolUse};

/// `CreateMessageRequestParams` of the schema, of every revision.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// At least one.
    pub messages: Vec<Message>,
    pub preferences: Preferences,
    pub system_prompt: Option<String>,
    /// `none`, `thisServer`, `allServers`, or what else the server wrote.
    pub include_context: Option<String>,
    /// Finite.
    pub temperature: Option<f64>,
    /// At least one.
    pub max_tokens: u32,
    pub stop_sequences: Vec<String>,
    /// An object for the provider, as sent.
    pub metadata: Option<Box<RawValue>>,
    pub tools: Vec<Tool>,
    pub tool_choice: Option<ToolChoice>,
}

impl Sampling {
    /// Reads the `params`.
    ///
    /// # Errors
    /// They are not what the schema says, are too large, break the rules for tool uses and results,
    /// or use tools that were not declared.
    pub fn parse(params: &RawValue, tools: SamplingTools) -> Result<Self, PayloadError> {
        parse::sampling(params, tools)
    }
}

/// Whether the capability `sampling.tools` was declared to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SamplingTools {
    Declared,
    Undeclared,
}

#[derive(Clone, Debug)]
pub struct Message {
    pub role: Role,
    /// At least one.
    pub content: Vec<Content>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    User,
    Assistant,
}

/// What the server would like of a model. Priorities are from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preferences {
    /// Parts of names of models, the most wanted first.
    pub hints: Vec<String>,
    pub cost: Option<f64>,
    pub speed: Option<f64>,
    pub intelligence: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    Auto,
    Required,
    None,
}

impl ToolChoice {
    /// The `mode` as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Required => "required",
            Self::None => "none",
        }
    }
}
