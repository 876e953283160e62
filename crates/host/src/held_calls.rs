//! Calls of apps that wait for a person.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use paddock_core::{CallId, SessionId, State};

/// Between two words outside of the window that calls wait.
pub(crate) const ANOTHER_WORD: Duration = Duration::from_secs(10);

/// Calls that wait, with what the state does not keep of them.
#[derive(Debug, Default)]
pub(crate) struct HeldCalls {
    by_id: BTreeMap<CallId, Held>,
    last: u32,
    /// When a person was last told of them outside of the window.
    told: Option<Instant>,
}

/// What the state does not keep of a call that waits.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) session: SessionId,
    /// The relay's number for it.
    pub(crate) number: u64,
    /// JSON text.
    pub(crate) arguments: String,
}

impl HeldCalls {
    pub(crate) fn add(&mut self, held: Held) -> CallId {
        self.last += 1;
        let id = CallId(self.last);
        self.by_id.insert(id, held);
        id
    }

    pub(crate) fn get(&self, id: CallId) -> Option<&Held> {
        self.by_id.get(&id)
    }

    pub(crate) fn take(&mut self, id: CallId) -> Option<Held> {
        self.by_id.remove(&id)
    }

    /// Keeps what the state still knows.
    pub(crate) fn forget_others_than(&mut self, state: &State) {
        self.by_id.retain(|id, _| state.held_call(*id).is_some());
    }

    pub(crate) fn id_of(&self, session: SessionId, number: u64) -> Option<CallId> {
        let same = |held: &Held| (held.session, held.number) == (session, number);
        self.by_id.iter().find(|(_, held)| same(held)).map(|(id, _)| *id)
    }

    /// Whether to tell a person now: one word is enough for calls that come one upon the other.
    pub(crate) fn tells(&mut self, now: Instant) -> bool {
        let just_now = |told: Instant| now.duration_since(told) < ANOTHER_WORD;
        let tells = !self.told.is_some_and(just_now);
        if tells {
            self.told = Some(now);
        }
        tells
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::ServerId;

    use super::*;

    #[test]
    fn a_call_is_found_by_its_session_and_the_number_there() {
        let mut calls = HeldCalls::default();
        let of = |number| SessionId { server: ServerId(1), number };
        let held = |session, number| Held { session, number, arguments: "{}".to_owned() };
        let (first, second) = (calls.add(held(of(1), 7)), calls.add(held(of(2), 7)));
        assert_ne!(first, second);
        assert_eq!(calls.id_of(of(2), 7), Some(second));
        assert_eq!(calls.id_of(of(2), 8), None);
    }

    #[test]
    fn calls_that_come_one_upon_the_other_are_worth_one_word() {
        let (mut calls, begun) = (HeldCalls::default(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        let told = [0, 9, 10, 19, 20].map(|seconds| calls.tells(after(seconds)));
        assert_eq!(told, [true, false, true, false, true]);
    }
}
