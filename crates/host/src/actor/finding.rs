//! Looking for a server's program and what it needs, beside the actor: disks may hang, and what a
//! server wrote may be made to take long.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{
    Asked, Command, Ending, Event, Fingerprint, RunState, Server, SessionId, State,
};
use paddock_supervisor::environment::SearchPath;

use super::Actor;
use crate::machine::SearchId;
use crate::message::Message;
use crate::programs::{self, Around, Found};
use crate::proposed::propose;
use crate::secrets::{Kept, Secrets};
use crate::view::{Code, Failure};
use crate::{Notification, Places, clock};

/// How long it may take: a dead network disk never answers.
const DEADLINE: Duration = Duration::from_secs(15);

impl Actor {
    pub(super) fn find_waiting(&mut self) {
        for session in self.machine.take_waiting() {
            self.find(session);
        }
    }

    /// A start begins with a search for the program.
    pub(super) fn note_start(&mut self, session: SessionId) {
        if self.state.run(session) == Some(RunState::Starting) {
            self.runtimes.entry(session).starting = Some(clock::now());
        }
    }

    /// Looks for the program, as soon as it is known where, and what can be enforced.
    pub(super) fn find(&mut self, session: SessionId) {
        let Some(known) = self.state.server(session.server) else { return };
        let Some(path) = self.machine.path_for(&known.command) else {
            self.machine.wait(session);
            if known.command != Command::Bundled {
                self.machine.ask_for_path(&self.places, &self.beside);
            }
            return;
        };
        let (command, id) = (known.command.clone(), self.machine.number());
        let around = around(known, path, &self.state, &self.places);
        self.runtimes.entry(session).search = Some(id);
        let secrets = self.keyring.secrets();
        self.beside.report(async move {
            let found = search(command, around, secrets).await.map(Box::new);
            Message::Found(session, id, found)
        });
    }

    pub(super) fn found(
        &mut self,
        session: SessionId,
        id: SearchId,
        found: Result<Box<Found>, Failure>,
    ) {
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        if runtime.search != Some(id) {
            return;
        }
        runtime.search = None;
        match found {
            Ok(found) => {
                let seen = found.seen.clone();
                runtime.found = Some(*found);
                self.handle(Event::Found { session, seen });
                if let Some(RunState::NeedsTrust { changed: true, .. }) = self.state.run(session) {
                    let server = self.state.name_of(session.server);
                    self.screen.notify(Notification::CommandChanged { server });
                }
            }
            Err(failure) => {
                runtime.found = None;
                runtime.reason = Some(failure);
                self.handle(Event::Ended(session, Ending::NotLaunched));
            }
        }
    }
}

fn around(server: &Server, path: SearchPath, state: &State, places: &Arc<Places>) -> Around {
    Around {
        path,
        places: Arc::clone(places),
        writable: writable(state, places),
        home: places.home_of(server.id),
        trusted: server.trusted.as_ref().and_then(|trusted| trusted.seen.clone()),
        enforced: server.confinement.asked == Asked::Enforced,
    }
}

/// Folders that any server may write.
fn writable(state: &State, places: &Places) -> Vec<PathBuf> {
    let grants = state.grants().filter(|grant| grant.access.writes());
    let granted = grants.map(|grant| grant.root.path.as_path().to_path_buf());
    granted.chain([places.homes()]).collect()
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
