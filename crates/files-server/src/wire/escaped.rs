//! Text as the inside of a JSON string, escaped once however often it is sent.

use std::fmt;

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

/// Appends `text` to `out` as the inside of a JSON string (RFC 8259 section 7).
pub fn escape(out: &mut Vec<u8>, text: &str) {
    let mut rest = text.as_bytes();
    loop {
        let (plain, special) = rest.split_at(plain_prefix(rest));
        out.extend_from_slice(plain);
        let Some((&byte, behind)) = special.split_first() else { return };
        escape_one(out, byte);
        rest = behind;
    }
}

fn escape_one(out: &mut Vec<u8>, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    match byte {
        b'\n' => out.extend_from_slice(b"\\n"),
        b'"' => out.extend_from_slice(b"\\\""),
        b'\\' => out.extend_from_slice(b"\\\\"),
        b'\t' => out.extend_from_slice(b"\\t"),
        b'\r' => out.extend_from_slice(b"\\r"),
        0x08 => out.extend_from_slice(b"\\b"),
        0x0c => out.extend_from_slice(b"\\f"),
        _ => {
            let digits = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
            out.extend_from_slice(b"\\u00");
            out.extend_from_slice(&digits);
        }
    }
}

/// How many bytes come before the first that needs escaping. Eight are looked at together.
fn plain_prefix(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let found = specials(u64::from_le_bytes(*word));
        if found != 0 {
            return index * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let special = |&byte: &u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    words.len() * 8 + tail.iter().position(special).unwrap_or(tail.len())
}

/// The highest bit of each byte that needs escaping; exact up to the first such byte.
fn specials(word: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let below = |word: u64, limit: u64| word.wrapping_sub(limit * ONES) & !word;
    let is = |byte: u8| below(word ^ u64::from_ne_bytes([byte; 8]), 1);
    (below(word, 0x20) | is(b'"') | is(b'\\')) & HIGH
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
