//! What a model can call, named and shaped as in the common file system server, so that models
//! and hosts which know that one need not learn another.

mod change;
mod edit_file;
mod info;
mod list;
pub(crate) mod media;
mod read;
mod search_content;
mod search_files;
mod tree;
mod write;

use std::{borrow::Cow, ffi::OsStr, ops::Deref, path::Path};

use serde::{Deserialize, Deserializer};

use paddock_core::text::{read_spelled, shown};

use crate::{
    reach::Refused,
    roots::Roots,
    wire::{
        answer::{Dialect, Outcome},
        jsonrpc::write_string,
    },
    work::{Stopped, Work},
};

/// A tool as `tools/list` tells it; `input` is JSON.
#[derive(Debug)]
pub struct Tool {
    pub name: &'static str,
    title: &'static str,
    description: &'static str,
    input: &'static str,
    output: Output,
    effect: Effect,
    run: fn(&str, &Roots, &mut Work<'_>) -> Result<Outcome, Failure>,
}

/// What a tool's structured output holds.
#[derive(Clone, Copy, Debug)]
enum Output {
    Text,
    /// Text, and a cursor where there is more.
    Pages,
    Media,
}

/// What a tool does to files.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Reads,
    /// Adds, and changes nothing that is there.
    Adds {
        idempotent: bool,
    },
    Destroys {
        idempotent: bool,
    },
}

const TOOLS: &[Tool] = &[
    read::READ_FILE,
    read::READ_TEXT_FILE,
    media::TOOL,
    read::READ_MULTIPLE_FILES,
    write::WRITE_FILE,
    edit_file::TOOL,
    change::CREATE_DIRECTORY,
    list::LIST_DIRECTORY,
    list::LIST_DIRECTORY_WITH_SIZES,
    tree::TOOL,
    change::MOVE_FILE,
    search_files::TOOL,
    info::GET_FILE_INFO,
    info::LIST_ALLOWED_DIRECTORIES,
    search_content::TOOL,
    write::APPEND_FILE,
    change::COPY_FILE,
    change::DELETE_FILE,
];

/// How much text an answer carries before it says how to go on, in bytes as sent.
const MAX_TEXT: usize = 24 << 20;

/// Why a tool did not do what it was called for, in words for the model.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("the arguments are not what this tool takes: {0}")]
    Arguments(#[from] serde_json::Error),
    #[error("{0} cannot be given together")]
    Together(&'static str),
    #[error("the pattern cannot be used: {0}")]
    Glob(#[from] globset::Error),
    #[error("the regular expression cannot be used: {0}")]
    Regex(#[from] grep_regex::Error),
    #[error("at least one path must be given")]
    NoPaths,
    #[error("the cursor is not one that was given out")]
    Cursor,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error("{path} was not read: {source}")]
    Reading { path: String, source: std::io::Error },
    #[error(
        "{path} is larger than the {} MiB that one call reads. Read a part of it: head or tail, \
         startLine and endLine, or offset and length",
        .limit >> 20
    )]
    TooLarge { path: String, limit: u64 },
    #[error(
        "{path} is not UTF-8 text: it looks binary from byte {at} on. read_media_file reads it \
         as it is"
    )]
    Binary { path: String, at: u64 },
    #[error("Could not find exact match for edit:\n{0}")]
    NoMatch(String),
}

/// The tool called `name`, or why there is none.
pub fn named(name: &str) -> Result<&'static Tool, String> {
    TOOLS
        .iter()
        .find(|tool| tool.name == name)
        .ok_or_else(|| format!("there is no tool {}", shown(name)))
}

pub fn all() -> &'static [Tool] {
    TOOLS
}

impl Tool {
    /// Runs the tool with `arguments`, a JSON object.
    pub fn call(
        &self,
        arguments: &str,
        roots: &Roots,
        work: &mut Work<'_>,
    ) -> Result<Outcome, Failure> {
        (self.run)(arguments, roots, work)
    }
}

/// Appends the members of the result of `tools/list`.
pub fn write_list(out: &mut Vec<u8>, dialect: Dialect) {
    out.extend_from_slice(b"\"tools\":[");
    for (index, tool) in TOOLS.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_tool(out, tool, dialect.structured);
    }
    out.push(b']');
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
    out.extend_from_slice(tool.effect.annotations().as_bytes());
    if structured {
        out.extend_from_slice(b",\"outputSchema\":");
        out.extend_from_slice(tool.output.schema().as_bytes());
    }
    out.push(b'}');
}

impl Effect {
    fn annotations(self) -> String {
        match self {
            Self::Reads => r#"{"readOnlyHint":true,"openWorldHint":false}"#.into(),
            Self::Adds { idempotent } => format!(
                r#"{{"readOnlyHint":false,"idempotentHint":{idempotent},"destructiveHint":false,"openWorldHint":false}}"#
            ),
            Self::Destroys { idempotent } => format!(
                r#"{{"readOnlyHint":false,"idempotentHint":{idempotent},"destructiveHint":true,"openWorldHint":false}}"#
            ),
        }
    }
}

impl Output {
    fn schema(self) -> &'static str {
        match self {
            Self::Text => {
                r#"{"type":"object","properties":{"content":{"type":"string"}},"required":["content"],"additionalProperties":false}"#
            }
            Self::Pages => {
                r#"{"type":"object","properties":{"content":{"type":"string"},"nextCursor":{"type":"string"}},"required":["content"],"additionalProperties":false}"#
            }
            Self::Media => {
                r#"{"type":"object","properties":{"content":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"type":{"type":"string","enum":["image","audio"]},"data":{"type":"string"},"mimeType":{"type":"string"}},"required":["type","data","mimeType"],"additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","const":"resource"},"resource":{"type":"object","properties":{"uri":{"type":"string"},"mimeType":{"type":"string"},"blob":{"type":"string"}},"required":["uri","blob"],"additionalProperties":false}},"required":["type","resource"],"additionalProperties":false}]}}},"required":["content"],"additionalProperties":false}"#
            }
        }
    }
}

/// The path of a tool that takes nothing else.
#[derive(Deserialize)]
struct OnlyPath<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
}

/// A path as a call names it: as answers spell it, too.
struct PathText<'a>(Cow<'a, OsStr>);

impl<'de: 'a, 'a> Deserialize<'de> for PathText<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(match Text::deserialize(from)?.0 {
            Cow::Borrowed(text) => read_spelled(text),
            Cow::Owned(text) => Cow::Owned(read_spelled(&text).into_owned()),
        }))
    }
}

impl Deref for PathText<'_> {
    type Target = Path;

    fn deref(&self) -> &Path {
        Path::new(&self.0)
    }
}

impl AsRef<OsStr> for PathText<'_> {
    fn as_ref(&self) -> &OsStr {
        &self.0
    }
}

/// A text that may need unescaping, in a list.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

fn texts<'a>(list: &'a [Text<'_>]) -> impl Iterator<Item = &'a str> {
    list.iter().map(|Text(text)| &**text)
}

fn said(text: &str) -> Outcome {
    Outcome::text(text.into())
}

/// A count of lines or bytes. Any JSON number that is whole, because schemas say so and models
/// write `5.0`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
struct Count(u64);

impl TryFrom<f64> for Count {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        /// More than any file has that can be read.
        const MOST: f64 = 1e15;
        if number.fract() != 0.0 || !(0.0..=MOST).contains(&number) {
            return Err("a number of lines or bytes is a whole number, not negative");
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked just above"
        )]
        Ok(Self(number as u64))
    }
}
