//! Sessions: Paddock's own of every server, and those of apps that come and go.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::lifecycle::{Backoff, Idle};
use super::places::Tried;
use super::{Round, Session, State};
use crate::{
    Action, Actor, AuditRecord, Effect, Place, Refusal, RunState, Server, ServerId, SessionId, User,
};

impl State {
    /// All sessions of a server; Paddock's own is the first.
    pub fn sessions_of(&self, server: ServerId) -> Vec<SessionId> {
        self.sessions.range(server.own()..=server.last()).map(|(id, _)| *id).collect()
    }

    /// All sessions, by server.
    pub fn sessions(&self) -> impl Iterator<Item = SessionId> {
        self.sessions.keys().copied()
    }

    pub fn user(&self, session: SessionId) -> Option<&User> {
        self.sessions.get(&session).map(|session| &session.user)
    }

    pub(super) fn session(&self, id: impl Into<SessionId>) -> Option<&Session> {
        self.sessions.get(&id.into())
    }

    pub(super) fn session_mut(&mut self, id: SessionId) -> Option<(&Server, &mut Session)> {
        let server = &self.servers.get(&id.server)?.server;
        Some((server, self.sessions.get_mut(&id)?))
    }

    /// Begins a session of an app: its process is started at once.
    pub(super) fn joined(
        &mut self,
        id: SessionId,
        user: User,
        places: Vec<Place>,
        round: &mut Round,
    ) {
        if !self.servers.contains_key(&id.server) {
            return round.refuse(Refusal::UnknownServer);
        }
        if self.sessions.contains_key(&id) {
            return round.refuse(Refusal::UnknownSession);
        }
        self.sessions.insert(id, Session::new(user));
        self.works(id, places, round);
        round.touched.insert(id.server);
        round.record(self.about_session(Action::SessionBegan, Actor::App, id));
        self.begin(id, round);
    }

    /// Ends a session of an app, whoever ends it.
    pub(super) fn left(&mut self, id: SessionId, by: Actor, round: &mut Round) {
        let session = self.sessions.get_mut(&id).filter(|_| !id.is_own());
        let Some(session) = session else { return round.refuse(Refusal::UnknownSession) };
        session.left.get_or_insert(by);
        self.halt(id, Effect::Stop(id), round);
        self.forget_session_if_over(id, round);
    }

    /// What an app has left and has no process is over.
    pub(super) fn forget_session_if_over(&mut self, id: SessionId, round: &mut Round) {
        let stopped = self.sessions.get(&id).filter(|it| it.run == RunState::Stopped);
        if let Some(by) = stopped.and_then(|session| session.left) {
            round.record(self.about_session(Action::SessionEnded, by, id));
            self.remove_session(id, round);
            round.effects.push(Effect::Over(id));
        }
    }

    /// Forgets a session, and where its app worked.
    pub(super) fn remove_session(&mut self, id: SessionId, round: &mut Round) {
        let Some(session) = self.sessions.remove(&id) else { return };
        for place in session.places {
            self.unwatch_if_unused(&place.root, round);
        }
    }

    pub(super) fn about_session(
        &self,
        action: Action,
        actor: Actor,
        session: SessionId,
    ) -> AuditRecord {
        let app = match self.user(session) {
            Some(User::App(app)) => Some(app.clone()),
            Some(User::Paddock) | None => None,
        };
        AuditRecord { app, ..self.about_server(action, actor, session.server) }
    }
}

impl Session {
    pub(super) fn new(user: User) -> Self {
        Self {
            user,
            left: None,
            wanted: Arc::default(),
            list: Arc::default(),
            run: RunState::Stopped,
            idle: Idle::default(),
            backoff: Backoff::default(),
            gave_up: None,
            again: false,
            changing: false,
            kept_to: None,
            unenforced: None,
            told: None,
            exposed: BTreeSet::new(),
            places: Vec::new(),
            tried: Tried::Nothing,
            asks: 0,
            without: BTreeSet::new(),
            allowed: BTreeMap::new(),
        }
    }
}
