//! What servers ask in the sessions of apps that can't be asked, in whose place the person is asked.

use paddock_core::text::shown;
use paddock_core::{Event, OfApp, SessionId, User};
use paddock_relay::{Ask, Event as Heard, Events, Named};
use tokio::sync::{mpsc, oneshot};

use super::Actor;
use super::sessions::LONGEST_NAME;
use crate::asked::Brought;
use crate::inbox::Way;
use crate::journal::Journal;
use crate::message::Message;
use crate::view::{Code, Failure, LogSource};
use crate::wire_log::WireLog;

/// Hears what the relay of a session says. What is long or hostile is read here, and holds up
/// nobody else.
pub(super) struct Hearing {
    pub(super) session: SessionId,
    pub(super) relay: paddock_relay::Session,
    pub(super) journal: Journal,
    /// Knows the secrets of the server.
    pub(super) wire: WireLog,
    pub(super) to: mpsc::Sender<Message>,
}

impl Hearing {
    pub(super) async fn hear(self, mut events: Events) {
        while let Some(event) = events.recv().await {
            let message = if let Heard::Asked(ask) = event {
                let Some(asked) = self.read(*ask) else { continue };
                Message::AskedInPlace(self.session, Box::new(asked))
            } else {
                Message::App(self.session, self.masked(event))
            };
            // The host is gone when nobody reads.
            let _ = self.to.send(message).await;
        }
    }

    /// Without the secrets in what a tool was called with.
    fn masked(&self, event: Heard) -> Heard {
        let Heard::Called { tool, named: Named { paths, arguments }, ok } = event else {
            return event;
        };
        let arguments = arguments.map(|it| self.wire.masked(&it));
        Heard::Called { tool, named: Named { paths, arguments }, ok }
    }

    /// What can't be put before a person is answered at once.
    fn read(&self, ask: Ask) -> Option<Brought<u64>> {
        let Ask { number, asked, revision, during } = ask;
        match Brought::read(number, &asked, revision) {
            Ok(asked) => Some(Brought { during, ..asked }),
            Err(unfit) => {
                let text = format!("request refused: {}", unfit.message);
                self.journal.write(LogSource::Paddock, None, &text);
                self.relay.answer(number, unfit.reply());
                None
            }
        }
    }
}

impl Actor {
    /// A server asks something in the session of an app that can be put before a person.
    pub(super) fn asked_in_place(&mut self, session: SessionId, asked: Brought<u64>) {
        let Some(User::App(app)) = self.state.user(session) else { return };
        let app = shown(app);
        let place = self.state.places(session).next().map(|root| shown(root.path.as_path()));
        let Some(gate) = self.runtimes.gate_mut(session) else { return };
        let folder = place.or_else(|| gate.folder.as_ref().map(shown));
        let way = Way::App { relay: gate.relay.clone(), ask: asked.ask };
        self.bring(session, way, asked, Some(OfApp { app, folder }));
    }

    pub(super) fn set_stand_in(
        &mut self,
        app: String,
        on: bool,
        reply: oneshot::Sender<Result<(), Failure>>,
    ) {
        if app.trim().is_empty() || app.chars().count() > LONGEST_NAME {
            return drop(reply.send(Err(Failure::new(Code::NoSuchApp))));
        }
        self.tell_state(Event::SetStandIn(app, on), reply);
    }

    pub(super) fn follow_stand_in(&mut self, session: SessionId) {
        let Some(User::App(app)) = self.state.user(session) else { return };
        let on = self.state.stands_in_for(app);
        if let Some(gate) = self.runtimes.gate_mut(session) {
            gate.relay.set_stand_in(on);
        }
    }
}
