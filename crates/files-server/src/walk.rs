//! Going through everything beneath a folder.
//!
//! Each folder is opened beneath the one where the walk began, by a path without links: nothing
//! that is swapped meanwhile leads out. Held in memory are one open folder and the names in the
//! folders from the top down to it.

use std::{cmp::Ordering, ffi::OsStr, io, path::Path};

use crate::{
    beneath::{Entries, Folder, Kind},
    work::{Stopped, Work},
};

/// How many names one folder may have.
pub(crate) const MAX_ENTRIES: usize = 1_000_000;

/// Where to go from an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    /// On, and into the entry if it is a folder.
    Into,
    /// On, but not into the entry.
    Past,
    End,
}

/// What is found on the way.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    /// From the folder where the walk began.
    pub(crate) path: &'a Path,
    pub(crate) name: &'a OsStr,
    pub(crate) kind: Kind,
    /// 0 for what is in the folder where the walk began.
    pub(crate) depth: usize,
    /// A walk that was cut short told of it already, though not of everything in it.
    pub(crate) again: bool,
}

/// Who is told.
pub(crate) trait Visitor {
    type Error: From<Stopped>;

    fn found(&mut self, found: &Found<'_>, work: &mut Work<'_>) -> Result<Go, Self::Error>;

    /// The folder found last at `depth` has been gone through, or could not be.
    fn left(&mut self, _depth: usize, _unreadable: Option<&io::Error>) {}
}

/// Goes through `folder` in the order of the names' bytes, each folder before what is in it; from
/// behind the path `after` on, if there is one.
pub(crate) fn walk<V: Visitor>(
    folder: &Folder,
    after: Option<&Path>,
    work: &mut Work<'_>,
    visitor: &mut V,
) -> Result<(), V::Error> {
    let mut walk = Walk { folder, entries: Entries::default(), path: Vec::new() };
    let mut after = after;
    // For each folder on the way down: its first entry, the next one, and its path's length.
    let mut levels = Vec::new();
    match walk.enter() {
        Ok(first) => levels.push((first, first, 0)),
        Err(error) => {
            visitor.left(0, Some(&error));
            return Ok(());
        }
    }
    while let Some((first, next, length)) = levels.last_mut() {
        walk.path.truncate(*length);
        let Some((name, kind)) = walk.entries.get(*next) else {
            walk.entries.truncate(*first);
            levels.pop();
            if let Some(depth) = levels.len().checked_sub(1) {
                visitor.left(depth, None);
            }
            continue;
        };
        *next += 1;
        work.step("entries")?;
        if *length > 0 {
            walk.path.push(b'/');
        }
        let from = walk.path.len();
        walk.path.extend_from_slice(name);
        let path = as_path(&walk.path);
        let order = after.map_or(Ordering::Greater, |after| path.cmp(after));
        let again = order != Ordering::Greater;
        if again && !after.is_some_and(|after| after.starts_with(path)) {
            continue;
        }
        if !again {
            after = None;
        }
        let depth = levels.len() - 1;
        let found = Found { path, name: as_name(&walk.path[from..]), kind, depth, again };
        match visitor.found(&found, work)? {
            Go::Into if kind == Kind::Folder => match walk.enter() {
                Ok(first) => levels.push((first, first, walk.path.len())),
                Err(error) => visitor.left(depth, Some(&error)),
            },
            Go::Into | Go::Past => {}
            Go::End => return Ok(()),
        }
    }
    Ok(())
}

struct Walk<'a> {
    folder: &'a Folder,
    entries: Entries,
    path: Vec<u8>,
}

impl Walk<'_> {
    /// Adds what is in the folder at the path, and says where it begins.
    fn enter(&mut self) -> io::Result<usize> {
        let first = self.entries.len();
        let read = self
            .folder
            .listing(as_path(&self.path))
            .and_then(|listing| listing.read(&mut self.entries, MAX_ENTRIES));
        if read.is_err() {
            self.entries.truncate(first);
        }
        read?;
        self.entries.sort_from(first);
        Ok(first)
    }
}

#[cfg(unix)]
pub(crate) fn as_name(bytes: &[u8]) -> &OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(bytes)
}

/// Nothing is listed there yet, so there are no names.
#[cfg(not(unix))]
pub(crate) fn as_name(bytes: &[u8]) -> &OsStr {
    str::from_utf8(bytes).unwrap_or_default().as_ref()
}

fn as_path(bytes: &[u8]) -> &Path {
    Path::new(as_name(bytes))
}
