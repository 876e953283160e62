//! Entries of AI apps: let go through Paddock, and given back. The words are left to each front.
//!
//! What is to be done is worked out first, then shown, and then done as it was shown: a file that
//! changed meanwhile is refused. Connecting adds servers to the host, trusts no command and grants no
//! folder.

mod asked;
mod by_hand;
mod connect;
mod disk;
mod env_file;
mod give_back;
mod kept;
mod look;
mod propose;

use std::path::{Path, PathBuf};

use paddock_apps::{AppError, Launch, Places, folders};
use paddock_control::view::{Code, Failure};
use paddock_core::text::shown;

pub use asked::asks;
pub use by_hand::{Shim, by_hand};
pub use connect::{Incomplete, connect};
pub use disk::on_disk;
pub use env_file::FromFile;
pub use give_back::{GiveBack, give_back, is_left, plan_give_back};
pub use kept::{Kept, adoptions};
pub use look::{Connected, Look, look};
pub use propose::{Job, Proposed, direct, launch_of, propose, skipped};

/// Where apps look for their configs, by this program's environment.
pub fn places(home: PathBuf) -> Places {
    Places::new(home, |name| std::env::var_os(name))
}

/// What went wrong with a config, in a form that can be told.
pub fn failure(error: &AppError) -> Failure {
    let failure = Failure::new(code(error));
    error.details().into_iter().fold(failure, |failure, (name, value)| failure.with(name, value))
}

fn code(error: &AppError) -> Code {
    match error {
        AppError::Broken { .. } => Code::AppBroken,
        AppError::Duplicate { .. } => Code::AppDuplicateKey,
        AppError::TooLarge { .. } => Code::AppTooLarge,
        AppError::TooMany { .. } => Code::AppTooMany,
        AppError::NotAFile => Code::AppNotAFile,
        AppError::NotText => Code::AppNotText,
        AppError::Unreadable { .. } => Code::AppUnreadable,
        AppError::Gone => Code::AppGone,
        AppError::LeadsOut { .. } => Code::AppLeadsOut,
        AppError::HardLinked { .. } => Code::AppHardLinked,
        AppError::ReadOnly => Code::AppReadOnly,
        AppError::NotYours => Code::AppNotYours,
        AppError::AnotherBroken { .. } => Code::AppAnotherBroken,
        AppError::OfProject => Code::AppOfProject,
        AppError::UnknownApp => Code::AppUnknown,
        AppError::SeveralFiles => Code::AppSeveralFiles,
        AppError::EntryGone { .. } => Code::AppEntryGone,
        AppError::EntryChanged { .. } => Code::AppEntryChanged,
        AppError::EntryUnusual { .. } => Code::AppEntryUnusual,
        AppError::EntryNoCommand { .. } => Code::AppEntryNoCommand,
        AppError::EntryAlreadyThrough { .. } => Code::AppEntryAlreadyThrough,
        AppError::EntryNeedsApp { .. } => Code::AppEntryNeedsApp,
        AppError::EntryAsks { .. } => Code::AppEntryAsks,
        AppError::EntryActsElsewhere { .. } => Code::AppEntryActsElsewhere,
        AppError::EntryTwice { .. } => Code::AppEntryTwice,
        AppError::BadServerName { .. } => Code::AppBadServerName,
        AppError::BadShim => Code::AppBadShim,
        AppError::SecretMissing { .. } => Code::AppSecretMissing,
        AppError::EnvFileElsewhere { .. } => Code::AppEnvFileElsewhere,
        AppError::EnvFileUnfit { .. } => Code::AppEnvFileUnfit,
        AppError::EnvFileLine { .. } => Code::AppEnvFileLine,
        AppError::WouldDamage => Code::AppWouldDamage,
        AppError::ChangedMeanwhile => Code::AppChangedMeanwhile,
        AppError::BackupExists => Code::AppBackupExists,
        AppError::BackupFailed { .. } => Code::AppBackupFailed,
        AppError::WriteFailed { .. } => Code::AppWriteFailed,
        AppError::NotHere => Code::AppNotHere,
    }
}

/// A command with its arguments, to be shown: without secrets.
pub fn command(launch: &Launch) -> String {
    launch.words().iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// Where a remote server is, to be shown; the rest of its address may be a secret.
pub fn address(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    if scheme.is_empty() { shown(host) } else { shown(format!("{scheme}://{host}")) }
}

/// Folders that a command names, each once.
fn named_folders(launch: &Launch, home: &Path) -> Vec<PathBuf> {
    let mut named: Vec<PathBuf> = Vec::new();
    for folder in folders(launch, home) {
        // A file, such as the script that is run, can't be granted, whether it is there or not.
        let is_file = folder.is_file() || !folder.exists() && folder.extension().is_some();
        if !named.contains(&folder) && !is_file {
            named.push(folder);
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_no_folder_to_be_granted() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        std::fs::create_dir(at("notes")).unwrap();
        std::fs::write(at("index.js"), "").unwrap();
        let args = ["index.js", "gone.js", "notes", "notes", "missing"]
            .map(|name| at(name).display().to_string());
        let launch = Launch {
            command: "node".to_owned(),
            args: args.to_vec(),
            env: std::collections::BTreeMap::new(),
            cwd: None,
            enabled: true,
            through: None,
            left: Vec::new(),
        };
        assert_eq!(named_folders(&launch, home.path()), [at("notes"), at("missing")]);
    }

    #[test]
    fn an_address_keeps_its_secrets() {
        for (url, expected) in [
            ("https://u:p@example.org:8/mcp?key=x", "https://example.org:8"),
            ("example.org/x", "example.org"),
            ("https://a\u{1b}b", "https://a\\u{1b}b"),
        ] {
            assert_eq!(address(url), expected);
        }
    }
}
