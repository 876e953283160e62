//! What servers do in a slot of five minutes, counted until it is kept.

use std::collections::BTreeMap;
use std::time::Duration;

use paddock_core::{ServerId, Time};
use paddock_network::{Seen, Went};
use paddock_storage::{Counted, Counts, Slot};
use tokio::time::Instant;

use crate::run::network::Broker;

/// Destinations of one server that are told apart in one slot; others count for what allows them.
const DESTINATIONS: usize = 16;

/// What was counted in a slot.
#[derive(Debug)]
pub(crate) struct Counting {
    pub(crate) slot: Time,
    counts: BTreeMap<(ServerId, Option<String>), Counts>,
    /// When the slot is over; none while nothing was counted in it.
    due: Option<Instant>,
}

/// What of a run was counted already.
#[derive(Debug, Default)]
pub(crate) struct SoFar {
    by_destination: BTreeMap<Went, Counts>,
    refused: u64,
    /// Bytes of names.
    looked_up: u64,
}

impl Counting {
    pub(crate) fn new() -> Self {
        Self { slot: Time(0), counts: BTreeMap::new(), due: None }
    }

    /// When what was counted is to be kept.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    pub(crate) fn clear(&mut self) {
        self.counts.clear();
        self.due = None;
    }

    /// Counts for a server, and what goes to one destination for that, too.
    pub(crate) fn add(&mut self, now: Time, server: ServerId, to: Option<String>, counts: Counts) {
        self.due.get_or_insert_with(|| Instant::now() + left_of(self.slot, now));
        *self.counts.entry((server, to)).or_default() += counts;
    }

    /// Whether a destination is told apart from others.
    pub(crate) fn tells_apart(&self, server: ServerId, to: &str) -> bool {
        let mut of_server =
            self.counts.keys().filter(|it| it.0 == server).filter_map(|it| it.1.as_deref());
        of_server.clone().count() < DESTINATIONS || of_server.any(|it| it == to)
    }

    /// What a server sent, in bytes.
    pub(crate) fn sent(&self, server: ServerId) -> u64 {
        self.counts.get(&(server, None)).map_or(0, |counts| counts.sent)
    }

    pub(crate) fn all(&self) -> Vec<Counted> {
        let counted = |((server, to), counts): (&(ServerId, Option<String>), &Counts)| Counted {
            at: self.slot,
            server: *server,
            destination: to.clone(),
            counts: *counts,
        };
        self.counts.iter().map(counted).collect()
    }
}

impl SoFar {
    /// What came of it since, in all and by destination.
    pub(crate) fn take_news(&mut self, broker: &Broker) -> (Counts, Vec<(Went, Counts)>) {
        let refused = broker.refused();
        let blocked = refused.saturating_sub(std::mem::replace(&mut self.refused, refused));
        let looked_up = broker.looked_up();
        let before = std::mem::replace(&mut self.looked_up, looked_up);
        let names = looked_up.saturating_sub(before);
        let news = self.of_destinations(broker.seen());
        let mut all = Counts { blocked, sent: names, ..Counts::default() };
        for (_, counts) in &news {
            all += *counts;
        }
        (all, news)
    }

    fn of_destinations(&mut self, seen: Vec<Seen>) -> Vec<(Went, Counts)> {
        let mut news = Vec::new();
        for it in seen {
            let now = Counts {
                connections: it.connections,
                sent: it.sent,
                received: it.received,
                ..Counts::default()
            };
            let before = self.by_destination.insert(it.went.clone(), now).unwrap_or_default();
            let new = Counts {
                connections: now.connections.saturating_sub(before.connections),
                sent: now.sent.saturating_sub(before.sent),
                received: now.received.saturating_sub(before.received),
                ..Counts::default()
            };
            if new != Counts::default() {
                news.push((it.went, new));
            }
        }
        news
    }
}

fn left_of(slot: Time, now: Time) -> Duration {
    let end = slot.0 + i64::from(Slot::FiveMinutes.minutes()) * 60_000;
    Duration::from_millis(end.saturating_sub(now.0).max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use paddock_core::network::{Meant, Name};

    use super::*;

    const SERVER: ServerId = ServerId(1);

    fn bytes(sent: u64) -> Counts {
        Counts { sent, ..Counts::default() }
    }

    #[test]
    fn of_a_run_only_what_is_new_is_counted() {
        let meant = Meant::Name(Name::parse("a.example").unwrap(), 443);
        let seen = |sent, connections| Seen {
            went: Went::To(meant.clone()),
            connections,
            open: 1,
            sent,
            received: 0,
            last_used: 0,
        };
        let mut so_far = SoFar::default();
        let sent = |news: Vec<(Went, Counts)>| {
            news.iter().map(|(_, it)| (it.sent, it.connections)).collect::<Vec<_>>()
        };
        assert_eq!(sent(so_far.of_destinations(vec![seen(10, 1)])), [(10, 1)]);
        assert_eq!(sent(so_far.of_destinations(vec![seen(10, 1)])), []);
        assert_eq!(sent(so_far.of_destinations(vec![seen(25, 2)])), [(15, 1)]);
    }

    #[tokio::test]
    async fn few_destinations_of_a_server_are_told_apart() {
        let mut counting = Counting::new();
        for number in 0..DESTINATIONS {
            let to = format!("n{number}.example");
            assert!(counting.tells_apart(SERVER, &to));
            counting.add(Time(0), SERVER, Some(to), bytes(1));
            counting.add(Time(0), SERVER, None, bytes(1));
        }
        assert!(counting.tells_apart(SERVER, "n0.example"));
        assert!(!counting.tells_apart(SERVER, "other.example"));
        assert!(counting.tells_apart(ServerId(2), "other.example"));
    }

    #[tokio::test]
    async fn it_is_kept_once_a_slot_and_only_if_something_was_counted() {
        let mut counting = Counting::new();
        assert_eq!(counting.due(), None);
        counting.add(Time(60_000), SERVER, None, bytes(1));
        let left = counting.due().unwrap().duration_since(Instant::now());
        assert!(left > Duration::from_mins(3) && left <= Duration::from_mins(4), "{left:?}");
        counting.clear();
        assert_eq!(counting.due(), None);
    }
}
