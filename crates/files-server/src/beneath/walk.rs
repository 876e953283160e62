//! Resolving beneath a handle one component at a time, following no link.
//!
//! For systems without `openat2(2)`: old Linux, where it is tested, and macOS and the BSDs, where
//! it is untested.

use std::{
    os::fd::OwnedFd,
    path::{Component, Path},
};

use rustix::{
    fd::{AsFd, BorrowedFd},
    fs::{Mode, OFlags, openat},
    io::{Errno, Result},
};

use super::unix::HANDLE;

/// Opens `path` beneath `folder`.
///
/// `ELOOP` or `ENOTDIR` at a link, `EXDEV` when the path is absolute or climbs above `folder`.
pub fn open(folder: BorrowedFd<'_>, path: &Path, flags: OFlags) -> Result<OwnedFd> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut passed: Vec<OwnedFd> = Vec::new();
    let mut components = path.components().peekable();
    while let Some(component) = components.next() {
        let here = passed.last().map_or(folder, AsFd::as_fd);
        match component {
            Component::Normal(name) if components.peek().is_none() => {
                return openat(here, name, flags, Mode::empty());
            }
            Component::Normal(name) => {
                let next = openat(here, name, HANDLE | OFlags::NOFOLLOW, Mode::empty())?;
                passed.push(next);
            }
            Component::ParentDir => drop(passed.pop().ok_or(Errno::XDEV)?),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return Err(Errno::XDEV),
        }
    }
    let here = passed.last().map_or(folder, AsFd::as_fd);
    openat(here, ".", flags, Mode::empty())
}
