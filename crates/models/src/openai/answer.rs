//! From the events of a stream to an answer.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::names::Names;
use crate::prompt::{Completion, Part, Prompt, StopReason};
use crate::{ModelError, failure, tool_input};

/// The most tools that one answer uses.
const TOOL_USES: usize = 128;

#[derive(Debug, Default)]
pub(crate) struct Assembly {
    model: Option<String>,
    text: String,
    /// By their place in the answer.
    tool_uses: BTreeMap<u32, ToolUse>,
    stop: Option<String>,
    usage: Option<Usage>,
    done: bool,
}

#[derive(Debug, Default)]
struct ToolUse {
    id: String,
    name: String,
    arguments: String,
}

impl Assembly {
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Takes one event in, and gives the text that it brings.
    pub(crate) fn take(&mut self, event: &str) -> Result<Option<String>, ModelError> {
        if event == "[DONE]" {
            self.done = true;
            return Ok(None);
        }
        let chunk: Chunk = crate::http::parse(event.as_bytes())?;
        if let Some(error) = chunk.error {
            return Err(failure::midway(&error));
        }
        self.model = self.model.take().or(chunk.model);
        self.usage = chunk.usage.or(self.usage);
        let Some(choice) = chunk.choices.into_iter().flatten().next() else { return Ok(None) };
        self.stop = choice.finish_reason.or(self.stop.take());
        let Some(delta) = choice.delta else { return Ok(None) };
        for call in delta.tool_calls.into_iter().flatten() {
            self.take_call(call)?;
        }
        let text = delta.content.filter(|text| !text.is_empty());
        self.text.extend(text.as_deref());
        Ok(text)
    }

    fn take_call(&mut self, call: Call) -> Result<(), ModelError> {
        // A server that sends each use whole may leave its place out.
        let next = u32::try_from(self.tool_uses.len()).unwrap_or(u32::MAX);
        let tool_use = self.tool_uses.entry(call.index.unwrap_or(next)).or_default();
        if let Some(id) = call.id {
            tool_use.id = id;
        }
        if let Some(function) = call.function {
            tool_use.name.extend(function.name);
            tool_use.arguments.extend(function.arguments);
        }
        if self.tool_uses.len() > TOOL_USES {
            return Err(ModelError::Malformed { reason: "too many tool uses".to_owned() });
        }
        Ok(())
    }

    pub(crate) fn finish(self, prompt: &Prompt, names: &Names) -> Result<Completion, ModelError> {
        let Some(stop) = self.stop else { return Err(ModelError::CutOff) };
        let mut parts = Vec::new();
        if !self.text.is_empty() {
            parts.push(Part::Text(self.text));
        }
        for (place, tool_use) in self.tool_uses {
            parts.push(Part::ToolUse {
                // Some servers send none, and the result has to name one.
                id: if tool_use.id.is_empty() { format!("call_{place}") } else { tool_use.id },
                name: names.meant(&tool_use.name),
                input: tool_input::read(tool_use.arguments)?,
            });
        }
        let uses_tools = parts.iter().any(|part| matches!(part, Part::ToolUse { .. }));
        Ok(Completion {
            model: self.model.unwrap_or_else(|| prompt.model.clone()),
            parts,
            stop_reason: match stop.as_str() {
                "stop" if uses_tools => StopReason::ToolUse,
                "stop" => StopReason::EndTurn,
                "length" => StopReason::MaxTokens,
                "tool_calls" | "function_call" => StopReason::ToolUse,
                other => StopReason::Other(failure::words(other)),
            },
            tokens_in: self.usage.and_then(|usage| usage.prompt_tokens),
            tokens_out: self.usage.and_then(|usage| usage.completion_tokens),
        })
    }
}

#[derive(Deserialize)]
struct Chunk {
    model: Option<String>,
    choices: Option<Vec<Choice>>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    content: Option<String>,
    tool_calls: Option<Vec<Call>>,
}

#[derive(Deserialize)]
struct Call {
    index: Option<u32>,
    id: Option<String>,
    function: Option<CalledFunction>,
}

#[derive(Deserialize)]
struct CalledFunction {
    name: Option<String>,
    arguments: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Usage {
    prompt_tokens: Option<u32>,
    completion_tokens: Option<u32>,
}
