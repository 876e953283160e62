use std::mem::zeroed;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::os::fd::OwnedFd;

use super::Outdoors;
use super::routes::interfaces;
use crate::context::heard;
use crate::sys::{socket, syscall};
use crate::{Failed, Tried};

/// Says a word; the harness knows whether it arrived.
pub(super) fn throw(word: &str, host: &str, port: u16) -> Tried {
    let any = if host.contains(':') { "[::]:0" } else { "0.0.0.0:0" };
    UdpSocket::bind(any)?.send_to(word.as_bytes(), (host, port))?;
    heard(word)
}

fn here(outdoors: &Outdoors) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, outdoors.port).into()
}

pub(super) fn many(outdoors: &Outdoors) -> Tried {
    let client = UdpSocket::bind("0.0.0.0:0")?;
    client.connect(here(outdoors))?;
    let word = *b"datagram-of-many";
    let part = [word.as_ptr().expose_provenance(), word.len()];
    // As `struct mmsghdr` is on 64 bits: who it is for, its parts, and the rest.
    let message = [0, 0, part.as_ptr().expose_provenance(), 1, 0, 0, 0, 0];
    let messages = [message; 32];
    let client = OwnedFd::from(client);
    syscall!(libc::SYS_sendmmsg, &client, messages.as_ptr(), messages.len(), 0)?;
    heard("datagram-of-many")
}

pub(super) fn corked(outdoors: &Outdoors) -> Tried {
    use rustix::net::{SendFlags, send};
    let client = UdpSocket::bind("0.0.0.0:0")?;
    client.connect(here(outdoors))?;
    send(&client, b"datagram-", SendFlags::MORE)?;
    send(&client, b"cork", SendFlags::empty())?;
    heard("datagram-cork")
}

pub(super) fn lite(outdoors: &Outdoors) -> Tried {
    let client = socket(libc::AF_INET, libc::SOCK_DGRAM, libc::IPPROTO_UDPLITE)?;
    let server = crate::probes::network::address(outdoors.port);
    let (word, size) = (b"udp-lite", size_of_val(&server));
    let start = (&raw const server).cast::<u8>();
    syscall!(libc::SYS_sendto, &client, word.as_ptr(), word.len(), 0, start, size)?;
    heard("udp-lite")
}

/// The first packet of a connection is long, begins with these bits, and is for nobody here.
pub(super) fn quic(outdoors: &Outdoors) -> Tried {
    let mut packet = vec![0xc3, 0, 0, 0, 1, 8];
    packet.extend(b"quic");
    packet.resize(1200, 0);
    UdpSocket::bind("0.0.0.0:0")?.send_to(&packet, here(outdoors))?;
    heard("quic")
}

/// A word that went out this way was heard if it came back.
pub(super) fn ping(_: &Outdoors) -> Tried {
    echo(&socket(libc::AF_INET, libc::SOCK_DGRAM, libc::IPPROTO_ICMP)?, "icmp")
}

pub(super) fn raw(_: &Outdoors) -> Tried {
    echo(&socket(libc::AF_INET, libc::SOCK_RAW, libc::IPPROTO_ICMP)?, "icmp-raw")
}

fn echo(client: &OwnedFd, word: &str) -> Tried {
    let server = crate::probes::network::address(0);
    let mut packet = vec![8, 0, 0, 0, 0, 1, 0, 1];
    packet.extend(word.as_bytes());
    packet.resize(packet.len().next_multiple_of(2), 0);
    let sum: u32 =
        packet.chunks(2).map(|two| u32::from(u16::from_be_bytes([two[0], two[1]]))).sum();
    let folded = u16::try_from((sum & 0xffff) + (sum >> 16)).unwrap_or(u16::MAX);
    packet[2..4].copy_from_slice(&(!folded).to_be_bytes());
    let (start, size) = ((&raw const server).cast::<u8>(), size_of_val(&server));
    syscall!(libc::SYS_sendto, client, packet.as_ptr(), packet.len(), 0, start, size)?;
    crate::context::did(format!("sent {word}"))
}

/// To an interface that leads out, so that no route is asked.
pub(super) fn packet(_: &Outdoors) -> Tried {
    let protocol = i32::from(u16::try_from(libc::ETH_P_IP).unwrap_or_default().to_be());
    let client = socket(libc::AF_PACKET, libc::SOCK_DGRAM, protocol)?;
    let name = interfaces()?.into_iter().next().unwrap_or_else(|| "lo".into());
    let name = std::ffi::CString::new(name).map_err(|_| Failed::because("an odd name"))?;
    #[expect(unsafe_code, reason = "rustix has neither")]
    // SAFETY: the name is a C string, and all bits of the address may be zero.
    let (index, mut address) =
        unsafe { (libc::if_nametoindex(name.as_ptr()), zeroed::<libc::sockaddr_ll>()) };
    address.sll_family = u16::try_from(libc::AF_PACKET).unwrap_or_default();
    address.sll_protocol = u16::try_from(libc::ETH_P_IP).unwrap_or_default().to_be();
    address.sll_ifindex = i32::try_from(index).unwrap_or_default();
    address.sll_halen = 6;
    let (start, size) = ((&raw const address).cast::<u8>(), size_of_val(&address));
    let packet = [0x45_u8; 40];
    syscall!(libc::SYS_sendto, &client, packet.as_ptr(), packet.len(), 0, start, size)?;
    crate::context::did("sent a packet")
}
