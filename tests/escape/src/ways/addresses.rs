use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SendFlags, SocketFlags, SocketType, bind, connect, getpeername, send,
    socket_with,
};

use super::Outdoors;
use crate::context::bytes_of;
use crate::sys::{borrowed, bytes_of as raw, socket, syscall};
use crate::{Failed, Tried};

/// How long an answer may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// What the service says to whoever connects.
pub(super) fn greeted(host: &str, port: u16) -> Tried {
    let host = if host == "@hostname" { own_name()? } else { host.to_owned() };
    let mut last = Failed::because("no address");
    for address in (host.as_str(), port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return heard_by(stream),
            Err(error) => last = error.into(),
        }
    }
    Err(last)
}

fn own_name() -> Result<String, Failed> {
    Ok(std::fs::read_to_string("/proc/sys/kernel/hostname")?.trim().to_owned())
}

fn heard_by(mut stream: TcpStream) -> Tried {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut bytes = [0; 256];
    let count = stream.read(&mut bytes)?;
    Ok(bytes_of(&bytes[..count]))
}

fn by(socket: OwnedFd, address: SocketAddr) -> Tried {
    connect(&socket, &address)?;
    heard_by(TcpStream::from(socket))
}

fn stream(address: SocketAddr) -> Result<OwnedFd, Errno> {
    let family = if address.is_ipv6() { AddressFamily::INET6 } else { AddressFamily::INET };
    socket_with(family, SocketType::STREAM, SocketFlags::CLOEXEC, None)
}

fn here(outdoors: &Outdoors) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, outdoors.port).into()
}

fn own_address(outdoors: &Outdoors) -> Result<IpAddr, Failed> {
    let address = outdoors.address.as_ref().and_then(|text| text.parse().ok());
    address.ok_or_else(|| Failed::lacking("an address of its own"))
}

pub(super) fn own(outdoors: &Outdoors) -> Tried {
    greeted(&own_address(outdoors)?.to_string(), outdoors.port)
}

pub(super) fn own_mapped(outdoors: &Outdoors) -> Tried {
    let IpAddr::V4(address) = own_address(outdoors)? else {
        return Err(Failed::lacking("an address of IPv4"));
    };
    greeted(&address.to_ipv6_mapped().to_string(), outdoors.port)
}

pub(super) fn rebound(outdoors: &Outdoors, which: usize) -> Tried {
    let name = outdoors.rebound.get(which).ok_or_else(|| Failed::lacking("such a name"))?;
    greeted(name, outdoors.port)
}

/// The other server runs as this one does.
pub(super) fn neighbour(outdoors: &Outdoors) -> Tried {
    greeted("127.0.0.1", outdoors.neighbour)
}

/// X11 listens at a port where it is told to (`Xserver(1)`).
pub(super) fn display(outdoors: &Outdoors) -> Tried {
    greeted("localhost", outdoors.display)
}

/// One that the app had open without meaning it for anybody.
pub(super) fn handed_in(outdoors: &Outdoors) -> Tried {
    let leads_out = |fd: &BorrowedFd<'_>| {
        let peer = getpeername(fd).ok().flatten().and_then(|it| SocketAddr::try_from(it).ok());
        peer.is_some_and(|peer| peer.port() == outdoors.port)
    };
    let found = (3..256).map(borrowed).find(leads_out);
    let found = found.ok_or_else(|| Failed::because("none"))?;
    heard_by(TcpStream::from(found.try_clone_to_owned()?))
}

pub(super) fn without_waiting(outdoors: &Outdoors) -> Tried {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = socket_with(AddressFamily::INET, SocketType::STREAM, flags, None)?;
    match connect(&socket, &here(outdoors)) {
        Ok(()) | Err(Errno::INPROGRESS) => {}
        Err(errno) => return Err(errno.into()),
    }
    let stream = TcpStream::from(socket);
    stream.set_nonblocking(false)?;
    heard_by(stream)
}

pub(super) fn from_resolver_port(outdoors: &Outdoors) -> Tried {
    let socket = stream(here(outdoors))?;
    rustix::net::sockopt::set_socket_reuseaddr(&socket, true)?;
    bind(&socket, &SocketAddr::from((Ipv4Addr::new(127, 0, 0, 9), 53)))?;
    by(socket, here(outdoors))
}

