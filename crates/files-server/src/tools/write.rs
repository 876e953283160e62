use std::borrow::Cow;

use serde::Deserialize;

use paddock_core::text::spelled;

use super::{Effect, Failure, Output, PathText, Tool, said};
use crate::{reach, roots::Roots, wire::answer::Outcome, work::Work};

pub(super) const WRITE_FILE: Tool = Tool {
    name: "write_file",
    title: "Write File",
    description: "Create a text file in one of the granted folders, or replace the whole of one. \
                  Replacing cannot be undone; a reader never sees half of it.",
    input: INPUT,
    output: Output::Text,
    effect: Effect::Destroys { idempotent: true },
    run: write,
};

pub(super) const APPEND_FILE: Tool = Tool {
    name: "append_file",
    title: "Append To File",
    description: "Add text to the end of a file in one of the granted folders; the file is \
                  created if it is not there.",
    input: INPUT,
    output: Output::Text,
    effect: Effect::Adds { idempotent: false },
    run: append,
};

const INPUT: &str = r#"{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}"#;

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
    #[serde(borrow)]
    content: Cow<'a, str>,
}

fn write(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let Arguments { path, content } = serde_json::from_str(arguments)?;
    reach::write(roots, &path, content.as_bytes())?;
    Ok(said(&format!("Successfully wrote to {}", spelled(&path))))
}

fn append(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let Arguments { path, content } = serde_json::from_str(arguments)?;
    reach::append(roots, &path, content.as_bytes())?;
    Ok(said(&format!("Successfully appended to {}", spelled(&path))))
}
