use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};

use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};

/// How many wait to be used again.
const KEPT: usize = 32;
/// Enough for a connection at full speed. What is not read yet takes no memory.
pub(super) const BYTES: usize = 256 << 10;

/// Pipes through which the kernel moves what goes from one connection to the other. Only a connection
/// on which something moves has one.
#[derive(Debug, Default)]
pub(super) struct Pipes(Mutex<Vec<Pipe>>);

#[derive(Debug)]
pub(super) struct Pipe {
    pub(super) reader: OwnedFd,
    pub(super) writer: OwnedFd,
}

impl Pipes {
    pub(super) fn take(&self) -> io::Result<Pipe> {
        if let Some(pipe) = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(pipe);
        }
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        // Not for an account that has very many pipes (pipe(7)): then it is a smaller one.
        _ = fcntl_setpipe_size(&writer, BYTES);
        Ok(Pipe { reader, writer })
    }

    /// Takes back one with nothing in it.
    pub(super) fn give_back(&self, pipe: Pipe) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.push(pipe);
        }
    }
}
