//! Where servers may connect: allowed and refused.

use super::servers::is_up;
use super::{Round, State};
use crate::network::{Allowance, Destination, Destinations};
use crate::{
    Action, Actor, AuditRecord, Connection, Effect, FactCode, Lifetime, Refusal, Server, ServerId,
    SessionId, Time,
};

/// The most destinations of one server of which something was said.
const SAID: usize = 512;
impl State {
    pub(super) fn allow(
        &mut self,
        id: ServerId,
        to: &[Destination],
        lifetime: Lifetime,
        round: &mut Round,
    ) {
        if lifetime.is_over(self.now) {
            return round.refuse(Refusal::AlreadyOver);
        }
        if self.has_no_room(id, to) {
            return round.refuse(Refusal::TooManyDestinations);
        }
        let named: Vec<_> = to.iter().map(ToString::to_string).collect();
        let detail = format!("{}, {}", named.join(", "), words(lifetime));
        let allowance = Allowance { lifetime, since: self.now };
        // What is as it was stays so since when it was; and of several, nothing is had for less long.
        let stays = |old: &Allowance| {
            old.lifetime == lifetime || (to.len() > 1 && lifetime.is_within(old.lifetime))
        };
        let change = |it: &mut Destinations| {
            for to in to {
                it.never.remove(to);
                if !it.allowed.get(to).is_some_and(stays) {
                    it.allowed.insert(to.clone(), allowance);
                }
            }
        };
        let said = (Action::DestinationAllowed, Actor::Person, detail);
        self.set_destinations(id, said, change, round);
    }

    /// Allows what had been allowed, each for its own time. What a person refused since stays so.
    pub(super) fn allow_again(
        &mut self,
        id: ServerId,
        all: &[(Destination, Lifetime)],
        round: &mut Round,
    ) {
        let to: Vec<_> = all.iter().map(|(to, _)| to.clone()).collect();
        if self.has_no_room(id, &to) {
            return round.refuse(Refusal::TooManyDestinations);
        }
        let named = all.iter().map(|(to, lifetime)| format!("{to}, {}", words(*lifetime)));
        let detail = named.collect::<Vec<_>>().join("; ");
        let since = self.now;
        let change = |it: &mut Destinations| {
            for (to, lifetime) in all {
                if !it.never.contains(to) && !it.allowed.contains_key(to) {
                    it.allowed.insert(to.clone(), Allowance { lifetime: *lifetime, since });
                }
            }
        };
        let said = (Action::DestinationAllowed, Actor::Person, detail);
        self.set_destinations(id, said, change, round);
    }

    pub(super) fn never(&mut self, id: ServerId, to: &Destination, round: &mut Round) {
        let said = (Action::DestinationDenied, Actor::Person, to.to_string());
        let most = self.room_for_destinations_of(id).min(SAID);
        let change = |it: &mut Destinations| it.refuse(to, most);
        self.set_destinations(id, said, change, round);
    }

    pub(super) fn forget_destination(&mut self, id: ServerId, to: &Destination, round: &mut Round) {
        let Some(now) = self.server(id) else { return round.refuse(Refusal::UnknownServer) };
        let latest = self.commits.server(id).unwrap_or(now);
        let is_said = |server: &Server| {
            server.destinations.allowed.contains_key(to) || server.destinations.never.contains(to)
        };
        if !is_said(now) && !is_said(latest) {
            return round.refuse(Refusal::UnknownDestination);
        }
        let said = (Action::DestinationRevoked, Actor::Person, to.to_string());
        let change = |it: &mut Destinations| {
            it.allowed.remove(to);
            it.never.remove(to);
        };
        self.set_destinations(id, said, change, round);
    }

    /// A server may connect nowhere any more, but for what needs no consent.
    pub(super) fn forget_all_destinations(&mut self, round: &mut Round) {
        let servers: Vec<_> = self.servers.keys().copied().collect();
        for id in servers {
            let said =
                (Action::DestinationRevoked, Actor::Person, FactCode::EveryDestination.said());
            self.set_destinations(id, said, |it| it.allowed.clear(), round);
        }
    }

