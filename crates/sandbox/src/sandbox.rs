use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::{Attempts, Capabilities, Launch, Policy, Tier};

/// What keeps servers to their folders on this system.
pub trait Sandbox: fmt::Debug + Send + Sync {
    /// What it can do here; found by trying it, or what it claims untested.
    fn capabilities(&self) -> &Capabilities;

    /// The launch that runs under `policy`.
    ///
    /// # Errors
    /// Where a part of the policy cannot be carried out exactly. Nothing weaker is returned.
    fn confine(&self, launch: Launch, policy: Policy) -> Result<Launch, ConfineError>;
}

/// Why a launch was not confined.
#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    #[error("{0} does not work here")]
    Tier(Tier),
    #[error("the network cannot be switched off for one server here")]
    Network,
    #[error("denied accesses cannot be {}", match .0 {
        Attempts::Ignore => "ignored",
        Attempts::Report => "reported here",
        Attempts::Hold => "held here",
    })]
    Attempts(Attempts),
    #[error("no rule can be written for the path {0:?}")]
    Path(PathBuf),
    #[error("`{}` cannot be found: {source}", .path.display())]
    Missing { path: PathBuf, source: io::Error },
    #[error("another folder than the one consented to is at `{}`", .0.display())]
    Replaced(PathBuf),
    /// Rights add up here, so a folder cannot be read-only inside of one that is not.
    #[error("`{}` cannot be read-only inside of `{}`", .inner.display(), .outer.display())]
    Nested { inner: PathBuf, outer: PathBuf },
    #[error("cannot set permissions on `{}`: {source}", .path.display())]
    Permissions { path: PathBuf, source: io::Error },
    #[error("cannot keep track of permissions in `{}`: {source}", .journal.display())]
    Journal { journal: PathBuf, source: io::Error },
    #[error("cannot make a container for the server: {0}")]
    Container(io::Error),
    /// A batch file is run by a command interpreter that takes its arguments for commands.
    #[error("`{}` is not an `.exe` file", .0.display())]
    NotExe(PathBuf),
}
