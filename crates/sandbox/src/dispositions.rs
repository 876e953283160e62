//! What a process does on a signal, as far as whoever started it decided that.

use std::io;
use std::mem::MaybeUninit;
use std::ptr;

/// The highest number of a signal (`signal(7)`).
const LAST: i32 = 64;

/// Has every signal that the starter ignored do what it does by itself, and none be blocked. A closed
/// pipe stays an error of who writes to it, as Rust has it.
pub fn reset_signals() {
    for signal in (1..=LAST).filter(|signal| *signal != libc::SIGPIPE && is_ignored(*signal)) {
        #[expect(unsafe_code, reason = "rustix has no `signal`")]
        // SAFETY: no handler is set.
        unsafe {
            libc::signal(signal, libc::SIG_DFL)
        };
    }
    _ = unblock_all();
}

/// A mask is inherited. Safe to call between fork and exec.
///
/// # Errors
/// The kernel refuses.
pub fn unblock_all() -> io::Result<()> {
    let mut none = MaybeUninit::uninit();
    #[expect(unsafe_code, reason = "rustix has no `sigprocmask`")]
    // SAFETY: `sigemptyset` initialises the set, and the old one is not asked for.
    let changed = unsafe {
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), ptr::null_mut())
    };
    if changed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn is_ignored(signal: i32) -> bool {
    let mut now = MaybeUninit::<libc::sigaction>::uninit();
    #[expect(unsafe_code, reason = "rustix has no `sigaction`")]
    // SAFETY: nothing is changed, and what is there is read only where it was written.
    unsafe {
        libc::sigaction(signal, ptr::null(), now.as_mut_ptr()) == 0
            && now.assume_init().sa_sigaction == libc::SIG_IGN
    }
}
