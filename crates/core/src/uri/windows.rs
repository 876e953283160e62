//! Windows paths as text, so that they can be read and tested on every system.

use std::fmt;

use url::Host;

use super::{UriError, is_local};

/// An absolute Windows path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WindowsPath {
    /// `C:\parts`; the letter is upper case.
    Drive { letter: char, parts: Vec<String> },
    /// `\\host\share\parts`.
    Unc { host: String, share: String, parts: Vec<String> },
}

impl WindowsPath {
    /// Reads `C:\…`, `\\host\share\…` and their verbatim forms (`\\?\C:\…`, `\\?\UNC\host\share\…`).
    ///
    /// # Errors
    /// A relative path, one that climbs, a device path, or a name that Windows can't hold.
    pub fn parse(text: &str) -> Result<Self, UriError> {
        let text = text.replace('/', "\\");
        if let Some(rest) = text.strip_prefix(r"\\?\UNC\") {
            return Self::unc(rest);
        }
        let plain = text.strip_prefix(r"\\?\").unwrap_or(&text);
        if let Some(rest) = plain.strip_prefix(r"\\") {
            return Self::unc(rest);
        }
        let letter =
            drive_letter(plain.get(..2).unwrap_or_default()).ok_or(UriError::NoSuchForm)?;
        let rest = plain[2..].strip_prefix('\\').ok_or(UriError::NoSuchForm)?;
        Ok(Self::Drive { letter, parts: parts(rest.split('\\'))? })
    }

    fn unc(rest: &str) -> Result<Self, UriError> {
        let mut all = rest.split('\\');
        let (Some(host), Some(share)) = (all.next(), all.next()) else {
            return Err(UriError::NoSuchForm);
        };
        if share.is_empty() || share == "." {
            return Err(UriError::NoSuchForm);
        }
        Ok(Self::Unc { host: self::host(host)?, share: name(share)?, parts: parts(all)? })
    }

    pub(super) fn from_uri_parts(host: Option<&str>, all: Vec<String>) -> Result<Self, UriError> {
        let mut all = all.into_iter();
        let first = all.next().ok_or(UriError::NoSuchForm)?;
        let rest: Vec<String> = all.collect();
        let parts = parts(rest.iter().map(String::as_str))?;
        if let Some(host) = host {
            return Ok(Self::Unc { host: self::host(host)?, share: name(&first)?, parts });
        }
        Ok(Self::Drive { letter: drive_letter(&first).ok_or(UriError::NoSuchForm)?, parts })
    }
}

impl fmt::Display for WindowsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drive { letter, parts } => write!(f, r"{letter}:\{}", parts.join("\\")),
            Self::Unc { host, share, parts } => {
                write!(f, r"\\{host}\{share}")?;
                parts.iter().try_for_each(|part| write!(f, r"\{part}"))
            }
        }
    }
}

fn drive_letter(text: &str) -> Option<char> {
    let mut chars = text.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(letter), Some(':' | '|'), None) if letter.is_ascii_alphabetic() => {
            Some(letter.to_ascii_uppercase())
        }
        _ => None,
    }
}

/// A machine that a URI can name as it is written. `localhost` is not one: there, it stands for no
/// machine at all.
fn host(text: &str) -> Result<String, UriError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    let is_host = text.chars().all(is_plain) && Host::parse(text).is_ok() && text != ".";
    if !is_host || is_local(text) {
        return Err(UriError::NoSuchForm);
    }
    Ok(text.to_owned())
}

fn parts<'a>(all: impl Iterator<Item = &'a str>) -> Result<Vec<String>, UriError> {
    all.filter(|part| !part.is_empty() && *part != ".").map(name).collect()
}

/// One name in a path: no climbing, no stream (`a:b`), none of the characters that Windows refuses.
fn name(text: &str) -> Result<String, UriError> {
    let forbidden = |c: char| c.is_control() || "<>:\"/\\|?*".contains(c);
    match text {
        ".." => Err(UriError::Path(crate::PathError::Climbs)),
        _ if text.contains(forbidden) => Err(UriError::NoSuchForm),
        _ => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::FileUri;
    use super::*;

    #[test]
    fn drives_and_shares_have_their_uris() {
        let cases = [
            (r"C:\", "file:///C:/"),
            (r"C:\Users\Ann B", "file:///C:/Users/Ann%20B"),
            (r"\\nas\music\50%", "file://nas/music/50%25"),
            (r"\\nas\music", "file://nas/music"),
            (r"D:\a#b", "file:///D:/a%23b"),
        ];
        for (path, uri) in cases {
            let path = WindowsPath::parse(path).unwrap();
            assert_eq!(FileUri::from_windows(&path).as_str(), uri);
            assert_eq!(FileUri::parse(uri).unwrap().to_windows().unwrap(), path);
        }
    }

    #[test]
    fn a_share_is_on_a_machine_that_a_uri_can_name() {
        for path in
            [r"\{}host\share", r"\localhost\share\a", r"\a b\share", r"\xn--\share", r"\%6e\share"]
        {
            assert_eq!(WindowsPath::parse(path), Err(UriError::NoSuchForm), "{path}");
        }
    }

    #[test]
    fn other_spellings_of_a_drive_are_one_path() {
        let plain = WindowsPath::parse(r"C:\x").unwrap();
        for uri in [
            "file:///c:/x",
            "file:///C%3A/x",
            "file:///c%3a/x",
            "file:///C|/x",
            "file://localhost/C:/x",
        ] {
            assert_eq!(FileUri::parse(uri).unwrap().to_windows().unwrap(), plain, "{uri}");
        }
        for path in [r"\\?\C:\x", r"c:\x", "C:/x", r"C:\x\.\"] {
            assert_eq!(WindowsPath::parse(path).unwrap(), plain, "{path}");
        }
        assert_eq!(
            WindowsPath::parse(r"\\?\UNC\nas\a").unwrap(),
            WindowsPath::parse(r"\\nas\a").unwrap()
        );
    }

    #[test]
    fn devices_streams_and_climbing_are_refused() {
        for path in
            [r"x", r"C:x", r"\x", r"\\.\COM1", r"\\?\GLOBALROOT\x", r"C:\a:b", r"C:\..\x", r"C:\a*"]
        {
            assert!(WindowsPath::parse(path).is_err(), "{path}");
        }
        for uri in [
            "file:///x",
            "file:///C:/a%5Cb",
            "file:///C:/%2e%2e/x",
            "file:///C:/a%3Ab",
            "file:///C:/a%FF",
        ] {
            assert!(FileUri::parse(uri).unwrap().to_windows().is_err(), "{uri}");
        }
    }

    proptest! {
        #[test]
        fn every_windows_path_comes_back(
            drive in prop::option::of("[A-Z]"),
            names in prop::collection::vec("[^<>:\"/\\\\|?*\\pC]{1,8}", 2..6),
        ) {
            prop_assume!(names.iter().all(|name| name != "." && name != ".."));
            let joined = names.join("\\");
            let text = drive.map_or(format!(r"\\host\{joined}"), |letter| format!(r"{letter}:\{joined}"));
            let path = WindowsPath::parse(&text).unwrap();
            prop_assert_eq!(path.to_string(), text);
            let uri = FileUri::from_windows(&path);
            prop_assert_eq!(FileUri::parse(uri.as_str()).unwrap().to_windows().unwrap(), path);
        }
    }
}
