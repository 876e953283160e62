use std::fmt::Write;

use super::{Failure, READ_ONLY, Tool};
use crate::{
    roots::{Access, Roots},
    shown::shown,
};

pub(super) const TOOL: Tool = Tool {
    name: "list_allowed_directories",
    title: "List allowed directories",
    description: "List the folders granted to this server. Everything beneath them may be read, \
                  and written unless the folder is marked (read).",
    input: r#"{"type":"object","properties":{}}"#,
    annotations: READ_ONLY,
    run,
};

#[expect(clippy::unnecessary_wraps, reason = "every tool may fail")]
fn run(_arguments: &str, roots: &Roots) -> Result<String, Failure> {
    let mut text = String::from("Allowed directories:");
    for root in roots.iter() {
        text.push('\n');
        text.push_str(&shown(root.path()));
        if root.access() == Access::Read {
            text.push_str(" (read)");
        }
    }
    if roots.is_empty() {
        text.push_str("\nNone. Grant a folder in the host app to go on");
    }
    for skipped in roots.skipped() {
        let uri = shown(std::path::Path::new(&skipped.uri));
        let _ = write!(text, "\nNot usable: {uri:?}, because {}", skipped.why);
    }
    Ok(text)
}
