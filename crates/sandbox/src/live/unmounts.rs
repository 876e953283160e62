//! What the host unmounts. A copy of a mount keeps its filesystem busy: without this, no disk that a
//! server was let into could be ejected.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::table::{Table, read_again};

/// The keeper's own view follows the host's.
pub(super) struct Unmounts(OwnedFd);

impl Unmounts {
    /// In the host's view; it stays the one that is watched.
    pub(super) fn watch() -> Result<Self, Errno> {
        open("/proc/self/mountinfo", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).map(Self)
    }

    pub(super) fn mounts(&self) -> Result<Table, Errno> {
        Ok(Table::parse(&read_again(&self.0)?))
    }
}

/// To be polled for `POLLPRI` (`proc_pid_mounts(5)`).
impl AsFd for Unmounts {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
