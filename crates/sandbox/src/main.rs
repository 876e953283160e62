//! `paddock-sandbox`: the keeper of one server.
//!
//! The host starts one keeper a server, with a control socket as standard input (see
//! [`paddock_sandbox::wire`]). The keeper starts the server, keeps every process that comes of it,
//! and sees that none of them is left when the server ends, when the host says so, or when the host is
//! gone, however it went.
//!
//! - It is a child subreaper: a process of the tree that loses its parent, by a double fork or a
//!   `setsid`, becomes the keeper's child and never leaves the tree.
//! - It learns of the host's end by the end of the socket. A parent death signal would not do there:
//!   it fires when the *thread* that spawned ends, and the host has many.
//! - It has one thread, so for the server the parent death signal is right: should the keeper be
//!   killed, the server goes with it. Processes the server started are then left to their own
//!   devices, unless they are in a process namespace of the keeper's: that one ends with it.
//! - It proxies nothing and holds no end of the server's streams once the server runs.

#[cfg(target_os = "linux")]
mod aliases;
#[cfg(target_os = "linux")]
mod attempts;
#[cfg(target_os = "linux")]
mod boundary;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(target_os = "linux")]
mod control;
#[cfg(target_os = "linux")]
mod fixed;
#[cfg(target_os = "linux")]
mod folder;
#[cfg(target_os = "linux")]
mod forked;
#[cfg(target_os = "linux")]
mod group;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod keeper;
#[cfg(target_os = "linux")]
mod keepout;
#[cfg(target_os = "linux")]
mod kept_out;
#[cfg(target_os = "linux")]
mod label;
#[cfg(target_os = "linux")]
mod live;
#[cfg(target_os = "linux")]
mod needed;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod server;
#[cfg(target_os = "linux")]
mod signals;
#[cfg(target_os = "linux")]
mod survey;
#[cfg(target_os = "linux")]
mod tree;

use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            _ = writeln!(io::stderr(), "paddock-sandbox: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(target_os = "linux")]
use keeper::run;

#[cfg(not(target_os = "linux"))]
fn run() -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "unsupported on this operating system"))
}
