//! What ended and can be brought back. People and time end what servers have, and not servers: all
//! of it is kept for as long as what happened is.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::{Ended, EndedDestination, EndedWhy, Round, State};
use crate::network::Destination;
use crate::{
    Action, Actor, Again, Asking, Change, Confinement, Consent, Effect, Fingerprint, Grant,
    GrantId, Lifetime, Limits, Missed, Refusal, Remembered, SamplingLimits, SeenCommand, Sending,
    Server, ServerId, Time, Usage,
};

/// What a grant gets whose end has come by the time that it is given again.
const AGAIN: Duration = Duration::from_hours(1);

/// What a server has that a person gave it, and what they keep it to, for when it is removed and
/// comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Had {
    /// The command that is trusted with it; what nobody trusted has only what it is kept to.
    seen: Option<SeenCommand>,
    pub(super) grants: Vec<Grant>,
    pub(super) destinations: Vec<(Destination, Lifetime)>,
    never: BTreeSet<Destination>,
    confinement: Confinement,
    limits: Limits,
    sending: Sending,
    asking: Asking,
    usage: Usage,
}

impl Had {
    /// Keeps a server that is new to what this one was kept to, where that is less.
    fn narrow(&self, server: &mut Server) {
        server.destinations.never.clone_from(&self.never);
        let Confinement { network, ask_first, .. } = self.confinement;
        let asked = server.confinement.asked;
        let network = network.min(server.confinement.network);
        server.confinement = Confinement { asked, network, ask_first };
        // One that is new has all the memory that there is, sends what it likes and is under no rule.
        let Limits { processes, memory } = self.limits;
        server.limits = Limits { processes: processes.min(server.limits.processes), memory };
        server.sending = self.sending;
        server.usage.clone_from(&self.usage);
        let (limits, of_new) = (self.asking.limits, server.asking.limits);
        let requests_an_hour = limits.requests_an_hour.min(of_new.requests_an_hour);
        let tokens_a_day = limits.tokens_a_day.min(of_new.tokens_a_day);
        let limits = SamplingLimits { requests_an_hour, tokens_a_day };
        server.asking = Asking { limits, muted: self.asking.muted };
    }
}

impl State {
    /// What a server has now, and what it is kept to; none where that is nothing. Only to the command
    /// that a person trusted anything was given.
    pub fn had(&self, id: ServerId) -> Option<Box<Had>> {
        let server = self.server(id)?;
        let found = self.seen(id).map(Fingerprint::of);
        let is_trusted = server.is_trusted_as(None) && server.is_trusted_as(found);
        let seen = server.trusted.as_ref().and_then(|it| it.seen.clone()).filter(|_| is_trusted);
        let allowed = server.destinations.allowed.iter().filter(|_| seen.is_some());
        let had = Box::new(Had {
            grants: self.grants_of(id).filter(|_| seen.is_some()).cloned().collect(),
            destinations: allowed.map(|(to, it)| (to.clone(), it.lifetime)).collect(),
            seen,
            never: server.destinations.never.clone(),
            confinement: server.confinement,
            limits: server.limits,
            sending: server.sending,
            asking: server.asking,
            usage: server.usage.clone(),
        });
        let new = Server::new(id, server.name.clone(), server.command.clone());
        let mut narrow = new.clone();
        had.narrow(&mut narrow);
        let is_nothing = had.grants.is_empty() && had.destinations.is_empty() && narrow == new;
        (!is_nothing).then_some(had)
    }

    /// A server that was removed is there again, by another number, and is new. It is as narrow as it
    /// was at once; what it had is kept until it is known what its command is now.
    pub(super) fn came_back(&mut self, id: ServerId, had: Box<Had>, round: &mut Round) {
        let Some(server) = self.server(id) else { return round.refuse(Refusal::UnknownServer) };
        let new = Server::new(id, server.name.clone(), server.command.clone());
        if *server != new {
            // What was said of it since could be less.
            return round.refuse(Refusal::UnknownServer);
        }
        if !self.has_room_for_rules(had.usage.rules.keys()) {
            return round.refuse(Refusal::TooManyRules);
        }
        if !self.has_room_for_destinations(had.never.len()) {
            return round.refuse(Refusal::TooManyDestinations);
        }
        let mut narrow = new.clone();
        had.narrow(&mut narrow);
        let Some(entry) = self.servers.get_mut(&id) else { return };
        entry.had = Some(had);
        if narrow == new {
            return;
        }
        // Nobody trusts it yet, so there is no process to be kept to less.
        let change = Change::PutServer(narrow.clone());
        entry.server = narrow;
        self.commits.overtake_server(id);
        self.follow_usage(id, &new.usage, round);
        self.follow_destinations(id, &new.destinations, round);
        self.commit_after(vec![change], Vec::new(), round);
    }

