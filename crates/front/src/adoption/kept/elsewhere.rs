//! Nothing is kept where nothing is written.

use std::fs::File;
use std::io;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub(super) fn lock(_: &Path) -> io::Result<Option<File>> {
    Err(unsupported())
}

pub(super) fn prepare(_: &Path) -> io::Result<()> {
    Err(unsupported())
}

#[expect(clippy::unnecessary_wraps, reason = "as where something can be read")]
pub(super) fn read<T: DeserializeOwned + Default>(_: &Path) -> io::Result<T> {
    Ok(T::default())
}

pub(super) fn replace(_: &Path, _: &str, _: &impl Serialize) -> io::Result<()> {
    Err(unsupported())
}

fn unsupported() -> io::Error {
    io::ErrorKind::Unsupported.into()
}
