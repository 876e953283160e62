//! The one task that reads from a child.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, copy, sink};
use tokio::time::{sleep, timeout};

use crate::frame::LineReader;
use crate::peer::{CallError, Peer};
use crate::{CloseReason, Violation, legacy};

/// How long a closed connection still takes what the child says. A child that is told to end by
/// the end of its input should not fail over a broken output.
const DRAIN: Duration = Duration::from_secs(10);

/// Reads until the connection is closed or has to be.
pub(crate) async fn read<R: AsyncRead + Unpin>(peer: Arc<Peer>, reader: R) {
    let mut lines = LineReader::new(reader, peer.options.line_limit);
    let reason = tokio::select! {
        biased;
        () = peer.closed() => None,
        reason = initialize_overdue(&peer) => Some(reason),
        reason = legacy::run(&peer, &mut lines) => Some(reason),
        never = ping(&peer) => match never {},
    };
    if let Some(reason) = reason {
        peer.close(reason);
    }
    // Whether it ended, failed or went on too long: nobody waits for it.
    let _ = timeout(DRAIN, copy(&mut lines.into_inner(), &mut sink())).await;
}

/// Time runs while the reader waits for room too.
async fn initialize_overdue(peer: &Peer) -> CloseReason {
    let after = peer.options.initialize_time_out;
    match timeout(after, peer.opened()).await {
        Ok(()) => std::future::pending().await,
        Err(_) => CloseReason::InitializeTimedOut { after },
    }
}

async fn ping(peer: &Peer) -> std::convert::Infallible {
    let Some(every) = peer.options.ping_every else { return std::future::pending().await };
    peer.opened().await;
    loop {
        sleep(every).await;
        let answer = peer.request(peer.calls.reserve(), "ping", None::<()>).await;
        if let Err(CallError::TimedOut { after }) = answer {
            peer.violation(Violation::PingUnanswered { after });
        }
    }
}
