//! Our requests that wait for an answer.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::message::{Id, ResponseBody};
use crate::violation::{Violation, excerpt};

/// How many given-up calls are remembered, so that a late answer is not taken for a stray one.
const REMEMBERED: usize = 1024;

#[derive(Debug)]
pub(crate) enum Outcome {
    Result(Box<RawValue>),
    Error(Box<RawValue>),
    /// The answer was, by all appearances, a line over the limit.
    TooLong,
    /// It was never sent, for there was no list of roots to send in it.
    NoRoots,
}

/// Why a call could not be opened.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Busy,
    Closed,
}

#[derive(Debug)]
pub(crate) struct Calls {
    table: Mutex<Table>,
    most: usize,
}

#[derive(Debug, Default)]
struct Table {
    last: u64,
    waiting: BTreeMap<u64, oneshot::Sender<Outcome>>,
    /// When the call with this progress token was last active, for as long as it lasts.
    active: BTreeMap<u64, Instant>,
    given_up: VecDeque<u64>,
    closed: bool,
}

impl Table {
    fn give_up(&mut self, id: u64) -> Option<oneshot::Sender<Outcome>> {
        let waiting = self.waiting.remove(&id)?;
        self.expect_late_answer(id);
        Some(waiting)
    }

    fn expect_late_answer(&mut self, id: u64) {
        if self.given_up.len() == REMEMBERED {
            self.given_up.pop_front();
        }
        self.given_up.push_back(id);
    }
}

impl Calls {
    pub(crate) fn new(most: usize) -> Self {
        Self { table: Mutex::default(), most }
    }

    /// An id never used before on this connection.
    pub(crate) fn reserve(&self) -> u64 {
        let mut table = self.lock();
        table.last += 1;
        table.last
    }

    pub(crate) fn open(&self, id: u64) -> Result<oneshot::Receiver<Outcome>, Refused> {
        let mut table = self.lock();
        if table.closed {
            return Err(Refused::Closed);
        }
        if table.waiting.len() >= self.most {
            return Err(Refused::Busy);
        }
        let (answer, receiver) = oneshot::channel();
        table.waiting.insert(id, answer);
        Ok(receiver)
    }

