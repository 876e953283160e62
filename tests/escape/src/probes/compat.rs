//! The system calls of another architecture, which a filter may have forgotten.

#[cfg(target_arch = "x86_64")]
use std::{os::fd::OwnedFd, os::unix::net::UnixStream, path::Path};

#[cfg(target_arch = "x86_64")]
use rustix::io::Errno;

#[cfg(target_arch = "x86_64")]
use crate::sys::{descriptor, syscall};
use crate::{Context, Failed, Tried};

/// A socket made by a 32-bit call.
#[cfg(target_arch = "x86_64")]
pub(crate) fn socket(context: &Context<'_>) -> Tried {
    const SOCKET: u32 = 359;
    let made = interrupt(SOCKET, libc::AF_UNIX, libc::SOCK_STREAM, 0);
    if made < 0 {
        let errno = Errno::from_raw_os_error(-made);
        return Err(Failed::from(errno));
    }
    connected(&context.world.agent_socket(), descriptor(made.into()))
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "no library makes 32-bit calls")]
fn interrupt(number: u32, first: i32, second: i32, third: i32) -> i32 {
    let result: i32;
    // SAFETY: the call takes numbers only; `rbx` is kept, as the compiler needs it.
    unsafe {
        std::arch::asm!(
            "xchg {first:r}, rbx",
            "int 0x80",
            "xchg {first:r}, rbx",
            first = inout(reg) u64::from(first.cast_unsigned()) => _,
            inout("eax") number.cast_signed() => result,
            in("ecx") second,
            in("edx") third,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
        );
    }
    result
}

/// The same by a number of the x32 kind.
#[cfg(target_arch = "x86_64")]
pub(crate) fn other_number(context: &Context<'_>) -> Tried {
    const X32: libc::c_long = 0x4000_0000;
    let number = X32 | libc::SYS_socket;
    let socket = match syscall!(number, libc::AF_UNIX, libc::SOCK_STREAM, 0) {
        Err(Errno::NOSYS) => return Err(Failed::lacking("x32")),
        made => descriptor(made?),
    };
    connected(&context.world.agent_socket(), socket)
}

#[cfg(target_arch = "x86_64")]
fn connected(path: &Path, socket: OwnedFd) -> Tried {
    let mut address = [0_u8; 110];
    address[..2].copy_from_slice(&u16::try_from(libc::AF_UNIX).unwrap_or_default().to_ne_bytes());
    let bytes = path.as_os_str().as_encoded_bytes();
    address[2..2 + bytes.len()].copy_from_slice(bytes);
    syscall!(libc::SYS_connect, &socket, address.as_ptr(), address.len())?;
    super::sockets::greeted(UnixStream::from(socket))
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn socket(_: &Context<'_>) -> Tried {
    Err(Failed::lacking("32-bit calls"))
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn other_number(_: &Context<'_>) -> Tried {
    Err(Failed::lacking("x32"))
}
