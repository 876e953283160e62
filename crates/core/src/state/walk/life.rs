//! The processes of the walk, and what must hold of when they run.

use std::collections::VecDeque;
use std::sync::Arc;

use super::World;
use super::step::{End, seen};
use crate::state::lifecycle::{EARLY, ENDS, FIRST_WAIT, LONGEST_WAIT, STABLE, WITHIN};
use crate::{
    Asked, Cause, Change, Commit, Effect, Ending, Event, RootList, RunState, Server, ServerId,
    SessionId, Time, Unasked, User,
};

#[derive(Default)]
pub(super) struct Process {
    /// Since when it answers.
    ready: Option<Time>,
    /// It was asked to end.
    pub(super) ending: bool,
    /// It was killed.
    pub(super) killed: bool,
    /// The list it was told.
    pub(super) holds: Option<Arc<RootList>>,
}

/// What is remembered of one session since a person last started it.
#[derive(Default)]
pub(super) struct Life {
    /// A person stopped it.
    stopped: bool,
    /// There may still be a process of it that nothing ends.
    stuck: bool,
    /// When it ended and was to be started again, as far as the clock was not set back since.
    ends: VecDeque<Time>,
    /// How it ended the last time, if that was early.
    early: Option<Cause>,
    /// Not before then is it started again.
    due: Option<Time>,
}

impl World {
    /// Sends what a person changed of the server: all of its sessions may run anew.
    pub(super) fn by_person(&mut self, server: ServerId, event: Event) {
        self.lives.retain(|session, _| session.server != server);
        self.send(event);
    }

    /// A person wants Paddock's own session to run.
    pub(super) fn start(&mut self, server: ServerId) {
        self.lives.remove(&server.own());
        self.send(Event::Start(server));
    }

    pub(super) fn restart(&mut self, session: SessionId) {
        // What its app has left stays stopped.
        if !self.left.contains(&session) {
            self.lives.remove(&session);
        }
        self.send(Event::Restart(session));
    }

    /// A person stopped it, or its app left.
    pub(super) fn note_stop(&mut self, session: SessionId) {
        if self.state.run(session).is_some() {
            self.lives.entry(session).or_default().stopped = true;
        }
    }

    pub(super) fn note_over(&mut self, session: SessionId) {
        assert!(!session.is_own(), "Paddock's own session is over");
        assert!(!self.processes.contains_key(&session), "over with a process");
        assert!(self.state.run(session).is_none());
        self.lives.remove(&session);
    }

    pub(super) fn pause(&mut self, until: Option<Time>) {
        // What waits to be started again is when the pause is over.
        for life in self.lives.values_mut() {
            life.due = None;
        }
        self.send(Event::Pause(until));
    }

    pub(super) fn pause_app(&mut self, app: &str, until: Option<Time>) {
        for (session, life) in &mut self.lives {
            if self.state.user(*session) == Some(&User::App(app.to_owned())) {
                life.due = None;
            }
        }
        self.send(Event::PauseApp(app.to_owned(), until));
    }

    pub(super) fn revoke_all(&mut self) {
        let rests =
            |run| matches!(run, RunState::Stopped | RunState::NeedsTrust { .. } | RunState::Failed);
        let free = self.state.servers().filter(|it| it.confinement.asked == Asked::Advisory);
        let free = free.flat_map(|server| self.state.sessions_of(server.id));
        let free: Vec<_> = free.filter(|id| !rests(self.state.run(*id).unwrap())).collect();
        self.send(Event::RevokeAll);
        assert_eq!(self.state.grants().count(), 0);
        for session in free {
            assert!(!self.runs_on(session));
            self.note_stop(session);
        }
    }

    /// A person's change of what is run starts it as a person does, once it is kept.
    pub(super) fn note_changes(&mut self, commit: &Commit) {
        for change in &commit.changes {
            let Change::PutServer(new) = change else { continue };
            let Some(old) = self.state.server(new.id) else { continue };
            let of_run = |it: &Server| (it.command.clone(), it.confinement, it.trusted.clone());
            if of_run(old) != of_run(new) {
                for session in self.state.sessions_of(new.id) {
                    let life = self.lives.entry(session).or_default();
                    *life = Life { stopped: life.stopped, ..Life::default() };
                }
            }
        }
    }

