//! What waits for the server, in order, and what giving it a line means.

use std::collections::VecDeque;

use paddock_mcp::wire::{Id, Incoming, Message, decode, decode_item};
use serde_json::value::RawValue;

use crate::outlet::Chunk;

/// What waits for the server, in order.
#[derive(Debug, Default)]
pub(crate) struct Held {
    lines: VecDeque<(Chunk, Mark)>,
    bytes: usize,
}

/// What giving a line to the server means.
#[derive(Debug, Default)]
pub(crate) struct Mark {
    pub(crate) calls: Vec<Id>,
    pub(crate) initialize: bool,
    pub(crate) initialized: bool,
    /// It answers what this process of the server asked, and no other.
    pub(crate) answer: bool,
}

impl Mark {
    pub(crate) fn call(id: &Id) -> Self {
        Self { calls: vec![id.clone()], ..Self::default() }
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.calls.extend(other.calls);
        self.initialize |= other.initialize;
        self.initialized |= other.initialized;
        self.answer |= other.answer;
    }
}

impl Held {
    pub(crate) fn has_room(&self, length: usize, limit: usize) -> bool {
        self.lines.is_empty() || self.bytes.saturating_add(length) <= limit
    }

    pub(crate) fn push(&mut self, chunk: Chunk, mark: Mark) {
        self.bytes += chunk.cost();
        self.lines.push_back((chunk, mark));
    }

    pub(crate) fn push_front(&mut self, chunk: Chunk, mark: Mark) {
        self.bytes += chunk.cost();
        self.lines.push_front((chunk, mark));
    }

    /// Takes out a call; of a batch, it alone.
    pub(crate) fn withdraw(&mut self, id: &Id) {
        let Some(at) = self.lines.iter().position(|(_, mark)| mark.calls.contains(id)) else {
            return;
        };
        let Some((chunk, mut mark)) = self.lines.remove(at) else { return };
        self.bytes -= chunk.cost();
        if let Some(rest) = without(&chunk, id) {
            mark.calls.retain(|call| call != id);
            self.bytes += rest.cost();
            self.lines.insert(at, (rest, mark));
        }
    }

    /// Takes out the lines that make one of these calls.
    pub(crate) fn take_calls(&mut self, ids: &[Id]) -> Vec<Id> {
        let (mut bytes, mut taken) = (0, Vec::new());
        self.lines.retain(|(chunk, mark)| {
            let stays = !mark.calls.iter().any(|id| ids.contains(id));
            if stays {
                bytes += chunk.cost();
            } else {
                taken.extend(mark.calls.iter().cloned());
            }
            stays
        });
        self.bytes = bytes;
        taken
    }

    /// Forgets the answers to a server that is there no more.
    pub(crate) fn drop_answers(&mut self) {
        let mut bytes = 0;
        self.lines.retain(|(chunk, mark)| {
            let stays = !mark.answer || !mark.calls.is_empty();
            bytes += if stays { chunk.cost() } else { 0 };
            stays
        });
        self.bytes = bytes;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(crate) fn initializes(&self) -> bool {
        self.lines.iter().any(|(_, mark)| mark.initialize)
    }

    pub(crate) fn pop(&mut self) -> Option<(Chunk, Mark)> {
        let (chunk, mark) = self.lines.pop_front()?;
        self.bytes -= chunk.cost();
        Some((chunk, mark))
    }
}

/// What is left of a batch without one of its calls.
fn without(chunk: &Chunk, id: &Id) -> Option<Chunk> {
    let Chunk::Line(line) = chunk else { return None };
    let Ok(Incoming::Batch(items)) = decode(line) else { return None };
    let is_it = |item: &&RawValue| {
        let Ok(Message::Request { id: of, .. }) = decode_item(item) else { return false };
        of.canonical() == *id
    };
    let rest: Vec<_> = items.into_iter().filter(|item| !is_it(item)).map(RawValue::get).collect();
    (!rest.is_empty()).then(|| format!("[{}]", rest.join(",")).into_bytes().into())
}
