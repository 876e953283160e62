//! What is on its way to the disk.
//!
//! Widening (a grant, wider access, trust) applies only after it is saved. Narrowing applies
//! immediately, and is saved as soon as the disk allows. Both can overtake each other on the way,
//! and the disk can fail; so whenever nothing is on its way any more, what is saved is compared
//! with what is in force, and the difference is written.

use std::collections::{BTreeMap, BTreeSet};

use super::{Round, State};
use crate::{
    Action, AuditRecord, Change, Commit, CommitId, Effect, Grant, GrantId, Notice, Pause, Provider,
    ProviderId, Reachability, Refusal, Server, ServerId,
};

/// Audit records that are held for a disk that refuses them.
const UNSAVED_RECORDS: usize = 1000;

#[derive(Debug, Default)]
pub(super) struct Commits {
    next: u64,
    kept: Kept,
    pending: BTreeMap<CommitId, Pending>,
    /// What is kept may differ from what is in force once nothing is on its way.
    uncertain: bool,
    unsaved: Vec<AuditRecord>,
}

/// What the disk holds.
#[derive(Debug, Default)]
struct Kept {
    servers: BTreeMap<ServerId, Server>,
    grants: BTreeMap<GrantId, Grant>,
    providers: BTreeMap<ProviderId, Provider>,
    stand_ins: BTreeSet<String>,
    paused: Option<Pause>,
    paused_apps: BTreeMap<String, Pause>,
}

#[derive(Debug)]
struct Pending {
    changes: Vec<Change>,
    audit: Vec<AuditRecord>,
    when: When,
    /// What something newer has overtaken.
    overtaken: Vec<Overtaken>,
}

/// When the changes of a commit are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Already,
    /// Already, and nobody needs to know where it is not kept.
    Noted,
    Kept,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Overtaken {
    Grant(GrantId),
    Server(ServerId),
    /// Only whether it is to run.
    Wanted(ServerId),
    Provider(ProviderId),
    /// For the app of this name.
    StandIn(String),
}

impl Commits {
    pub(super) fn keep(&mut self, changes: &[Change]) {
        for change in changes.iter().cloned() {
            self.kept.apply(change);
        }
    }

    /// Whatever is on its way for this grant no longer counts.
    pub(super) fn overtake_grant(&mut self, id: GrantId) {
        for pending in self.pending.values_mut() {
            if pending.grants().any(|grant| grant.id == id) {
                pending.overtaken.push(Overtaken::Grant(id));
            }
        }
    }

    pub(super) fn overtake_server(&mut self, id: ServerId) {
        for pending in self.pending.values_mut() {
            pending.overtaken.push(Overtaken::Server(id));
        }
    }

    /// A person started or stopped it: what is on its way no longer says whether it is to run.
    pub(super) fn overtake_wanted(&mut self, id: ServerId) {
        for pending in self.pending.values_mut() {
            let new = Overtaken::Wanted(id);
            if !pending.overtaken.contains(&new) {
                pending.overtaken.push(new);
            }
        }
    }

    pub(super) fn overtake_provider(&mut self, id: ProviderId) {
        for pending in self.pending.values_mut() {
            pending.overtaken.push(Overtaken::Provider(id));
        }
    }

    pub(super) fn overtake_stand_in(&mut self, app: &str) {
        for pending in self.pending.values_mut() {
            if pending.stands_in_for(app) {
                pending.overtaken.push(Overtaken::StandIn(app.to_owned()));
            }
        }
    }

    /// Whether Paddock is to stand in for an app as soon as that is kept.
    pub(super) fn will_stand_in(&self, app: &str) -> bool {
        self.pending.values().any(|pending| pending.stands_in_for(app))
    }

    pub(super) fn overtake_all_grants(&mut self) {
        for pending in self.pending.values_mut() {
            let ids: Vec<_> = pending.grants().map(|grant| Overtaken::Grant(grant.id)).collect();
            pending.overtaken.extend(ids);
        }
    }

    /// Grants on their way that nothing has overtaken, in order.
    pub(super) fn grants(&self) -> impl Iterator<Item = &Grant> {
        self.pending
            .values()
            .flat_map(|pending| pending.grants().filter(|grant| !pending.is_overtaken(grant)))
    }

    /// A server as it will be when all that is on its way has arrived.
    pub(super) fn server(&self, id: ServerId) -> Option<&Server> {
        let waiting = self.pending.values().rev().filter(|pending| pending.when == When::Kept);
        let mut changes =
            waiting.flat_map(|it| it.changes.iter().filter(|change| it.counts(change)));
        changes.find_map(|change| change.server().filter(|server| server.id == id))
    }

    pub(super) fn names_taken(&self) -> impl Iterator<Item = (ServerId, &str)> {
        let changes = self.pending.values().flat_map(|pending| &pending.changes);
        changes.filter_map(Change::server).map(|server| (server.id, server.name.as_str()))
    }

