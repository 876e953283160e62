//! What keeps servers to their folders: a [`Policy`] says what one may reach, and the [`Sandbox`] of
//! this system makes a launch that is held to it, or says why it can't.
//!
//! On Linux the keeper, the `paddock-sandbox` binary, carries the policy out. It stands between the
//! app and one server: it starts the server and outlives no one. How the two talk is told in `wire`;
//! what the keeper does with it is told in the binary.
//!
//! On other systems nothing enforces: there is no [`Sandbox`] for them.

pub mod believed;
mod bounds;
#[cfg(target_os = "linux")]
pub mod cgroup;
#[cfg(target_os = "linux")]
pub mod descriptors;
pub mod disk;
#[cfg(target_os = "linux")]
pub mod dispositions;
mod launch;
pub mod led;
#[cfg(target_os = "linux")]
mod linux;
pub mod needs;
mod policy;
mod proof;
mod sandbox;
mod tier;
#[cfg(target_os = "linux")]
pub mod wire;

pub use believed::Doubt;
pub use bounds::{Bounds, ByGroup};
pub use launch::Launch;
#[cfg(target_os = "linux")]
pub use linux::Linux;
pub use paddock_core::{Facility, Gap, Reach, Tier};
pub use policy::{MOST_PORTS, Network, OnAttempt, Policy};
pub use proof::{
    Arrival, Attempt, DeniedBy, Finding, LONGEST_HOLD, NameAnswer, Passage, Proof, Way, Withheld,
};
pub use sandbox::{ConfineError, Sandbox};
pub use tier::{Capabilities, Lacking};
