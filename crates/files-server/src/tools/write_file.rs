use std::{borrow::Cow, path::Path};

use serde::Deserialize;

use super::{Failure, OVERWRITES, Tool};
use crate::{reach, roots::Roots, shown::shown};

pub(super) const TOOL: Tool = Tool {
    name: "write_file",
    title: "Write file",
    description: "Create a text file in one of the granted folders, or replace the whole of one. \
                  Replacing cannot be undone; a reader never sees half of it.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}"#,
    annotations: OVERWRITES,
    run,
};

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    path: Cow<'a, str>,
    #[serde(borrow)]
    content: Cow<'a, str>,
}

fn run(arguments: &str, roots: &Roots) -> Result<String, Failure> {
    let Arguments { path, content } = serde_json::from_str(arguments)?;
    reach::write(roots, &path, content.as_bytes())?;
    Ok(format!("Successfully wrote to {}", shown(Path::new(&*path))))
}
