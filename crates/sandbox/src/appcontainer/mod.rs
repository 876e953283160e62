//! Windows: an `AppContainer` for each server, and permissions for it on the folders granted.
//! Written and type-checked, never run.
//!
//! A process in a container reaches what gives its package, or all packages, access: Windows itself
//! and installed programs to read, and besides that what is granted here. Access is an entry in a
//! folder's list of permissions (an ACE in its DACL) which every file beneath inherits, so grants
//! come and go while the server runs, but cost a walk over the folder. What is open stays open.
//! Nothing tries the boundary from inside.
//!
//! Entries outlive the app, so each is written into a [`Journal`] before it is made, and one that a
//! crash has left is taken back at the next start. A folder that was moved meanwhile takes its
//! entries along and is not found.

#[cfg(windows)]
mod container;
mod journal;
#[cfg(windows)]
mod permissions;
mod plan;
#[cfg(windows)]
mod process;
mod quote;

pub use journal::{Entry, Journal};
pub use plan::plan;
pub use quote::quote;

#[cfg(windows)]
pub use container::AppContainer;
#[cfg(windows)]
pub use process::run;
