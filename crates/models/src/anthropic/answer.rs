//! From the events of a stream to an answer.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::names::Names;
use crate::prompt::{Completion, Part, Prompt, StopReason};
use crate::{ModelError, failure, tool_input};

/// The most blocks of one answer.
const BLOCKS: usize = 256;

#[derive(Debug, Default)]
pub(crate) struct Assembly {
    model: Option<String>,
    /// By their place in the answer.
    blocks: BTreeMap<u32, Block>,
    stop: Option<String>,
    tokens_in: Option<u32>,
    tokens_out: Option<u32>,
    done: bool,
}

#[derive(Debug)]
enum Block {
    Text(String),
    ToolUse {
        id: String,
        name: String,
        input: String,
    },
    /// Thoughts, and what else has no place in an answer.
    Other,
}

impl Assembly {
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Takes one event in, and gives the text that it brings.
    pub(crate) fn take(&mut self, event: &str) -> Result<Option<String>, ModelError> {
        match crate::http::parse(event.as_bytes())? {
            Event::MessageStart { message } => {
                self.model = message.model;
                self.count(message.usage);
            }
            Event::ContentBlockStart { index, content_block } => {
                return self.start(index, content_block);
            }
            Event::ContentBlockDelta { index, delta } => return Ok(self.grow(index, delta)),
            Event::MessageDelta { delta, usage } => {
                self.stop = delta.stop_reason.or(self.stop.take());
                self.count(usage);
            }
            Event::MessageStop => self.done = true,
            Event::Error { error } => return Err(failure::midway(&error)),
            Event::Other => {}
        }
        Ok(None)
    }

    fn start(&mut self, index: u32, block: WireBlock) -> Result<Option<String>, ModelError> {
        let (block, text) = match block {
            WireBlock::Text { text } => (Block::Text(text.clone()), text),
            WireBlock::ToolUse { id, name } => {
                (Block::ToolUse { id, name, input: String::new() }, String::new())
            }
            WireBlock::Other => (Block::Other, String::new()),
        };
        let malformed = |reason: &str| ModelError::Malformed { reason: reason.to_owned() };
        if self.blocks.insert(index, block).is_some() {
            return Err(malformed("two blocks in one place"));
        }
        if self.blocks.len() > BLOCKS {
            return Err(malformed("too many blocks"));
        }
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    fn grow(&mut self, index: u32, delta: WireDelta) -> Option<String> {
        match (self.blocks.get_mut(&index)?, delta) {
            (Block::Text(all), WireDelta::TextDelta { text }) => {
                all.push_str(&text);
                Some(text).filter(|text| !text.is_empty())
            }
            (Block::ToolUse { input, .. }, WireDelta::InputJsonDelta { partial_json }) => {
                input.push_str(&partial_json);
                None
            }
            _ => None,
        }
    }

    fn count(&mut self, usage: Option<Usage>) {
        let Some(usage) = usage else { return };
        self.tokens_in = usage.input_tokens.or(self.tokens_in);
        self.tokens_out = usage.output_tokens.or(self.tokens_out);
    }

    pub(crate) fn finish(self, prompt: &Prompt, names: &Names) -> Result<Completion, ModelError> {
        let (Some(stop), true) = (self.stop, self.done) else { return Err(ModelError::CutOff) };
        let mut parts = Vec::new();
        for block in self.blocks.into_values() {
            match block {
                Block::Text(text) if text.is_empty() => {}
                Block::Text(text) => parts.push(Part::Text(text)),
                Block::ToolUse { id, name, input } => parts.push(Part::ToolUse {
                    id,
                    name: names.meant(&name),
                    input: tool_input::read(input)?,
                }),
                Block::Other => {}
            }
        }
        Ok(Completion {
            model: self.model.unwrap_or_else(|| prompt.model.clone()),
            parts,
            stop_reason: match stop.as_str() {
                "end_turn" => StopReason::EndTurn,
                "stop_sequence" => StopReason::StopSequence,
                "max_tokens" => StopReason::MaxTokens,
                "tool_use" => StopReason::ToolUse,
                other => StopReason::Other(failure::words(other)),
            },
            tokens_in: self.tokens_in,
            tokens_out: self.tokens_out,
        })
    }
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    MessageStart {
        message: Started,
    },
    ContentBlockStart {
        index: u32,
        content_block: WireBlock,
    },
    ContentBlockDelta {
        index: u32,
        delta: WireDelta,
    },
    MessageDelta {
        delta: Ended,
        usage: Option<Usage>,
    },
    MessageStop,
    Error {
        error: Value,
    },
    /// `ping`, `content_block_stop`, and what is new.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Started {
    model: Option<String>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Ended {
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum WireBlock {
    Text {
        #[serde(default)]
        text: String,
    },
    ToolUse {
        id: String,
        name: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum WireDelta {
    TextDelta {
        text: String,
    },
    InputJsonDelta {
        partial_json: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Clone, Copy, Deserialize)]
struct Usage {
    input_tokens: Option<u32>,
    output_tokens: Option<u32>,
}
