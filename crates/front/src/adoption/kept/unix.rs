//! Files for this account alone, on systems with modes.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use paddock_apps::LARGEST;
use rustix::fs::OFlags;
use rustix::process::geteuid;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A lock that nobody else has; none if somebody has it.
pub(super) fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = private().create(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    let flags = i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or_default();
    options.write(true).mode(0o600).custom_flags(flags);
    options
}

pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let found = fs::symlink_metadata(folder)?;
    let is_ours = found.is_dir() && found.uid() == geteuid().as_raw();
    if !is_ours || found.mode() & 0o077 != 0 {
        let said = format!("{} must be a folder for you alone (mode 700)", folder.display());
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, said));
    }
    Ok(())
}

pub(super) fn read<T: DeserializeOwned + Default>(path: &Path) -> io::Result<T> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(T::default()),
        other => other?,
    };
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

pub(super) fn replace(folder: &Path, name: &str, what: &impl Serialize) -> io::Result<()> {
    let beside = folder.join(format!(".{name}"));
    // Left by an attempt that did not end; the lock says that nobody writes it now.
    let _ = fs::remove_file(&beside);
    let mut file = private().create_new(true).open(&beside)?;
    file.write_all(&serde_json::to_vec(what)?)?;
    file.sync_all()?;
    fs::rename(&beside, folder.join(name))?;
    File::open(folder)?.sync_all()
}
