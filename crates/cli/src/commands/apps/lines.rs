//! Others' text, to be shown: escaped, and without secrets.

use std::path::PathBuf;

use paddock_apps::{Launch, folders};
use paddock_core::text::shown;

/// A command with its arguments.
pub(super) fn command(launch: &Launch) -> String {
    launch.words().iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// Where a remote server is; the rest of its address may be a secret.
pub(super) fn address(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    if scheme.is_empty() { shown(host) } else { shown(format!("{scheme}://{host}")) }
}

/// Folders that a command names, each once. Files that it names, such as the script that it runs,
/// can't be granted.
pub(super) fn named_folders(launch: &Launch, home: &std::path::Path) -> Vec<PathBuf> {
    let mut named: Vec<PathBuf> = Vec::new();
    for folder in folders(launch, home) {
        if !named.contains(&folder.path) && !folder.path.is_file() {
            named.push(folder.path);
        }
    }
    named
}

/// A word as a shell takes it.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:@%+,~".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) && !text.starts_with('~') {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

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

    #[test]
    fn a_file_is_no_folder_to_be_granted() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        std::fs::create_dir(at("notes")).unwrap();
        std::fs::write(at("index.js"), "").unwrap();
        let args =
            ["index.js", "notes", "notes", "missing"].map(|name| at(name).display().to_string());
        let launch = Launch {
            command: "node".to_owned(),
            args: args.to_vec(),
            env: BTreeMap::new(),
            cwd: None,
            enabled: true,
            through: None,
            left: Vec::new(),
        };
        assert_eq!(named_folders(&launch, home.path()), [at("notes"), at("missing")]);
    }

    #[test]
    fn a_word_is_one_word_in_a_shell() {
        for (text, expected) in
            [("/a/b", "/a/b"), ("my files", "'my files'"), ("it's;x", r"'it'\''s;x'"), ("", "''")]
        {
            assert_eq!(quoted(text), expected);
        }
    }
}