    /// Whether no call waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().waiting.is_empty()
    }

    /// Whether no more than one call waits.
    pub(crate) fn is_alone(&self) -> bool {
        self.lock().waiting.len() <= 1
    }

    /// Hands an answer to its call.
    pub(crate) fn answer(&self, id: &Id, answer: &ResponseBody<'_>) -> Result<(), Violation> {
        let unknown = || Violation::UnknownId { id: excerpt(id.as_str()) };
        let number: u64 = id.as_str().parse().map_err(|_| unknown())?;
        let mut table = self.lock();
        if let Some(waiting) = table.waiting.remove(&number) {
            let outcome = match *answer {
                ResponseBody::Result(raw) => Outcome::Result(raw.to_owned()),
                ResponseBody::Error(raw) => Outcome::Error(raw.to_owned()),
            };
            // The caller may be gone already; then nobody misses the answer.
            let _ = waiting.send(outcome);
            return Ok(());
        }
        if let Some(at) = table.given_up.iter().position(|given_up| *given_up == number) {
            table.given_up.remove(at);
            tracing::debug!(id = number, "late answer ignored");
            return Ok(());
        }
        if (1..=table.last).contains(&number) {
            return Err(Violation::AnsweredTwice { id: number });
        }
        Err(unknown())
    }

    /// A line over the limit arrived. If a single call waits, its answer is lost.
    pub(crate) fn answer_too_long(&self) {
        let mut table = self.lock();
        let mut ids = table.waiting.keys();
        if let (Some(id), None) = (ids.next().copied(), ids.next())
            && let Some(waiting) = table.give_up(id)
        {
            let _ = waiting.send(Outcome::TooLong);
        }
    }

    /// The call could not be sent, for want of a list to send in it.
    pub(crate) fn fail_without_roots(&self, id: u64) {
        if let Some(waiting) = self.lock().waiting.remove(&id) {
            let _ = waiting.send(Outcome::NoRoots);
        }
    }

    /// From here on the server may report progress under this token.
    pub(crate) fn begin(&self, token: u64) {
        self.lock().active.insert(token, Instant::now());
    }

    pub(crate) fn end(&self, token: u64) {
        self.lock().active.remove(&token);
    }

    /// The server reported progress. False if no such call is under way.
    pub(crate) fn touch(&self, token: u64) -> bool {
        match self.lock().active.get_mut(&token) {
            Some(active) => {
                *active = Instant::now();
                true
            }
            None => false,
        }
    }

    pub(crate) fn active(&self, token: u64) -> Option<Instant> {
        self.lock().active.get(&token).copied()
    }

    /// The call is not made after all.
    pub(crate) fn forget(&self, id: u64) {
        self.lock().waiting.remove(&id);
    }

    /// Stops waiting. False if the call was answered meanwhile.
    pub(crate) fn give_up(&self, id: u64) -> bool {
        self.lock().give_up(id).is_some()
    }

    /// An answer under this id may still come, and means nothing.
    pub(crate) fn expect_late_answer(&self, id: u64) {
        self.lock().expect_late_answer(id);
    }

    pub(crate) fn is_given_up(&self, id: u64) -> bool {
        self.lock().given_up.contains(&id)
    }

    /// Ends every wait and opens no more.
    pub(crate) fn close(&self) {
        let mut table = self.lock();
        table.closed = true;
        table.waiting.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    fn answer(calls: &Calls, id: &str) -> Result<(), Violation> {
        calls.answer(&Id::parse(&raw(id)).unwrap(), &ResponseBody::Result(&raw("{}")))
    }

    fn unknown(id: &str) -> Result<(), Violation> {
        Err(Violation::UnknownId { id: id.to_owned() })
    }

    #[tokio::test]
    async fn msg_1_ids_are_unique_and_answers_find_their_call() {
        let calls = Calls::new(8);
        let (first, second) = (calls.reserve(), calls.reserve());
        assert_ne!(first, second);
        let receiver = calls.open(second).unwrap();

        answer(&calls, &second.to_string()).unwrap();
        assert!(matches!(receiver.await, Ok(Outcome::Result(_))));
    }

    #[test]
    fn strays_are_told_apart() {
        let calls = Calls::new(8);
        let id = calls.reserve();
        let _receiver = calls.open(id).unwrap();

        assert_eq!(answer(&calls, "7"), unknown("7"));
        assert_eq!(answer(&calls, "0"), unknown("0"));
        assert_eq!(answer(&calls, "\"1\""), unknown("\"1\""));
        assert_eq!(answer(&calls, "1"), Ok(()));
        assert_eq!(answer(&calls, "1"), Err(Violation::AnsweredTwice { id: 1 }));
    }

    #[test]
    fn can_3_a_late_answer_is_ignored_once() {
        let calls = Calls::new(8);
        let id = calls.reserve();
        let _receiver = calls.open(id).unwrap();

        assert!(calls.give_up(id));
        assert!(!calls.give_up(id));
        assert_eq!(answer(&calls, "1"), Ok(()));
        assert_eq!(answer(&calls, "1"), Err(Violation::AnsweredTwice { id: 1 }));
    }

    #[test]
    fn waiting_and_remembered_calls_are_bounded() {
        let calls = Calls::new(2);
        let open = || {
            let id = calls.reserve();
            calls.open(id).map(|receiver| (id, receiver))
        };
        let _first = open().unwrap();
        let _second = open().unwrap();
        assert!(matches!(open(), Err(Refused::Busy)));

        calls.give_up(1);
        for _ in 0..REMEMBERED + 10 {
            let (id, _receiver) = open().unwrap();
            calls.give_up(id);
        }
        assert_eq!(calls.lock().given_up.len(), REMEMBERED);
    }

    #[tokio::test]
    async fn closing_ends_every_wait() {
        let calls = Calls::new(8);
        let receiver = calls.open(calls.reserve()).unwrap();
        calls.close();
        assert!(receiver.await.is_err());
        assert!(matches!(calls.open(9), Err(Refused::Closed)));
    }

    #[test]
    fn an_oversized_line_fails_the_only_call_that_waits() {
        let calls = Calls::new(8);
        let mut only = calls.open(1).unwrap();
        calls.answer_too_long();
        assert!(matches!(only.try_recv(), Ok(Outcome::TooLong)));
        assert_eq!(calls.reserve(), 1);
        assert_eq!(answer(&calls, "1"), Ok(()), "it was another line after all");

        let mut first = calls.open(2).unwrap();
        let _second = calls.open(3).unwrap();
        calls.answer_too_long();
        assert!(first.try_recv().is_err());
    }
}
