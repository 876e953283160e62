use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(not(unix))]
use std::time::UNIX_EPOCH;

use paddock_core::{Content, Entry, Footprint, ResolvedProgram};

use super::reading::start_of;
use crate::disk::{Lost, identity_at};

/// What became of something that a person agreed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Same,
    Missing,
    /// Something else stands there, or a symbolic link leads to it now.
    Replaced,
}

/// What of a footprint is not what it was: its own parts, and the links that its program is found
/// through. Looks at each once, and opens nothing.
pub fn compare(footprint: &Footprint) -> Vec<(PathBuf, State)> {
    let parts = footprint.own().map(|(part, own)| {
        let state = match identity_at(&part.path) {
            Ok(identity) if identity.is_same(&own.identity) => State::Same,
            Err(Lost::Missing) => State::Missing,
            Ok(_) | Err(Lost::Link | Lost::Denied) => State::Replaced,
        };
        (part.path.clone(), state)
    });
    let links = footprint.links.iter().map(|link| {
        let state = match fs::read_link(&link.path) {
            Ok(target) if target == link.target => State::Same,
            Err(error) if error.kind() == io::ErrorKind::NotFound => State::Missing,
            Ok(_) | Err(_) => State::Replaced,
        };
        (link.path.clone(), state)
    });
    parts.chain(links).filter(|(_, state)| *state != State::Same).collect()
}

/// Bytes of an entry that are read at most. Scripts are smaller; of what is larger only the times
/// are compared.
const READ: usize = 16 << 20;

/// The entries of a footprint as they are now. One that is not there any more is left out.
pub fn entries_now(footprint: &Footprint) -> Vec<Entry> {
    let now = |kept: &Entry| {
        let file = resolve(&kept.file.path).ok()?;
        let content = kept.content.and_then(|_| content(&file));
        Some(Entry { file, content })
    };
    footprint.entries.iter().filter_map(now).collect()
}

/// An entry as it is now.
pub(super) fn entry(path: &Path) -> io::Result<Entry> {
    let file = resolve(path)?;
    let content = content(&file);
    Ok(Entry { file, content })
}

fn content(file: &ResolvedProgram) -> Option<Content> {
    if file.size > READ as u64 {
        return None;
    }
    let bytes = start_of(&file.path, READ)?;
    // One that was changed meanwhile is another file.
    (bytes.len() as u64 == file.size).then(|| Content::of(&bytes))
}

/// The file behind a program's name, through symbolic links: a version manager that points the same
/// name at another file changes the fingerprint.
pub fn resolve(program: &Path) -> io::Result<ResolvedProgram> {
    let path = program.canonicalize()?;
    let file = path.metadata()?;
    Ok(ResolvedProgram { path, size: file.len(), changed: changed(&file) })
}

#[cfg(unix)]
fn changed(file: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt;
    file.ctime().saturating_mul(1_000_000_000).saturating_add(file.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(file: &Metadata) -> i64 {
    let since = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| i64::try_from(since.as_nanos()).ok()).unwrap_or(i64::MAX)
}
