//! What people are shown and told.

use std::collections::VecDeque;

use paddock_core::Time;

use crate::view::{AnswerGrewView, Failure, NoticeView, ProgressView, View};
use crate::{Notification, Shell, clock};

/// Notices kept.
const MOST: usize = 20;

/// What went wrong and was not dismissed, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    kept: VecDeque<NoticeView>,
    last: u32,
}

impl Notices {
    /// The same trouble twice is one notice, with the newer time.
    fn add(&mut self, failure: Failure, at: Time) {
        self.kept.retain(|notice| notice.failure != failure);
        self.last += 1;
        self.kept.push_back(NoticeView { id: self.last, at: crate::show::time(at), failure });
        while self.kept.len() > MOST {
            self.kept.pop_front();
        }
    }

    fn dismiss(&mut self, id: u32) {
        self.kept.retain(|notice| notice.id != id);
    }

    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &NoticeView> {
        self.kept.iter().rev()
    }
}

/// The window, the tray and the desktop, and whether what they show is true.
pub(crate) struct Screen {
    shell: Box<dyn Shell>,
    notices: Notices,
    /// Of the newest view.
    sequence: u32,
    /// Something is not as the newest view has it.
    stale: bool,
}

impl Screen {
    pub(crate) fn new(shell: Box<dyn Shell>) -> Self {
        Self { shell, notices: Notices::default(), sequence: 0, stale: true }
    }

    pub(crate) fn notices(&self) -> &Notices {
        &self.notices
    }

    pub(crate) fn sequence(&self) -> u32 {
        self.sequence
    }

    /// Something changed that is shown.
    pub(crate) fn change(&mut self) {
        self.stale = true;
    }

    pub(crate) fn change_if(&mut self, changed: bool) {
        self.stale |= changed;
    }

    pub(crate) fn is_stale(&self) -> bool {
        self.stale
    }

    /// Nothing of what changed is shown.
    pub(crate) fn nothing_changed(&mut self) {
        self.stale = false;
    }

    /// Whether there is another view to show, which has the next number.
    pub(crate) fn turns(&mut self) -> bool {
        let stale = std::mem::take(&mut self.stale);
        self.sequence = self.sequence.wrapping_add(stale.into());
        stale
    }

    pub(crate) fn show(&mut self, view: View) {
        self.shell.show(view);
    }

    pub(crate) fn grow_answer(&mut self, grown: AnswerGrewView) {
        self.shell.grow_answer(grown);
    }

    pub(crate) fn progress(&mut self, progress: ProgressView) {
        self.shell.progress(progress);
    }

    /// Lets the person know outside of the window.
    pub(crate) fn notify(&mut self, notification: Notification) {
        self.shell.notify(notification);
    }

    /// Lets the person know in the window, until they dismiss it.
    pub(crate) fn notice(&mut self, failure: Failure) {
        self.notices.add(failure, clock::now());
        self.stale = true;
    }

    pub(crate) fn dismiss_notice(&mut self, id: u32) {
        self.notices.dismiss(id);
        self.stale = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Code;

    fn failure(reason: usize) -> Failure {
        Failure::new(Code::WatcherFailed).with("reason", reason.to_string())
    }

    fn told(notices: &Notices) -> Vec<(u32, f64)> {
        notices.newest_first().map(|notice| (notice.id, notice.at)).collect()
    }

    #[test]
    fn the_same_trouble_twice_is_one_notice_with_the_newer_time() {
        let mut notices = Notices::default();
        for (reason, at) in [(1, 10), (2, 20), (1, 30)] {
            notices.add(failure(reason), Time(at));
        }
        assert_eq!(told(&notices), [(3, 30.0), (2, 20.0)]);
    }

    #[test]
    fn what_is_too_much_goes_and_no_number_comes_again() {
        let mut notices = Notices::default();
        (0..MOST + 2).for_each(|reason| notices.add(failure(reason), Time(0)));
        assert_eq!(notices.newest_first().count(), MOST);
        assert!(notices.newest_first().all(|notice| notice.id > 2));
        let newest = notices.last;
        notices.dismiss(newest);
        notices.add(failure(0), Time(0));
        assert_eq!(notices.newest_first().next().unwrap().id, newest + 1);
    }
}
