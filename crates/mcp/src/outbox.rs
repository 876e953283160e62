//! What waits to be written to one child: a bounded, ordered queue.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore, SemaphorePermit};

use crate::AskId;
use crate::encode::Text;
use crate::message::Id;

/// A place in the queue costs at least so many bytes of room.
const OVERHEAD: usize = 64;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outgoing {
    /// A finished message that waits for no one.
    Message(Vec<u8>),
    Call {
        id: u64,
        message: Text,
    },
    /// The answer to what was asked of the person.
    Reply {
        ask: AskId,
        message: Vec<u8>,
    },
    /// Several make one batch. Kept unwritten so that a roots list is bound as late as possible.
    Answers {
        answers: Vec<OwnResponse>,
        batch: bool,
    },
    RootsChanged,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OwnResponse {
    pub(crate) id: Id,
    pub(crate) reply: Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Empty,
    /// Whatever the list is when the answer is written.
    Roots,
    MethodNotFound,
    InvalidParams(&'static str),
    /// As much as may waits for the person.
    TooMany,
}

impl OwnResponse {
    fn size(&self) -> usize {
        OVERHEAD + self.id.as_str().len()
    }
}

impl Outgoing {
    /// How many bytes it takes, but for the list of roots.
    fn length(&self) -> usize {
        match self {
            Self::Message(message) | Self::Reply { message, .. } => message.len(),
            Self::Call { message, .. } => message.bytes.len(),
            Self::Answers { answers, .. } => size(answers),
            Self::RootsChanged => OVERHEAD,
        }
    }
}

/// There is no room: the child does not read, or not yet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// The connection is closed; nothing more will be written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Closed;

/// Calls and answers have room of their own: a child that floods us with requests cannot keep our
/// calls out, and what we call cannot keep it from being answered.
#[derive(Debug)]
pub(crate) struct Outbox {
    queue: Mutex<Queue>,
    /// Bytes that calls may still take; given out in the order in which they were asked for.
    call_room: Semaphore,
    /// How many bytes of calls may wait.
    call_limit: u32,
    answer_limit: Limit,
    answer_room: Notify,
    work: Notify,
}

#[derive(Debug)]
struct Limit {
    items: usize,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Queue {
    items: VecDeque<Outgoing>,
    answers: usize,
    answer_bytes: usize,
    closed: bool,
}

impl Queue {
    /// Whether it is the next to be written.
    fn push(&mut self, item: Outgoing) -> bool {
        if self.closed {
            return false;
        }
        self.items.push_back(item);
        self.items.len() == 1
    }

    fn take(&mut self, at: usize) -> Option<Outgoing> {
        let item = self.items.remove(at)?;
        if let Outgoing::Answers { answers, .. } = &item {
            self.answers -= 1;
            self.answer_bytes -= size(answers);
        }
        Some(item)
    }
}

/// Room in the queue for one call.
#[must_use]
#[derive(Debug)]
pub(crate) struct Room<'a>(SemaphorePermit<'a>);

impl Outbox {
    /// So many answers and so many bytes of calls may wait, and half as many bytes of answers.
    pub(crate) fn new(answers: usize, bytes: usize) -> Self {
        let call_limit = u32::try_from(bytes).unwrap_or(u32::MAX);
        Self {
            queue: Mutex::default(),
            call_room: Semaphore::new(call_limit as usize),
            call_limit,
            answer_limit: Limit { items: answers, bytes: bytes / 2 },
            answer_room: Notify::new(),
            work: Notify::new(),
        }
    }

    /// Room for a call that is so long, if nobody waits for it.
    pub(crate) fn try_room(&self, length: usize) -> Result<Room<'_>, Full> {
        self.call_room.try_acquire_many(self.permits(length)).map(Room).map_err(|_| Full)
    }

    /// Waits for room for a call that is so long. Who asks first is served first, however much they
    /// ask for. Dropping the future leaves the place.
    pub(crate) async fn room(&self, length: usize) -> Result<Room<'_>, Closed> {
        let permits = self.call_room.acquire_many(self.permits(length)).await;
        permits.map(Room).map_err(|_| Closed)
    }

    /// What is longer than all the room goes alone.
    fn permits(&self, length: usize) -> u32 {
        u32::try_from(length + OVERHEAD).unwrap_or(u32::MAX).min(self.call_limit)
    }

    /// Queues a call. Whether it is the next to be written.
    pub(crate) fn push_call(&self, id: u64, message: Text, room: Room<'_>) -> bool {
        // Given back when the call leaves the queue.
        room.0.forget();
        self.lock().push(Outgoing::Call { id, message })
    }

    /// Queues answers, waiting for room; only the reader does. Whether they are the next to be
    /// written.
    pub(crate) async fn push_answers(
        &self,
        answers: Vec<OwnResponse>,
        batch: bool,
    ) -> Result<bool, Closed> {
        loop {
            {
                let mut queue = self.lock();
                if queue.closed {
                    return Err(Closed);
                }
                let bytes = queue.answer_bytes.saturating_add(size(&answers));
                let fits =
                    queue.answers < self.answer_limit.items && bytes <= self.answer_limit.bytes;
                if fits || queue.answers == 0 {
                    queue.answers += 1;
                    queue.answer_bytes = bytes;
                    return Ok(queue.push(Outgoing::Answers { answers, batch }));
                }
            }
            self.answer_room.notified().await;
        }
    }

    /// Queues a message without asking for room. For those whose number is bounded elsewhere: the
    /// handshake, and one cancellation for each call that has been written.
    pub(crate) fn push_message(&self, message: Vec<u8>) {
        self.push_for_writer(Outgoing::Message(message));
    }

    /// Queues the answer to an ask. Their number is bounded by the asks that may be open.
    pub(crate) fn push_reply(&self, ask: AskId, message: Vec<u8>) {
        self.push_for_writer(Outgoing::Reply { ask, message });
    }

    /// Queues `list_changed`, at most once. Whether it is the next to be written.
    pub(crate) fn push_roots_changed(&self) -> bool {
        let mut queue = self.lock();
        !queue.items.contains(&Outgoing::RootsChanged) && queue.push(Outgoing::RootsChanged)
    }

    fn push_for_writer(&self, item: Outgoing) {
        self.lock().push(item);
        self.wake_writer();
    }

    /// Takes a call back if it has not begun to be written.
    pub(crate) fn withdraw_call(&self, id: u64) -> bool {
        self.withdraw(|item| matches!(item, Outgoing::Call { id: queued, .. } if *queued == id))
    }

    /// Takes back the answer to an ask that its server cancelled.
    pub(crate) fn withdraw_reply(&self, ask: AskId) -> bool {
        self.withdraw(|item| matches!(item, Outgoing::Reply { ask: queued, .. } if *queued == ask))
    }

    fn withdraw(&self, meant: impl Fn(&Outgoing) -> bool) -> bool {
        let mut queue = self.lock();
        let Some(at) = queue.items.iter().position(meant) else { return false };
        let item = queue.take(at);
        drop(queue);
        self.give_back(item.as_ref());
        true
    }

    /// Takes back the answer to a request that its server cancelled.
    pub(crate) fn withdraw_answer(&self, id: &Id) {
        let mut queue = self.lock();
        for at in 0..queue.items.len() {
            let Outgoing::Answers { answers, .. } = &mut queue.items[at] else { continue };
            let Some(found) = answers.iter().position(|answer| answer.id == *id) else { continue };
            if answers.len() == 1 {
                queue.take(at);
            } else {
                let answer = answers.remove(found);
                queue.answer_bytes -= answer.size();
            }
            self.answer_room.notify_one();
            return;
        }
    }

    /// The next thing to write, if there is any.
    pub(crate) fn pop(&self) -> Option<Outgoing> {
        let item = self.lock().take(0);
        self.give_back(item.as_ref());
        item
    }

    /// The next thing to write, if it is no longer than this.
    pub(crate) fn pop_short(&self, most: usize) -> Option<Outgoing> {
        let mut queue = self.lock();
        let short = queue.items.front().is_some_and(|item| item.length() <= most);
        let item = if short { queue.take(0) } else { None };
        drop(queue);
        self.give_back(item.as_ref());
        item
    }

    fn give_back(&self, item: Option<&Outgoing>) {
        match item {
            Some(Outgoing::Call { message, .. }) => {
                self.call_room.add_permits(self.permits(message.bytes.len()) as usize);
            }
            Some(Outgoing::Answers { .. }) => self.answer_room.notify_one(),
            Some(Outgoing::Message(_) | Outgoing::Reply { .. } | Outgoing::RootsChanged) | None => {
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().items.is_empty()
    }

    /// Has the writer look at the queue.
    pub(crate) fn wake_writer(&self) {
        self.work.notify_one();
    }

    /// Waits until the writer is to look at the queue.
    pub(crate) async fn work(&self) {
        self.work.notified().await;
    }

    /// Drops what is queued and refuses what comes.
    pub(crate) fn close(&self) {
        *self.lock() = Queue { closed: true, ..Queue::default() };
        self.call_room.close();
        self.answer_room.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn size(answers: &[OwnResponse]) -> usize {
    answers.iter().map(OwnResponse::size).sum()
}

#[cfg(test)]
#[path = "outbox_tests.rs"]
mod tests;
