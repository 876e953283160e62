//! Errors of every crate as the stable codes that the window translates.

use std::fmt::Write;
use std::path::Path;

use paddock_core::text::shown;
use paddock_core::{Reachability, Refusal};
use paddock_mcp::{CallError, CloseReason};
use paddock_models::{KeyringError, ModelError};
use paddock_storage::{CommitError, OpenError, ReadError};
use paddock_supervisor::StartError;
use paddock_supervisor::environment::NotFound;
use paddock_watcher::ResolveError;

use crate::hint;
use crate::view::{Code, Failure};

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
            Refusal::UnknownServer => Code::UnknownServer,
            Refusal::UnknownSession => Code::UnknownSession,
            Refusal::UnknownGrant => Code::UnknownGrant,
            Refusal::UnknownPlace => Code::UnknownPlace,
            Refusal::UnknownCall => Code::UnknownCall,
            Refusal::UnknownDestination => Code::UnknownDestination,
            Refusal::TooManyDestinations => Code::TooManyDestinations,
            Refusal::ToolsChanged => Code::ToolsChanged,
            Refusal::TooManyRules => Code::TooManyRules,
            Refusal::TooManyServers => Code::TooManyServers,
            Refusal::CommandsTooLong => Code::CommandsTooLong,
            Refusal::TooManyProviders => Code::TooManyProviders,
            Refusal::ProviderTooLong => Code::ProviderTooLong,
            Refusal::TooManyApps => Code::TooManyApps,
            Refusal::TooManyPaused => Code::TooManyPaused,
            Refusal::NotItsFolder => Code::NotItsFolder,
            Refusal::WithinAnother => Code::WithinAnother,
            Refusal::UnknownRequest => Code::UnknownRequest,
            Refusal::NotNow => Code::RequestNotNow,
            Refusal::NotHeard => Code::ServerNotHeard,
            Refusal::UnknownProvider => Code::UnknownProvider,
            Refusal::ProviderNameTaken => Code::ProviderNameTaken,
            Refusal::EmptyProviderName => Code::ProviderEmptyName,
            Refusal::LimitNotSensible => Code::LimitNotSensible,
            Refusal::NameTaken => Code::DraftNameTaken,
            Refusal::EmptyName => Code::DraftEmptyName,
            Refusal::EmptyProgram => Code::DraftEmptyProgram,
            Refusal::Bundled => Code::BundledServer,
            Refusal::CommandChanged => Code::CommandChanged,
            Refusal::AlreadyOver => Code::AlreadyOver,
            Refusal::NotSaved => Code::StorageFailed,
        })
    }
}

impl Fail for OpenError {
    fn failure(&self) -> Failure {
        let code = match self {
            OpenError::Busy { .. } => Code::StorageBusy,
            OpenError::ReadOnly => Code::StorageReadOnly,
            OpenError::Full => Code::StorageFull,
            OpenError::Newer { .. } => Code::StorageNewer,
            OpenError::Io(_) | OpenError::Failed(_) => Code::StorageFailed,
        };
        Failure::new(code).with("reason", self)
    }
}

impl Fail for CommitError {
    fn failure(&self) -> Failure {
        let code = match self {
            CommitError::Full => Code::StorageFull,
            CommitError::ReadOnly => Code::StorageReadOnly,
            CommitError::Failed(_) => Code::StorageFailed,
        };
        Failure::new(code).with("reason", self)
    }
}

impl Fail for ReadError {
    fn failure(&self) -> Failure {
        Failure::new(Code::StorageFailed).with("reason", self)
    }
}

impl Fail for NotFound {
    fn failure(&self) -> Failure {
        let error = self;
        if let Some(file) = error.not_executable.first() {
            return Failure::new(Code::ProgramNotExecutable).with_path("path", file);
        }
        let named = error.looked_in.iter().take(FOLDERS_NAMED).map(shown);
        let mut looked = named.collect::<Vec<_>>().join(", ");
        let more = error.looked_in.len().saturating_sub(FOLDERS_NAMED);
        if more > 0 {
            let _ = write!(looked, ", … (+{more})");
        }
        Failure::new(Code::ProgramNotFound)
            .with_path("program", &error.name)
            .with("looked", looked)
            .hinting(hint::of_missing(&error.name))
    }
}

