use std::{borrow::Cow, io, path::PathBuf};

use serde::Deserialize;

use paddock_core::percent;
use paddock_core::text::spelled;

use super::{
    Effect, Failure, MAX_TEXT, Output, PathText, Text, Tool,
    list::plain,
    search_files::{after, is_trash},
    texts,
};
use crate::{
    beneath::Kind,
    glob::Globs,
    reach,
    roots::Roots,
    walk::{Found, Go, Visitor, walk},
    wire::{answer::Outcome, escaped::Escaped, jsonrpc::write_string},
    work::Work,
};

pub(super) const TOOL: Tool = Tool {
    name: "directory_tree",
    title: "Directory Tree",
    description: "Everything beneath a folder as JSON: each entry has a name, a type (file or \
                  directory) and, if it is a folder, its children. Works in the granted folders \
                  only.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"excludePatterns":{"type":"array","items":{"type":"string"},"default":[]},"cursor":{"type":"string","description":"Where an answer before this one stopped"}},"required":["path"]}"#,
    output: Output::Pages,
    effect: Effect::Reads,
    run,
};

/// How deep a tree is told. Deeper folders say so.
const MAX_DEPTH: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
    #[serde(borrow, default)]
    exclude_patterns: Vec<Text<'a>>,
    #[serde(borrow)]
    cursor: Option<Cow<'a, str>>,
}

fn run(arguments: &str, roots: &Roots, work: &mut Work<'_>) -> Result<Outcome, Failure> {
    let arguments: Arguments<'_> = serde_json::from_str(arguments)?;
    let after = after(arguments.cursor.as_deref())?;
    let (folder, _) = reach::folder(roots, &arguments.path)?;
    let mut tree = Tree {
        excluded: Globs::for_exclusion(texts(&arguments.exclude_patterns))?,
        text: Escaped::default(),
        open: 0,
        is_first: true,
        last: PathBuf::new(),
        is_full: false,
        failed: None,
    };
    tree.text.push_raw("[");
    walk(&folder, after.as_deref(), work, &mut tree)?;
    while tree.open > 0 {
        tree.close(None);
    }
    if let Some(error) = tree.failed {
        return Err(Failure::Reading { path: spelled(&arguments.path), source: error });
    }
    tree.text.push_raw(if tree.is_first { "]" } else { "\\n]" });
    let next = tree.is_full.then(|| percent::encoded(&tree.last));
    Ok(Outcome::text(tree.text).and_more_behind(next))
}

/// The JSON text of a tree, indented by two spaces, as the inside of a JSON string.
struct Tree {
    excluded: Globs,
    text: Escaped,
    /// How many folders are open.
    open: usize,
    /// Nothing is in the innermost open list yet.
    is_first: bool,
    last: PathBuf,
    is_full: bool,
    failed: Option<io::Error>,
}

impl Tree {
    fn indent(&mut self, steps: usize) {
        const SPACES: &str = "                                                                ";
        let mut left = steps * 2;
        while left > 0 {
            let now = left.min(SPACES.len());
            self.text.push_raw(&SPACES[..now]);
            left -= now;
        }
    }

    fn line(&mut self, steps: usize) {
        self.text.push_raw("\\n");
        self.indent(steps);
    }

    /// Ends the list of the innermost open folder, and the folder.
    fn close(&mut self, unreadable: Option<&io::Error>) {
        let steps = self.open * 2;
        if !self.is_first {
            self.line(steps);
        }
        self.text.push_raw("]");
        if let Some(error) = unreadable {
            self.text.push_raw(",");
            self.line(steps);
            self.text.push_raw("\\\"error\\\": ");
            self.push_quoted(&error.to_string());
        }
        self.line(steps - 1);
        self.text.push_raw("}");
        self.is_first = false;
        self.open -= 1;
    }

    fn push_quoted(&mut self, text: &str) {
        let mut quoted = Vec::new();
        write_string(&mut quoted, text);
        self.text.push(str::from_utf8(&quoted).unwrap_or_default());
    }

    fn push_name(&mut self, found: &Found<'_>) {
        match plain(found.name.as_encoded_bytes()) {
            Some(name) => {
                self.text.push_raw("\\\"");
                self.text.push_raw(name);
                self.text.push_raw("\\\"");
            }
            None => self.push_quoted(&spelled(found.name)),
        }
    }
}

impl Visitor for Tree {
    type Error = Failure;

    fn found(&mut self, found: &Found<'_>, _: &mut Work<'_>) -> Result<Go, Failure> {
        if self.excluded.match_path(found.path) || is_trash(found) {
            return Ok(Go::Past);
        }
        // Folders of which only a part was told are opened once more.
        if found.again && found.kind != Kind::Folder {
            return Ok(Go::Past);
        }
        if self.text.len() > MAX_TEXT {
            self.is_full = true;
            return Ok(Go::End);
        }
        if !self.is_first {
            self.text.push_raw(",");
        }
        let steps = found.depth * 2 + 1;
        self.line(steps);
        self.text.push_raw("{");
        self.line(steps + 1);
        self.text.push_raw("\\\"name\\\": ");
        self.push_name(found);
        self.text.push_raw(",");
        self.line(steps + 1);
        self.last.as_mut_os_string().clear();
        self.last.as_mut_os_string().push(found.path);
        self.is_first = false;
        if found.kind != Kind::Folder {
            self.text.push_raw("\\\"type\\\": \\\"file\\\"");
            self.line(steps);
            self.text.push_raw("}");
            return Ok(Go::Past);
        }
        self.text.push_raw("\\\"type\\\": \\\"directory\\\",");
        self.line(steps + 1);
        self.text.push_raw("\\\"children\\\": [");
        self.open += 1;
        self.is_first = true;
        if found.depth >= MAX_DEPTH {
            self.close(Some(&io::Error::other("too deep to be told: ask for this folder itself")));
            return Ok(Go::Past);
        }
        Ok(Go::Into)
    }

    fn left(&mut self, _depth: usize, unreadable: Option<&io::Error>) {
        if self.open > 0 {
            self.close(unreadable);
        } else if let Some(error) = unreadable {
            self.failed = Some(io::Error::new(error.kind(), error.to_string()));
        }
    }
}
