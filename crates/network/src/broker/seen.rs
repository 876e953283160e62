use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Meant, Seen};

/// How many destinations are told apart; those above it are counted as one.
const MOST: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Tallies {
    by_destination: Mutex<BTreeMap<Meant, Arc<Tally>>>,
    others: Arc<Tally>,
}

#[derive(Debug, Default)]
pub(super) struct Tally {
    connections: AtomicU64,
    open: AtomicU64,
    pub(super) sent: AtomicU64,
    pub(super) received: AtomicU64,
    last_used: AtomicU64,
}

/// A connection that counts as open until this is dropped.
pub(super) struct Counted(Arc<Tally>);

impl Tallies {
    pub(super) fn open(&self, meant: &Meant) -> Counted {
        let tally = self.of(meant);
        tally.connections.fetch_add(1, Ordering::Relaxed);
        tally.open.fetch_add(1, Ordering::Relaxed);
        tally.touch();
        Counted(tally)
    }

    fn of(&self, meant: &Meant) -> Arc<Tally> {
        let mut tallies = self.lock();
        if let Some(tally) = tallies.get(meant) {
            return Arc::clone(tally);
        }
        if tallies.len() >= MOST {
            return Arc::clone(&self.others);
        }
        Arc::clone(tallies.entry(meant.clone()).or_default())
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        let tallies = self.lock();
        let others =
            (self.others.connections.load(Ordering::Relaxed) > 0).then(|| self.others.seen(None));
        tallies.iter().map(|(meant, tally)| tally.seen(Some(meant.clone()))).chain(others).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Meant, Arc<Tally>>> {
        self.by_destination.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tally {
    fn touch(&self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.last_used.store(now.as_secs(), Ordering::Relaxed);
    }

    fn seen(&self, meant: Option<Meant>) -> Seen {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Seen {
            meant,
            connections: read(&self.connections),
            open: read(&self.open),
            sent: read(&self.sent),
            received: read(&self.received),
            last_used: read(&self.last_used),
        }
    }
}

impl Counted {
    pub(super) fn tally(&self) -> &Tally {
        &self.0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
        self.0.touch();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Name;

    #[test]
    fn however_many_destinations_there_are_few_are_told_apart() {
        let tallies = Tallies::default();
        for number in 0..MOST + 5 {
            let name = Name::parse(&format!("n{number}.example")).unwrap();
            drop(tallies.open(&Meant::Name(name, 443)));
        }
        let seen = tallies.seen();
        assert_eq!(seen.len(), MOST + 1);
        let others = seen.last().unwrap();
        assert_eq!((others.meant.clone(), others.connections, others.open), (None, 5, 0));
    }
}
