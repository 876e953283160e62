//! Giving folders and taking them back.

use std::time::Duration;

use super::servers::is_up;
use super::{Ended, EndedWhy, Round, State};
use crate::{
    Access, Action, Actor, AuditRecord, Change, Consent, Effect, Grant, GrantId, Lifetime, Notice,
    Reachability, Refusal, Root, ServerId, SessionId, Time,
};

/// A person is told this long before a grant ends.
const WARNING: Duration = Duration::from_mins(5);

impl State {
    pub(super) fn grant(&mut self, consent: Consent, round: &mut Round) {
        if self.server(consent.server).is_none() {
            return round.refuse(Refusal::UnknownServer);
        }
        if consent.lifetime.is_over(self.now) {
            return round.refuse(Refusal::AlreadyOver);
        }
        let (changes, audit) = self.granting(consent);
        self.commit_first(changes, vec![audit], round);
    }

    /// What gives a folder that a person consented to.
    pub(super) fn granting(&mut self, consent: Consent) -> (Vec<Change>, AuditRecord) {
        let Consent { root, server, access, lifetime } = consent;
        let (standing, replaced): (Vec<_>, Vec<_>) = self
            .grants_of(server)
            .chain(self.commits.grants().filter(|grant| grant.server == server))
            .filter(|grant| grant.root.path == root.path)
            .map(|grant| (grant.id, grant.root == root))
            .partition(|(_, same)| *same);
        // Another folder stood there: consent to this one replaces consent to that one.
        let mut changes: Vec<_> =
            replaced.into_iter().map(|(id, _)| Change::RemoveGrant(id)).collect();
        let id = standing.first().map(|(id, _)| *id);
        let id = id.unwrap_or_else(|| GrantId(self.next_number()));
        let grant = Grant { id, root, server, access, lifetime, granted_at: self.now };
        let audit = self.about(Action::Granted, Actor::Person, &grant);
        changes.push(Change::PutGrant(grant));
        (changes, audit)
    }

    pub(super) fn revoke(&mut self, id: GrantId, round: &mut Round) {
        if !self.grants.contains_key(&id) {
            return round.refuse(Refusal::UnknownGrant);
        }
        self.end_grants(&[id], EndedWhy::Revoked, Actor::Person, round);
    }

    pub(super) fn revoke_all(&mut self, round: &mut Round) {
        let all: Vec<_> = self.grants.keys().copied().collect();
        self.commits.overtake_all_grants();
        self.end_grants(&all, EndedWhy::Revoked, Actor::Person, round);
        self.end_all_destinations(round);
        self.forget_all_destinations(round);
        // A server that is only told would go on reading.
        self.stop_the_unenforced(round);
    }

    pub(super) fn set_access(&mut self, id: GrantId, access: Access, round: &mut Round) {
        let Some(old) = self.latest(id) else { return round.refuse(Refusal::UnknownGrant) };
        self.change_grant(&Grant { access, ..old }, Action::AccessChanged, round);
    }

    pub(super) fn set_lifetime(&mut self, id: GrantId, lifetime: Lifetime, round: &mut Round) {
        let Some(old) = self.latest(id) else { return round.refuse(Refusal::UnknownGrant) };
        if lifetime.is_over(self.now) {
            return round.refuse(Refusal::AlreadyOver);
        }
        self.change_grant(&Grant { lifetime, ..old }, Action::LifetimeChanged, round);
    }

    /// A grant as it will be when all that is on its way has arrived.
    fn latest(&self, id: GrantId) -> Option<Grant> {
        let in_force = self.grants.get(&id)?;
        let on_its_way = self.commits.grants().filter(|grant| grant.id == id).last();
        Some(on_its_way.unwrap_or(in_force).clone())
    }

