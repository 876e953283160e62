//! One process at a time.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use crate::error::OpenError;
use crate::files;

/// More than a process number in decimal takes.
const PID_MAX: u64 = 16;

/// Held until it is dropped, or until the process ends in whatever way.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Lock {
    /// Takes the lock on the file at `path`, and says in the file who holds it.
    pub(crate) fn take(path: &Path) -> Result<Self, OpenError> {
        let mut file = files::private().read(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OpenError::Busy { pid: holder(&file) }),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        file.set_len(0)?;
        write!(file, "{}", std::process::id())?;
        Ok(Self(file))
    }
}

/// Waits for as long as another process holds the lock on the file at `path`.
///
/// # Errors
/// The file can't be opened or locked.
pub(crate) fn wait_until_free(path: &Path) -> std::io::Result<()> {
    let file = File::open(path)?;
    file.lock_shared()?;
    file.unlock()
}

/// `None` also where the holder has not written its number yet, and on Windows, where a locked
/// file can't be read.
fn holder(file: &File) -> Option<u32> {
    let mut pid = String::new();
    file.take(PID_MAX).read_to_string(&mut pid).ok()?;
    pid.parse().ok()
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a child that another thread is about to launch shares the lock
        // until its `exec`.
        let _ = self.0.unlock();
    }
}
