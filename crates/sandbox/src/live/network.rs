//! A network in which every address leads to Paddock.
//!
//! It is a network namespace with nothing but a loopback, so no packet leaves it whatever else
//! happens. In it every address counts as local (`RTN_LOCAL`, `rtnetlink(7)`): a connection to any address
//! arrives at the listeners that are opened here, and knows the address that it was meant for. They
//! are handed to the host, which decides. The server can't take them, open others at their ports or
//! change the routes: that needs capabilities, and it has none.

mod names;
mod proof;
mod refusals;
mod routes;

use std::fs;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};

use paddock_sandbox::MOST_PORTS;
use rustix::io::Errno;
use rustix::net::sockopt::{set_ipv6_v6only, set_socket_reuseaddr};
use rustix::net::{AddressFamily, SocketFlags, SocketType, bind, listen as start, socket_with};

pub(super) use self::names::ask;
use crate::needed::{HOSTS, RESOLVER};

/// The ports of the web, where a name or an address is expected unless another port is said.
const WEB: [u16; 2] = [80, 443];
const DOMAIN: u16 = 53;

/// How many connections at one port may wait to be accepted; more are lost, and tried again by the
/// server's kernel for as long as its program waits.
const WAITING: i32 = 256;

/// Has every address of this network lead to itself.
pub(super) fn lead_here() -> Result<(), Errno> {
    let netlink = routes::Netlink::open()?;
    netlink.raise_loopback()?;
    netlink.lead_all_here(AddressFamily::INET)?;
    // Without IPv6 there is no way that could lead elsewhere.
    match netlink.lead_all_here(AddressFamily::INET6) {
        Err(Errno::AFNOSUPPORT | Errno::OPNOTSUPP | Errno::ACCESS | Errno::NODEV) => Ok(()),
        made => made,
    }
}

/// What says where names are asked for. Programs wait as long as a person may think.
pub(super) fn files() -> Vec<(&'static str, String)> {
    let resolver = "nameserver 127.0.0.1\noptions timeout:30 attempts:1\n";
    let mut hosts = "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n".to_owned();
    if let Ok(name) = fs::read_to_string("/proc/sys/kernel/hostname") {
        let name = name.trim();
        let is_plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        if !name.is_empty() && name.bytes().all(is_plain) {
            // Some programs want to know themselves by name.
            hosts.push_str("127.0.1.1 ");
            hosts.push_str(name);
            hosts.push('\n');
        }
    }
    vec![(RESOLVER, resolver.into()), (HOSTS, hosts)]
}

/// The sockets that everything in the network leads to.
pub(crate) struct LedHere {
    questions: UdpSocket,
    long_questions: OwnedFd,
    /// Empty where the kernel has nothing that would say so.
    refusals: Vec<OwnedFd>,
    listeners: Vec<(u16, OwnedFd)>,
}

/// Takes connections at one port, whatever the address.
pub(crate) struct Opened(OwnedFd);

impl LedHere {
    /// With listeners at `ports` and those of the web. Nothing else is in the network yet.
    pub(super) fn open(ports: &[u16]) -> Result<Self, Errno> {
        let mut wanted: Vec<u16> = WEB.to_vec();
        wanted.extend(ports);
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|port| *port != 0 && *port != DOMAIN);
        if wanted.len() > MOST_PORTS {
            return Err(Errno::MFILE);
        }
        let resolver = (Ipv4Addr::LOCALHOST, DOMAIN);
        let questions = UdpSocket::bind(resolver).map_err(|error| errno(&error))?;
        questions.set_nonblocking(true).map_err(|error| errno(&error))?;
        let long_questions = listen_at(resolver.into())?;
        let refusals = refusals::open();
        let open = |port: u16| Ok((port, listen(port)?.0));
        let listeners = wanted.into_iter().map(open).collect::<Result<Vec<_>, Errno>>()?;
        Ok(Self { questions, long_questions, refusals, listeners })
    }

    pub(crate) fn ports(&self) -> Vec<u16> {
        self.listeners.iter().map(|(port, _)| *port).collect()
    }

    /// How many sockets hear of refusals.
    pub(crate) fn hear_of_refusals(&self) -> u8 {
        u8::try_from(self.refusals.len()).unwrap_or(u8::MAX)
    }

    pub(crate) fn into_sockets(self) -> Vec<OwnedFd> {
        let listeners = self.listeners.into_iter().map(|(_, listener)| listener);
        let names = [self.questions.into(), self.long_questions];
        names.into_iter().chain(self.refusals).chain(listeners).collect()
    }

    fn listener_at(&self, port: u16) -> Result<BorrowedFd<'_>, Errno> {
        let listener = self.listeners.iter().find(|(at, _)| *at == port);
        listener.map(|(_, listener)| listener.as_fd()).ok_or(Errno::NOENT)
    }
}

impl From<Opened> for OwnedFd {
    fn from(opened: Opened) -> Self {
        opened.0
    }
}

/// `EADDRINUSE` if the server itself listens there.
pub(super) fn listen(port: u16) -> Result<Opened, Errno> {
    let everywhere = if has_ipv6() {
        SocketAddr::from((Ipv6Addr::UNSPECIFIED, port))
    } else {
        SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))
    };
    listen_at(everywhere).map(Opened)
}

fn listen_at(address: SocketAddr) -> Result<OwnedFd, Errno> {
    let family = if address.is_ipv6() { AddressFamily::INET6 } else { AddressFamily::INET };
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let listener = socket_with(family, SocketType::STREAM, flags, None)?;
    // For connections that are still being forgotten. Beside one that listens nobody binds by it.
    set_socket_reuseaddr(&listener, true)?;
    if address.is_ipv6() {
        set_ipv6_v6only(&listener, false)?;
    }
    bind(&listener, &address)?;
    start(&listener, WAITING)?;
    Ok(listener)
}

fn has_ipv6() -> bool {
    socket_with(AddressFamily::INET6, SocketType::STREAM, SocketFlags::CLOEXEC, None)
        .and_then(|socket| bind(&socket, &SocketAddr::from((Ipv6Addr::LOCALHOST, 0))))
        .is_ok()
}

fn errno(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}
