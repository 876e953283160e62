//! Files of variables that entries name, such as `envFile` of Visual Studio Code.
//!
//! Anybody may have written the entry, and the file: nothing of what a file holds is shown but the
//! names in it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::disk;
use crate::error::AppError;
use crate::folders::path;

/// The largest one that is read, in bytes: no command may have more.
const LARGEST: u64 = 32 << 10;
/// Variables in one, at the most.
const MOST: usize = 500;
const MARK: &[u8] = b"\xef\xbb\xbf";
const QUOTES: &[char] = &['"', '\'', '`'];

/// A file of variables as it was read.
#[derive(Clone, PartialEq, Eq)]
pub struct EnvFile {
    /// Where it is, whatever links lead there.
    pub path: PathBuf,
    /// Values may be secrets.
    pub variables: BTreeMap<String, String>,
}

impl EnvFile {
    /// Reads the file that an entry names so. Only opens a regular file of bounded size, and blocks
    /// as long as the disk does.
    pub fn read(written: &str, home: &Path) -> Result<Self, AppError> {
        let elsewhere = || AppError::EnvFileElsewhere { path: written.to_owned() };
        let path = resolved(written, home).ok_or_else(elsewhere)?;
        let Ok((path, bytes)) = disk::read(&path, LARGEST) else {
            return Err(AppError::EnvFileUnfit { path, most: LARGEST });
        };
        match variables(&bytes) {
            Ok(variables) if variables.len() > MOST => {
                Err(AppError::EnvFileUnfit { path, most: LARGEST })
            }
            // It may be a key, whose last sign is `=`.
            Ok(variables) if variables.len() == 1 && variables.values().all(String::is_empty) => {
                Err(AppError::EnvFileLine { path, line: 1 })
            }
            Ok(variables) => Ok(Self { path, variables }),
            Err(line) => Err(AppError::EnvFileLine { path, line }),
        }
    }
}

impl fmt::Debug for EnvFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnvFile")
            .field("path", &self.path)
            .field("variables", &self.variables.keys())
            .finish()
    }
}

/// Where it is, if nothing but home is to be put into its path.
fn resolved(written: &str, home: &Path) -> Option<PathBuf> {
    // What separates names where the system writes `/`.
    let written = written.replace("${/}", "/");
    let is_whole = |path: &PathBuf| !path.to_string_lossy().contains("${");
    path(&written, home).filter(is_whole)
}

/// The variables, or the number of the first line that is none. As Visual Studio Code reads them,
/// which passes over such a line.
///
/// <https://github.com/microsoft/vscode/blob/main/src/vs/base/common/envfile.ts>
fn variables(bytes: &[u8]) -> Result<BTreeMap<String, String>, usize> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let mut variables = BTreeMap::new();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = str::from_utf8(line).map_err(|_| index + 1)?.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let (name, value) = variable(line).ok_or(index + 1)?;
            variables.insert(name.to_owned(), value);
        }
    }
    Ok(variables)
}

/// `NAME=value`, or `export NAME="value" # comment`.
fn variable(line: &str) -> Option<(&str, String)> {
    let line = line.strip_prefix("export ").map_or(line, str::trim_start);
    let (name, value) = line.split_once('=')?;
    let name = name.trim_end();
    let is_fit = is_name(name) && !value.contains(|c: char| c.is_control() && c != '\t');
    let value = unquoted(before_comment(value).trim()).filter(|_| is_fit)?;
    Some((name, value))
}

fn is_name(name: &str) -> bool {
    let is_in = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_in)
}

/// What stands before a `#` that is in no quotes.
fn before_comment(text: &str) -> &str {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            None if c == '#' => return &text[..at],
            None if QUOTES.contains(&c) => quote = Some(c),
            Some(open) if c == open && !text[..at].ends_with('\\') => quote = None,
            None | Some(_) => {}
        }
    }
    text
}