    /// Providers on their way.
    pub(super) fn providers(&self) -> impl Iterator<Item = &Provider> {
        let changes = self.pending.values().flat_map(|pending| &pending.changes);
        changes.filter_map(|change| match change {
            Change::PutProvider(provider) => Some(provider),
            Change::PutServer(_)
            | Change::RemoveServer(_)
            | Change::PutGrant(_)
            | Change::RemoveGrant(_)
            | Change::RemoveProvider(_)
            | Change::PutSpent(..)
            | Change::SetStandIn(..)
            | Change::SetPause(_)
            | Change::SetAppPause(..)
            | Change::Remember(_)
            | Change::Forget(_)
            | Change::ForgetActivity => None,
        })
    }

    fn begin(&mut self, changes: Vec<Change>, audit: Vec<AuditRecord>, when: When) -> Effect {
        let id = CommitId(self.next);
        self.next += 1;
        let mut all = std::mem::take(&mut self.unsaved);
        all.extend(audit);
        let commit = Commit { id, changes: changes.clone(), audit: all.clone() };
        let overtaken = Vec::new();
        self.pending.insert(id, Pending { changes, audit: all, when, overtaken });
        Effect::Commit(commit)
    }
}

impl Kept {
    fn apply(&mut self, change: Change) {
        match change {
            Change::PutServer(server) => {
                self.servers.insert(server.id, server);
            }
            Change::RemoveServer(id) => {
                self.servers.remove(&id);
                self.grants.retain(|_, grant| grant.server != id);
            }
            Change::PutGrant(grant) => {
                self.grants.insert(grant.id, grant);
            }
            Change::RemoveGrant(id) => {
                self.grants.remove(&id);
            }
            Change::PutProvider(provider) => {
                self.providers.insert(provider.id, provider);
            }
            Change::RemoveProvider(id) => {
                self.providers.remove(&id);
            }
            // Nothing is decided by these: what was spent is written whole each time, the others are
            // what a person is told of the past.
            Change::PutSpent(..)
            | Change::Remember(_)
            | Change::Forget(_)
            | Change::ForgetActivity => {}
            Change::SetStandIn(app, true) => {
                self.stand_ins.insert(app);
            }
            Change::SetStandIn(app, false) => {
                self.stand_ins.remove(&app);
            }
            Change::SetPause(paused) => self.paused = paused,
            Change::SetAppPause(app, Some(pause)) => {
                self.paused_apps.insert(app, pause);
            }
            Change::SetAppPause(app, None) => {
                self.paused_apps.remove(&app);
            }
        }
    }
}

impl Pending {
    /// Whether it will have Paddock stand in for this app.
    fn stands_in_for(&self, app: &str) -> bool {
        let is_it = |change: &Change| {
            matches!(change, Change::SetStandIn(of, true) if of == app) && self.counts(change)
        };
        self.when == When::Kept && self.changes.iter().any(is_it)
    }

    fn grants(&self) -> impl Iterator<Item = &Grant> {
        let waiting = if self.when == When::Kept { self.changes.as_slice() } else { &[] };
        waiting.iter().filter_map(|change| match change {
            Change::PutGrant(grant) => Some(grant),
            Change::PutServer(_)
            | Change::RemoveServer(_)
            | Change::RemoveGrant(_)
            | Change::PutProvider(_)
            | Change::RemoveProvider(_)
            | Change::PutSpent(..)
            | Change::SetStandIn(..)
            | Change::SetPause(_)
            | Change::SetAppPause(..)
            | Change::Remember(_)
            | Change::Forget(_)
            | Change::ForgetActivity => None,
        })
    }

    fn is_overtaken(&self, grant: &Grant) -> bool {
        self.overtaken.contains(&Overtaken::Grant(grant.id))
            || self.overtaken.contains(&Overtaken::Server(grant.server))
    }

    fn counts(&self, change: &Change) -> bool {
        match change {
            Change::PutGrant(grant) => !self.is_overtaken(grant),
            Change::PutServer(server) => !self.overtaken.contains(&Overtaken::Server(server.id)),
            Change::PutProvider(provider) => {
                !self.overtaken.contains(&Overtaken::Provider(provider.id))
            }
            Change::SetStandIn(app, true) => {
                !self.overtaken.contains(&Overtaken::StandIn(app.clone()))
            }
            Change::RemoveGrant(_)
            | Change::RemoveServer(_)
            | Change::RemoveProvider(_)
            | Change::SetStandIn(_, false)
            | Change::SetPause(_)
            | Change::SetAppPause(..)
            | Change::PutSpent(..)
            | Change::Remember(_)
            | Change::Forget(_)
            | Change::ForgetActivity => true,
        }
    }
}

impl State {
    /// Has `changes` kept and then put in force.
    pub(super) fn commit_first(
        &mut self,
        changes: Vec<Change>,
        audit: Vec<AuditRecord>,
        round: &mut Round,
    ) {
        self.settle(round);
        round.effects.push(self.commits.begin(changes, audit, When::Kept));
    }

    /// Has `changes` kept that are in force already.
    pub(super) fn commit_after(
        &mut self,
        changes: Vec<Change>,
        audit: Vec<AuditRecord>,
        round: &mut Round,
    ) {
        self.settle(round);
        round.effects.push(self.commits.begin(changes, audit, When::Already));
    }

