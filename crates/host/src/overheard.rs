//! What a server answers Paddock itself, heard for the apps that use it later.

use std::sync::{Mutex, PoisonError};

use paddock_core::{Fingerprint, SessionId};
use paddock_mcp::Tap;
use paddock_relay::{Overheard, Overhearing, Remembered};
use tokio::sync::mpsc;

use crate::actor::Message;
use crate::wire_log::WireLog;

/// Hears one run of a server, and writes all of it in the log.
#[derive(Debug)]
pub(crate) struct Ear {
    wire: WireLog,
    hearing: Mutex<Overhearing>,
    /// As few as there are requests for lists: never many wait.
    heard: mpsc::UnboundedSender<Overheard>,
}

impl Ear {
    /// `command` is what runs, and `known` what is remembered of it.
    pub(crate) fn new(
        session: SessionId,
        command: Option<Fingerprint>,
        known: Vec<Remembered>,
        wire: WireLog,
        to: mpsc::Sender<Message>,
    ) -> Self {
        let (heard, mut queue) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(heard) = queue.recv().await {
                // The host is gone when nobody reads.
                let _ = to.send(Message::Overheard(session, command, heard)).await;
            }
        });
        Self { wire, hearing: Mutex::new(Overhearing::new(known)), heard }
    }
}

impl Tap for Ear {
    fn sent(&self, line: &[u8]) {
        self.wire.sent(line);
        self.hearing.lock().unwrap_or_else(PoisonError::into_inner).sent(line);
    }

    fn received(&self, line: &[u8]) {
        self.wire.received(line);
        let heard = self.hearing.lock().unwrap_or_else(PoisonError::into_inner).received(line);
        for heard in heard {
            // The run is over for who does not hear any more.
            let _ = self.heard.send(heard);
        }
    }
}
