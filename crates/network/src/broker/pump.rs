//! One direction of a connection: the kernel moves the bytes, and they are never in our memory
//! (`splice(2)`).

use std::io;
use std::os::fd::AsFd as _;

use rustix::net::sockopt::set_socket_linger;
use rustix::net::{RecvFlags, Shutdown, recv, shutdown};
use rustix::pipe::{SpliceFlags, splice};
use tokio::io::Interest;
use tokio::net::TcpStream;

use super::meter::Meter;
use super::pipes::{BYTES, Pipe, Pipes};
use crate::quota::Spent;

/// Passes on what comes, until the end of it; then that is passed on too.
pub(super) async fn pump(
    from: &TcpStream,
    to: &TcpStream,
    meter: Meter<'_>,
    pipes: &Pipes,
) -> io::Result<()> {
    loop {
        from.readable().await?;
        let pipe = pipes.take()?;
        let drained = drain(from, to, meter, &pipe).await?;
        pipes.give_back(pipe);
        match drained {
            Drained::ForNow => {}
            Drained::Held => meter.room(from).await?,
            Drained::Ended => {
                // Whoever is gone needs no end.
                _ = shutdown(to, Shutdown::Write);
                return Ok(());
            }
        }
    }
}

enum Drained {
    ForNow,
    /// More is there, and may not be taken.
    Held,
    Ended,
}

/// Passes on what is there now, as far as that may pass.
async fn drain(
    from: &TcpStream,
    to: &TcpStream,
    meter: Meter<'_>,
    pipe: &Pipe,
) -> io::Result<Drained> {
    loop {
        let fill = |most| {
            move_bytes(|flags| splice(from.as_fd(), None, pipe.writer.as_fd(), None, most, flags))
        };
        let filled = from.try_io(Interest::READABLE, || match meter.spend(BYTES, fill)? {
            Spent::Held if has_ended(from)? => Ok(Spent::Bytes(0)),
            spent @ (Spent::Bytes(_) | Spent::Held) => Ok(spent),
        });
        let mut left = match filled {
            Ok(Spent::Bytes(0)) => return Ok(Drained::Ended),
            Ok(Spent::Bytes(bytes)) => bytes,
            Ok(Spent::Held) => return Ok(Drained::Held),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(Drained::ForNow),
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
                    meter.count(bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        // A connection that never has nothing to say takes its turn.
        tokio::task::consume_budget().await;
    }
}

/// Whether nothing more comes. Who has sent all that it may, and wants no more, is not held.
fn has_ended(from: &TcpStream) -> io::Result<bool> {
    let mut byte = [0; 1];
    let (_, count) = rustix::io::retry_on_intr(|| recv(from, &mut byte, RecvFlags::PEEK))?;
    Ok(count == 0)
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
