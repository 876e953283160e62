//! One timer for everything on a connection that waits for an answer.
//!
//! The runtime is woken for a timer that is due before all others, and nearly every call would be:
//! that costs two system calls each. This one timer stays where it is when a call is answered, and
//! looks again when it fires.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

#[derive(Debug, Default)]
pub(crate) struct Alarms {
    table: Mutex<Table>,
    set_earlier: Notify,
}

#[derive(Debug, Default)]
struct Table {
    last: u64,
    waiting: BTreeMap<(Instant, u64), Waker>,
    /// When the timer fires next.
    rings: Option<Instant>,
}

impl Alarms {
    /// Waits until then.
    pub(crate) fn at(&self, due: Instant) -> Alarm<'_> {
        Alarm { alarms: self, due, key: None }
    }

    /// Wakes who waits, for ever.
    pub(crate) async fn ring(&self) {
        loop {
            let rings = self.lock().rings;
            match rings {
                Some(at) => {
                    tokio::select! {
                        () = sleep_until(at) => self.wake(Instant::now()),
                        () = self.set_earlier.notified() => {}
                    }
                }
                None => self.set_earlier.notified().await,
            }
        }
    }

    fn wake(&self, now: Instant) {
        let mut table = self.lock();
        while let Some(first) = table.waiting.first_entry()
            && first.key().0 <= now
        {
            first.remove().wake();
        }
        table.rings = table.waiting.first_key_value().map(|((due, _), _)| *due);
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub(crate) struct Alarm<'a> {
    alarms: &'a Alarms,
    due: Instant,
    key: Option<(Instant, u64)>,
}

impl Future for Alarm<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut table = self.alarms.lock();
        let key = match self.key {
            Some(key) if !table.waiting.contains_key(&key) => return Poll::Ready(()),
            Some(key) => key,
            None => {
                table.last += 1;
                (self.due, table.last)
            }
        };
        table.waiting.insert(key, context.waker().clone());
        if table.rings.is_none_or(|rings| self.due < rings) {
            table.rings = Some(self.due);
            self.alarms.set_earlier.notify_one();
        }
        drop(table);
        self.key = Some(key);
        Poll::Pending
    }
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.alarms.lock().waiting.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Alarms that ring, on a clock that moves only when all wait.
    fn ringing() -> Arc<Alarms> {
        let alarms = Arc::new(Alarms::default());
        let ringing = Arc::clone(&alarms);
        tokio::spawn(async move { ringing.ring().await });
        alarms
    }

    #[tokio::test(start_paused = true)]
    async fn each_rings_at_its_time_in_whatever_order_they_are_set() {
        let (alarms, begun) = (ringing(), Instant::now());
        let wait = async |seconds: u32| {
            alarms.at(begun + seconds * SECOND).await;
            begun.elapsed().as_secs()
        };
        assert_eq!(tokio::join!(wait(5), wait(1), wait(3), wait(1)), (5, 1, 3, 1));
        assert_eq!(wait(7).await, 7);
        assert!(alarms.lock().waiting.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_time_that_has_passed_does_not_wait() {
        let (alarms, begun) = (ringing(), Instant::now());
        alarms.at(begun).await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn those_that_nobody_waits_for_are_forgotten_and_leave_the_timer_alone() {
        let (alarms, begun) = (ringing(), Instant::now());
        for number in 0..1000 {
            let alarm = alarms.at(begun + 60 * SECOND + number * SECOND);
            assert!(tokio::time::timeout(Duration::from_millis(1), alarm).await.is_err());
        }
        assert_eq!(alarms.lock().rings, Some(begun + 60 * SECOND));
        assert!(alarms.lock().waiting.is_empty());

        tokio::time::sleep(70 * SECOND).await;
        assert_eq!(alarms.lock().rings, None, "nothing is left to wake for");
    }
}