    /// The command of a server was found that nobody trusts yet. Where the server came back and it is
    /// the command that had it, what it had has ended, as if it had been revoked: a person can give
    /// it again. Nothing of that is another command's.
    pub(super) fn recall(&mut self, id: ServerId, seen: &SeenCommand, round: &mut Round) {
        let had = self.servers.get_mut(&id).and_then(|entry| entry.had.as_mut());
        let Some(had) = had else { return };
        if !had.seen.as_ref().is_some_and(|was| seen.is_same_elsewhere(was)) {
            return self.forget_ended_of(id, round);
        }
        // It is found more than once.
        let grants = std::mem::take(&mut had.grants);
        let destinations = std::mem::take(&mut had.destinations);
        let at = self.now;
        for grant in grants {
            if self.grants_of(id).any(|it| it.root == grant.root) {
                continue;
            }
            let grant = Grant { id: GrantId(self.next_number()), server: id, ..grant };
            let ended = Ended { grant, at, why: EndedWhy::Revoked };
            let note = Change::Remember(Remembered::Ended(ended.clone()));
            round.effects.push(Effect::Note(Box::new(note)));
            self.ended.push_front(ended);
        }
        for (to, lifetime) in destinations {
            self.remember_destination(id, to, lifetime, round);
        }
        self.forget_destinations_said_anew(id);
    }

    pub(super) fn grant_again(&mut self, ended: GrantId, round: &mut Round) {
        let Some(Ended { grant, .. }) = self.ended.iter().find(|kept| kept.grant.id == ended)
        else {
            return round.refuse(Refusal::UnknownGrant);
        };
        let Grant { root, server, access, lifetime, .. } = grant.clone();
        let lifetime = self.lifetime_again(lifetime);
        self.grant(Consent { root, server, access, lifetime }, round);
    }

    /// Gives again what a person agreed to, as it was shown to them. What was given again meanwhile
    /// stays as it is, and what would be over by now is not given.
    pub(super) fn grant_all_again(&mut self, all: &[Again], round: &mut Round) {
        let lasting = all.iter().filter(|it| !it.lifetime.is_over(self.now));
        let lasting: BTreeMap<_, _> = lasting.map(|it| (it.ended, it.lifetime)).collect();
        let consents = self.ended.iter().filter_map(|Ended { grant, .. }| {
            let lifetime = *lasting.get(&grant.id)?;
            let Grant { root, server, access, .. } = grant.clone();
            Some(Consent { root, server, access, lifetime })
        });
        let consents: Vec<_> = consents.collect();
        let mut destinations: BTreeMap<ServerId, Vec<_>> = BTreeMap::new();
        for it in &self.ended_destinations {
            if let Some(lifetime) = lasting.get(&it.id) {
                destinations.entry(it.server).or_default().push((it.to.clone(), *lifetime));
            }
        }
        let (mut changes, mut audit) = (Vec::new(), Vec::new());
        for consent in consents {
            let (mut more, record) = self.granting(consent);
            changes.append(&mut more);
            audit.push(record);
        }
        if changes.is_empty() && destinations.is_empty() {
            return round.refuse(Refusal::AlreadyOver);
        }
        if !changes.is_empty() {
            self.commit_first(changes, audit, round);
        }
        for (server, to) in destinations {
            self.allow_again(server, &to, round);
        }
    }

    /// For how long something that ended is given again: for as long as it would have lasted, or for
    /// an hour where that is over.
    pub fn lifetime_again(&self, was: Lifetime) -> Lifetime {
        if was.is_over(self.now) { Lifetime::Until(self.now.plus(AGAIN)) } else { was }
    }

    /// Takes up what ended before. What is granted or said otherwise by now has not.
    pub(super) fn remember(
        &mut self,
        ended: Vec<Ended>,
        destinations: Vec<EndedDestination>,
        missed: Vec<Missed>,
    ) {
        let has = |it: &Grant| {
            self.grants().any(|grant| (grant.server, &grant.root) == (it.server, &it.root))
        };
        let here = |it: &Ended| self.server(it.grant.server).is_some() && !has(&it.grant);
        self.ended = ended.into_iter().filter(here).collect();
        let here = |it: &EndedDestination| self.server(it.server).is_some();
        self.ended_destinations = destinations.into_iter().filter(here).collect();
        let servers: Vec<_> = self.servers.keys().copied().collect();
        for server in servers {
            self.forget_destinations_said_anew(server);
        }
        self.remember_missed(missed);
    }

