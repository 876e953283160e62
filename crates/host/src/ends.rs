//! The two ends of an app, as its shim handed them over: pipes, sockets, a terminal.
//!
//! Whatever else a program may send is not touched: looking at a file asks its filesystem, and
//! closing one waits for it, for ever if it does not answer.

use std::fs::{File, read_link};
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::termios::isatty;
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

use crate::handle::{Input, Output};

/// How long a terminal may take nothing: somebody may have stopped it.
const STOPPED: Timespec = Timespec { tv_sec: 30, tv_nsec: 0 };
/// How much is copied at once, in bytes.
const CHUNK: usize = 8 * 1024;
/// Threads that wait for terminals, or for the end of a descriptor, at the most.
const WAITING: usize = 32;

static WAITS: AtomicUsize = AtomicUsize::new(0);

/// # Errors
/// It is neither a pipe, nor a socket, nor a terminal; or too many terminals are in use.
pub(crate) fn input(end: OwnedFd) -> io::Result<Input> {
    Ok(match kind(end)? {
        Kind::Pipe(end) => Box::pin(pipe::Receiver::from_owned_fd(end)?),
        Kind::Socket(end) => Box::pin(socket(end)?),
        Kind::Terminal(end) => {
            let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
            copy(end, writer)?;
            Box::pin(pipe::Receiver::from_owned_fd(reader)?)
        }
    })
}

/// # Errors
/// As for [`input`].
pub(crate) fn output(end: OwnedFd) -> io::Result<Output> {
    Ok(match kind(end)? {
        Kind::Pipe(end) => Box::pin(pipe::Sender::from_owned_fd(end)?),
        Kind::Socket(end) => Box::pin(socket(end)?),
        Kind::Terminal(end) => {
            let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
            copy(reader, end)?;
            Box::pin(pipe::Sender::from_owned_fd(writer)?)
        }
    })
}

enum Kind {
    Pipe(OwnedFd),
    Socket(OwnedFd),
    Terminal(OwnedFd),
}

fn kind(end: OwnedFd) -> io::Result<Kind> {
    // The name that the kernel gives it, for which no filesystem is asked.
    let name = read_link(format!("/proc/self/fd/{}", end.as_raw_fd()))?;
    let name = name.to_string_lossy();
    if name.starts_with("pipe:[") {
        return Ok(Kind::Pipe(end));
    }
    if name.starts_with("socket:[") {
        return Ok(Kind::Socket(end));
    }
    if name.starts_with("/dev/") && isatty(&end) {
        return Ok(Kind::Terminal(end));
    }
    let reason = format!("neither a pipe, nor a socket, nor a terminal: {name}");
    let_go(vec![end]);
    Err(io::Error::other(reason))
}

/// Closes descriptors of any kind, where that may take for ever.
pub(crate) fn let_go(ends: Vec<OwnedFd>) {
    let waits = Waits::begin().and_then(|waits| {
        let close = move || {
            drop(ends);
            drop(waits);
        };
        std::thread::Builder::new().name("paddock-close".into()).spawn(close)
    });
    if let Err(error) = waits {
        tracing::warn!(%error, "descriptors of a shim could not be closed elsewhere");
    }
}

fn socket(end: OwnedFd) -> io::Result<UnixStream> {
    let socket = std::os::unix::net::UnixStream::from(end);
    // Another kind of socket has no such name.
    socket.local_addr()?;
    socket.set_nonblocking(true)?;
    UnixStream::from_std(socket)
}

/// A thread that may wait, counted.
struct Waits;

impl Waits {
    fn begin() -> io::Result<Self> {
        if WAITS.fetch_add(1, Ordering::Relaxed) < WAITING {
            return Ok(Self);
        }
        WAITS.fetch_sub(1, Ordering::Relaxed);
        Err(io::Error::other("too many terminals are in use"))
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        WAITS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Copies on a thread that may wait: a terminal shares its description with the shell that it was
/// started from, which must not find it non-blocking.
fn copy(from: OwnedFd, to: OwnedFd) -> io::Result<()> {
    let waits = Waits::begin()?;
    let (mut from, mut to) = (File::from(from), File::from(to));
    let go = move || {
        let _counted = waits;
        let mut bytes = [0; CHUNK];
        // Not by `io::copy`: a pipe that is spliced into a terminal stays locked while that waits.
        while is_next(from.as_fd(), to.as_fd()) {
            match from.read(&mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(read) if takes(to.as_fd()) && to.write_all(&bytes[..read]).is_ok() => {}
                Ok(_) => return,
            }
        }
    };
    std::thread::Builder::new().name("paddock-end".into()).spawn(go).map(drop)
}

/// Waits for more to copy. No more comes once nobody takes it.
fn is_next(from: BorrowedFd<'_>, to: BorrowedFd<'_>) -> bool {
    let mut ends = [
        PollFd::from_borrowed_fd(from, PollFlags::IN),
        PollFd::from_borrowed_fd(to, PollFlags::empty()),
    ];
    loop {
        match poll(&mut ends, None) {
            Ok(_) => return ends[1].revents().is_empty(),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

fn takes(to: BorrowedFd<'_>) -> bool {
    let mut end = [PollFd::from_borrowed_fd(to, PollFlags::OUT)];
    loop {
        match poll(&mut end, Some(&STOPPED)) {
            Ok(ready) => return ready > 0,
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