    /// Has `changes` kept that are in force already and that can be found out again.
    pub(super) fn commit_aside(&mut self, changes: Vec<Change>, round: &mut Round) {
        self.settle(round);
        round.effects.push(self.commits.begin(changes, Vec::new(), When::Noted));
    }

    /// Has the difference between what is kept and what is in force written, once nothing is on
    /// its way.
    fn settle(&mut self, round: &mut Round) {
        if !self.commits.pending.is_empty() || !std::mem::take(&mut self.commits.uncertain) {
            return;
        }
        let difference = self.difference();
        if !difference.is_empty() {
            let commit = self.commits.begin(difference, Vec::new(), When::Already);
            round.effects.push(commit);
        }
    }

    pub(super) fn committed(&mut self, id: CommitId, round: &mut Round) {
        let Some(pending) = self.commits.pending.remove(&id) else { return };
        self.commits.keep(&pending.changes);
        if pending.when == When::Kept {
            // Something in force already may overtake it on its way.
            self.commits.uncertain = true;
            for change in &pending.changes {
                if pending.counts(change) {
                    let change = self.as_wanted_now(change.clone(), &pending);
                    self.put_in_force(change, round);
                }
            }
        }
        self.settle(round);
    }

    /// The change, but that whether a server is to run is as a person said since, and with what was
    /// learned of it since.
    fn as_wanted_now(&self, mut change: Change, pending: &Pending) -> Change {
        if let Change::PutServer(server) = &mut change
            && let Some(now) = self.server(server.id)
        {
            if pending.overtaken.contains(&Overtaken::Wanted(server.id)) {
                server.wanted = now.wanted;
            }
            server.usage.learn_from(&now.usage);
        }
        change
    }

    pub(super) fn commit_failed(&mut self, id: CommitId, round: &mut Round) {
        let Some(Pending { when, mut audit, .. }) = self.commits.pending.remove(&id) else {
            return;
        };
        self.commits.uncertain = true;
        match when {
            When::Kept => round.refuse(Refusal::NotSaved),
            When::Already => round.effects.push(Effect::Tell(Notice::RevokeNotSaved)),
            When::Noted => {}
        }
        for record in &mut audit {
            if record.action == Action::Granted {
                (record.action, record.ok) = (Action::GrantFailed, false);
            }
        }
        self.commits.unsaved.extend(audit);
        let excess = self.commits.unsaved.len().saturating_sub(UNSAVED_RECORDS);
        self.commits.unsaved.drain(..excess);
    }

    fn put_in_force(&mut self, change: Change, round: &mut Round) {
        match change {
            Change::PutGrant(grant) => {
                // It can end, and its server can go, on the way to a slow disk.
                if self.server(grant.server).is_some() && !grant.lifetime.is_over(self.now) {
                    self.insert_grant(grant, Some(Reachability::Reachable), round);
                }
            }
            Change::RemoveGrant(id) => {
                self.remove_grant(id, round);
            }
            Change::PutServer(server) => self.put_server(server, round),
            Change::PutProvider(provider) => {
                self.providers.insert(provider.id, provider);
            }
            Change::SetStandIn(app, on) => self.stand_in(app, on, round),
            Change::ForgetActivity => self.forget_what_was(),
            // In force before they are kept.
            Change::RemoveServer(_)
            | Change::RemoveProvider(_)
            | Change::PutSpent(..)
            | Change::Remember(_)
            | Change::Forget(_)
            | Change::SetPause(_)
            | Change::SetAppPause(..) => {}
        }
    }

    /// The changes that make what is kept what is in force.
    fn difference(&self) -> Vec<Change> {
        let kept = &self.commits.kept;
        let new_servers =
            self.servers().filter(|server| kept.servers.get(&server.id) != Some(server));
        let old_grants = kept.grants.keys().filter(|id| !self.grants.contains_key(id));
        let old_servers = kept.servers.keys().filter(|id| !self.servers.contains_key(id));
        let new_providers = self.providers().filter(|it| kept.providers.get(&it.id) != Some(it));
        let old_providers = kept.providers.keys().filter(|id| !self.providers.contains_key(id));
        let new_grants = self.grants().filter(|grant| kept.grants.get(&grant.id) != Some(grant));
        let stand_ins = kept.stand_ins.symmetric_difference(&self.stand_ins);
        let stand_ins =
            stand_ins.map(|app| Change::SetStandIn(app.clone(), self.stand_ins.contains(app)));
        let paused = (kept.paused != self.paused).then_some(Change::SetPause(self.paused));
        new_servers
            .map(|server| Change::PutServer(server.clone()))
            .chain(old_grants.map(|id| Change::RemoveGrant(*id)))
            .chain(old_servers.map(|id| Change::RemoveServer(*id)))
            .chain(new_grants.map(|grant| Change::PutGrant(grant.clone())))
            .chain(old_providers.map(|id| Change::RemoveProvider(*id)))
            .chain(new_providers.map(|provider| Change::PutProvider(provider.clone())))
            .chain(stand_ins)
            .chain(paused)
            .chain(self.paused_apps_to_keep(&kept.paused_apps))
            .collect()
    }
}
