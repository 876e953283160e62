//! Started as the server: runs the probes and prints what came of each, a JSON line a probe.
//!
//! - `paddock-escape probe WORLD`: runs the probes of the start, prints `{"held":…}`, waits for a
//!   line on standard input, and runs the probes for after the revocation.
//! - `paddock-escape ways OUTDOORS`: runs the ways out of a network by destinations.
//! - `paddock-escape neighbour TOKEN`: listens in its own network, prints where, and says the token.
//! - `paddock-escape race RACE WORLD`: runs a race, see [`paddock_escape::races`].
//! - `paddock-escape person …`: a process to be stolen from, see [`paddock_escape::person`].
//! - `paddock-escape read PATH`, `status`, `say`: what a probe executes.

#[cfg(target_os = "linux")]
mod run;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    run::main()
}

#[cfg(not(target_os = "linux"))]
fn main() {}
