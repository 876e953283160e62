//! When a server runs: asleep until it is used, and again after that; started again when it ended.

mod backoff;
mod ended;

use super::{Entry, Round, State};
use crate::{
    Action, Actor, AuditRecord, Change, Effect, Lifecycle, Refusal, RunState, Server, ServerId,
    Time,
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
    pub(super) fn needed(&mut self, id: ServerId, round: &mut Round) {
        let paused = self.paused.is_some();
        let Some(entry) = self.servers.get_mut(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        match entry.run {
            RunState::Asleep if !paused => self.begin(id, round),
            RunState::Stopping if entry.idle.falling_asleep => entry.again = true,
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

    pub(super) fn set_busy(&mut self, id: ServerId, busy: bool) {
        let now = self.now;
        if let Some(entry) = self.servers.get_mut(&id) {
            entry.idle.busy = busy;
            entry.idle.since = now;
        }
    }

    pub(super) fn sleep_if_idle(&mut self, round: &mut Round) {
        let is_due = |id: &ServerId| self.sleeps_at(*id).is_some_and(|at| at <= self.now);
        let due: Vec<_> = self.servers.keys().copied().filter(is_due).collect();
        for id in due {
            let Some(entry) = self.servers.get_mut(&id) else { continue };
            entry.run = RunState::Stopping;
            entry.idle.falling_asleep = true;
            round.effects.push(Effect::Stop(id));
        }
    }

    /// Something that kept the server awake is over.
    pub(super) fn begin_idling(&mut self, id: ServerId) {
        let now = self.now;
        if let Some(entry) = self.servers.get_mut(&id) {
            entry.idle.since = now;
        }
    }

    /// When a server falls asleep, if nobody uses it until then. One that waits for an answer of
    /// the person is in use.
    fn sleeps_at(&self, id: ServerId) -> Option<Time> {
        let waits = self.requests.of(id).next().is_some();
        self.servers.get(&id).filter(|_| !waits)?.sleeps_at()
    }

    /// Whether it is being stopped only until it is used again.
    #[cfg(test)]
    pub(super) fn falls_asleep(&self, id: ServerId) -> bool {
        self.servers.get(&id).is_some_and(|entry| entry.idle.falling_asleep)
    }

    /// The next moment at which a server falls asleep.
    pub(super) fn next_sleep(&self) -> Option<Time> {
        self.servers.keys().filter_map(|id| self.sleeps_at(*id)).min()
    }
}

impl Entry {
    /// The server is ready: from now on it may be idle.
    pub(super) fn begin_idling(&mut self, now: Time) {
        self.idle.since = now;
        self.idle.falling_asleep = false;
    }

    /// When it has been idle for long enough.
    fn sleeps_at(&self) -> Option<Time> {
        let after = self.server.lifecycle.stop_when_idle?;
        let idle = self.run == RunState::Running && !self.idle.busy;
        idle.then(|| self.idle.since.plus(after))
    }

    /// How it is after its process ended as it was asked to.
    pub(super) fn at_rest(&mut self) -> RunState {
        let sleeps = std::mem::take(&mut self.idle.falling_asleep);
        if sleeps && self.server.wanted { RunState::Asleep } else { RunState::Stopped }
    }

    /// Whether a person stopped it, and did not start it since.
    pub(super) fn stays_stopped(&self) -> bool {
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
        stops && !self.server.wanted
    }

    /// Whether it slept by a choice that is no longer made.
    pub(super) fn wakes(&self) -> bool {
        self.run == RunState::Asleep && !self.server.lifecycle.sleeps()
    }
}

fn words(lifecycle: &Lifecycle) -> String {
    let mut words = vec![match lifecycle.restart {
        crate::Restart::OnFailure => "restarts on failure".to_owned(),
        crate::Restart::Never => "never restarts".to_owned(),
        crate::Restart::Always => "always restarts".to_owned(),
    }];
    if let Some(every) = lifecycle.keep_alive {
        words.push(format!("pinged every {} s", every.as_secs()));
    }
    if lifecycle.on_demand {
        words.push("starts on demand".to_owned());
    }
    if let Some(after) = lifecycle.stop_when_idle {
        words.push(format!("stops after {} min idle", after.as_secs() / 60));
    }
    words.join(", ")
}
