//! When a server runs: asleep until it is used, and again after that; started again when it ended.

mod backoff;
mod ended;

use super::{Round, Session, State};
use crate::{
    Action, Actor, AuditRecord, Change, Effect, FactCode, Lifecycle, Refusal, RunState, Server,
    ServerId, SessionId, Time,
};

pub(super) use backoff::Backoff;
#[cfg(test)]
pub(super) use backoff::{EARLY, ENDS, FIRST_WAIT, LONGEST_WAIT, STABLE, WITHIN};

/// How a server is used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Idle {
    busy: bool,
    /// The end of its last use, or when it was ready.
    since: Time,
    /// It is being stopped only until it is used again.
    pub(super) falling_asleep: bool,
}

impl State {
    pub(super) fn set_lifecycle(&mut self, id: ServerId, lifecycle: Lifecycle, round: &mut Round) {
        let Some(old) = self.server(id) else { return round.refuse(Refusal::UnknownServer) };
        if old.lifecycle == lifecycle {
            return;
        }
        let server = Server { lifecycle, ..old.clone() };
        let audit = AuditRecord {
            detail: Some(words(&lifecycle)),
            ..self.about_server(Action::LifecycleChanged, Actor::Person, id)
        };
        self.commit_first(vec![Change::PutServer(server)], vec![audit], round);
    }

    /// Somebody wants to use the server.
    pub(super) fn needed(&mut self, id: SessionId, round: &mut Round) {
        let paused = self.is_paused(id);
        let Some(session) = self.sessions.get_mut(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        match session.run {
            RunState::Asleep if !paused => self.begin(id, round),
            RunState::Stopping if session.idle.falling_asleep => session.again = true,
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Starting
            | RunState::Running
            | RunState::Stopping
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => {}
        }
    }

    pub(super) fn set_busy(&mut self, id: SessionId, busy: bool) {
        let now = self.now;
        if let Some(session) = self.sessions.get_mut(&id) {
            session.idle.busy = busy;
            session.idle.since = now;
        }
    }

    pub(super) fn sleep_if_idle(&mut self, round: &mut Round) {
        let is_due = |id: &SessionId| self.sleeps_at(*id).is_some_and(|at| at <= self.now);
        let due: Vec<_> = self.sessions().filter(is_due).collect();
        for id in due {
            let Some(session) = self.sessions.get_mut(&id) else { continue };
            session.run = RunState::Stopping;
            session.idle.falling_asleep = true;
            round.effects.push(Effect::Stop(id));
        }
    }

    /// Something that kept the server awake is over.
    pub(super) fn begin_idling(&mut self, id: SessionId) {
        let now = self.now;
        if let Some(session) = self.sessions.get_mut(&id) {
            session.idle.since = now;
        }
    }

    /// When a session falls asleep, if nobody uses it until then: one that waits for an answer of
    /// the person is in use, and so is one of an app for as long as the app is there.
    fn sleeps_at(&self, id: SessionId) -> Option<Time> {
        let waits = self.requests.of_session(id).next().is_some();
        let server = self.server(id.server).filter(|_| id.is_own() && !waits)?;
        self.session(id)?.sleeps_at(server)
    }

    /// Whether it is being stopped only until it is used again.
    #[cfg(test)]
    pub(super) fn falls_asleep(&self, id: SessionId) -> bool {
        self.session(id).is_some_and(|session| session.idle.falling_asleep)
    }

    /// The next moment at which a server falls asleep.
    pub(super) fn next_sleep(&self) -> Option<Time> {
        self.sessions().filter_map(|id| self.sleeps_at(id)).min()
    }
}

impl Session {
    /// The server is ready: from now on it may be idle.
    pub(super) fn begin_idling(&mut self, now: Time) {
        self.idle.since = now;
        self.idle.falling_asleep = false;
    }

    /// When it has been idle for long enough.
    fn sleeps_at(&self, server: &Server) -> Option<Time> {
        let after = server.lifecycle.stop_when_idle?;
        let idle = self.run == RunState::Running && !self.idle.busy;
        idle.then(|| self.idle.since.plus(after))
    }

    /// How it is after its process ended as it was asked to.
    pub(super) fn at_rest(&mut self, server: &Server) -> RunState {
        let sleeps = std::mem::take(&mut self.idle.falling_asleep);
        if sleeps && server.wanted { RunState::Asleep } else { RunState::Stopped }
    }

    /// Whether it was stopped, and nobody started it since.
    pub(super) fn stays_stopped(&self, server: &Server, id: SessionId) -> bool {
        let stops = match self.run {
            RunState::Stopped => true,
            RunState::Stopping => !self.again,
            RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Starting
            | RunState::Running
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => false,
        };
        stops && !(id.is_own() && server.wanted)
    }

    /// Whether it slept by a choice that is no longer made.
    pub(super) fn wakes(&self, server: &Server) -> bool {
        self.run == RunState::Asleep && !server.lifecycle.sleeps()
    }
}

fn words(lifecycle: &Lifecycle) -> String {
    let mut words = vec![match lifecycle.restart {
        crate::Restart::OnFailure => FactCode::RestartsOnFailure.said(),
        crate::Restart::Never => FactCode::NeverRestarts.said(),
        crate::Restart::Always => FactCode::AlwaysRestarts.said(),
    }];
    if let Some(every) = lifecycle.keep_alive {
        words.push(FactCode::Pinged.of(every.as_secs()));
    }
    if lifecycle.on_demand {
        words.push(FactCode::OnDemand.said());
    }
    if let Some(after) = lifecycle.stop_when_idle {
        words.push(FactCode::StopsWhenIdle.of(after.as_secs() / 60));
    }
    words.join(", ")
}
