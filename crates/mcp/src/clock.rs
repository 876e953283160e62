//! How long a call may take.

use std::time::Duration;

use tokio::time::Instant;

use crate::peer::Peer;

/// The time one call has taken, however many requests it is made of. It stands still while the
/// person thinks.
#[derive(Debug)]
pub(crate) struct Clock<'a> {
    peer: &'a Peer,
    started: Instant,
    /// Since when the server is silent.
    silent: Instant,
    /// How long it may be.
    patience: Duration,
    token: Option<u64>,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(peer: &'a Peer) -> Self {
        Self::start_with(peer, peer.options.call_time_out)
    }

    /// For what a server answers sooner than a call, or not at all.
    pub(crate) fn start_with(peer: &'a Peer, patience: Duration) -> Self {
        let now = Instant::now();
        Self { peer, started: now, silent: now, patience, token: None }
    }

    /// Progress reported under this token counts.
    pub(crate) fn with_progress(peer: &'a Peer, token: u64) -> Self {
        peer.calls.begin(token);
        Self { token: Some(token), ..Self::start(peer) }
    }

    /// Another clock of the same call, without its progress.
    pub(crate) fn start_like(clock: &Self) -> Self {
        Self { token: None, ..*clock }
    }

    pub(crate) fn token(&self) -> Option<u64> {
        self.token
    }

    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// Another request of the call goes out.
    pub(crate) fn restart(&mut self) {
        self.silent = Instant::now();
    }

    pub(crate) fn stand_still(&mut self, time: Duration) {
        self.started += time;
        self.silent += time;
    }

    /// When the call is over, unless the server reports progress.
    pub(crate) fn deadline(&self) -> Instant {
        (self.silent + self.patience).min(self.limit())
    }

    /// Moves the deadline to where progress puts it. False if there was none, or it is of no use.
    pub(crate) fn extend(&mut self) -> bool {
        let progressed = self.token.and_then(|token| self.peer.calls.active(token));
        match progressed.filter(|latest| *latest > self.silent) {
            Some(latest) if self.deadline() < self.limit() => {
                self.silent = latest;
                true
            }
            Some(_) | None => false,
        }
    }

    /// When the call is over whatever happens.
    fn limit(&self) -> Instant {
        self.started + self.peer.options.call_limit
    }
}

impl Drop for Clock<'_> {
    fn drop(&mut self) {
        if let Some(token) = self.token {
            self.peer.calls.end(token);
        }
    }
}
