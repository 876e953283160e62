use std::{
    fmt::Write,
    fs::Metadata,
    io,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use super::{Effect, Failure, OnlyPath, Output, Tool, said};
use crate::{
    reach,
    roots::{Access, Roots},
    shown::{shown, time},
    wire::answer::Outcome,
    work::Work,
};

pub(super) const GET_FILE_INFO: Tool = Tool {
    name: "get_file_info",
    title: "Get File Info",
    description: "Size, times, kind and permissions of a file or folder in one of the granted \
                  folders. Times are in UTC.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#,
    output: Output::Text,
    effect: Effect::Reads,
    run: info,
};

pub(super) const LIST_ALLOWED_DIRECTORIES: Tool = Tool {
    name: "list_allowed_directories",
    title: "List Allowed Directories",
    description: "List the folders granted to this server. Everything beneath them may be read, \
                  and written unless the folder is marked (read).",
    input: r#"{"type":"object","properties":{}}"#,
    output: Output::Text,
    effect: Effect::Reads,
    run: allowed,
};

fn info(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let OnlyPath { path } = serde_json::from_str(arguments)?;
    let about = reach::about(roots, &path)?;
    // Not every file system knows when a file was made; then it says what the common server does.
    let told = |told: io::Result<SystemTime>| time(told.unwrap_or(UNIX_EPOCH));
    Ok(said(&format!(
        "size: {}\ncreated: {}\nmodified: {}\naccessed: {}\nisDirectory: {}\nisFile: {}\n\
         permissions: {}",
        about.len(),
        told(about.created()),
        told(about.modified()),
        told(about.accessed()),
        about.is_dir(),
        about.is_file(),
        permissions(&about),
    )))
}

#[cfg(unix)]
fn permissions(about: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!("{:03o}", about.mode() & 0o777)
}

#[cfg(not(unix))]
fn permissions(about: &Metadata) -> String {
    if about.permissions().readonly() { "444" } else { "666" }.into()
}

#[expect(clippy::unnecessary_wraps, reason = "every tool may fail")]
fn allowed(_arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
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
        let uri = shown(Path::new(&skipped.uri));
        let _ = write!(text, "\nNot usable: {uri:?}, because {}", skipped.why);
    }
    Ok(said(&text))
}
