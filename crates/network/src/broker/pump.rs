//! One direction of a connection: the kernel moves the bytes, and they are never in our memory
//! (`splice(2)`).

use std::io;
use std::os::fd::AsFd as _;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::net::sockopt::set_socket_linger;
use rustix::net::{Shutdown, shutdown};
use rustix::pipe::{SpliceFlags, splice};
use tokio::io::Interest;
use tokio::net::TcpStream;

use super::pipes::{BYTES, Pipe, Pipes};

/// Passes on what comes, until the end of it; then that is passed on too.
pub(super) async fn pump(
    from: &TcpStream,
    to: &TcpStream,
    count: &AtomicU64,
    pipes: &Pipes,
) -> io::Result<()> {
    loop {
        from.readable().await?;
        let pipe = pipes.take()?;
        let ended = drain(from, to, count, &pipe).await?;
        pipes.give_back(pipe);
        if ended {
            // Whoever is gone needs no end.
            _ = shutdown(to, Shutdown::Write);
            return Ok(());
        }
    }
}

/// Passes on what is there now; whether that was the last.
async fn drain(
    from: &TcpStream,
    to: &TcpStream,
    count: &AtomicU64,
    pipe: &Pipe,
) -> io::Result<bool> {
    loop {
        let filled = from.try_io(Interest::READABLE, || {
            move_bytes(|flags| splice(from.as_fd(), None, pipe.writer.as_fd(), None, BYTES, flags))
        });
        let mut left = match filled {
            Ok(0) => return Ok(true),
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
            Err(error) => return Err(error),
        };
        while left > 0 {
            to.writable().await?;
            let emptied = to.try_io(Interest::WRITABLE, || {
                move_bytes(|flags| splice(pipe.reader.as_fd(), None, to.as_fd(), None, left, flags))
            });
            match emptied {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(bytes) => {
                    left -= bytes;
                    count.fetch_add(bytes as u64, Ordering::Relaxed);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        // A connection that never has nothing to say takes its turn.
        tokio::task::consume_budget().await;
    }
}

fn move_bytes(splice: impl Fn(SpliceFlags) -> rustix::io::Result<usize>) -> io::Result<usize> {
    let flags = SpliceFlags::MOVE | SpliceFlags::NONBLOCK;
    Ok(rustix::io::retry_on_intr(|| splice(flags))?)
}

/// Has the connection end at once when it is closed, with an error at the other end and whatever is
/// under way lost.
pub(super) fn cut(stream: &TcpStream) {
    _ = set_socket_linger(stream, Some(std::time::Duration::ZERO));
}
