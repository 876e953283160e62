use std::io;
use std::path::PathBuf;
use std::time::Duration;

use paddock_sandbox::Facility;

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("`{}` is not an absolute path", .0.display())]
    NotAbsolute(PathBuf),
    #[error("there is no program `{}`", .0.display())]
    NoProgram(PathBuf),
    /// Not executable, or in a folder that may not be searched.
    #[error("not permitted to execute `{}`", .0.display())]
    NotPermitted(PathBuf),
    /// What the `#!` line or the ELF header of the program names is missing.
    #[error("the interpreter that `{}` asks for is missing", .0.display())]
    NoInterpreter(PathBuf),
    #[error("cannot execute `{}`: {source}", .program.display())]
    Program { program: PathBuf, source: io::Error },
    #[error("cannot enter the folder `{}`: {source}", .cwd.display())]
    Folder { cwd: PathBuf, source: io::Error },
    /// The arguments and the environment hold a NUL byte or are larger than any system takes.
    #[error("cannot pass on arguments and environment: {0}")]
    Unsendable(String),
    #[error("cannot start the keeper `{}`: {source}", .keeper.display())]
    Keeper { keeper: PathBuf, source: io::Error },
    /// The keeper ended, or said what it should not, before the server ran.
    #[error("the keeper failed: {0}")]
    KeeperFailed(io::Error),
    /// What keeps the server to its folders needs what this system does not have.
    #[error("this system lacks what enforcement needs ({what:?}): {source}")]
    Unsupported { what: Facility, source: io::Error },
    /// The server was not started, for a probe in its place reached what it should not.
    #[error("the boundary does not hold: a probe inside reached what is not granted")]
    Leaks,
    /// How much the server may take can't be limited as it was to be.
    #[error("cannot limit what it takes of the computer: {0}")]
    Limits(io::Error),
    #[error("nothing started within {} s", .0.as_secs())]
    TimedOut(Duration),
    #[error("cannot make pipes: {0}")]
    Pipes(io::Error),
}
