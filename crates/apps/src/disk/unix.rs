//! Files on systems that know inodes.

use std::fs::{File, Metadata, Permissions};
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, renameat, unlinkat};
use rustix::io::Errno;

use super::{LARGEST, unreadable};
use crate::change::Change;
use crate::error::AppError;

/// Which file it is, and what is true of it besides its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Stand(Metadata);

/// Names tried for the file beside, which a crash may have left some of.
const NAMES: u32 = 16;

impl Stand {
    pub(crate) fn obstacle(&self, path: &Path) -> Option<AppError> {
        let links = self.0.nlink();
        if links > 1 {
            // Written in place it could be torn; replaced, the other names would keep what was.
            return Some(AppError::HardLinked { links });
        }
        if self.0.uid() != rustix::process::geteuid().as_raw() {
            return Some(AppError::NotYours);
        }
        let writable = |about: &Metadata| about.mode() & 0o200 != 0;
        let folder = path.parent().and_then(|folder| folder.metadata().ok());
        let both = writable(&self.0) && folder.is_some_and(|it| writable(&it));
        (!both).then_some(AppError::ReadOnly)
    }

    fn is_same_file(&self, other: &Self) -> bool {
        (self.0.dev(), self.0.ino()) == (other.0.dev(), other.0.ino())
    }
}

/// Reads a file at a path without links, of so many bytes at the most.
pub(crate) fn read(path: &Path, most: u64) -> Result<(Vec<u8>, Stand), AppError> {
    // Looked at before it is opened: opening a device may do something.
    let seen = path.symlink_metadata().map_err(|error| unreadable(&error))?;
    if !seen.is_file() {
        return Err(AppError::NotAFile);
    }
    read_at(CWD, path, most)
}

fn read_at(folder: BorrowedFd<'_>, path: &Path, most: u64) -> Result<(Vec<u8>, Stand), AppError> {
    let flags =
        OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = openat(folder, path, flags, Mode::empty());
    let file = File::from(file.map_err(|error| unreadable(&error.into()))?);
    let stand = file.metadata().map_err(|error| unreadable(&error))?;
    if !stand.is_file() {
        return Err(AppError::NotAFile);
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > most {
        return Err(AppError::TooLarge { most });
    }
    Ok((bytes, Stand(stand)))
}

/// Writes a change, if its file is still what it was made from. What was there is kept at `backup`
/// first.
pub(crate) fn replace(change: &Change, backup: &Path) -> Result<(), AppError> {
    let name = change.target.file_name().map(Path::new).ok_or(AppError::Gone)?;
    let folder = open_folder(change.target.parent().ok_or(AppError::Gone)?)?;
    let seen = read_at(folder.as_fd(), name, LARGEST)?;
    if !is_as_before(change, &seen) {
        return Err(AppError::ChangedMeanwhile);
    }
    if let Some(obstacle) = seen.1.obstacle(&change.target) {
        return Err(obstacle);
    }
    keep(&change.before, backup)?;
    let beside = write_beside(folder.as_fd(), name, change)?;
    put_in_place(folder.as_fd(), name, Path::new(&beside), change)?;
    // It is written, whatever the disk says to this.
    let _ = rustix::fs::fsync(&folder);
    Ok(())
}

fn is_as_before(change: &Change, (bytes, stand): &(Vec<u8>, Stand)) -> bool {
    *bytes == change.before && stand.is_same_file(&change.stand)
}

/// Opens the folder of a path without links; one put there since is not followed.
fn open_folder(path: &Path) -> Result<OwnedFd, AppError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{ResolveFlags, openat2};
        match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            Err(Errno::NOSYS | Errno::PERM) => {}
            Err(Errno::LOOP) => return Err(AppError::ChangedMeanwhile),
            other => return other.map_err(|error| unreadable(&error.into())),
        }
    }
    let opened = openat(CWD, path, flags | OFlags::NOFOLLOW, Mode::empty());
    opened.map_err(|error| unreadable(&error.into()))
}

/// Keeps what was there, readable by the person alone: it may hold secrets.
fn keep(bytes: &[u8], backup: &Path) -> Result<(), AppError> {
    let failed = |error: std::io::Error| AppError::BackupFailed { reason: error.to_string() };
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = match openat(CWD, backup, flags, Mode::RUSR | Mode::WUSR) {
        Ok(file) => file,
        Err(Errno::EXIST) => {
            let same = read(backup, LARGEST).is_ok_and(|(kept, _)| kept == bytes);
            return if same { Ok(()) } else { Err(AppError::BackupExists) };
        }
        Err(error) => return Err(failed(error.into())),
    };
    let mut file = File::from(file);
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if let Err(error) = written {
        // Half a backup would be in the way of the next attempt.
        let _ = std::fs::remove_file(backup);
        return Err(failed(error));
    }
    let folder = backup.parent().ok_or(AppError::BackupExists)?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
}

