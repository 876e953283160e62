//! Keeping servers to their folders: what the operating system is told, and what it proved.
//!
//! What widens reaches the operating system first, and the server is told once a probe inside has
//! found it. What narrows is told and enforced at the same time, and waits for nothing.

use std::sync::Arc;

use super::servers::is_up;
use super::{KeptTo, Round, Session, State};
use crate::network::NetworkChoice;
use crate::{
    AbsolutePath, Access, Action, Actor, Asked, AuditRecord, Command, Confinement, Effect,
    Enforcement, FactCode, Grant, How, Proven, Reachability, Root, RootEntry, RootList, RunState,
    Server, ServerId, SessionId, Why,
};

impl State {
    /// What keeps a session to its grants, while it runs, or why it does not.
    pub fn enforcement(&self, session: impl Into<SessionId>) -> Option<Enforcement> {
        let session = self.session(session)?;
        match (session.run, &session.kept_to) {
            (RunState::Failed, _) => session.unenforced.map(Enforcement::Failed),
            (RunState::Starting | RunState::Stopping, _) if session.changing => {
                Some(Enforcement::Restarting)
            }
            (RunState::Running, None) => Some(Enforcement::Advisory(Why::Chosen)),
            (RunState::Running, Some(kept_to)) => Some(kept_to.enforcement(&session.wanted)),
            _ => None,
        }
    }

    /// Whether it has a process that nothing keeps from what the person's account can reach.
    pub fn reaches_all(&self, id: impl Into<SessionId>) -> bool {
        let id = id.into();
        let Some(session) = self.session(id) else { return false };
        match session.run {
            RunState::Running => session.kept_to.is_none(),
            RunState::Starting | RunState::Stopping => {
                self.may_reach_all(id.server) && session.kept_to.is_none()
            }
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => false,
        }
    }

    /// Whether a person let the server run without enforcement.
    fn may_reach_all(&self, server: ServerId) -> bool {
        self.server(server).is_some_and(|it| it.confinement.asked == Asked::Advisory)
    }

    /// Ends what nothing keeps to its grants, at once; it does not start again by itself.
    pub(super) fn stop_the_unenforced(&mut self, round: &mut Round) {
        let free = |(id, session): &(&SessionId, &Session)| {
            let rests = matches!(
                session.run,
                RunState::Stopped | RunState::NeedsTrust { .. } | RunState::Failed
            );
            self.reaches_all(**id) || (self.may_reach_all(id.server) && !rests)
        };
        let ids: Vec<_> = self.sessions.iter().filter(free).map(|(id, _)| *id).collect();
        for id in ids {
            let detail = Some(FactCode::AllRevoked.said());
            let record = self.about_session(Action::ServerStopped, Actor::Person, id);
            round.record(AuditRecord { detail, ..record });
            self.stop_by(Effect::Kill(id), id, round);
        }
    }

    /// How far a grant reaches now.
    pub fn access_now(&self, grant: &Grant) -> Access {
        if self.held_back_by(grant).is_some() { Access::Read } else { grant.access }
    }

    /// The read-only folder in a writable one that is not where it was. The server may itself have
    /// moved it, and would write it there: until it is back, or no longer granted, nothing around it
    /// is written.
    pub fn held_back_by(&self, grant: &Grant) -> Option<&Grant> {
        self.grants_of(grant.server).filter(|_| grant.access.writes()).find(|inner| {
            let path = &inner.root.path;
            let is_inside = *path != grant.root.path && path.is_within(&grant.root.path);
            is_inside && inner.access == Access::Read && !self.is_there(inner)
        })
    }

    /// Whether the folder is where it was granted, and no session of the server is kept out of it.
    pub fn is_there(&self, grant: &Grant) -> bool {
        let sessions = self.sessions_of(grant.server).into_iter();
        let mut kept_to = sessions.filter_map(|id| self.session(id)?.kept_to.as_ref());
        let withheld = kept_to.any(|it| it.withheld.contains(&grant.root.path));
        !withheld && self.reachability(&grant.root) == Reachability::Reachable
    }

    /// How this system keeps servers to their folders, if it can.
    pub fn how(&self) -> Option<How> {
        self.how
    }

    /// Folders this run was told of that no grant covers any more, where the server can go on using
    /// them until it is started again.
    pub fn lingering(&self, id: impl Into<SessionId>) -> impl Iterator<Item = &Root> {
        let id = id.into();
        let told_only = self.session(id).filter(|session| session.kept_to.is_none());
        let exposed = told_only.into_iter().flat_map(|session| &session.exposed);
        let is_granted = move |root: &Root| {
            self.grants_of(id.server).any(|grant| root.path.is_within(&grant.root.path))
        };
        exposed.filter(move |root| !is_granted(root))
    }

    pub(super) fn set_confinement(
        &mut self,
        id: ServerId,
        confinement: Confinement,
        round: &mut Round,
    ) {
        let said = (Action::ConfinementChanged, Actor::Person, words(confinement));
        let change = |server: &mut Server| server.confinement = confinement;
        let narrows = |less: &Server, now: &Server| less.confinement.is_within(&now.confinement);
        self.change_server(id, said, change, narrows, round);
    }

