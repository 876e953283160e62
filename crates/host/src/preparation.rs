//! What a launch is prepared with, to see whether that still holds once it is.

use std::path::PathBuf;
use std::sync::Arc;

use paddock_core::{Confinement, RootList, SessionId};

use crate::overview::Overview;

/// Names one preparation, so that what came of an earlier one is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PreparationId(pub(crate) u64);

/// What a launch is prepared with. Where any of it has changed by the time it is, it is prepared
/// again: what was taken meanwhile is in no policy.
#[derive(Clone, Debug)]
pub(crate) struct Preparation {
    pub(crate) id: PreparationId,
    pub(crate) chosen: Confinement,
    pub(crate) folders: Arc<RootList>,
    pub(crate) programs: Vec<PathBuf>,
}

impl Preparation {
    /// Whether it is still what a launch would be prepared with.
    pub(crate) fn holds(&self, session: SessionId, now: Overview<'_>) -> bool {
        let Self { chosen, folders, programs, .. } = self;
        let (known, wanted) = (now.state.server(session.server), now.state.wanted(session));
        known.is_some_and(|known| known.confinement == *chosen)
            && wanted.is_some_and(|wanted| wanted.generation == folders.generation)
            && now.programs() == *programs
    }
}
