use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::io::AsyncWrite;

use crate::tree::StdinPipe;

/// The writing end of a server's standard input.
///
/// The job can close it under a writer that waits for a server which no longer reads; the write then
/// fails with [`io::ErrorKind::BrokenPipe`]. Shutting it down or dropping it closes it too.
#[derive(Debug)]
pub struct Stdin(Arc<Shared>);

/// Looks into the pipe of the [`Stdin`] it was made from.
#[derive(Clone, Debug)]
pub struct Unread(Arc<Shared>);

impl Unread {
    /// Whether the server has yet to read something of what was written. Where the system does not
    /// say, it has not.
    pub fn is_some(&self) -> bool {
        self.0.lock().pipe.as_ref().is_some_and(holds_something)
    }
}

#[cfg(unix)]
fn holds_something(pipe: &StdinPipe) -> bool {
    rustix::io::ioctl_fionread(pipe).is_ok_and(|bytes| bytes > 0)
}

#[cfg(not(unix))]
fn holds_something(_pipe: &StdinPipe) -> bool {
    false
}

/// Closes the [`Stdin`] it was made from.
#[derive(Debug)]
pub(crate) struct Closer(Arc<Shared>);

#[derive(Debug)]
struct Shared(Mutex<State>);

#[derive(Debug)]
struct State {
    pipe: Option<StdinPipe>,
    /// Waits for the server to read.
    writer: Option<Waker>,
}

impl Stdin {
    pub(crate) fn new(pipe: StdinPipe) -> Self {
        Self(Arc::new(Shared(Mutex::new(State { pipe: Some(pipe), writer: None }))))
    }

    pub fn unread(&self) -> Unread {
        Unread(Arc::clone(&self.0))
    }

    pub(crate) fn closer(&self) -> Closer {
        Closer(Arc::clone(&self.0))
    }

    fn poll<T>(
        &self,
        cx: &mut Context<'_>,
        act: impl FnOnce(Pin<&mut StdinPipe>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let mut state = self.0.lock();
        let Some(pipe) = &mut state.pipe else {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        };
        let polled = act(Pin::new(pipe), cx);
        state.writer = polled.is_pending().then(|| cx.waker().clone());
        polled
    }
}

impl Closer {
    pub(crate) fn close(&self) {
        self.0.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        let (pipe, writer) = {
            let mut state = self.lock();
            (state.pipe.take(), state.writer.take())
        };
        drop(pipe);
        if let Some(writer) = writer {
            writer.wake();
        }
    }
}

impl Drop for Stdin {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl AsyncWrite for Stdin {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll(cx, |pipe, cx| pipe.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll(cx, |pipe, cx| pipe.poll_write_vectored(cx, slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll(cx, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.close();
        Poll::Ready(Ok(()))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::fd::OwnedFd;

    use tokio::io::AsyncWriteExt as _;
    use tokio::net::unix::pipe::Sender;

    use super::*;

    #[tokio::test]
    async fn what_was_written_is_unread_until_the_other_end_reads_it() {
        let (reader, writer): (OwnedFd, OwnedFd) =
            rustix::pipe::pipe_with(rustix::pipe::PipeFlags::NONBLOCK).unwrap();
        let mut stdin = Stdin::new(Sender::from_owned_fd(writer).unwrap());
        let unread = stdin.unread();
        assert!(!unread.is_some());
        stdin.write_all(b"line\n").await.unwrap();
        assert!(unread.is_some());
        rustix::io::read(&reader, &mut [0; 16]).unwrap();
        assert!(!unread.is_some());
        drop(stdin);
        assert!(!unread.is_some());
    }
}
