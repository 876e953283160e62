//! The built server and its parts, against honest and hostile folders and clients.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod beneath;
mod changes;
mod common;
mod escape;
mod files;
mod follow;
mod fuzz;
mod modern;
mod parity;
mod protocol;
mod race;
