//! What the host needs of the program around it.

use paddock_control::Notification;

use crate::view::{AnswerGrewView, ProgressView, View};

/// The window, the tray and the desktop, or whatever stands in for them.
pub trait Shell: Send + 'static {
    /// Shows this view in place of the one before.
    fn show(&mut self, view: View);

    /// Adds to an answer that a model is writing.
    fn grow_answer(&mut self, grown: AnswerGrewView);

    /// Shows how far a call has come.
    fn progress(&mut self, progress: ProgressView);

    /// Lets the person know, outside of the window.
    fn notify(&mut self, notification: Notification);
}
