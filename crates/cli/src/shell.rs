//! Words as a shell takes them.

/// A word as a shell takes it.
pub(crate) fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:@%+,~".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) && !text.starts_with('~') {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A name as an argument of a command: one that looks like an option is told from one.
pub(crate) fn argument(name: &str) -> String {
    let quoted = quoted(name);
    if name.starts_with('-') { format!("-- {quoted}") } else { quoted }
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

    #[test]
    fn a_name_is_no_option() {
        for (name, expected) in
            [("py", "py"), ("-x", "-- -x"), ("-a b", "-- '-a b'"), ("#1", "'#1'"), ("$x", "'$x'")]
        {
            assert_eq!(argument(name), expected);
        }
    }
}
