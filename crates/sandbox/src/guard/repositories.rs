//! Repositories that are found by their path: by worktrees elsewhere, and by a Git that is at work there.
//!
//! If such a repository were moved, something else could be put where it was: what the worktree then
//! follows, with settings of whoever put it there, or a lock that Git then moves to its place.

use std::ffi::CString;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{FileType, Mode, OFlags, openat};
use rustix::io::Errno;

use super::place::Spot;
use crate::folder::for_each_name;

/// How many names are looked at in a folder that is to be moved, and how deep.
const LOOK_LIMIT: usize = 20_000;
const DEPTH_LIMIT: usize = 64;

const WORKTREES: &str = "worktrees";

/// What each repository has beside its `HEAD`.
const MARKS: [&str; 2] = ["objects", "commondir"];

/// What is of a repository and has none in it.
const OF_REPOSITORY: [&str; 5] = ["hooks", "info", "logs", "objects", "refs"];

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    /// A repository with linked worktrees.
    Worktrees,
    Repository,
}

/// Whether what is there has such in it, or is one, or can't be looked through.
pub(super) fn may_have(spot: &Spot<'_>, sought: Sought) -> bool {
    let mut left = LOOK_LIMIT;
    match open(spot, &spot.name) {
        Ok(folder) => has(&folder, sought, &mut left, DEPTH_LIMIT).unwrap_or(true),
        // It is no folder, or a link to one.
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => false,
        Err(_) => true,
    }
}

fn has(folder: &OwnedFd, sought: Sought, left: &mut usize, depth: usize) -> Result<bool, Errno> {
    let mut folders = Vec::new();
    let (mut count, mut has_head, mut has_sought) = (0, false, false);
    for_each_name(folder, |name, _, kind| {
        count += 1;
        has_head |= is(name.to_bytes(), "HEAD");
        has_sought |= match sought {
            Sought::Worktrees => is(name.to_bytes(), WORKTREES),
            Sought::Repository => MARKS.iter().any(|mark| is(name.to_bytes(), mark)),
        };
        if matches!(kind, FileType::Directory | FileType::Unknown) {
            folders.push(name.to_owned());
        }
    })?;
    *left = left.checked_sub(count).ok_or(Errno::TOOBIG)?;
    if has_head && has_sought {
        return Ok(true);
    }
    let is_apart =
        |name: &CString| has_head && OF_REPOSITORY.iter().any(|known| is(name.to_bytes(), known));
    let depth = depth.checked_sub(1).ok_or(Errno::TOOBIG)?;
    for name in folders.iter().filter(|name| !is_apart(name)) {
        let below = match open(folder, name) {
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => continue,
            opened => opened?,
        };
        if has(&below, sought, left, depth)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Some filesystems don't tell upper from lower case.
fn is(name: &[u8], known: &str) -> bool {
    name.eq_ignore_ascii_case(known.as_bytes())
}

fn open(folder: impl AsFd, name: &CString) -> Result<OwnedFd, Errno> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(folder, name, flags, Mode::empty())
}
