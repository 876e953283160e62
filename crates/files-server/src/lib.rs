//! The bundled MCP files server.
//!
//! # Theory of operation
//!
//! [`serve()`] receives bounded lines and runs the calls in them. [`eras`] is the seam between the
//! revisions of the protocol and everything else: it keeps what was negotiated, learns which
//! folders the client grants, once and again when they change (2024-11-05 to 2025-11-25) or for
//! each call (2026-07-28), and hands out requests with the roots they may use. `calls` answers
//! those with [`tools`] and `resources`. [`roots`] finds the granted folder a path belongs to,
//! [`reach`] resolves what is beneath it, and [`beneath`] is the operating system's part of that.
//!
//! What is absent: no path is judged by comparing strings and then opened by name. The comparison
//! picks a folder, and the operating system resolves the rest beneath that folder's handle. No
//! tool knows which revision asks, or where its roots came from.

pub mod beneath;
mod calls;
mod edits;
pub mod eras;
mod follow;
pub mod fuzz;
mod glob;
pub mod reach;
mod resources;
pub mod roots;
mod serve;
pub mod tools;
mod walk;
pub mod wire;
pub mod work;

pub use fuzz::{fuzz_arguments, fuzz_lines};
pub use serve::serve;
