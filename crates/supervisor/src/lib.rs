//! The child processes of the host: MCP servers over stdio.
//!
//! # Theory of operation
//!
//! [`spawn()`] starts one server and yields its two ends: [`Stdio`], the pipes that the protocol
//! speaks over, and [`Job`], a handle with verbs. The pipes are registered with the runtime's poll, no
//! thread blocks on them.
//!
//! Behind the job runs one task that owns the process tree. It waits for the tree to end or for the
//! one thing that may be asked of it, to stop; what is asked is a level that only rises, so there is
//! no queue. A [`Status`] goes `Running → Stopping → Finished` and never back: a restart is a new
//! job, and nothing here decides whether there should be one.
//!
//! A stop goes the way the protocol asks for: close the server's input, wait, SIGTERM the tree, wait,
//! SIGKILL the tree, each wait with its deadline in [`Deadlines`]. *Tree* is meant literally. On Linux
//! a small process, the *keeper* (`paddock-sandbox`), stands between the host and each server and
//! holds every process that comes of it, those that daemonise included; when the host is gone, even by
//! SIGKILL, the keeper notices and kills them. Elsewhere a process group or a job object is used
//! directly, which is weaker and untested.
//!
//! What a server writes to standard error is kept in [`StderrLog`], a ring bounded in lines and bytes
//! and read at a bounded pace. It is no sign of an error.
//!
//! A server inherits nothing: its environment, folder and program are all in [`Launch`], and
//! [`environment`] helps to find them in an app that was not started from a shell.
//!
//! Nothing here restarts by itself, logs what a server writes, or reads the host's environment.

mod boundary;
mod deadlines;
pub mod environment;
mod error;
#[cfg(target_os = "linux")]
mod groups;
mod job;
mod spawn;
mod stderr;
mod stdin;
mod survey;
mod tree;

pub use boundary::{Boundary, BoundaryError, Connected, Listening, Rest};
pub use deadlines::Deadlines;
pub use error::StartError;
#[cfg(target_os = "linux")]
pub use groups::{Unsettled, settle_in_group};
pub use job::{Exit, Job, Status, StopLevel};
pub use paddock_sandbox::{
    Arrival, Attempt, Bounds, ByGroup, Capabilities, ConfineError, DeniedBy, Doubt, Facility,
    Finding, Gap, LONGEST_HOLD, Lacking, Launch, MOST_PORTS, NameAnswer, Network, OnAttempt,
    Passage, Policy, Proof, Reach, Sandbox, Tier, Way, Withheld, led, needs,
};
#[cfg(target_os = "linux")]
pub use paddock_sandbox::{descriptors::close_all_but_standard, dispositions::reset_signals};
pub use spawn::{Stdio, spawn};
pub use stderr::{Line, StderrLog, Tail};
pub use stdin::{Stdin, Unread};
pub use survey::{sandbox, survey};
pub use tree::Stdout;
