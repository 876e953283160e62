//! What the server asked of the person and is not yet answered.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::message::Id;
use crate::{AskId, AskReply};

#[derive(Debug)]
pub(crate) struct Asks {
    table: Mutex<Table>,
    most: usize,
    most_bytes: usize,
    thought: watch::Sender<Thought>,
}

/// Too much waits for the person already.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Where the answer to an ask goes.
#[derive(Debug)]
pub(crate) enum Seat {
    /// Into a JSON-RPC response under this id, related to this task as the request was.
    Response { id: Id, task: Option<Box<str>> },
    /// To the call that builds its next round from it.
    Round(mpsc::UnboundedSender<(AskId, AskReply)>),
}

/// How long the person thought about requests that hold up calls unknown to us.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Thought {
    before: Duration,
    since: Option<Instant>,
}

impl Thought {
    pub(crate) fn goes_on(self) -> bool {
        self.since.is_some()
    }

    pub(crate) fn spent(self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// What a cancellation of the server met.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Cancelled {
    /// The person need not answer any more.
    Open(AskId),
    /// The answer waits to be written.
    Answered(AskId),
}

#[derive(Debug, Default)]
struct Table {
    last: u64,
    open: BTreeMap<AskId, Open>,
    bytes: usize,
    closed: bool,
}

#[derive(Debug)]
struct Open {
    seat: Seat,
    size: usize,
    answered: bool,
}

impl Table {
    fn remove(&mut self, ask: AskId) -> Option<Open> {
        let open = self.open.remove(&ask)?;
        self.bytes -= open.size;
        Some(open)
    }

    fn thinking(&self) -> bool {
        self.open.values().any(|open| matches!(open.seat, Seat::Response { .. }) && !open.answered)
    }
}

impl Asks {
    /// `most` asks of together `most_bytes` may be open.
    pub(crate) fn new(most: usize, most_bytes: usize) -> Self {
        Self {
            table: Mutex::default(),
            most,
            most_bytes,
            thought: watch::Sender::new(Thought::default()),
        }
    }

    /// Takes in what was asked in so many bytes.
    pub(crate) fn open(&self, seat: Seat, size: usize) -> Result<AskId, Full> {
        let mut table = self.lock();
        let fits = table.bytes.saturating_add(size) <= self.most_bytes;
        if table.closed || table.open.len() >= self.most || !fits {
            return Err(Full);
        }
        table.last += 1;
        table.bytes += size;
        let ask = AskId(table.last);
        table.open.insert(ask, Open { seat, size, answered: false });
        self.think(&table);
        Ok(ask)
    }

    /// The person answered. A response keeps its place until [`Self::written`], so that a server
    /// that asks and does not read is bounded too.
    pub(crate) fn answered(&self, ask: AskId) -> Option<Seat> {
        let mut table = self.lock();
        let open = table.open.get_mut(&ask).filter(|open| !open.answered)?;
        open.answered = true;
        let seat = match &open.seat {
            Seat::Response { id, task } => Seat::Response { id: id.clone(), task: task.clone() },
            Seat::Round(replies) => {
                let seat = Seat::Round(replies.clone());
                table.remove(ask);
                seat
            }
        };
        self.think(&table);
        Some(seat)
    }

    pub(crate) fn written(&self, ask: AskId) {
        self.lock().remove(ask);
    }

    /// The server took back the request with this id.
    pub(crate) fn cancel(&self, id: &Id) -> Vec<Cancelled> {
        let mut table = self.lock();
        let meant = |open: &Open| matches!(&open.seat, Seat::Response { id: own, .. } if own == id);
        let asks: Vec<AskId> =
            table.open.iter().filter(|(_, open)| meant(open)).map(|(ask, _)| *ask).collect();
        let cancelled = asks
            .into_iter()
            .filter_map(|ask| {
                let answered = table.remove(ask)?.answered;
                Some(if answered { Cancelled::Answered(ask) } else { Cancelled::Open(ask) })
            })
            .collect();
        self.think(&table);
        cancelled
    }

    /// The call that waits for this answer is gone. False if it was answered.
    pub(crate) fn abandon(&self, ask: AskId) -> bool {
        self.lock().remove(ask).is_some()
    }

    /// Takes in no more; what the person need not answer any more.
    pub(crate) fn close(&self) -> Vec<AskId> {
        let mut table = self.lock();
        let open = std::mem::take(&mut *table);
        table.closed = true;
        self.think(&table);
        open.open.into_iter().filter(|(_, open)| !open.answered).map(|(ask, _)| ask).collect()
    }

    /// Changes when the person begins and ends to think.
    pub(crate) fn thought(&self) -> watch::Receiver<Thought> {
        self.thought.subscribe()
    }

    fn think(&self, table: &Table) {
        let thinking = table.thinking();
        self.thought.send_if_modified(|thought| {
            if thinking == thought.goes_on() {
                return false;
            }
            *thought = if thinking {
                Thought { since: Some(Instant::now()), ..*thought }
            } else {
                Thought { before: thought.spent(), since: None }
            };
            true
        });
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    fn id(text: &str) -> Id {
        Id::parse(&RawValue::from_string(text.to_owned()).unwrap()).unwrap()
    }

    fn response(text: &str) -> Seat {
        Seat::Response { id: id(text), task: None }
    }

    fn asks() -> Asks {
        Asks::new(2, 100)
    }

    #[test]
    fn open_asks_are_bounded_in_number_and_bytes_until_their_answer_is_written() {
        let asks = asks();
        let first = asks.open(response("1"), 10).unwrap();
        assert_eq!(asks.open(response("2"), 91), Err(Full));
        asks.open(response("2"), 90).unwrap();
        assert_eq!(asks.open(response("3"), 0), Err(Full));

        assert!(
            matches!(asks.answered(first), Some(Seat::Response { id: own, .. }) if own == id("1"))
        );
        assert!(asks.answered(first).is_none(), "only one answer counts");
        assert_eq!(asks.open(response("3"), 0), Err(Full));
        asks.written(first);
        asks.open(response("3"), 0).unwrap();
    }

    #[test]
    fn can_2_a_cancelled_request_is_told_apart_by_its_answer() {
        let asks = asks();
        let open = asks.open(response("1"), 0).unwrap();
        let answered = asks.open(response("\"1\""), 0).unwrap();
        asks.answered(answered);

        assert_eq!(asks.cancel(&id("\"1\"")), [Cancelled::Answered(answered)]);
        assert_eq!(asks.cancel(&id("1")), [Cancelled::Open(open)]);
        assert_eq!(asks.cancel(&id("1")), []);
        assert!(asks.answered(open).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn only_time_in_which_a_response_is_owed_is_thought() {
        let asks = asks();
        let second = Duration::from_secs(1);
        let thought = asks.thought();
        let first = asks.open(response("1"), 0).unwrap();
        tokio::time::advance(second).await;
        let other = asks.open(response("2"), 0).unwrap();
        asks.answered(first);
        tokio::time::advance(second).await;
        asks.answered(other);
        tokio::time::advance(second).await;
        assert_eq!((thought.borrow().spent(), thought.borrow().goes_on()), (2 * second, false));
    }

    #[test]
    fn closing_names_what_is_open_and_takes_no_more() {
        let asks = asks();
        let open = asks.open(response("1"), 0).unwrap();
        let answered = asks.open(response("2"), 0).unwrap();
        asks.answered(answered);
        assert_eq!(asks.close(), [open]);
        assert_eq!(asks.open(response("3"), 0), Err(Full));
    }
}
