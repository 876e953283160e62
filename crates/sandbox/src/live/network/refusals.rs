//! Word of what the kernel refuses, since nobody listens at a port.
//!
//! Whoever connects to such a port is answered with a reset of a connection that never was: its number
//! and its window are zero. Nothing else is let through here, so what goes on at open ports, those of
//! Paddock and of the server itself, wakes nobody. A server can make no such packet by itself.
//!
//! Raw sockets hear of what arrives (raw(7)). One packet socket would hear of both protocols, but each
//! takes the kernel ten milliseconds to close (`synchronize_net`).

use std::ffi::{c_int, c_uint};
use std::mem::{MaybeUninit, size_of_val};
use std::os::fd::{AsRawFd as _, OwnedFd};

use libc::{
    BPF_ALU, BPF_AND, BPF_B, BPF_H, BPF_IMM, BPF_IND, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_LDX,
    BPF_MSH, BPF_RET, BPF_W, sock_filter, sock_fprog,
};
use rustix::io::Errno;
use rustix::net::{AddressFamily, RecvFlags, SocketFlags, SocketType, ipproto, recv, socket_with};

/// For what is not read yet. More is lost: what a server tries in a loop is known by then.
const ROOM: c_int = 32 << 10;
/// As much of a packet as is kept: both headers at their longest.
const HEADERS: u32 = 60 + 20;

/// FIN, SYN, RST and ACK, and the two of them that refuse.
const PURPOSE: u32 = 0x17;
const REFUSES: u32 = 0x14;

/// Opens what hears of refusals in the network that the caller is in, one for each protocol that is
/// here. They can't be widened later.
pub(super) fn open() -> Vec<OwnedFd> {
    // Of IPv4, a packet comes with its header, which is as long as it says; of IPv6, without.
    let header_of_ipv4 = step(BPF_LDX | BPF_B | BPF_MSH, 0);
    let no_header = step(BPF_LDX | BPF_IMM, 0);
    let both = [(AddressFamily::INET, header_of_ipv4), (AddressFamily::INET6, no_header)];
    both.into_iter().filter_map(|(family, header)| open_one(family, header).ok()).collect()
}

fn open_one(family: AddressFamily, header: sock_filter) -> Result<OwnedFd, Errno> {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = socket_with(family, SocketType::RAW, flags, Some(ipproto::TCP))?;
    let filter = filter(header);
    let program = sock_fprog {
        len: u16::try_from(filter.len()).map_err(|_| Errno::INVAL)?,
        filter: filter.as_ptr().cast_mut(),
    };
    set(&socket, libc::SO_ATTACH_FILTER, &program)?;
    set(&socket, libc::SO_LOCK_FILTER, &1)?;
    set(&socket, libc::SO_RCVBUF, &ROOM)?;
    // What came before the filter was there.
    take_all(&socket);
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

fn set<T>(socket: &OwnedFd, name: c_int, value: &T) -> Result<(), Errno> {
    let value = std::ptr::from_ref(value);
    #[expect(unsafe_code, reason = "rustix has no filters of sockets")]
    // SAFETY: the kernel only reads the value, and what a program points to, which both outlive this.
    let done = unsafe {
        let length = c_uint::try_from(size_of_val(&*value)).unwrap_or(0);
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, name, value.cast(), length)
    };
    if done == 0 {
        return Ok(());
    }
    let error = std::io::Error::last_os_error();
    Err(Errno::from_io_error(&error).unwrap_or(Errno::IO))
}

/// Lets through what refuses, `header` being how long what stands before the header of TCP is.
fn filter(header: sock_filter) -> [sock_filter; 10] {
    [
        header,
        load(BPF_B | BPF_IND, 13),
        step(BPF_ALU | BPF_AND | BPF_K, PURPOSE),
        must_be(REFUSES, 5),
        load(BPF_W | BPF_IND, 4),
        must_be(0, 3),
        load(BPF_H | BPF_IND, 14),
        must_be(0, 1),
        step(BPF_RET | BPF_K, HEADERS),
        step(BPF_RET | BPF_K, 0),
    ]
}

/// Goes on if what was loaded is `value`, and over as many steps if not.
fn must_be(value: u32, over: u8) -> sock_filter {
    sock_filter { jf: over, ..step(BPF_JMP | BPF_JEQ | BPF_K, value) }
}

fn load(what: u32, at: u32) -> sock_filter {
    step(BPF_LD | what, at)
}

fn step(code: u32, k: u32) -> sock_filter {
    sock_filter { code: (code & 0xffff) as u16, jt: 0, jf: 0, k }
}
