use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd as _, OwnedFd};
use std::ptr;

use rustix::io::{Errno, read, retry_on_intr};

const ASKING_TO_END: [i32; 4] = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT];

/// `SIGCHLD` and the signals that ask a process to end, blocked and read as a descriptor
/// (`signalfd(2)`).
pub(crate) struct Signals(OwnedFd);

impl Signals {
    pub(crate) fn block() -> io::Result<Self> {
        let set = set_of(ASKING_TO_END.into_iter().chain([libc::SIGCHLD]));
        #[expect(unsafe_code, reason = "rustix has neither `sigprocmask` nor `signalfd`")]
        // SAFETY: the set is initialised, the old one is not asked for, and nobody else owns the new
        // descriptor.
        unsafe {
            if libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut()) != 0 {
                return Err(io::Error::last_os_error());
            }
            let fd = libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
            if fd < 0 {
                Err(io::Error::last_os_error())
            } else {
                Ok(Self(OwnedFd::from_raw_fd(fd)))
            }
        }
    }

    /// Takes all that are pending; whether one of them asks the keeper to end.
    pub(crate) fn take(&self) -> io::Result<bool> {
        let mut asked_to_end = false;
        loop {
            let mut info = [0_u8; size_of::<libc::signalfd_siginfo>()];
            match retry_on_intr(|| read(&self.0, &mut info)) {
                Ok(_) => {}
                Err(Errno::AGAIN) => return Ok(asked_to_end),
                Err(errno) => return Err(errno.into()),
            }
            // The number is the first field.
            let number = info.first_chunk().map(|number| i32::from_ne_bytes(*number));
            asked_to_end |= number.is_some_and(|number| ASKING_TO_END.contains(&number));
        }
    }
}

fn set_of(signals: impl IntoIterator<Item = i32>) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    #[expect(unsafe_code, reason = "a set is initialised in place")]
    // SAFETY: `sigemptyset` initialises the set before anything else uses it.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), signal);
        }
        set.assume_init()
    }
}

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
