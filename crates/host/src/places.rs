//! Where things are. Decided by the program around the host, so that a test has a world of its own.

use std::ffi::OsString;
use std::path::PathBuf;

/// Folders, binaries and the environment that the host works with.
#[derive(Clone, Debug)]
pub struct Places {
    /// Holds the database.
    pub data: PathBuf,
    /// Other folders of this app, never to be granted.
    pub own: Vec<PathBuf>,
    pub home: PathBuf,
    /// `paddock-sandbox`.
    pub keeper: PathBuf,
    /// `paddock-files`.
    pub files_server: PathBuf,
    /// The environment that the app was started with.
    pub environment: Vec<(OsString, OsString)>,
}
