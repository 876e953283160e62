//! What one server asked and what its answers cost, as far back as its limits reach.

use std::collections::VecDeque;

use crate::{RequestKind, Time, TokensByHour};

/// In milliseconds, as [`Time`] is.
const HOUR: i64 = 60 * 60 * 1000;
const DAY_IN_HOURS: i64 = 24;
/// Requests of one kind that are remembered, so no limit can be higher.
pub(super) const MOST: u32 = 1000;

#[derive(Debug, Default)]
pub(super) struct Ledger {
    sampled: VecDeque<Time>,
    elicited: VecDeque<Time>,
    spent: TokensByHour,
    pub(super) allowed_next: u32,
}

impl Ledger {
    /// Takes up what was spent in the last run of the host.
    pub(super) fn open(spent: TokensByHour) -> Self {
        Self { spent, ..Self::default() }
    }

    pub(super) fn asked(&mut self, kind: RequestKind, now: Time) {
        let asked = match kind {
            RequestKind::Sampling => &mut self.sampled,
            RequestKind::Form | RequestKind::Url | RequestKind::Call | RequestKind::Access => {
                &mut self.elicited
            }
        };
        asked.retain(|at| is_of_this_hour(*at, now));
        asked.push_back(now);
        asked.truncate(MOST as usize);
    }

    /// Takes one of what is let through without asking, if there is one.
    pub(super) fn let_through(&mut self) -> bool {
        let left = self.allowed_next.checked_sub(1);
        self.allowed_next = left.unwrap_or(0);
        left.is_some()
    }

    /// Adds to what was spent, and says what that is now.
    pub(super) fn spend(&mut self, tokens: u32, now: Time) -> &TokensByHour {
        self.spent.retain(|hour, _| is_of_this_day(*hour, now));
        let spent = self.spent.entry(hour(now)).or_default();
        *spent = spent.saturating_add(tokens.into());
        &self.spent
    }

    pub(super) fn sampled(&self, now: Time) -> u32 {
        count(&self.sampled, now)
    }

    pub(super) fn elicited(&self, now: Time) -> u32 {
        count(&self.elicited, now)
    }

    /// Tokens of the last day: never fewer, at the most those of one more hour.
    pub(super) fn spent(&self, now: Time) -> u64 {
        let of_this_day = self.spent.iter().filter(|(hour, _)| is_of_this_day(**hour, now));
        of_this_day.fold(0, |sum, (_, tokens)| sum.saturating_add(*tokens))
    }
}

fn count(asked: &VecDeque<Time>, now: Time) -> u32 {
    let count = asked.iter().filter(|at| is_of_this_hour(**at, now)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Either way, so that a clock that is set back does not hold anybody up for longer.
fn is_of_this_hour(at: Time, now: Time) -> bool {
    at.0.abs_diff(now.0) < HOUR.unsigned_abs()
}

fn is_of_this_day(then: i64, now: Time) -> bool {
    then.abs_diff(hour(now)) <= DAY_IN_HOURS.unsigned_abs()
}

fn hour(at: Time) -> i64 {
    at.0.div_euclid(HOUR)
}
