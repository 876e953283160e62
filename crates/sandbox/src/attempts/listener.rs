//! The keeper's end of the filter (`seccomp_unotify(2)`).

use std::io;
use std::mem::zeroed;
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd};

use libc::{c_long, c_ulong, c_void, seccomp_notif, seccomp_notif_addfd, seccomp_notif_resp};
use rustix::io::Errno;
use rustix::process::Pid;

// `_IOWR('!', n, …)` of <linux/seccomp.h>. Sizes are a part of the numbers, so a kernel with other
// structures does not take these.
const RECEIVE: c_ulong = 0xc050_2100;
const SEND: c_ulong = 0xc018_2101;
const IS_VALID: c_ulong = 0x4008_2102;
const ADD_DESCRIPTOR: c_ulong = 0x4018_2103;
const SET_FLAGS: c_ulong = 0x4008_2104;
/// `SECCOMP_USER_NOTIF_FLAG_CONTINUE`, which libc has in another width.
const CONTINUE: u32 = 1;
/// `SECCOMP_ADDFD_FLAG_SEND`, since Linux 5.14.
const ADD_AND_SEND: u32 = 2;
/// `SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP`, since Linux 6.6.
const SYNC_WAKE_UP: usize = 1;

pub(crate) struct Listener(OwnedFd);

/// A call that waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notification {
    pub(crate) id: u64,
    pub(crate) thread: Pid,
    pub(crate) call: c_long,
    pub(crate) arguments: [u64; 6],
}

impl Listener {
    pub(super) fn new(fd: OwnedFd) -> Self {
        let listener = Self(fd);
        // Only for speed: caller and keeper take turns, and need no second processor for it.
        _ = listener.call(SET_FLAGS, SYNC_WAKE_UP as *mut c_void);
        listener
    }

    /// Waits for a call, unless the descriptor can be read. `None` if its caller was killed, or can't
    /// be told from here; then it went on.
    pub(super) fn receive(&self) -> io::Result<Option<Notification>> {
        #[expect(unsafe_code, reason = "a structure of numbers, which the kernel wants all zero")]
        // SAFETY: zero is a value of each of them.
        let mut received: seccomp_notif = unsafe { zeroed() };
        match self.call(RECEIVE, (&raw mut received).cast()) {
            Ok(()) => {}
            Err(Errno::NOENT | Errno::INTR) => return Ok(None),
            Err(errno) => return Err(errno.into()),
        }
        let Some(thread) = Pid::from_raw(received.pid.cast_signed()).filter(|_| received.pid > 0)
        else {
            self.resume(received.id)?;
            return Ok(None);
        };
        let data = received.data;
        let call = c_long::from(data.nr);
        Ok(Some(Notification { id: received.id, thread, call, arguments: data.args }))
    }

    /// Whether the call with this number has neither gone on nor died with its caller.
    pub(crate) fn still_waits(&self, id: u64) -> bool {
        self.call(IS_VALID, (&raw const id).cast_mut().cast()).is_ok()
    }

    /// Lets a call go on as if nobody had been asked. Nothing to do if its caller is gone.
    pub(crate) fn resume(&self, id: u64) -> io::Result<()> {
        self.send(seccomp_notif_resp { id, val: 0, error: 0, flags: CONTINUE })
    }

    /// Has a call fail. Nothing to do if its caller is gone.
    pub(crate) fn fail(&self, id: u64, errno: Errno) -> io::Result<()> {
        let error = -errno.raw_os_error();
        self.send(seccomp_notif_resp { id, val: 0, error, flags: 0 })
    }

    /// Has a call succeed that returns nothing.
    pub(crate) fn succeed(&self, id: u64) -> io::Result<()> {
        self.send(seccomp_notif_resp { id, val: 0, error: 0, flags: 0 })
    }

    /// Has a call return this file as a new descriptor of its caller's.
    pub(crate) fn give(&self, id: u64, file: BorrowedFd<'_>, cloexec: bool) -> io::Result<()> {
        let given = seccomp_notif_addfd {
            id,
            flags: ADD_AND_SEND,
            srcfd: file.as_raw_fd().cast_unsigned(),
            newfd: 0,
            newfd_flags: if cloexec { libc::O_CLOEXEC.cast_unsigned() } else { 0 },
        };
        match self.call(ADD_DESCRIPTOR, (&raw const given).cast_mut().cast()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            // It may have no more of them.
            Err(errno) => self.fail(id, errno),
        }
    }

    fn send(&self, mut response: seccomp_notif_resp) -> io::Result<()> {
        match self.call(SEND, (&raw mut response).cast()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }

    fn call(&self, request: c_ulong, argument: *mut c_void) -> Result<(), Errno> {
        #[expect(
            unsafe_code,
            reason = "rustix has no seccomp listener, and each libc another `ioctl`"
        )]
        // SAFETY: the argument points to the structure that the request is for, or is a number.
        unsafe {
            if libc::syscall(libc::SYS_ioctl, self.0.as_raw_fd(), request, argument) < 0 {
                return Err(Errno::from_raw_os_error(*libc::__errno_location()));
            }
        }
        Ok(())
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
