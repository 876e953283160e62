//! What enforcement costs. Prints the samples of each measurement as a line of JSON; `npm run bench`
//! makes a table of them. Nothing here has a limit to keep: how fast a machine is proves nothing.
//!
//! Names of parts as arguments (`-- launch change`) measure only these.
#![cfg_attr(
    target_os = "linux",
    expect(clippy::unwrap_used, clippy::panic, reason = "a measurement fails by panicking")
)]

#[cfg(target_os = "linux")]
#[path = "../../tests/common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod change;
#[cfg(target_os = "linux")]
mod footprint;
#[cfg(target_os = "linux")]
mod initialize;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod network;
#[cfg(target_os = "linux")]
mod opening;
#[cfg(target_os = "linux")]
mod place;
#[cfg(target_os = "linux")]
mod runner;
#[cfg(target_os = "linux")]
mod samples;

#[cfg(target_os = "linux")]
fn main() {
    if opening::in_the_place_of_a_server() || network::in_the_place_of_a_server() {
        return;
    }
    let all: [(&str, fn()); 8] = [
        ("footprint", footprint::measure),
        ("launch", launch::measure),
        ("change", change::measure),
        ("opening", opening::measure),
        ("initialize", initialize::measure),
        ("memory", memory::measure),
        ("network", network::measure),
        ("runner", runner::measure),
    ];
    // Cargo passes an option of its own.
    let chosen: Vec<_> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    for (name, measure) in all {
        if chosen.is_empty() || chosen.iter().any(|chosen| chosen == name) {
            measure();
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {}
