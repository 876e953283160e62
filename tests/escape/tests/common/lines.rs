use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Long enough for a busy machine; nothing waits for it when all is well.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// Lines from a pipe, each waited for only so long.
#[derive(Debug)]
pub(crate) struct Lines {
    pipe: File,
    unread: Vec<u8>,
}

impl Lines {
    pub(crate) fn new(pipe: impl Into<OwnedFd>) -> Self {
        Self { pipe: File::from(pipe.into()), unread: Vec::new() }
    }

    /// `None` at the end.
    pub(crate) fn next(&mut self) -> Option<String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return Some(String::from_utf8_lossy(&line[..end]).into_owned());
            }
            wait_for(&self.pipe, deadline);
            let mut bytes = [0; 4096];
            match self.pipe.read(&mut bytes).unwrap() {
                0 => return None,
                count => self.unread.extend_from_slice(&bytes[..count]),
            }
        }
    }
}

/// Waits until there is something to read.
pub(crate) fn wait_for(source: &impl std::os::fd::AsFd, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now());
    let left = Timespec::try_from(left).unwrap();
    let mut polled = [PollFd::from_borrowed_fd(source.as_fd(), PollFlags::IN)];
    assert!(poll(&mut polled, Some(&left)).unwrap() > 0, "waited in vain for an answer");
}
