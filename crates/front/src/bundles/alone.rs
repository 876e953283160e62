//! One bundle at a time, whoever installs it: what is unpacked and what servers run from is looked at,
//! and then changed.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use paddock_control::view::{Code, Failure};

/// Keeps all other programs of Paddock from installing a bundle, until it is dropped.
pub(super) fn alone(data: &Path) -> Result<File, Failure> {
    let failed = |error: io::Error| Failure::new(Code::BundleIo).with("reason", error);
    let path = data.join("bundles.lock");
    let file = File::options().create(true).append(true).open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::new(Code::BundleBusy)),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}
