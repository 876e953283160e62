//! The folders that are watched.

use paddock_core::{Event, Reachability, Root};
use paddock_watcher::{Sighting, Watcher};
use tokio::sync::mpsc;

use crate::view::{Code, Failure};

/// What is seen of the folders that are granted. Once watching broke down, none can be relied on.
#[derive(Debug)]
pub(crate) struct Watch(Option<(Watcher, mpsc::Receiver<Sighting>)>);

impl Watch {
    /// Begins; or why nothing is seen.
    pub(crate) fn begin() -> (Self, Option<Failure>) {
        match Watcher::start() {
            Ok(seeing) => (Self(Some(seeing)), None),
            Err(error) => {
                (Self(None), Some(Failure::new(Code::WatcherFailed).with("reason", error)))
            }
        }
    }

    /// The next sighting; none once watching breaks down. Never returns after that.
    pub(crate) async fn sight(&mut self) -> Option<Sighting> {
        let Some((_, sightings)) = &mut self.0 else { return std::future::pending().await };
        let sighting = sightings.recv().await;
        if sighting.is_none() {
            self.0 = None;
        }
        sighting
    }

    /// What is known at once of a root from now on watched.
    pub(crate) fn watch(&self, root: Root) -> Option<Event> {
        match &self.0 {
            Some((watcher, _)) => {
                watcher.watch(root);
                None
            }
            None => Some(Event::Reached(root, Reachability::Denied)),
        }
    }

    pub(crate) fn unwatch(&self, root: &Root) {
        if let Some((watcher, _)) = &self.0 {
            watcher.unwatch(root);
        }
    }
}
