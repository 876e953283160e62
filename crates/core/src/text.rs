//! Text from outside made safe to show: what is seen is what is there.

use std::ffi::OsStr;
use std::fmt::Write;

/// Escapes controls, line separators, bidirectional marks and other characters that show nothing
/// or move what stands beside them; bytes that are not UTF-8 are written `\xNN`.
pub fn shown(text: impl AsRef<OsStr>) -> String {
    let mut out = String::new();
    for chunk in text.as_ref().as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            push_shown(&mut out, c);
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// As [`shown`], keeping line breaks and tabs: for text of several lines.
pub fn shown_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\n' | '\t') { out.push(c) } else { push_shown(&mut out, c) }
    }
    out
}

/// Whether a character moves what is beside it, or can't be seen.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

fn push_shown(out: &mut String, c: char) {
    if is_hidden(c) {
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else {
        out.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_deceive_is_spelled_out() {
        assert_eq!(shown("acme\u{202e}gpj.exe"), "acme\\u{202e}gpj.exe");
        assert_eq!(shown("a\nb\x1b[2J"), "a\\u{a}b\\u{1b}[2J");
        assert_eq!(shown("zero\u{200b}width"), "zero\\u{200b}width");
        assert_eq!(shown("한국어 日本 é"), "한국어 日本 é");
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
}
