//! What a server's program and environment are made of, in an app that was started by a desktop and
//! so knows neither the person's `PATH` nor anything else their shell sets up.
//!
//! Once, at start: [`login_shell()`] names the shell, [`login_path`] asks it for its `PATH`, and
//! [`well_known_folders`] adds what version managers put where. For each server:
//! [`find_program`] on the resulting [`SearchPath`], and [`for_server`] for the environment.
//!
//! Nothing here reads the environment of the host; it is passed in.

mod inherited;
mod login_shell;
mod search_path;
mod version_managers;

pub use inherited::for_server;
pub use login_shell::{LoginPathError, login_path, login_shell};
pub use search_path::{NotFound, SearchPath, find_program};
pub use version_managers::well_known_folders;

use std::ffi::{OsStr, OsString};

/// Names and values, as [`std::env::vars_os`] yields them.
pub type Variables = [(OsString, OsString)];

fn value<'a>(variables: &'a Variables, name: &str) -> Option<&'a OsStr> {
    let found = variables.iter().find(|(candidate, _)| candidate == name);
    found.map(|(_, value)| value.as_os_str()).filter(|value| !value.is_empty())
}
