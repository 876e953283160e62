//! Paths and names in ASCII, as cursors and the trash have them: without a colon.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

use crate::walk::as_name;

/// All but what RFC 3986 calls unreserved, and slashes.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub(crate) fn encoded(path: &Path) -> String {
    percent_encode(path.as_os_str().as_encoded_bytes(), ENCODED).to_string()
}

/// What was [`encoded`] so; nothing if nothing was.
pub(crate) fn decoded(text: &str) -> Option<PathBuf> {
    let bytes = Cow::from(percent_decode_str(text));
    let path = Path::new(as_name(&bytes)).to_owned();
    (encoded(&path) == text).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_given_out_is_taken_back() {
        let path = Path::new("a b/%25:ü/.~-_");
        let text = encoded(path);
        assert_eq!(text, "a%20b/%2525%3A%C3%BC/.~-_");
        assert_eq!(decoded(&text).as_deref(), Some(path));
        assert_eq!(decoded("").as_deref(), Some(Path::new("")));
        for other in ["%", "%zz", "%c3%bc", "%41", "a:", "ü", "a b"] {
            assert_eq!(decoded(other), None, "{other}");
        }
    }
}
