//! How a run ended, and what that says.

use std::time::Duration;

use paddock_mcp::CloseReason;
use paddock_supervisor::{BoundaryError, Exit, Job, StartError};

use super::last_words::{last_lines, last_words};
use crate::view::Failure;

#[derive(Debug)]
pub(crate) struct Ending {
    pub(crate) why: Why,
    pub(crate) ran_for: Duration,
}

#[derive(Debug)]
pub(crate) enum Why {
    NotStarted(StartError),
    /// It was asked to stop.
    Stopped,
    /// The conversation ended, and so its process was.
    Closed(CloseReason),
    /// A probe inside reached what it should not.
    Leaked,
    /// What is in force is unknown.
    BoundaryLost(BoundaryError),
    Exited {
        exit: Exit,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
}

/// Why a server that was not asked to has ended.
pub(crate) fn exited(exit: Exit, job: &Job) -> Failure {
    ended(exit, &last_lines(job))
}

fn ended(exit: Exit, stderr: &str) -> Failure {
    match exit {
        Exit::Code(code) => {
            Failure::new("server-exited").with("code", code).with("stderr", last_words(stderr))
        }
        Exit::Signal(signal) => Failure::new("server-killed").with("signal", signal),
        Exit::Stuck => Failure::new("server-stuck"),
        Exit::KeeperLost => Failure::new("keeper-lost"),
    }
}

impl Ending {
    /// Why the run ended, in words; none when it was asked to.
    pub(crate) fn failure(&self) -> Option<Failure> {
        match &self.why {
            Why::Stopped => None,
            Why::NotStarted(error) => Some(Failure::from(error)),
            Why::Closed(reason) => Some(Failure::from(reason)),
            Why::Leaked => Some(Failure::new("proof-failed")),
            Why::BoundaryLost(error) => Some(Failure::new("boundary-lost").with("reason", error)),
            Why::Exited { exit, stderr } => Some(ended(*exit, stderr)),
        }
    }

    /// A server that can't speak with us will not learn to by being started again.
    pub(crate) fn is_final(&self) -> bool {
        match &self.why {
            Why::NotStarted(_) | Why::Leaked | Why::BoundaryLost(_) => true,
            Why::Closed(reason) => match reason {
                CloseReason::UnsupportedRevision { .. }
                | CloseReason::InitializeTimedOut { .. }
                | CloseReason::InitializeRefused { .. }
                | CloseReason::InitializeMalformed { .. } => true,
                CloseReason::ByHost
                | CloseReason::EndOfOutput
                | CloseReason::EndedByDiscover
                | CloseReason::PingsUnanswered { .. }
                | CloseReason::Read(_)
                | CloseReason::Write(_) => false,
            },
            Why::Stopped | Why::Exited { .. } => false,
        }
    }

    /// Whether the server said of itself that all is well.
    pub(crate) fn is_well(&self) -> bool {
        matches!(self.why, Why::Exited { exit: Exit::Code(0), .. })
    }

    /// The code with which the server ended by itself.
    pub(crate) fn code(&self) -> Option<i32> {
        match &self.why {
            Why::Exited { exit: Exit::Code(code), .. } => Some(*code),
            Why::Exited { exit: Exit::Signal(_) | Exit::Stuck | Exit::KeeperLost, .. }
            | Why::NotStarted(_)
            | Why::Leaked
            | Why::BoundaryLost(_)
            | Why::Stopped
            | Why::Closed(_) => None,
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match &self.why {
            Why::Exited { exit, .. } => *exit,
            Why::NotStarted(_)
            | Why::Leaked
            | Why::BoundaryLost(_)
            | Why::Stopped
            | Why::Closed(_) => Exit::Code(0),
        }
    }
}
