//! Folders that were granted, opened so that nothing else can stand in for them.

use std::os::fd::OwnedFd;

use paddock_core::Root;
pub(crate) use paddock_sandbox::disk::identity;
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;

/// A folder to name something by, without the right to list it.
pub(crate) const POINTER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Opens the folder that was consented to; `ESTALE` if another one stands there, `ELOOP` if a
/// symbolic link does.
pub(crate) fn open_granted(root: &Root) -> Result<OwnedFd, Errno> {
    let links = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let folder = openat2(CWD, root.path.as_path(), POINTER, Mode::empty(), links)?;
    if identity(&folder)?.is_same(&root.identity) { Ok(folder) } else { Err(Errno::STALE) }
}
