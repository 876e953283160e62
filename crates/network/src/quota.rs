//! What one server may send in a day, held while the bytes move.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::Ceiling;

/// What a server has sent of what it may. All of its brokers share one.
#[derive(Debug)]
pub struct Quota {
    now: Mutex<Now>,
    /// Counts how often what may be sent changed.
    changes: watch::Sender<u64>,
    /// Counts how often something began to be held.
    holds: watch::Sender<u64>,
    /// Counts how often another part of the limit was sent.
    parts: watch::Sender<u64>,
    /// How many are held now.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct Now {
    ceiling: Ceiling,
    sent: u64,
    /// What was sent when that was last told.
    told: u64,
}

/// Into so many a limit is parted.
const PARTS: u64 = 16;

/// What became of an attempt to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spent {
    Bytes(usize),
    /// Nothing may be sent now, and nothing was.
    Held,
}

impl Quota {
    /// One of which `sent` bytes were sent already.
    pub fn new(ceiling: Ceiling, sent: u64) -> Self {
        Self {
            now: Mutex::new(Now { ceiling, sent, told: sent }),
            changes: watch::Sender::default(),
            holds: watch::Sender::default(),
            parts: watch::Sender::default(),
            waiting: AtomicUsize::new(0),
        }
    }

    /// From now on this is what may be sent. What was held goes on if there is room.
    pub fn set_ceiling(&self, ceiling: Ceiling) {
        self.lock().ceiling = ceiling;
        self.say_changed();
    }

    /// Another day has begun: nothing was sent in it.
    pub fn begin_day(&self) {
        let mut now = self.lock();
        (now.sent, now.told) = (0, 0);
        drop(now);
        self.say_changed();
    }

    /// How many bytes were sent today.
    pub fn sent(&self) -> u64 {
        self.lock().sent
    }

    /// How often something began to be held, as it changes.
    pub fn holds(&self) -> watch::Receiver<u64> {
        self.holds.subscribe()
    }

    /// Turns whenever more than a sixteenth of a limit was sent since it did.
    pub fn parts(&self) -> watch::Receiver<u64> {
        self.parts.subscribe()
    }

    /// Has `send` send at most `most` bytes, as far as there is room, and counts what it says that it
    /// sent. Where there is a limit nobody else sends meanwhile, so `send` must not wait: what all
    /// connections send together never is a byte more.
    ///
    /// # Errors
    /// Those of `send`; nothing is counted then.
    pub(crate) fn spend(
        &self,
        most: usize,
        send: impl FnOnce(usize) -> io::Result<usize>,
    ) -> io::Result<Spent> {
        let now = self.lock();
        let Some(left) = now.left() else {
            drop(now);
            let bytes = send(most)?;
            self.count(self.lock(), bytes);
            return Ok(Spent::Bytes(bytes));
        };
        let room = usize::try_from(left).unwrap_or(usize::MAX).min(most);
        if room == 0 {
            return Ok(Spent::Held);
        }
        let bytes = send(room)?;
        self.count(now, bytes);
        Ok(Spent::Bytes(bytes))
    }

    /// Counts `bytes` as sent, as soon as there is room for all of them.
    pub(crate) async fn spend_all(&self, bytes: usize) {
        let has_counted = || {
            let now = self.lock();
            let has_room = now.left().is_none_or(|left| left >= bytes as u64);
            if has_room {
                self.count(now, bytes);
            }
            has_room
        };
        self.wait_until(has_counted).await;
    }

    /// Returns when something may be sent.
    pub(crate) async fn room(&self) {
        self.wait_until(|| self.lock().left() != Some(0)).await;
    }

    async fn wait_until(&self, is_so: impl Fn() -> bool) {
        let mut changes = self.changes.subscribe();
        if is_so() {
            return;
        }
        let _waits = Waits::begin(&self.waiting);
        while !is_so() {
            self.holds.send_modify(|count| *count += 1);
            _ = changes.changed().await;
        }
    }

    /// Whether anything is held now.
    pub fn holds_something(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Whether nothing may be sent for now.
    pub fn is_stopped(&self) -> bool {
        self.lock().ceiling == Ceiling::Stopped
    }

    /// Returns when nothing may be sent any more.
    pub(crate) async fn stopped(&self) {
        let mut changes = self.changes.subscribe();
        while !self.is_stopped() {
            _ = changes.changed().await;
        }
    }

    fn count(&self, mut now: MutexGuard<'_, Now>, bytes: usize) {
        now.sent = now.sent.saturating_add(bytes as u64);
        let Ceiling::Bytes(most) = now.ceiling else { return };
        if now.sent - now.told > most / PARTS {
            now.told = now.sent;
            drop(now);
            self.parts.send_modify(|count| *count += 1);
        }
    }

    fn say_changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Quota {
    /// One without a limit.
    fn default() -> Self {
        Self::new(Ceiling::Unlimited, 0)
    }
}

/// Counts as one that is held until this is dropped.
struct Waits<'a>(&'a AtomicUsize);

impl<'a> Waits<'a> {
    fn begin(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Now {
    fn left(&self) -> Option<u64> {
        self.ceiling.left(self.sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_sent_than_there_is_room_for() {
        let quota = Quota::new(Ceiling::Bytes(10), 4);
        assert_eq!(quota.spend(4, |room| Ok(room - 1)).unwrap(), Spent::Bytes(3));
        assert_eq!(quota.spend(9, Ok).unwrap(), Spent::Bytes(3));
        assert_eq!(quota.spend(1, |_| unreachable!()).unwrap(), Spent::Held);
        quota.begin_day();
        assert!(quota.spend(9, |_| Err(io::ErrorKind::WouldBlock.into())).is_err());
        assert_eq!((quota.sent(), quota.spend(20, Ok).unwrap()), (0, Spent::Bytes(10)));
        quota.set_ceiling(Ceiling::Unlimited);
        assert_eq!((quota.spend(20, Ok).unwrap(), quota.sent()), (Spent::Bytes(20), 30));
        quota.set_ceiling(Ceiling::Stopped);
        assert_eq!(quota.spend(1, Ok).unwrap(), Spent::Held);
    }

    #[test]
    fn each_part_of_a_limit_is_told() {
        let quota = Quota::new(Ceiling::Bytes(160), 30);
        let mut parts = quota.parts();
        let mut tells = |bytes| {
            quota.spend(bytes, Ok).unwrap();
            let told = parts.has_changed().unwrap();
            parts.mark_unchanged();
            told
        };
        assert_eq!([10, 1, 10, 1, 60].map(&mut tells), [false, true, false, true, true]);
        quota.begin_day();
        assert_eq!([10, 1].map(tells), [false, true]);
    }

    #[tokio::test]
    async fn what_has_no_room_waits_for_it_and_that_is_said() {
        let quota = Quota::new(Ceiling::Bytes(10), 4);
        let mut holds = quota.holds();
        quota.spend_all(6).await;
        assert!(!holds.has_changed().unwrap());
        let release = async {
            holds.changed().await.unwrap();
            assert!(quota.holds_something());
            quota.set_ceiling(Ceiling::Bytes(12));
            quota.begin_day();
        };
        tokio::join!(quota.spend_all(11), release);
        assert_eq!((quota.sent(), quota.holds_something()), (11, false));
    }
}
