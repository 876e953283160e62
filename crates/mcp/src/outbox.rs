//! What waits to be written to one child: a bounded, ordered queue.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::message::Id;

/// A place in the queue costs at least this much of its byte limit.
const OVERHEAD: usize = 64;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outgoing {
    /// A finished message that waits for no one.
    Message(Vec<u8>),
    Call {
        id: u64,
        message: Vec<u8>,
    },
    /// Several make one batch. Kept unwritten so that a roots list is bound as late as possible.
    Answers {
        answers: Vec<Answer>,
        batch: bool,
    },
    RootsChanged,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) id: Id,
    pub(crate) reply: Reply,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Empty,
    /// Whatever the list is when the answer is written.
    Roots,
    MethodNotFound,
}

impl Answer {
    fn size(&self) -> usize {
        OVERHEAD + self.id.as_str().len()
    }
}

impl Outgoing {
    fn size(&self) -> usize {
        match self {
            Self::Message(message) | Self::Call { message, .. } => OVERHEAD + message.len(),
            Self::Answers { answers, .. } => answers.iter().map(Answer::size).sum(),
            Self::RootsChanged => OVERHEAD,
        }
    }
}

/// The queue refused: the child does not read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// The connection is closed; nothing more will be written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Closed;

#[derive(Debug)]
pub(crate) struct Outbox {
    queue: Mutex<Queue>,
    most_items: usize,
    most_bytes: usize,
    work: Notify,
    room: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    items: VecDeque<Outgoing>,
    bytes: usize,
    closed: bool,
}

impl Outbox {
    pub(crate) fn new(most_items: usize, most_bytes: usize) -> Self {
        Self {
            queue: Mutex::default(),
            most_items,
            most_bytes,
            work: Notify::new(),
            room: Notify::new(),
        }
    }

    /// Queues a call, or fails at once.
    pub(crate) fn push_call(&self, id: u64, message: Vec<u8>) -> Result<(), Full> {
        let call = Outgoing::Call { id, message };
        let mut queue = self.lock();
        let fits = queue.items.len() < self.most_items
            && queue.bytes.saturating_add(call.size()) <= self.most_bytes;
        if !fits && !queue.items.is_empty() {
            return Err(Full);
        }
        self.push(&mut queue, call);
        Ok(())
    }

    /// Queues answers, waiting for room. Answers get half of the queue, so that a child that
    /// floods us with requests cannot keep our own calls out.
    pub(crate) async fn push_answers(
        &self,
        answers: Vec<Answer>,
        batch: bool,
    ) -> Result<(), Closed> {
        let answers = Outgoing::Answers { answers, batch };
        loop {
            {
                let mut queue = self.lock();
                if queue.closed {
                    return Err(Closed);
                }
                let fits = queue.items.len() < self.most_items / 2
                    && queue.bytes.saturating_add(answers.size()) <= self.most_bytes / 2;
                if fits || queue.items.is_empty() {
                    self.push(&mut queue, answers);
                    return Ok(());
                }
            }
            self.room.notified().await;
        }
    }

    /// Queues a message without asking for room. For those whose number is bounded elsewhere: the
    /// handshake, and one cancellation for each call that has been written.
    pub(crate) fn push_message(&self, message: Vec<u8>) {
        let mut queue = self.lock();
        self.push(&mut queue, Outgoing::Message(message));
    }

    /// Queues `list_changed`, at most once.
    pub(crate) fn push_roots_changed(&self) {
        let mut queue = self.lock();
        if !queue.items.contains(&Outgoing::RootsChanged) {
            self.push(&mut queue, Outgoing::RootsChanged);
        }
    }

    /// Takes a call back if it has not been handed to the writer.
    pub(crate) fn withdraw_call(&self, id: u64) -> bool {
        let mut queue = self.lock();
        let is_call =
            |item: &Outgoing| matches!(item, Outgoing::Call { id: queued, .. } if *queued == id);
        let Some(at) = queue.items.iter().position(is_call) else { return false };
        if let Some(item) = queue.items.remove(at) {
            queue.bytes -= item.size();
        }
        self.room.notify_one();
        true
    }

    /// Takes back the answer to a request that its server cancelled.
    pub(crate) fn withdraw_answer(&self, id: &Id) {
        let mut queue = self.lock();
        for at in 0..queue.items.len() {
            let Outgoing::Answers { answers, .. } = &mut queue.items[at] else { continue };
            let Some(found) = answers.iter().position(|answer| answer.id == *id) else { continue };
            let size = answers.remove(found).size();
            if answers.is_empty() {
                queue.items.remove(at);
            }
            queue.bytes -= size;
            self.room.notify_one();
            return;
        }
    }

    /// The next thing to write; waits for it.
    pub(crate) async fn next(&self) -> Result<Outgoing, Closed> {
        loop {
            {
                let mut queue = self.lock();
                if queue.closed {
                    return Err(Closed);
                }
                if let Some(item) = queue.items.pop_front() {
                    queue.bytes -= item.size();
                    self.room.notify_one();
                    return Ok(item);
                }
            }
            self.work.notified().await;
        }
    }

    /// Drops what is queued and refuses what comes.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        *queue = Queue { closed: true, ..Queue::default() };
        self.work.notify_one();
        self.room.notify_one();
    }

    fn push(&self, queue: &mut Queue, item: Outgoing) {
        if !queue.closed {
            queue.bytes += item.size();
            queue.items.push_back(item);
            self.work.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[path = "outbox_tests.rs"]
mod tests;
