//! What servers tried to reach and missed. The paths are theirs: they are looked at beside the actor,
//! for each server one after the other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use paddock_core::{AbsolutePath, Access, Event, ServerId, SessionId, Time};
use paddock_supervisor::needs::{self, Reserved};
use paddock_supervisor::{Attempt, DeniedBy, Exit, LONGEST_HOLD};

use super::Actor;
use crate::attempts::{News, Tried};
use crate::confine::Confined;
use crate::message::Message;
use crate::run::{RunId, Why};
use crate::runtime::Missed;
use crate::{AttemptOf, Notification, Places, attempts, clock};

impl Actor {
    pub(super) fn attempted(&mut self, session: SessionId, attempt: Attempt) {
        let number = self.runtimes.number_attempt();
        let folders = self.state.wanted(session).cloned();
        let folders = folders.as_deref().map_or(&[][..], |list| &list.entries);
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        self.screen.change();
        let silenced = attempt.held.filter(|_| runtime.attempts.is_silenced(&attempt.path));
        let attempt = Attempt { held: attempt.held.filter(|_| silenced.is_none()), ..attempt };
        // What is held may still be allowed.
        let blocked = attempt.held.is_none();
        let (held, now) = (attempt.held, clock::now());
        let news = runtime.attempts.note(number, attempt, folders, now);
        let news = news.map(|(news, tried)| (news, tried.clone()));
        if blocked {
            self.counter().blocked(session.server);
        }
        if let Some(held) = silenced {
            self.runtimes.decide(session, held);
        }
        if let Some(held) = held {
            self.beside.report(async move {
                tokio::time::sleep(LONGEST_HOLD).await;
                Message::HoldEnded(session, held, now)
            });
        }
        let tried = match news {
            Some((News::Tried, tried)) => tried,
            Some((News::Waits, tried)) => return self.tell_of_held(session, &tried),
            None => return,
        };
        self.look_at_attempts(session);
        self.note_doubted(session, &tried);
        if let Ok(path) = AbsolutePath::new(&tried.path) {
            let access = if tried.write { Access::WriteGuarded } else { Access::Read };
            let access = tried.needs.unwrap_or(access);
            self.handle(Event::Tried { session, path, access });
        }
    }

    /// What was wrong with what Git would have believed. Else nobody could tell why a commit failed.
    fn note_doubted(&self, session: SessionId, tried: &Tried) {
        if let DeniedBy::Content(doubt) = tried.denied_by
            && let Some(runtime) = self.runtimes.get(session)
        {
            runtime.note(&format!("{} was not written: {doubt}", tried.path.display()));
        }
    }

    /// Finds out what to offer for one that was not looked at, unless one is being looked at.
    fn look_at_attempts(&mut self, session: SessionId) {
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        let Some((attempt, path)) = runtime.attempts.begin_look() else { return };
        let (looks, places) = (runtime.looks.clone(), Arc::clone(&self.places));
        self.beside.report(async move {
            let offer = looks.look(move || attempts::offer(&path, &places.home)).await;
            // Of what does not answer nothing is offered.
            Message::Offered(session, attempt, offer.ok().flatten())
        });
    }

    /// What there is to offer for an attempt.
    pub(super) fn offered(&mut self, session: SessionId, attempt: u32, offer: Option<PathBuf>) {
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        self.screen.change();
        let looked_at = runtime.attempts.end_look(attempt, offer).cloned();
        if let Some(tried) = looked_at.filter(|tried| tried.held.is_some()) {
            self.tell_of_held(session, &tried);
        }
        self.look_at_attempts(session);
    }

    /// Nobody answered in time, if the server still waits for that.
    pub(super) fn hold_ended(&mut self, session: SessionId, held: u64, since: Time) {
        let Some(runtime) = self.runtimes.get(session) else { return };
        let Some(tried) = runtime.attempts.waiting(held, since) else { return };
        let path = AbsolutePath::new(&tried.path);
        self.counter().blocked(session.server);
        if let Ok(path) = path {
            self.handle(Event::AccessLapsed(session, path));
        }
    }

    /// A person answered this, and the server waits for it no longer.
    pub(super) fn answered_attempt(&mut self, session: SessionId, tried: &Tried) {
        if let Some(held) = tried.held {
            self.runtimes.decide(session, held);
        }
        if let Ok(path) = AbsolutePath::new(&tried.path) {
            self.handle(Event::AccessAnswered(session, path));
        }
    }

    /// The server waits with an access, each time it does.
    fn tell_of_held(&mut self, session: SessionId, tried: &Tried) {
        let folder = tried.offer.as_deref().and_then(Path::file_name);
        let folder = paddock_core::text::shown(folder.unwrap_or_default());
        let attempt = AttemptOf { server: session.server.0, attempt: tried.id };
        let server = self.state.name_of(session.server);
        self.screen.notify(Notification::Asks { folder, server, attempt });
    }

    /// A person does not allow it; and with `silence`, does not want to be asked about that again as
    /// long as the server runs.
    pub(super) fn dismiss_attempt(&mut self, server: ServerId, attempt: u32, silence: bool) {
        let mut all = self.runtimes.of_mut(server);
        let dismissed = all.find_map(|(session, runtime)| {
            let tried = runtime.attempts.dismiss(attempt)?;
            let waited = if silence { runtime.attempts.silence(&tried) } else { Vec::new() };
            Some((session, [vec![tried], waited].concat()))
        });
        let Some((session, denied)) = dismissed else { return };
        drop(all);
        self.screen.change();
        for tried in denied {
            if tried.waits(clock::now()) {
                self.counter().blocked(server);
            }
            self.answered_attempt(session, &tried);
        }
    }

    /// Finds out what a server ended for want of, if it did.
    pub(super) fn look_for_missed(&mut self, session: SessionId, run: Option<RunId>, why: &Why) {
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        (runtime.missed, runtime.missed_by) = (None, None);
        let (Some(run), Some(confined)) = (run, runtime.confined.clone()) else { return };
        let Why::Exited { exit, stderr, .. } = why else { return };
        let code = match exit {
            Exit::Code(code) => Some(*code),
            Exit::Signal(_) | Exit::OutOfMemory | Exit::Stuck | Exit::KeeperLost => None,
        };
        let tried = runtime
            .attempts
            .of_this_run()
            .filter(|it| it.denied_by == DeniedBy::Grants && !attempts::holds_secret(&it.path));
        let tried: Vec<_> = tried
            .map(|tried| Attempt {
                path: tried.path.clone(),
                write: tried.write,
                denied_by: tried.denied_by,
                held: None,
            })
            .collect();
        runtime.missed_by = Some(run);
        let (looks, places) = (runtime.looks.clone(), Arc::clone(&self.places));
        let stderr = stderr.clone();
        self.beside.report(async move {
            let look = move || {
                let ending = needs::Ending { code, stderr: &stderr, attempts: &tried };
                missed(&ending, &confined, &places)
            };
            Message::Missed(session, run, looks.look(look).await.ok().flatten())
        });
    }
}

/// The smallest thing the server would have to read in order to start, if it ended for want of it.
fn missed(ending: &needs::Ending<'_>, confined: &Confined, places: &Places) -> Option<Missed> {
    let reserved = Reserved::new(&places.home, &places.own_data());
    let missing = needs::missing(ending, &confined.launch, &confined.footprint, &reserved)?;
    let path = missing.path;
    Some(Missed { offer: attempts::offer(&path, &places.home), path })
}
