//! What fronts and the host say to each other.
//!
//! The host is one process for each person. Whoever shows it or asks something of it is a *front*:
//! the window, the tray, the command line. They speak over one Unix socket in the folder of the
//! app's data: frames of bounded length, each one JSON value; commands in one direction, answers and
//! the newest [`view::View`] in the other. A view is whole, so whoever missed some needs only the
//! last one.
//!
//! [`commands`] is the list of everything a front may ask, written once: the requests on the wire,
//! the methods of [`Client`] and the trait that the host serves come from it. [`authority`] says of
//! each what it takes.

pub mod authority;
mod client;
pub mod commands;
#[cfg(unix)]
mod connect;
#[cfg(unix)]
mod ending;
mod failure;
mod frame;
mod hello;
mod join;
pub mod json;
mod keep;
mod notification;
#[cfg(not(unix))]
mod nowhere;
pub mod path;
pub mod places;
mod push;
pub mod view;

pub use client::{Client, Pushed};
pub use commands::{Command, Commands};
#[cfg(unix)]
pub use connect::{READY, connect, connect_or_start, reach, reach_or_start};
#[cfg(unix)]
pub use ending::end_by_signal;
pub use frame::{FrameError, LONGEST, Reader, Writer, encode};
pub use hello::{Echo, Hello, PROTOCOL, Role, Welcome, greet};
pub use join::{Join, Joined, LONGEST_OF_SHIM, Over};
pub use keep::keep;
pub use notification::{AttemptOf, Notification};
#[cfg(not(unix))]
pub use nowhere::{READY, connect, connect_or_start, end_by_signal};
pub use path::WirePath;
pub use places::{Programs, Whereabouts};
pub use push::{Answer, Ask, Push, RawAsk, Said};
