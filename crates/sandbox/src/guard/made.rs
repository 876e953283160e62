//! What one session made in Git's folder for a moment: locks, and the folder of a rebase.
//!
//! The person's own Git makes such, too, and moves a lock to its place without reading it again. So each
//! is changed, moved and taken away only by the session that made it.

use std::os::fd::AsFd;

use rustix::fs::{AtFlags, StatxFlags, statx};
use rustix::io::Errno;
use rustix::path::Arg;

/// How many of them one session may have at once: a fetch has a lock for each reference.
pub(super) const MOST: usize = 1 << 16;

/// One file or folder. When it is gone, another one may get its number, but was born later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Made {
    /// Its filesystem, its number there, and seconds and nanoseconds of its birth.
    seen: [u64; 4],
}

impl Made {
    /// How long it is as bytes.
    pub(super) const LENGTH: usize = 32;

    /// What has this name, and not where a link leads.
    pub(super) fn at(folder: impl AsFd, name: impl Arg) -> Result<Self, Errno> {
        Self::find(folder, name, AtFlags::SYMLINK_NOFOLLOW)
    }

    pub(super) fn open(file: impl AsFd) -> Result<Self, Errno> {
        Self::find(file, c"", AtFlags::EMPTY_PATH)
    }

    fn find(folder: impl AsFd, name: impl Arg, flags: AtFlags) -> Result<Self, Errno> {
        let seen = statx(folder, name, flags, StatxFlags::INO | StatxFlags::BTIME)?;
        let device = u64::from(seen.stx_dev_major) << 32 | u64::from(seen.stx_dev_minor);
        let born = seen.stx_btime;
        let seen = [device, seen.stx_ino, born.tv_sec.cast_unsigned(), u64::from(born.tv_nsec)];
        Ok(Self { seen })
    }

    pub(super) fn to_bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        for (part, number) in bytes.chunks_exact_mut(8).zip(self.seen) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        let mut seen = [0; 4];
        for (number, part) in seen.iter_mut().zip(bytes.as_chunks().0) {
            *number = u64::from_le_bytes(*part);
        }
        Self { seen }
    }
}
