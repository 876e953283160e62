//! Connections that have not greeted yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// How many there are, at the most.
const MOST: usize = 1024;

/// All of them, oldest first. The one that has waited longest makes room for the next: whoever
/// greets at once is let in at once, however many others say nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Greeting(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    last: u64,
    /// Each ends with its sender.
    oldest_first: BTreeMap<u64, oneshot::Sender<()>>,
}

/// One of them, until it is dropped.
#[derive(Debug)]
pub(super) struct Greets {
    all: Greeting,
    number: u64,
    place: oneshot::Receiver<()>,
}

impl Greeting {
    pub(super) fn begin(&self) -> Greets {
        let (held, place) = oneshot::channel();
        let mut waiting = self.lock();
        while waiting.oldest_first.len() >= MOST {
            waiting.oldest_first.pop_first();
        }
        waiting.last += 1;
        let number = waiting.last;
        waiting.oldest_first.insert(number, held);
        Greets { all: self.clone(), number, place }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Greets {
    /// Waits until another takes its place.
    pub(super) async fn is_displaced(&mut self) {
        let _ = (&mut self.place).await;
    }
}

impl Drop for Greets {
    fn drop(&mut self) {
        self.all.lock().oldest_first.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_one_that_waited_longest_makes_room() {
        let all = Greeting::default();
        let mut first = all.begin();
        let mut second = all.begin();
        let rest: Vec<_> = (2..MOST).map(|_| all.begin()).collect();
        assert!(first.place.try_recv().is_err_and(|it| it == oneshot::error::TryRecvError::Empty));
        let _newest = all.begin();
        first.is_displaced().await;
        assert_eq!(second.place.try_recv(), Err(oneshot::error::TryRecvError::Empty));
        // Those that greeted leave room.
        drop((first, rest));
        let _more: Vec<_> = (0..MOST - 2).map(|_| all.begin()).collect();
        assert_eq!(second.place.try_recv(), Err(oneshot::error::TryRecvError::Empty));
    }
}
