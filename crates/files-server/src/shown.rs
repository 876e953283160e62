//! Names as text a person or a model can trust.

use std::path::Path;

/// `path` for display: bytes that are not UTF-8 are replaced, and characters that could forge a
/// line or reverse the reading order are escaped.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if !text.chars().any(deceives) {
        return text.into_owned();
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if deceives(character) {
            safe.extend(character.escape_unicode());
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Controls, line separators and the bidirectional formatting characters of Unicode UAX #9.
fn deceives(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_forge_a_second_line() {
        assert_eq!(shown(Path::new("a\n[DIR] b")), "a\\u{a}[DIR] b");
    }

    #[test]
    fn reading_order_marks_are_escaped_and_other_text_is_kept() {
        assert_eq!(shown(Path::new("cod\u{202e}txt.exe")), "cod\\u{202e}txt.exe");
        assert_eq!(shown(Path::new("Füße 文 🦊 ")), "Füße 文 🦊 ");
    }
}