    /// Narrowing applies immediately; widening only after it is saved.
    fn change_grant(&mut self, new: &Grant, action: Action, round: &mut Round) {
        let Some(old) = self.grants.get(&new.id) else { return };
        let audit = self.about(action, Actor::Person, new);
        let changes = vec![Change::PutGrant(new.clone())];
        let access = new.access.min(old.access);
        let shorter = new.lifetime.is_within(old.lifetime);
        let lifetime = if shorter { new.lifetime } else { old.lifetime };
        let less = Grant { access, lifetime, ..old.clone() };
        if less == *new {
            self.commits.overtake_grant(new.id);
        }
        if less != *old {
            self.insert_grant(less.clone(), None, round);
        }
        if less == *new {
            self.commit_after(changes, vec![audit], round);
        } else {
            self.commit_first(changes, vec![audit], round);
        }
    }

    pub(super) fn expire_grants(&mut self, round: &mut Round) {
        let over = |grant: &&Grant| grant.lifetime.is_over(self.now);
        let over: Vec<_> = self.grants.values().filter(over).map(|grant| grant.id).collect();
        for id in &over {
            round.effects.push(Effect::Tell(Notice::Ended(*id)));
        }
        self.end_grants(&over, EndedWhy::Expired, Actor::Paddock, round);
        let soon: Vec<_> = self
            .grants
            .values()
            .filter(|grant| warning_of(grant).is_some_and(|moment| moment <= self.now))
            .map(|grant| grant.id)
            .filter(|id| !self.warned.contains(id))
            .collect();
        for id in soon {
            self.warned.insert(id);
            round.effects.push(Effect::Tell(Notice::Expiring(id)));
        }
    }

    /// The next moment at which a grant ends, its end is told, a pause is over, or a server falls
    /// asleep.
    pub(super) fn next_moment(&self) -> Option<Time> {
        let ends = self.grants.values().filter_map(end_of);
        let warnings = self
            .grants
            .values()
            .filter(|grant| !self.warned.contains(&grant.id))
            .filter_map(warning_of);
        ends.chain(warnings)
            .chain(self.pauses().filter_map(|pause| pause.until))
            .chain(self.next_sleep())
            .chain(self.next_restart())
            .chain(self.next_end_of_destination())
            .chain(self.next_end_of_sending())
            .chain(self.next_end_of_allowed_calls())
            .min()
    }

    /// Ends the grants for this run, once no session of the server has one.
    pub(super) fn end_run_of(&mut self, server: ServerId, round: &mut Round) {
        let runs = |id: &SessionId| self.run(*id).is_some_and(is_up);
        if self.sessions_of(server).iter().any(runs) {
            return;
        }
        let of_run = |grant: &&Grant| grant.lifetime == Lifetime::ThisRun;
        let over: Vec<_> = self.grants_of(server).filter(of_run).map(|grant| grant.id).collect();
        self.end_grants(&over, EndedWhy::RunEnded, Actor::Paddock, round);
        self.end_destinations_of_run(server, round);
    }

    /// The host was started, so every run of before is over.
    pub(super) fn end_last_run(&mut self, round: &mut Round) {
        let servers: Vec<_> = self.servers.keys().copied().collect();
        for server in servers {
            self.end_run_of(server, round);
        }
    }

    /// Puts a grant in force. `seen` is what stands at its path, for a folder new to the state.
    pub(super) fn insert_grant(
        &mut self,
        grant: Grant,
        seen: Option<Reachability>,
        round: &mut Round,
    ) {
        round.touched.insert(grant.server);
        self.watch(&grant.root, seen, round);
        // Of much that ended, paths begin the same and identities differ.
        self.ended.retain(|Ended { grant: kept, .. }| {
            kept.server != grant.server
                || kept.root.identity != grant.root.identity
                || kept.root.path != grant.root.path
        });
        self.warned.remove(&grant.id);
        self.grants.insert(grant.id, grant);
    }

