//! System calls that no library wraps.
#![expect(
    unsafe_code,
    reason = "a probe passes whatever it likes; it runs in a process of its own, and a wrong \
              address spoils only that one"
)]

use std::ffi::{CStr, c_long};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd};

use rustix::io::Errno;
use rustix::process::Pid;

/// A machine word of a system call.
pub(crate) trait Argument {
    fn word(self) -> c_long;
}

impl Argument for c_long {
    fn word(self) -> c_long {
        self
    }
}

impl Argument for i32 {
    fn word(self) -> c_long {
        self.into()
    }
}

impl Argument for u32 {
    fn word(self) -> c_long {
        self.into()
    }
}

impl Argument for u64 {
    fn word(self) -> c_long {
        self.cast_signed()
    }
}

impl Argument for usize {
    fn word(self) -> c_long {
        (self as u64).cast_signed()
    }
}

impl<T> Argument for *const T {
    fn word(self) -> c_long {
        self.expose_provenance().word()
    }
}

impl<T> Argument for *mut T {
    fn word(self) -> c_long {
        self.expose_provenance().word()
    }
}

impl Argument for &CStr {
    fn word(self) -> c_long {
        self.as_ptr().word()
    }
}

impl Argument for &OwnedFd {
    fn word(self) -> c_long {
        self.as_raw_fd().word()
    }
}

/// `syscall!(number, arguments…)`; yields what the call returned.
macro_rules! syscall {
    ($number:expr $(, $argument:expr)* $(,)?) => {
        $crate::sys::call($number, &[$($crate::sys::Argument::word($argument)),*])
    };
}
pub(crate) use syscall;

pub(crate) fn call(number: c_long, arguments: &[c_long]) -> Result<c_long, Errno> {
    let mut words = [0; 6];
    words[..arguments.len()].copy_from_slice(arguments);
    // SAFETY: see above.
    let result = unsafe {
        libc::syscall(number, words[0], words[1], words[2], words[3], words[4], words[5])
    };
    if result == -1 { Err(last_errno()) } else { Ok(result) }
}

/// Takes a descriptor that a system call has just returned.
pub(crate) fn descriptor(number: c_long) -> OwnedFd {
    let number = i32::try_from(number).unwrap_or(-1);
    // SAFETY: it was just made, so nobody else owns it.
    unsafe { OwnedFd::from_raw_fd(number) }
}

pub(crate) fn last_errno() -> Errno {
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::INVAL)
}

/// The bytes at `address` in this process.
pub(crate) fn memory(address: usize, size: usize) -> Vec<u8> {
    let start = std::ptr::with_exposed_provenance::<u8>(address);
    // SAFETY: see above.
    unsafe { std::slice::from_raw_parts(start, size) }.to_vec()
}

/// Overwrites memory of this process.
pub(crate) fn set_memory(address: usize, bytes: &[u8]) {
    let start = std::ptr::with_exposed_provenance_mut::<u8>(address);
    // SAFETY: see above.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len()) }
}

/// Maps shared memory (`mmap(2)`) and returns its address.
pub(crate) fn map(fd: &OwnedFd, size: usize, protection: i32, offset: u64) -> Result<usize, Errno> {
    let flags = libc::MAP_SHARED;
    let address = syscall!(libc::SYS_mmap, 0, size, protection, flags, fd, offset)?;
    usize::try_from(address).map_err(|_| Errno::FAULT)
}

/// A socket by its numbers.
pub(crate) fn socket(family: i32, kind: i32, protocol: i32) -> Result<OwnedFd, Errno> {
    let kind = kind | libc::SOCK_CLOEXEC;
    syscall!(libc::SYS_socket, family, kind, protocol).map(descriptor)
}

/// Runs `run` in a copy of this process, which then ends. Only for a program with one thread.
pub fn in_child(run: impl FnOnce()) -> io::Result<Pid> {
    // SAFETY: there is no other thread whose locks could be held.
    let child = unsafe { libc::fork() };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            run();
            // SAFETY: it does not return, and runs nothing of the parent's.
            unsafe { libc::_exit(0) }
        }
        child => Pid::from_raw(child).ok_or_else(|| Errno::CHILD.into()),
    }
}

/// Ends this process after a while, unless it ends by itself (`alarm(2)`).
pub fn alarm(seconds: u32) {
    // SAFETY: it only sets a timer.
    unsafe { libc::alarm(seconds) };
}

/// Open descriptors beyond the standard ones.
pub fn inherited_descriptors() -> Vec<i32> {
    let is_open = |fd: &i32| {
        // SAFETY: the descriptor is only looked at.
        unsafe { libc::fcntl(*fd, libc::F_GETFD) != -1 }
    };
    (3..1024).filter(is_open).collect()
}

/// Borrows a descriptor by its number.
pub(crate) fn borrowed(fd: i32) -> BorrowedFd<'static> {
    // SAFETY: only for descriptors that this process was born with and never closes.
    unsafe { BorrowedFd::borrow_raw(fd) }
}

/// Bytes of a plain C structure.
pub(crate) fn bytes_of<T>(value: &T) -> &[u8] {
    // SAFETY: the structures passed are C structures without padding that matters.
    unsafe { std::slice::from_raw_parts(std::ptr::from_ref(value).cast(), size_of::<T>()) }
}

/// Whether a folder of `/proc` shows processes.
pub(crate) fn proc_is_there() -> bool {
    fs::exists("/proc/self/status").unwrap_or(false)
}
