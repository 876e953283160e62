//! The choice of the era: `server/discover`, `initialize`, or both.
//!
//! Nothing can be told from how fast a server answers: a launcher may download it first. So silence
//! counts from when the first request was read, as far as that is known, and only adds the other:
//! what the server says to either of them decides.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::io::AsyncRead;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use crate::agreement::Agreement;
use crate::calls::Outcome;
use crate::frame::{Line, LineReader};
use crate::message::{self, Id, Incoming, Message};
use crate::notifications;
use crate::outbox::{Body, OwnResponse};
use crate::peer::Peer;
use crate::{CloseReason, Era, Event, Ready, Violation, legacy, modern};

/// How many requests may come before the era is known. They are answered, if at all, after it.
const HELD: usize = 16;

/// An era, agreed on.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) agreement: Agreement,
    pub(crate) ready: Ready,
    /// What the server asked meanwhile.
    pub(crate) held: Vec<Held>,
}

/// A request that came too early to be answered.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) id: Id,
    pub(crate) method: String,
    pub(crate) params: Option<Box<RawValue>>,
}

/// What a server made of one of the two first requests.
pub(crate) enum Verdict {
    Agreed(Box<(Agreement, Ready)>),
    /// It is a server of the other era, as far as this answer tells.
    Refused(CloseReason),
    /// It refused a revision that it says it supports.
    Again(CloseReason),
    /// There is no speaking with it.
    Hopeless(CloseReason),
}

/// Speaks first, and until the era is known.
pub(crate) async fn open<R: AsyncRead + Unpin>(
    peer: &Arc<Peer>,
    lines: &mut LineReader<R>,
) -> Result<Opened, CloseReason> {
    let mut handshake = Handshake::begin(peer)?;
    loop {
        tokio::select! {
            biased;
            line = lines.next() => match line {
                Ok(Some(Line::Bytes(line))) => handshake.receive(line).await,
                Ok(Some(Line::TooLong)) => peer.received_too_long(),
                Ok(None) => return Err(handshake.end_of_output()),
                Err(error) => return Err(CloseReason::Read(error.kind())),
            },
            () = silence(handshake.patience) => handshake.overdue()?,
        }
        if let ControlFlow::Break(opened) = handshake.decide()? {
            return Ok(opened);
        }
    }
}

async fn silence(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}

struct Handshake<'a> {
    peer: &'a Peer,
    discover: Probe,
    initialize: Probe,
    asked_again: bool,
    /// When waiting on is no use.
    patience: Option<Instant>,
    held: Vec<Held>,
}

enum Probe {
    Unsent,
    Waiting { id: u64, answer: oneshot::Receiver<Outcome> },
    Agreed(Box<(Agreement, Ready)>),
    Refused(CloseReason),
    Again(CloseReason),
}

impl Probe {
    fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting { .. })
    }

    fn is_unsent(&self) -> bool {
        matches!(self, Self::Unsent)
    }

    fn take(&mut self) -> Option<Box<(Agreement, Ready)>> {
        match std::mem::replace(self, Self::Unsent) {
            Self::Agreed(agreed) => Some(agreed),
            other @ (Self::Unsent | Self::Waiting { .. } | Self::Refused(_) | Self::Again(_)) => {
                *self = other;
                None
            }
        }
    }

    /// Reads the answer if it has come. An answer that leaves no hope ends the connection.
    fn read(&mut self, verdict: impl FnOnce(Outcome) -> Verdict) -> Result<(), CloseReason> {
        let Self::Waiting { answer, .. } = self else { return Ok(()) };
        let Ok(outcome) = answer.try_recv() else { return Ok(()) };
        *self = match verdict(outcome) {
            Verdict::Agreed(agreed) => Self::Agreed(agreed),
            Verdict::Refused(reason) => Self::Refused(reason),
            Verdict::Again(reason) => Self::Again(reason),
            Verdict::Hopeless(reason) => return Err(reason),
        };
        Ok(())
    }
}