/// Without the quotes around it; none if they end elsewhere.
fn unquoted(text: &str) -> Option<String> {
    let Some(quote) = text.chars().next().filter(|c| QUOTES.contains(c)) else {
        return Some(text.to_owned());
    };
    let inner = text[1..].strip_suffix(quote)?;
    if inner.match_indices(quote).any(|(at, _)| !inner[..at].ends_with('\\')) {
        return None;
    }
    let is_double = quote == '"';
    Some(if is_double { inner.replace("\\n", "\n").replace("\\r", "\r") } else { inner.to_owned() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_read_as_apps_read_them() {
        for (line, expected) in [
            ("A=b", ("A", "b")),
            (" export  A_1.x-y = b c ", ("A_1.x-y", "b c")),
            ("A=", ("A", "")),
            ("A=b # c", ("A", "b")),
            ("A=\"b # c\" # d", ("A", "b # c")),
            ("A='b\\n'", ("A", "b\\n")),
            ("A=\"b\\nc\"", ("A", "b\nc")),
            ("A=\"b\\\"c\"", ("A", "b\\\"c")),
            ("A=`b'c`", ("A", "b'c")),
            ("A={\"b\": \"#1\"}", ("A", "{\"b\": \"#1\"}")),
            ("A=https://b.example/?c=d", ("A", "https://b.example/?c=d")),
            ("A=${input:b} $C", ("A", "${input:b} $C")),
        ] {
            let (name, value) = expected;
            let read = BTreeMap::from([(name.to_owned(), value.to_owned())]);
            assert_eq!(variables(line.as_bytes()), Ok(read), "{line}");
        }
        let text = "\u{feff}# a\r\n\r\nA=b\r\n  # c\nA=d\r\nB=\"\"";
        let read = [("A".to_owned(), "d".to_owned()), ("B".to_owned(), String::new())];
        assert_eq!(variables(text.as_bytes()), Ok(read.into()));
    }

    #[test]
    fn a_line_that_is_no_variable_is_told_by_its_number() {
        for line in [
            "hunter2",
            "A: b",
            "=b",
            "1A=b",
            "A B=c",
            "é=b",
            "export A",
            "A=\"b",
            "A='",
            "A=\"b\" c",
            "A=\"b\"c\"",
            "A=b\0c",
            "A=\u{1b}[2J",
            "-----BEGIN PRIVATE KEY-----",
            "[section]",
        ] {
            assert_eq!(variables(format!("A=b\n\n{line}\nC=d").as_bytes()), Err(3), "{line:?}");
        }
        assert_eq!(variables(b"A=b\nB=\xff\n"), Err(2));
    }

    #[test]
    fn only_home_is_put_into_its_path() {
        let at = |written: &str| resolved(written, Path::new("/home/ada"));
        for (written, expected) in [
            ("/srv/x.env", "/srv/x.env"),
            ("~/.env", "/home/ada/.env"),
            ("${userHome}/.env", "/home/ada/.env"),
            ("${userHome}${/}x${/}.env", "/home/ada/x/.env"),
            ("${env:HOME}/.env", "/home/ada/.env"),
        ] {
            assert_eq!(at(written), Some(expected.into()), "{written}");
        }
        for written in [
            "",
            ".env",
            "./.env",
            "~ada/.env",
            "${workspaceFolder}/.env",
            "${userHome}/${workspaceFolderBasename}/.env",
            "/srv/${env:USER}/.env",
            "${input:file}",
        ] {
            assert_eq!(at(written), None, "{written}");
        }
    }

    proptest! {
        #[test]
        fn whatever_a_file_holds_names_are_plain(text in "[A-Zé =#'\"`\\\\\n\r\0:]{0,40}") {
            match variables(text.as_bytes()) {
                Ok(read) => prop_assert!(read.keys().all(|name| is_name(name))),
                Err(line) => prop_assert!((1..=text.split('\n').count()).contains(&line)),
            }
        }
    }
}
