//! The way out to one side: bounded, in order. What is next is written by whoever brings it, as far
//! as the pipe takes it at once; one task sees to the rest. Who brings several lines at once holds
//! them together with a [`Cork`], and they are written when it is drawn.

mod apart;

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::mem;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use paddock_mcp::wire::{Id, Telling, Text};
use tokio::io::AsyncWrite;
use tokio::sync::Notify;

use crate::Event;
use crate::event_queue::EventSender;
use crate::replies::{self, INTERNAL_ERROR};

/// Answers of ours may take so much more than what is passed on: one side that floods us with
/// requests cannot keep the other side's lines out, nor those keep it from being answered.
const OWN_ROOM: usize = 256 * 1024;

/// Lines that wait are joined up to this length.
const TOGETHER: usize = 16 * 1024;

/// Capacity kept between lines.
const KEPT: usize = 64 * 1024;

/// What waits costs at least so much room.
const OVERHEAD: usize = 64;

#[derive(Debug)]
pub(crate) enum Chunk {
    /// One line, without its end.
    Line(Vec<u8>),
    /// The answer to `roots/list`: whatever the list is when it is written.
    Roots(Id),
    /// One line, with places for the list of roots.
    Text(Text),
}

impl Chunk {
    pub(crate) fn cost(&self) -> usize {
        OVERHEAD
            + match self {
                Self::Line(line) => line.len(),
                Self::Roots(id) => id.as_str().len(),
                Self::Text(text) => text.bytes.len(),
            }
    }
}

impl From<Vec<u8>> for Chunk {
    fn from(line: Vec<u8>) -> Self {
        Self::Line(line)
    }
}

/// Nothing more goes this way.
#[derive(Debug)]
pub(crate) struct Closed;

pub(crate) struct Outlet {
    end: Mutex<End>,
    work: Notify,
    room: Notify,
    limit: usize,
    events: EventSender,
    corks: AtomicUsize,
}

/// Holds together what goes out, until it is dropped. Never across a wait: nobody else writes what
/// it holds back.
pub(crate) struct Cork<'a>(&'a Outlet);

impl<'a> Cork<'a> {
    pub(crate) fn new(outlet: &'a Outlet) -> Self {
        outlet.corks.fetch_add(1, Ordering::SeqCst);
        Self(outlet)
    }
}

impl Drop for Cork<'_> {
    fn drop(&mut self) {
        // Whoever saw the cork has added its line by the time that the lock is taken.
        self.0.corks.fetch_sub(1, Ordering::SeqCst);
        let mut end = self.0.lock();
        if !self.0.is_corked() {
            self.0.flush(&mut end);
            self.0.wake_writer(&end);
        }
    }
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each may be so without the others")]
struct End {
    /// `None` once the outlet is closed.
    into: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    queue: VecDeque<Chunk>,
    queued: usize,
    /// What the pipe has not taken all of.
    begun: Vec<u8>,
    written: usize,
    /// How much is left of a line that is written apart from all else, with its end.
    apart: usize,
    /// The pipe takes no more now. The writer waits for that.
    blocked: bool,
    /// The pipe may hold back what was written.
    unflushed: bool,
    /// What is begun may tell the list.
    tells: bool,
    /// The pipe is closed when all is written.
    last: bool,
    failure: Option<io::Error>,
    /// `None` on the way to the app.
    telling: Option<Telling>,
}

impl Outlet {
    pub(crate) fn new(
        into: impl AsyncWrite + Send + Unpin + 'static,
        limit: usize,
        telling: Option<Telling>,
        events: EventSender,
    ) -> Self {
        let end = End { into: Some(Box::new(into)), telling, ..End::default() };
        let (work, room, corks) = (Notify::new(), Notify::new(), AtomicUsize::new(0));
        Self { end: Mutex::new(end), work, room, limit, events, corks }
    }

    /// Passes a line on, when there is room. One that is longer than all the room is written from
    /// where it is, and this waits until all of it is.
    pub(crate) async fn pass(&self, line: &[u8]) -> Result<(), Closed> {
        loop {
            let room = self.room.notified();
            {
                let mut end = self.lock();
                if end.has_room(line.len(), self.limit)? {
                    if line.len() > self.limit && end.is_idle() {
                        end.apart = line.len() + 1;
                        break;
                    }
                    self.put(&mut end, line);
                    self.wake_writer(&end);
                    return Ok(());
                }
            }
            room.await;
        }
        self.write_apart(line).await
    }