impl<'a> Handshake<'a> {
    fn begin(peer: &'a Peer) -> Result<Self, CloseReason> {
        let mut handshake = Self {
            peer,
            discover: Probe::Unsent,
            initialize: Probe::Unsent,
            asked_again: false,
            patience: None,
            held: Vec::new(),
        };
        match peer.options.era {
            Some(Era::Legacy) => handshake.initialize()?,
            // A known modern server is not hurried: one of both eras would take `initialize` for
            // its whole life.
            Some(Era::Modern) => {
                handshake.discover()?;
                handshake.listen_for(peer.options.initialize_time_out / 2);
            }
            None => {
                handshake.discover()?;
                handshake.listen_for(peer.options.discover_time_out);
            }
        }
        Ok(handshake)
    }

    fn discover(&mut self) -> Result<(), CloseReason> {
        self.discover = self.send(|id| modern::discover(self.peer, id))?;
        Ok(())
    }

    fn initialize(&mut self) -> Result<(), CloseReason> {
        self.patience = None;
        self.initialize = self.send(|id| legacy::initialize(self.peer, id))?;
        Ok(())
    }

    /// Not as a call: one that is given up is never cancelled (CAN-1).
    fn send(
        &self,
        message: impl FnOnce(u64) -> serde_json::Result<Vec<u8>>,
    ) -> Result<Probe, CloseReason> {
        let id = self.peer.calls.reserve();
        let message = message(id).map_err(|error| legacy::malformed(&error))?;
        let answer = self.peer.calls.open(id).map_err(|_| CloseReason::ByHost)?;
        self.peer.outbox.push_message(message);
        Ok(Probe::Waiting { id, answer })
    }

    fn listen_for(&mut self, time: Duration) {
        self.patience = Some(Instant::now() + time);
    }

