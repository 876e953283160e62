//! The wire: a thin peer that speaks MCP with one server over its standard input and output.
//!
//! # Theory of operation
//!
//! [`connect`] takes the two ends of a child's pipes and spawns two tasks. It knows no process:
//! who started the child also ends it.
//!
//! - The **reader** cuts the child's output into lines (`frame`), reads envelopes (`message`)
//!   and hands them to the era's session (`legacy`), which runs the handshake, answers requests
//!   and wakes calls (`calls`).
//! - The **writer** takes what is queued in the `outbox`, in order, one message at a time. The
//!   list of roots is bound when its answer is written, so a list that was replaced while the
//!   answer waited is never told.
//!
//! [`Connection`] is the handle, [`Events`] what comes back.
//!
//! A child can do no worse than lose its own connection:
//!
//! - A line is bounded. A longer one is skipped without being held, reported, and fails the call
//!   that waits for it if there is only one.
//! - A message that is no JSON-RPC, or is ambiguous, is reported as a [`Violation`] and never
//!   answered.
//! - The queue is bounded in messages and bytes. When answers fill their half of it, the reader
//!   stops reading; our own calls fail with [`CallError::QueueFull`] when there is no room. Neither
//!   stands in the way of [`Connection::close`], which drops the writer in the middle of a message.
//! - Every call has a time-out and a limit that no progress extends.
//! - Events wait in a bounded queue that never blocks the reader.
//!
//! # Eras
//!
//! A session is all that knows an era. `legacy` covers the revisions that begin with
//! `initialize`; another era is another module beside it, chosen in the reader task and
//! built from the same frames, outbox, calls and events.

mod calls;
mod connection;
mod encode;
mod event;
mod event_queue;
mod frame;
mod legacy;
mod message;
mod options;
mod outbox;
mod peer;
mod reader;
mod revision;
mod roots;
mod tools;
mod violation;
mod writer;

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};

pub use crate::connection::{Call, Connection, ToolOutcome};
pub use crate::event::{
    CallId, CloseReason, Event, Implementation, Log, LogLevel, Progress, Ready, ServerCapabilities,
};
pub use crate::event_queue::Events;
pub use crate::options::Options;
pub use crate::peer::{CallError, ServerError};
pub use crate::revision::Revision;
pub use crate::roots::{Access, RootEntry, Roots, RootsError};
pub use crate::tools::{Tool, ToolAnnotations};
pub use crate::violation::Violation;

/// Starts the handshake with the server behind `reader` (its output) and `writer` (its input).
///
/// With `roots` of `None` the server is offered none, and is told so if it asks.
///
/// # Panics
///
/// Outside of a tokio runtime with a clock.
pub fn connect<R, W>(
    reader: R,
    writer: W,
    options: Options,
    roots: Option<Roots>,
) -> (Connection, Events)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (sender, events) = event_queue::event_queue();
    let peer = Arc::new(peer::Peer::new(options, roots, sender));
    tokio::spawn(writer::write(Arc::clone(&peer), writer));
    tokio::spawn(reader::read(Arc::clone(&peer), reader));
    (Connection::new(peer), events)
}
