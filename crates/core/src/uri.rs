//! Paths as `file://` URIs, exact in both directions (RFC 8089; MCP roots, "Root").

mod windows;

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};
use url::Url;

use crate::{AbsolutePath, PathError};
pub use windows::WindowsPath;

/// All that RFC 3986 does not allow as it is in a path segment, and `:`-free so that no segment
/// can be taken for a drive.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b'@');

/// A `file://` URI.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileUri(String);

/// Why a text is not the URI of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UriError {
    #[error("not a file:// URI")]
    NotFile,
    #[error("names a file on another machine")]
    OtherHost,
    #[error("has a query or a fragment; `?` and `#` in a path are written %3F and %23")]
    QueryOrFragment,
    #[error("has an incomplete percent sequence")]
    BadEscape,
    #[error("hides a path separator in a percent sequence")]
    HiddenSeparator,
    #[error("names no path of this system")]
    NoSuchForm,
    #[error(transparent)]
    Path(#[from] PathError),
}

impl FileUri {
    /// The URI of a path of the system this runs on.
    #[cfg(unix)]
    pub fn from_path(path: &AbsolutePath) -> Self {
        use std::os::unix::ffi::OsStrExt;
        Self::from_unix(path.as_path().as_os_str().as_bytes())
    }

    /// The URI of a path of the system this runs on.
    #[cfg(windows)]
    pub fn from_path(path: &AbsolutePath) -> Self {
        let text = path.as_path().to_string_lossy();
        WindowsPath::parse(&text)
            .map_or_else(|_| Self(format!("file:///{text}")), |path| Self::from_windows(&path))
    }

    /// The path of the system this runs on.
    ///
    /// # Errors
    /// Whatever is not the plain URI of a local path. Nothing is guessed.
    #[cfg(unix)]
    pub fn to_path(&self) -> Result<AbsolutePath, UriError> {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        Ok(AbsolutePath::new(OsStr::from_bytes(&self.to_unix()?))?)
    }

    /// The path of the system this runs on.
    ///
    /// # Errors
    /// Whatever is not the plain URI of a local path. Nothing is guessed.
    #[cfg(windows)]
    pub fn to_path(&self) -> Result<AbsolutePath, UriError> {
        Ok(AbsolutePath::new(self.to_windows()?.to_string())?)
    }

