//! The one task that reads from a child.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, copy, sink};
use tokio::task::coop::consume_budget;
use tokio::time::timeout;

use crate::frame::{Line, LineReader};
use crate::peer::Peer;
use crate::{CloseReason, Era, handshake, legacy, modern};

/// How long a closed connection still takes what the child says. A child that is told to end by
/// the end of its input should not fail over a broken output.
const DRAIN: Duration = Duration::from_secs(10);

/// Reads until the connection is closed or has to be.
pub(crate) async fn read<R: AsyncRead + Unpin>(peer: Arc<Peer>, reader: R) {
    let mut lines = LineReader::new(reader, peer.options.line_limit);
    let reason = tokio::select! {
        biased;
        () = peer.closed() => None,
        reason = converse(&peer, &mut lines) => Some(reason),
    };
    if let Some(reason) = reason {
        peer.close(reason);
    }
    // Whether it ended, failed or went on too long: nobody waits for it.
    let _ = timeout(DRAIN, copy(&mut lines.into_inner(), &mut sink())).await;
}

/// What a server is spoken with after the handshake.
enum Session<'a> {
    Legacy(legacy::Session<'a>),
    Modern(modern::Session<'a>),
}

/// Speaks with one server until its output ends or it cannot be spoken with.
async fn converse<R: AsyncRead + Unpin>(
    peer: &Arc<Peer>,
    lines: &mut LineReader<R>,
) -> CloseReason {
    let opened = match handshake::open(peer, lines).await {
        Ok(opened) => opened,
        Err(reason) => return reason,
    };
    let session = match opened.agreement.revision.era() {
        Era::Legacy => Session::Legacy(legacy::Session::begin(peer, opened).await),
        Era::Modern => Session::Modern(modern::Session::begin(peer, opened)),
    };
    loop {
        // A server that always has more to say takes its turn with the others.
        consume_budget().await;
        match lines.next().await {
            Ok(Some(Line::Bytes(line))) => {
                peer.tapped(line);
                match &session {
                    Session::Legacy(session) => session.receive(line).await,
                    Session::Modern(session) => session.receive(line),
                }
            }
            Ok(Some(Line::TooLong)) => peer.received_too_long(),
            Ok(None) => return CloseReason::EndOfOutput,
            Err(error) => return CloseReason::Read(error.kind()),
        }
    }
}