fn failed(error: impl Into<std::io::Error>) -> AppError {
    let error = error.into();
    let refused = [std::io::ErrorKind::PermissionDenied, std::io::ErrorKind::ReadOnlyFilesystem];
    if refused.contains(&error.kind()) {
        return AppError::ReadOnly;
    }
    AppError::WriteFailed { reason: error.to_string() }
}

/// Writes the new text to a file beside, with the mode and the group of the old one.
fn write_beside(folder: BorrowedFd<'_>, name: &Path, change: &Change) -> Result<String, AppError> {
    let (beside, file) = create_beside(folder, name)?;
    let mut file = File::from(file);
    let old = &change.stand.0;
    let written = file
        .write_all(&change.after)
        .and_then(|()| fchown(&file, None, Some(old.gid())))
        .and_then(|()| file.set_permissions(Permissions::from_mode(old.mode() & 0o7777)))
        .and_then(|()| file.sync_all());
    written.map_err(|error| {
        let _ = unlinkat(folder, &beside, AtFlags::empty());
        failed(error)
    })?;
    Ok(beside)
}

fn create_beside(folder: BorrowedFd<'_>, name: &Path) -> Result<(String, OwnedFd), AppError> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    // A long name has no room for more.
    let name: String = name.to_string_lossy().chars().take(40).collect();
    for attempt in 0..NAMES {
        let beside = format!(".{name}.paddock-{}-{attempt}", std::process::id());
        match openat(folder, &beside, flags, Mode::RUSR | Mode::WUSR) {
            Ok(file) => return Ok((beside, file)),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(AppError::WriteFailed { reason: "files of earlier attempts are in the way".to_owned() })
}

/// Puts the file beside in place. Where the system can, the two change places, so that what an app
/// wrote in the last moment is seen, and put back.
#[cfg(target_os = "linux")]
fn put_in_place(
    folder: BorrowedFd<'_>,
    name: &Path,
    beside: &Path,
    change: &Change,
) -> Result<(), AppError> {
    use rustix::fs::{RenameFlags, renameat_with};
    let exchange = || renameat_with(folder, beside, folder, name, RenameFlags::EXCHANGE);
    match exchange() {
        Ok(()) => {}
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            return rename(folder, name, beside);
        }
        Err(error) => {
            let _ = unlinkat(folder, beside, AtFlags::empty());
            let gone = error == Errno::NOENT;
            return Err(if gone { AppError::ChangedMeanwhile } else { failed(error) });
        }
    }
    let taken = read_at(folder, beside, LARGEST);
    if taken.is_ok_and(|taken| is_as_before(change, &taken)) {
        let _ = unlinkat(folder, beside, AtFlags::empty());
        return Ok(());
    }
    // If this fails, what the app wrote stays beside.
    exchange().map_err(failed)?;
    let _ = unlinkat(folder, beside, AtFlags::empty());
    Err(AppError::ChangedMeanwhile)
}

#[cfg(not(target_os = "linux"))]
fn put_in_place(
    folder: BorrowedFd<'_>,
    name: &Path,
    beside: &Path,
    _: &Change,
) -> Result<(), AppError> {
    rename(folder, name, beside)
}

fn rename(folder: BorrowedFd<'_>, name: &Path, beside: &Path) -> Result<(), AppError> {
    renameat(folder, beside, folder, name).map_err(|error| {
        let _ = unlinkat(folder, beside, AtFlags::empty());
        failed(error)
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;
    use crate::entry::FileRef;

    #[test]
    fn what_an_app_wrote_in_the_last_moment_is_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().canonicalize().unwrap().join("mcp.json");
        fs::write(&target, "before").unwrap();
        let (before, stand) = read(&target, LARGEST).unwrap();
        let file = FileRef { app: "cursor".into(), path: target.clone(), project: None };
        let diff = String::new();
        let after = b"after".to_vec();
        let change = Change { file, target: target.clone(), before, stand, after, diff };
        let name = Path::new("mcp.json");
        let opened = open_folder(target.parent().unwrap()).unwrap();
        let beside = write_beside(opened.as_fd(), name, &change).unwrap();
        fs::write(&target, "meanwhile").unwrap();

        let put = put_in_place(opened.as_fd(), name, Path::new(&beside), &change);
        assert_eq!(put.unwrap_err(), AppError::ChangedMeanwhile);
        assert_eq!(fs::read_to_string(&target).unwrap(), "meanwhile");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
