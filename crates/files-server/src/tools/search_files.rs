use std::{borrow::Cow, path::PathBuf};

use paddock_core::percent;
use serde::Deserialize;

use super::{Effect, Failure, MAX_TEXT, Output, PathText, Text, Tool, list::push_name, texts};
use crate::{
    beneath::Kind,
    glob::Globs,
    reach::{self, TRASH},
    roots::Roots,
    walk::{Found, Go, Visitor, as_name, walk},
    wire::{answer::Outcome, escaped::Escaped},
    work::Work,
};

pub(super) const TOOL: Tool = Tool {
    name: "search_files",
    title: "Search Files",
    description: "Find files and folders by a glob pattern for their path beneath a folder: \
                  '*.ext' for those in it, '**/*.ext' for those deeper as well. Answers with full \
                  paths, one a line. Works in the granted folders only.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"pattern":{"type":"string"},"excludePatterns":{"type":"array","items":{"type":"string"},"default":[]},"cursor":{"type":"string","description":"Where an answer before this one stopped"}},"required":["path","pattern"]}"#,
    output: Output::Pages,
    effect: Effect::Reads,
    run,
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
    #[serde(borrow)]
    pattern: Cow<'a, str>,
    #[serde(borrow, default)]
    exclude_patterns: Vec<Text<'a>>,
    #[serde(borrow)]
    cursor: Option<Cow<'a, str>>,
}

fn run(arguments: &str, roots: &Roots, work: &mut Work<'_>) -> Result<Outcome, Failure> {
    let arguments: Arguments<'_> = serde_json::from_str(arguments)?;
    let after = after(arguments.cursor.as_deref())?;
    let (folder, place) = reach::folder(roots, &arguments.path)?;
    let mut base = place.root.path().join(&place.rest).into_os_string().into_encoded_bytes();
    if !base.ends_with(b"/") {
        base.push(b'/');
    }
    let mut search = Search {
        pattern: Globs::new([&*arguments.pattern])?,
        excluded: Globs::new(texts(&arguments.exclude_patterns))?,
        base,
        text: Escaped::default(),
        last: None,
        is_full: false,
    };
    walk(&folder, after.as_deref(), work, &mut search)?;
    if search.text.is_empty() {
        search.text.push_raw("No matches found");
    }
    let next = search.last.filter(|_| search.is_full);
    Ok(Outcome::text(search.text).and_more_behind(next.map(|last| percent::encoded(&last))))
}

/// The path that a cursor stands for.
pub(super) fn after(cursor: Option<&str>) -> Result<Option<PathBuf>, Failure> {
    let path = |cursor| {
        let path = percent::decoded(cursor).ok_or(Failure::Cursor)?;
        Ok(PathBuf::from(as_name(&path)))
    };
    cursor.map(path).transpose()
}

struct Search {
    pattern: Globs,
    excluded: Globs,
    /// What comes before each path that is found.
    base: Vec<u8>,
    text: Escaped,
    last: Option<PathBuf>,
    is_full: bool,
}

impl Visitor for Search {
    type Error = Failure;

    fn found(&mut self, found: &Found<'_>, _: &mut Work<'_>) -> Result<Go, Failure> {
        if self.excluded.match_path(found.path) || is_trash(found) {
            return Ok(Go::Past);
        }
        if found.again || !self.pattern.match_path(found.path) {
            return Ok(Go::Into);
        }
        if self.text.len() > MAX_TEXT {
            self.is_full = true;
            return Ok(Go::End);
        }
        if !self.text.is_empty() {
            self.text.push_raw("\\n");
        }
        push_name(&mut self.text, &self.base);
        push_name(&mut self.text, found.path.as_os_str().as_encoded_bytes());
        match &mut self.last {
            Some(last) => {
                last.as_mut_os_string().clear();
                last.as_mut_os_string().push(found.path);
            }
            None => self.last = Some(found.path.to_owned()),
        }
        Ok(Go::Into)
    }
}

/// What was thrown away is not found.
pub(super) fn is_trash(found: &Found<'_>) -> bool {
    found.kind == Kind::Folder && found.name == TRASH
}
