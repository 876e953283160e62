//! The one actor that owns the state and runs its effects.
//!
//! # Theory of operation
//!
//! [`Host::start`] opens the database and begins to work on a thread of its own. Everyone else
//! holds a [`Host`], a handle that sends messages: the window, the tray, the runs of servers, the
//! watcher. The actor takes them one after the other, lets [`paddock_core::State`] decide, and does
//! what it says in the order it says it: consent is on the disk before a server hears of it, and a
//! revocation reaches the server before it is on the disk.
//!
//! Each run of a server is a task that owns its process and its connection and reports to the
//! actor. Nothing the actor does waits for a server.
//!
//! What came of a round of messages is shown once, as one whole [`view::View`], through a
//! [`Shell`].

mod actor;
mod arguments;
mod asked;
mod attempts;
mod clock;
mod confine;
mod desk;
mod draft;
mod failure;
#[doc(hidden)]
pub mod fuzz;
mod git;
mod handle;
mod homes;
mod inbox;
mod journal;
mod kept_out;
mod line;
mod models;
mod named;
mod offered;
mod parts;
mod pick;
mod placeholders;
mod places;
mod programs;
mod prove;
mod roots;
mod run;
mod sampling;
mod schema;
mod shell;
mod show;
mod template;
mod tools;
pub mod view;
mod wire_log;

pub use handle::Host;
pub use named::Proposal;
pub use paddock_models::Keyring;
pub use paddock_supervisor::{Capabilities, Facility, Gap, Lacking, Tier, survey};
pub use places::Places;
pub use prove::{Subject, prove};
pub use shell::{Notification, Shell};
pub use show::enforcement::system;
