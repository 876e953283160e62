//! Text from outside made safe to show.
//!
//! Two levels, from one table:
//! - [`shown`] is for a person, who decides by it. All that can't be seen is spelled out.
//! - [`spelled`] is for names that come back, as those in a listing do. What belongs to how a name
//!   looks stays in it, and [`read_spelled`] makes of it the name that it was, to the byte.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;

/// Spells out every character that can't be seen or moves what stands beside it, as `\u{…}`; bytes
/// that are not UTF-8 are written `\xNN`.
pub fn shown(text: impl AsRef<OsStr>) -> String {
    spell_out(text.as_ref(), |c, _| is_hidden(c))
}

/// As [`shown`], keeping line breaks and tabs: for text of several lines.
pub fn shown_lines(text: &str) -> String {
    spell_out(text.as_ref(), |c, _| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

/// A name as it is told to who passes it back: [`read_spelled`] reads it. Joiners and variation
/// selectors stay as they are. A `\` is spelled out where it would be read as the beginning of what
/// is.
pub fn spelled(name: impl AsRef<OsStr>) -> String {
    spell_out(name.as_ref(), |c, rest| match c {
        '\\' => escape(rest).is_some(),
        _ => unseen(c).is_some_and(|unseen| unseen != Unseen::Shapes),
    })
}

/// The name that was [`spelled`] so. Neither a separator nor a dot comes out of what was spelled.
pub fn read_spelled(text: &str) -> Cow<'_, OsStr> {
    let mut name = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, from) = rest.split_at(at);
        name.extend_from_slice(before.as_bytes());
        let (meant, behind) = escape(from).unwrap_or((Meant::Char('\\'), &from[1..]));
        match meant {
            Meant::Char(c) => name.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Meant::Byte(byte) => name.push(byte),
        }
        rest = behind;
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text.as_ref());
    }
    name.extend_from_slice(rest.as_bytes());
    Cow::Owned(os_string(name))
}

/// Whether a character moves what is beside it, or can't be seen.
pub fn is_hidden(c: char) -> bool {
    unseen(c).is_some()
}

/// What a character does that is not seen itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unseen {
    /// Ends the line, turns the reading order, or drives a terminal.
    Moves,
    /// Nothing at all.
    Hides,
    /// Joins or parts its neighbours, or chooses how one looks, as names in Arabic, in the scripts
    /// of India and with emoji have it.
    Shapes,
}

/// Controls, line separators, the bidirectional characters of UAX #9, and what Unicode calls
/// default ignorable; with it a pattern and a note that are blank, and no white space.
fn unseen(c: char) -> Option<Unseen> {
    match c {
        ' '..='~' => None,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(Unseen::Moves)
        }
        c if c.is_control() => Some(Unseen::Moves),
        '\u{34f}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200c}'
        | '\u{200d}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}' => Some(Unseen::Shapes),
        '\u{ad}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{200b}'
        | '\u{2060}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d159}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => Some(Unseen::Hides),
        _ => None,
    }
}

