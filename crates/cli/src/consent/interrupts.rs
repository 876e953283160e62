//! A person at a terminal who goes away without an answer.

use std::io;

use paddock_control::view::Failure;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Ctrl-C, and the end of the terminal. From its making on, neither ends this program.
#[derive(Debug)]
pub(super) struct Interrupts {
    interrupt: Signal,
    hang_up: Signal,
}

impl Interrupts {
    pub(super) fn listen() -> Result<Self, Failure> {
        Self::listening().map_err(Failure::internal)
    }

    fn listening() -> io::Result<Self> {
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, hang_up: signal(SignalKind::hangup())? })
    }

    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.hang_up.recv() => {}
        }
    }
}