    /// The URI of an absolute Unix path, which is any bytes.
    pub fn from_unix(path: &[u8]) -> Self {
        let mut uri = String::from("file://");
        for part in path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()) {
            uri.push('/');
            uri.extend(percent_encode(part, ENCODED));
        }
        if uri.len() == "file://".len() {
            uri.push('/');
        }
        Self(uri)
    }

    /// The Unix path, as bytes.
    ///
    /// # Errors
    /// As [`to_path`](Self::to_path).
    pub fn to_unix(&self) -> Result<Vec<u8>, UriError> {
        let (host, path) = self.host_and_path()?;
        if !is_local(host) {
            return Err(UriError::OtherHost);
        }
        let mut bytes = Vec::with_capacity(path.len());
        for part in path.split('/').skip(1) {
            bytes.push(b'/');
            bytes.extend(decode(part, b"/")?);
        }
        Ok(bytes)
    }

    /// The URI of a path on Windows.
    pub fn from_windows(path: &WindowsPath) -> Self {
        let mut uri = String::from("file://");
        let parts = match path {
            WindowsPath::Drive { letter, parts } => {
                uri.extend(['/', *letter, ':']);
                if parts.is_empty() {
                    uri.push('/');
                }
                parts
            }
            WindowsPath::Unc { host, share, parts } => {
                uri.extend(percent_encode(host.as_bytes(), ENCODED));
                uri.push('/');
                uri.extend(percent_encode(share.as_bytes(), ENCODED));
                parts
            }
        };
        for part in parts {
            uri.push('/');
            uri.extend(percent_encode(part.as_bytes(), ENCODED));
        }
        Self(uri)
    }

    /// The path on Windows. `file:///c%3A/` and `file:///c|/`, which some clients send, are taken.
    ///
    /// # Errors
    /// As [`to_path`](Self::to_path).
    pub fn to_windows(&self) -> Result<WindowsPath, UriError> {
        let (host, path) = self.host_and_path()?;
        let mut parts = Vec::new();
        for part in path.split('/').skip(1).filter(|part| !part.is_empty()) {
            let bytes = decode(part, b"/\\")?;
            parts.push(String::from_utf8(bytes).map_err(|_| UriError::NoSuchForm)?);
        }
        let host = (!is_local(host)).then_some(host);
        WindowsPath::from_uri_parts(host, parts)
    }

    /// Takes a URI as a peer sent it. `file:/a`, as programs in Java write it, is `file:///a`.
    ///
    /// # Errors
    /// Anything that does not begin with `file:/`, in whatever case.
    pub fn parse(text: &str) -> Result<Self, UriError> {
        let (scheme, rest) = text.split_once(':').ok_or(UriError::NotFile)?;
        let begins = scheme.eq_ignore_ascii_case("file") && rest.starts_with('/');
        if !begins || Url::parse(text).is_err() {
            return Err(UriError::NotFile);
        }
        let authority = if rest.starts_with("//") { "" } else { "//" };
        Ok(Self(format!("file:{authority}{rest}")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn host_and_path(&self) -> Result<(&str, &str), UriError> {
        let rest = self.0.strip_prefix("file://").ok_or(UriError::NotFile)?;
        if rest.contains(['?', '#']) {
            return Err(UriError::QueryOrFragment);
        }
        let slash = rest.find('/').ok_or(UriError::NoSuchForm)?;
        Ok(rest.split_at(slash))
    }
}

impl fmt::Display for FileUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_local(host: &str) -> bool {
    host.is_empty() || host.eq_ignore_ascii_case("localhost")
}

/// Decodes one part of a path; `separators` may not come out of it.
fn decode(part: &str, separators: &[u8]) -> Result<Vec<u8>, UriError> {
    let mut rest = part.as_bytes();
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        let digits = rest.get(at + 1..at + 3).ok_or(UriError::BadEscape)?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(UriError::BadEscape);
        }
        rest = &rest[at + 3..];
    }
    let bytes: Vec<u8> = percent_decode_str(part).collect();
    if bytes.iter().any(|byte| separators.contains(byte)) {
        return Err(UriError::HiddenSeparator);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unix(uri: &str) -> Result<String, UriError> {
        FileUri::parse(uri)?.to_unix().map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn awkward_names_are_written_so_that_they_read_back() {
        let cases: [(&[u8], &str); 8] = [
            (b"/", "file:///"),
            (b"/a b", "file:///a%20b"),
            (b"/100%", "file:///100%25"),
            (b"/a#b?c", "file:///a%23b%3Fc"),
            (b"/caf\xc3\xa9", "file:///caf%C3%A9"),
            (b"/not\xffutf8", "file:///not%FFutf8"),
            (b"/C:/x", "file:///C%3A/x"),
            (b"/a\\b|c", "file:///a%5Cb%7Cc"),
        ];
        for (path, uri) in cases {
            assert_eq!(FileUri::from_unix(path).as_str(), uri);
            assert_eq!(FileUri::parse(uri).unwrap().to_unix().unwrap(), path);
        }
    }

    #[test]
    fn no_host_may_be_named_at_all() {
        assert_eq!(FileUri::parse("File:/a%20b").unwrap().as_str(), "file:///a%20b");
        assert_eq!(unix("file:/a").unwrap(), "/a");
    }

    #[test]
    fn localhost_is_this_machine_and_no_other_host_is() {
        assert_eq!(unix("file://localhost/a").unwrap(), "/a");
        assert_eq!(unix("FILE://LOCALHOST/a").unwrap(), "/a");
        assert_eq!(unix("file://example.org/a"), Err(UriError::OtherHost));
    }

    #[test]
    fn what_is_not_the_plain_uri_of_a_path_is_refused() {
        assert_eq!(unix("https://example.org/a"), Err(UriError::NotFile));
        assert_eq!(unix("file:a"), Err(UriError::NotFile));
        assert_eq!(unix("/a"), Err(UriError::NotFile));
        assert_eq!(unix("file:///a?b"), Err(UriError::QueryOrFragment));
        assert_eq!(unix("file:///a#b"), Err(UriError::QueryOrFragment));
        assert_eq!(unix("file:///a%2"), Err(UriError::BadEscape));
        assert_eq!(unix("file:///a%2Fb"), Err(UriError::HiddenSeparator));
        assert_eq!(unix("file:///a/..%2fb"), Err(UriError::HiddenSeparator));
        assert_eq!(unix("file://"), Err(UriError::NoSuchForm));
        assert_eq!(unix("file://localhost"), Err(UriError::NoSuchForm));
        assert_eq!(unix("file://127.0.0.1/a"), Err(UriError::OtherHost));
    }

    #[cfg(unix)]
    #[test]
    fn a_uri_can_not_climb() {
        for uri in ["file:///a/../b", "file:///a/%2e%2e/b", "file:///a/%2E./b"] {
            let path = FileUri::parse(uri).unwrap().to_path();
            assert_eq!(path, Err(UriError::Path(PathError::Climbs)), "{uri}");
        }
        let nul = FileUri::parse("file:///a%00b").unwrap().to_path();
        assert_eq!(nul, Err(UriError::Path(PathError::Nul)));
    }

    fn unix_paths() -> impl Strategy<Value = Vec<u8>> {
        let part = prop::collection::vec((1u8..).prop_filter("separator", |b| *b != b'/'), 1..12)
            .prop_filter("climbs", |part| part != b"." && part != b"..");
        prop::collection::vec(part, 0..6).prop_map(|parts| {
            if parts.is_empty() {
                return b"/".to_vec();
            }
            parts.iter().flat_map(|part| [b"/".as_slice(), part].concat()).collect()
        })
    }

    proptest! {
        #[test]
        fn every_unix_path_comes_back_to_the_byte(path in unix_paths()) {
            let uri = FileUri::from_unix(&path);
            prop_assert!(uri.as_str().is_ascii());
            let parsed = FileUri::parse(uri.as_str()).unwrap();
            prop_assert_eq!(parsed.to_unix().unwrap(), path);
        }

        #[cfg(unix)]
        #[test]
        fn others_read_our_uris_as_we_mean_them(path in unix_paths()) {
            use std::os::unix::ffi::OsStrExt;
            // The `url` crate takes a part such as `A|` for a drive, on Unix too.
            prop_assume!(!path.iter().any(|byte| b":|".contains(byte)));
            let uri = FileUri::from_unix(&path);
            let theirs = Url::parse(uri.as_str()).unwrap().to_file_path().unwrap();
            prop_assert_eq!(theirs.as_os_str().as_bytes(), path.as_slice());
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "(file://)?.{0,40}") {
            if let Ok(uri) = FileUri::parse(&text) {
                let _ = uri.to_unix();
                let _ = uri.to_windows();
            }
        }
    }
}
