//! What a person did in the window a moment ago: what comes of it, they see there.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tauri::{AppHandle, Manager};

use crate::shown::Shown;

/// How long something may take and still come of it: a first start downloads a package.
const LATELY: Duration = Duration::from_mins(1);

/// When something was last done with a server, by its number.
#[derive(Debug, Default)]
pub(crate) struct JustDone(Mutex<BTreeMap<u32, Instant>>);

impl JustDone {
    /// Something is done with a server.
    pub(crate) fn note(&self, server: u32) {
        self.note_at(server, Instant::now());
    }

    fn note_at(&self, server: u32, now: Instant) {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.retain(|_, at| now.saturating_duration_since(*at) < LATELY);
        done.insert(server, now);
    }

    /// Whether something was done with a server of this name.
    pub(crate) fn is_recent(&self, app: &AppHandle, name: &str) -> bool {
        let servers = app.state::<Shown>().last().map(|view| view.servers).unwrap_or_default();
        let mut named = servers.iter().filter(|it| it.name == name);
        named.any(|it| self.is_recent_at(it.id, Instant::now()))
    }

    fn is_recent_at(&self, server: u32, now: Instant) -> bool {
        let done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        done.get(&server).is_some_and(|at| now.saturating_duration_since(*at) < LATELY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_recent_for_a_while_and_for_its_server() {
        let (done, now) = (JustDone::default(), Instant::now());
        done.note_at(1, now);
        assert!(done.is_recent_at(1, now + LATELY / 2));
        assert!(!done.is_recent_at(2, now));
        assert!(!done.is_recent_at(1, now + LATELY));
        done.note_at(2, now + LATELY);
        assert_eq!(done.0.lock().unwrap().len(), 1, "what is long ago is forgotten");
    }
}
