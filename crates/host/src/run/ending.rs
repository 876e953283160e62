//! How a run ended, and what that says.

use paddock_core::{Cause, GaveUp};
use paddock_mcp::CloseReason;
use paddock_supervisor::{BoundaryError, Bounds, Exit, Job, StartError, Tier};

use super::last_words::{last_lines, last_words};
use super::memory;
use crate::failure::Fail;
use crate::hint;
use crate::view::{Code, Failure};

const SIGKILL: i32 = 9;

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
        /// What it was held to.
        bounds: Bounds,
        /// How it was confined, if it was.
        tier: Option<Tier>,
    },
}

/// Why a confined server that was not asked to has ended.
pub(crate) fn exited(exit: Exit, job: &Job, bounds: &Bounds, tier: Tier) -> Failure {
    ended(exit, &last_lines(job), bounds, Some(tier))
}

fn ended(exit: Exit, stderr: &str, bounds: &Bounds, tier: Option<Tier>) -> Failure {
    if let Some(failure) = memory::ended_for_want(exit, stderr, bounds) {
        return failure;
    }
    let failure = match exit {
        Exit::Code(code) => {
            Failure::new(Code::ServerExited).with("code", code).with("stderr", last_words(stderr))
        }
        Exit::Signal(signal) => Failure::new(Code::ServerKilled).with("signal", signal),
        // A group that nobody limited has its limit from elsewhere.
        Exit::OutOfMemory => Failure::new(Code::ServerKilled).with("signal", SIGKILL),
        Exit::Stuck => Failure::new(Code::ServerStuck),
        Exit::KeeperLost => Failure::new(Code::KeeperLost),
    };
    failure.hinting(hint::of_end(exit, stderr, tier))
}

impl Why {
    /// Why the run ended, in words; none when it was asked to.
    pub(crate) fn failure(&self) -> Option<Failure> {
        match self {
            Self::Stopped => None,
            Self::NotStarted(error) => Some(error.failure()),
            Self::Closed(reason) => Some(reason.failure()),
            Self::Leaked => Some(Failure::new(Code::ProofFailed)),
            Self::BoundaryLost(error) => {
                Some(Failure::new(Code::BoundaryLost).with("reason", error))
            }
            Self::Exited { exit, stderr, bounds, tier } => {
                Some(ended(*exit, stderr, bounds, *tier))
            }
        }
    }

    /// A server that can't speak with us will not learn to by being started again.
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Self::NotStarted(_) | Self::Leaked | Self::BoundaryLost(_) => true,
            Self::Closed(reason) => match reason {
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
            Self::Stopped | Self::Exited { .. } => false,
        }
    }

    /// Whether the server said of itself that all is well.
    pub(crate) fn is_well(&self) -> bool {
        matches!(self, Self::Exited { exit: Exit::Code(0), .. })
    }

    /// Whether something of it may still be running.
    pub(crate) fn is_stuck(&self) -> bool {
        matches!(self, Self::Exited { exit: Exit::Stuck, .. })
    }

    /// What tells this end from another.
    pub(crate) fn cause(&self) -> Cause {
        match self {
            Self::Exited { exit, stderr, .. } => {
                Cause::new(&format!("{exit:?}"), &last_words(stderr))
            }
            Self::Closed(reason) => Cause::new("closed", &reason.to_string()),
            Self::NotStarted(_) | Self::BoundaryLost(_) | Self::Stopped | Self::Leaked => {
                Cause::new("for good", "")
            }
        }
    }
}

/// What is said of a server that is not started again after this `failure`.
pub(crate) fn given_up(failure: Failure, why: GaveUp) -> Failure {
    match why {
        GaveUp::SameEnd if failure.code == Code::ServerExited => {
            Failure { code: Code::ServerExitsAtStart, ..failure }
        }
        GaveUp::SameEnd if failure.code == Code::ServerKilled => {
            Failure { code: Code::ServerKilledAtStart, ..failure }
        }
        GaveUp::SameEnd => failure,
        GaveUp::Loop { ends, within } => Failure::new(Code::CrashLoop)
            .with("count", ends)
            .with("seconds", within.as_secs())
            .with("reason", said(&failure))
            .hinting(failure.hint.clone()),
    }
}

/// The last words of a server, as far as its failure has any.
fn said(failure: &Failure) -> &str {
    failure.details.get("stderr").map_or("", String::as_str)
}
