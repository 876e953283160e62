//! Waiting for a file, and calls that do.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Calls under way on threads of their own, by the text of their id.
#[derive(Debug, Default)]
pub(crate) struct Waits(HashMap<String, Sender<()>>);

/// Ends when its call is cancelled.
#[derive(Debug)]
pub(crate) struct Cancelled(mpsc::Receiver<()>);

impl Waits {
    pub(crate) fn begin(&mut self, id: &Value) -> Cancelled {
        let (sender, cancelled) = mpsc::channel();
        self.0.insert(id.to_string(), sender);
        Cancelled(cancelled)
    }

    /// Dropping the sender ends the thread that waits.
    pub(crate) fn cancel(&mut self, id: &Value) {
        self.0.remove(&id.to_string());
    }
}

impl Cancelled {
    /// Whether the call was cancelled within a short while.
    pub(crate) fn soon(&self) -> bool {
        self.0.recv_timeout(BETWEEN_LOOKS) != Err(RecvTimeoutError::Timeout)
    }

    /// Whether `file` is there before the call is cancelled.
    pub(crate) fn or_appears(&self, file: &Path) -> bool {
        while !file.exists() {
            if self.soon() {
                return false;
            }
        }
        // It may have been cancelled between two looks.
        self.0.try_recv() != Err(TryRecvError::Disconnected)
    }
}

pub(crate) fn until_there(file: &Path) {
    while !file.exists() {
        thread::park_timeout(BETWEEN_LOOKS);
    }
}
