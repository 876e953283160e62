//! Relative paths and names in ASCII, without a colon: percent-encoded (RFC 3986, 2.1).

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

/// All but what RFC 3986 calls unreserved, and slashes.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A path as text.
#[must_use]
pub fn encoded(path: &Path) -> String {
    percent_encode(path.as_os_str().as_encoded_bytes(), ENCODED).to_string()
}

/// The bytes of the path that [`encoded`] made this text of; nothing if it made it of none.
#[must_use]
pub fn decoded(text: &str) -> Option<Vec<u8>> {
    let path: Vec<u8> = percent_decode_str(text).collect();
    let again = percent_encode(&path, ENCODED).to_string();
    (again == text).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_given_out_is_taken_back() {
        let path = "a b/%25:ü/.~-_";
        let text = encoded(Path::new(path));
        assert_eq!(text, "a%20b/%2525%3A%C3%BC/.~-_");
        assert_eq!(decoded(&text).as_deref(), Some(path.as_bytes()));
        assert_eq!(decoded("").as_deref(), Some(&[][..]));
        for other in ["%", "%zz", "%c3%bc", "%41", "a:", "ü", "a b"] {
            assert_eq!(decoded(other), None, "{other}");
        }
    }
}
