//! Looking by file descriptors, each opened from the one above it, so that nothing can be swapped
//! under a look. Needs `openat2(2)`: Linux 5.6.

use std::fs::read_link;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use paddock_core::{AbsolutePath, Identity, Reachability};
use rustix::fs::{
    AtFlags, Mode, OFlags, ResolveFlags, StatxAttributes, StatxFlags, makedev, open, openat,
    openat2, statx,
};
use rustix::io::Errno;

use super::{Place, ResolveError, descent, nanoseconds};

/// A folder to walk on from, without the right to list it.
const POINTER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
const LISTABLE: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

pub(super) fn resolve(path: &Path) -> Result<(PathBuf, Identity), ResolveError> {
    let folder = open(path, POINTER, Mode::empty())?;
    let (identity, _) = identify(&folder)?;
    let canonical =
        read_link(format!("/proc/self/fd/{}", folder.as_raw_fd())).map_err(ResolveError::Io)?;
    Ok((canonical, identity))
}

pub(super) fn walk(path: &AbsolutePath, passed: &mut Vec<Place>) -> Result<OwnedFd, Reachability> {
    let mut folder: Option<OwnedFd> = None;
    for place in descent(path) {
        let next = match &folder {
            None => open(place.as_path(), POINTER, Mode::empty()),
            Some(above) => enter(above, &place),
        };
        let next = next.map_err(what_stopped)?;
        let (identity, tops_mount) = identify(&next).map_err(what_stopped)?;
        passed.push(Place { path: place, identity, tops_mount });
        folder = Some(next);
    }
    folder.ok_or(Reachability::Missing)
}

fn enter(above: &OwnedFd, place: &AbsolutePath) -> Result<OwnedFd, Errno> {
    let links = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    openat2(above, place.name(), POINTER, Mode::empty(), links)
}

/// Opens the folder for listing, from inside: the mode bits alone don't say who may do what.
pub(super) fn check_open(folder: &OwnedFd) -> Result<(), Reachability> {
    openat(folder, ".", LISTABLE, Mode::empty()).map(drop).map_err(what_stopped)
}

/// Which folder it is, and whether it is the top of a mount.
fn identify(folder: &OwnedFd) -> Result<(Identity, bool), Errno> {
    let wanted = StatxFlags::INO | StatxFlags::BTIME;
    let seen = statx(folder, "", AtFlags::EMPTY_PATH, wanted)?;
    let has_birth = StatxFlags::from_bits_retain(seen.stx_mask).contains(StatxFlags::BTIME);
    let born =
        has_birth.then(|| nanoseconds(seen.stx_btime.tv_sec, seen.stx_btime.tv_nsec)).flatten();
    let device = makedev(seen.stx_dev_major, seen.stx_dev_minor);
    let identity = Identity { device, inode: seen.stx_ino, born };
    let tops_mount = !seen.stx_attributes_mask.contains(StatxAttributes::MOUNT_ROOT)
        || seen.stx_attributes.contains(StatxAttributes::MOUNT_ROOT);
    Ok((identity, tops_mount))
}

fn what_stopped(errno: Errno) -> Reachability {
    match errno {
        Errno::NOENT | Errno::NAMETOOLONG => Reachability::Missing,
        Errno::NOTDIR => Reachability::NotAFolder,
        Errno::LOOP => Reachability::Replaced,
        _ => Reachability::Denied,
    }
}

impl From<Errno> for ResolveError {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT => Self::Missing,
            Errno::NOTDIR => Self::NotAFolder,
            Errno::ACCESS | Errno::PERM => Self::Denied,
            other => Self::Io(other.into()),
        }
    }
}
