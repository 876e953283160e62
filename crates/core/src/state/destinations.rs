//! Where servers may connect: allowed, refused, and asked for.

use super::servers::is_up;
use super::{Round, State};
use crate::network::{Allowance, Destination, Destinations, Meant, Place, Verdict};
use crate::{
    Action, Actor, AuditRecord, Connection, Effect, Lifetime, Notice, Refusal, Server, ServerId,
    SessionId, Time, User,
};

/// The most destinations of one server of which something was said.
const SAID: usize = 512;
/// The most of which a person is asked at once, of one server and of all.
const OF_SERVER: usize = 32;
const ASKED: usize = 256;

/// Names a destination that a person is asked about; never given twice in one run of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DestinationId(pub u32);

/// Somewhere a server wants to connect to, and of which nothing was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedDestination {
    pub id: DestinationId,
    /// Of those that seek it, the one that was first.
    pub session: SessionId,
    /// The app whose session it is.
    pub app: Option<String>,
    pub destination: Destination,
    pub at: Time,
    /// How often it was sought.
    pub times: u32,
}

#[derive(Debug, Default)]
pub(super) struct Sought {
    asked: Vec<AskedDestination>,
    last: u32,
}

impl State {
    /// Destinations that a person is asked about, oldest first.
    pub fn asked_destinations(&self) -> impl Iterator<Item = &AskedDestination> {
        self.sought.asked.iter()
    }

    pub fn asked_destination(&self, id: DestinationId) -> Option<&AskedDestination> {
        self.sought.asked.iter().find(|asked| asked.id == id)
    }

    pub(super) fn allow(
        &mut self,
        id: ServerId,
        to: &Destination,
        lifetime: Lifetime,
        round: &mut Round,
    ) {
        if lifetime.is_over(self.now) {
            return round.refuse(Refusal::AlreadyOver);
        }
        if self.is_full(id, to) {
            return round.refuse(Refusal::TooManyDestinations);
        }
        let detail = format!("{to}, {}", words(lifetime));
        let allowance = Allowance { lifetime, since: self.now };
        let change = |it: &mut Destinations| {
            it.never.remove(to);
            // What is as it was stays so since when it was.
            if it.allowed.get(to).is_none_or(|old| old.lifetime != lifetime) {
                it.allowed.insert(to.clone(), allowance);
            }
        };
        let said = (Action::DestinationAllowed, Actor::Person, detail);
        self.set_destinations(id, said, change, round);
    }

    pub(super) fn never(&mut self, id: ServerId, to: &Destination, round: &mut Round) {
        if self.is_full(id, to) {
            return round.refuse(Refusal::TooManyDestinations);
        }
        let said = (Action::DestinationDenied, Actor::Person, to.to_string());
        let change = |it: &mut Destinations| {
            it.allowed.remove(to);
            it.never.insert(to.clone());
        };
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
            let said = (Action::DestinationRevoked, Actor::Person, "all".to_owned());
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

    fn is_full(&self, id: ServerId, to: &Destination) -> bool {
        let said = |server: &Server| {
            let Destinations { allowed, never } = &server.destinations;
            let is_new = !allowed.contains_key(to) && !never.contains(to);
            is_new && allowed.len() + never.len() >= SAID
        };
        self.commits.server(id).or_else(|| self.server(id)).is_some_and(said)
    }

    pub(super) fn sought(&mut self, id: SessionId, to: Destination, round: &mut Round) {
        let is_there = self.session(id).is_some_and(|session| session.left.is_none());
        if !is_there || self.is_decided(id.server, &to) {
            return;
        }
        let same =
            |it: &&mut AskedDestination| it.session.server == id.server && it.destination == to;
        if let Some(asked) = self.sought.asked.iter_mut().find(same) {
            asked.times = asked.times.saturating_add(1);
            return;
        }
        let of_server = self.sought.asked.iter().filter(|it| it.session.server == id.server);
        if of_server.count() >= OF_SERVER || self.sought.asked.len() >= ASKED {
            return;
        }
        self.sought.last += 1;
        let asked = AskedDestination {
            id: DestinationId(self.sought.last),
            session: id,
            app: self.app_of(id),
            destination: to,
            at: self.now,
            times: 1,
        };
        round.effects.push(Effect::Tell(Notice::Destination(asked.id)));
        self.sought.asked.push(asked);
    }

    pub(super) fn dismiss_destination(&mut self, id: DestinationId, round: &mut Round) {
        let before = self.sought.asked.len();
        self.sought.asked.retain(|asked| asked.id != id);
        if self.sought.asked.len() == before {
            round.refuse(Refusal::UnknownDestination);
        }
    }

    /// Takes those off the list of which something was said since, or whose server does not run.
    pub(super) fn forget_destinations_that_are_settled(&mut self) {
        if self.sought.asked.is_empty() {
            return;
        }
        let mut asked = std::mem::take(&mut self.sought.asked);
        asked.retain(|it| {
            let server = it.session.server;
            let runs =
                self.sessions_of(server).into_iter().any(|id| self.run(id).is_some_and(is_up));
            runs && !self.is_decided(server, &it.destination)
        });
        self.sought.asked = asked;
    }

    /// Whether what is asked for is allowed or refused by now.
    fn is_decided(&self, id: ServerId, to: &Destination) -> bool {
        let Some(server) = self.server(id) else { return true };
        let rules = server.destinations.rules();
        let of = |meant| rules.of(&meant) != Verdict::Unknown;
        match (&to.place, to.port) {
            (Place::Name(name), None) => rules.of_name(name) != Verdict::Unknown,
            (Place::Name(name), Some(port)) => of(Meant::Name(name.clone(), port)),
            (Place::Addresses(range), port) => {
                of(Meant::Address(range.first(), port.unwrap_or(crate::network::WEB_PORTS[1])))
            }
            (Place::ThisComputer, Some(port)) => of(Meant::ThisComputer(port)),
            // Nothing else is sought.
            (Place::ThisComputer, None) | (Place::Under(_) | Place::AnyName, _) => true,
        }
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

    fn app_of(&self, id: SessionId) -> Option<String> {
        match self.user(id)? {
            User::App(app) => Some(app.clone()),
            User::Paddock => None,
        }
    }
}

fn words(lifetime: Lifetime) -> &'static str {
    match lifetime {
        Lifetime::ThisRun => "for this run",
        Lifetime::Until(_) => "for a time",
        Lifetime::Always => "always",
    }
}
