//! Looking for a server's program and what it needs, beside the actor: disks may hang, and what a
//! server wrote may be made to take long.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{Asked, Command, Ending, Event, Fingerprint, RunState, Server, SessionId};
use paddock_supervisor::environment::SearchPath;

use super::{Actor, Message};
use crate::Notification;
use crate::clock;
use crate::programs::{self, Around, Found, Search};
use crate::proposed::propose;
use crate::secrets::{Kept, Secrets};
use crate::view::{Code, Failure};

/// How long it may take: a dead network disk never answers.
const DEADLINE: Duration = Duration::from_secs(15);

/// Names one search, so that what an earlier one found is told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchId(u64);

/// Where programs are looked for, and who waits for that to be known.
#[derive(Debug)]
pub(super) struct Finding {
    search: Search,
    /// Sessions whose program is to be looked for as soon as it is known where, and what can be
    /// enforced.
    waiting: Vec<SessionId>,
    last: u64,
}

impl Finding {
    pub(super) fn new() -> Self {
        Self { search: Search::NotAsked, waiting: Vec::new(), last: 0 }
    }

    /// Its program is looked for no more.
    pub(super) fn forget(&mut self, session: SessionId) {
        self.waiting.retain(|waiting| *waiting != session);
    }

    fn number(&mut self) -> SearchId {
        self.last += 1;
        SearchId(self.last)
    }

    /// Whether the login shell is to be asked: once.
    fn asks(&mut self) -> bool {
        let asks = matches!(self.search, Search::NotAsked);
        if asks {
            self.search = Search::Asked;
        }
        asks
    }
}

impl Actor {
    /// Asks the login shell, if it was not asked before.
    pub(super) fn ask_for_search_path(&mut self) {
        if !self.finding.asks() {
            return;
        }
        let (places, to_self) = (Arc::clone(&self.places), self.to_self.clone());
        tokio::spawn(async move {
            let path = programs::search_path(&places).await;
            let _ = to_self.send(Message::SearchPath(path)).await;
        });
    }

    /// The login shell has answered.
    pub(super) fn search_in(&mut self, path: SearchPath) {
        self.finding.search = Search::Known(path);
        self.find_waiting();
    }

    pub(super) fn find_waiting(&mut self) {
        for session in std::mem::take(&mut self.finding.waiting) {
            self.find(session);
        }
    }

    /// A start begins with a search for the program.
    pub(super) fn note_start(&mut self, session: SessionId) {
        if self.state.run(session) == Some(RunState::Starting) {
            self.runtimes.entry(session).or_default().starting = Some(clock::now());
        }
    }

    /// Looks for the program, as soon as it is known where, and what can be enforced.
    pub(super) fn find(&mut self, session: SessionId) {
        let Some(known) = self.state.server(session.server) else { return };
        let path = match (&known.command, &self.finding.search, &self.sandbox) {
            (Command::Bundled, _, Some(_)) => SearchPath::default(),
            (Command::Custom(_), Search::Known(path), Some(_)) => path.clone(),
            (Command::Custom(_), Search::NotAsked, _) => {
                self.finding.waiting.push(session);
                return self.ask_for_search_path();
            }
            (..) => return self.finding.waiting.push(session),
        };
        let (command, around) = (known.command.clone(), self.around(known, path));
        let id = self.finding.number();
        let runtime = self.runtimes.entry(session).or_default();
        runtime.search = Some(id);
        let (secrets, to_self) = (self.keyring.secrets(), self.to_self.clone());
        tokio::spawn(async move {
            let found = search(command, around, secrets).await.map(Box::new);
            let _ = to_self.send(Message::Found(session, id, found)).await;
        });
    }

    fn around(&self, server: &Server, path: SearchPath) -> Around {
        Around {
            path,
            places: Arc::clone(&self.places),
            writable: self.writable(),
            home: self.places.home_of(server.id),
            trusted: server.trusted.as_ref().and_then(|trusted| trusted.seen.clone()),
            enforced: server.confinement.asked == Asked::Enforced,
        }
    }

    /// Folders that any server may write.
    fn writable(&self) -> Vec<PathBuf> {
        let grants = self.state.grants().filter(|grant| grant.access.writes());
        let granted = grants.map(|grant| grant.root.path.as_path().to_path_buf());
        granted.chain([self.places.homes()]).collect()
    }

    pub(super) fn found(
        &mut self,
        session: SessionId,
        id: SearchId,
        found: Result<Box<Found>, Failure>,
    ) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        if runtime.search != Some(id) {
            return;
        }
        runtime.search = None;
        match found {
            Ok(found) => {
                let seen = found.seen.clone();
                runtime.found = Some(*found);
                self.handle(Event::Found { session, seen });
                self.notify_of_change(session);
            }
            Err(failure) => {
                runtime.found = None;
                runtime.reason = Some(failure);
                self.handle(Event::Ended(session, Ending::NotLaunched));
            }
        }
    }

    fn notify_of_change(&mut self, session: SessionId) {
        if let Some(RunState::NeedsTrust { changed: true, .. }) = self.state.run(session) {
            let server = self.server_name(session.server);
            self.notify(Notification::CommandChanged { server });
        }
    }
}

async fn search(command: Command, around: Around, secrets: Secrets) -> Result<Found, Failure> {
    let agreed = around.trusted.as_ref().map(Fingerprint::of);
    let kept = match &command {
        Command::Bundled => Kept::new(),
        Command::Custom(custom) => custom.secrets.clone(),
    };
    let searching = tokio::task::spawn_blocking(move || match command {
        Command::Bundled => programs::bundled(&around),
        Command::Custom(custom) => programs::find(&custom, &around),
    });
    let mut found = match tokio::time::timeout(DEADLINE, searching).await {
        Ok(Ok(found)) => found?,
        Ok(Err(panicked)) => return Err(Failure::internal(panicked)),
        Err(_) => return Err(Failure::new(Code::DiskHangs)),
    };
    // Nothing is proposed of what is trusted already.
    if found.fingerprint() != agreed {
        propose(&mut found.proposed, secrets.destinations(kept).await);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use paddock_core::ServerId;

    use super::*;

    #[test]
    fn the_shell_is_asked_once_and_who_was_stopped_does_not_wait() {
        let mut finding = Finding::new();
        assert_eq!([finding.asks(), finding.asks()], [true, false]);
        finding.search = Search::Known(SearchPath::default());
        assert!(!finding.asks());
        let sessions = [1, 2].map(|number| SessionId { server: ServerId(1), number });
        finding.waiting.extend(sessions);
        finding.forget(sessions[0]);
        assert_eq!(finding.waiting, [sessions[1]]);
        assert_ne!(finding.number(), finding.number());
    }
}
