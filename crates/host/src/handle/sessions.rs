//! Sessions of AI apps.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{
    Actor, CallAnswer, CallId, DestinationId, Event, Place, PlaceId, ServerId, SessionId,
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::oneshot;

use super::Host;
use crate::destinations;
use crate::message::{Ask, Message};
use crate::places_of_apps;
use crate::view::{self, Failure, FrontView, HeldCallDetail};

/// How long a look at where an app was started may take: the app waits meanwhile.
const LOOK: Duration = Duration::from_millis(500);

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
    /// Its shim, and what started that.
    pub by: FrontView,
    pub(crate) places: Vec<Place>,
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

impl Joining {
    pub fn new(
        server: String,
        app: String,
        folder: Option<PathBuf>,
        by: FrontView,
        ends: AppEnds,
    ) -> Self {
        Self { server, app, folder, by, places: Vec::new(), ends }
    }
}

impl Host {
    /// Whether there is a server of this name that an app can use now.
    ///
    /// # Errors
    /// Why not.
    pub async fn may_join(&self, server: &str) -> Result<(), Failure> {
        let server = server.to_owned();
        self.look(move |it| it.server_named(&server).map(drop)).await
    }

    /// Begins a session of an app.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn join(&self, mut joining: Joining) -> Result<Joined, Failure> {
        if let Some(folder) = joining.folder.clone() {
            let places = Arc::clone(&self.places);
            let look = move || places_of_apps::place(&folder, &places);
            // What does not answer in time is no place.
            let place = self.app_looks.look_within(LOOK, look).await.ok().flatten();
            joining.places = place.into_iter().collect();
        }
        let (session, over) = self.ask(|reply| Ask::Join(Box::new(joining), reply)).await?;
        Ok(Joined { leaving: Leaving { session, host: self.clone() }, over })
    }

    /// Ends the session of an app.
    ///
    /// # Errors
    /// It is over.
    pub async fn end_session(&self, server: u32, number: u32) -> Result<(), Failure> {
        let server = ServerId(server);
        self.tell(Event::Left(SessionId { server, number }, Actor::Person)).await
    }

    /// Takes a folder from the session of an app, for as long as that lasts.
    ///
    /// # Errors
    /// It does not have that folder, or has another one that holds it.
    pub async fn narrow_session(
        &self,
        server: u32,
        number: u32,
        folder: String,
    ) -> Result<(), Failure> {
        let session = SessionId { server: ServerId(server), number };
        self.ask(|reply| Ask::Narrow(session, folder, reply)).await
    }

    /// Whether calls of tools that changed wait for the person. That they no longer do is consented
    /// to: [`ask_to_widen`](Self::ask_to_widen).
    ///
    /// # Errors
    /// There is no such server.
    pub async fn hold_changed(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::SetHoldChanged(ServerId(server), true)).await
    }

    /// What takes the changed tools of a server as they are now.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn changed_tools(&self, server: u32) -> Result<view::WideningView, Failure> {
        self.look(move |it| it.changed_tools_now(ServerId(server))).await
    }

    /// An app is not given the folder that it works in, and nobody is asked again.
    ///
    /// # Errors
    /// It is not asked for any more.
    pub async fn dismiss_place(&self, place: u32) -> Result<(), Failure> {
        self.tell(Event::DeclinePlace(PlaceId(place))).await
    }

    /// What lets a server connect to what it asks for.
    ///
    /// # Errors
    /// It was decided meanwhile, or is sought no more.
    pub async fn asked_destination(
        &self,
        asked: u32,
        lifetime: view::LifetimeChoice,
    ) -> Result<view::WideningView, Failure> {
        self.look(move |it| it.asked_widening(DestinationId(asked), lifetime)).await
    }

    /// The server may not connect there, and nobody is asked again.
    ///
    /// # Errors
    /// There is no such server, or it is no destination.
    pub async fn deny_destination(&self, server: u32, to: &str) -> Result<(), Failure> {
        self.tell(Event::Never(ServerId(server), destinations::read(to)?)).await
    }

    /// Nobody decides now where a server may connect.
    ///
    /// # Errors
    /// It is not asked about any more.
    pub async fn dismiss_destination(&self, asked: u32) -> Result<(), Failure> {
        self.tell(Event::DismissDestination(DestinationId(asked))).await
    }

    /// What a call that waits says in full.
    ///
    /// # Errors
    /// It does not wait any more.
    pub async fn held_call(&self, call: u32) -> Result<HeldCallDetail, Failure> {
        self.look(move |it| it.held_call(CallId(call))).await
    }

    /// Lets a call through that waits.
    ///
    /// # Errors
    /// It does not wait any more.
    pub async fn allow_call(&self, call: u32, answer: CallAnswer) -> Result<(), Failure> {
        self.tell(Event::AllowCall(CallId(call), answer)).await
    }

    /// Refuses a call that waits.
    ///
    /// # Errors
    /// It does not wait any more.
    pub async fn deny_call(&self, call: u32) -> Result<(), Failure> {
        self.tell(Event::DenyCall(CallId(call))).await
    }
}
