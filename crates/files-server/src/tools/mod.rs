//! What a model can call, named and shaped as in the common file system server, so that models
//! and hosts which know that one need not learn another.

mod list_allowed_directories;
mod list_directory;
mod read_text_file;
mod write_file;

use serde::Deserialize;

use crate::{jsonrpc::write_string, reach::Refused, roots::Roots};

/// A tool as `tools/list` tells it; `input`, `annotations` are JSON.
#[derive(Debug)]
pub struct Tool {
    pub name: &'static str,
    title: &'static str,
    description: &'static str,
    input: &'static str,
    annotations: &'static str,
    run: fn(&str, &Roots) -> Result<String, Failure>,
}

const TOOLS: &[Tool] =
    &[read_text_file::TOOL, write_file::TOOL, list_directory::TOOL, list_allowed_directories::TOOL];

const READ_ONLY: &str = r#"{"readOnlyHint":true,"openWorldHint":false}"#;
const OVERWRITES: &str =
    r#"{"readOnlyHint":false,"idempotentHint":true,"destructiveHint":true,"openWorldHint":false}"#;
const OUTPUT: &str = r#"{"type":"object","properties":{"content":{"type":"string"}},"required":["content"],"additionalProperties":false}"#;

/// Why a tool did not do what it was called for, in words for the model.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("the arguments are not what this tool takes: {0}")]
    Arguments(#[from] serde_json::Error),
    #[error("head and tail cannot both be given")]
    HeadAndTail,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("{path} was not read: {source}")]
    Reading { path: String, source: std::io::Error },
    #[error(
        "{path} is larger than the {} MiB that one call reads. Use head or tail to read a part of it",
        .limit >> 20
    )]
    TooLarge { path: String, limit: u64 },
    #[error("{path} is not UTF-8 text: it looks binary from byte {at} on")]
    Binary { path: String, at: usize },
}

pub fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

impl Tool {
    /// Runs the tool with `arguments`, a JSON object.
    pub fn call(&self, arguments: &str, roots: &Roots) -> Result<String, Failure> {
        (self.run)(arguments, roots)
    }
}

/// Appends the result of `tools/list`; `structured` where the revision knows structured output.
pub fn write_list(out: &mut Vec<u8>, structured: bool) {
    out.extend_from_slice(b"{\"tools\":[");
    for (index, tool) in TOOLS.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_tool(out, tool, structured);
    }
    out.extend_from_slice(b"]}");
}

fn write_tool(out: &mut Vec<u8>, tool: &Tool, structured: bool) {
    out.extend_from_slice(b"{\"name\":");
    write_string(out, tool.name);
    out.extend_from_slice(b",\"title\":");
    write_string(out, tool.title);
    out.extend_from_slice(b",\"description\":");
    write_string(out, tool.description);
    out.extend_from_slice(b",\"inputSchema\":");
    out.extend_from_slice(tool.input.as_bytes());
    out.extend_from_slice(b",\"annotations\":");
    out.extend_from_slice(tool.annotations.as_bytes());
    if structured {
        out.extend_from_slice(b",\"outputSchema\":");
        out.extend_from_slice(OUTPUT.as_bytes());
    }
    out.push(b'}');
}

/// Appends the result of `tools/call`.
pub fn write_outcome(out: &mut Vec<u8>, outcome: &Result<String, String>, structured: bool) {
    let (Ok(text) | Err(text)) = outcome;
    out.extend_from_slice(b"{\"content\":[{\"type\":\"text\",\"text\":");
    let start = out.len();
    write_string(out, text);
    let text = start..out.len();
    out.extend_from_slice(b"}]");
    if outcome.is_err() {
        out.extend_from_slice(b",\"isError\":true");
    } else if structured {
        out.extend_from_slice(b",\"structuredContent\":{\"content\":");
        out.extend_from_within(text);
        out.push(b'}');
    }
    out.push(b'}');
}

/// A count of lines. Any JSON number that is whole, because schemas say so and models write `5.0`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
struct Count(usize);

impl TryFrom<f64> for Count {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        /// More lines than any file that can be read has.
        const MOST: f64 = 1e15;
        if number.fract() != 0.0 || !(0.0..=MOST).contains(&number) {
            return Err("a number of lines is a whole number, not negative");
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked just above; a smaller word saturates"
        )]
        Ok(Self(number as usize))
    }
}
