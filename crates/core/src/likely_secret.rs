//! What is likely to be secret, by its name. Masks, warnings and the detector all go by this list.

use std::ffi::OsStr;
use std::path::{Component, Path};

use crate::consent::{PLACES, WarningCode};

/// Whatever they are: a file, or a folder with all that is in it.
const NAMES: &[&str] = &[
    ".aws",
    ".azure",
    ".bash_history",
    ".boto",
    ".dockercfg",
    ".fetchmailrc",
    ".git-credentials",
    ".gnupg",
    ".htpasswd",
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
    ".terraformrc",
    ".thunderbird",
    ".vault-token",
    ".yarnrc.yml",
    ".zsh_history",
    "_netrc",
    "credentials.json",
    "fish_history",
    "gcloud",
    "rclone.conf",
];

/// Files, by how their names begin.
const BEGINNINGS: &[&str] = &[".dev.vars", "terraform.tfstate", "terraform.tfvars"];

/// The same of files that end in `.json`.
const CREDENTIALS: &[&str] =
    &["client_secret", "service-account", "service_account", "serviceaccount"];

/// Keys, by the endings of their files.
const KEYS: &[&str] = &["jks", "kdbx", "key", "keystore", "p12", "pem", "pfx", "ppk"];

/// Certificates, which programs bring and need.
const CERTIFICATES: &[&str] = &[
    "ca.pem",
    "ca-bundle.pem",
    "ca-cert.pem",
    "ca-certificates.pem",
    "cacert.pem",
    "cacerts.pem",
    "cert.pem",
    "certs.pem",
    "chain.pem",
    "dhparam.pem",
    "fullchain.pem",
    "roots.pem",
];

/// How the names of private keys for SSH begin; a public one has an ending.
const SSH_KEYS: &[&str] = &["id_dsa", "id_ecdsa", "id_ed25519", "id_rsa"];

/// By their last parts.
const PATHS: &[&str] = &[
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".config/evolution",
    ".config/rclone",
    ".docker/config.json",
    ".local/share/evolution",
];

/// How names end that editors and people give to what was there before.
const COPIES: &[&str] = &["~", ".bak", ".old", ".orig"];

/// What tells by its example what belongs in another file, and nothing that does.
const EXAMPLES: &[&str] = &["default", "defaults", "dist", "example", "sample", "template"];

/// Their settings may hold tokens, and their history what was taken out of the files.
const REPOSITORIES: &[&str] = &[".git", ".hg", ".svn"];

/// Packages that came from elsewhere: nobody keeps secrets among them.
const FETCHED: &[&str] = &["__pycache__", "dist-packages", "node_modules", "site-packages"];

/// Settings of other apps, and also programs that these installed.
const WITH_PROGRAMS: WarningCode = WarningCode::ClientConfig;

/// Whether `path` is likely to be a secret, or to hold nothing else. A virtual environment may be
/// called `.env`.
pub fn is_likely_secret(path: &Path, is_folder: bool) -> bool {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else { return false };
    let name = name.to_lowercase();
    let first = without_copies(&name);
    if first.len() < name.len() {
        return is_likely_secret(&path.with_file_name(first), is_folder);
    }
    let places = PLACES.iter().filter(|(code, _)| *code != WITH_PROGRAMS).map(|(_, place)| *place);
    NAMES.contains(&name.as_str())
        || PATHS.iter().copied().chain(places).any(|place| path.ends_with(place))
        || (!is_folder && (is_secret_file(&name) || is_among_environments(path, &name)))
}

/// Whether a program does without `path`, which it may need to run in the folder around it.
pub fn is_left_out(path: &Path, is_folder: bool) -> bool {
    is_repository(path) || is_likely_secret(path, is_folder)
}

/// Whether `path` is the folder in which a repository keeps what it keeps.
pub fn is_repository(path: &Path) -> bool {
    path.file_name().is_some_and(|name| REPOSITORIES.iter().any(|it| name == *it))
}

/// What it was called before it was put aside.
fn without_copies(name: &str) -> &str {
    let copy = COPIES.iter().find_map(|ending| name.strip_suffix(ending));
    copy.filter(|first| !first.is_empty()).map_or(name, without_copies)
}

