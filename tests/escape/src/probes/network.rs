//! The network, this machine's own included.

use std::io::Read as _;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsFd as _;
use std::os::unix::fs::MetadataExt as _;
use std::time::Duration;

use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::context::{bytes_of, did};
use crate::sys::{bytes_of as raw, socket, syscall};
use crate::{Context, Failed, Tried};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn tcp4(context: &Context<'_>) -> Tried {
    greeted((Ipv4Addr::LOCALHOST, context.world.person.tcp4).into())
}

pub(crate) fn tcp6(context: &Context<'_>) -> Tried {
    let port = context.world.person.tcp6.ok_or_else(|| Failed::lacking("IPv6"))?;
    greeted((Ipv6Addr::LOCALHOST, port).into())
}

/// The IPv4 listener by an address that is written as IPv6.
pub(crate) fn tcp4_in_6(context: &Context<'_>) -> Tried {
    if context.world.person.tcp6.is_none() {
        return Err(Failed::lacking("IPv6"));
    }
    greeted((Ipv4Addr::LOCALHOST.to_ipv6_mapped(), context.world.person.tcp4).into())
}

/// Connects by sending (`TCP_FASTOPEN`), without `connect(2)`.
pub(crate) fn fast_open(context: &Context<'_>) -> Tried {
    connect_by_sending(libc::IPPROTO_TCP, context)
}

/// Multipath TCP, which rules about TCP may not know.
pub(crate) fn multipath(context: &Context<'_>) -> Tried {
    let server = address(context.world.person.tcp4);
    let client = socket(libc::AF_INET, libc::SOCK_STREAM, libc::IPPROTO_MPTCP)?;
    syscall!(libc::SYS_connect, &client, raw(&server).as_ptr(), size_of_val(&server))?;
    let mut bytes = [0; 256];
    let (count, _) = recv(&client, &mut bytes[..], RecvFlags::empty())?;
    Ok(bytes_of(&bytes[..count]))
}

pub(crate) fn udp(context: &Context<'_>) -> Tried {
    let client = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    client.set_read_timeout(Some(PATIENCE))?;
    client.send_to(b"udp", (Ipv4Addr::LOCALHOST, context.world.person.udp))?;
    let mut bytes = [0; 256];
    let count = client.recv(&mut bytes)?;
    Ok(bytes_of(&bytes[..count]))
}

/// Whoever listens can be reached from outside.
pub(crate) fn listen(context: &Context<'_>) -> Tried {
    check_network(context)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    did(format!("listens at {}", listener.local_addr()?))
}

/// What is done in a network of one's own nobody outside notices.
fn check_network(context: &Context<'_>) -> Result<(), Failed> {
    if std::fs::metadata("/proc/self/ns/net")?.ino() == context.world.network {
        Ok(())
    } else {
        Err(Failed::because("it is in another network"))
    }
}

pub(crate) fn raw_socket(_: &Context<'_>) -> Tried {
    socket(libc::AF_INET, libc::SOCK_RAW, libc::IPPROTO_ICMP)?;
    did("made a raw socket")
}

pub(crate) fn packet_socket(_: &Context<'_>) -> Tried {
    socket(libc::AF_PACKET, libc::SOCK_RAW, 0)?;
    did("made a packet socket")
}

/// Asks for the addresses of the host's interfaces.
pub(crate) fn routes(context: &Context<'_>) -> Tried {
    const HEADER: u32 = 16;
    check_network(context)?;
    let netlink = socket(libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_ROUTE)?;
    let flags = u16::try_from(libc::NLM_F_REQUEST | libc::NLM_F_DUMP).unwrap_or_default();
    let mut request = (HEADER + 4).to_ne_bytes().to_vec();
    request.extend(libc::RTM_GETADDR.to_ne_bytes());
    request.extend(flags.to_ne_bytes());
    request.extend([0; 12]);
    send(&netlink, &request, SendFlags::empty())?;
    let mut bytes = [0; 4096];
    let (count, _) = recv(&netlink, &mut bytes[..], RecvFlags::empty())?;
    let kind = u16::from_ne_bytes([bytes[4], bytes[5]]);
    if count > 32 && kind == libc::RTM_NEWADDR {
        did(format!("{count} bytes about interfaces"))
    } else {
        Err(Failed::because("no interface has an address"))
    }
}

