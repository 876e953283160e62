//! Numbers by which the actor tells apart what comes back to it.

use super::PreparationId;
use crate::run::RunId;

/// Each is given once.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    session: u32,
    run: u64,
    preparation: u64,
    attempt: u32,
}

impl Numbers {
    /// For a session of an app.
    pub(super) fn session(&mut self) -> u32 {
        self.session += 1;
        self.session
    }

    pub(super) fn run(&mut self) -> RunId {
        self.run += 1;
        RunId(self.run)
    }

    pub(super) fn preparation(&mut self) -> PreparationId {
        self.preparation += 1;
        PreparationId(self.preparation)
    }

    /// For something that a server tried to reach.
    pub(super) fn attempt(&mut self) -> u32 {
        self.attempt += 1;
        self.attempt
    }
}