/// Whether nothing is looked for in a folder of this name.
pub fn is_fetched(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| FETCHED.iter().any(|it| name == *it))
}

fn is_secret_file(name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_ssh_key = ending.is_empty() && SSH_KEYS.iter().any(|key| name.starts_with(key));
    let begins = |known: &[&str]| known.iter().any(|beginning| name.starts_with(beginning));
    let is_known = begins(BEGINNINGS) || (ending == "json" && begins(CREDENTIALS));
    let is_key = KEYS.contains(&ending) && !stem.is_empty() && !CERTIFICATES.contains(&name);
    is_ssh_key || (is_known && !is_example(name)) || is_key || is_environment(name)
}

/// `.env`, `.envrc`, `.env.local`, `.env-prod`, `prod.env`.
fn is_environment(name: &str) -> bool {
    let begins = name
        .strip_prefix(".env")
        .is_some_and(|rest| rest.is_empty() || rest == "rc" || rest.starts_with(['.', '-', '_']));
    match name.strip_suffix(".env") {
        Some(stem) => !is_example(stem),
        None => begins && !is_example(name),
    }
}

/// `.envs/.production/.django`.
fn is_among_environments(path: &Path, name: &str) -> bool {
    let above = path.parent().into_iter().flat_map(Path::components);
    name.starts_with('.') && above.into_iter().any(|it| it == Component::Normal(".envs".as_ref()))
}

fn is_example(name: &str) -> bool {
    name.rsplit(['.', '-', '_']).next().is_some_and(|last| EXAMPLES.contains(&last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likely_secrets_are_told_by_their_names() {
        for path in [
            "/a/.env",
            "/a/.envrc",
            "/a/.env.local",
            "/a/.env-prod",
            "/a/.env_backup",
            "/a/.ENV",
            "/a/prod.env",
            "/a/.envs/.production/.django",
            "/a/.dev.vars",
            "/a/.dev.vars.production",
            "/a/.npmrc",
            "/a/.docker/config.json",
            "/a/.config/gcloud",
            "/a/.cargo/credentials.toml",
            "/a/.config/google-chrome",
            "/a/credentials.json",
            "/a/service-account.json",
            "/a/service_account_prod.json",
            "/a/client_secret_123.apps.json",
            "/a/server.key",
            "/a/server.pem",
            "/a/id_ed25519",
            "/a/id_rsa_work",
            "/a/terraform.tfstate",
            "/a/terraform.tfstate.backup",
            "/a/.env~",
            "/a/.npmrc.bak",
            "/a/id_rsa.old",
            "/a/server.key.orig~",
            "/a/.docker/config.json.bak",
            "/a/credentials.json.old",
        ] {
            assert!(is_likely_secret(path.as_ref(), false), "{path}");
        }
    }

    #[test]
    fn what_a_program_needs_and_examples_are_none() {
        for path in [
            "/a/.env.example",
            "/a/.env-sample",
            "/a/example.env",
            "/a/prod.example.env",
            "/a/.dev.vars.example",
            "/a/.envs/README.md",
            "/a/.environment",
            "/a/environment.ts",
            "/a/.gitignore",
            "/a/.git",
            "/a/config.json",
            "/a/cacert.pem",
            "/a/.claude",
            "/a/id_rsa.pub",
            "/a/id_map",
            "/a/key.rs",
            "/a/service_account.py",
            "/a/client_secret.ts",
            "/a/serviceaccount.yaml",
            "/a/credentials.py",
            "/a/.key",
            "/a/.env.example.bak",
            "/a/server.py~",
            "/a/~",
        ] {
            assert!(!is_likely_secret(path.as_ref(), false), "{path}");
        }
    }

    #[test]
    fn a_folder_that_is_only_called_so_is_none() {
        for path in ["/a/.env", "/a/prod.env", "/a/server.key", "/a/.envs/.venv"] {
            assert!(!is_likely_secret(path.as_ref(), true), "{path}");
        }
        assert!(is_likely_secret("/a/.ssh".as_ref(), true));
    }

    #[test]
    fn a_program_does_without_repositories_too() {
        assert!(is_left_out("/a/.git".as_ref(), true) && is_left_out("/a/.env".as_ref(), false));
        assert!(!is_left_out("/a/src".as_ref(), true));
    }
}
