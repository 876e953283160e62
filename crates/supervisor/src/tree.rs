//! One server and every process that comes of it, as one thing to end.

#[cfg(not(target_os = "linux"))]
mod grouped;
#[cfg(target_os = "linux")]
mod kept;

#[cfg(not(target_os = "linux"))]
use grouped as platform;
#[cfg(target_os = "linux")]
use kept as platform;

#[cfg(target_os = "linux")]
pub(crate) use kept::survey;
pub(crate) use platform::{StderrPipe, StdinPipe, Tree};

/// The reading end of a server's standard output.
pub type Stdout = platform::StdoutPipe;

/// The host's ends of the standard streams.
pub(crate) struct Pipes {
    pub(crate) stdin: StdinPipe,
    pub(crate) stdout: Stdout,
    pub(crate) stderr: StderrPipe,
}
