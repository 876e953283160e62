//! Text as the inside of a JSON string, escaped once however often it is sent.

use std::{fmt, io};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Text that is escaped as it is added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Escaped(pub(super) Vec<u8>);

impl Escaped {
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    pub fn push(&mut self, text: &str) {
        escape(&mut self.0, text);
    }

    /// Adds what is escaped already, or needs no escaping.
    pub fn push_raw(&mut self, escaped: &str) {
        self.0.extend_from_slice(escaped.as_bytes());
    }

    pub fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// Takes back everything behind the first `length` bytes, which must be where an addition ended.
    pub fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// In bytes, as sent.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<&str> for Escaped {
    fn from(text: &str) -> Self {
        let mut escaped = Self::with_capacity(text.len() + text.len() / 16);
        escaped.push(text);
        escaped
    }
}

impl fmt::Write for Escaped {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

/// Appends `text` to `out` as the inside of a JSON string.
pub fn escape(out: &mut Vec<u8>, text: &str) {
    struct Inside;
    impl Formatter for Inside {
        fn begin_string<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
            Ok(())
        }

        fn end_string<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
            Ok(())
        }
    }
    // Nothing fails that is written to memory.
    let _ = text.serialize(&mut Serializer::with_formatter(out, Inside));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn escaped(text: &str) -> String {
        String::from_utf8(Escaped::from(text).0).unwrap()
    }

    #[test]
    fn every_character_below_128_is_as_serde_json_writes_it() {
        for position in 0..20 {
            for code in 0..128_u8 {
                let text = format!("{}{}ü", "x".repeat(position), char::from(code));
                let expected = serde_json::to_string(&text).unwrap();
                assert_eq!(format!("\"{}\"", escaped(&text)), expected);
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_survives(text in ".*[\\x00-\\x22\\\\]{0,9}.*") {
            let read: String = serde_json::from_str(&format!("\"{}\"", escaped(&text))).unwrap();
            prop_assert_eq!(read, text);
        }
    }
}
