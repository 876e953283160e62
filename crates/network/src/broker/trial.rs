//! Names that Paddock itself asks for inside, to see that the rules hold there.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Broker, Common};
use crate::Name;

/// The names on trial.
#[derive(Debug, Default)]
pub(super) struct Tried(Mutex<Vec<Name>>);

/// For as long as it is kept, a question for one of its names is answered by the rules alone: nobody is
/// asked about it, and it is not on record as the server's doing.
#[must_use]
pub struct Trial {
    common: Arc<Common>,
    names: Vec<Name>,
}

impl Broker {
    pub fn put_on_trial(&self, names: Vec<Name>) -> Trial {
        let common = Arc::clone(&self.common);
        common.tried.names().extend_from_slice(&names);
        Trial { common, names }
    }
}

impl Tried {
    pub(super) fn has(&self, name: &Name) -> bool {
        self.names().contains(name)
    }

    fn names(&self) -> MutexGuard<'_, Vec<Name>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let mut tried = self.common.tried.names();
        for name in &self.names {
            if let Some(place) = tried.iter().position(|it| it == name) {
                tried.swap_remove(place);
            }
        }
    }
}

impl fmt::Debug for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trial").field("names", &self.names).finish_non_exhaustive()
    }
}
