use std::io;

/// Closes every descriptor from 3 on (`close_range(2)`, Linux 5.9).
///
/// Nothing in this process may own one yet.
pub(crate) fn close_all_but_standard() -> io::Result<()> {
    #[expect(unsafe_code, reason = "rustix has no `close_range`, and glibc has it only of late")]
    // SAFETY: nobody owns a descriptor that this closes.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32) };
    if closed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
