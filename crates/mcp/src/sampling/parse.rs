//! From `params` to [`Sampling`].

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Message, Preferences, Role, Sampling, SamplingTools, ToolChoice, content, turns};
use crate::payload::{PayloadError, is_object};
use crate::tools::Tool;

/// The most of each that one request may have.
const MESSAGES: usize = 1_000;
const PARTS: usize = 4_000;
const TOOLS: usize = 256;
const HINTS: usize = 32;
const STOP_SEQUENCES: usize = 32;

/// The longest name of a tool or a model, or sequence to stop at, in bytes.
const NAME: usize = 512;

pub(super) fn sampling(params: &RawValue, tools: SamplingTools) -> Result<Sampling, PayloadError> {
    let params: Params<'_> = serde_json::from_str(params.get())?;
    if tools == SamplingTools::Undeclared
        && (params.tools.is_some() || params.tool_choice.is_some())
    {
        return Err(PayloadError::new("tools in sampling were not declared by this client"));
    }
    let messages = messages(params.messages)?;
    turns::check(&messages)?;
    let tools = checked_tools(params.tools.unwrap_or_default())?;
    let tool_choice = params.tool_choice.map(|choice| choice.mode.into());
    if tool_choice == Some(ToolChoice::Required) && tools.is_empty() {
        return Err(PayloadError::new("toolChoice is required and there are no tools"));
    }
    if params.metadata.as_deref().is_some_and(|metadata| !is_object(metadata)) {
        return Err(PayloadError::new("metadata is not an object"));
    }
    Ok(Sampling {
        messages,
        preferences: preferences(params.model_preferences.unwrap_or_default())?,
        system_prompt: params.system_prompt,
        include_context: params.include_context,
        temperature: params.temperature,
        max_tokens: max_tokens(params.max_tokens)?,
        stop_sequences: stop_sequences(params.stop_sequences.unwrap_or_default())?,
        metadata: params.metadata,
        tools,
        tool_choice,
    })
}

fn messages(wire: Vec<WireMessage<'_>>) -> Result<Vec<Message>, PayloadError> {
    if wire.is_empty() {
        return Err(PayloadError::new("messages are empty"));
    }
    at_most(wire.len(), MESSAGES, "messages")?;
    let mut parts = 0;
    let mut messages = Vec::with_capacity(wire.len());
    for message in wire {
        let content = content::one_or_many(message.content, PARTS)?;
        if content.is_empty() {
            return Err(PayloadError::new("message has no content"));
        }
        parts += content::count(&content);
        at_most(parts, PARTS, "pieces of content")?;
        messages.push(Message { role: message.role.into(), content });
    }
    Ok(messages)
}

fn checked_tools(tools: Vec<Tool>) -> Result<Vec<Tool>, PayloadError> {
    at_most(tools.len(), TOOLS, "tools")?;
    let mut names = HashSet::new();
    for tool in &tools {
        if tool.name.is_empty() || tool.name.len() > NAME {
            return Err(PayloadError::new("tool has no name, or too long a one"));
        }
        if !names.insert(tool.name.as_str()) {
            return Err(PayloadError::new(format!("two tools are named {}", tool.name)));
        }
        if !is_object(&tool.input_schema) {
            return Err(PayloadError::new(format!(
                "schema of tool {} is not an object",
                tool.name
            )));
        }
    }
    Ok(tools)
}

fn preferences(wire: WirePreferences) -> Result<Preferences, PayloadError> {
    let hints: Vec<String> =
        wire.hints.unwrap_or_default().into_iter().filter_map(|hint| hint.name).collect();
    at_most(hints.len(), HINTS, "hints")?;
    short(&hints, "hint")?;
    for priority in [wire.cost_priority, wire.speed_priority, wire.intelligence_priority] {
        if priority.is_some_and(|priority| !(0.0..=1.0).contains(&priority)) {
            return Err(PayloadError::new("priority is not between 0 and 1"));
        }
    }
    Ok(Preferences {
        hints,
        cost: wire.cost_priority,
        speed: wire.speed_priority,
        intelligence: wire.intelligence_priority,
    })
}

fn stop_sequences(sequences: Vec<String>) -> Result<Vec<String>, PayloadError> {
    at_most(sequences.len(), STOP_SEQUENCES, "stop sequences")?;
    short(&sequences, "stop sequence")?;
    Ok(sequences)
}

/// Any whole number that JSON can write, `1e3` and `100.0` included.
fn max_tokens(number: f64) -> Result<u32, PayloadError> {
    if number < 1.0 || number.fract() != 0.0 {
        return Err(PayloadError::new("maxTokens is not a whole number above 0"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and positive; a cast of what is too large gives the largest"
    )]
    Ok(number as u32)
}

fn at_most(count: usize, limit: usize, what: &str) -> Result<(), PayloadError> {
    if count > limit {
        return Err(PayloadError::new(format!("{count} {what} are more than {limit}")));
    }
    Ok(())
}

fn short(names: &[String], what: &str) -> Result<(), PayloadError> {
    if names.iter().any(|name| name.len() > NAME) {
        return Err(PayloadError::new(format!("{what} is longer than {NAME} bytes")));
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params<'a> {
    #[serde(borrow)]
    messages: Vec<WireMessage<'a>>,
    model_preferences: Option<WirePreferences>,
    system_prompt: Option<String>,
    include_context: Option<String>,
    temperature: Option<f64>,
    max_tokens: f64,
    stop_sequences: Option<Vec<String>>,
    metadata: Option<Box<RawValue>>,
    tools: Option<Vec<Tool>>,
    tool_choice: Option<WireChoice>,
}

#[derive(Deserialize)]
struct WireMessage<'a> {
    role: WireRole,
    #[serde(borrow)]
    content: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WireRole {
    User,
    Assistant,
}

impl From<WireRole> for Role {
    fn from(role: WireRole) -> Self {
        match role {
            WireRole::User => Self::User,
            WireRole::Assistant => Self::Assistant,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WirePreferences {
    hints: Option<Vec<WireHint>>,
    cost_priority: Option<f64>,
    speed_priority: Option<f64>,
    intelligence_priority: Option<f64>,
}

#[derive(Deserialize)]
struct WireHint {
    name: Option<String>,
}

#[derive(Deserialize)]
struct WireChoice {
    #[serde(default)]
    mode: WireMode,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WireMode {
    #[default]
    Auto,
    Required,
    None,
}

impl From<WireMode> for ToolChoice {
    fn from(mode: WireMode) -> Self {
        match mode {
            WireMode::Auto => Self::Auto,
            WireMode::Required => Self::Required,
            WireMode::None => Self::None,
        }
    }
}
