//! Looking for a server's program and what it needs, beside the actor: disks may hang, and what a
//! server wrote may be made to take long.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{Asked, Command, Ending, Event, RunState, Server, SessionId};
use paddock_supervisor::environment::SearchPath;

use super::{Actor, Message};
use crate::Notification;
use crate::programs::{self, Around, Found, Search};
use crate::view::{Code, Failure};

/// How long it may take: a dead network disk never answers.
const DEADLINE: Duration = Duration::from_secs(15);

/// Names one search, so that what an earlier one found is told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchId(u64);

impl Actor {
    /// Looks for the program, as soon as it is known where, and what can be enforced.
    pub(super) fn find(&mut self, session: SessionId) {
        let Some(known) = self.state.server(session.server) else { return };
        let path = match (&known.command, &self.search, &self.sandbox) {
            (Command::Bundled, _, Some(_)) => SearchPath::default(),
            (Command::Custom(_), Search::Known(path), Some(_)) => path.clone(),
            (Command::Custom(_), Search::NotAsked, _) => {
                self.to_find.push(session);
                return self.ask_for_search_path();
            }
            (..) => return self.to_find.push(session),
        };
        let (command, around) = (known.command.clone(), self.around(known, path));
        self.last_search += 1;
        let id = SearchId(self.last_search);
        let desk = self.desks.entry(session).or_default();
        desk.search = Some(id);
        let to_self = self.to_self.clone();
        tokio::spawn(async move {
            let found = search(command, around).await.map(Box::new);
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
        let Some(desk) = self.desks.get_mut(&session) else { return };
        if desk.search != Some(id) {
            return;
        }
        desk.search = None;
        match found {
            Ok(found) => {
                let seen = found.seen.clone();
                desk.found = Some(*found);
                self.handle(Event::Found { session, seen });
                self.notify_of_change(session);
            }
            Err(failure) => {
                desk.found = None;
                desk.reason = Some(failure);
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

async fn search(command: Command, around: Around) -> Result<Found, Failure> {
    let searching = tokio::task::spawn_blocking(move || match command {
        Command::Bundled => programs::bundled(&around),
        Command::Custom(custom) => programs::find(&custom, &around),
    });
    match tokio::time::timeout(DEADLINE, searching).await {
        Ok(Ok(found)) => found,
        Ok(Err(panicked)) => Err(Failure::internal(panicked)),
        Err(_) => Err(Failure::new(Code::DiskHangs)),
    }
}