impl Fail for StartError {
    fn failure(&self) -> Failure {
        match self {
            StartError::Folder { cwd, .. } => Failure::new(Code::BadCwd).with_path("cwd", cwd),
            StartError::NotPermitted(path) => {
                Failure::new(Code::ProgramNotExecutable).with_path("path", path)
            }
            StartError::Unsupported { .. } => {
                Failure::new(Code::NotEnforceable).with("reason", self)
            }
            StartError::Leaks => Failure::new(Code::Leaks),
            StartError::Limits(error) => Failure::new(Code::NotLimited).with("reason", error),
            StartError::NotAbsolute(_)
            | StartError::NoProgram(_)
            | StartError::NoInterpreter(_)
            | StartError::Program { .. }
            | StartError::Unsendable(_)
            | StartError::Keeper { .. }
            | StartError::KeeperFailed(_)
            | StartError::TimedOut(_)
            | StartError::Pipes(_) => Failure::new(Code::StartFailed).with("reason", self),
        }
    }
}

impl Fail for CloseReason {
    fn failure(&self) -> Failure {
        match self {
            CloseReason::InitializeTimedOut { after } => {
                Failure::new(Code::InitializeTimeout).with("seconds", after.as_secs())
            }
            CloseReason::UnsupportedRevision { offered } => {
                Failure::new(Code::UnsupportedRevision).with("revision", shown(offered))
            }
            CloseReason::ByHost
            | CloseReason::EndOfOutput
            | CloseReason::EndedByDiscover
            | CloseReason::PingsUnanswered { .. }
            | CloseReason::Read(_)
            | CloseReason::Write(_)
            | CloseReason::InitializeRefused { .. }
            | CloseReason::InitializeMalformed { .. } => {
                Failure::new(Code::Protocol).with("reason", self)
            }
        }
    }
}

impl Fail for CallError {
    fn failure(&self) -> Failure {
        match self {
            CallError::TimedOut { after } => {
                Failure::new(Code::CallTimeout).with("seconds", after.as_secs())
            }
            CallError::Denied => Failure::new(Code::CallDenied),
            CallError::CallAgain => Failure::new(Code::CallAgain),
            CallError::NotGiven { message, .. } => {
                Failure::new(Code::CallNotGiven).with("reason", message)
            }
            CallError::NotReady => Failure::new(Code::ServerNotRunning),
            CallError::Closed => Failure::new(Code::CallCut),
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
            | CallError::Server(_) => Failure::new(Code::CallFailed).with("reason", self),
        }
    }
}

impl Fail for ModelError {
    fn failure(&self) -> Failure {
        let code = match self {
            ModelError::NotEncrypted { .. } => Code::ModelNotEncrypted,
            ModelError::Unreachable { .. } => Code::ModelUnreachable,
            ModelError::Tls { .. } => Code::ModelTls,
            ModelError::Proxy { .. } => Code::ModelProxy,
            ModelError::Unauthorized => Code::ModelUnauthorized,
            ModelError::RateLimited { retry_after: None } => Code::ModelRateLimited,
            ModelError::RateLimited { retry_after: Some(_) } => Code::ModelRateLimitedFor,
            ModelError::NoSuchModel { .. } => Code::ModelNoSuchModel,
            ModelError::Overloaded => Code::ModelOverloaded,
            ModelError::Failed { .. } => Code::ModelFailed,
            ModelError::BadRequest { .. } => Code::ModelBadRequest,
            ModelError::Unsupported { .. } => Code::ModelUnsupported,
            ModelError::Redirected { .. } => Code::ModelRedirected,
            ModelError::CutOff => Code::ModelCutOff,
            ModelError::Malformed { .. } => Code::ModelMalformed,
            ModelError::TimedOut { .. } => Code::ModelTimedOut,
            ModelError::TooLong { .. } => Code::ModelTooLong,
        };
        let details = self.details().into_iter();
        details.fold(Failure::new(code), |failure, (name, value)| failure.with(name, value))
    }
}

impl Fail for KeyringError {
    fn failure(&self) -> Failure {
        Failure::new(match self {
            KeyringError::TimedOut => Code::KeyringTimedOut,
            KeyringError::Unavailable(_) => Code::KeyringUnavailable,
        })
    }
}

/// Why a picked path is no folder that can be granted.
pub(crate) fn unresolved(path: &Path, error: &ResolveError) -> Failure {
    let code = match error {
        ResolveError::Missing => Code::FolderMissing,
        ResolveError::NotAFolder | ResolveError::Path(_) => Code::NotAFolder,
        ResolveError::Denied | ResolveError::Io(_) => Code::FolderDenied,
        ResolveError::Changed => Code::FolderChanged,
    };
    Failure::new(code).with_path("path", path)
}

/// Why a folder that was picked can't be granted any more.
pub(crate) fn unreachable(path: &Path, seen: Reachability) -> Option<Failure> {
    let code = match seen {
        Reachability::Reachable => return None,
        Reachability::Missing => Code::FolderMissing,
        Reachability::Replaced => Code::FolderChanged,
        Reachability::NotAFolder => Code::NotAFolder,
        Reachability::Denied => Code::FolderDenied,
    };
    Some(Failure::new(code).with_path("path", path))
}
