//! That who speaks is who connected.
//!
//! A socket says who called `connect(2)`, and `/proc` what that process runs now. A program could
//! connect, leave the socket to a child, and only then execute a program of ours. So the host says
//! something that nobody can know before to a process that runs our program already, and takes it
//! back from that process only: the kernel says who sent it (`SCM_CREDENTIALS`, `unix(7)`).

use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;

use paddock_control::{Echo, FrameError, encode};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use tokio::io::Interest;
use tokio::net::UnixStream;

use super::peer::Peer;

/// Something that nobody can know before.
pub(super) fn challenge() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(u128::from_be_bytes(bytes).to_string())
}

/// Whether the process of `peer` itself says it back.
pub(super) async fn is_echoed(
    stream: &UnixStream,
    peer: &Peer,
    challenge: String,
) -> Result<bool, FrameError> {
    let expected = encode(&Echo { challenge })?;
    let mut echoed = Vec::new();
    while echoed.len() < expected.len() {
        stream.readable().await.map_err(FrameError::Io)?;
        let mut bytes = vec![0; expected.len() - echoed.len()];
        let read = stream.try_io(Interest::READABLE, || receive(stream, &mut bytes));
        let (count, sender) = match read {
            Ok(received) => received,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            Err(error) => return Err(FrameError::Io(error)),
        };
        if count == 0 {
            return Err(FrameError::Ended);
        }
        if sender.is_none() || sender != peer.pid() {
            return Ok(false);
        }
        echoed.extend_from_slice(&bytes[..count]);
        if !expected.starts_with(&echoed) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Some bytes, and the process that sent them.
fn receive(stream: &UnixStream, bytes: &mut [u8]) -> io::Result<(usize, Option<i32>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut into = [IoSliceMut::new(bytes)];
    let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
    let received = recvmsg(stream, &mut into, &mut control, flags)?;
    let sender = control.drain().find_map(|message| {
        let RecvAncillaryMessage::ScmCredentials(sender) = message else { return None };
        Some(sender.pid.as_raw_nonzero().get())
    });
    Ok((received.bytes, sender))
}
