//! Configs of apps, each in a world of its own.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod edits;
mod every_app;
#[cfg(unix)]
mod every_file;
#[cfg(unix)]
mod files;
mod forms;
#[cfg(unix)]
mod further;
mod random;
mod rewritten;
