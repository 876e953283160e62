//! What a server answers Paddock itself, heard for the apps that use it later.

use std::sync::{Mutex, PoisonError};

use paddock_core::{Fingerprint, SessionId};
use paddock_mcp::Tap;
use paddock_relay::{Overhearing, Remembered};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use crate::message::Message;
use crate::wire_log::WireLog;

/// Hears one run of a server, and writes all of it in the log.
#[derive(Debug)]
pub(crate) struct Ear {
    session: SessionId,
    /// What runs.
    command: Option<Fingerprint>,
    hearing: Mutex<Overhearing>,
    wire: WireLog,
    to: mpsc::Sender<Message>,
}

impl Ear {
    /// `known` is what is remembered of `command`.
    pub(crate) fn new(
        session: SessionId,
        command: Option<Fingerprint>,
        known: Vec<Remembered>,
        wire: WireLog,
        to: mpsc::Sender<Message>,
    ) -> Self {
        Self { session, command, hearing: Mutex::new(Overhearing::new(known)), wire, to }
    }
}

impl Tap for Ear {
    fn sent(&self, line: &[u8]) {
        self.wire.sent(line);
        self.hearing.lock().unwrap_or_else(PoisonError::into_inner).sent(line);
    }

    /// Nobody may wait here; who asked hears the answer after the actor does, if that has room.
    fn received(&self, line: &[u8]) {
        self.wire.received(line);
        let heard = self.hearing.lock().unwrap_or_else(PoisonError::into_inner).received(line);
        for heard in heard {
            let message = Message::Overheard(self.session, self.command, heard);
            if let Err(TrySendError::Full(message)) = self.to.try_send(message) {
                let to = self.to.clone();
                tokio::spawn(async move { to.send(message).await });
            }
        }
    }
}