    /// Sends something of ours, when there is room.
    pub(crate) async fn send(&self, chunk: Chunk) -> Result<(), Closed> {
        let mut chunk = Some(chunk);
        loop {
            let room = self.room.notified();
            {
                let mut end = self.lock();
                let cost = chunk.as_ref().map_or(0, Chunk::cost);
                if end.has_room(cost, self.limit + OWN_ROOM)? {
                    if let Some(chunk) = chunk.take() {
                        self.push_to(&mut end, chunk);
                    }
                    self.wake_writer(&end);
                    return Ok(());
                }
            }
            room.await;
        }
    }

    /// Sends something whose amount is bounded elsewhere.
    pub(crate) fn push(&self, chunk: Chunk) {
        let mut end = self.lock();
        self.push_to(&mut end, chunk);
        self.wake_writer(&end);
    }

    fn push_to(&self, end: &mut End, chunk: Chunk) {
        if end.into.is_none() || end.last {
            return;
        }
        match chunk {
            Chunk::Line(line) => self.put(end, &line),
            Chunk::Roots(_) | Chunk::Text(_) => {
                end.queued += chunk.cost();
                end.queue.push_back(chunk);
            }
        }
    }

    fn put(&self, end: &mut End, line: &[u8]) {
        // Long ones are written from where they are.
        let held = self.is_corked() && line.len() < TOGETHER;
        if end.is_idle() && !held {
            end.write_now(line);
            return;
        }
        end.append(line);
        if held && end.waiting() >= KEPT {
            self.flush(end);
        }
    }

    fn is_corked(&self) -> bool {
        self.corks.load(Ordering::SeqCst) > 0
    }

