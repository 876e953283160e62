//! The server's part: a seccomp filter that has the keeper asked (`seccomp_unotify(2)`).

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd as _, OwnedFd};

use libc::{c_long, c_ulong, sock_fprog};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use rustix::thread::set_no_new_privs;

use super::calls::{self, Call, Kind};
use super::listener::Listener;
use crate::confine::ARCHITECTURE;
use crate::confine::bpf::{Program, When};
use crate::guard::hand_over;

/// Which calls the keeper is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    /// All that name a path: where what is not granted is not there either, a server looks at it
    /// and never comes to open it.
    Looks,
    /// Those that open or change something: Landlock denies no others.
    Opens,
}

/// What a server takes along through `fork`. All that needs memory is in it.
pub(crate) struct Filter {
    program: Program,
    sender: OwnedFd,
}

/// Where the keeper gets the listener.
pub(crate) struct Handover(OwnedFd);

/// A filter for a server that is about to be forked, and where its listener arrives.
///
/// The keeper must drop the filter after the fork.
pub(crate) fn watch(what: Option<Watch>, guards: bool) -> io::Result<(Filter, Handover)> {
    let (sender, receiver) = socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC | SocketFlags::NONBLOCK,
        None,
    )?;
    Ok((Filter { program: program(what, guards), sender }, Handover(receiver)))
}

impl Filter {
    /// Installs the filter and hands over its listener. From then on each call that names a path
    /// waits for the keeper; all that can still be done is to execute a program.
    ///
    /// Sets `no_new_privs`. Where another filter denies a call outright the keeper is not asked,
    /// whichever came first. Safe to call between fork and exec.
    pub(crate) fn install(&self) -> Result<(), Errno> {
        set_no_new_privs(true)?;
        let listener = self.listen()?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        let descriptors = [listener.as_fd()];
        if !ancillary.push(SendAncillaryMessage::ScmRights(&descriptors)) {
            return Err(Errno::NOBUFS);
        }
        sendmsg(&self.sender, &[IoSlice::new(b"!")], &mut ancillary, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// Without the flag of Linux 5.19 a signal interrupts a call that waits, which is then made
    /// again; with it only a deadly one does.
    fn listen(&self) -> Result<OwnedFd, Errno> {
        let new_listener = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
        match self.load(new_listener | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV) {
            Err(Errno::INVAL) => self.load(new_listener),
            loaded => loaded,
        }
    }

    fn load(&self, flags: c_ulong) -> Result<OwnedFd, Errno> {
        let instructions = self.program.instructions();
        let program = sock_fprog {
            len: u16::try_from(instructions.len()).map_err(|_| Errno::INVAL)?,
            filter: instructions.as_ptr().cast_mut(),
        };
        #[expect(unsafe_code, reason = "rustix has no `seccomp`")]
        // SAFETY: the kernel only reads the program, which outlives the call, and nobody else owns
        // the descriptor it returns.
        unsafe {
            let mode = libc::SECCOMP_SET_MODE_FILTER;
            let listener = libc::syscall(libc::SYS_seccomp, mode, flags, &raw const program);
            if listener < 0 {
                return Err(Errno::from_raw_os_error(*libc::__errno_location()));
            }
            descriptor(listener)
        }
    }
}

#[expect(unsafe_code, reason = "a system call returned it as a number")]
/// # Safety
/// Nobody else owns it.
unsafe fn descriptor(number: c_long) -> Result<OwnedFd, Errno> {
    let number = i32::try_from(number).map_err(|_| Errno::BADF)?;
    // SAFETY: as promised by the caller.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

impl Handover {
    /// The listener of a server that has installed its filter.
    ///
    /// # Errors
    /// `EAGAIN` if it has not yet.
    pub(crate) fn listener(&self) -> io::Result<Listener> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        let flags = RecvFlags::CMSG_CLOEXEC;
        recvmsg(&self.0, &mut [IoSliceMut::new(&mut byte)], &mut ancillary, flags)?;
        for message in ancillary.drain() {
            if let RecvAncillaryMessage::ScmRights(mut descriptors) = message
                && let Some(listener) = descriptors.next()
            {
                return Ok(Listener::new(listener));
            }
        }
        Err(Errno::BADF.into())
    }
}

impl AsFd for Handover {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Of a call on what is open already the keeper need not know: it has no path, but an empty one that
/// the filter can't read.
fn program(what: Option<Watch>, guards: bool) -> Program {
    let mut program = Program::default();
    program.load_architecture();
    program.when(When::Equal(ARCHITECTURE), |program| {
        program.load_number();
        let is_watched = |call: &&Call| match what {
            None => false,
            Some(Watch::Looks) => true,
            Some(Watch::Opens) => call.reaches(),
        };
        for call in calls::all().filter(is_watched) {
            program.when(When::Equal(number(call)), |program| {
                if let Kind::LookAs { flags } = call.kind {
                    program.load_argument(flags);
                    let empty_path = libc::AT_EMPTY_PATH.cast_unsigned();
                    program.when(When::AnyBitOf(empty_path), |program| {
                        program.give(libc::SECCOMP_RET_ALLOW);
                    });
                }
                program.give(libc::SECCOMP_RET_USER_NOTIF);
            });
        }
        if guards {
            hand_over(program);
        }
    });
    program.give(libc::SECCOMP_RET_ALLOW);
    program
}

fn number(call: &Call) -> u32 {
    u32::try_from(call.number).unwrap_or(u32::MAX)
}
