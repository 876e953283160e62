//! What waited for a decision and got none. It waits once: whoever tries again soon is refused at once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::{Meant, Name};

/// How long nothing waits that did before, unless something is decided meanwhile.
const REST: Duration = Duration::from_mins(1);
/// How many are remembered; a server can make up names without end.
const MOST: usize = 64;

/// What a person is to decide about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wanted {
    Name(Name),
    Place(Meant),
    /// The addresses that a name leads to.
    Behind(Name, u16),
}

#[derive(Debug, Default)]
pub(super) struct InVain(Mutex<HashMap<Wanted, Instant>>);

impl InVain {
    pub(super) fn has(&self, wanted: &Wanted) -> bool {
        self.recent().contains_key(wanted)
    }

    pub(super) fn note(&self, wanted: Wanted) {
        let mut recent = self.recent();
        if recent.len() < MOST {
            recent.insert(wanted, Instant::now());
        }
    }

    /// Somebody decided something, and is there to decide on the rest.
    pub(super) fn forget(&self) {
        self.recent().clear();
    }

    fn recent(&self) -> MutexGuard<'_, HashMap<Wanted, Instant>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, at| at.elapsed() < REST);
        all
    }
}
