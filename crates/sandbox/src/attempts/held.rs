//! Accesses that wait for an answer.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) use paddock_sandbox::LONGEST_HOLD as LONGEST;

const PATHS_AT_ONCE: usize = 16;
const CALLS_AT_ONCE: usize = 64;

#[derive(Default)]
pub(super) struct Held {
    waiting: Vec<Waiting>,
    last_number: u64,
    /// The last one waited in vain. Nobody is there, and a server must not come to a halt again and
    /// again for it.
    in_vain: bool,
}

/// All calls that wait for one answer.
pub(super) struct Waiting {
    number: u64,
    path: PathBuf,
    until: Instant,
    ids: Vec<u64>,
}

impl Held {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn holds(&self, path: &Path) -> bool {
        self.waiting.iter().any(|waiting| waiting.path == path)
    }

    /// Holds a call together with those that wait for the same path already, if there are any.
    pub(super) fn join(&mut self, path: &Path, id: u64) -> bool {
        if self.calls() >= CALLS_AT_ONCE {
            return false;
        }
        let waiting = self.waiting.iter_mut().find(|waiting| waiting.path == path);
        waiting.map(|waiting| waiting.ids.push(id)).is_some()
    }

    /// Holds a call, unless there is no room or nobody to answer; the number it is held under.
    pub(super) fn hold(&mut self, path: &Path, id: u64, now: Instant) -> Option<u64> {
        if self.in_vain || self.waiting.len() >= PATHS_AT_ONCE || self.calls() >= CALLS_AT_ONCE {
            return None;
        }
        self.last_number += 1;
        self.waiting.push(Waiting {
            number: self.last_number,
            path: path.to_path_buf(),
            until: now + LONGEST,
            ids: vec![id],
        });
        Some(self.last_number)
    }

    pub(super) fn decide(&mut self, number: u64) -> Vec<Waiting> {
        self.answered();
        self.waiting.extract_if(.., |waiting| waiting.number == number).collect()
    }

    /// Somebody is there again.
    pub(super) fn answered(&mut self) {
        self.in_vain = false;
    }

    pub(super) fn expire(&mut self, now: Instant) -> Vec<Waiting> {
        let expired: Vec<_> = self.waiting.extract_if(.., |waiting| waiting.until <= now).collect();
        self.in_vain |= !expired.is_empty();
        expired
    }

    pub(super) fn into_all(self) -> Vec<Waiting> {
        self.waiting
    }

    /// Forgets calls whose callers are gone.
    pub(super) fn forget_unless(&mut self, mut still_waits: impl FnMut(u64) -> bool) {
        for waiting in &mut self.waiting {
            waiting.ids.retain(|&id| still_waits(id));
        }
        self.waiting.retain(|waiting| !waiting.ids.is_empty());
    }

    pub(super) fn time_left(&self, now: Instant) -> Option<Duration> {
        let first = self.waiting.iter().map(|waiting| waiting.until).min()?;
        Some(first.saturating_duration_since(now))
    }

    fn calls(&self) -> usize {
        self.waiting.iter().map(|waiting| waiting.ids.len()).sum()
    }
}

impl Waiting {
    pub(super) fn into_ids(self) -> Vec<u64> {
        self.ids
    }
}
