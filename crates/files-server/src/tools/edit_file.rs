use std::borrow::Cow;

use serde::Deserialize;

use paddock_core::text::spelled;

use super::{Effect, Failure, Output, PathText, Tool, read, said};
use crate::{
    edits::{self, Edit, Normal},
    reach,
    roots::Roots,
    wire::answer::Outcome,
    work::Work,
};

pub(super) const TOOL: Tool = Tool {
    name: "edit_file",
    title: "Edit File",
    description: "Replace passages of a text file in one of the granted folders, one after the \
                  other. A passage is found exactly, or line by line without regard to \
                  indentation. Answers with a diff; with dryRun the file is left as it is.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"edits":{"type":"array","items":{"type":"object","properties":{"oldText":{"type":"string","description":"Text to search for - must match exactly"},"newText":{"type":"string","description":"Text to replace with"}},"required":["oldText","newText"]}},"dryRun":{"type":"boolean","default":false,"description":"Preview changes using git-style diff format"}},"required":["path","edits"]}"#,
    output: Output::Text,
    effect: Effect::Destroys { idempotent: false },
    run,
};

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
    #[serde(borrow)]
    edits: Vec<Passage<'a>>,
    #[serde(default, rename = "dryRun")]
    dry_run: bool,
}

#[derive(Deserialize)]
struct Passage<'a> {
    #[serde(borrow, rename = "oldText")]
    old: Cow<'a, str>,
    #[serde(borrow, rename = "newText")]
    new: Cow<'a, str>,
}

fn run(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let Arguments { path, edits, dry_run } = serde_json::from_str(arguments)?;
    let text = read::text(roots, &path)?;
    let normal = Normal::of(&text);
    let edits: Vec<_> =
        edits.iter().map(|passage| Edit { old: &passage.old, new: &passage.new }).collect();
    let edited = edits::apply(&normal.text, &edits).map_err(Failure::NoMatch)?;
    if !dry_run {
        reach::write(roots, &path, normal.with_its_own_line_ends(&edited).as_bytes())?;
    }
    let path = spelled(&reach::absolute(roots, &path)?);
    Ok(said(&edits::shown_diff(&path, &normal.text, &edited)))
}
