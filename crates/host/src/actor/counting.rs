//! What servers do, counted until it is kept: at most once in a slot of five minutes, and only where
//! there is something to keep.

use paddock_core::network::NetworkChoice;
use paddock_core::{Action, Asked, AuditRecord, ServerId, SessionId, State, Time};
use paddock_network::Went;
use paddock_storage::{Counted, Counts, Slot};

use super::{Actor, Keeping};
use crate::clock;
use crate::machine::Machine;
use crate::runtimes::Runtimes;
use crate::traffic::Traffic;

/// What part of its limit a server has sent when that is kept before the slot is over.
const FORGOTTEN: u64 = 16;

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
        let unkept = self.traffic.counting.sent(server);
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