    pub(super) fn find(&mut self, session: SessionId) {
        let Some(known) = self.state.server(session.server) else { return };
        assert!(!self.state.is_paused(session), "started in a pause");
        let life = self.lives.entry(session).or_default();
        assert!(!life.stopped, "started after a person stopped it: {known:?}");
        assert!(!std::mem::take(&mut life.stuck), "started beside one that is stuck");
        let early = life.due.take().map(|due| self.now.until(due));
        // A longer wait than any is one from before the clock was set back.
        let early = early.filter(|wait| !wait.is_zero() && *wait <= LONGEST_WAIT);
        assert!(early.is_none(), "started before its moment");
        assert!(!self.processes.contains_key(&session), "started beside its last run");
        self.searches.insert(session);
    }

    pub(super) fn find_over(&mut self, session: SessionId, found: bool) {
        if !self.searches.remove(&session) {
            return;
        }
        if !found {
            return self.send(Event::Ended(session, Ending::NotLaunched));
        }
        let seen = seen(&self.state.server(session.server).unwrap().command);
        self.send(Event::Found { session, seen });
    }

    pub(super) fn get_ready(&mut self, session: SessionId) {
        let now = self.now;
        let Some(process) = self.processes.get_mut(&session) else { return };
        if process.ready.is_none() {
            process.ready = Some(now);
            self.send(Event::Ready(session));
        }
    }

    pub(super) fn is_ready(&self, session: SessionId) -> bool {
        let process = self.processes.get(&session);
        process.is_some_and(|process| process.ready.is_some() && !process.ending)
    }

    /// Whether it has a process that was not asked to end.
    pub(super) fn runs_on(&self, session: SessionId) -> bool {
        self.processes.get(&session).is_some_and(|process| !process.ending)
    }

    /// As the host does: a process ends in its own time, a search at once.
    pub(super) fn stop(&mut self, session: SessionId, kill: bool) {
        let asleep = self.state.falls_asleep(session);
        assert!(!asleep || !self.busy.contains(&session), "stopped in use");
        self.searches.remove(&session);
        match self.processes.get_mut(&session) {
            Some(process) => {
                process.ending = true;
                process.killed |= kill;
            }
            None => self.send(Event::Ended(session, Ending::Asked)),
        }
    }

    /// One of the processes ends, whether it was asked to or not.
    pub(super) fn end(&mut self, number: usize, end: End) {
        let count = self.processes.len().max(1);
        let Some(session) = self.processes.keys().nth(number % count).copied() else { return };
        self.boundaries.remove(&session);
        self.announced.remove(&session);
        let Some(process) = self.processes.remove(&session) else { return };
        let ending = self.ending(&process, end);
        if ending == Ending::Stuck {
            let life = self.lives.entry(session).or_default();
            // It has failed, and a change of what it runs starts it as it does others.
            (life.stuck, life.stopped) = (true, false);
        }
        let effects = self.state.handle(Event::Ended(session, ending), self.now);
        self.check_end(session, &process, ending, &effects);
        self.carry_out(effects);
    }

    fn ending(&self, process: &Process, end: End) -> Ending {
        let (what, well, misspoken) = match end {
            End::Stuck => return Ending::Stuck,
            _ if process.ending => return Ending::Asked,
            End::Final => return Ending::Final,
            End::Well => ("well".to_owned(), true, false),
            End::Crash(number) => (number.to_string(), false, false),
            End::Misspoken => ("misspoken".to_owned(), false, process.ready.is_none()),
        };
        let ready_for = process.ready.map(|since| since.until(self.now));
        let cause = Cause::new(&what, "");
        Ending::Unasked(Unasked { cause, well, ready_for, called: false, misspoken })
    }

