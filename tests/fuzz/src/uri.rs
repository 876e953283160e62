use paddock_core::{FileUri, WindowsPath};
use url::Url;

/// Reads `data` as a URI, as a path of Unix, and as one of Windows.
///
/// # Panics
///
/// A path and its URI are not the same both ways, or another implementation reads another path.
pub fn uri(data: &[u8]) {
    unix(data);
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(path) = WindowsPath::parse(text) {
        windows(&path);
        assert_eq!(WindowsPath::parse(&path.to_string()), Ok(path), "{text}");
    }
    let Ok(uri) = FileUri::parse(text) else { return };
    assert_eq!(FileUri::parse(uri.as_str()), Ok(uri.clone()));
    if let Ok(path) = uri.to_unix() {
        unix(&path);
    }
    if let Ok(path) = uri.to_windows() {
        windows(&path);
    }
    let _ = uri.to_path();
}

fn unix(path: &[u8]) {
    let parts: Vec<&[u8]> =
        path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).collect();
    let plain = [b"/", parts.join(&b'/').as_slice()].concat();
    let uri = FileUri::from_unix(path);
    assert!(uri.as_str().is_ascii() && !uri.as_str().contains(['?', '#', ' ', '\\']), "{uri}");
    assert_eq!(FileUri::parse(uri.as_str()), Ok(uri.clone()));
    assert_eq!(uri.to_unix().as_deref(), Ok(plain.as_slice()), "{uri}");
    as_another_reads_it(&uri, &parts, &plain);
}

/// The URL Standard walks `.` and `..`, and knows no NUL in a path; and this reader of it takes
/// what ends in `c|` for a drive, on every system. All else is the same.
#[cfg(unix)]
fn as_another_reads_it(uri: &FileUri, parts: &[&[u8]], plain: &[u8]) {
    use std::os::unix::ffi::OsStrExt;
    let is_other = |part: &&[u8]| [&b"."[..], b".."].contains(part) || part.contains(&0);
    if parts.iter().any(is_other) || plain.ends_with(b"|") || plain.ends_with(b":") {
        return;
    }
    let read = Url::parse(uri.as_str()).ok().and_then(|url| url.to_file_path().ok());
    assert_eq!(read.map(|path| path.as_os_str().as_bytes().to_vec()).as_deref(), Some(plain));
}

#[cfg(not(unix))]
fn as_another_reads_it(_: &FileUri, _: &[&[u8]], _: &[u8]) {}

fn windows(path: &WindowsPath) {
    let uri = FileUri::from_windows(path);
    assert_eq!(FileUri::parse(uri.as_str()), Ok(uri.clone()));
    assert_eq!(uri.to_windows().as_ref(), Ok(path), "{uri}");
}
