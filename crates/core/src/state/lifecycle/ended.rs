//! What follows when a run has ended.

use std::collections::BTreeSet;

use super::super::{Entry, Round, State};
use super::backoff::{Next, is_due};
use crate::{
    Action, Actor, AuditRecord, Effect, Ending, GaveUp, Notice, RunState, ServerId, Time, Unasked,
};

impl State {
    /// The server has no process any more, or did not come to have one.
    pub(in crate::state) fn run_ended(&mut self, id: ServerId, ending: Ending, round: &mut Round) {
        let now = self.now;
        let Some(entry) = self.servers.get_mut(&id).filter(|entry| entry.has_run()) else { return };
        let asked = entry.was_asked_to_end(ending);
        entry.leave_run();
        entry.run = entry.after(ending, asked, now);
        let then = entry.run;
        let again = (std::mem::take(&mut entry.again) || entry.wakes()) && asked;
        round.touched.insert(id);
        if again {
            self.begin(id, round);
        } else if !matches!(then, RunState::Restarting { .. }) {
            self.end_run_of(id, round);
        }
        self.record_end(id, asked, round);
        if then == RunState::Failed && ending != Ending::NotLaunched {
            round.effects.push(Effect::Tell(Notice::ServerFailed(id)));
        }
    }

    fn record_end(&self, id: ServerId, asked: bool, round: &mut Round) {
        round.record(if asked {
            self.about_server(Action::ServerStopped, Actor::Paddock, id)
        } else {
            let record = self.about_server(Action::ServerFailed, Actor::Server, id);
            AuditRecord { ok: false, ..record }
        });
    }

    /// Starts those again whose wait is over.
    pub(in crate::state) fn restart_what_is_due(&mut self, round: &mut Round) {
        let now = self.now;
        let waits = self.servers.iter().filter_map(|(id, entry)| Some((*id, entry.restarts_at()?)));
        let due: Vec<_> = waits.filter(|(_, at)| is_due(*at, now)).map(|(id, _)| id).collect();
        for id in due {
            self.begin(id, round);
        }
    }

    /// The next moment at which a server is started again.
    pub(in crate::state) fn next_restart(&self) -> Option<Time> {
        self.servers.values().filter_map(Entry::restarts_at).min()
    }

    /// A person wants it to run: how it ended before is of no account.
    pub(in crate::state) fn forgive(&mut self, id: ServerId) {
        if let Some(entry) = self.servers.get_mut(&id) {
            entry.backoff.forgive();
            entry.gave_up = None;
        }
    }

    /// Why a server that failed was left stopped, other than by a person's choice.
    pub fn gave_up(&self, id: ServerId) -> Option<GaveUp> {
        let failed = |entry: &&Entry| entry.run == RunState::Failed;
        self.servers.get(&id).filter(failed)?.gave_up
    }
}

impl Entry {
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

    fn after(&mut self, ending: Ending, asked: bool, now: Time) -> RunState {
        let at_rest = self.at_rest();
        match ending {
            _ if asked => at_rest,
            Ending::Unasked(end) => self.after_unasked(&end, now),
            Ending::Asked | Ending::Final | Ending::NotLaunched | Ending::Stuck => RunState::Failed,
        }
    }

    fn after_unasked(&mut self, end: &Unasked, now: Time) -> RunState {
        if !end.misspoken && !self.server.lifecycle.restart.starts_again(end.well) {
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
