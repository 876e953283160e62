//! The one task that writes to a child, in order.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::outbox::Outgoing;
use crate::peer::Peer;
use crate::{CloseReason, Event, encode};

/// Writes until the connection is closed, then drops `writer` at once, even in the middle of a
/// message that the child does not take.
pub(crate) async fn write<W: AsyncWrite + Unpin>(peer: Arc<Peer>, writer: W) {
    let failure = tokio::select! {
        biased;
        () = peer.closed() => return,
        failure = write_all(&peer, writer) => failure,
    };
    if let Err(error) = failure {
        peer.close(CloseReason::Write(error.kind()));
    }
}

async fn write_all<W: AsyncWrite + Unpin>(peer: &Peer, mut writer: W) -> io::Result<()> {
    while let Ok(outgoing) = peer.outbox.next().await {
        let message = encode(peer, &outgoing);
        writer.write_all(&message).await?;
        writer.flush().await?;
        report(peer, &outgoing);
    }
    Ok(())
}

fn encode<'a>(peer: &Peer, outgoing: &'a Outgoing) -> Cow<'a, [u8]> {
    match outgoing {
        Outgoing::Message(message) | Outgoing::Call { message, .. } => message.into(),
        Outgoing::Answers { answers, batch } => {
            encode::answers(answers, *batch, || peer.telling()?.tell()).into()
        }
        Outgoing::RootsChanged => encode::ROOTS_CHANGED.into(),
    }
}

fn report(peer: &Peer, outgoing: &Outgoing) {
    let Some(mut telling) = peer.telling() else { return };
    match outgoing {
        Outgoing::Message(_) | Outgoing::Call { .. } => {}
        Outgoing::Answers { .. } => {
            if let Some(generation) = telling.written() {
                peer.report(Event::RootsTold { generation });
            }
        }
        Outgoing::RootsChanged => {
            peer.report(Event::RootsChangedSent { generation: telling.generation() });
        }
    }
}
