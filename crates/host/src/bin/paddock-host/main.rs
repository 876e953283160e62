//! `paddock-host`: the one process that owns grants, servers and their keepers. Windows and
//! terminals come and go beside it.
//!
//! Whoever needs it first starts it and reads its standard output: `ready`, or why it can't run, as
//! a failure in JSON. It leaves the session of its starter by itself.

#[cfg(target_os = "linux")]
mod detach;
#[cfg(target_os = "linux")]
mod life;
#[cfg(target_os = "linux")]
mod log;
#[cfg(target_os = "linux")]
mod run;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    run::main()
}

/// Fronts are told apart by what Linux says of processes, so there is no host elsewhere.
#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    const UNAVAILABLE: u8 = 69;
    ExitCode::from(UNAVAILABLE)
}