    /// What is to be done, now that this much is known.
    fn decide(&mut self) -> Result<ControlFlow<Opened>, CloseReason> {
        let options = &self.peer.options;
        let limit = options.line_limit;
        self.discover.read(|outcome| modern::verdict(outcome, limit))?;
        self.initialize.read(|outcome| legacy::verdict(outcome, limit))?;
        if self.modern_wins()
            && let Some(agreed) = self.discover.take()
        {
            return Ok(ControlFlow::Break(self.opened(*agreed)));
        }
        if let Some(agreed) = self.initialize.take() {
            return Ok(ControlFlow::Break(self.opened(*agreed)));
        }
        match (&self.discover, &self.initialize) {
            (Probe::Again(reason), _) if self.asked_again => return Err(reason.clone()),
            (Probe::Again(_), _) => {
                self.asked_again = true;
                self.discover()?;
                self.listen_for(options.discover_time_out);
            }
            // The other answer decides, if one comes.
            (Probe::Agreed(_), Probe::Waiting { .. })
            | (Probe::Waiting { .. }, Probe::Refused(_)) => {
                if self.patience.is_none() {
                    self.listen_for(options.second_answer_time_out);
                }
            }
            (Probe::Refused(_), Probe::Unsent) => self.initialize()?,
            (Probe::Unsent, Probe::Refused(_)) => {
                self.discover()?;
                self.listen_for(options.second_answer_time_out);
            }
            (Probe::Refused(_), Probe::Refused(reason)) => return Err(reason.clone()),
            (Probe::Waiting { .. }, Probe::Unsent | Probe::Waiting { .. })
            | (Probe::Refused(_) | Probe::Unsent, Probe::Waiting { .. })
            | (Probe::Agreed(_) | Probe::Unsent, _)
            | (_, Probe::Agreed(_) | Probe::Again(_)) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A discovery counts unless the server may be taking `initialize` as well, which one of both
    /// eras would abide by.
    fn modern_wins(&self) -> bool {
        match &self.initialize {
            Probe::Unsent | Probe::Refused(_) | Probe::Again(_) => true,
            Probe::Waiting { .. } | Probe::Agreed(_) => self.peer.options.era == Some(Era::Modern),
        }
    }

    fn overdue(&mut self) -> Result<(), CloseReason> {
        self.patience = None;
        match (&self.discover, &self.initialize) {
            (Probe::Waiting { .. }, Probe::Unsent) if self.is_unread() => {
                self.listen_for(self.peer.options.discover_time_out);
                Ok(())
            }
            (Probe::Waiting { .. }, Probe::Unsent) => self.initialize(),
            (Probe::Waiting { .. }, Probe::Refused(reason)) => Err(reason.clone()),
            (Probe::Agreed(_), Probe::Waiting { .. }) => {
                self.forget_initialize();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn is_unread(&self) -> bool {
        self.peer.options.inlet.as_ref().is_some_and(|inlet| inlet.is_unread())
    }

    /// A modern server need not answer what it does not know.
    fn forget_initialize(&mut self) {
        if let Probe::Waiting { id, .. } = self.initialize {
            self.peer.calls.give_up(id);
        }
        self.initialize = Probe::Unsent;
    }

    /// What the server still says to the other request is ignored.
    fn opened(&mut self, (agreement, ready): (Agreement, Ready)) -> Opened {
        for probe in [&self.discover, &self.initialize] {
            if let Probe::Waiting { id, .. } = probe {
                self.peer.calls.give_up(*id);
            }
        }
        Opened { agreement, ready, held: std::mem::take(&mut self.held) }
    }

    fn end_of_output(&self) -> CloseReason {
        if self.discover.is_waiting() && !matches!(self.initialize, Probe::Refused(_)) {
            CloseReason::EndedByDiscover
        } else {
            CloseReason::EndOfOutput
        }
    }

    async fn receive(&mut self, line: &[u8]) {
        self.peer.tapped(line);
        match message::decode(line) {
            Ok(Incoming::One(message)) => self.dispatch(message).await,
            Ok(Incoming::Batch(_)) => {
                self.peer.violation(Violation::Batch { reason: "the era is not agreed on" });
            }
            Err(violation) => self.peer.violation(violation),
        }
    }

    async fn dispatch(&mut self, message: Message<'_>) {
        match message {
            Message::Request { id, method, params } => {
                self.request(id, method.into_owned(), params).await;
            }
            Message::Notification { method, params } => {
                if method == notifications::CANCELLED {
                    self.cancelled(params);
                } else {
                    notifications::receive(self.peer, &method, params);
                }
            }
            Message::Response { id, answer } => self.peer.answered(&id, &answer),
        }
    }

    async fn request(&mut self, id: Id, method: String, params: Option<&RawValue>) {
        if method == "ping" && !self.initialize.is_unsent() {
            self.peer.send_answers(vec![OwnResponse { id, reply: Body::Empty }], false).await;
            return;
        }
        let size = |held: &Held| held.params.as_ref().map_or(0, |params| params.get().len());
        let bytes: usize = self.held.iter().map(size).sum();
        let params = params.map(ToOwned::to_owned);
        let held = Held { id, method, params };
        let fits = bytes + size(&held) <= self.peer.options.line_limit;
        if self.held.len() < HELD && fits {
            self.held.push(held);
        } else {
            self.peer.violation(Violation::TooEarly);
        }
    }

    fn cancelled(&mut self, params: Option<&RawValue>) {
        let Some(cancelled) = notifications::cancelled(self.peer, params) else { return };
        self.held.retain(|held| held.id != cancelled.id);
        self.peer.cancelled(&cancelled.id, None);
    }
}

/// Tells the host, in this order: who hears of `Ready` may call at once.
pub(crate) fn report_ready(peer: &Peer, agreement: Agreement, ready: Ready) {
    peer.set_ready(agreement);
    peer.report(Event::Ready(Box::new(ready)));
}
