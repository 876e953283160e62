//! Attempts to get out of the sandbox.
//!
//! The binary of this package is started *as the server*, under every tier and under none, and runs
//! the [`table::PROBES`] one after another, each in a process of its own. What a probe got is told
//! as evidence: bytes, a changed file, a word the other side heard. The harness in `tests/` knows
//! the secret bytes, looks at the files from outside and asks the other side, so a probe that only
//! believes it got out is found out.

#![cfg(target_os = "linux")]

pub mod context;
pub mod outcome;
pub mod person;
mod probes;
pub mod races;
mod sys;
pub mod table;
pub mod ways;
pub mod world;

pub use context::{Context, Held};
pub use outcome::{Evidence, Failed, Outcome, Said, Tried};
pub use sys::{alarm, in_child, inherited_descriptors};
pub use world::{Person, World};
