//! Folders that were granted, opened so that nothing else can stand in for them.

use std::os::fd::{AsFd, OwnedFd};

use paddock_core::{Identity, Root};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, ResolveFlags, StatxFlags, makedev, openat2, statx};
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

/// Which folder it is. Safe to call between fork and exec.
pub(crate) fn identity(folder: impl AsFd) -> Result<Identity, Errno> {
    let wanted = StatxFlags::INO | StatxFlags::BTIME;
    let seen = statx(folder, c"", AtFlags::EMPTY_PATH, wanted)?;
    let knows_birth = StatxFlags::from_bits_retain(seen.stx_mask).contains(StatxFlags::BTIME);
    let born =
        knows_birth.then(|| nanoseconds(seen.stx_btime.tv_sec, seen.stx_btime.tv_nsec)).flatten();
    let device = makedev(seen.stx_dev_major, seen.stx_dev_minor);
    Ok(Identity { device, inode: seen.stx_ino, born })
}

fn nanoseconds(seconds: i64, nanoseconds: u32) -> Option<i64> {
    seconds.checked_mul(1_000_000_000)?.checked_add(i64::from(nanoseconds))
}
