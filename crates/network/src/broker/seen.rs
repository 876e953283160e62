use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Meant, Rules, Seen, Went};

/// How many destinations are told apart; those above it are counted by what allows them.
const MOST: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Tallies(Mutex<BTreeMap<Went, Arc<Tally>>>);

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
    pub(super) fn open(&self, meant: &Meant, rules: &Rules) -> Counted {
        let tally = self.of(meant, rules);
        tally.connections.fetch_add(1, Ordering::Relaxed);
        tally.open.fetch_add(1, Ordering::Relaxed);
        tally.touch();
        Counted(tally)
    }

    fn of(&self, meant: &Meant, rules: &Rules) -> Arc<Tally> {
        let mut tallies = self.lock();
        let mut went = Went::To(meant.clone());
        if tallies.len() >= MOST && !tallies.contains_key(&went) {
            went = Went::Under(rules.counted_as(meant));
        }
        Arc::clone(tallies.entry(went).or_default())
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.lock().iter().map(|(went, tally)| tally.seen(went.clone())).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Went, Arc<Tally>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tally {
    fn touch(&self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.last_used.store(now.as_secs(), Ordering::Relaxed);
    }

    fn seen(&self, went: Went) -> Seen {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Seen {
            went,
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
    fn more_destinations_than_are_told_apart_are_counted_by_what_allows_them() {
        let tallies = Tallies::default();
        let rules = ["*", "*.good.example"].map(|it| it.parse().unwrap()).to_vec();
        let rules = Rules::new(rules, Vec::new());
        let open = |name: &str| {
            drop(tallies.open(&Meant::Name(Name::parse(name).unwrap(), 443), &rules));
        };
        for number in 0..MOST {
            open(&format!("n{number}.example"));
        }
        for name in ["n0.example", "evil.example", "other.evil.example", "a.good.example"] {
            open(name);
        }
        let seen = tallies.seen();
        let of = |went: &Went| seen.iter().find(|it| it.went == *went).unwrap().connections;
        let under = |rule: &str| of(&Went::Under(rule.parse().unwrap()));
        let first = Went::To(Meant::Name(Name::parse("n0.example").unwrap(), 443));
        assert_eq!((of(&first), under("*"), under("*.good.example")), (2, 2, 1));
        assert_eq!(seen.len(), MOST + 2);
    }
}
