//! How the program ends: the codes of `sysexits.h`, and 1 for *no*.

use std::process::ExitCode;

use paddock_control::view::{Code, Failure};

/// Exit codes. Each says what kind of thing to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    Done = 0,
    /// What was asked is answered with no: a path is out of reach, a boundary does not hold, a tool
    /// says that it failed.
    No = 1,
    Usage = 64,
    Data = 65,
    NoInput = 66,
    Unavailable = 69,
    Internal = 70,
    CantCreate = 73,
    Io = 74,
    /// Consent waits, or was not given.
    Waits = 75,
    NoPermission = 77,
    Config = 78,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<&Failure> for Exit {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "there are many, and a newer version has more"
    )]
    fn from(failure: &Failure) -> Self {
        match &failure.code {
            Code::OutputClosed => Self::Done,
            Code::Leaks | Code::ProofFailed => Self::No,
            Code::CliAmbiguous
            | Code::CliNeedsServer
            | Code::CliNeedsAnswer
            | Code::CliPathLines
            | Code::CliNotBlocked
            | Code::CliNotForCalls
            | Code::CliNotForConnections
            | Code::CliNotForSending => Self::Usage,
            Code::BadArguments
            | Code::FormInvalid
            | Code::BadEdit
            | Code::NotAFolder
            | Code::CliNotJson
            | Code::CliNoField
            | Code::CliNoSecret
            | Code::BadDestination => Self::Data,
            Code::FolderMissing
            | Code::CliInputUnreadable
            | Code::BundleIo
            | Code::CliNoVariable => Self::NoInput,
            Code::Internal => Self::Internal,
            Code::ExportFailed | Code::CliNotWritten => Self::CantCreate,
            Code::OutputFailed => Self::Io,
            Code::NeedsConsent
            | Code::ConsentElsewhere
            | Code::CliNoTerminal
            | Code::CliNotForeground
            | Code::CliRefusedFolder
            | Code::GrantRefused
            | Code::NotAFront
            | Code::FolderDenied
            | Code::FolderChanged
            | Code::HostForeign => Self::NoPermission,
            Code::CliNotConsented
            | Code::CliNotAgreed
            | Code::CliPaused
            | Code::NameNotTyped
            | Code::TooManyConsents => Self::Waits,
            Code::HostNewer
            | Code::HostOlder
            | Code::HostOtherVersion
            | Code::CliNoHome
            | Code::KeyringUnavailable
            | Code::SecretsNoKeyring
            | Code::SecretInFile => Self::Config,

            code => of_its_kind(code),
        }
    }
}

/// By what it begins with: also if a newer version says it.
fn of_its_kind(code: &Code) -> Exit {
    let name = code.as_str();
    match name.strip_prefix("cli-").unwrap_or(name) {
        kind if kind.starts_with("app") => of_app(code),
        kind if kind.starts_with("unknown-") => Exit::NoInput,
        "bundle-busy" => Exit::Unavailable,
        kind if ["draft-", "paste-", "bundle-"].iter().any(|it| kind.starts_with(it)) => Exit::Data,
        _ if name.starts_with("storage-") => Exit::Io,
        _ => Exit::Unavailable,
    }
}

/// Of configs of AI apps.
#[expect(clippy::wildcard_enum_match_arm, reason = "there are many, and a newer version has more")]
fn of_app(code: &Code) -> Exit {
    match code {
        Code::AppGone
        | Code::AppEntryGone
        | Code::AppUnknown
        | Code::CliAppUnknown
        | Code::CliAppNotHere
        | Code::CliAppNoEntry
        | Code::CliAppNothing
        | Code::CliAppNotConnected => Exit::NoInput,
        Code::AppLeadsOut
        | Code::AppHardLinked
        | Code::AppNotYours
        | Code::AppReadOnly
        | Code::AppOfProject => Exit::NoPermission,
        Code::AppWriteFailed
        | Code::AppBackupFailed
        | Code::AppBackupExists
        | Code::CliAppsKept => Exit::CantCreate,
        Code::AppChangedMeanwhile | Code::AppNotHere | Code::CliAppsBusy => Exit::Unavailable,
        _ => Exit::Data,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_ends_with_what_it_is_about() {
        for (code, exit) in [
            (Code::HostGone, Exit::Unavailable),
            (Code::HostNewer, Exit::Config),
            (Code::UnknownGrant, Exit::NoInput),
            (Code::CliUnknownServer, Exit::NoInput),
            (Code::CliNoTerminal, Exit::NoPermission),
            (Code::CliNotConsented, Exit::Waits),
            (Code::DraftNameTaken, Exit::Data),
            (Code::BadDestination, Exit::Data),
            (Code::UnknownDestination, Exit::NoInput),
            (Code::StorageFull, Exit::Io),
            (Code::AppBroken, Exit::Data),
            (Code::AppLeadsOut, Exit::NoPermission),
            (Code::CliAppsBusy, Exit::Unavailable),
            (Code::CallFailed, Exit::Unavailable),
            (Code::ExportFailed, Exit::CantCreate),
            (Code::BundleIo, Exit::NoInput),
            (Code::BundleNotZip, Exit::Data),
            (Code::BundleBusy, Exit::Unavailable),
        ] {
            assert_eq!(Exit::from(&Failure::new(code.clone())), exit, "{code}");
        }
    }
}
