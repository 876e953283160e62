//! A folder held open, on Unix.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, ErrorKind, Write},
    os::{
        fd::AsFd,
        unix::{
            ffi::{OsStrExt, OsStringExt},
            fs::MetadataExt,
        },
    },
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use rustix::{
    fs::{self, AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, Stat, Uid},
    io::Errno,
};

#[cfg(target_os = "linux")]
use super::linux::open;
#[cfg(not(target_os = "linux"))]
use super::walk::open;
use super::{Entry, Identity};

/// A handle to walk from. On Linux it needs no permission to read the folder.
#[cfg(target_os = "linux")]
pub(super) const HANDLE: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
pub(super) const HANDLE: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// Opening never waits (a FIFO would) and never takes a terminal.
const READ: OFlags = OFlags::NONBLOCK.union(OFlags::NOCTTY);

/// A folder held open.
#[derive(Debug)]
pub struct Folder(File);

impl Folder {
    /// Opens a folder by its absolute path, following links. Only roots are opened so.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(fs::openat(CWD, path, HANDLE, Mode::empty())?.into()))
    }

    pub fn identity(&self) -> io::Result<Identity> {
        let metadata = self.0.metadata()?;
        Ok(Identity { device: metadata.dev(), inode: metadata.ino() })
    }

    /// The folder at `path` beneath this one.
    pub fn folder(&self, path: &Path) -> io::Result<Self> {
        Ok(Self(open(self.0.as_fd(), or_itself(path), HANDLE)?.into()))
    }

    /// The folder above, wherever that is: to ask who it is, not to open things in it.
    pub fn above(&self) -> io::Result<Self> {
        Ok(Self(fs::openat(&self.0, "..", HANDLE, Mode::empty())?.into()))
    }

    /// Opens the regular file at `path` beneath this folder for reading.
    ///
    /// `InvalidInput` if it is a FIFO, a socket or a device, `IsADirectory` if it is a folder.
    pub fn read(&self, path: &Path) -> io::Result<File> {
        let file = match open(self.0.as_fd(), or_itself(path), READ) {
            // What opening a socket, or a device without a driver, says.
            Err(Errno::NXIO | Errno::NODEV) => return Err(not_a_file()),
            opened => opened?,
        };
        must_be_regular(&fs::fstat(&file)?)?;
        Ok(file.into())
    }

    /// What is in the folder at `path` beneath this one, in no order. Entries whose kind cannot be
    /// told count as files. Fails with `FileTooLarge` when there are more than `limit`.
    pub fn entries(&self, path: &Path, limit: usize) -> io::Result<Vec<Entry>> {
        let folder = open(self.0.as_fd(), or_itself(path), READ | OFlags::DIRECTORY)?;
        let mut entries = Vec::new();
        for found in Dir::read_from(&folder)? {
            let found = found?;
            let name = found.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            if entries.len() == limit {
                return Err(ErrorKind::FileTooLarge.into());
            }
            let mut kind_found = found.file_type();
            if kind_found == FileType::Unknown {
                let stat = fs::statat(&folder, found.file_name(), AtFlags::SYMLINK_NOFOLLOW);
                kind_found = stat.map_or(kind_found, |stat| kind(&stat));
            }
            let is_folder = kind_found == FileType::Directory;
            entries.push(Entry { name: OsStr::from_bytes(name).to_owned(), is_folder });
        }
        Ok(entries)
    }

    /// Where the link `name` in this folder points, none if it is no link or is not there.
    pub fn link(&self, name: &OsStr) -> io::Result<Option<PathBuf>> {
        match fs::readlinkat(&self.0, name, Vec::new()) {
            Ok(target) => Ok(Some(OsString::from_vec(target.into_bytes()).into())),
            Err(Errno::INVAL | Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Puts a file with `contents` at `name` in this folder, all at once: a reader sees the old
    /// file or the new one. The mode of a file that was there is kept, and its owner if possible.
    ///
    /// A link at `name` is an error, never followed. Not synced to the disk.
    pub fn replace(&self, name: &OsStr, contents: &[u8]) -> io::Result<()> {
        let old = match fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(old) => Some(old),
            Err(Errno::NOENT) => None,
            Err(error) => return Err(error.into()),
        };
        if let Some(old) = &old {
            must_be_regular(old)?;
            self.may_be_written(name)?;
        }
        let (temporary, file) = self.create_temporary()?;
        let replaced = fill(file, contents, old.as_ref())
            .and_then(|()| Ok(fs::renameat(&self.0, &temporary, &self.0, name)?));
        if replaced.is_err() {
            // The first failure is the one to report.
            let _ = fs::unlinkat(&self.0, &temporary, AtFlags::empty());
        }
        replaced
    }

    /// A rename would overwrite what its owner marked read-only.
    fn may_be_written(&self, name: &OsStr) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | READ;
        must_be_regular(&fs::fstat(fs::openat(&self.0, name, flags, Mode::empty())?)?)
    }

    fn create_temporary(&self) -> io::Result<(String, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        /// Names that an earlier process of the same id may have left behind.
        const TRIES: usize = 1024;
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let process = std::process::id();
        for _ in 0..TRIES {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!(".paddock-{process}-{count}.tmp");
            match fs::openat(&self.0, &name, flags, Mode::from_raw_mode(0o666)) {
                Err(Errno::EXIST) => {}
                created => return Ok((name, created?.into())),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

fn fill(mut file: File, contents: &[u8], old: Option<&Stat>) -> io::Result<()> {
    file.write_all(contents)?;
    let Some(old) = old else { return Ok(()) };
    let new = fs::fstat(&file)?;
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid) {
        // Only a privileged process may give files away; the contents matter more than the owner.
        let _ = fs::fchown(&file, Some(Uid::from_raw(old.st_uid)), Some(Gid::from_raw(old.st_gid)));
    }
    // Without setuid and setgid, as a plain write would leave it.
    Ok(fs::fchmod(&file, Mode::from_raw_mode(old.st_mode & 0o777))?)
}

fn or_itself(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

fn must_be_regular(stat: &Stat) -> io::Result<()> {
    match kind(stat) {
        FileType::RegularFile => Ok(()),
        FileType::Directory => Err(ErrorKind::IsADirectory.into()),
        FileType::Symlink
        | FileType::Fifo
        | FileType::Socket
        | FileType::CharacterDevice
        | FileType::BlockDevice
        | FileType::Unknown => Err(not_a_file()),
    }
}

fn not_a_file() -> io::Error {
    ErrorKind::InvalidInput.into()
}
