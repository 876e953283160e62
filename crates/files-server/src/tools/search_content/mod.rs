mod lines;

use std::{
    borrow::Cow,
    io::{self, Read},
    path::{Path, PathBuf},
};

use grep_regex::RegexMatcherBuilder;
use grep_searcher::{BinaryDetection, MmapChoice, SearcherBuilder};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Deserialize;

use paddock_core::percent;
use paddock_core::text::spelled;

use lines::{Lines, Reading};

use super::{
    Effect, Failure, Output, PathText, Text, Tool,
    search_files::{after, is_trash},
    texts,
};
use crate::{
    beneath::{Folder, Kind},
    glob::Globs,
    reach,
    roots::Roots,
    walk::{Found, Go, Visitor, walk},
    wire::{answer::Outcome, escaped::Escaped},
    work::Work,
};

pub(super) const TOOL: Tool = Tool {
    name: "search_content",
    title: "Search Content",
    description: "Find the lines that match a regular expression in the text files beneath a \
                  folder, or in one file. Answers with path:line:text; lines of context have - \
                  instead of :. Binary files are passed over. With respectGitignore, so is what \
                  .gitignore files leave out. Works in the granted folders only.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"pattern":{"type":"string","description":"Regular expression, matched line by line"},"literal":{"type":"boolean","default":false,"description":"Take the pattern as plain text"},"ignoreCase":{"type":"boolean","default":false},"include":{"type":"array","items":{"type":"string"},"default":[],"description":"Glob patterns of paths; only these files are searched"},"excludePatterns":{"type":"array","items":{"type":"string"},"default":[]},"respectGitignore":{"type":"boolean","default":false},"context":{"type":"number","default":0,"description":"Lines to show around each match"},"cursor":{"type":"string","description":"Where an answer before this one stopped"}},"required":["path","pattern"]}"#,
    output: Output::Pages,
    effect: Effect::Reads,
    run,
};

/// How much text one answer carries at least before it stops behind a file, in bytes.
const ENOUGH: usize = 256 << 10;

const MAX_CONTEXT: usize = 20;

/// A `.gitignore` that is larger is not read.
const MAX_GITIGNORE: u64 = 1 << 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
    #[serde(borrow)]
    pattern: Cow<'a, str>,
    #[serde(default)]
    literal: bool,
    #[serde(default)]
    ignore_case: bool,
    #[serde(borrow, default)]
    include: Vec<Text<'a>>,
    #[serde(borrow, default)]
    exclude_patterns: Vec<Text<'a>>,
    #[serde(default)]
    respect_gitignore: bool,
    context: Option<super::Count>,
    #[serde(borrow)]
    cursor: Option<Cow<'a, str>>,
}

fn run(arguments: &str, roots: &Roots, work: &mut Work<'_>) -> Result<Outcome, Failure> {
    let arguments: Arguments<'_> = serde_json::from_str(arguments)?;
    let (after, line) = resumed(arguments.cursor.as_deref())?;
    let matcher = RegexMatcherBuilder::new()
        .case_insensitive(arguments.ignore_case)
        .fixed_strings(arguments.literal)
        .line_terminator(Some(b'\n'))
        .build(&arguments.pattern)?;
    let context = arguments.context.map_or(0, |super::Count(lines)| lines);
    let context = usize::try_from(context).unwrap_or(MAX_CONTEXT).min(MAX_CONTEXT);
    let searcher = SearcherBuilder::new()
        .binary_detection(BinaryDetection::quit(0))
        .memory_map(MmapChoice::never())
        .heap_limit(Some(16 << 20))
        .before_context(context)
        .after_context(context)
        .line_number(true)
        .build();
    let mut lines = Lines { matcher, searcher, text: Escaped::default(), after: line };
    match reach::folder(roots, &arguments.path) {
        Ok((folder, place)) => {
            let mut search = Search {
                folder: &folder,
                base: place.root.path().join(&place.rest),
                included: Globs::new(texts(&arguments.include))?,
                includes_all: arguments.include.is_empty(),
                excluded: Globs::for_exclusion(texts(&arguments.exclude_patterns))?,
                ignored: arguments
                    .respect_gitignore
                    .then(|| vec![gitignore(&folder, Path::new(""))]),
                lines,
                last: PathBuf::new(),
                cut: None,
                is_full: false,
            };
            walk(&folder, after.as_deref(), work, &mut search)?;
            let next = search.is_full.then(|| cursor(&search.last, search.cut));
            Ok(answer(search.lines.text).and_more_behind(next))
        }
        Err(not_a_folder) => {
            let Ok(file) = reach::read(roots, &arguments.path) else {
                return Err(not_a_folder.into());
            };
            let path = reach::absolute(roots, &arguments.path)?;
            let failed = |source| Failure::Reading { path: spelled(&arguments.path), source };
            let size = file.metadata().map_err(failed)?.len();
            let told = Some((0, size));
            let mut reading = Reading { file: &file, told, work, stopped: None };
            let outcome = lines.search(&mut reading, &path);
            reading.stopped.map_or(Ok(()), Err)?;
            let cut = outcome.map_err(failed)?;
            let next = cut.is_some().then(|| cursor(Path::new(""), cut));
            Ok(answer(lines.text).and_more_behind(next))
        }
    }
}