    /// Writes what was held back, as far as the pipe takes it.
    fn flush(&self, end: &mut End) {
        if end.blocked || end.is_idle() && !end.unflushed {
            return;
        }
        let before = end.waiting();
        match end.poll_all(&mut Context::from_waker(Waker::noop()), &self.events) {
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(error)) => end.failure = Some(error),
            Poll::Pending => end.blocked = true,
        }
        if end.waiting() < before || end.into.is_none() {
            self.room.notify_waiters();
        }
        if end.into.is_none() {
            self.work.notify_one();
        }
    }

    /// What the server knows of the list, or `None` if this is not a way to a server.
    pub(crate) fn telling<T>(&self, change: impl FnOnce(&mut Telling) -> T) -> Option<T> {
        self.lock().telling.as_mut().map(change)
    }

    /// Closes the pipe when all that waits is written.
    pub(crate) fn finish(&self) {
        self.lock().last = true;
        self.work.notify_one();
    }

    /// Closes the pipe, even in the middle of a line.
    pub(crate) fn close(&self) {
        self.lock().close();
        self.work.notify_one();
        self.room.notify_waiters();
    }

    /// Writes until the outlet is closed. Why, if the pipe failed.
    pub(crate) async fn write(&self) -> io::Result<()> {
        loop {
            let done = poll_fn(|context| {
                let mut end = self.lock();
                let before = end.waiting();
                let polled = end.poll_all(context, &self.events);
                end.blocked = polled.is_pending();
                if end.waiting() < before || end.into.is_none() {
                    self.room.notify_waiters();
                }
                polled
            })
            .await;
            match done {
                Ok(()) if self.lock().into.is_none() => return Ok(()),
                Ok(()) => self.work.notified().await,
                Err(error) => {
                    self.close();
                    return Err(error);
                }
            }
        }
    }

    fn wake_writer(&self, end: &End) {
        let held = self.is_corked() && end.failure.is_none();
        if !held && (!end.is_idle() || end.failure.is_some() || end.unflushed) {
            self.work.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl End {
    fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.begun.is_empty() && self.apart == 0
    }

    fn waiting(&self) -> usize {
        self.queued + self.begun.len() - self.written + self.apart
    }

    /// What is longer than all the room goes alone.
    fn has_room(&self, length: usize, limit: usize) -> Result<bool, Closed> {
        if self.into.is_none() || self.last {
            return Err(Closed);
        }
        let waiting = self.waiting();
        Ok(waiting == 0 || waiting.saturating_add(length) <= limit)
    }

    fn append(&mut self, line: &[u8]) {
        if self.queue.is_empty() && self.begun.len() + line.len() < TOGETHER {
            self.begun.extend_from_slice(line);
            self.begun.push(b'\n');
            return;
        }
        if let Some(Chunk::Line(last)) = self.queue.back_mut()
            && last.len() + line.len() < TOGETHER
        {
            last.push(b'\n');
            last.extend_from_slice(line);
            self.queued += line.len() + 1;
            return;
        }
        let chunk = Chunk::Line(line.to_vec());
        self.queued += chunk.cost();
        self.queue.push_back(chunk);
    }

    /// Writes as much as the pipe takes. What it does not take waits for the writer, whose waker
    /// then takes the place of this one.
    fn write_now(&mut self, line: &[u8]) {
        let mut context = Context::from_waker(Waker::noop());
        let mut written = 0;
        while written <= line.len() {
            match self.write_line(&mut context, &line[written..]) {
                Poll::Ready(Some(count)) => written += count,
                Poll::Ready(None) => return,
                Poll::Pending => {
                    self.begun.extend_from_slice(&line[written..]);
                    self.begun.push(b'\n');
                    self.blocked = true;
                    return;
                }
            }
        }
        self.flush_pipe(&mut context);
    }

    /// Writes of the rest of a line and its end. How much; `None` if the pipe fails.
    fn write_line(&mut self, context: &mut Context<'_>, rest: &[u8]) -> Poll<Option<usize>> {
        let Some(pipe) = &mut self.into else { return Poll::Ready(None) };
        let slices = [IoSlice::new(rest), IoSlice::new(b"\n")];
        let slices = if rest.is_empty() { &slices[1..] } else { &slices[..] };
        let error = match ready!(Pin::new(pipe).poll_write_vectored(context, slices)) {
            Ok(count) if count > 0 => return Poll::Ready(Some(count)),
            Ok(_) => io::ErrorKind::WriteZero.into(),
            Err(error) => error,
        };
        self.failure = Some(error);
        Poll::Ready(None)
    }

    fn flush_pipe(&mut self, context: &mut Context<'_>) {
        let Some(pipe) = &mut self.into else { return };
        match Pin::new(pipe).poll_flush(context) {
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(error)) => self.failure = Some(error),
            Poll::Pending => self.unflushed = true,
        }
    }

    fn poll_all(
        &mut self,
        context: &mut Context<'_>,
        events: &EventSender,
    ) -> Poll<io::Result<()>> {
        if let Some(failure) = self.failure.take() {
            return Poll::Ready(Err(failure));
        }
        if self.apart > 0 {
            // Whoever writes that says when it is written.
            return Poll::Ready(Ok(()));
        }
        loop {
            let Some(pipe) = &mut self.into else { return Poll::Ready(Ok(())) };
            let mut pipe = Pin::new(pipe);
            while self.written < self.begun.len() {
                match ready!(pipe.as_mut().poll_write(context, &self.begun[self.written..]))? {
                    0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                    count => self.written += count,
                }
            }
            if self.written > 0 || self.unflushed {
                ready!(pipe.as_mut().poll_flush(context))?;
                self.done(events);
            }
            match self.queue.pop_front() {
                Some(chunk) => self.begin(chunk),
                None if self.last => {
                    // The other half of a socket may be open still.
                    if let Some(pipe) = &mut self.into {
                        let _ = ready!(Pin::new(pipe).poll_shutdown(context));
                    }
                    self.close();
                }
                None => return Poll::Ready(Ok(())),
            }
        }
    }

    fn begin(&mut self, chunk: Chunk) {
        self.queued -= chunk.cost();
        let list = |telling: &mut Option<Telling>| telling.as_mut().and_then(Telling::tell);
        self.begun = match chunk {
            Chunk::Line(line) => line,
            Chunk::Roots(id) => {
                self.tells = true;
                match list(&mut self.telling) {
                    Some(list) => replies::result(&id, list.as_str()),
                    None => replies::error(&id, INTERNAL_ERROR, "roots are not available"),
                }
            }
            Chunk::Text(text) if text.roots_at.is_empty() => text.bytes,
            Chunk::Text(text) => {
                self.tells = true;
                // No list gives nothing, which is what the server may then touch.
                let list = list(&mut self.telling);
                text.with_roots(list.as_ref().map_or(r#"{"roots":[]}"#, |list| list.as_str()))
            }
        };
        self.begun.push(b'\n');
    }

    fn done(&mut self, events: &EventSender) {
        self.unflushed = false;
        self.written = 0;
        self.begun.clear();
        self.begun.shrink_to(KEPT);
        if mem::take(&mut self.tells)
            && let Some(generation) = self.telling.as_mut().and_then(Telling::written)
        {
            events.send(Event::Told(generation));
        }
    }

    fn close(&mut self) {
        let telling = self.telling.take();
        *self = Self { telling, failure: self.failure.take(), ..Self::default() };
    }
}
