//! Words as a shell takes them.

/// A word as a shell takes it.
pub(in crate::commands) fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:@%+,~".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) && !text.starts_with('~') {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_word_in_a_shell() {
        for (text, expected) in
            [("/a/b", "/a/b"), ("my files", "'my files'"), ("it's;x", r"'it'\''s;x'"), ("", "''")]
        {
            assert_eq!(quoted(text), expected);
        }
    }
}
