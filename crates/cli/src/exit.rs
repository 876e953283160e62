//! How the program ends: the codes of `sysexits.h`, and 1 for *no*.

use std::process::ExitCode;

use paddock_control::view::Failure;

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
    fn from(failure: &Failure) -> Self {
        let code = failure.code.as_str();
        match code {
            "output-closed" => Self::Done,
            "leaks" | "proof-failed" => Self::No,
            "cli-ambiguous"
            | "cli-needs-server"
            | "cli-needs-answer"
            | "cli-path-lines"
            | "cli-not-blocked"
            | "cli-not-for-calls"
            | "cli-not-for-connections" => Self::Usage,
            "bad-arguments" | "form-invalid" | "bad-edit" | "not-a-folder" | "cli-not-json"
            | "cli-no-field" | "cli-no-secret" | "bad-destination" => Self::Data,
            "folder-missing" | "cli-input-unreadable" | "call-over" => Self::NoInput,
            "internal" | "unknown" => Self::Internal,
            "export-failed" | "cli-not-written" => Self::CantCreate,
            "output-failed" => Self::Io,
            "needs-consent" | "consent-elsewhere" | "cli-no-terminal" | "cli-not-foreground"
            | "cli-refused-folder" | "grant-refused" | "not-a-front" | "folder-denied"
            | "folder-changed" | "host-foreign" => Self::NoPermission,
            "cli-not-consented" | "cli-not-agreed" | "name-not-typed" | "too-many-consents" => {
                Self::Waits
            }
            "host-newer"
            | "host-older"
            | "host-other-version"
            | "cli-no-home"
            | "keyring-unavailable"
            | "secrets-no-keyring"
            | "secret-in-file" => Self::Config,

            _ if code.strip_prefix("cli-").unwrap_or(code).starts_with("app") => of_app(code),
            _ if code.starts_with("unknown-") || code.starts_with("cli-unknown-") => Self::NoInput,
            _ if code.starts_with("draft-") || code.starts_with("paste-") => Self::Data,
            _ if code.starts_with("storage-") => Self::Io,
            _ => Self::Unavailable,
        }
    }
}

/// Of configs of AI apps.
fn of_app(code: &str) -> Exit {
    match code {
        "app-gone"
        | "app-entry-gone"
        | "app-unknown"
        | "cli-app-unknown"
        | "cli-app-not-here"
        | "cli-app-no-entry"
        | "cli-app-nothing"
        | "cli-app-not-connected" => Exit::NoInput,
        "app-leads-out" | "app-hard-linked" | "app-not-yours" | "app-read-only"
        | "app-of-project" => Exit::NoPermission,
        "app-write-failed" | "app-backup-failed" | "app-backup-exists" | "cli-apps-kept" => {
            Exit::CantCreate
        }
        "app-changed-meanwhile" | "app-not-here" | "cli-apps-busy" => Exit::Unavailable,
        _ => Exit::Data,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_ends_with_what_it_is_about() {
        for (code, exit) in [
            ("host-gone", Exit::Unavailable),
            ("host-newer", Exit::Config),
            ("unknown-grant", Exit::NoInput),
            ("cli-unknown-server", Exit::NoInput),
            ("call-over", Exit::NoInput),
            ("cli-no-terminal", Exit::NoPermission),
            ("cli-not-consented", Exit::Waits),
            ("draft-name-taken", Exit::Data),
            ("bad-destination", Exit::Data),
            ("unknown-destination", Exit::NoInput),
            ("storage-full", Exit::Io),
            ("app-broken", Exit::Data),
            ("app-leads-out", Exit::NoPermission),
            ("cli-apps-busy", Exit::Unavailable),
            ("call-failed", Exit::Unavailable),
            ("export-failed", Exit::CantCreate),
        ] {
            assert_eq!(Exit::from(&Failure::new(code)), exit, "{code}");
        }
    }
}
