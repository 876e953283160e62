//! Sessions of AI apps.

use std::path::PathBuf;
use std::pin::Pin;

use paddock_core::{Actor, Event, SessionId};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::oneshot;

use super::Host;
use crate::actor::{Ask, Message};
use crate::view::Failure;

/// What an app writes.
pub type Input = Pin<Box<dyn AsyncRead + Send + Sync>>;
/// What an app reads.
pub type Output = Pin<Box<dyn AsyncWrite + Send + Sync>>;

/// The two ends of an app.
pub struct AppEnds {
    pub input: Input,
    pub output: Output,
}

impl std::fmt::Debug for AppEnds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppEnds").finish_non_exhaustive()
    }
}

/// What an app asks for.
#[derive(Debug)]
pub struct Joining {
    /// The name of the server.
    pub server: String,
    pub app: String,
    /// Where it started its shim.
    pub folder: Option<PathBuf>,
    pub ends: AppEnds,
}

/// A session that has begun. It ends when this is dropped.
#[derive(Debug)]
pub struct Joined {
    leaving: Leaving,
    over: oneshot::Receiver<Option<Failure>>,
}

impl Joined {
    /// What ends the session when it is dropped, and what says that it is over and why.
    pub fn split(self) -> (Leaving, oneshot::Receiver<Option<Failure>>) {
        (self.leaving, self.over)
    }
}

/// Ends the session when it is dropped.
#[derive(Debug)]
pub struct Leaving {
    session: SessionId,
    host: Host,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        let (host, session) = (self.host.clone(), self.session);
        tokio::spawn(async move {
            let (reply, _) = oneshot::channel();
            let left = Ask::Tell(Event::Left(session, Actor::App), reply);
            let _ = host.mailbox.send(Message::Ask(Box::new(left))).await;
        });
    }
}

impl Host {
    /// Whether there is a server of this name that an app can use now.
    ///
    /// # Errors
    /// Why not.
    pub async fn may_join(&self, server: &str) -> Result<(), Failure> {
        self.ask(|reply| Ask::MayJoin(server.to_owned(), reply)).await
    }

    /// Begins a session of an app.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn join(&self, joining: Joining) -> Result<Joined, Failure> {
        let (session, over) = self.ask(|reply| Ask::Join(Box::new(joining), reply)).await?;
        Ok(Joined { leaving: Leaving { session, host: self.clone() }, over })
    }

    /// Ends the session of an app.
    ///
    /// # Errors
    /// It is over.
    pub async fn end_session(&self, server: u32, number: u32) -> Result<(), Failure> {
        let server = paddock_core::ServerId(server);
        self.tell(Event::Left(SessionId { server, number }, Actor::Person)).await
    }
}
