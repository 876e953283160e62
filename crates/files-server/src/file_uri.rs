//! `file://` URIs to paths, byte for byte (RFC 8089, RFC 3986 section 2.1).

use std::path::{Component, Path, PathBuf};

/// Why a root's URI cannot be used; reads on after "because ".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    #[error("it is not a file:// URI")]
    NotFile,
    #[error("it names another host")]
    OtherHost,
    #[error("its path is not absolute")]
    NotAbsolute,
    #[error("it has a query or a fragment")]
    QueryOrFragment,
    #[error("a percent sign in it is not followed by two hexadecimal digits")]
    BadEscape,
    #[error("it holds a NUL byte")]
    Nul,
    #[error("its path climbs with ..")]
    Climbs,
    #[error("its path cannot be a path on this system")]
    Foreign,
}

/// The absolute path that `uri` names on this machine.
pub(crate) fn path(uri: &str) -> Result<PathBuf, Unusable> {
    let path = match local_part(uri)? {
        path if path.contains(['?', '#']) => return Err(Unusable::QueryOrFragment),
        path => percent_decoded(path)?,
    };
    if path.contains(&0) {
        return Err(Unusable::Nul);
    }
    let path = native(path)?;
    if !path.is_absolute() {
        return Err(Unusable::NotAbsolute);
    }
    if path.components().any(|component| component == Component::ParentDir) {
        return Err(Unusable::Climbs);
    }
    Ok(path.components().collect())
}

/// The `file://` URI of an absolute path.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", escaped(path))
}

/// `path` with everything but unreserved characters and slashes as percent escapes.
pub(crate) fn escaped(path: &Path) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut text = String::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => {
                text.push('%');
                text.push(char::from(HEX[usize::from(byte >> 4)]));
                text.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
    text
}

/// What follows the scheme and this host's authority.
fn local_part(uri: &str) -> Result<&str, Unusable> {
    let (scheme, rest) = uri.split_once(':').ok_or(Unusable::NotFile)?;
    if !scheme.eq_ignore_ascii_case("file") {
        return Err(Unusable::NotFile);
    }
    let Some(rest) = rest.strip_prefix("//") else {
        return if rest.starts_with('/') { Ok(rest) } else { Err(Unusable::NotAbsolute) };
    };
    let slash = rest.find('/').ok_or(Unusable::NotAbsolute)?;
    let (host, path) = rest.split_at(slash);
    if host.is_empty() || host.eq_ignore_ascii_case("localhost") {
        Ok(path)
    } else {
        Err(Unusable::OtherHost)
    }
}

pub(crate) fn percent_decoded(text: &str) -> Result<Vec<u8>, Unusable> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex(rest.next())? << 4 | hex(rest.next())?,
            plain => plain,
        });
    }
    Ok(bytes)
}

fn hex(digit: Option<u8>) -> Result<u8, Unusable> {
    match digit {
        Some(digit @ b'0'..=b'9') => Ok(digit - b'0'),
        Some(digit @ b'a'..=b'f') => Ok(digit - b'a' + 10),
        Some(digit @ b'A'..=b'F') => Ok(digit - b'A' + 10),
        _ => Err(Unusable::BadEscape),
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems cannot take every byte")]
fn native(bytes: Vec<u8>) -> Result<PathBuf, Unusable> {
    use std::os::unix::ffi::OsStringExt;
    Ok(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn native(bytes: Vec<u8>) -> Result<PathBuf, Unusable> {
    let text = String::from_utf8(bytes).map_err(|_| Unusable::Foreign)?;
    Ok(text.trim_start_matches('/').into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    fn bytes(uri: &str) -> Result<Vec<u8>, Unusable> {
        path(uri).map(|path| path.as_os_str().as_bytes().to_vec())
    }

    #[test]
    fn every_byte_is_decoded_exactly() {
        assert_eq!(bytes("file:///a%20b/%23%3f%25"), Ok(b"/a b/#?%".to_vec()));
        assert_eq!(bytes("file:///%ff%FE+%2520"), Ok(b"/\xff\xfe+%20".to_vec()));
        assert_eq!(bytes("file:///F%C3%BC"), Ok("/Fü".into()));
    }

    #[test]
    fn this_host_may_be_named() {
        for uri in ["file:///a", "file://localhost/a", "FILE://LocalHost/a", "file:/a"] {
            assert_eq!(bytes(uri), Ok(b"/a".to_vec()), "{uri}");
        }
    }

    #[test]
    fn slashes_and_dots_that_mean_nothing_are_dropped() {
        assert_eq!(bytes("file:///a//b/./c/"), Ok(b"/a/b/c".to_vec()));
        assert_eq!(bytes("file:///"), Ok(b"/".to_vec()));
    }

    #[test]
    fn what_is_not_plainly_a_local_path_is_refused() {
        let cases = [
            ("https://example.org/a", Unusable::NotFile),
            ("/a", Unusable::NotFile),
            ("", Unusable::NotFile),
            ("file://elsewhere/a", Unusable::OtherHost),
            ("file://127.0.0.1/a", Unusable::OtherHost),
            ("file:a", Unusable::NotAbsolute),
            ("file://", Unusable::NotAbsolute),
            ("file://localhost", Unusable::NotAbsolute),
            ("file:///a?b", Unusable::QueryOrFragment),
            ("file:///a#b", Unusable::QueryOrFragment),
            ("file:///a%2", Unusable::BadEscape),
            ("file:///a%zz", Unusable::BadEscape),
            ("file:///a%00b", Unusable::Nul),
            ("file:///a/../b", Unusable::Climbs),
            ("file:///a/%2e%2E/b", Unusable::Climbs),
            ("file:///a/..%2fb", Unusable::Climbs),
        ];
        for (uri, why) in cases {
            assert_eq!(bytes(uri), Err(why), "{uri}");
        }
    }
}
