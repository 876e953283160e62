use std::time::SystemTime;

use serde::Deserialize;

use paddock_core::text::spelled;

use super::{Effect, Failure, OnlyPath, Output, PathText, Tool, said};
use crate::{reach, roots::Roots, wire::answer::Outcome, work::Work};

pub(super) const CREATE_DIRECTORY: Tool = Tool {
    name: "create_directory",
    title: "Create Directory",
    description: "Create a folder, and those above it that are missing, in one of the granted \
                  folders. A folder that is there already is left as it is.",
    input: ONE,
    output: Output::Text,
    effect: Effect::Adds { idempotent: true },
    run: create,
};

pub(super) const MOVE_FILE: Tool = Tool {
    name: "move_file",
    title: "Move File",
    description: "Move or rename a file or folder within the granted folders. Fails if something \
                  is at the destination. A link is moved itself, not what it points to.",
    input: TWO,
    output: Output::Text,
    effect: Effect::Destroys { idempotent: false },
    run: move_file,
};

pub(super) const COPY_FILE: Tool = Tool {
    name: "copy_file",
    title: "Copy File",
    description: "Copy a file within the granted folders, with its permissions. Fails if something \
                  is at the destination.",
    input: TWO,
    output: Output::Text,
    effect: Effect::Adds { idempotent: false },
    run: copy,
};

pub(super) const DELETE_FILE: Tool = Tool {
    name: "delete_file",
    title: "Delete File",
    description: "Move a file or folder to the trash: the folder .paddock-trash of the granted \
                  folder it is in. move_file brings it back; only a person empties the trash.",
    input: ONE,
    output: Output::Text,
    effect: Effect::Destroys { idempotent: false },
    run: delete,
};

const ONE: &str =
    r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#;
const TWO: &str = r#"{"type":"object","properties":{"source":{"type":"string"},"destination":{"type":"string"}},"required":["source","destination"]}"#;

#[derive(Deserialize)]
struct FromTo<'a> {
    #[serde(borrow)]
    source: PathText<'a>,
    #[serde(borrow)]
    destination: PathText<'a>,
}

fn create(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let OnlyPath { path } = serde_json::from_str(arguments)?;
    reach::make_folders(roots, &path)?;
    Ok(said(&format!("Successfully created directory {}", spelled(&path))))
}

fn move_file(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let FromTo { source, destination } = serde_json::from_str(arguments)?;
    reach::rename(roots, &source, &destination)?;
    let (source, destination) = (spelled(&source), spelled(&destination));
    Ok(said(&format!("Successfully moved {source} to {destination}")))
}

fn copy(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let FromTo { source, destination } = serde_json::from_str(arguments)?;
    reach::copy(roots, &source, &destination)?;
    let (source, destination) = (spelled(&source), spelled(&destination));
    Ok(said(&format!("Successfully copied {source} to {destination}")))
}

fn delete(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let OnlyPath { path } = serde_json::from_str(arguments)?;
    let trash = reach::trash(roots, &path, SystemTime::now())?;
    Ok(said(&format!("Successfully moved {} to the trash: {}", spelled(&path), spelled(&trash))))
}
