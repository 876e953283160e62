//! What enforcement costs. Prints the samples of each measurement as a line of JSON; `npm run bench`
//! makes a table of them. Nothing here has a limit to keep: how fast a machine is proves nothing.
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
mod samples;

#[cfg(target_os = "linux")]
fn main() {
    if opening::in_the_place_of_a_server() || network::in_the_place_of_a_server() {
        return;
    }
    footprint::measure();
    launch::measure();
    change::measure();
    opening::measure();
    initialize::measure();
    memory::measure();
    network::measure();
}

#[cfg(not(target_os = "linux"))]
fn main() {}
