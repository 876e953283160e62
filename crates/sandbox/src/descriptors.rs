//! What a process was handed and does not want.

use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};

/// Closes every descriptor from 3 on (`close_range(2)`, Linux 5.9).
///
/// Nothing in this process may own one yet.
///
/// # Errors
/// The kernel is older.
pub fn close_all_but_standard() -> io::Result<()> {
    close(3, u32::MAX)
}

/// Closes all that is not in `kept`: the keeper's descriptors are nothing for a process that does
/// one thing in its stead.
///
/// This process must never return to anything that owns another one.
pub fn close_all_but(kept: &[BorrowedFd<'_>]) {
    let mut kept: Vec<_> = kept.iter().map(|fd| fd.as_raw_fd().cast_unsigned()).collect();
    kept.sort_unstable();
    let mut first = 0;
    for fd in kept {
        if fd > first {
            _ = close(first, fd - 1);
        }
        first = fd + 1;
    }
    _ = close(first, u32::MAX);
}

fn close(first: u32, last: u32) -> io::Result<()> {
    #[expect(unsafe_code, reason = "rustix has no `close_range`, and glibc has it only of late")]
    // SAFETY: nobody owns a descriptor that this closes, or goes on to use it.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, first, last, 0_u32) };
    if closed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
