//! When a server that ended unasked is started again, and when no more.

use std::collections::VecDeque;
use std::time::Duration;

use crate::{Cause, GaveUp, Time, Unasked};

/// The wait before the first restart; it doubles with each further one.
pub(in crate::state) const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait.
pub(in crate::state) const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// A server that was ready for this long makes good for all its ends before.
pub(in crate::state) const STABLE: Duration = Duration::from_mins(1);
/// An end is early until the server has been ready for this long.
pub(in crate::state) const EARLY: Duration = Duration::from_secs(5);
/// So many ends `WITHIN` this time are too many.
pub(in crate::state) const ENDS: usize = 5;
pub(in crate::state) const WITHIN: Duration = Duration::from_mins(1);

/// The ends of one server that nobody asked for.
#[derive(Clone, Debug, Default)]
pub(in crate::state) struct Backoff {
    in_a_row: u32,
    /// Fewer than `ENDS` of them, or the last one was too many.
    ends: VecDeque<Time>,
    /// Why it ended the last time, if that was early.
    early: Option<Cause>,
}

/// What follows from an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    StartAgain { at: Time, attempt: u32 },
    GiveUp(GaveUp),
}

impl Backoff {
    /// The server ended at `now`. An end that is well counts as much as any other: a server that
    /// stays is all that is wanted.
    pub(super) fn next(&mut self, end: &Unasked, now: Time) -> Next {
        if end.ready_for.is_some_and(|it| it >= STABLE) {
            self.forgive();
        }
        self.count(now);
        if self.is_same_as_before(end) && !end.misspoken {
            return Next::GiveUp(GaveUp::SameEnd);
        }
        if self.ends.len() >= ENDS {
            return Next::GiveUp(GaveUp::Loop { ends: self.ends.len(), within: WITHIN });
        }
        let doubled = FIRST_WAIT.saturating_mul(2_u32.saturating_pow(self.in_a_row));
        self.in_a_row = self.in_a_row.saturating_add(1);
        Next::StartAgain { at: now.plus(doubled.min(LONGEST_WAIT)), attempt: self.in_a_row }
    }

    fn count(&mut self, now: Time) {
        // Where the clock was set back, what was counted before would be in the future for long.
        for end in &mut self.ends {
            *end = now.min(*end);
        }
        self.ends.retain(|end| end.until(now) < WITHIN);
        self.ends.push_back(now);
    }

    /// Whether it ended early for the second time in a row, and in the same way: it would for ever.
    /// What ends at a call works until that call is made.
    fn is_same_as_before(&mut self, end: &Unasked) -> bool {
        let is_early = !end.called && end.ready_for.is_none_or(|it| it < EARLY);
        let early = is_early.then_some(end.cause);
        let before = std::mem::replace(&mut self.early, early);
        early.is_some() && early == before
    }

    /// Forgets all ends, as when a person starts the server.
    pub(super) fn forgive(&mut self) {
        *self = Self::default();
    }
}

/// Whether the moment of a restart has come. One that is farther away than any wait was chosen
/// before the clock was set back.
pub(super) fn is_due(at: Time, now: Time) -> bool {
    at <= now || at > now.plus(LONGEST_WAIT)
}

#[cfg(test)]
mod tests;
