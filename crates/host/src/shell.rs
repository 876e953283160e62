//! What the host needs of the program around it.

use crate::view::{AnswerGrewView, LogView, ProgressView, View};

/// The window, the tray and the desktop, or whatever stands in for them.
pub trait Shell: Send + 'static {
    /// Shows this view in place of the one before.
    fn show(&mut self, view: &View);

    /// Adds new lines to the log that is followed.
    fn append_log(&mut self, lines: LogView);

    /// Adds to an answer that a model is writing.
    fn grow_answer(&mut self, grown: AnswerGrewView);

    /// Shows how far a call has come.
    fn progress(&mut self, progress: ProgressView);

    /// Lets the person know, outside of the window.
    fn notify(&mut self, notification: Notification);
}

/// What is worth a word outside of the window. It names folders, never whole paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notification {
    Expiring {
        folder: String,
        server: String,
    },
    Ended {
        folder: String,
        server: String,
    },
    FolderGone {
        folder: String,
    },
    FolderReplaced {
        folder: String,
    },
    ServerFailed {
        server: String,
    },
    CommandChanged {
        server: String,
    },
    /// The server waits until the person lets it into the folder, or does not.
    Asks {
        folder: String,
        server: String,
    },
    /// The boundary of the server did not hold, and it was stopped.
    Leaked {
        server: String,
    },
    RevokeNotSaved,
    /// Servers ask something of the person; so many requests wait.
    Requests {
        server: String,
        count: u32,
    },
}
