use std::io::{self, IoSlice, IoSliceMut, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use paddock_sandbox::Launch;
use paddock_sandbox::wire::{Frames, MOST_DESCRIPTORS, Order, Report, WireError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// Standard input, output and error of the server.
pub(crate) type Streams = [OwnedFd; 3];

/// What a keeper is there for.
pub(crate) enum Errand {
    Survey,
    Launch(Box<Launch>, Streams),
}

/// The keeper's end of the control channel.
pub(crate) struct Control {
    socket: UnixStream,
    frames: Frames,
    /// Descriptors that arrived and were not given to a server yet.
    received: Vec<OwnedFd>,
}

/// An order for very many folders comes in one piece: each piece wakes the keeper.
const MOST_AT_ONCE: usize = 16 << 10;

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
    #[error("{0} descriptors are too many for one report")]
    Descriptors(usize),
    #[error("the grants of a running server can't be changed in this tier")]
    NotLive,
}

impl Control {
    pub(crate) fn from_stdin() -> io::Result<Self> {
        let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Self { socket, frames: Frames::default(), received: Vec::new() })
    }

    /// Waits for the first order. `None` if the host went away before.
    pub(crate) fn errand(&mut self) -> Result<Option<Errand>, ControlError> {
        let order = loop {
            if let Some(order) = self.next_order()? {
                break order;
            }
            if !self.receive()? {
                return Ok(None);
            }
        };
        match order {
            Order::Survey => Ok(Some(Errand::Survey)),
            Order::Launch(launch) => Ok(Some(Errand::Launch(launch, self.streams()?))),
            Order::Enforce { .. }
            | Order::Try { .. }
            | Order::Decide { .. }
            | Order::Listen { .. }
            | Order::Ask { .. }
            | Order::Terminate
            | Order::Kill => Err(ControlError::NoLaunch),
        }
    }

    fn streams(&mut self) -> Result<Streams, ControlError> {
        std::mem::take(&mut self.received)
            .try_into()
            .map_err(|received: Vec<_>| ControlError::Streams(received.len()))
    }

    /// The next order that has wholly arrived.
    pub(crate) fn next_order(&mut self) -> Result<Option<Order>, ControlError> {
        match self.frames.next_frame()? {
            Some(frame) => Ok(Some(Order::parse(&frame)?)),
            None => Ok(None),
        }
    }

    /// Takes in what has arrived, or waits for it. `false` if the host closed its end.
    pub(crate) fn receive(&mut self) -> io::Result<bool> {
        let mut bytes = [0; MOST_AT_ONCE];
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

    /// Whether a report can be made without waiting for the host to read those before.
    pub(crate) fn has_room(&self) -> bool {
        let mut polled = [PollFd::new(&self.socket, PollFlags::OUT)];
        let ready = poll(&mut polled, Some(&Timespec::default()));
        ready == Ok(1) && polled[0].revents() == PollFlags::OUT
    }

    pub(crate) fn report(&mut self, report: &Report) -> Result<(), ControlError> {
        written(self.socket.write_all(&report.to_frame()?))
    }

    /// Reports with descriptors, for the host to have too.
    pub(crate) fn hand_over(
        &mut self,
        report: &Report,
        descriptors: &[OwnedFd],
    ) -> Result<(), ControlError> {
        if descriptors.is_empty() {
            return self.report(report);
        }
        let frame = report.to_frame()?;
        let borrowed: Vec<_> = descriptors.iter().map(OwnedFd::as_fd).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if !ancillary.push(SendAncillaryMessage::ScmRights(&borrowed)) {
            return Err(ControlError::Descriptors(borrowed.len()));
        }
        let sent = retry_on_intr(|| {
            let frame = [IoSlice::new(&frame)];
            sendmsg(&self.socket, &frame, &mut ancillary, SendFlags::NOSIGNAL)
        });
        match sent {
            Ok(count) => written(self.socket.write_all(&frame[count..])),
            Err(errno) => written(Err(errno.into())),
        }
    }
}

/// That the host is gone is noticed where its orders are read.
fn written(written: io::Result<()>) -> Result<(), ControlError> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

impl AsFd for Control {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