/// Stands for the file searched last and, if not all of it was, the line told last. No escaped path
/// has a colon.
fn cursor(file: &Path, line: Option<u64>) -> String {
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}{line}", percent::encoded(file))
}

/// What a cursor stands for: a path, and a line or 0.
fn resumed(cursor: Option<&str>) -> Result<(Option<PathBuf>, u64), Failure> {
    match cursor.and_then(|cursor| cursor.split_once(':')) {
        None => Ok((after(cursor)?, 0)),
        Some((path, line)) => Ok((after(Some(path))?, line.parse().map_err(|_| Failure::Cursor)?)),
    }
}

fn answer(mut text: Escaped) -> Outcome {
    if text.is_empty() {
        text.push_raw("No matches found");
    }
    Outcome::text(text)
}

struct Search<'a> {
    folder: &'a Folder,
    base: PathBuf,
    included: Globs,
    includes_all: bool,
    excluded: Globs,
    /// What the `.gitignore` of each folder on the way leaves out, if that matters.
    ignored: Option<Vec<Gitignore>>,
    lines: Lines,
    last: PathBuf,
    /// The line told last of a file that was not searched to its end.
    cut: Option<u64>,
    is_full: bool,
}

impl Visitor for Search<'_> {
    type Error = Failure;

    fn found(&mut self, found: &Found<'_>, work: &mut Work<'_>) -> Result<Go, Failure> {
        if self.excluded.match_path(found.path) || is_trash(found) || self.is_ignored(found) {
            return Ok(Go::Past);
        }
        if found.kind == Kind::Folder {
            if let Some(ignored) = &mut self.ignored {
                ignored.truncate(found.depth + 1);
                ignored.push(gitignore(self.folder, found.path));
            }
            return Ok(Go::Into);
        }
        let is_resumed = found.again && self.lines.after > 0;
        if found.again && !is_resumed
            || !(self.includes_all || self.included.match_path(found.path))
        {
            return Ok(Go::Past);
        }
        if self.lines.text.len() > ENOUGH {
            self.is_full = true;
            return Ok(Go::End);
        }
        found.path.clone_into(&mut self.last);
        // A link is searched if it leads to something beneath the folder; what cannot be read
        // has no lines.
        if let Ok(file) = self.folder.read(found.path) {
            let mut reading = Reading { file: &file, told: None, work, stopped: None };
            let searched = self.lines.search(&mut reading, &self.base.join(found.path));
            reading.stopped.map_or(Ok(()), Err)?;
            self.cut = searched.unwrap_or_default();
            work.look_soon();
        }
        self.lines.after = 0;
        self.is_full = self.cut.is_some();
        Ok(if self.is_full { Go::End } else { Go::Past })
    }
}

impl Search<'_> {
    fn is_ignored(&self, found: &Found<'_>) -> bool {
        let Some(ignored) = &self.ignored else { return false };
        let is_folder = found.kind == Kind::Folder;
        if is_folder && found.name == ".git" {
            return true;
        }
        // The nearest one that has something to say decides.
        let nearest = ignored.iter().take(found.depth + 1).rev();
        let said = nearest.map(|ignored| ignored.matched(found.path, is_folder));
        said.into_iter().find(|said| !said.is_none()).is_some_and(|said| said.is_ignore())
    }
}

/// What the `.gitignore` in the folder at `path` says; nothing if there is none.
fn gitignore(folder: &Folder, path: &Path) -> Gitignore {
    let read = || -> io::Result<String> {
        let mut text = String::new();
        folder.read(&path.join(".gitignore"))?.take(MAX_GITIGNORE).read_to_string(&mut text)?;
        Ok(text)
    };
    let Ok(text) = read() else { return Gitignore::empty() };
    let mut builder = GitignoreBuilder::new(path);
    for line in text.lines() {
        // A line that is no pattern leaves nothing out.
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