    /// Launches a session that may run, unless it is to be kept to its folders and can't be.
    pub(super) fn launch(&mut self, id: SessionId, round: &mut Round) {
        let how = self.how;
        self.refresh_lists(id, &mut round.effects);
        let Some((server, session)) = self.session_mut(id) else { return };
        session.unenforced = None;
        session.kept_to = match (server.confinement.asked, how) {
            (Asked::Advisory, _) => None,
            (Asked::Enforced, Some(how)) => Some(KeptTo::from_launch(server, session, how)),
            (Asked::Enforced, None) => {
                session.run = RunState::Failed;
                session.unenforced = Some(Why::NoSandbox);
                let record = self.about_session(Action::ServerFailed, Actor::Paddock, id);
                round.record(AuditRecord { ok: false, ..record });
                return self.end_run_of(id.server, round);
            }
        };
        round.touched.insert(id.server);
        round.effects.push(Effect::Launch(id));
    }

    pub(super) fn enforced(
        &mut self,
        id: SessionId,
        list: &Arc<RootList>,
        proven: Proven,
        round: &mut Round,
    ) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        let Some(kept_to) = &mut session.kept_to else { return };
        let let_in =
            |entry: &&RootEntry| proven.holds && !proven.withheld.contains(&entry.root.path);
        kept_to.folders = list.entries.iter().filter(let_in).cloned().collect();
        kept_to.withheld.clone_from(&proven.withheld);
        kept_to.proven = Some(list.generation);
        kept_to.open_handles = proven.open_handles;
        if !proven.holds {
            session.unenforced = Some(Why::ProbeFailed);
        }
        round.touched.insert(id.server);
        let action = if proven.holds { Action::Proven } else { Action::ProofFailed };
        let record = self.about_session(action, Actor::Paddock, id);
        round.record(AuditRecord { ok: proven.holds, detail: Some(proven.detail), ..record });
    }

    pub(super) fn tried(
        &mut self,
        id: SessionId,
        path: AbsolutePath,
        access: Access,
        round: &mut Round,
    ) {
        let record = self.about_session(Action::AttemptDenied, Actor::Server, id);
        let (path, access) = (Some(path), Some(access));
        round.record(AuditRecord { ok: false, path, access, ..record });
    }

    /// Brings what is wanted of the operating system, and what may be told, up to date.
    pub(super) fn refresh_lists(&mut self, id: SessionId, effects: &mut Vec<Effect>) {
        let entries = self.entries_for(id);
        let Some(session) = self.sessions.get_mut(&id) else { return };
        let changed = renew(&mut session.wanted, entries);
        let told = match &session.kept_to {
            Some(kept_to) => kept_to.let_in(&session.wanted),
            None => session.wanted.entries.clone(),
        };
        if renew(&mut session.list, told) && session.run == RunState::Running {
            effects.push(Effect::Announce(id));
        }
        if changed && is_up(session.run) {
            session.put_in_force(id, effects);
        }
    }
}

impl Session {
    /// Has what is wanted now put in force for the process that is there.
    fn put_in_force(&mut self, id: SessionId, effects: &mut Vec<Effect>) {
        let Some(kept_to) = &self.kept_to else { return };
        match kept_to.how {
            How::Live => effects.push(Effect::Enforce(id)),
            How::RestartOnChange => {
                let narrower = kept_to.reaches_beyond(&self.wanted);
                if self.run == RunState::Stopping {
                    // What is taken away does not wait for it to end in its own time.
                    return effects.extend(narrower.then_some(Effect::Kill(id)));
                }
                effects.push(if narrower { Effect::Kill(id) } else { Effect::Stop(id) });
                (self.run, self.again, self.changing) = (RunState::Stopping, true, true);
            }
        }
    }
}

impl KeptTo {
    fn from_launch(server: &Server, session: &Session, how: How) -> Self {
        let names_roots = match &server.command {
            command @ Command::Custom(_) => command.names_roots(),
            Command::Bundled => false,
        };
        let how = if names_roots { How::RestartOnChange } else { how };
        let folders = session.wanted.entries.clone();
        Self { how, folders, withheld: Vec::new(), proven: None, open_handles: 0 }
    }

    fn enforcement(&self, wanted: &RootList) -> Enforcement {
        if self.proven != Some(wanted.generation) {
            return Enforcement::Changing;
        }
        match self.open_handles {
            0 => Enforcement::Enforced(self.how),
            count => Enforcement::OpenHandles(count),
        }
    }

    /// What is wanted, as far as the process is let in.
    fn let_in(&self, wanted: &RootList) -> Vec<RootEntry> {
        let entries = wanted.entries.iter().filter_map(|entry| {
            let folder = self.folders.iter().find(|folder| folder.root == entry.root)?;
            let access = entry.access.min(folder.access);
            Some(RootEntry { access, ..entry.clone() })
        });
        entries.collect()
    }

    /// Whether the process is let into more than what is wanted.
    fn reaches_beyond(&self, wanted: &RootList) -> bool {
        let covered = |folder: &RootEntry| {
            let same = |entry: &&RootEntry| entry.root == folder.root;
            wanted.entries.iter().find(same).is_some_and(|entry| entry.access >= folder.access)
        };
        !self.folders.iter().all(covered)
    }
}

/// Whether the list changed.
fn renew(list: &mut Arc<RootList>, entries: Vec<RootEntry>) -> bool {
    let changed = list.entries != entries;
    if changed {
        *list = Arc::new(RootList { generation: list.generation + 1, entries });
    }
    changed
}

fn words(confinement: Confinement) -> String {
    let asked = match confinement.asked {
        Asked::Enforced => "enforced",
        Asked::Advisory => "not enforced",
    };
    let network = match confinement.network {
        NetworkChoice::Off => "network off",
        NetworkChoice::Ask => "network asks",
        NetworkChoice::Open => "network open",
    };
    let mut words = vec![asked.to_owned(), network.to_owned()];
    if confinement.ask_first {
        words.push("asks first".to_owned());
    }
    words.join(", ")
}
