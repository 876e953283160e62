//! Whether the folders that were granted are still there.
//!
//! # How it works
//! What is seen is never what is believed: an event of the operating system only says *which* root
//! to [`look()`] at again, and the look alone says what stands there. A look walks down from the top
//! of the filesystem, part by part and through no symbolic link, and compares the identity of the
//! folder at the end.
//!
//! Watched are the folders on the way to a root, each by itself and never what lies beneath; what
//! happens to the root is told by its parent. A root that is the top of a mount is watched too, as
//! its parent, in another filesystem, isn't told. Mounting is no event of a folder; on Linux
//! `/proc/self/mountinfo` tells of it.
//!
//! A watch is on a folder, not on a path. So whenever a part of a path has changed, the watches
//! from there on are set anew, and as the world goes on meanwhile, a new watch is always followed
//! by another look.
//!
//! A look at a dead network disk may never end. Each runs on a thread of its own, and a root that
//! isn't answered for in time counts as denied until it is.
//!
//! # What is absent
//! No polling and no timer, except while a look is under way. No recursion. No queue that grows
//! with the number of events.

mod inbox;
mod look;
#[cfg(target_os = "linux")]
mod mounts;
mod watcher;
mod watches;

pub use look::{ResolveError, look, resolve};
pub use watcher::{Sighting, WatchError, Watcher};
pub use watches::Blindness;
