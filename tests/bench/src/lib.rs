//! What the measured programs share: the board on which servers write what they hold, the orders that
//! hosts take, and the clock.
//!
//! A host is started as `host BOARD ROOTS -- SERVER ARG…` with one `SERVER` a child, takes
//! [`Order`](order::Order)s on its standard input, one a line, and answers each with one line of JSON. The driver
//! (`.dev/bench/`) starts hosts of all kinds in turn and reads the board.

pub mod board;
pub mod order;

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds of `CLOCK_MONOTONIC`, which all processes share.
pub fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    let since = Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0));
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

/// The URI of the root that tells one version of the list from another. It is the last of a list.
pub fn version_uri(version: u64) -> String {
    format!("file:///bench-version-{version}")
}

/// The URIs of one version of the list.
pub fn uris(roots: usize, version: u64) -> Vec<String> {
    let folders = (1..roots).map(|number| format!("file:///home/ada/projects/folder-{number}"));
    folders.chain([version_uri(version)]).collect()
}
