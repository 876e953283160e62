//! The one task that watches the time on a connection: whether the handshake comes to an end,
//! whether calls are answered, and whether the server is still there.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::clock::Clock;
use crate::peer::{CallError, Peer};
use crate::{CloseReason, Era, Violation};

/// How many pings in a row may stay unanswered.
const PINGS: u32 = 2;

/// How long one may, at most: a server that works on nothing has nothing to keep it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Watches until the connection is closed or has to be.
pub(crate) async fn keep(peer: Arc<Peer>) {
    let reason = tokio::select! {
        biased;
        () = peer.closed() => return,
        () = peer.alarms.ring() => return,
        reason = initialize_overdue(&peer) => reason,
        reason = ping(&peer) => reason,
    };
    peer.close(reason);
}

/// Time runs while the reader waits for room too.
async fn initialize_overdue(peer: &Peer) -> CloseReason {
    let after = peer.options.initialize_time_out;
    match timeout(after, peer.opened()).await {
        Ok(()) => std::future::pending().await,
        Err(_) => CloseReason::InitializeTimedOut { after },
    }
}

/// Asks for a sign of life now and then, where the era knows how. The modern one does not: there
/// every request stands for itself, and a server may sleep between them.
async fn ping(peer: &Peer) -> CloseReason {
    peer.opened().await;
    if !matches!(peer.agreement(), Ok(agreement) if agreement.revision.era() == Era::Legacy) {
        return std::future::pending().await;
    }
    let mut chosen = peer.ping_every.subscribe();
    let mut unanswered = 0;
    while unanswered < PINGS {
        let every = *chosen.borrow_and_update();
        let due = async {
            match every {
                Some(every) => sleep(every).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = due => {}
            // Counted anew from when it was chosen.
            Ok(()) = chosen.changed() => continue,
        }
        // A server may answer one after another, and a call has a time-out of its own.
        if !peer.calls.is_idle() {
            continue;
        }
        let after = PATIENCE.min(peer.options.call_time_out);
        let mut clock = Clock::start_with(peer, after);
        match peer.request_within(&mut clock, "ping", None::<()>).await {
            Err(CallError::TimedOut { .. } | CallError::QueueFull) => {
                unanswered += 1;
                peer.violation(Violation::PingUnanswered { after });
            }
            // It was not sent. The calls that fill the connection have time-outs of their own.
            Err(CallError::Busy) => {}
            // An error is a sign of life too.
            Ok(_) | Err(_) => unanswered = 0,
        }
    }
    CloseReason::PingsUnanswered { count: unanswered }
}
