//! Linux: `openat2(2)` resolves beneath a handle in the kernel.

use std::{os::fd::OwnedFd, path::Path};

use rustix::{
    fd::BorrowedFd,
    fs::{Mode, OFlags, ResolveFlags, openat2},
    io::{Errno, Result},
};

use super::walk;

/// The kernel gives up with `EAGAIN` when a rename anywhere raced with a `..`; this many tries
/// outlast any honest rename.
const TRIES: usize = 64;

/// Opens `path` beneath `folder`. `EXDEV` when it leads out or through an absolute link.
pub(super) fn open(folder: BorrowedFd<'_>, path: &Path, flags: OFlags) -> Result<OwnedFd> {
    resolve(folder, path, flags, ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS)
}

/// The same, through no link at all: `ELOOP` at one.
pub(super) fn open_plain(folder: BorrowedFd<'_>, path: &Path, flags: OFlags) -> Result<OwnedFd> {
    resolve(folder, path, flags, ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS)
}

fn resolve(
    folder: BorrowedFd<'_>,
    path: &Path,
    flags: OFlags,
    resolve: ResolveFlags,
) -> Result<OwnedFd> {
    let flags = flags | OFlags::CLOEXEC;
    for _ in 0..TRIES {
        match openat2(folder, path, flags, Mode::empty(), resolve) {
            Err(Errno::AGAIN | Errno::INTR) => {}
            // Linux before 5.6.
            Err(Errno::NOSYS) => return walk::open(folder, path, flags),
            opened => return opened,
        }
    }
    Err(Errno::AGAIN)
}
