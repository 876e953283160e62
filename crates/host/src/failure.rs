//! Errors of every crate as the stable codes that the window translates.

use std::fmt::Write;
use std::path::Path;

use paddock_core::text::shown;
use paddock_core::{Reachability, Refusal};
use paddock_mcp::{CallError, CloseReason};
use paddock_storage::{CommitError, OpenError, ReadError};
use paddock_supervisor::StartError;
use paddock_supervisor::environment::NotFound;
use paddock_watcher::ResolveError;

use crate::view::Failure;

/// The folders named in a message that lists where a program was looked for.
const FOLDERS_NAMED: usize = 12;

/// What can be told as a failure.
pub(crate) trait Fail {
    fn failure(&self) -> Failure;
}

/// Errors of other crates, on their way to whoever asked.
pub(crate) trait OrFail<T> {
    fn or_fail(self) -> Result<T, Failure>;
}

impl<T, E: Fail> OrFail<T> for Result<T, E> {
    fn or_fail(self) -> Result<T, Failure> {
        self.map_err(|error| error.failure())
    }
}

impl Fail for Refusal {
    fn failure(&self) -> Failure {
        Failure::new(match self {
            Refusal::UnknownServer => "unknown-server",
            Refusal::UnknownSession => "unknown-session",
            Refusal::UnknownGrant => "unknown-grant",
            Refusal::UnknownPlace => "unknown-place",
            Refusal::UnknownCall => "unknown-call",
            Refusal::UnknownDestination => "unknown-destination",
            Refusal::TooManyDestinations => "too-many-destinations",
            Refusal::ToolsChanged => "tools-changed",
            Refusal::TooManyRules => "too-many-rules",
            Refusal::TooManyApps => "too-many-apps",
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

impl Fail for OpenError {
    fn failure(&self) -> Failure {
        Failure::new(self.code()).with("reason", self)
    }
}

impl Fail for CommitError {
    fn failure(&self) -> Failure {
        Failure::new(self.code()).with("reason", self)
    }
}

impl Fail for ReadError {
    fn failure(&self) -> Failure {
        Failure::new(self.code()).with("reason", self)
    }
}

impl Fail for NotFound {
    fn failure(&self) -> Failure {
        let error = self;
        if let Some(file) = error.not_executable.first() {
            return Failure::new("program-not-executable").with_path("path", file);
        }
        let named = error.looked_in.iter().take(FOLDERS_NAMED).map(shown);
        let mut looked = named.collect::<Vec<_>>().join(", ");
        let more = error.looked_in.len().saturating_sub(FOLDERS_NAMED);
        if more > 0 {
            let _ = write!(looked, ", … (+{more})");
        }
        Failure::new("program-not-found").with_path("program", &error.name).with("looked", looked)
    }
}

impl Fail for StartError {
    fn failure(&self) -> Failure {
        match self {
            StartError::Folder { cwd, .. } => Failure::new("bad-cwd").with_path("cwd", cwd),
            StartError::NotPermitted(path) => {
                Failure::new("program-not-executable").with_path("path", path)
            }
            StartError::Unsupported { .. } => Failure::new("not-enforceable").with("reason", self),
            StartError::Leaks => Failure::new("leaks"),
            StartError::NotAbsolute(_)
            | StartError::NoProgram(_)
            | StartError::NoInterpreter(_)
            | StartError::Program { .. }
            | StartError::Unsendable(_)
            | StartError::Keeper { .. }
            | StartError::KeeperFailed(_)
            | StartError::TimedOut(_)
            | StartError::Pipes(_) => Failure::new("start-failed").with("reason", self),
        }
    }
}

impl Fail for CloseReason {
    fn failure(&self) -> Failure {
        match self {
            CloseReason::InitializeTimedOut { after } => {
                Failure::new("initialize-timeout").with("seconds", after.as_secs())
            }
            CloseReason::UnsupportedRevision { offered } => {
                Failure::new("unsupported-revision").with("revision", shown(offered))
            }
            CloseReason::ByHost
            | CloseReason::EndOfOutput
            | CloseReason::EndedByDiscover
            | CloseReason::PingsUnanswered { .. }
            | CloseReason::Read(_)
            | CloseReason::Write(_)
            | CloseReason::InitializeRefused { .. }
            | CloseReason::InitializeMalformed { .. } => {
                Failure::new("protocol").with("reason", self)
            }
        }
    }
}

impl Fail for CallError {
    fn failure(&self) -> Failure {
        match self {
            CallError::TimedOut { after } => {
                Failure::new("call-timeout").with("seconds", after.as_secs())
            }
            CallError::Denied => Failure::new("call-denied"),
            CallError::CallAgain => Failure::new("call-again"),
            CallError::NotGiven { message, .. } => {
                Failure::new("call-not-given").with("reason", message)
            }
            CallError::NotReady | CallError::Closed => Failure::new("server-not-running"),
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
            | CallError::Server(_) => Failure::new("call-failed").with("reason", self),
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
