//! What is likely to be secret, by its name, in a folder that a program needs.

use std::ffi::OsStr;
use std::path::Path;

use paddock_core::consent::{PLACES, WarningCode};

/// Whatever they are: a file, a folder, with all that is in it.
const NAMES: &[&str] = &[
    ".aws",
    ".azure",
    ".bash_history",
    ".boto",
    ".dockercfg",
    ".fetchmailrc",
    ".git",
    ".git-credentials",
    ".gnupg",
    ".hg",
    ".kube",
    ".lesshst",
    ".mbsyncrc",
    ".mozilla",
    ".msmtprc",
    ".my.cnf",
    ".mysql_history",
    ".netrc",
    ".node_repl_history",
    ".npmrc",
    ".oci",
    ".offlineimaprc",
    ".password-store",
    ".pgpass",
    ".pki",
    ".psql_history",
    ".pypirc",
    ".python_history",
    ".s3cfg",
    ".sqlite_history",
    ".ssh",
    ".svn",
    ".terraformrc",
    ".thunderbird",
    ".vault-token",
    ".yarnrc.yml",
    ".zsh_history",
    "_netrc",
    "fish_history",
    "gcloud",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "rclone.conf",
];

/// By their last parts.
const PATHS: &[&str] = &[
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".config/evolution",
    ".config/rclone",
    ".docker/config.json",
    ".local/share/evolution",
];

/// Settings of other apps, and also programs that these installed.
const WITH_PROGRAMS: WarningCode = WarningCode::ClientConfig;

/// Whether `path` is likely to be a secret, or to hold nothing else. A virtual environment may be
/// called `.env`.
pub fn hides(path: &Path, is_folder: bool) -> bool {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else { return false };
    let places = PLACES.iter().filter(|(code, _)| *code != WITH_PROGRAMS).map(|(_, place)| *place);
    NAMES.contains(&name)
        || (!is_folder && is_env(name))
        || PATHS.iter().copied().chain(places).any(|place| path.ends_with(place))
}

/// Such a file tells by its example what belongs in the other, and nothing that does.
fn is_env(name: &str) -> bool {
    let examples = ["dist", "defaults", "example", "sample", "template"];
    let ending = name.rsplit('.').next().unwrap_or_default();
    (name == ".env" || name == ".envrc" || name.starts_with(".env.")) && !examples.contains(&ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likely_secrets_are_hidden_and_what_a_program_needs_is_not() {
        for path in [
            "/a/.env",
            "/a/.env.local",
            "/a/.git",
            "/a/.npmrc",
            "/a/.docker/config.json",
            "/a/.config/gcloud",
            "/a/.cargo/credentials.toml",
            "/a/.config/google-chrome",
        ] {
            assert!(hides(path.as_ref(), false), "{path}");
        }
        for path in
            ["/a/.env.example", "/a/.gitignore", "/a/config.json", "/a/cacert.pem", "/a/.claude"]
        {
            assert!(!hides(path.as_ref(), false), "{path}");
        }
        assert!(hides("/a/.git".as_ref(), true) && !hides("/a/.env".as_ref(), true));
    }
}
