use std::io::{self, IoSliceMut, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use paddock_sandbox::Launch;
use paddock_sandbox::wire::{Frames, Order, Report, WireError};
use rustix::io::retry_on_intr;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

/// Standard input, output and error of the server.
pub(crate) type Streams = [OwnedFd; 3];

/// The keeper's end of the control channel.
pub(crate) struct Control {
    socket: UnixStream,
    frames: Frames,
    /// Descriptors that arrived and were not given to a server yet.
    received: Vec<OwnedFd>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ControlError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Wire(#[from] WireError),
    #[error("expected a launch with three descriptors, got {0}")]
    Streams(usize),
    #[error("something else came before the launch")]
    NoLaunch,
    #[error("a second launch came")]
    SecondLaunch,
}

impl Control {
    pub(crate) fn from_stdin() -> io::Result<Self> {
        let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Self { socket, frames: Frames::default(), received: Vec::new() })
    }

    /// Waits for the launch. `None` if the app went away first.
    pub(crate) fn launch(&mut self) -> Result<Option<(Launch, Streams)>, ControlError> {
        let order = loop {
            if let Some(order) = self.next_order()? {
                break order;
            }
            if !self.receive()? {
                return Ok(None);
            }
        };
        let Order::Launch(launch) = order else { return Err(ControlError::NoLaunch) };
        let streams = std::mem::take(&mut self.received)
            .try_into()
            .map_err(|received: Vec<_>| ControlError::Streams(received.len()))?;
        Ok(Some((launch, streams)))
    }

    /// The next order that has wholly arrived.
    pub(crate) fn next_order(&mut self) -> Result<Option<Order>, ControlError> {
        match self.frames.next_frame()? {
            Some(frame) => Ok(Some(Order::parse(&frame)?)),
            None => Ok(None),
        }
    }

    /// Takes in what has arrived, or waits for it. `false` if the app closed its end.
    pub(crate) fn receive(&mut self) -> io::Result<bool> {
        let mut bytes = [0; 4096];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let count = retry_on_intr(|| {
            recvmsg(
                &self.socket,
                &mut [IoSliceMut::new(&mut bytes)],
                &mut ancillary,
                RecvFlags::CMSG_CLOEXEC,
            )
        })?
        .bytes;
        for message in ancillary.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                self.received.extend(descriptors);
            }
        }
        self.frames.push(&bytes[..count]);
        Ok(count > 0)
    }

    pub(crate) fn report(&mut self, report: Report) -> Result<(), ControlError> {
        Ok(self.socket.write_all(&report.to_frame()?)?)
    }
}

impl AsFd for Control {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
