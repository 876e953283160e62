//! What passes on one way of a connection, counted, and held where there is a limit.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::Interest;
use tokio::net::TcpStream;

use super::events::Events;
use crate::Quota;
use crate::quota::Spent;

#[derive(Clone, Copy)]
pub(super) struct Meter<'a> {
    count: &'a AtomicU64,
    events: &'a Events,
    quota: Option<&'a Quota>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(count: &'a AtomicU64, events: &'a Events) -> Self {
        Self { count, events, quota: None }
    }

    pub(super) fn held_to(self, quota: &'a Quota) -> Self {
        Self { quota: Some(quota), ..self }
    }

    /// Has `take` take as many bytes as may pass, `most` of them at most.
    pub(super) fn spend(
        self,
        most: usize,
        take: impl FnOnce(usize) -> io::Result<usize>,
    ) -> io::Result<Spent> {
        match self.quota {
            Some(quota) => quota.spend(most, take),
            None => take(most).map(Spent::Bytes),
        }
    }

    /// Returns when something may pass.
    ///
    /// # Errors
    /// Who waits for it is gone.
    pub(super) async fn room(self, from: &TcpStream) -> io::Result<()> {
        let Some(quota) = self.quota else { return Ok(()) };
        tokio::select! {
            () = quota.room() => Ok(()),
            gone = from.ready(Interest::ERROR) => {
                gone.and(Err(io::ErrorKind::ConnectionReset.into()))
            }
        }
    }

    pub(super) fn count(self, bytes: usize) {
        self.count.fetch_add(bytes as u64, Ordering::Relaxed);
        self.events.bytes_moved();
    }
}
