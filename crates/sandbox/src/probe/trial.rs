//! One path that is tried, and what is found there.

use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use paddock_core::Identity;
use paddock_sandbox::{Finding, Reach};
use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawDir, accessat, fstat, makedev, mknodat, open, unlinkat,
};
use rustix::io::Errno;

use crate::folder;

/// One path to be tried, with all that is needed in the child allocated before.
pub(super) struct Trial {
    pub(super) path: CString,
    pub(super) expected: Reach,
    /// Only this folder counts; another one at its path is another matter.
    pub(super) only: Option<Identity>,
    /// To know of it is to reach it.
    pub(super) is_hidden: bool,
}

impl Trial {
    pub(super) fn of(path: &Path, expected: Reach) -> Self {
        // Cannot be: no path with NUL comes over the wire. The empty one is never reached.
        let path = CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        Self { path, expected, only: None, is_hidden: false }
    }

    pub(super) fn found(&self, found: Reach, errno: i32) -> Finding {
        let path = PathBuf::from(OsStr::from_bytes(self.path.as_bytes()));
        Finding { path, expected: self.expected, found, errno }
    }
}

impl Trial {
    pub(super) fn attempt(&self, unmade: &CStr) -> Said {
        if self.is_hidden && self.is_known() {
            return Said::Found(Reach::Read, 0);
        }
        let reading = self.read();
        let writing = match &reading {
            Ok(Opened::Folder(folder)) => make_nothing_in(folder, unmade),
            Ok(Opened::Other(opened)) => self.write(opened, unmade),
            Err(_) => self.point().and_then(|place| self.write(&place, unmade)),
        };
        match (reading, writing) {
            (_, Ok(())) => Said::Found(Reach::Write, 0),
            (Ok(_), Err(errno)) => Said::Found(Reach::Read, errno.raw_os_error()),
            (Err(errno), Err(_)) => Said::Found(Reach::Nothing, errno.raw_os_error()),
        }
    }

    fn is_known(&self) -> bool {
        self.point().is_ok()
    }

    /// Without the right to read it.
    fn point(&self) -> Result<OwnedFd, Errno> {
        let place = open(&self.path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        self.check(&place)?;
        Ok(place)
    }

    /// A folder is read when its entries are.
    fn read(&self) -> Result<Opened, Errno> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let opened = open(&self.path, flags, Mode::empty())?;
        self.check(&opened)?;
        match read_entries(&opened) {
            Ok(()) => Ok(Opened::Folder(opened)),
            Err(Errno::NOTDIR) => Ok(Opened::Other(opened)),
            Err(errno) => Err(errno),
        }
    }

    fn write(&self, place: &OwnedFd, unmade: &CStr) -> Result<(), Errno> {
        let kind = FileType::from_raw_mode(fstat(place)?.st_mode);
        if kind == FileType::Directory {
            return make_nothing_in(place, unmade);
        }
        if kind != FileType::RegularFile {
            return Err(Errno::NOTSUP);
        }
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        open(&self.path, flags, Mode::empty()).map(drop)
    }

    fn check(&self, opened: impl AsFd) -> Result<(), Errno> {
        let Some(only) = self.only else { return Ok(()) };
        if folder::identity(opened)?.is_same(&only) { Ok(()) } else { Err(Errno::STALE) }
    }
}

/// What could be read.
enum Opened {
    Folder(OwnedFd),
    Other(OwnedFd),
}

fn read_entries(folder: impl AsFd) -> Result<(), Errno> {
    let mut space = [MaybeUninit::uninit(); 1024];
    match RawDir::new(folder, &mut space).next() {
        // A name may be longer than the space; then there is one.
        None | Some(Ok(_) | Err(Errno::INVAL)) => Ok(()),
        Some(Err(errno)) => Err(errno),
    }
}

/// Whether something could be made in a folder, without making it: a device node is refused to whoever
/// has no capabilities (`EPERM`), but only after everything that would refuse a file has agreed
/// (`mknod(2)`): the mount, the mode bits and Landlock, which `access(2)` does not ask.
fn make_nothing_in(folder: &OwnedFd, name: &CStr) -> Result<(), Errno> {
    // On a folder marked immutable `mknod` would answer the same.
    accessat(folder, c".", rustix::fs::Access::WRITE_OK, AtFlags::empty())?;
    match mknodat(folder, name, FileType::CharacterDevice, Mode::empty(), makedev(1, 3)) {
        Err(Errno::PERM | Errno::EXIST) => Ok(()),
        Err(errno) => Err(errno),
        Ok(()) => unlinkat(folder, name, AtFlags::empty()),
    }
}

/// What a probe says, one after the other.
#[derive(Clone, Copy)]
pub(super) enum Said {
    Found(Reach, i32),
    /// It did not get to its place.
    Failed(i32),
}

impl Said {
    pub(super) const SIZE: usize = 5;

    /// What was not opened for want of room was not tried.
    pub(super) fn or_fail(self) -> Self {
        match self {
            Self::Found(_, errno @ (libc::EMFILE | libc::ENFILE | libc::ENOMEM)) => {
                Self::Failed(errno)
            }
            said @ (Self::Found(..) | Self::Failed(_)) => said,
        }
    }

    pub(super) fn to_bytes(self) -> [u8; Self::SIZE] {
        let (tag, errno) = match self {
            Self::Failed(errno) => (b'f', errno),
            Self::Found(Reach::Nothing, errno) => (b'n', errno),
            Self::Found(Reach::Read, errno) => (b'r', errno),
            Self::Found(Reach::Write, errno) => (b'w', errno),
        };
        let [a, b, c, d] = errno.to_le_bytes();
        [tag, a, b, c, d]
    }

    pub(super) fn from_bytes([tag, errno @ ..]: [u8; Self::SIZE]) -> Option<Self> {
        let errno = i32::from_le_bytes(errno);
        Some(match tag {
            b'f' => Self::Failed(errno),
            b'n' => Self::Found(Reach::Nothing, errno),
            b'r' => Self::Found(Reach::Read, errno),
            b'w' => Self::Found(Reach::Write, errno),
            _ => return None,
        })
    }
}
