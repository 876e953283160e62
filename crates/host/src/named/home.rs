//! The person's home in a command. Clients start commands without a shell, which would put it in
//! place of `~`; a server that does so itself knows only its own home.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Ways to write it that people and clients use.
const WRITTEN: &[&str] = &["~", "$HOME", "${HOME}", "${userHome}", "${env:HOME}"];

/// The path that begins at home, if `text` is one.
pub(crate) fn expanded(text: &str, home: &Path) -> Option<PathBuf> {
    let rest =
        WRITTEN.iter().find_map(|start| text.strip_prefix(start).filter(|it| is_rest(it)))?;
    Some(match rest.trim_start_matches('/') {
        "" => home.to_path_buf(),
        below => home.join(below),
    })
}

pub(crate) fn expanded_path(path: &Path, home: &Path) -> PathBuf {
    let expanded = path.to_str().and_then(|text| expanded(text, home));
    expanded.unwrap_or_else(|| path.to_path_buf())
}

/// An argument or a value of the environment as a server is to be given it: every path in it that
/// begins at home is written out.
pub(crate) fn written_out(text: &str, home: &Path) -> OsString {
    let value = after_name(text).unwrap_or(text);
    let Some(name) = text.strip_suffix(value) else { return text.into() };
    let mut out = OsString::from(name);
    let mut at = 0;
    for piece in pieces(value) {
        // What stands between two pieces.
        let between = value[at..].find(piece).unwrap_or_default();
        out.push(&value[at..at + between]);
        match expanded(piece, home) {
            Some(path) => out.push(path),
            None => out.push(piece),
        }
        at += between + piece.len();
    }
    out.push(&value[at..]);
    out
}

/// What is after `--name=` or `name=`.
pub(super) fn after_name(text: &str) -> Option<&str> {
    let (name, value) = text.split_once('=')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then_some(value)
}

/// The paths of a list, or the whole of what is none.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    for separator in [',', ':', ';'] {
        let pieces: Vec<_> = text.split(separator).collect();
        if pieces.len() > 1 && pieces.iter().all(|piece| is_from_the_top(piece)) {
            return pieces;
        }
    }
    vec![text]
}

fn is_from_the_top(text: &str) -> bool {
    let from_home = |start: &&str| text.strip_prefix(*start).is_some_and(is_rest);
    (text.starts_with('/') && !text.starts_with("//")) || WRITTEN.iter().any(from_home)
}

fn is_rest(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_is_written_out_where_a_path_begins_with_it() {
        for (text, expected) in [
            ("~", "/home/ada"),
            ("~/a b", "/home/ada/a b"),
            ("$HOME/a", "/home/ada/a"),
            ("--dir=~/a", "--dir=/home/ada/a"),
            ("~/a:/b:${HOME}/c", "/home/ada/a:/b:/home/ada/c"),
            ("DIRS=~/a,~/a,/a", "DIRS=/home/ada/a,/home/ada/a,/a"),
        ] {
            assert_eq!(written_out(text, Path::new("/home/ada")), expected);
        }
    }

    #[test]
    fn all_else_stays_as_it_is_written() {
        for text in [
            "",
            "=",
            "--x=",
            "~ada/x",
            "a~/b",
            "$HOMER",
            "s3cr=t~/x",
            "https://x/~/y",
            "a:~/b",
            "${roots}",
            "select '~/x' = y",
            "-e=const a = '~'",
            "~x,~/y",
        ] {
            assert_eq!(written_out(text, Path::new("/home/ada")), text);
        }
    }
}
