//! Where the network leads to, found by trying it from inside before a server is there.

use std::fs;
use std::mem::MaybeUninit;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::time::Duration;

use paddock_sandbox::{Arrival, Passage, Way};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, accept_with, connect,
    getsockname, recv, send, socket_with,
};

use super::{DOMAIN, LedHere, errno};
use crate::forked::{AnswerPipe, Child};

/// Addresses that stand for others in examples: nobody has them.
const OUTSIDE_4: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
const OUTSIDE_6: Ipv6Addr = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
const WEB: u16 = 443;
/// Ports of services that nobody has any more.
const UNUSED: [u16; 3] = [9, 11, 17];

const QUESTION: &[u8] = b"paddock";
/// How long a refusal of a datagram may take.
const REFUSAL: Duration = Duration::from_secs(1);
/// How long all of it may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is tried, in this order.
const WAYS: [Way; 5] = [Way::Ipv4, Way::Ipv6, Way::ClosedPort, Way::Datagram, Way::Question];

/// What is tried in a child that is in the server's place.
#[derive(Clone, Copy)]
pub(in super::super) struct Tries {
    /// A port at which nobody listens.
    closed: u16,
}

impl Tries {
    /// In the child, where it stays until it is killed. Nothing in here allocates.
    pub(in super::super) fn run(self, answers: &AnswerPipe) -> ! {
        try_all(self.closed, answers)
    }
}

impl LedHere {
    pub(in super::super) fn tries(&self) -> Tries {
        let closed = UNUSED.into_iter().find(|port| !self.ports().contains(port));
        Tries { closed: closed.unwrap_or(UNUSED[0]) }
    }

    /// Hears of what `child` [tries](Self::tries).
    ///
    /// # Errors
    ///
    /// It could not be tried, or does not lead here: then it is good for nothing.
    pub(in super::super) fn prove(&mut self, child: &Child) -> Result<Vec<Passage>, Errno> {
        let mut tried = [[0; 4]; WAYS.len()];
        let in_time = child.answer_into(tried.as_flattened_mut(), PATIENCE);
        if !in_time.map_err(|error| errno(&error))? {
            return Err(Errno::TIMEDOUT);
        }
        let arrived = self.arrived()?;
        // Its connections end with it, so it has to be there until they were looked at.
        child.kill();
        let tried = WAYS.into_iter().zip(tried.map(i32::from_ne_bytes));
        let mut passages: Vec<_> =
            tried.map(|(way, errno)| self.passage(way, errno, &arrived)).collect();
        passages.push(interfaces()?);
        // What the child was refused must have been heard of; then what comes is the server's.
        self.refusals.retain(super::refusals::take_all);
        let leads_here =
            |way: Way| passages.iter().any(|it| it.way == way && it.found == Arrival::Here);
        if leads_here(Way::Ipv4) && leads_here(Way::Question) {
            Ok(passages)
        } else {
            Err(Errno::HOSTUNREACH)
        }
    }

    fn passage(&self, way: Way, errno: i32, arrived: &[IpAddr]) -> Passage {
        let at_listener = |address: IpAddr| arrived.contains(&address);
        let here = match way {
            Way::Ipv4 => at_listener(OUTSIDE_4.into()),
            Way::Ipv6 => at_listener(OUTSIDE_6.into()),
            Way::Question => self.has_question(),
            Way::ClosedPort | Way::Datagram | Way::Interface => false,
        };
        let found = match (here, errno) {
            (true, _) => Arrival::Here,
            (false, 0) => Arrival::Elsewhere,
            (false, _) => Arrival::Nowhere,
        };
        Passage { way, found, errno }
    }

    /// The addresses that what connected at the port of the web was meant for.
    fn arrived(&self) -> Result<Vec<IpAddr>, Errno> {
        let listener = self.listener_at(WEB)?;
        let mut addresses = Vec::new();
        loop {
            match accept_with(listener, SocketFlags::CLOEXEC) {
                Ok(accepted) => {
                    let meant = SocketAddr::try_from(getsockname(&accepted)?)?;
                    addresses.push(meant.ip().to_canonical());
                }
                Err(Errno::AGAIN) => return Ok(addresses),
                Err(errno) => return Err(errno),
            }
        }
    }

    fn has_question(&self) -> bool {
        let mut bytes = [MaybeUninit::uninit(); 64];
        let received = recv(&self.questions, &mut bytes, RecvFlags::DONTWAIT);
        received.is_ok_and(|((bytes, _), _)| bytes == QUESTION)
    }
}

fn try_all(closed: u16, answers: &AnswerPipe) -> ! {
    // What it connects stays open until it is looked at.
    let mut held: [Option<OwnedFd>; WAYS.len()] = [const { None }; WAYS.len()];
    let mut told = [[0; 4]; WAYS.len()];
    for ((way, held), told) in WAYS.iter().zip(&mut held).zip(&mut told) {
        let tried = match way {
            Way::Ipv4 => reach((OUTSIDE_4, WEB).into()),
            Way::Ipv6 => reach((OUTSIDE_6, WEB).into()),
            Way::ClosedPort => reach((OUTSIDE_4, closed).into())
                .or_else(|refused| reach((OUTSIDE_6, closed).into()).map_err(|_| refused)),
            Way::Datagram => throw((OUTSIDE_4, WEB).into()),
            Way::Question | Way::Interface => ask(),
        };
        let errno = tried.as_ref().map_or_else(|errno| errno.raw_os_error(), |_| 0);
        *held = tried.ok();
        *told = errno.to_ne_bytes();
    }
    answers.send(told.as_flattened());
    loop {
        rustix::event::pause();
    }
}

fn reach(address: SocketAddr) -> Result<OwnedFd, Errno> {
    let socket = socket(address, SocketType::STREAM)?;
    connect(&socket, &address)?;
    Ok(socket)
}

/// An error if it is said that nobody is there.
fn throw(address: SocketAddr) -> Result<OwnedFd, Errno> {
    let socket = socket(address, SocketType::DGRAM)?;
    connect(&socket, &address)?;
    send(&socket, QUESTION, SendFlags::empty())?;
    let limit = Timespec::try_from(REFUSAL).map_err(|_| Errno::INVAL)?;
    poll(&mut [PollFd::new(&socket, PollFlags::IN)], Some(&limit))?;
    send(&socket, QUESTION, SendFlags::empty())?;
    Ok(socket)
}

fn ask() -> Result<OwnedFd, Errno> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, DOMAIN));
    let socket = socket(address, SocketType::DGRAM)?;
    connect(&socket, &address)?;
    send(&socket, QUESTION, SendFlags::empty())?;
    Ok(socket)
}

fn socket(address: SocketAddr, kind: SocketType) -> Result<OwnedFd, Errno> {
    let family = if address.is_ipv6() { AddressFamily::INET6 } else { AddressFamily::INET };
    socket_with(family, kind, SocketFlags::CLOEXEC, None)
}

/// The keeper is in the network itself.
fn interfaces() -> Result<Passage, Errno> {
    let all = fs::read_to_string("/proc/thread-self/net/dev").map_err(|error| errno(&error))?;
    let names = all.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim());
    let found = if names.eq(["lo"]) { Arrival::Nowhere } else { Arrival::Elsewhere };
    Ok(Passage { way: Way::Interface, found, errno: 0 })
}