    /// A person has what happened deleted.
    pub(super) fn forget_what_was(&mut self) {
        self.used.clear();
        self.ended.clear();
        self.ended_destinations.clear();
        self.forget_missed();
    }

    /// What ended or was missed before that is kept no longer.
    pub(super) fn forget_before(&mut self, oldest: Time) {
        self.ended.retain(|kept| kept.at >= oldest);
        self.ended_destinations.retain(|kept| kept.at >= oldest);
        self.forget_missed_before(oldest);
    }

    pub(super) fn forget_ended(&mut self, id: GrantId, round: &mut Round) {
        round.note_forgotten(id);
        self.ended.retain(|kept| kept.grant.id != id);
        self.ended_destinations.retain(|kept| kept.id != id);
    }

    /// Forgets all that ended of a server, and what it had before it came back.
    pub(super) fn forget_ended_of(&mut self, id: ServerId, round: &mut Round) {
        if let Some(entry) = self.servers.get_mut(&id) {
            entry.had = None;
        }
        self.ended.retain(|Ended { grant, .. }| {
            if grant.server == id {
                round.note_forgotten(grant.id);
            }
            grant.server != id
        });
        self.ended_destinations.retain(|it| {
            if it.server == id {
                round.note_forgotten(it.id);
            }
            it.server != id
        });
    }

    /// Takes grants out of force at once, then has that kept.
    pub(super) fn end_grants(
        &mut self,
        ids: &[GrantId],
        why: EndedWhy,
        by: Actor,
        round: &mut Round,
    ) {
        let ended: Vec<_> = ids.iter().filter_map(|id| self.remove_grant(*id, round)).collect();
        if ended.is_empty() {
            return;
        }
        let action = match why {
            EndedWhy::Revoked => Action::Revoked,
            EndedWhy::Expired => Action::Expired,
            EndedWhy::RunEnded => Action::RunEnded,
        };
        let audit = ended.iter().map(|grant| self.about(action, by, grant)).collect();
        let mut changes: Vec<_> = ended.iter().map(|grant| Change::RemoveGrant(grant.id)).collect();
        let at = self.now;
        for grant in ended {
            let ended = Ended { grant, at, why };
            changes.push(Change::Remember(Remembered::Ended(ended.clone())));
            self.ended.push_front(ended);
        }
        self.commit_after(changes, audit, round);
    }

    /// Remembers where servers may connect, before that is taken from all of them.
    pub(super) fn end_all_destinations(&mut self, round: &mut Round) {
        let mut all = Vec::new();
        for server in self.servers() {
            let allowed = server.destinations.allowed.iter();
            all.extend(allowed.map(|(to, it)| (server.id, to.clone(), it.lifetime)));
        }
        for (server, to, lifetime) in all {
            self.remember_destination(server, to, lifetime, round);
        }
    }

    fn remember_destination(
        &mut self,
        server: ServerId,
        to: Destination,
        lifetime: Lifetime,
        round: &mut Round,
    ) {
        let (id, at) = (GrantId(self.next_number()), self.now);
        let ended = EndedDestination { id, server, to, lifetime, at };
        let note = Change::Remember(Remembered::Destination(ended.clone()));
        round.effects.push(Effect::Note(Box::new(note)));
        self.ended_destinations.push_front(ended);
    }

    /// Forgets destinations of a server that ended and of which a person has said something since.
    pub(super) fn forget_destinations_said_anew(&mut self, id: ServerId) {
        let Some(server) = self.servers.get(&id).map(|entry| &entry.server) else { return };
        let said = &server.destinations;
        self.ended_destinations.retain(|it| {
            it.server != id || !said.allowed.contains_key(&it.to) && !said.never.contains(&it.to)
        });
    }

    pub fn ended(&self) -> impl Iterator<Item = &Ended> {
        self.ended.iter()
    }

    /// Destinations of servers from which all access was revoked, or that came back, newest first.
    pub fn ended_destinations(&self) -> impl Iterator<Item = &EndedDestination> {
        self.ended_destinations.iter()
    }
}
