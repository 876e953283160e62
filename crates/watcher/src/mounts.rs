//! Mounting and unmounting, as `/proc/self/mountinfo` tells it (`proc_pid_mountinfo(5)`).

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread;

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::io::{Errno, write};

use crate::inbox::Inbox;
use crate::watches::Touch;

/// Ends its thread when it is dropped.
#[derive(Debug)]
pub(crate) struct Mounts {
    stop: Arc<OwnedFd>,
}

impl Mounts {
    /// Has every root looked at whenever something was mounted or unmounted.
    pub(crate) fn watch(inbox: Arc<Inbox>) -> io::Result<Self> {
        // Not `self`: a thread may live among other mounts than the first thread of its process.
        let mounts = File::open("/proc/thread-self/mountinfo")?;
        let stop = Arc::new(eventfd(0, EventfdFlags::CLOEXEC)?);
        let stopped = Arc::clone(&stop);
        thread::Builder::new().name("paddock-mounts".into()).spawn(move || {
            while let Some(changed) = wait(&mounts, &stopped).transpose() {
                match changed {
                    Ok(()) => inbox.touch(Touch::Everything),
                    Err(error) => {
                        tracing::error!(%error, "mounts can't be watched any more");
                        return inbox.lose_mounts();
                    }
                }
            }
        })?;
        Ok(Self { stop })
    }
}

impl Drop for Mounts {
    fn drop(&mut self) {
        if let Err(error) = write(&self.stop, &1_u64.to_ne_bytes()) {
            tracing::warn!(%error, "thread that watches mounts can't be stopped");
        }
    }
}

/// Waits for a change; `None` when it is to stop.
fn wait(mounts: &File, stop: &OwnedFd) -> Result<Option<()>, Errno> {
    let mut sources = [PollFd::new(mounts, PollFlags::PRI), PollFd::new(stop, PollFlags::IN)];
    loop {
        match poll(&mut sources, None) {
            Ok(_) if !sources[1].revents().is_empty() => return Ok(None),
            Ok(_) => return Ok(Some(())),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
}
