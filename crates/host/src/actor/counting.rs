//! What servers do, counted until it is kept: at most once in a slot of five minutes, and only where
//! there is something to keep.

use std::collections::BTreeMap;
use std::time::Duration;

use paddock_core::network::NetworkChoice;
use paddock_core::{Action, Asked, AuditRecord, ServerId, SessionId, State, Time};
use paddock_network::{Seen, Went};
use paddock_storage::{Counted, Counts, Slot};
use tokio::time::Instant;

use super::{Actor, Keeping};
use crate::clock;
use crate::machine::Machine;
use crate::run::network::Broker;
use crate::runtimes::Runtimes;
use crate::traffic::Traffic;

/// Destinations of one server that are told apart in one slot; others count for what allows them.
const DESTINATIONS: usize = 16;

/// What part of its limit a server has sent when that is kept before the slot is over.
const FORGOTTEN: u64 = 16;

#[derive(Debug)]
pub(crate) struct Counting {
    slot: Time,
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

    fn add(&mut self, now: Time, server: ServerId, to: Option<String>, counts: Counts) {
        self.due.get_or_insert_with(|| Instant::now() + left_of(self.slot, now));
        *self.counts.entry((server, to)).or_default() += counts;
    }

    /// Whether a destination is told apart from others.
    fn tells_apart(&self, server: ServerId, to: &str) -> bool {
        let mut of_server =
            self.counts.keys().filter(|it| it.0 == server).filter_map(|it| it.1.as_deref());
        of_server.clone().count() < DESTINATIONS || of_server.any(|it| it == to)
    }

    fn all(&self) -> Vec<Counted> {
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
    fn take_news(&mut self, broker: &Broker) -> (Counts, Vec<(Went, Counts)>) {
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

/// Counts, with all that it takes to know what.
pub(crate) struct Counter<'a> {
    traffic: &'a mut Traffic,
    runtimes: &'a mut Runtimes,
    keeping: &'a Keeping,
    state: &'a State,
    machine: &'a Machine,
}

impl Actor {
    pub(super) fn counter(&mut self) -> Counter<'_> {
        Counter {
            traffic: &mut self.traffic,
            runtimes: &mut self.runtimes,
            keeping: &self.keeping,
            state: &self.state,
            machine: &self.machine,
        }
    }
}

impl Counter<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "few of all records are of use")]
    pub(super) fn recorded(&mut self, record: &AuditRecord) {
        let Some(server) = record.server else { return };
        let uses = u64::from(record.grant.is_some());
        let counts = match record.action {
            Action::ToolCalled => Counts { calls: 1, uses, ..Counts::default() },
            Action::ResourceRead => Counts { uses, ..Counts::default() },
            Action::CallDenied => Counts { blocked: 1, ..Counts::default() },
            _ => return,
        };
        self.count(server, counts);
    }

    pub(super) fn blocked(&mut self, server: ServerId) {
        self.count(server, Counts { blocked: 1, ..Counts::default() });
    }

    pub(super) fn request(&mut self, server: ServerId) {
        self.count(server, Counts { requests: 1, ..Counts::default() });
    }

    /// Counts what the run of a session connected to since this was done last.
    pub(super) fn connections(&mut self, session: SessionId) {
        self.follow_clock();
        self.collect(session);
        self.keep_if_much(session.server);
    }

    /// Keeps what a server with a limit has sent once that is a part of it: what is not kept when the
    /// host is ended by force may be sent again.
    fn keep_if_much(&mut self, server: ServerId) {
        let most = self.state.server(server).and_then(|known| known.sending.most);
        let unkept = self.traffic.counting.counts.get(&(server, None));
        let unkept = unkept.map_or(0, |counts| counts.sent);
        if most.is_some_and(|most| unkept > most / FORGOTTEN) {
            self.send(clock::now());
        }
    }

    fn collect(&mut self, session: SessionId) {
        let Some(run) = self.runtimes.run_mut(session) else { return };
        let Some(broker) = &run.broker else { return };
        let (all, news) = run.counted.take_news(broker);
        for (went, counts) in news {
            let to = self.told_as(session.server, &went);
            self.add(session.server, Some(to), counts);
        }
        if all != Counts::default() {
            self.add(session.server, None, all);
        }
    }

    /// As what it is counted: itself, or what allows it where that is too much.
    fn told_as(&self, server: ServerId, went: &Went) -> String {
        let meant = match went {
            Went::To(meant) => meant,
            Went::Under(rule) => return rule.to_string(),
        };
        let text = meant.destination().to_string();
        if self.traffic.counting.tells_apart(server, &text) {
            return text;
        }
        let rules = self.state.server(server).map(|known| known.destinations.rules());
        rules.unwrap_or_default().counted_as(meant).to_string()
    }

    /// Where something was counted in a slot that is over, what went over connections is of it too.
    fn collect_all(&mut self) {
        if self.traffic.counting.due().is_none() {
            self.follow_clock();
        }
        for session in self.runtimes.sessions() {
            self.collect(session);
        }
    }

    fn count(&mut self, server: ServerId, counts: Counts) {
        self.follow_clock();
        self.add(server, None, counts);
    }

    fn follow_clock(&mut self) {
        let now = clock::now();
        let slot = Slot::FiveMinutes.of(now);
        if slot != self.traffic.counting.slot {
            self.send(now);
            self.traffic.counting.slot = slot;
        }
    }

    fn add(&mut self, server: ServerId, to: Option<String>, counts: Counts) {
        let (files_unseen, network_unseen) = self.unseen(server);
        let counts = Counts { files_unseen, network_unseen, ..counts };
        self.traffic.counting.add(clock::now(), server, to, counts);
    }

    /// Whether it can't be seen what a server tries to reach, and what it sends.
    fn unseen(&self, server: ServerId) -> (bool, bool) {
        let Some(known) = self.state.server(server) else { return (true, true) };
        let capabilities = self.machine.capabilities();
        let can = |what: fn(&paddock_supervisor::Capabilities) -> bool| {
            capabilities.as_ref().is_some_and(what)
        };
        let free = known.confinement.asked == Asked::Advisory;
        let open = known.confinement.network == NetworkChoice::Open || !can(|it| it.network_off);
        (free || !can(|it| it.attempts), free || open)
    }

    /// The slot is over, or Paddock ends.
    pub(super) fn keep(&mut self) {
        self.collect_all();
        self.send(clock::now());
        // What goes over connections from now on is of another slot, and said again.
        for (_, runtime) in self.runtimes.iter() {
            if let Some(broker) = runtime.run.as_ref().and_then(|run| run.broker.as_ref()) {
                broker.hear_of_bytes();
            }
        }
    }

    fn send(&mut self, now: Time) {
        let counting = &mut self.traffic.counting;
        let counted = counting.all();
        counting.clear();
        if !counted.is_empty()
            && let Err(counted) = self.keeping.count(now, counted)
        {
            // Counted for the slot that begins.
            for it in counted {
                counting.add(now, it.server, it.destination, it.counts);
            }
        }
    }

    /// What was counted and is not kept yet.
    pub(super) fn counted(&mut self) -> Vec<Counted> {
        self.collect_all();
        self.traffic.counting.all()
    }

    /// What was counted so far goes with the activity.
    pub(super) fn forget(&mut self) {
        self.collect_all();
        self.traffic.forget_activity();
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
