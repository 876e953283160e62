use std::{borrow::Cow, path::Path};

use serde::Deserialize;

use super::{Failure, READ_ONLY, Tool};
use crate::{reach, roots::Roots, shown::shown};

/// How many names one call lists.
const MAX_ENTRIES: usize = 1_000_000;

pub(super) const TOOL: Tool = Tool {
    name: "list_directory",
    title: "List directory",
    description: "List what is in a folder, sorted by name, one entry a line: [DIR] before a \
                  folder, [FILE] before anything else. Works in the granted folders only.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#,
    annotations: READ_ONLY,
    run,
};

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    path: Cow<'a, str>,
}

fn run(arguments: &str, roots: &Roots) -> Result<String, Failure> {
    let Arguments { path } = serde_json::from_str(arguments)?;
    let mut entries = reach::entries(roots, &path, MAX_ENTRIES)?;
    entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let mut text = String::new();
    for entry in entries {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(if entry.is_folder { "[DIR] " } else { "[FILE] " });
        text.push_str(&shown(Path::new(&entry.name)));
    }
    Ok(text)
}