/// Spells out the characters of which `is_spelled` says so; it is given what follows, too.
fn spell_out(text: &OsStr, is_spelled: impl Fn(char, &str) -> bool) -> String {
    let bytes = text.as_encoded_bytes();
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        for (at, c) in valid.char_indices() {
            if is_spelled(c, &valid[at..]) {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            } else {
                out.push(c);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// Of a character, in hexadecimal.
const MOST_DIGITS: usize = 6;

/// What a spelling stands for.
#[derive(Clone, Copy)]
enum Meant {
    Char(char),
    Byte(u8),
}

/// What `text` begins with, if that is a spelling which [`spelled`] writes, and what is behind it.
fn escape(text: &str) -> Option<(Meant, &str)> {
    let is_hex = |digits: &str| digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
    if let Some(rest) = text.strip_prefix("\\x") {
        let (digits, behind) = rest.split_at_checked(2).filter(|(digits, _)| is_hex(digits))?;
        let byte = u8::from_str_radix(digits, 16).ok().filter(|byte| !byte.is_ascii())?;
        return Some((Meant::Byte(byte), behind));
    }
    let rest = text.strip_prefix("\\u{")?;
    let digits = &rest[..rest.bytes().take(MOST_DIGITS + 1).position(|byte| byte == b'}')?];
    let behind = &rest[digits.len() + 1..];
    if !is_hex(digits) || digits.starts_with('0') && digits != "0" {
        return None;
    }
    let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    let is_written = c == '\\' || unseen(c).is_some_and(|unseen| unseen != Unseen::Shapes);
    is_written.then_some((Meant::Char(c), behind))
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    let lossy = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    String::from_utf8(bytes).unwrap_or_else(|error| lossy(error.into_bytes())).into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_could_deceive_is_spelled_out() {
        assert_eq!(shown("acme\u{202e}gpj.exe"), "acme\\u{202e}gpj.exe");
        assert_eq!(shown("a\nb\x1b[2J"), "a\\u{a}b\\u{1b}[2J");
        assert_eq!(shown("zero\u{200b}width"), "zero\\u{200b}width");
        assert_eq!(shown("notes\u{2800}"), "notes\\u{2800}");
        assert_eq!(shown("❤\u{fe0f}\u{200d}🔥"), "❤\\u{fe0f}\\u{200d}🔥");
        assert_eq!(shown("한국어 日本 é \\u{a}"), "한국어 日本 é \\u{a}");
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(shown_lines("a\n\tb\r"), "a\n\tb\\u{d}");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_text_are_shown() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(shown(OsStr::from_bytes(b"a\xffb")), "a\\xffb");
    }

    #[test]
    fn names_keep_what_belongs_to_their_looks() {
        for name in
            ["❤\u{fe0f}\u{200d}🔥.md", "می\u{200c}خواهم", "क\u{94d}\u{200d}ष", "Füße 文 🦊 "]
        {
            assert_eq!(spelled(name), name);
        }
    }

    #[test]
    fn a_name_forges_no_line_and_turns_nothing() {
        assert_eq!(spelled("a\n[DIR] b"), "a\\u{a}[DIR] b");
        assert_eq!(spelled("cod\u{202e}txt.exe"), "cod\\u{202e}txt.exe");
        assert_eq!(spelled("a\u{200b}b\u{e0041}"), "a\\u{200b}b\\u{e0041}");
    }

    #[test]
    fn what_looks_like_a_spelling_is_spelled_itself() {
        assert_eq!(spelled("a\\u{a}"), "a\\u{5c}u{a}");
        assert_eq!(spelled("a\\xff"), "a\\u{5c}xff");
        for plain in
            ["a\\b", "\\u{41}", "\\u{A}", "\\u{0a}", "\\u{}", "\\x41", "\\xFF", "\\", "\\é"]
        {
            assert_eq!((spelled(plain).as_str(), &*read_spelled(plain)), (plain, plain.as_ref()));
        }
    }

    #[test]
    fn no_way_to_another_folder_is_spelled() {
        for text in ["\\u{2f}", "\\u{2e}\\u{2e}", "\\x2f", "\\x2e", "\\u{5c}u{2f}"] {
            let read = read_spelled(text).into_owned().into_string().unwrap();
            assert!(!read.contains(['/']) && !read.contains(".."), "{text}");
        }
    }

    #[cfg(unix)]
    proptest! {
        #[test]
        fn every_name_that_is_spelled_is_read_back_to_the_byte(
            parts in prop::collection::vec(prop_oneof![
                "[\\\\ux{}0-9a-f\n\u{200b}\u{202e}é]{0,6}".prop_map(String::into_bytes),
                prop::collection::vec(any::<u8>(), 0..4),
                "\\PC{0,4}".prop_map(String::into_bytes),
            ], 0..6),
        ) {
            use std::os::unix::ffi::OsStringExt;
            let name = OsString::from_vec(parts.concat());
            let text = spelled(&name);
            prop_assert!(text.chars().all(|c| !is_hidden(c) || unseen(c) == Some(Unseen::Shapes)));
            prop_assert_eq!(&*read_spelled(&text), &*name);
        }
    }
}
