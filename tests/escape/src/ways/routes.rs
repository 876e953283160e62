use std::fs::File;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::sockopt::{set_socket_reuseaddr, set_socket_reuseport};
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, bind, listen, recv, send,
    socket_with,
};

use super::Outdoors;
use crate::context::did;
use crate::sys::{socket, syscall};
use crate::{Failed, Tried};

/// Those besides the loopback.
pub(super) fn interfaces() -> Result<Vec<String>, Failed> {
    let all = std::fs::read_to_string("/proc/self/net/dev")?;
    let names = all.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim());
    // Those that are asleep lead nowhere, and have no address.
    Ok(names
        .filter(|name| name.starts_with('e') || name.starts_with('w'))
        .map(Into::into)
        .collect())
}

pub(super) fn interface(_: &Outdoors) -> Tried {
    let found = interfaces()?;
    if found.is_empty() {
        Err(Failed::because("there is only the loopback"))
    } else {
        did(format!("found {found:?}"))
    }
}

/// Where nobody has it yet it is free to be taken by whoever may take such a port.
pub(super) fn take_resolver(outdoors: &Outdoors) -> Tried {
    if !outdoors.kept {
        // The address of the resolver that is tried to be taken is another one there.
        UdpSocket::bind((Ipv4Addr::new(127, 9, 9, 9), 0))?;
        return did("took an address");
    }
    UdpSocket::bind((Ipv4Addr::LOCALHOST, 53))?;
    did("took the port of the resolver")
}

pub(super) fn take_listener(outdoors: &Outdoors) -> Tried {
    if !outdoors.kept {
        TcpListener::bind((Ipv4Addr::new(127, 9, 9, 9), 0))?;
        return did("took a port");
    }
    TcpListener::bind((Ipv4Addr::LOCALHOST, outdoors.port))?;
    did("took the port of the service")
}

pub(super) fn share_listener(outdoors: &Outdoors) -> Tried {
    let flags = SocketFlags::CLOEXEC;
    let socket = socket_with(AddressFamily::INET, SocketType::STREAM, flags, None)?;
    set_socket_reuseaddr(&socket, true)?;
    set_socket_reuseport(&socket, true)?;
    let port = if outdoors.kept { outdoors.port } else { 0 };
    bind(&socket, &std::net::SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
    listen(&socket, 8)?;
    did("shares a port")
}

/// An address that nobody has, on the loopback; taken back again.
pub(super) fn add_address(_: &Outdoors) -> Tried {
    let mut body = vec![2, 32, 0, 254];
    body.extend(1_u32.to_ne_bytes());
    for kind in [libc::IFA_LOCAL, libc::IFA_ADDRESS] {
        body.extend(8_u16.to_ne_bytes());
        body.extend(kind.to_ne_bytes());
        body.extend([203, 0, 113, 77]);
    }
    let netlink = netlink()?;
    ask(&netlink, libc::RTM_NEWADDR, 0x605, &body)?;
    ask(&netlink, libc::RTM_DELADDR, 0x5, &body)?;
    did("added an address")
}

/// In the sandbox, the one that leads everything to who decides. Elsewhere there is none of that kind,
/// and one that leads nowhere is made for it.
pub(super) fn remove_route(outdoors: &Outdoors) -> Tried {
    let netlink = netlink()?;
    if outdoors.kept {
        ask(&netlink, libc::RTM_DELROUTE, 0x5, &local_route(0, [0; 4]))?;
    } else {
        let route = local_route(24, [203, 0, 113, 0]);
        ask(&netlink, libc::RTM_NEWROUTE, 0x605, &route)?;
        ask(&netlink, libc::RTM_DELROUTE, 0x5, &route)?;
    }
    did("removed the route")
}

/// To this machine, by the loopback. See `rtnetlink(7)`.
fn local_route(bits: u8, network: [u8; 4]) -> Vec<u8> {
    const BOOT: u8 = libc::RTPROT_BOOT;
    const HOST: u8 = libc::RT_SCOPE_HOST;
    let mut body = vec![2, bits, 0, 0, libc::RT_TABLE_LOCAL, BOOT, HOST, libc::RTN_LOCAL];
    body.extend([0; 4]);
    for (kind, value) in [(libc::RTA_DST, network), (libc::RTA_OIF, 1_u32.to_ne_bytes())] {
        body.extend(8_u16.to_ne_bytes());
        body.extend(kind.to_ne_bytes());
        body.extend(value);
    }
    body
}

fn netlink() -> Result<OwnedFd, Errno> {
    socket(libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_ROUTE)
}

fn ask(netlink: &OwnedFd, kind: u16, flags: u16, body: &[u8]) -> Result<(), Errno> {
    let length = u32::try_from(16 + body.len()).unwrap_or_default();
    let mut message = length.to_ne_bytes().to_vec();
    message.extend(kind.to_ne_bytes());
    message.extend(flags.to_ne_bytes());
    message.extend([0; 8]);
    message.extend(body);
    send(netlink, &message, SendFlags::empty())?;
    let mut answer = [0; 1024];
    recv(netlink, &mut answer[..], RecvFlags::empty())?;
    match i32::from_ne_bytes([answer[16], answer[17], answer[18], answer[19]]) {
        0 => Ok(()),
        errno => Err(Errno::from_raw_os_error(-errno)),
    }
}

pub(super) fn network(_: &Outdoors) -> Tried {
    syscall!(libc::SYS_unshare, libc::CLONE_NEWNET)?;
    did("made a network")
}

/// That of whoever started it, or else of the first process.
pub(super) fn join(_: &Outdoors) -> Tried {
    let network: OwnedFd = File::open("/proc/1/ns/net")?.into();
    syscall!(libc::SYS_setns, &network, libc::CLONE_NEWNET)?;
    did("joined the network of the first process")
}