    pub(super) fn expire_destinations(&mut self, round: &mut Round) {
        let now = self.now;
        let is_over = |lifetime: Lifetime| lifetime.is_over(now);
        let servers: Vec<_> = self.servers.keys().copied().collect();
        for id in servers {
            self.end_destinations(id, Action::DestinationExpired, is_over, round);
        }
    }

    /// Ends what was allowed for this run, once no session of the server has one.
    pub(super) fn end_destinations_of_run(&mut self, id: ServerId, round: &mut Round) {
        let of_run = |lifetime: Lifetime| lifetime == Lifetime::ThisRun;
        self.end_destinations(id, Action::DestinationRunEnded, of_run, round);
    }

    fn end_destinations(
        &mut self,
        id: ServerId,
        action: Action,
        is_over: impl Fn(Lifetime) -> bool,
        round: &mut Round,
    ) {
        let Some(server) = self.server(id) else { return };
        let over: Vec<_> = server
            .destinations
            .allowed
            .iter()
            .filter(|(_, it)| is_over(it.lifetime))
            .map(|(to, _)| to.to_string())
            .collect();
        if over.is_empty() {
            return;
        }
        let change = |it: &mut Destinations| it.allowed.retain(|_, it| !is_over(it.lifetime));
        self.set_destinations(id, (action, Actor::Paddock, over.join(", ")), change, round);
    }

    /// The next moment at which something allowed ends.
    pub(super) fn next_end_of_destination(&self) -> Option<Time> {
        let allowed = self.servers().flat_map(|server| server.destinations.allowed.values());
        let ends = allowed.filter_map(|it| match it.lifetime {
            Lifetime::Until(end) => Some(end),
            Lifetime::ThisRun | Lifetime::Always => None,
        });
        ends.min()
    }

    fn set_destinations(
        &mut self,
        id: ServerId,
        said: (Action, Actor, String),
        change: impl Fn(&mut Destinations),
        round: &mut Round,
    ) {
        let change = |server: &mut Server| change(&mut server.destinations);
        let narrows = |less: &Server, now: &Server| less.destinations.is_within(&now.destinations);
        self.change_server(id, said, change, narrows, round);
    }

    /// Brings the processes of a server to what holds now.
    pub(super) fn follow_destinations(
        &mut self,
        id: ServerId,
        old: &Destinations,
        round: &mut Round,
    ) {
        if self.server(id).is_none_or(|server| server.destinations == *old) {
            return;
        }
        round.touched.insert(id);
        for session in self.sessions_of(id) {
            if self.run(session).is_some_and(is_up) {
                round.effects.push(Effect::Destinations(session));
            }
        }
    }

    fn has_no_room(&self, id: ServerId, to: &[Destination]) -> bool {
        let said = |server: &Server| {
            let Destinations { allowed, never } = &server.destinations;
            let is_new = |to: &&Destination| !allowed.contains_key(to) && !never.contains(to);
            let new = to.iter().filter(is_new).count();
            let of_server = allowed.len() + never.len() + new;
            new > 0 && (of_server > SAID || !self.has_room_for_destinations(new))
        };
        self.commits.server(id).or_else(|| self.server(id)).is_some_and(said)
    }

    pub(super) fn connection(
        &mut self,
        id: SessionId,
        to: &Destination,
        what: Connection,
        round: &mut Round,
    ) {
        if self.session(id).is_none() {
            return;
        }
        let action = match what {
            Connection::Made => Action::Connected,
            Connection::Refused => Action::ConnectionRefused,
            Connection::Cut => Action::ConnectionCut,
        };
        let record = self.about_session(action, Actor::Server, id);
        let ok = what == Connection::Made;
        round.record(AuditRecord { ok, detail: Some(to.to_string()), ..record });
    }
}

fn words(lifetime: Lifetime) -> String {
    let code = match lifetime {
        Lifetime::ThisRun => FactCode::ForThisRun,
        Lifetime::Until(_) => FactCode::ForATime,
        Lifetime::Always => FactCode::Always,
    };
    code.said()
}
