//! Word of what the kernel refuses, since nobody listens at a port.
//!
//! Whoever connects to such a port is answered with a reset of a connection that never was: its number
//! and its window are zero. Nothing else is let through here, so what goes on at open ports, those of
//! Paddock and of the server itself, wakes nobody. A server can make no such packet by itself.

use std::ffi::{c_int, c_uint};
use std::mem::{MaybeUninit, size_of_val};
use std::os::fd::{AsRawFd as _, OwnedFd};

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_B, BPF_H, BPF_IMM, BPF_IND, BPF_JEQ, BPF_JMP, BPF_JSET, BPF_K,
    BPF_LD, BPF_LDX, BPF_MSH, BPF_RET, BPF_W, sock_filter, sock_fprog, sockaddr_ll,
};
use rustix::io::Errno;
use rustix::net::{AddressFamily, RecvFlags, SocketFlags, SocketType, recv, socket_with};

use super::routes::LOOPBACK;

/// For what is not read yet. More is lost: what a server tries in a loop is known by then.
const ROOM: c_int = 32 << 10;
/// As much of a packet as is kept: both headers at their longest.
const HEADERS: u32 = 60 + 20;

const IPV4: u32 = libc::ETH_P_IP.cast_unsigned();
const IPV6: u32 = libc::ETH_P_IPV6.cast_unsigned();
const TCP: u32 = libc::IPPROTO_TCP.cast_unsigned();
/// Where a filter finds which protocol a packet is of.
const PROTOCOL: u32 = (libc::SKF_AD_OFF + libc::SKF_AD_PROTOCOL).cast_unsigned();
/// FIN, SYN, RST and ACK, and the two of them that refuse.
const PURPOSE: u32 = 0x17;
const REFUSES: u32 = 0x14;
const LATER_FRAGMENT: u32 = 0x1fff;
const HEADER_OF_IPV6: u32 = 40;

/// Opens what hears of refusals in the network that the caller is in. It can't be widened later.
///
/// # Errors
///
/// The kernel has no such sockets, or won't give one.
pub(super) fn open() -> Result<OwnedFd, Errno> {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    // Of no protocol, it hears nothing before it is bound.
    let socket = socket_with(AddressFamily::PACKET, SocketType::DGRAM, flags, None)?;
    let filter = filter();
    let program = sock_fprog {
        len: u16::try_from(filter.len()).map_err(|_| Errno::INVAL)?,
        filter: filter.as_ptr().cast_mut(),
    };
    set(&socket, libc::SOL_SOCKET, libc::SO_ATTACH_FILTER, &program)?;
    set(&socket, libc::SOL_SOCKET, libc::SO_LOCK_FILTER, &1)?;
    set(&socket, libc::SOL_SOCKET, libc::SO_RCVBUF, &ROOM)?;
    // Each packet would be copied and seen twice.
    set(&socket, libc::SOL_PACKET, libc::PACKET_IGNORE_OUTGOING, &1)?;
    bind_to_loopback(&socket)?;
    Ok(socket)
}

/// Takes all that was heard so far, and says whether it was anything.
pub(super) fn take_all(socket: &OwnedFd) -> bool {
    let mut heard = false;
    let mut bytes = [MaybeUninit::uninit(); 1];
    while recv(socket, &mut bytes, RecvFlags::DONTWAIT).is_ok() {
        heard = true;
    }
    heard
}

fn bind_to_loopback(socket: &OwnedFd) -> Result<(), Errno> {
    let all = u16::try_from(libc::ETH_P_ALL).map_err(|_| Errno::INVAL)?;
    let address = sockaddr_ll {
        sll_family: u16::try_from(libc::AF_PACKET).map_err(|_| Errno::INVAL)?,
        sll_protocol: all.to_be(),
        sll_ifindex: c_int::try_from(LOOPBACK).map_err(|_| Errno::INVAL)?,
        sll_hatype: 0,
        sll_pkttype: 0,
        sll_halen: 0,
        sll_addr: [0; 8],
    };
    #[expect(unsafe_code, reason = "rustix has no addresses of packet sockets")]
    // SAFETY: the kernel only reads the address, which is as long as is said.
    let bound =
        unsafe { libc::bind(socket.as_raw_fd(), (&raw const address).cast(), length_of(&address)) };
    checked(bound)
}