    /// What follows from an end is what the person chose, within the bounds of the guard.
    fn check_end(
        &mut self,
        session: SessionId,
        process: &Process,
        ending: Ending,
        effects: &[Effect],
    ) {
        let Some(known) = self.state.server(session.server) else { return };
        let policy = known.lifecycle.restart;
        let restarting = match self.state.run(session) {
            Some(RunState::Restarting { at, .. }) => Some(at),
            _ => None,
        };
        let Ending::Unasked(end) = ending else {
            assert!(restarting.is_none(), "{ending:?}");
            let begins = effects.contains(&Effect::Find(session));
            assert!(!begins || process.ending && ending == Ending::Asked, "{ending:?}");
            return;
        };
        assert!(!effects.contains(&Effect::Find(session)), "started again without a wait");
        let life = self.lives.entry(session).or_default();
        let Some(at) = restarting else { return };
        assert!(!process.ending && !life.stopped);
        assert!(end.misspoken || policy.starts_again(end.well), "{policy:?}");
        assert!((FIRST_WAIT..=LONGEST_WAIT).contains(&self.now.until(at)));
        if end.ready_for.is_some_and(|it| it >= STABLE) {
            life.ends.clear();
            life.early = None;
        }
        life.end_again(&end, self.now);
        life.due = Some(at);
    }

    /// Nothing runs that must not.
    pub(super) fn check_lives(&self) {
        for (session, process) in &self.processes {
            let run = self.state.run(*session);
            let fits = match run {
                Some(RunState::Starting) => process.ready.is_none() && !process.ending,
                Some(RunState::Running) => process.ready.is_some() && !process.ending,
                // A removed one is on its way out.
                Some(RunState::Stopping) | None => process.ending,
                Some(_) => false,
            };
            assert!(fits, "{run:?} with a process, ending: {}", process.ending);
            let paused = self.state.is_paused(*session);
            assert!(!paused || process.ending, "a server runs in a pause");
        }
        for session in self.state.sessions() {
            let run = self.state.run(session);
            let is_up = self.processes.contains_key(&session) || self.searches.contains(&session);
            assert!(run != Some(RunState::Running) || is_up, "shown as running and is not");
            assert!(run != Some(RunState::Starting) || is_up, "it never starts");
            assert!(run != Some(RunState::Stopping) || is_up, "it never stops");
            if let Some(RunState::Restarting { at, .. }) = run {
                assert!(!is_up, "started again beside its last run");
                assert!(at > self.state.now(), "its moment has passed");
                assert!(self.wake.is_some_and(|wake| wake <= at), "nothing wakes for it");
                assert!(!self.state.is_paused(session));
            }
        }
    }

    /// All that is asked to end does, and what waits is started.
    pub(super) fn live_to_the_end(&mut self) {
        let ending = |world: &Self| world.processes.values().position(|process| process.ending);
        while let Some(number) = ending(self) {
            self.end(number, End::Well);
        }
        self.now = self.now.plus(LONGEST_WAIT);
        self.send(Event::TimePassed);
        let waits = |run| matches!(run, Some(RunState::Restarting { .. }));
        let mut runs = self.state.sessions().map(|session| self.state.run(session));
        assert!(!runs.any(waits), "it waits for ever");
        for session in &self.left {
            assert!(self.state.run(*session).is_none_or(|run| run == RunState::Failed));
        }
    }
}

impl Life {
    /// It ended by itself and is started again, which must be bounded.
    fn end_again(&mut self, end: &Unasked, now: Time) {
        let early = end.ready_for.is_none_or(|it| it < EARLY).then_some(end.cause);
        let same = early.is_some() && early == self.early;
        assert!(!same || end.misspoken, "started again after the same end twice");
        self.early = early;
        for end in &mut self.ends {
            *end = now.min(*end);
        }
        self.ends.retain(|end| end.until(now) < WITHIN);
        self.ends.push_back(now);
        assert!(self.ends.len() < ENDS, "started again too often");
    }
}
