//! What servers tried to reach and missed. The paths are theirs: they are looked at beside the actor,
//! for each server one after the other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use paddock_core::{AbsolutePath, Access, Event, ServerId, SessionId};
use paddock_supervisor::needs::{self, Reserved};
use paddock_supervisor::{Attempt, Exit};

use super::{Actor, Message};
use crate::attempts::{News, Tried};
use crate::confine::Confined;
use crate::run::{RunId, Why};
use crate::runtime;
use crate::runtime::Missed;
use crate::view::{Code, Failure};
use crate::{Notification, Places, attempts, clock};

impl Actor {
    pub(super) fn attempted(&mut self, session: SessionId, attempt: Attempt) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        self.changed = true;
        let silenced = attempt.held.filter(|_| runtime.attempts.is_silenced(&attempt.path));
        let attempt = Attempt { held: attempt.held.filter(|_| silenced.is_none()), ..attempt };
        // What is held may still be allowed.
        let blocked = attempt.held.is_none();
        let news = runtime.attempts.note(self.numbers.attempt(), attempt, clock::now());
        let news = news.map(|(news, tried)| (news, tried.clone()));
        if blocked {
            self.count_blocked(session.server);
        }
        if let Some(held) = silenced {
            self.decide(session, held);
        }
        let tried = match news {
            Some((News::Tried, tried)) => tried,
            Some((News::Waits, tried)) => return self.tell_of_held(session, &tried),
            None => return,
        };
        self.look_at_attempts(session);
        if let Ok(path) = AbsolutePath::new(&tried.path) {
            let access = if tried.write { Access::WriteGuarded } else { Access::Read };
            self.handle(Event::Tried { session, path, access });
        }
    }

    /// Finds out what to offer for one that was not looked at, unless one is being looked at.
    fn look_at_attempts(&mut self, session: SessionId) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        let Some((attempt, path)) = runtime.attempts.begin_look() else { return };
        let (looks, places) = (runtime.looks.clone(), Arc::clone(&self.places));
        let to_self = self.to_self.clone();
        tokio::spawn(async move {
            let offer = looks.look(move || attempts::offer(&path, &places.home)).await;
            // Of what does not answer nothing is offered.
            let offer = offer.ok().flatten();
            let _ = to_self.send(Message::Offered(session, attempt, offer)).await;
        });
    }

    /// What there is to offer for an attempt.
    pub(super) fn offered(&mut self, session: SessionId, attempt: u32, offer: Option<PathBuf>) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        self.changed = true;
        let looked_at = runtime.attempts.end_look(attempt, offer).cloned();
        if let Some(tried) = looked_at.filter(|tried| tried.held.is_some()) {
            self.tell_of_held(session, &tried);
        }
        self.look_at_attempts(session);
    }

    /// The server waits with an access, each time it does.
    fn tell_of_held(&mut self, session: SessionId, tried: &Tried) {
        let folder = tried.offer.as_deref().and_then(Path::file_name);
        let folder = paddock_core::text::shown(folder.unwrap_or_default());
        self.notify(Notification::Asks { folder, server: self.server_name(session.server) });
    }

    /// The folder to offer for an attempt.
    pub(crate) fn offer(&self, server: ServerId, attempt: u32) -> Result<PathBuf, Failure> {
        let tried = runtime::of(&self.runtimes, server)
            .find_map(|(_, runtime)| runtime.attempts.get(attempt));
        tried
            .and_then(|tried| tried.offer.clone())
            .ok_or_else(|| Failure::new(Code::UnknownAttempt))
    }

    /// A person does not allow it; and with `silence`, does not want to be asked about that again as
    /// long as the server runs.
    pub(super) fn dismiss_attempt(&mut self, server: ServerId, attempt: u32, silence: bool) {
        let mut of_server =
            self.runtimes.iter_mut().filter(|(session, _)| session.server == server);
        let dismissed = of_server
            .find_map(|(session, runtime)| Some((*session, runtime.attempts.dismiss(attempt)?)));
        let Some((session, tried)) = dismissed else { return };
        self.changed = true;
        let waiting = if silence { self.silence(session, &tried) } else { Vec::new() };
        for held in tried.held.into_iter().chain(waiting) {
            self.count_blocked(server);
            self.decide(session, held);
        }
    }

    /// Asks no more about what is like this, and returns what the server waits with of it.
    fn silence(&mut self, session: SessionId, tried: &Tried) -> Vec<u64> {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return Vec::new() };
        runtime.attempts.silence(tried);
        runtime.attempts.let_go_of_silenced()
    }

    /// Finds out what a server ended for want of, if it did.
    pub(super) fn look_for_missed(&mut self, session: SessionId, run: Option<RunId>, why: &Why) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        (runtime.missed, runtime.missed_by) = (None, None);
        let (Some(run), Some(confined)) = (run, runtime.confined.clone()) else { return };
        let Why::Exited { exit, stderr, .. } = why else { return };
        let code = match exit {
            Exit::Code(code) => Some(*code),
            Exit::Signal(_) | Exit::OutOfMemory | Exit::Stuck | Exit::KeeperLost => None,
        };
        let tried = runtime.attempts.of_this_run();
        let tried: Vec<_> = tried
            .map(|tried| Attempt { path: tried.path.clone(), write: tried.write, held: None })
            .collect();
        runtime.missed_by = Some(run);
        let (looks, places) = (runtime.looks.clone(), Arc::clone(&self.places));
        let (stderr, to_self) = (stderr.clone(), self.to_self.clone());
        tokio::spawn(async move {
            let look = move || {
                let ending = needs::Ending { code, stderr: &stderr, attempts: &tried };
                missed(&ending, &confined, &places)
            };
            let missed = looks.look(look).await.ok().flatten();
            let _ = to_self.send(Message::Missed(session, run, missed)).await;
        });
    }

    /// What a run ended for want of.
    pub(super) fn found_missed(&mut self, session: SessionId, run: RunId, missed: Option<Missed>) {
        let runtime =
            self.runtimes.get_mut(&session).filter(|runtime| runtime.missed_by == Some(run));
        if let Some(runtime) = runtime {
            (runtime.missed, runtime.missed_by) = (missed, None);
            self.changed = true;
        }
    }

    /// The folder to offer for what the server missed.
    pub(crate) fn offer_missed(&self, server: ServerId) -> Result<PathBuf, Failure> {
        let missed =
            runtime::of(&self.runtimes, server).find_map(|(_, runtime)| runtime.missed.as_ref());
        let folder = missed.and_then(|missed| missed.offer.clone());
        folder.ok_or_else(|| Failure::new(Code::UnknownAttempt))
    }
}

/// The smallest thing the server would have to read in order to start, if it ended for want of it.
fn missed(ending: &needs::Ending<'_>, confined: &Confined, places: &Places) -> Option<Missed> {
    let reserved = Reserved::new(&places.home, &places.own_data());
    let missing = needs::missing(ending, &confined.launch, &confined.footprint, &reserved)?;
    let path = missing.path;
    Some(Missed { offer: attempts::offer(&path, &places.home), path })
}
