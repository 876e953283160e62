//! A shell that keeps all it is given, and lets a test wait for it.

use std::sync::Arc;

use paddock_host::fronts::Fronts;
use paddock_host::view::{AnswerGrewView, LogView, ProgressView, View};
use paddock_host::{Notification, Shell};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use crate::world::PATIENCE;

/// Clones share what they have seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder(Arc<watch::Sender<Seen>>);

#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) views: Vec<Arc<View>>,
    pub(crate) logs: Vec<LogView>,
    pub(crate) grown: Vec<AnswerGrewView>,
    pub(crate) progress: Vec<ProgressView>,
    pub(crate) notifications: Vec<Notification>,
}

/// What the actor shows, to a recorder that misses none of it and to the fronts.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) all: Recorder,
    pub(crate) fronts: Fronts,
}

impl Shell for Shown {
    fn show(&mut self, view: View) {
        self.all.0.send_modify(|seen| seen.views.push(Arc::new(view.clone())));
        self.fronts.show(view);
    }

    fn grow_answer(&mut self, grown: AnswerGrewView) {
        self.all.0.send_modify(|seen| seen.grown.push(grown.clone()));
        self.fronts.grow_answer(grown);
    }

    fn progress(&mut self, progress: ProgressView) {
        self.fronts.progress(progress);
    }

    fn notify(&mut self, notification: Notification) {
        self.all.0.send_modify(|seen| seen.notifications.push(notification.clone()));
        self.fronts.notify(notification);
    }
}

impl Recorder {
    pub(crate) fn keep_log(&self, log: LogView) {
        self.0.send_modify(|seen| seen.logs.push(log));
    }

    pub(crate) fn keep_progress(&self, progress: ProgressView) {
        self.0.send_modify(|seen| seen.progress.push(progress));
    }

    /// Waits until `find` finds something in what was seen.
    pub(crate) async fn until<T>(&self, what: &str, find: impl Fn(&Seen) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = self.0.subscribe();
        loop {
            if let Some(found) = find(&seen.borrow_and_update()) {
                return found;
            }
            if timeout_at(deadline, seen.changed()).await.is_err() {
                let seen = seen.borrow();
                panic!("never seen: {what}; {:?}; {:#?}", seen.notifications, seen.views.last());
            }
        }
    }

    /// Turns whenever something new was seen.
    pub(crate) fn watch(&self) -> watch::Receiver<Seen> {
        self.0.subscribe()
    }

    pub(crate) fn views(&self) -> Vec<Arc<View>> {
        self.0.borrow().views.clone()
    }
}
