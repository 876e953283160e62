//! How much servers may send in a day, as a person says, and what waits for them to say it.

use std::collections::BTreeMap;

use super::servers::is_up;
use super::{Round, State};
use crate::{
    Action, Actor, AuditRecord, Ceiling, Effect, FactCode, Notice, Refusal, Said, Sending, Server,
    ServerId, SessionId, Time,
};

/// A server that has sent what it may today, and has more to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedSending {
    pub server: ServerId,
    /// How many bytes it may send today.
    pub ceiling: u64,
    pub at: Time,
}

#[derive(Debug, Default)]
pub(super) struct Held {
    asked: Vec<AskedSending>,
    /// What each server is held to, as was said last; nothing is said of those without a limit.
    ceilings: BTreeMap<ServerId, Ceiling>,
    day_ends: Option<Time>,
}

impl State {
    /// Servers of which a person is asked whether they may send more today, oldest first.
    pub fn asked_sending(&self) -> impl Iterator<Item = &AskedSending> {
        self.sending.asked.iter()
    }

    /// How much a server may send today.
    pub fn ceiling(&self, id: ServerId) -> Ceiling {
        self.server(id).map(|server| server.sending.ceiling(self.now)).unwrap_or_default()
    }

    pub(super) fn set_most_sent(&mut self, id: ServerId, most: Option<u64>, round: &mut Round) {
        if !(Sending { most, said: None }).is_sensible() {
            return round.refuse(Refusal::LimitNotSensible);
        }
        let words = most.map_or(FactCode::AnyBytesADay.said(), |most| FactCode::BytesADay.of(most));
        let now = self.now;
        let change = |it: &mut Sending| *it = it.limited(most, now);
        self.change_sending(id, (Action::LimitsChanged, words), change, round);
    }

    pub(super) fn send_today(&mut self, id: ServerId, ceiling: Ceiling, round: &mut Round) {
        let Some(now) = self.server(id) else { return round.refuse(Refusal::UnknownServer) };
        let latest = self.commits.server(id).unwrap_or(now);
        let has_limit = now.sending.most.is_some() && latest.sending.most.is_some();
        let Some(until) = self.sending.day_ends.filter(|_| has_limit) else {
            return round.refuse(Refusal::UnknownRequest);
        };
        let said = match ceiling {
            Ceiling::Unlimited => (Action::SendingAllowed, FactCode::NoLimitToday.said()),
            Ceiling::Bytes(count) => (Action::SendingAllowed, FactCode::BytesToday.of(count)),
            Ceiling::Stopped => (Action::SendingStopped, FactCode::NothingMoreToday.said()),
        };
        let change = |it: &mut Sending| it.said = Some(Said { ceiling, until });
        self.change_sending(id, said, change, round);
    }

    fn change_sending(
        &mut self,
        id: ServerId,
        (action, detail): (Action, String),
        change: impl Fn(&mut Sending),
        round: &mut Round,
    ) {
        let now = self.now;
        let change = |server: &mut Server| change(&mut server.sending);
        let narrows = |less: &Server, old: &Server| less.sending.is_within(&old.sending, now);
        self.change_server(id, (action, Actor::Person, detail), change, narrows, round);
    }

    pub(super) fn sending_held(&mut self, id: SessionId, round: &mut Round) {
        let Ceiling::Bytes(ceiling) = self.ceiling(id.server) else { return };
        let is_asked = self.sending.asked.iter().any(|it| it.server == id.server);
        if is_asked || !self.run(id).is_some_and(is_up) {
            return;
        }
        self.sending.asked.push(AskedSending { server: id.server, ceiling, at: self.now });
        let detail = Some(FactCode::BytesToday.of(ceiling));
        let record = self.about_session(Action::SendingHeld, Actor::Server, id);
        round.record(AuditRecord { ok: false, detail, ..record });
        round.effects.push(Effect::Tell(Notice::Sending(id.server)));
    }

    pub(super) fn day_began(&mut self, ends: Time) {
        self.sending.day_ends = Some(ends);
    }

    /// Nobody is asked about a day that is over.
    pub(super) fn end_day(&mut self, round: &mut Round) {
        if self.sending.day_ends.is_some_and(|ends| ends <= self.now) {
            self.sending.day_ends = None;
            self.sending.asked.clear();
            round.effects.push(Effect::DayOver);
        }
    }

    /// The next moment at which what a server may send changes by itself.
    pub(super) fn next_end_of_sending(&self) -> Option<Time> {
        let runs = |id: SessionId| self.run(id).is_some_and(is_up);
        // What a server sends without a limit counts for one that is set later that day.
        let sends = |server: &Server| {
            server.sending.most.is_some() || self.sessions_of(server.id).into_iter().any(runs)
        };
        let some_send = self.servers().any(sends);
        let said = self.servers().filter_map(|server| server.sending.said);
        let ends = said.map(|said| said.until).filter(|until| *until > self.now);
        ends.chain(self.sending.day_ends.filter(|_| some_send)).min()
    }

    /// Says what each server is held to where that changed, and takes those off the list of which
    /// something was said since, or that do not run.
    pub(super) fn follow_sending(&mut self, round: &mut Round) {
        let all = self.servers().map(|server| (server.id, server.sending.ceiling(self.now)));
        let now: BTreeMap<_, _> = all.filter(|(_, it)| *it != Ceiling::Unlimited).collect();
        let before = std::mem::take(&mut self.sending.ceilings);
        let known = before.keys().chain(now.keys().filter(|id| !before.contains_key(id)));
        let changed = known.filter(|id| before.get(id) != now.get(id));
        round.effects.extend(changed.map(|id| Effect::Sending(*id)));
        self.sending.ceilings = now;
        let mut asked = std::mem::take(&mut self.sending.asked);
        asked.retain(|it| {
            let runs = |id: SessionId| self.run(id).is_some_and(is_up);
            self.ceiling(it.server) == Ceiling::Bytes(it.ceiling)
                && self.sessions_of(it.server).into_iter().any(runs)
        });
        self.sending.asked = asked;
    }
}
