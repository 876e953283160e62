//! Errors of every crate as the stable codes that the window translates.

use std::fmt::{Display, Write};
use std::path::Path;

use paddock_core::text::{shown, shown_lines};
use paddock_core::{Reachability, Refusal};
use paddock_mcp::{CallError, CloseReason};
use paddock_storage::{CommitError, ExportError, OpenError, ReadError};
use paddock_supervisor::StartError;
use paddock_supervisor::environment::NotFound;
use paddock_watcher::ResolveError;

use crate::view::{Detail, Failure};

/// The folders named in a message that lists where a program was looked for.
const FOLDERS_NAMED: usize = 12;
/// The longest detail, in bytes: servers may say what they like in their errors.
const LONGEST: usize = 16 << 10;

impl Failure {
    pub fn new(code: &str) -> Self {
        Self { code: code.to_owned(), details: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        let mut value = shown_lines(&value.to_string());
        if value.len() > LONGEST {
            value.truncate(value.floor_char_boundary(LONGEST));
            value.push('…');
        }
        self.details.push(Detail { name: name.to_owned(), value });
        self
    }

    #[must_use]
    pub fn with_path(mut self, name: &str, path: impl AsRef<Path>) -> Self {
        self.details.push(Detail { name: name.to_owned(), value: shown(path.as_ref()) });
        self
    }

    pub fn internal(reason: impl Display) -> Self {
        Self::new("internal").with("reason", reason)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::new(match refusal {
            Refusal::UnknownServer => "unknown-server",
            Refusal::UnknownGrant => "unknown-grant",
            Refusal::UnknownRequest => "unknown-request",
            Refusal::NotNow => "request-not-now",
            Refusal::NotHeard => "server-not-heard",
            Refusal::UnknownProvider => "unknown-provider",
            Refusal::ProviderNameTaken => "provider-name-taken",
            Refusal::EmptyProviderName => "provider-empty-name",
            Refusal::NameTaken => "draft-name-taken",
            Refusal::EmptyName => "draft-empty-name",
            Refusal::EmptyProgram => "draft-empty-program",
            Refusal::Bundled => "bundled-server",
            Refusal::CommandChanged => "command-changed",
            Refusal::AlreadyOver => "already-over",
            Refusal::NotSaved => "storage-failed",
        })
    }
}

impl From<&OpenError> for Failure {
    fn from(error: &OpenError) -> Self {
        Self::new(error.code()).with("reason", error)
    }
}

impl From<&CommitError> for Failure {
    fn from(error: &CommitError) -> Self {
        Self::new(error.code()).with("reason", error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::new(error.code()).with("reason", error)
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        Self::new(error.code()).with("reason", error)
    }
}

impl From<&NotFound> for Failure {
    fn from(error: &NotFound) -> Self {
        if let Some(file) = error.not_executable.first() {
            return Self::new("program-not-executable").with_path("path", file);
        }
        let named = error.looked_in.iter().take(FOLDERS_NAMED).map(shown);
        let mut looked = named.collect::<Vec<_>>().join(", ");
        let more = error.looked_in.len().saturating_sub(FOLDERS_NAMED);
        if more > 0 {
            let _ = write!(looked, ", … (+{more})");
        }
        Self::new("program-not-found").with_path("program", &error.name).with("looked", looked)
    }
}

impl From<&StartError> for Failure {
    fn from(error: &StartError) -> Self {
        match error {
            StartError::Folder { cwd, .. } => Self::new("bad-cwd").with_path("cwd", cwd),
            StartError::NotPermitted(path) => {
                Self::new("program-not-executable").with_path("path", path)
            }
            StartError::Unsupported { .. } => Self::new("not-enforceable").with("reason", error),
            StartError::Leaks => Self::new("leaks"),
            StartError::NotAbsolute(_)
            | StartError::NoProgram(_)
            | StartError::NoInterpreter(_)
            | StartError::Program { .. }
            | StartError::Unsendable(_)
            | StartError::Keeper { .. }
            | StartError::KeeperFailed(_)
            | StartError::TimedOut(_)
            | StartError::Pipes(_) => Self::new("start-failed").with("reason", error),
        }
    }
}

impl From<&CloseReason> for Failure {
    fn from(reason: &CloseReason) -> Self {
        match reason {
            CloseReason::InitializeTimedOut { after } => {
                Self::new("initialize-timeout").with("seconds", after.as_secs())
            }
            CloseReason::UnsupportedRevision { offered } => {
                Self::new("unsupported-revision").with("revision", shown(offered))
            }
            CloseReason::ByHost
            | CloseReason::EndOfOutput
            | CloseReason::EndedByDiscover
            | CloseReason::PingsUnanswered { .. }
            | CloseReason::Read(_)
            | CloseReason::Write(_)
            | CloseReason::InitializeRefused { .. }
            | CloseReason::InitializeMalformed { .. } => {
                Self::new("protocol").with("reason", reason)
            }
        }
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        match &error {
            CallError::TimedOut { after } => {
                Self::new("call-timeout").with("seconds", after.as_secs())
            }
            CallError::Denied => Self::new("call-denied"),
            CallError::CallAgain => Self::new("call-again"),
            CallError::NotGiven { message, .. } => {
                Self::new("call-not-given").with("reason", message)
            }
            CallError::NotReady | CallError::Closed => Self::new("server-not-running"),
            CallError::Busy
            | CallError::QueueFull
            | CallError::TooLong { .. }
            | CallError::AnswerTooLong { .. }
            | CallError::NotOffered(_)
            | CallError::Encode(_)
            | CallError::Decode(_)
            | CallError::ListTooLong(_)
            | CallError::UnknownResult { .. }
            | CallError::BadInputRequest { .. }
            | CallError::TooManyRounds { .. }
            | CallError::TooManyAsks
            | CallError::NoRoots
            | CallError::CancelledByServer
            | CallError::MissingCapability { .. }
            | CallError::UnsupportedRevision { .. }
            | CallError::Server(_) => Self::new("call-failed").with("reason", error),
        }
    }
}

/// Why a picked path is no folder that can be granted.
pub(crate) fn unresolved(path: &Path, error: &ResolveError) -> Failure {
    let code = match error {
        ResolveError::Missing => "folder-missing",
        ResolveError::NotAFolder | ResolveError::Path(_) => "not-a-folder",
        ResolveError::Denied | ResolveError::Io(_) => "folder-denied",
        ResolveError::Changed => "folder-changed",
    };
    Failure::new(code).with_path("path", path)
}

/// Why a folder that was picked can't be granted any more.
pub(crate) fn unreachable(path: &Path, seen: Reachability) -> Option<Failure> {
    let code = match seen {
        Reachability::Reachable => return None,
        Reachability::Missing => "folder-missing",
        Reachability::Replaced => "folder-changed",
        Reachability::NotAFolder => "not-a-folder",
        Reachability::Denied => "folder-denied",
    };
    Some(Failure::new(code).with_path("path", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_is_spelled_out_and_cut() {
        let failure =
            Failure::new("internal").with("a", "\u{202e}b\nc").with("b", "ä".repeat(LONGEST));
        assert_eq!(failure.details[0].value, "\\u{202e}b\nc");
        let long = &failure.details[1].value;
        assert!(long.len() <= LONGEST + '…'.len_utf8() && long.ends_with("ä…"));
    }
}
