//! Looking by path, part by part. Compiled for macOS and Windows, not yet tested there.
//!
//! Unlike on Linux, a part that is swapped during the look may be missed; the event that the swap
//! causes makes for another look.

use std::fs::{Metadata, canonicalize, metadata, read_dir, symlink_metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use paddock_core::{AbsolutePath, Identity, Reachability};

use super::{Place, ResolveError, descent, nanoseconds};

pub(super) fn resolve(path: &Path) -> Result<(PathBuf, Identity), ResolveError> {
    let canonical = canonicalize(path)?;
    let seen = metadata(&canonical)?;
    if !seen.is_dir() {
        return Err(ResolveError::NotAFolder);
    }
    let identity = identify(&canonical, &seen)?;
    Ok((canonical, identity))
}

pub(super) fn walk(path: &AbsolutePath, passed: &mut Vec<Place>) -> Result<PathBuf, Reachability> {
    for place in descent(path) {
        let seen = symlink_metadata(&place).map_err(|error| what_stopped(&error))?;
        if seen.is_symlink() {
            return Err(Reachability::Replaced);
        }
        if !seen.is_dir() {
            return Err(Reachability::NotAFolder);
        }
        let identity = identify(place.as_path(), &seen).map_err(|error| what_stopped(&error))?;
        passed.push(Place { path: place, identity, tops_mount: false });
    }
    Ok(path.as_path().to_path_buf())
}

pub(super) fn check_open(folder: &Path) -> Result<(), Reachability> {
    read_dir(folder).map(drop).map_err(|error| what_stopped(&error))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems can fail to tell")]
fn identify(_path: &Path, seen: &Metadata) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    Ok(Identity { device: seen.dev(), inode: seen.ino(), born: born(seen) })
}

#[cfg(windows)]
fn identify(path: &Path, seen: &Metadata) -> io::Result<Identity> {
    use file_id::FileId;
    let (device, inode) = match file_id::get_low_res_file_id(path)? {
        FileId::LowRes { volume_serial_number, file_index } => {
            (u64::from(volume_serial_number), file_index)
        }
        FileId::Inode { .. } | FileId::HighRes { .. } => {
            return Err(io::Error::from(ErrorKind::Unsupported));
        }
    };
    Ok(Identity { device, inode, born: born(seen) })
}

fn born(seen: &Metadata) -> Option<i64> {
    let since = seen.created().ok()?.duration_since(UNIX_EPOCH).ok()?;
    nanoseconds(i64::try_from(since.as_secs()).ok()?, since.subsec_nanos())
}

fn what_stopped(error: &io::Error) -> Reachability {
    if error.kind() == ErrorKind::NotFound {
        return Reachability::Missing;
    }
    if error.kind() == ErrorKind::NotADirectory {
        return Reachability::NotAFolder;
    }
    Reachability::Denied
}

impl From<io::Error> for ResolveError {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::NotFound {
            return Self::Missing;
        }
        if error.kind() == ErrorKind::NotADirectory {
            return Self::NotAFolder;
        }
        if error.kind() == ErrorKind::PermissionDenied {
            return Self::Denied;
        }
        Self::Io(error)
    }
}
