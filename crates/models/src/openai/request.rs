//! From a prompt to the body of a request.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::names::Names;
use crate::prompt::{Message, Part, Prompt, Role, ToolChoice};
use crate::{ModelError, failure};

/// What the limit of tokens is called: newer models of OpenAI refuse the older name, which is all
/// that most others know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    MaxTokens,
    MaxCompletionTokens,
}

impl Limit {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }

    pub(crate) fn other(self) -> Self {
        match self {
            Self::MaxTokens => Self::MaxCompletionTokens,
            Self::MaxCompletionTokens => Self::MaxTokens,
        }
    }
}

pub(crate) fn body(prompt: &Prompt, names: &Names, limit: Limit) -> Result<Vec<u8>, ModelError> {
    let mut messages = Vec::new();
    if let Some(system) = prompt.system.as_deref().filter(|system| !system.is_empty()) {
        messages.push(Turn::System { content: system });
    }
    for message in &prompt.messages {
        match message.role {
            Role::User => user(message, &mut messages)?,
            Role::Assistant => messages.push(assistant(message, names)?),
        }
    }
    let (max_tokens, max_completion_tokens) = match limit {
        Limit::MaxTokens => (Some(prompt.max_tokens), None),
        Limit::MaxCompletionTokens => (None, Some(prompt.max_tokens)),
    };
    let body = Body {
        model: &prompt.model,
        messages,
        stream: true,
        stream_options: StreamOptions { include_usage: true },
        max_tokens,
        max_completion_tokens,
        temperature: prompt.temperature,
        stop: &prompt.stop_sequences,
        tool_choice: (!prompt.tools.is_empty()).then_some(match prompt.tool_choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "required",
            ToolChoice::None => "none",
        }),
        tools: prompt
            .tools
            .iter()
            .map(|tool| Tool {
                kind: "function",
                function: Function {
                    name: names.sent(&tool.name),
                    description: tool.description.as_deref(),
                    parameters: &tool.input_schema,
                },
            })
            .collect(),
    };
    serde_json::to_vec(&body)
        .map_err(|error| ModelError::Unsupported { what: failure::words(&error.to_string()) })
}

/// Results of tools are messages of their own here.
fn user<'a>(message: &'a Message, turns: &mut Vec<Turn<'a>>) -> Result<(), ModelError> {
    let mut content = Vec::new();
    for part in &message.parts {
        match part {
            Part::Text(text) => content.push(Piece::Text { text }),
            Part::Image { mime, data } => {
                let url = format!("data:{mime};base64,{data}");
                content.push(Piece::ImageUrl { image_url: ImageUrl { url } });
            }
            Part::Audio { mime, data } => {
                let format = audio_format(mime)?;
                content.push(Piece::InputAudio { input_audio: InputAudio { data, format } });
            }
            Part::ToolResult { id, content, .. } => {
                turns.push(Turn::Tool { tool_call_id: id, content: result(content)? });
            }
            Part::ToolUse { .. } => return Err(unsupported("tool use of a user")),
        }
    }
    match content.as_slice() {
        [] => {}
        // Not every server knows lists.
        [Piece::Text { text }] => turns.push(Turn::User { content: Content::Text(text) }),
        _ => turns.push(Turn::User { content: Content::Pieces(content) }),
    }
    Ok(())
}

fn assistant<'a>(message: &'a Message, names: &'a Names) -> Result<Turn<'a>, ModelError> {
    let mut content: Option<String> = None;
    let mut tool_calls = Vec::new();
    for part in &message.parts {
        match part {
            Part::Text(text) => content.get_or_insert_default().push_str(text),
            Part::ToolUse { id, name, input } => tool_calls.push(ToolCall {
                id,
                kind: "function",
                function: Called { name: names.sent(name), arguments: input.get() },
            }),
            Part::Image { .. } | Part::Audio { .. } | Part::ToolResult { .. } => {
                return Err(unsupported("image, audio or tool result of the assistant"));
            }
        }
    }
    Ok(Turn::Assistant { content, tool_calls })
}

/// The texts of a result. That it is an error, the text has to say: there is no field for it.
fn result(content: &[Part]) -> Result<String, ModelError> {
    let mut all = String::new();
    for part in content {
        let Part::Text(text) = part else {
            return Err(unsupported("image or audio in the result of a tool"));
        };
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(text);
    }
    Ok(all)
}

fn audio_format(mime: &str) -> Result<&'static str, ModelError> {
    match mime {
        "audio/wav" | "audio/wave" | "audio/x-wav" | "audio/vnd.wave" => Ok("wav"),
        "audio/mpeg" | "audio/mp3" => Ok("mp3"),
        other => Err(unsupported(other)),
    }
}

fn unsupported(what: &str) -> ModelError {
    ModelError::Unsupported { what: failure::words(what) }
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Turn<'a>>,
    stream: bool,
    stream_options: StreamOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stop: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum Turn<'a> {
    System {
        content: &'a str,
    },
    User {
        content: Content<'a>,
    },
    Assistant {
        content: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall<'a>>,
    },
    Tool {
        tool_call_id: &'a str,
        content: String,
    },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(&'a str),
    Pieces(Vec<Piece<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Piece<'a> {
    Text { text: &'a str },
    ImageUrl { image_url: ImageUrl },
    InputAudio { input_audio: InputAudio<'a> },
}

#[derive(Serialize)]
struct ImageUrl {
    url: String,
}

#[derive(Serialize)]
struct InputAudio<'a> {
    data: &'a str,
    format: &'static str,
}

#[derive(Serialize)]
struct ToolCall<'a> {
    id: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    function: Called<'a>,
}

#[derive(Serialize)]
struct Called<'a> {
    name: &'a str,
    /// JSON in a string.
    arguments: &'a str,
}

#[derive(Serialize)]
struct Tool<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    parameters: &'a RawValue,
}
