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
//! actor. Nothing the actor does waits for a server, nor for a disk: the storage has a thread of its
//! own, and what else has to be looked at is looked at elsewhere and comes back as a message.
//!
//! What it knows beside the state is owned by parts with rules of their own, such as `runtimes` and
//! `machine`, which know no actor. Who only reads gets an `Overview` of them.
//!
//! What came of a round of messages is shown once, as one whole [`view::View`], through a
//! [`Shell`]: [`fronts`] brings it to every window and terminal that is connected, and what they
//! ask to the actor.

mod actor;
mod arguments;
mod asked;
mod attempts;
mod beside;
mod client;
mod clock;
mod confine;
mod connected;
mod counting;
mod destinations;
mod draft;
#[cfg(target_os = "linux")]
mod ends;
mod extent;
mod failure;
#[cfg(target_os = "linux")]
pub mod fronts;
#[doc(hidden)]
pub mod fuzz;
mod git;
mod handle;
mod held_calls;
mod hint;
mod homes;
mod inbox;
mod indented;
mod journal;
mod kept_out;
mod look;
mod machine;
mod message;
mod models;
mod named;
mod needed;
mod offered;
mod overheard;
mod overview;
mod parts;
mod paths;
mod pick;
mod picks;
mod placeholders;
mod places;
mod places_of_apps;
mod preparation;
mod programs;
mod proposed;
mod prove;
mod remembered;
mod removals;
mod retention;
mod roots;
mod run;
mod runtime;
mod runtimes;
mod sampling;
mod schema;
mod screen;
mod secrets;
mod shell;
mod show;
mod sought;
mod storage_thread;
mod template;
mod tools;
mod traffic;
mod unreached;
mod watch;
mod why_not;
mod wire_log;

pub use handle::{AppEnds, Host, Input, Joined, Joining, Leaving, Output};
pub use journal::LogFollower;
pub use needed::is_needed;
pub use paddock_control::{AttemptOf, Notification, view};
pub use paddock_models::{Keyring, Proxy};
pub use paddock_network::{Outside, Pending, Proxied, System};
pub use paddock_supervisor::{Bounds, Capabilities, Facility, Gap, Lacking, Tier, survey};
pub use places::Places;
pub use prove::{Subject, prove};
pub use shell::Shell;
pub use show::enforcement::system;
#[doc(hidden)]
pub use storage_thread::Store;