fn set<T>(socket: &OwnedFd, level: c_int, name: c_int, value: &T) -> Result<(), Errno> {
    let value = std::ptr::from_ref(value);
    #[expect(unsafe_code, reason = "rustix has no options of packet sockets")]
    // SAFETY: the kernel only reads the value, and what a program points to, which both outlive this.
    let done = unsafe {
        let length = length_of(&*value);
        libc::setsockopt(socket.as_raw_fd(), level, name, value.cast(), length)
    };
    checked(done)
}

fn length_of<T>(value: &T) -> c_uint {
    c_uint::try_from(size_of_val(value)).unwrap_or(0)
}

fn checked(returned: c_int) -> Result<(), Errno> {
    if returned == 0 {
        return Ok(());
    }
    let error = std::io::Error::last_os_error();
    Err(Errno::from_io_error(&error).unwrap_or(Errno::IO))
}

/// Where a test goes on that is not met, until it is known where the end is.
const TO_THE_END: u8 = u8::MAX;

fn filter() -> Vec<sock_filter> {
    let ipv4 = [
        must(BPF_JEQ, IPV4),
        load(BPF_B | BPF_ABS, 9),
        must(BPF_JEQ, TCP),
        load(BPF_H | BPF_ABS, 6),
        must_not(BPF_JSET, LATER_FRAGMENT),
        // As long as it says.
        step(BPF_LDX | BPF_B | BPF_MSH, 0),
    ];
    let ipv6 = [
        must(BPF_JEQ, IPV6),
        load(BPF_B | BPF_ABS, 6),
        must(BPF_JEQ, TCP),
        step(BPF_LDX | BPF_IMM, HEADER_OF_IPV6),
    ];
    // From where the header of IP ends.
    let refuses = [
        load(BPF_B | BPF_IND, 13),
        step(BPF_ALU | BPF_AND | BPF_K, PURPOSE),
        must(BPF_JEQ, REFUSES),
        load(BPF_W | BPF_IND, 4),
        must(BPF_JEQ, 0),
        load(BPF_H | BPF_IND, 14),
        must(BPF_JEQ, 0),
        step(BPF_RET | BPF_K, HEADERS),
    ];
    let ipv4 = [ipv4.as_slice(), &refuses].concat();
    let over_it = u8::try_from(ipv4.len()).unwrap_or(TO_THE_END);
    let begin = [load(BPF_W | BPF_ABS, PROTOCOL), test(BPF_JEQ, IPV6, over_it, 0)];
    let end = [step(BPF_RET | BPF_K, 0)];
    let mut filter = [begin.as_slice(), &ipv4, &ipv6, &refuses, &end].concat();
    let last = filter.len() - 1;
    for (place, instruction) in filter.iter_mut().enumerate() {
        let left_out = u8::try_from(last.saturating_sub(place + 1)).unwrap_or(0);
        for jump in [&mut instruction.jt, &mut instruction.jf] {
            if *jump == TO_THE_END {
                *jump = left_out;
            }
        }
    }
    filter
}

fn must(test_for: u32, value: u32) -> sock_filter {
    test(test_for, value, 0, TO_THE_END)
}

fn must_not(test_for: u32, value: u32) -> sock_filter {
    test(test_for, value, TO_THE_END, 0)
}

fn test(test_for: u32, value: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { jt, jf, ..step(BPF_JMP | test_for | BPF_K, value) }
}

fn load(what: u32, at: u32) -> sock_filter {
    step(BPF_LD | what, at)
}

fn step(code: u32, k: u32) -> sock_filter {
    sock_filter { code: (code & 0xffff) as u16, jt: 0, jf: 0, k }
}
