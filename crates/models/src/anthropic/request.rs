//! From a prompt to the body of a request.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::names::Names;
use crate::prompt::{Part, Prompt, Role, ToolChoice};
use crate::{ModelError, failure};

pub(crate) fn body(prompt: &Prompt, names: &Names) -> Result<Vec<u8>, ModelError> {
    let body = Body {
        model: &prompt.model,
        max_tokens: prompt.max_tokens,
        messages: turns(prompt, names)?,
        stream: true,
        system: prompt.system.as_deref().filter(|system| !system.is_empty()),
        temperature: prompt.temperature,
        stop_sequences: &prompt.stop_sequences,
        tool_choice: (!prompt.tools.is_empty()).then_some(match prompt.tool_choice {
            ToolChoice::Auto => Choice::Auto,
            ToolChoice::Required => Choice::Any,
            ToolChoice::None => Choice::None,
        }),
        tools: prompt
            .tools
            .iter()
            .map(|tool| Tool {
                name: names.sent(&tool.name),
                description: tool.description.as_deref(),
                input_schema: &tool.input_schema,
            })
            .collect(),
    };
    serde_json::to_vec(&body)
        .map_err(|error| ModelError::Unsupported { what: failure::words(&error.to_string()) })
}

/// Messages of one role that follow each other become one: the roles must take turns.
fn turns<'a>(prompt: &'a Prompt, names: &'a Names) -> Result<Vec<Turn<'a>>, ModelError> {
    let mut turns: Vec<Turn<'a>> = Vec::new();
    for message in &prompt.messages {
        let role = match message.role {
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        let blocks = blocks(&message.parts, names)?;
        match turns.last_mut() {
            Some(last) if last.role == role => last.content.extend(blocks),
            _ if blocks.is_empty() => {}
            _ => turns.push(Turn { role, content: blocks }),
        }
    }
    Ok(turns)
}

/// Empty texts are left out: they are refused.
fn blocks<'a>(parts: &'a [Part], names: &'a Names) -> Result<Vec<Block<'a>>, ModelError> {
    parts
        .iter()
        .filter(|part| !matches!(part, Part::Text(text) if text.is_empty()))
        .map(|part| block(part, names))
        .collect()
}

fn block<'a>(part: &'a Part, names: &'a Names) -> Result<Block<'a>, ModelError> {
    match part {
        Part::Text(text) => Ok(Block::Text { text }),
        Part::Image { mime, data } => match mime.as_str() {
            "image/jpeg" | "image/png" | "image/gif" | "image/webp" => {
                Ok(Block::Image { source: Source { kind: "base64", media_type: mime, data } })
            }
            other => Err(unsupported(other)),
        },
        Part::Audio { .. } => Err(unsupported("audio")),
        Part::ToolUse { id, name, input } => {
            Ok(Block::ToolUse { id, name: names.sent(name), input })
        }
        Part::ToolResult { id, content, is_error } => Ok(Block::ToolResult {
            tool_use_id: id,
            content: blocks(content, names)?,
            is_error: *is_error,
        }),
    }
}

fn unsupported(what: &str) -> ModelError {
    ModelError::Unsupported { what: failure::words(what) }
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    messages: Vec<Turn<'a>>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stop_sequences: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Vec<Block<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text { text: &'a str },
    Image { source: Source<'a> },
    ToolUse { id: &'a str, name: &'a str, input: &'a RawValue },
    ToolResult { tool_use_id: &'a str, content: Vec<Self>, is_error: bool },
}

#[derive(Serialize)]
struct Source<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    media_type: &'a str,
    data: &'a str,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    input_schema: &'a RawValue,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Choice {
    Auto,
    Any,
    None,
}
