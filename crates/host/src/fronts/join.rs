//! The session of an AI app, handed over by its shim.

use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::time::Duration;

use paddock_control::{FrameError, Join, Joined, Over, Reader, Writer};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

use super::peer::Peer;
use crate::view::{Code, Failure, FrontView};
use crate::{AppEnds, Host, Joining, ends};

/// How long a shim may take for each of its steps.
const STEP: Duration = Duration::from_secs(5);

/// Serves the shim until the app or the session is gone.
pub(super) async fn serve(
    mut reader: Reader<OwnedReadHalf>,
    mut writer: Writer<OwnedWriteHalf>,
    peer: &Peer,
    by: FrontView,
    host: &Host,
) -> Result<(), FrameError> {
    // The connection alone does not end with a shim that handed over its own end of it.
    let Some(process) = peer.process() else { return Ok(()) };
    let process = process.try_clone_to_owned().map_err(FrameError::Io)?;
    #[expect(deprecated, reason = "sound for an `OwnedFd`, which stays open until it is dropped")]
    let process = AsyncFd::new(process).map_err(FrameError::Io)?;
    let Join { server, app, folder } =
        timeout(STEP, reader.read()).await.map_err(|_| FrameError::Ended)??;
    let refused = host.may_join(&server).await.err();
    let is_refused = refused.is_some();
    writer.write(&Joined { refused }).await?;
    if is_refused {
        return Ok(());
    }
    let stream: &UnixStream = reader.get_ref().as_ref();
    let ends = timeout(STEP, descriptors(stream)).await.map_err(|_| FrameError::Ended)?;
    let ends = ends.and_then(|(input, output)| {
        let input = ends::input(input);
        let output = ends::output(output);
        Ok(AppEnds { input: input?, output: output? })
    });
    let ends = match ends {
        Ok(ends) => ends,
        Err(error) => {
            let failure = Failure::new(Code::SessionEnds).with("reason", error);
            return writer.write(&Over { failure: Some(failure) }).await;
        }
    };
    let folder = folder.map(|folder| folder.0);
    let failure = match host.join(Joining::new(server, app, folder, by, ends)).await {
        Ok(joined) => {
            let (_left, over) = joined.split();
            tokio::select! {
                failure = over => failure.unwrap_or_else(|_| Some(Failure::new(Code::HostGone))),
                // The shim says nothing more: this is its end.
                () = gone(&mut reader) => return Ok(()),
                _ = process.readable() => return Ok(()),
            }
        }
        Err(failure) => Some(failure),
    };
    writer.write(&Over { failure }).await
}

async fn gone(reader: &mut Reader<OwnedReadHalf>) {
    let _ = reader.read::<serde_json::Value>().await;
}

/// The descriptors that come with the next byte: standard input and output of the shim.
async fn descriptors(stream: &UnixStream) -> io::Result<(OwnedFd, OwnedFd)> {
    loop {
        stream.readable().await?;
        match stream.try_io(Interest::READABLE, || receive(stream)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            received => return received,
        }
    }
}

fn receive(stream: &UnixStream) -> io::Result<(OwnedFd, OwnedFd)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2), ScmCredentials(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let mut into = [IoSliceMut::new(&mut byte)];
    let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
    recvmsg(stream, &mut into, &mut control, flags)?;
    let mut sent = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(descriptors) = message {
            sent.extend(descriptors);
        }
    }
    let [input, output] = <[OwnedFd; 2]>::try_from(sent).map_err(|others| {
        let count = others.len();
        ends::let_go(others);
        io::Error::other(format!("{count} descriptors came instead of two"))
    })?;
    Ok((input, output))
}
