//! One bundle at a time, whoever installs it: what is unpacked and what servers run from is looked at,
//! and then changed.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use paddock_control::view::{Code, Failure};

pub(super) struct Alone(File);

impl Drop for Alone {
    /// Closing it would not do: a child that was just forked has it open until it runs its program.
    fn drop(&mut self) {
        _ = self.0.unlock();
    }
}

/// Keeps all other programs of Paddock from installing a bundle, until it is dropped.
pub(super) fn alone(data: &Path) -> Result<Alone, Failure> {
    let failed = |error: io::Error| Failure::new(Code::BundleIo).with("reason", error);
    let path = data.join("bundles.lock");
    let file = File::options().create(true).append(true).open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Alone(file)),
        Err(TryLockError::WouldBlock) => Err(Failure::new(Code::BundleBusy)),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}
