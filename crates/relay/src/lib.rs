//! One session: an AI app on one side, one process of a server on the other, and their lines passed
//! on between them.
//!
//! # Theory of operation
//!
//! [`begin`] takes the two ends of the app's pipes. The server's come later, with
//! [`Session::serve`], and again when a server died and was started anew. The relay knows no
//! process and no file: the host starts and ends what is behind the pipes.
//!
//! - One task reads the app (`app`), one each server (`server`). They read envelopes only, and pass
//!   on the very bytes of a line.
//! - What goes out waits in a `outlet`, in order. Who brings the next line writes it at once, if the
//!   pipe takes it; a task sees to the rest, but for a line longer than all the room, which stays
//!   with who brings it until it is written. A side that does not read is not written to without
//!   bound: its outlet fills, and the other side is not read on.
//! - `state` is all that is known of the session, behind one lock that nobody holds while waiting.
//!
//! # What is touched
//!
//! - **Folders.** The server hears that there are roots (`opening`, `rounds`), asks us for them and
//!   never the app. What the app itself says of its folders goes to the host (`statement`).
//! - **Slow servers.** An app that opens a session does not wait for a server that is not there yet:
//!   after a while it is answered from `memory`, and where that has nothing, or no server comes, with
//!   a `greeting` of ours that promises lists and has none. Calls wait. Where the server then says
//!   something else than the app was told, the app is told that the list changed.
//! - **Servers that die.** Calls under way are answered with an error, never made twice. The next
//!   process is given the handshake and the subscriptions of the app, then what waits.
//! - **Tools that are off** (`rules`) are neither listed nor called. Calls of tools that a person is
//!   asked about wait (`parked`) until the host decides, or for as long as an app would.
//! - **What is asked of the person** (`stand_in`, `gathering`, `visits`) goes to the app where it says
//!   that it can be asked. Where it does not, and the host wants that, the server hears that it can
//!   ask, and the host is asked in the app's place.
//! - **No revision in common** (`refused`). The message of the error that answers an app's
//!   `initialize` then names server and app and says what to do. Its code and data stay.
//! - Ids of ours are strings that begin with `paddock:`. Neither side may use such an id.
//!
//! All else passes to the byte: other requests and notifications in both directions, fields and
//! methods that nobody knows, numbers, order. The exceptions are what is no JSON-RPC, what is
//! ambiguous (a name twice in one object that is read), and answers that nobody waits for.

mod app;
mod calls;
mod event;
mod event_queue;
#[doc(hidden)]
pub mod fuzz;
mod gathering;
mod greeting;
mod held;
mod listening;
mod memory;
mod opening;
mod options;
mod outlet;
mod overheard;
mod params;
mod parked;
mod paths;
mod refused;
mod relay;
mod remembering;
mod replies;
mod required;
mod rounds;
mod rules;
mod server;
mod session;
mod splice;
mod stand_in;
mod state;
mod statement;
mod tools;
mod visits;

#[cfg(test)]
mod tests;

use paddock_mcp::Roots;
use tokio::io::{AsyncRead, AsyncWrite};

pub use crate::event::{Ask, Event, Side, Unlike};
pub use crate::event_queue::Events;
pub use crate::memory::{Answered, OpenedAs, Remembered};
pub use crate::options::{Options, PERSON_TIME_OUT, Rule, Rules};
pub use crate::overheard::{Overheard, Overhearing};
pub use crate::parked::Verdict;
pub use crate::paths::{Named, paths_in, told};
pub use crate::session::{Loss, Session};
pub use crate::tools::Tool;

/// What the app is told of calls that end with the session.
pub(crate) const CLOSED: &str = "the session with the server was ended";

/// What the app is told of calls that end with a process of the server.
pub(crate) const DIED: &str = "the server ended";

/// Begins the session of an app, which writes to `app_reader` and reads from `app_writer`. There is
/// no server yet.
///
/// # Panics
///
/// Outside of a tokio runtime with a clock.
pub fn begin(
    app_reader: impl AsyncRead + Send + Unpin + 'static,
    app_writer: impl AsyncWrite + Send + Unpin + 'static,
    roots: Roots,
    options: Options,
) -> (Session, Events) {
    let (sender, events) = event_queue::event_queue();
    let relay = relay::Relay::begin(app_reader, app_writer, roots, options, sender);
    (Session { relay }, events)
}
