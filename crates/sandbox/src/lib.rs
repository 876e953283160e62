//! What the app and its keeper, the `paddock-sandbox` binary, say to each other.
//!
//! The keeper stands between the app and one server: it starts the server and outlives no one. How
//! the two talk is told in [`wire`]; what the keeper does with it is told in the binary.

mod launch;
#[cfg(target_os = "linux")]
pub mod wire;

pub use launch::Launch;
