//! Children of the keeper that execute nothing, but find something out in its stead.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read, retry_on_intr, write};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, getppid, kill_process,
    pidfd_open, pidfd_send_signal, set_parent_process_death_signal, waitid, waitpid,
};

/// How long a killed child is waited for: what hangs in the kernel does not end yet.
const BURIAL: Duration = Duration::from_secs(2);

/// A child that answers through a pipe; killed and buried when it is dropped.
pub(crate) struct Child {
    /// Its number may be another's once somebody else has waited for it; this is not.
    process: OwnedFd,
    answers: OwnedFd,
}

/// Waits until something can be read, and may do something meanwhile: whether it can in time.
pub(crate) type Wait<'a> = &'a mut dyn FnMut(BorrowedFd<'_>, Duration) -> io::Result<bool>;

/// The child's end of the pipe.
pub(crate) struct AnswerPipe(OwnedFd);

impl Child {
    /// `act` runs between fork and exit: all that it does must be async-signal-safe.
    pub(crate) fn start(act: impl FnOnce(&AnswerPipe)) -> io::Result<Self> {
        let (answers, child_end) = pipe_with(PipeFlags::CLOEXEC)?;
        let keeper = getpid();
        if let Some(pid) = fork()? {
            let process = pidfd_open(pid, PidfdFlags::empty());
            let process = process.inspect_err(|_| bury_unseen(pid))?;
            return Ok(Self { process, answers });
        }
        let bound = set_parent_process_death_signal(Some(Signal::KILL));
        // The keeper may have died before the signal was set. From within a process namespace it
        // can't be seen, but there the first process dies with it and takes this one along.
        if bound.is_ok() && getppid().is_none_or(|parent| parent == keeper) {
            act(&AnswerPipe(child_end));
        }
        exit_at_once()
    }

    /// The next answer, or `None` if none comes in time.
    pub(crate) fn answer<const SIZE: usize>(
        &self,
        time: Duration,
    ) -> io::Result<Option<[u8; SIZE]>> {
        let mut answer = [0; SIZE];
        let is_there = self.answer_into(&mut answer, time)?;
        Ok(is_there.then_some(answer))
    }

    /// Has it end, which takes time.
    pub(crate) fn kill(&self) {
        _ = pidfd_send_signal(&self.process, Signal::KILL);
    }

    /// Readable where there is an answer.
    pub(crate) fn answers(&self) -> BorrowedFd<'_> {
        self.answers.as_fd()
    }

    /// As [`answer`](Self::answer), for one that is as long as `answer`; whether it came in time.
    pub(crate) fn answer_into(&self, answer: &mut [u8], time: Duration) -> io::Result<bool> {
        if !readable_within(self.answers(), time)? {
            return Ok(false);
        }
        self.read_answer(answer).map(|()| true)
    }

    /// The answer that is there.
    pub(crate) fn read_answer(&self, answer: &mut [u8]) -> io::Result<()> {
        let count = retry_on_intr(|| read(&self.answers, &mut *answer))?;
        if count == answer.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Drop for Child {
    /// If it does not end, it is buried with the rest of the tree.
    fn drop(&mut self) {
        self.kill();
        _ = readable_within(self.process.as_fd(), BURIAL);
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        _ = retry_on_intr(|| waitid(WaitId::PidFd(self.process.as_fd()), ended));
    }
}

/// Of one that can't be told from others later.
fn bury_unseen(pid: Pid) {
    _ = kill_process(pid, Signal::KILL);
    _ = retry_on_intr(|| waitpid(Some(pid), WaitOptions::empty()));
}

impl AnswerPipe {
    /// An answer of less than a page arrives whole (`pipe(7)`). If it doesn't, the keeper misses it.
    pub(crate) fn send(&self, answer: &[u8]) {
        _ = retry_on_intr(|| write(&self.0, answer));
    }
}

/// The child, or `None` in the child itself.
pub(crate) fn fork() -> io::Result<Option<Pid>> {
    #[expect(unsafe_code, reason = "rustix has no `fork`")]
    // SAFETY: the child only does what is safe after fork, and then exits.
    let pid = unsafe { libc::fork() };
    if pid < 0 { Err(io::Error::last_os_error()) } else { Ok(Pid::from_raw(pid)) }
}

pub(crate) fn exit_at_once() -> ! {
    #[expect(unsafe_code, reason = "a forked child must not run what `exit` runs")]
    // SAFETY: ends the process, whatever state it is in.
    unsafe {
        libc::_exit(0)
    }
}

pub(crate) fn readable_within(fd: BorrowedFd<'_>, time: Duration) -> io::Result<bool> {
    let end = Instant::now() + time;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(|_| Errno::INVAL)?;
        match poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&left)) {
            Ok(ready) => return Ok(ready > 0),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}

#[cfg(test)]
impl Child {
    /// How it ends by itself.
    pub(crate) fn end(&self) -> rustix::process::WaitIdStatus {
        let patience = Duration::from_secs(30);
        assert!(readable_within(self.process.as_fd(), patience).unwrap(), "the child does not end");
        waitid(WaitId::PidFd(self.process.as_fd()), WaitIdOptions::EXITED).unwrap().unwrap()
    }
}
