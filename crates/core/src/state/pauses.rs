//! Pauses: of all servers, and of the sessions of one app.

use std::collections::BTreeMap;

use super::{Round, State};
use crate::text::shown;
use crate::{Action, Actor, AuditRecord, Change, Effect, Refusal, RunState, SessionId, Time, User};

/// The most apps that are paused without a session of theirs.
const APPS: usize = 256;
/// The most of all: a program can begin a session by any name, and leave it.
const ALL_APPS: usize = 1024;

/// Servers are stopped, until the moment or until resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    pub until: Option<Time>,
}

impl Pause {
    /// Another pause never ends one earlier: that is what resuming is for.
    fn longer(self, before: Option<Self>) -> Self {
        let end = |pause: &Self| pause.until.unwrap_or(Time(i64::MAX));
        before.filter(|before| end(before) >= end(&self)).unwrap_or(self)
    }

    fn is_over(self, now: Time) -> bool {
        self.until.is_some_and(|until| until <= now)
    }
}

impl State {
    pub fn paused(&self) -> Option<Pause> {
        self.paused
    }

    /// Apps that are paused, by the names that people see.
    pub fn paused_apps(&self) -> &BTreeMap<String, Pause> {
        &self.paused_apps
    }

    /// Whether nothing of the session is to run now.
    pub fn is_paused(&self, session: SessionId) -> bool {
        self.paused.is_some() || self.paused_app(session).is_some()
    }

    /// Why an app's session is paused though not all are.
    fn paused_app(&self, session: SessionId) -> Option<Pause> {
        match self.user(session) {
            Some(User::App(app)) => self.paused_apps.get(&shown(app)).copied(),
            Some(User::Paddock) | None => None,
        }
    }

    pub(super) fn pauses(&self) -> impl Iterator<Item = &Pause> {
        self.paused.iter().chain(self.paused_apps.values())
    }

    pub(super) fn end_pauses(&mut self, round: &mut Round) {
        if self.paused.is_some_and(|pause| pause.is_over(self.now)) {
            self.resume(Actor::Paddock, round);
        }
        let over = self.paused_apps.iter().filter(|(_, pause)| pause.is_over(self.now));
        let over: Vec<_> = over.map(|(app, _)| app.clone()).collect();
        for app in over {
            self.resume_app(&app, Actor::Paddock, round);
        }
    }

    pub(super) fn pause(&mut self, until: Option<Time>, round: &mut Round) {
        self.paused = Some(Pause { until }.longer(self.paused));
        let record = AuditRecord { actor: Actor::Person, ..self.about_app(Action::Paused) };
        self.commit_after(vec![Change::SetPause(self.paused)], vec![record], round);
        self.stop_what_is_paused(round);
    }

    pub(super) fn resume(&mut self, by: Actor, round: &mut Round) {
        if self.paused.take().is_none() {
            return;
        }
        round.record(AuditRecord { actor: by, ..self.about_app(Action::Resumed) });
        // Where this is not kept, the next start is paused once more.
        self.commit_aside(vec![Change::SetPause(None)], round);
        self.begin_what_was_paused(round);
    }

    pub(super) fn pause_app(&mut self, app: &str, until: Option<Time>, round: &mut Round) {
        let app = shown(app);
        // Names that nobody uses do not keep a person from pausing an app that is here.
        let is_here = |user: &User| matches!(user, User::App(name) if shown(name) == app);
        let is_used = self.sessions.values().any(|session| is_here(&session.user));
        let most = if is_used { ALL_APPS } else { APPS };
        if !self.paused_apps.contains_key(&app) && self.paused_apps.len() >= most {
            return round.refuse(Refusal::TooManyPaused);
        }
        let pause = Pause { until }.longer(self.paused_apps.get(&app).copied());
        self.paused_apps.insert(app.clone(), pause);
        let record = self.about_pause_of(&app, Action::AppPaused);
        let record = AuditRecord { actor: Actor::Person, ..record };
        self.commit_after(vec![Change::SetAppPause(app, Some(pause))], vec![record], round);
        self.stop_what_is_paused(round);
    }

    pub(super) fn resume_app(&mut self, app: &str, by: Actor, round: &mut Round) {
        let app = shown(app);
        if self.paused_apps.remove(&app).is_none() {
            return;
        }
        round.record(AuditRecord { actor: by, ..self.about_pause_of(&app, Action::AppResumed) });
        self.commit_aside(vec![Change::SetAppPause(app, None)], round);
        self.begin_what_was_paused(round);
    }

    fn about_pause_of(&self, app: &str, action: Action) -> AuditRecord {
        AuditRecord { app: Some(app.to_owned()), ..self.about_app(action) }
    }

    fn stop_what_is_paused(&mut self, round: &mut Round) {
        let paused: Vec<_> = self.sessions().filter(|id| self.is_paused(*id)).collect();
        for id in paused {
            let Some(session) = self.sessions.get_mut(&id) else { continue };
            match session.run {
                RunState::Starting | RunState::Running => {
                    session.again = true;
                    session.run = RunState::Stopping;
                    round.effects.push(Effect::Stop(id));
                }
                RunState::Restarting { .. } => session.run = RunState::Paused,
                RunState::Stopped
                | RunState::Asleep
                | RunState::NeedsTrust { .. }
                | RunState::Stopping
                | RunState::Failed
                | RunState::Paused => {}
            }
        }
    }

    fn begin_what_was_paused(&mut self, round: &mut Round) {
        let paused = self.sessions.iter().filter(|(_, it)| it.run == RunState::Paused);
        let paused: Vec<_> = paused.map(|(id, _)| *id).collect();
        for id in paused {
            self.begin(id, round);
        }
    }

    /// What has the disk hold the apps that are paused.
    pub(super) fn paused_apps_to_keep(&self, kept: &BTreeMap<String, Pause>) -> Vec<Change> {
        let now = &self.paused_apps;
        let over = kept.keys().filter(|app| !now.contains_key(*app));
        let over = over.map(|app| Change::SetAppPause(app.clone(), None));
        let new = now.iter().filter(|(app, pause)| kept.get(*app) != Some(pause));
        over.chain(new.map(|(app, pause)| Change::SetAppPause(app.clone(), Some(*pause)))).collect()
    }
}