pub(crate) fn audit(_: &Context<'_>) -> Tried {
    const AUDIT_GET: u16 = 1000;
    let netlink = match socket(libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_AUDIT) {
        Err(rustix::io::Errno::PROTONOSUPPORT) => return Err(Failed::lacking("audit")),
        made => made?,
    };
    let mut request = 16_u32.to_ne_bytes().to_vec();
    request.extend(AUDIT_GET.to_ne_bytes());
    request.extend(u16::try_from(libc::NLM_F_REQUEST).unwrap_or_default().to_ne_bytes());
    request.extend([0; 8]);
    send(&netlink, &request, SendFlags::empty())?;
    let mut bytes = [0; 4096];
    let (_, count) = recv(&netlink, &mut bytes[..], RecvFlags::empty())?;
    let kind = u16::from_ne_bytes([bytes[4], bytes[5]]);
    if kind == AUDIT_GET { did(format!("{count} bytes")) } else { Err(Failed::because("refused")) }
}

/// Hears of devices as they come and go.
pub(crate) fn device_events(_: &Context<'_>) -> Tried {
    let netlink = socket(libc::AF_NETLINK, libc::SOCK_DGRAM, libc::NETLINK_KOBJECT_UEVENT)?;
    let mut address = [0_u8; 12];
    address[..2]
        .copy_from_slice(&u16::try_from(libc::AF_NETLINK).unwrap_or_default().to_ne_bytes());
    address[8..].copy_from_slice(&1_u32.to_ne_bytes());
    syscall!(libc::SYS_bind, &netlink, address.as_ptr(), address.len())?;
    did("listens to the kernel's events")
}

pub(crate) fn vsock(context: &Context<'_>) -> Tried {
    const LOCAL: u32 = 1;
    let port = context.world.person.vsock.ok_or_else(|| Failed::lacking("vsock loopback"))?;
    let client = socket(libc::AF_VSOCK, libc::SOCK_STREAM, 0)?;
    let mut address = [0_u8; 16];
    address[..2].copy_from_slice(&u16::try_from(libc::AF_VSOCK).unwrap_or_default().to_ne_bytes());
    address[4..8].copy_from_slice(&port.to_ne_bytes());
    address[8..12].copy_from_slice(&LOCAL.to_ne_bytes());
    syscall!(libc::SYS_connect, &client, address.as_ptr(), address.len())?;
    let mut bytes = [0; 256];
    let (count, _) = recv(&client, &mut bytes[..], RecvFlags::empty())?;
    Ok(bytes_of(&bytes[..count]))
}

fn greeted(address: SocketAddr) -> Tried {
    let mut client = TcpStream::connect_timeout(&address, PATIENCE)?;
    client.set_read_timeout(Some(PATIENCE))?;
    let mut bytes = [0; 256];
    let count = client.read(&mut bytes)?;
    Ok(bytes_of(&bytes[..count]))
}

fn connect_by_sending(protocol: i32, context: &Context<'_>) -> Tried {
    let server = address(context.world.person.tcp4);
    let client = socket(libc::AF_INET, libc::SOCK_STREAM, protocol)?;
    syscall!(
        libc::SYS_sendto,
        &client,
        b"hello".as_ptr(),
        5,
        libc::MSG_FASTOPEN,
        raw(&server).as_ptr(),
        size_of_val(&server),
    )?;
    let mut bytes = [0; 256];
    let (count, _) = recv(client.as_fd(), &mut bytes[..], RecvFlags::empty())?;
    Ok(bytes_of(&bytes[..count]))
}

/// This machine at `port`, for the kernel.
pub(crate) fn address(port: u16) -> libc::sockaddr_in {
    libc::sockaddr_in {
        sin_family: u16::try_from(libc::AF_INET).unwrap_or_default(),
        sin_port: port.to_be(),
        sin_addr: libc::in_addr { s_addr: u32::from(Ipv4Addr::LOCALHOST).to_be() },
        sin_zero: [0; 8],
    }
}
