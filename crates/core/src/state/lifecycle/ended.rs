//! What follows when a run has ended.

use std::collections::BTreeSet;

use super::super::{Round, Session, State};
use super::backoff::{Next, is_due};
use crate::{
    Action, Actor, AuditRecord, Effect, Ending, GaveUp, Notice, RunState, Server, SessionId, Time,
    Unasked,
};

impl State {
    /// The server has no process any more, or did not come to have one.
    pub(in crate::state) fn run_ended(&mut self, id: SessionId, ending: Ending, round: &mut Round) {
        let now = self.now;
        let Some((server, session)) = self.session_mut(id) else { return };
        if !session.has_run() {
            return;
        }
        let asked = session.was_asked_to_end(ending);
        session.leave_run();
        session.run = session.after(server, ending, asked, now);
        let then = session.run;
        let again = (std::mem::take(&mut session.again) || session.wakes(server)) && asked;
        round.touched.insert(id.server);
        if again {
            self.begin(id, round);
        } else if !matches!(then, RunState::Restarting { .. }) {
            self.end_run_of(id.server, round);
        }
        self.record_end(id, asked, round);
        self.forget_session_if_over(id, round);
        if then == RunState::Failed && ending != Ending::NotLaunched {
            round.effects.push(Effect::Tell(Notice::ServerFailed(id)));
        }
    }

    fn record_end(&self, id: SessionId, asked: bool, round: &mut Round) {
        round.record(if asked {
            self.about_session(Action::ServerStopped, Actor::Paddock, id)
        } else {
            let record = self.about_session(Action::ServerFailed, Actor::Server, id);
            AuditRecord { ok: false, ..record }
        });
    }

    /// Starts those again whose wait is over.
    pub(in crate::state) fn restart_what_is_due(&mut self, round: &mut Round) {
        let now = self.now;
        let waits = self.sessions.iter();
        let waits = waits.filter_map(|(id, session)| Some((*id, session.restarts_at()?)));
        let due: Vec<_> = waits.filter(|(_, at)| is_due(*at, now)).map(|(id, _)| id).collect();
        for id in due {
            self.begin(id, round);
        }
    }

    /// The next moment at which a server is started again.
    pub(in crate::state) fn next_restart(&self) -> Option<Time> {
        self.sessions.values().filter_map(Session::restarts_at).min()
    }

    /// A person wants it to run: how it ended before is of no account.
    pub(in crate::state) fn forgive(&mut self, id: SessionId) {
        if let Some(session) = self.sessions.get_mut(&id) {
            session.backoff.forgive();
            session.gave_up = None;
        }
    }

    /// Why a server that failed was left stopped, other than by a person's choice.
    pub fn gave_up(&self, session: impl Into<SessionId>) -> Option<GaveUp> {
        let failed = |session: &&Session| session.run == RunState::Failed;
        self.session(session).filter(failed)?.gave_up
    }
}

impl Session {
    /// Whether there is a run, or one being prepared, that can end.
    fn has_run(&self) -> bool {
        match self.run {
            RunState::Starting | RunState::Running | RunState::Stopping => true,
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => false,
        }
    }

    fn was_asked_to_end(&self, ending: Ending) -> bool {
        match ending {
            Ending::Asked => true,
            Ending::Stuck => false,
            Ending::Unasked(_) | Ending::Final | Ending::NotLaunched => {
                self.run == RunState::Stopping
            }
        }
    }

    /// What was true of its process, and of no other.
    fn leave_run(&mut self) {
        self.told = None;
        self.exposed = BTreeSet::new();
        self.kept_to = None;
        self.gave_up = None;
    }

    fn after(&mut self, server: &Server, ending: Ending, asked: bool, now: Time) -> RunState {
        let at_rest = self.at_rest(server);
        match ending {
            _ if asked => at_rest,
            Ending::Unasked(end) => self.after_unasked(server, &end, now),
            Ending::Asked | Ending::Final | Ending::NotLaunched | Ending::Stuck => RunState::Failed,
        }
    }

    fn after_unasked(&mut self, server: &Server, end: &Unasked, now: Time) -> RunState {
        if !end.misspoken && !server.lifecycle.restart.starts_again(end.well) {
            return RunState::Failed;
        }
        match self.backoff.next(end, now) {
            Next::StartAgain { at, attempt } => RunState::Restarting { at, attempt },
            Next::GiveUp(why) => {
                self.gave_up = Some(why);
                RunState::Failed
            }
        }
    }

    fn restarts_at(&self) -> Option<Time> {
        match self.run {
            RunState::Restarting { at, .. } => Some(at),
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Starting
            | RunState::Running
            | RunState::Stopping
            | RunState::Failed
            | RunState::Paused => None,
        }
    }
}
