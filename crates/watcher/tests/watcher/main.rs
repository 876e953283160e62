//! Real folders, real mounts, real events.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where it can't go on")]
#![cfg_attr(
    target_os = "linux",
    expect(clippy::print_stderr, reason = "what was skipped or measured is said")
)]

#[cfg(target_os = "linux")]
mod apart;
#[cfg(target_os = "linux")]
mod costs;
#[cfg(target_os = "linux")]
mod latency;
#[cfg(target_os = "linux")]
mod mounts;
mod random;
mod reachability;
mod somebody;
mod world;
