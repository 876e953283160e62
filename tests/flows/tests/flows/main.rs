//! The whole host without a window: real processes, real folders, a real database.
//!
//! Nothing here sleeps. A test waits for what the window would show, or for a process to end, and
//! fails when that takes longer than [`world::PATIENCE`].
//!
//! The programs are those built beside this test. `cargo test --workspace` builds them; without it,
//! `cargo build -p paddock-sandbox -p paddock-files -p paddock-fake-server` does.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, whatever else came"
)]

mod activity;
mod alone;
mod app;
mod app_killed;
mod arrivals;
mod bad_children;
mod bundled;
mod bundles;
mod conformance;
mod consent;
mod database;
mod destinations;
mod disk;
mod elsewhere;
mod enforcement;
mod floods;
mod footprint;
mod fronts;
mod git;
mod greeting;
mod life;
mod lifecycle;
mod lifetime;
mod limits;
mod model;
mod named;
mod neighbours;
mod offers;
mod peers;
mod plants;
mod processes;
mod program;
mod programs;
mod prove;
mod reachability;
mod recorder;
mod remembered;
mod requests;
mod secrets;
mod seen;
mod sending;
mod sessions;
mod shim;
mod stand_in;
mod telling;
mod trust;
mod undo;
mod updates;
mod usage;
mod widening;
mod wire_log;
mod world;
