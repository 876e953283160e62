//! A folder held open, on Unix.

use std::{
    ffi::{OsStr, OsString},
    fs::{File, Metadata},
    io::{self, ErrorKind, Write},
    os::{
        fd::{AsFd, OwnedFd},
        unix::{ffi::OsStringExt, fs::MetadataExt},
    },
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use rustix::{
    fs::{self, AtFlags, CWD, FileType, Gid, Mode, OFlags, Stat, StatVfsMountFlags, Uid},
    io::Errno,
};

#[cfg(target_os = "linux")]
use super::linux::{open, open_plain};
#[cfg(not(target_os = "linux"))]
use super::walk::{open, open as open_plain};
use super::{Entries, Identity, Kind, Names};

/// A handle to walk from. On Linux it needs no permission to read the folder.
#[cfg(target_os = "linux")]
pub(super) const HANDLE: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
pub(super) const HANDLE: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// To ask what something is.
#[cfg(target_os = "linux")]
const LOOK: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const LOOK: OFlags = READ;

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

    /// Opens the folder at `path` beneath this one to list it, going through no link.
    pub fn listing(&self, path: &Path) -> io::Result<Listing> {
        Ok(Listing(open_plain(self.0.as_fd(), or_itself(path), READ | OFlags::DIRECTORY)?))
    }

    /// What is known of what is at `path` beneath this folder.
    pub fn about(&self, path: &Path) -> io::Result<Metadata> {
        File::from(open(self.0.as_fd(), or_itself(path), LOOK)?).metadata()
    }

    /// The size of the entry `name`, in bytes; none if it is a link.
    pub fn size(&self, name: &OsStr) -> io::Result<Option<u64>> {
        let stat = fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok((kind(&stat) != FileType::Symlink).then(|| u64::try_from(stat.st_size).unwrap_or(0)))
    }

    /// What `name` in this folder is, itself and not what it points to.
    pub fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        Ok(match kind(&fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?) {
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            FileType::RegularFile
            | FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => Kind::File,
        })
    }

    /// Whether the file system lets nobody write here.
    pub fn is_read_only(&self) -> bool {
        fs::fstatvfs(&self.0).is_ok_and(|system| system.f_flag.contains(StatVfsMountFlags::RDONLY))
    }

    /// Makes the folder `name` in this one.
    pub fn make(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    /// Moves `name` to `new_name` in the folder `to`. `AlreadyExists` if something is there.
    pub fn rename(&self, name: &OsStr, to: &Self, new_name: &OsStr) -> io::Result<()> {
        Ok(rename_to_nothing(&self.0, name, &to.0, new_name)?)
    }

    /// Removes the file or link `name`.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Appends to the regular file `name`, which is made if it is not there. A link at `name` is
    /// an error, never followed.
    pub fn append(&self, name: &OsStr, contents: &[u8]) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | READ;
        let flags = flags | OFlags::CLOEXEC;
        let file = fs::openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?;
        must_be_regular(&fs::fstat(&file)?)?;
        File::from(file).write_all(contents)
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
        self.through_temporary(|temporary, mut file| {
            file.write_all(contents)?;
            if let Some(old) = &old {
                make_like(&file, old)?;
            }
            Ok(fs::renameat(&self.0, temporary, &self.0, name)?)
        })
    }

    /// Puts a copy of `from` at `name`, all at once, with its permissions. `AlreadyExists` if
    /// something is there.
    pub fn put_copy(&self, name: &OsStr, from: &mut File) -> io::Result<()> {
        let mode = fs::fstat(&*from)?.st_mode & 0o777;
        self.through_temporary(|temporary, mut file| {
            io::copy(from, &mut file)?;
            fs::fchmod(&file, Mode::from_raw_mode(mode))?;
            Ok(rename_to_nothing(&self.0, temporary.as_ref(), &self.0, name)?)
        })
    }

    /// Makes a file beside the others, to be filled and moved. It is removed if that fails.
    fn through_temporary(
        &self,
        use_it: impl FnOnce(&str, File) -> io::Result<()>,
    ) -> io::Result<()> {
        let (temporary, file) = self.create_temporary()?;
        let used = use_it(&temporary, file);
        if used.is_err() {
            // The first failure is the one to report.
            let _ = fs::unlinkat(&self.0, &temporary, AtFlags::empty());
        }
        used
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

fn make_like(new: &File, old: &Stat) -> io::Result<()> {
    let made = fs::fstat(new)?;
    if (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid) {
        // Only a privileged process may give files away; the contents matter more than the owner.
        let _ = fs::fchown(new, Some(Uid::from_raw(old.st_uid)), Some(Gid::from_raw(old.st_gid)));
    }
    // Without setuid and setgid, as a plain write would leave it.
    Ok(fs::fchmod(new, Mode::from_raw_mode(old.st_mode & 0o777))?)
}

/// Renames unless something is at the new name: in one step where the file system knows how.
fn rename_to_nothing(from: &File, name: &OsStr, to: &File, new_name: &OsStr) -> Result<(), Errno> {
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    match fs::renameat_with(from, name, to, new_name, fs::RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS) => {}
        renamed => return renamed,
    }
    match fs::statat(to, new_name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(_) => Err(Errno::EXIST),
        Err(Errno::NOENT) => fs::renameat(from, name, to, new_name),
        Err(error) => Err(error),
    }
}

/// A folder that is being listed.
#[derive(Debug)]
pub struct Listing(OwnedFd);

impl Listing {
    /// Adds what is in the folder to `entries`, in no order. Entries whose kind cannot be told
    /// count as files. Fails with `FileTooLarge` when there are more than `limit`.
    pub fn read(&self, entries: &mut Entries, limit: usize) -> io::Result<()> {
        let begun = entries.len();
        each_entry(&self.0, entries.buffer(), |add, name, mut found| {
            if matches!(name.to_bytes(), b"." | b"..") {
                return Ok(());
            }
            if add.len() - begun == limit {
                return Err(ErrorKind::FileTooLarge.into());
            }
            if found == FileType::Unknown {
                let stat = fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW);
                found = stat.map_or(found, |stat| kind(&stat));
            }
            add.push(
                name.to_bytes(),
                match found {
                    FileType::Directory => Kind::Folder,
                    FileType::Symlink => Kind::Link,
                    FileType::RegularFile
                    | FileType::Fifo
                    | FileType::Socket
                    | FileType::CharacterDevice
                    | FileType::BlockDevice
                    | FileType::Unknown => Kind::File,
                },
            );
            Ok(())
        })
    }
}

#[cfg(target_os = "linux")]
fn each_entry(
    folder: &OwnedFd,
    (buffer, entries): (&mut Vec<u8>, &mut Names),
    mut each: impl FnMut(&mut Names, &std::ffi::CStr, FileType) -> io::Result<()>,
) -> io::Result<()> {
    let mut found = fs::RawDir::new(folder, buffer.spare_capacity_mut());
    while let Some(entry) = found.next() {
        let entry = entry?;
        each(entries, entry.file_name(), entry.file_type())?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn each_entry(
    folder: &OwnedFd,
    (_, entries): (&mut Vec<u8>, &mut Names),
    mut each: impl FnMut(&mut Names, &std::ffi::CStr, FileType) -> io::Result<()>,
) -> io::Result<()> {
    for entry in fs::Dir::read_from(folder)? {
        let entry = entry?;
        each(entries, entry.file_name(), entry.file_type())?;
    }
    Ok(())
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
