//! The way to one child. What is next is written by whoever queued it, as far as the pipe takes it
//! at once; one task sees to the rest.

use std::borrow::Cow;
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::task::{Context, Poll, Waker, ready};

use tokio::io::AsyncWrite;

use crate::encode::Text;
use crate::outbox::Outgoing;
use crate::peer::Peer;
use crate::{AskId, CloseReason, Event, encode};

/// So many bytes of short messages are written at once.
const TOGETHER: usize = 16 * 1024;

/// The end of the pipe into a child.
pub(crate) struct Pipe(Mutex<End>);

struct End {
    /// `None` once the connection is closed.
    into: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    begun: Option<Begun>,
}

/// Messages of which the pipe has not taken all.
#[derive(Default)]
struct Begun {
    bytes: Vec<u8>,
    written: usize,
    to_tell: Vec<Written>,
}

/// What is to be told when a message is written.
enum Written {
    /// It may tell the list of roots.
    MayTellRoots,
    RootsChanged,
    Reply(AskId),
}

/// Writes until the connection is closed, then drops the pipe at once, even in the middle of a
/// message that the child does not take.
pub(crate) async fn write(peer: Arc<Peer>) {
    let _dropped_at_the_end = DropPipe(&peer.pipe);
    let failure = tokio::select! {
        biased;
        () = peer.closed() => return,
        error = write_all(&peer) => error,
    };
    peer.close(CloseReason::Write(failure.kind()));
}

async fn write_all(peer: &Peer) -> io::Error {
    loop {
        peer.outbox.work().await;
        if let Err(error) = poll_fn(|context| peer.pipe.lock().poll_all(peer, context)).await {
            return error;
        }
    }
}

/// Writes what was just queued and is next, if nobody else is writing and the pipe takes it.
pub(crate) fn write_now(peer: &Peer) {
    let goes_on = match peer.pipe.0.try_lock() {
        Ok(mut end) if end.begun.is_none() => {
            // The writer's waker stays in the pipe as long as it waits for it, so this one does not
            // take its place.
            let mut context = Context::from_waker(Waker::noop());
            let written = matches!(end.poll_next(peer, &mut context), Poll::Ready(Ok(_)));
            // Who queued something behind it meanwhile relies on whoever writes.
            !written || !peer.outbox.is_empty()
        }
        Ok(_) => false,
        Err(TryLockError::WouldBlock | TryLockError::Poisoned(_)) => true,
    };
    if goes_on {
        peer.outbox.wake_writer();
    }
}

impl Pipe {
    pub(crate) fn new(into: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self(Mutex::new(End { into: Some(Box::new(into)), begun: None }))
    }

    fn lock(&self) -> MutexGuard<'_, End> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipe").finish_non_exhaustive()
    }
}

struct DropPipe<'a>(&'a Pipe);

impl Drop for DropPipe<'_> {
    fn drop(&mut self) {
        self.0.lock().into = None;
    }
}

impl End {
    fn poll_all(&mut self, peer: &Peer, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while ready!(self.poll_next(peer, context))? {}
        Poll::Ready(Ok(()))
    }

    /// Writes one message, or several short ones at once; what was begun first. False if there is
    /// none.
    fn poll_next(&mut self, peer: &Peer, context: &mut Context<'_>) -> Poll<io::Result<bool>> {
        let Some(pipe) = &mut self.into else { return Poll::Ready(Ok(false)) };
        let mut pipe = Pin::new(pipe);
        let begun = match &mut self.begun {
            Some(begun) => begun,
            None => match next(peer) {
                Some(next) => self.begun.insert(next),
                None => return Poll::Ready(Ok(false)),
            },
        };
        while begun.written < begun.bytes.len() {
            match ready!(pipe.as_mut().poll_write(context, &begun.bytes[begun.written..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => begun.written += count,
            }
        }
        ready!(pipe.poll_flush(context))?;
        for written in std::mem::take(&mut begun.to_tell) {
            tell(peer, &written);
        }
        self.begun = None;
        Poll::Ready(Ok(true))
    }
}

/// The next message that can be written, and with it those that follow as long as all are short.
fn next(peer: &Peer) -> Option<Begun> {
    let mut begun = Begun::default();
    while begun.bytes.is_empty() {
        begun.add(peer, peer.outbox.pop()?);
    }
    while let Some(room) = TOGETHER.checked_sub(begun.bytes.len())
        && let Some(outgoing) = peer.outbox.pop_short(room)
    {
        begun.add(peer, outgoing);
    }
    Some(begun)
}

impl Begun {
    /// Adds nothing for a call that cannot be made after all.
    fn add(&mut self, peer: &Peer, outgoing: Outgoing) {
        let Some((bytes, written)) = encode(peer, outgoing) else { return };
        if let Some(tap) = &peer.options.tap {
            tap.sent(bytes.strip_suffix(b"\n").unwrap_or(&bytes));
        }
        if self.bytes.is_empty() {
            self.bytes = bytes.into_owned();
        } else {
            self.bytes.extend_from_slice(&bytes);
        }
        self.to_tell.extend(written);
    }
}

type Encoded = (Cow<'static, [u8]>, Option<Written>);

/// `None` for a call that cannot be made after all.
fn encode(peer: &Peer, outgoing: Outgoing) -> Option<Encoded> {
    Some(match outgoing {
        Outgoing::Message(message) => (message.into(), None),
        Outgoing::Reply { ask, message } => (message.into(), Some(Written::Reply(ask))),
        Outgoing::Call { message, .. } if message.roots_at.is_empty() => {
            (message.bytes.into(), None)
        }
        Outgoing::Call { id, message } => {
            (with_roots(peer, id, &message)?.into(), Some(Written::MayTellRoots))
        }
        Outgoing::Answers { answers, batch } => {
            let bytes = encode::answers(&answers, batch, || peer.telling()?.tell());
            (bytes.into(), Some(Written::MayTellRoots))
        }
        Outgoing::RootsChanged => (encode::ROOTS_CHANGED.into(), Some(Written::RootsChanged)),
    })
}

fn with_roots(peer: &Peer, id: u64, message: &Text) -> Option<Vec<u8>> {
    let list = peer.telling().and_then(|mut telling| telling.tell());
    if list.is_none() {
        peer.calls.fail_without_roots(id);
    }
    Some(message.with_roots(list?.as_str()))
}

fn tell(peer: &Peer, written: &Written) {
    match written {
        Written::Reply(ask) => peer.asks.written(*ask),
        Written::MayTellRoots => {
            if let Some(generation) = peer.telling().and_then(|mut telling| telling.written()) {
                peer.report(Event::RootsTold { generation });
            }
        }
        Written::RootsChanged => {
            if let Some(telling) = peer.telling() {
                peer.report(Event::RootsChangedSent { generation: telling.generation() });
            }
        }
    }
}
