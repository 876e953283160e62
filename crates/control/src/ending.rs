//! Ending a host that can't be asked to: it is of another version, or does not answer.

use std::io;
use std::path::Path;

use tokio::net::UnixStream;

use crate::connect::reach_any;
use crate::view::{Code, Failure};

/// Has the host of this folder of data end by `SIGTERM`, and kills it if it has not in time. Returns once it has ended, and
/// whether one ran.
///
/// # Errors
/// It can't be reached, or is not the person's own.
pub async fn end_by_signal(data: &Path) -> Result<bool, Failure> {
    let Some(stream) = reach_any(data).await? else { return Ok(false) };
    end(&stream)
        .await
        .map_err(|error| Failure::new(Code::HostUnreachable).with("reason", error))?;
    Ok(true)
}

#[cfg(target_os = "linux")]
async fn end(stream: &UnixStream) -> io::Result<()> {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
    use tokio::io::unix::AsyncFd;

    /// How long a host may take to stop its servers and end.
    const ENDS: std::time::Duration = std::time::Duration::from_secs(20);

    let pid = stream.peer_cred()?.pid().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| io::Error::other("it has no process"))?;
    let Ok(host) = pidfd_open(pid, PidfdFlags::NONBLOCK) else { return Ok(()) };
    // While it is connected, the number is still that of its process.
    if has_ended(stream)? {
        return Ok(());
    }
    #[expect(deprecated, reason = "sound for an `OwnedFd`, which stays open until it is dropped")]
    let host = AsyncFd::new(host)?;
    let tell = |signal| match pidfd_send_signal(host.get_ref(), signal) {
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(error) => Err(io::Error::from(error)),
    };
    tell(Signal::TERM)?;
    // One that was stopped hears it only when it goes on.
    tell(Signal::CONT)?;
    if tokio::time::timeout(ENDS, host.readable()).await.is_err() {
        tell(Signal::KILL)?;
        host.readable().await?.retain_ready();
    }
    Ok(())
}

/// Whether nobody is at the other end any more; what was said before may still be there to read.
#[cfg(target_os = "linux")]
fn has_ended(stream: &UnixStream) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut ends = [PollFd::new(stream, PollFlags::empty())];
    poll(&mut ends, Some(&Timespec::default()))?;
    Ok(ends[0].revents().contains(PollFlags::HUP))
}

/// There is no host on other systems so far.
#[cfg(not(target_os = "linux"))]
fn end(_: &UnixStream) -> std::future::Ready<io::Result<()>> {
    std::future::ready(Err(io::ErrorKind::Unsupported.into()))
}