pub(super) fn from_another(outdoors: &Outdoors) -> Tried {
    let socket = stream(here(outdoors))?;
    bind(&socket, &SocketAddr::from((Ipv4Addr::new(127, 7, 7, 7), 0)))?;
    by(socket, here(outdoors))
}

pub(super) fn many(outdoors: &Outdoors) -> Tried {
    let mut streams = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect_timeout(&here(outdoors), PATIENCE)?;
        _ = stream.write_all(b"many-at-once");
        streams.push(stream);
    }
    let mut last = Failed::because("nothing was said");
    for stream in streams {
        match heard_by(stream) {
            Ok(crate::Evidence::Bytes(bytes)) if bytes.is_empty() => {}
            Ok(said) => return Ok(said),
            Err(failed) => last = failed,
        }
    }
    Err(last)
}

pub(super) fn fast_open(outdoors: &Outdoors) -> Tried {
    let server = crate::probes::network::address(outdoors.port);
    let client = socket(libc::AF_INET, libc::SOCK_STREAM, libc::IPPROTO_TCP)?;
    syscall!(
        libc::SYS_sendto,
        &client,
        b"word".as_ptr(),
        4,
        libc::MSG_FASTOPEN,
        raw(&server).as_ptr(),
        size_of_val(&server),
    )?;
    heard_by(TcpStream::from(client))
}

pub(super) fn multipath(outdoors: &Outdoors) -> Tried {
    other_protocol(libc::IPPROTO_MPTCP, outdoors)
}

pub(super) fn sctp(outdoors: &Outdoors) -> Tried {
    other_protocol(libc::IPPROTO_SCTP, outdoors)
}

fn other_protocol(protocol: i32, outdoors: &Outdoors) -> Tried {
    let server = crate::probes::network::address(outdoors.port);
    let client = socket(libc::AF_INET, libc::SOCK_STREAM, protocol)?;
    syscall!(libc::SYS_connect, &client, raw(&server).as_ptr(), size_of_val(&server))?;
    heard_by(TcpStream::from(client))
}

pub(super) fn on_ipv6_socket(outdoors: &Outdoors) -> Tried {
    let mapped = Ipv4Addr::new(127, 0, 0, 3).to_ipv6_mapped();
    let address = SocketAddr::from((mapped, outdoors.port));
    by(stream(address)?, address)
}

pub(super) fn bound_to_interface(outdoors: &Outdoors) -> Tried {
    let others = super::routes::interfaces()?;
    let other = others.first().ok_or_else(|| Failed::because("there is only the loopback"))?;
    let socket = stream(here(outdoors))?;
    rustix::net::sockopt::set_socket_reuseaddr(&socket, true)?;
    bind_to(&socket, other)?;
    by(socket, SocketAddr::new(own_address(outdoors)?, outdoors.port))
}

pub(super) fn bound_to_loopback(outdoors: &Outdoors) -> Tried {
    let socket = stream(here(outdoors))?;
    bind_to(&socket, "lo")?;
    by(socket, here(outdoors))
}

fn bind_to(socket: &OwnedFd, interface: &str) -> Result<(), Errno> {
    let (name, size) = (interface.as_ptr(), interface.len());
    let (level, option) = (libc::SOL_SOCKET, libc::SO_BINDTODEVICE);
    syscall!(libc::SYS_setsockopt, socket, level, option, name, size).map(drop)
}

/// Connects to what is allowed in the sandbox, dissolves that (`AF_UNSPEC`), and connects again.
pub(super) fn again(outdoors: &Outdoors) -> Tried {
    let client = stream(here(outdoors))?;
    let first = (outdoors.site.0.as_str(), outdoors.site.1).to_socket_addrs()?.next();
    connect(&client, &first.ok_or_else(|| Failed::because("no address"))?)?;
    _ = send(&client, b"x", SendFlags::NOSIGNAL);
    let nowhere = [0_u8; 16];
    syscall!(libc::SYS_connect, &client, nowhere.as_ptr(), nowhere.len())?;
    let until = Instant::now() + PATIENCE;
    loop {
        match connect(&client, &here(outdoors)) {
            Ok(()) => return heard_by(TcpStream::from(client)),
            Err(Errno::AGAIN | Errno::INTR) if Instant::now() < until => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}
