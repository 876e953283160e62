//! The wire: a thin peer that speaks MCP with one server over its standard input and output.
//!
//! # Theory of operation
//!
//! [`connect`] takes the two ends of a child's pipes and spawns three tasks. It knows no process:
//! who started the child also ends it.
//!
//! - The **reader** cuts the child's output into lines (`frame`), reads envelopes (`message`),
//!   has the era chosen (`handshake`) and hands the rest to the era's session (`legacy`, `modern`),
//!   which answers requests and wakes calls (`calls`).
//! - What is to be written waits in the `outbox`, in order. Who puts something there that is next
//!   writes it at once, if the pipe takes it; the **writer** sees to all else, several short
//!   messages at a time. The list of roots is bound when the message that tells it is written, so a
//!   list that was replaced while the message waited is never told.
//! - The **watchdog** watches the time: the handshake, pings, and the `alarms` of calls.
//!
//! [`Connection`] is the handle, [`Events`] what comes back.
//!
//! A child can do no worse than lose its own connection:
//!
//! - A line is bounded. A longer one is skipped without being held, reported, and fails the call
//!   that waits for it if there is only one.
//! - A message that is no JSON-RPC, or is ambiguous, is reported as a [`Violation`] and never
//!   answered.
//! - The outbox is bounded. When answers fill their share of it, the reader stops reading. When calls
//!   fill theirs, the next ones wait for room in their order, and fail with
//!   [`CallError::QueueFull`] if none comes in their time. Neither stands in the way of
//!   [`Connection::close`], which drops the pipe in the middle of a message.
//! - Every call has a time-out and a limit that no progress extends. Both stand still while the
//!   person thinks about something that the server asked.
//! - What the server asks of the person is bounded in number and bytes (`asks`), until the answer
//!   is written.
//! - Events wait in a bounded queue that never blocks the reader.
//!
//! # Eras
//!
//! The handshake and a session are all that know an era; frames, outbox, calls, asks and events
//! are the same for both.
//!
//! `server/discover` goes first, unless [`Options::era`] says that it would be lost on this
//! server. A discovery, or an error that only a modern server knows, decides for the modern era;
//! every other answer leads to `initialize`. Silence proves nothing, for a launcher may be
//! downloading the server: once the server has read the question ([`Options::inlet`]) it adds
//! `initialize`, and whichever of the two the server takes up decides. [`Ready::revision`] names the era to remember.
//!
//! - `legacy`: the revisions that begin with `initialize`. The server sends requests and is sent
//!   responses.
//! - `modern`: each request stands for itself and carries in `_meta` who asks. A server that needs
//!   something says so in its answer, and the call is made again with it (`modern::rounds`); what
//!   it tells unasked belongs to a subscription (`modern::listen`).

mod agreement;
mod alarms;
mod ask;
mod asks;
mod calls;
mod capabilities;
mod clock;
mod completion;
mod connection;
pub mod elicitation;
mod encode;
mod event;
mod event_queue;
mod frame;
#[doc(hidden)]
pub mod fuzz;
mod handshake;
mod inlet;
mod json;
mod legacy;
mod lists;
mod message;
mod modern;
mod notifications;
mod offers;
mod options;
mod outbox;
mod payload;
mod peer;
mod reader;
mod revision;
mod roots;
pub mod sampling;
mod tap;
mod tasks;
mod tools;
mod violation;
mod watchdog;
pub mod wire;
mod writer;

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};

pub use crate::ask::{Ask, AskContent, AskEnd, AskId, AskReply};
pub use crate::connection::{Call, Connection, Outcome};
pub use crate::event::{
    CallId, CloseReason, Event, Implementation, Log, LogLevel, Progress, Ready, ServerCapabilities,
};
pub use crate::event_queue::Events;
pub use crate::inlet::Inlet;
pub use crate::offers::{
    Completed, Completing, Completion, List, Prompt, PromptArgument, Resource, ResourceTemplate,
};
pub use crate::options::Options;
pub use crate::payload::PayloadError;
pub use crate::peer::{CallError, ServerError};
pub use crate::revision::{Era, Revision};
pub use crate::roots::{Access, RootEntry, Roots, RootsError};
pub use crate::tap::Tap;
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
    let peer = Arc::new(peer::Peer::new(options, roots, sender, writer::Pipe::new(writer)));
    tokio::spawn(writer::write(Arc::clone(&peer)));
    tokio::spawn(watchdog::keep(Arc::clone(&peer)));
    tokio::spawn(reader::read(Arc::clone(&peer), reader));
    (Connection::new(peer), events)
}