    pub(super) fn remove_grant(&mut self, id: GrantId, round: &mut Round) -> Option<Grant> {
        self.commits.overtake_grant(id);
        self.warned.remove(&id);
        self.used.remove(&id);
        let grant = self.grants.remove(&id)?;
        round.touched.insert(grant.server);
        self.unwatch_if_unused(&grant.root, round);
        Some(grant)
    }

    /// Has a folder watched. `seen` is what stands there, for one that is new to the state.
    pub(super) fn watch(&mut self, root: &Root, seen: Option<Reachability>, round: &mut Round) {
        if !self.roots.contains_key(root) {
            self.roots.insert(root.clone(), seen);
            round.effects.push(Effect::Watch(root.clone()));
        }
    }

    /// Has a folder no longer watched that is granted to nobody and in which no app works.
    pub(super) fn unwatch_if_unused(&mut self, root: &Root, round: &mut Round) {
        let granted = self.grants.values().any(|grant| grant.root == *root);
        let mut places = self.sessions.values().flat_map(|session| &session.places);
        if !granted && !places.any(|place| place.root == *root) && self.roots.remove(root).is_some()
        {
            round.effects.push(Effect::Unwatch(root.clone()));
        }
    }

    pub(super) fn reached(&mut self, root: &Root, seen: Reachability, round: &mut Round) {
        let Some(known) = self.roots.get_mut(root) else { return };
        let before = known.replace(seen);
        round.touched.extend(self.working_in(root).map(|id| id.server));
        if self.grants_on(root).next().is_none() {
            return;
        }
        let as_consented = before.is_none() && seen == Reachability::Reachable;
        if before == Some(seen) || as_consented {
            round.touched.extend(self.grants_on(root).map(|grant| grant.server));
            return;
        }
        let action = match seen {
            Reachability::Reachable => Action::FolderBack,
            Reachability::Replaced => Action::FolderReplaced,
            Reachability::Missing | Reachability::NotAFolder | Reachability::Denied => {
                Action::FolderGone
            }
        };
        for grant in self.grants_on(root) {
            round.touched.insert(grant.server);
            round.record(self.about(action, Actor::Paddock, grant));
        }
        match seen {
            Reachability::Replaced => {
                round.effects.push(Effect::Tell(Notice::FolderReplaced(root.clone())));
            }
            Reachability::Missing | Reachability::NotAFolder | Reachability::Denied
                if before.is_none_or(|before| before == Reachability::Reachable) =>
            {
                round.effects.push(Effect::Tell(Notice::FolderGone(root.clone())));
            }
            Reachability::Missing
            | Reachability::NotAFolder
            | Reachability::Denied
            | Reachability::Reachable => {}
        }
    }

    fn grants_on<'a>(&'a self, root: &'a Root) -> impl Iterator<Item = &'a Grant> {
        self.grants.values().filter(move |grant| grant.root == *root)
    }

    /// Grants on this very folder, by whatever path it was picked.
    pub fn same_folder<'a>(&'a self, root: &'a Root) -> impl Iterator<Item = &'a Grant> {
        self.grants.values().filter(|grant| grant.root.is_same_folder(root))
    }

    pub(super) fn about(&self, action: Action, actor: Actor, grant: &Grant) -> AuditRecord {
        AuditRecord {
            grant: Some(grant.id),
            path: Some(grant.root.path.clone()),
            access: Some(grant.access),
            ..self.about_server(action, actor, grant.server)
        }
    }
}

fn end_of(grant: &Grant) -> Option<Time> {
    match grant.lifetime {
        Lifetime::Until(end) => Some(end),
        Lifetime::ThisRun | Lifetime::Always => None,
    }
}

/// The moment to tell of the end, for grants that last longer than the warning itself.
fn warning_of(grant: &Grant) -> Option<Time> {
    let end = end_of(grant)?;
    let before = i64::try_from(WARNING.as_millis()).unwrap_or(i64::MAX);
    let moment = Time(end.0.saturating_sub(before));
    (moment > grant.granted_at).then_some(moment)
}
