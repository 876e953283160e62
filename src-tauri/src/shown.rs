//! The view as the pages have it: the host's, and what went wrong here.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use paddock_control::view::{Failure, NoticeView, View};

/// Notices of the app's own, at the most; older ones go.
const MOST: usize = 20;

/// What the pages were last shown. Views are counted here: the host's count begins anew with each
/// host.
#[derive(Debug, Default)]
pub(crate) struct Shown(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    sequence: u32,
    /// The newest of the host that is there.
    last: Option<View>,
    /// Newest first.
    notices: Vec<NoticeView>,
    dropped: u32,
}

impl Shown {
    /// Takes a view of the host's, unless it is older than what is known, and gives what is shown.
    pub(crate) fn take(&self, view: View) -> View {
        let mut inner = self.lock();
        if inner.last.as_ref().is_none_or(|last| last.sequence <= view.sequence) {
            inner.last = Some(view.clone());
        }
        inner.composed().unwrap_or(view)
    }

    /// The newest view of the host that is there.
    pub(crate) fn last(&self) -> Option<View> {
        self.lock().last.clone()
    }

    /// The next view is of another host.
    pub(crate) fn forget(&self) {
        self.lock().last = None;
    }

    /// Adds a notice of the app's own; what is shown then, if anything is.
    pub(crate) fn notice(&self, failure: Failure) -> Option<View> {
        let mut inner = self.lock();
        // The host counts its notices from one.
        let id = u32::MAX - inner.dropped;
        inner.dropped += 1;
        inner.notices.insert(0, NoticeView { id, at: now(), failure });
        inner.notices.truncate(MOST);
        inner.composed()
    }

    /// Takes a notice off, if it is one of the app's own; what is shown then.
    pub(crate) fn dismiss(&self, notice: u32) -> Option<View> {
        let mut inner = self.lock();
        let before = inner.notices.len();
        inner.notices.retain(|it| it.id != notice);
        if inner.notices.len() == before { None } else { inner.composed() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn composed(&mut self) -> Option<View> {
        let mut view = self.last.clone()?;
        self.sequence += 1;
        view.sequence = self.sequence;
        view.notices.splice(..0, self.notices.iter().cloned());
        Some(view)
    }
}

/// Milliseconds since the Unix epoch.
#[expect(clippy::cast_precision_loss, reason = "exact for the next 280,000 years")]
fn now() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as f64
}

#[cfg(test)]
mod tests {
    use paddock_control::view::Code;

    use super::*;
    use crate::tray::tests::view;

    fn of_host(sequence: u32, paused: bool) -> View {
        let paused = paused.then_some(paddock_control::view::PausedView { until: None });
        View { sequence, paused, ..view(vec![]) }
    }

    #[test]
    fn a_late_answer_does_not_replace_a_newer_view() {
        let shown = Shown::default();
        let first = shown.take(of_host(7, true));
        let late = shown.take(of_host(6, false));
        assert!(late.paused.is_some());
        assert!(late.sequence > first.sequence);
    }

    #[test]
    fn another_host_counts_anew_and_is_shown() {
        let shown = Shown::default();
        let before = shown.take(of_host(900, true));
        shown.forget();
        let after = shown.take(of_host(1, false));
        assert!(after.paused.is_none() && after.sequence > before.sequence);
    }

    #[test]
    fn what_went_wrong_here_is_among_the_notices_until_it_is_dismissed() {
        let shown = Shown::default();
        assert_eq!(shown.notice(Failure::new(Code::HostGone)), None, "nothing is shown yet");
        let view = shown.take(of_host(1, false));
        assert_eq!(view.notices[0].failure.code, Code::HostGone);
        let both = shown.notice(Failure::new(Code::HostFailed)).unwrap();
        assert_eq!(both.notices[0].failure.code, Code::HostFailed);
        assert_ne!(both.notices[0].id, both.notices[1].id);
        let one = shown.dismiss(both.notices[0].id).unwrap();
        assert_eq!(one.notices, both.notices[1..]);
        assert_eq!(shown.dismiss(1), None, "the host's own");
    }

    #[test]
    fn notices_are_bounded() {
        let shown = Shown::default();
        for _ in 0..3 * MOST {
            shown.notice(Failure::new(Code::HostOlder));
        }
        assert_eq!(shown.take(of_host(1, false)).notices.len(), MOST);
    }
}
