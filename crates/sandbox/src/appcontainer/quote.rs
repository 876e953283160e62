const QUOTE: u16 = b'"' as u16;
const BACKSLASH: u16 = b'\\' as u16;

/// Adds an argument to a command line, so that a program that takes it apart by the rules of
/// Microsoft's C runtime finds it whole ("Parsing C command-line arguments"): backslashes are
/// themselves, but before a quotation mark each must be doubled.
pub fn quote(line: &mut Vec<u16>, arg: impl IntoIterator<Item = u16>) {
    if !line.is_empty() {
        line.push(u16::from(b' '));
    }
    line.push(QUOTE);
    let mut backslashes = 0;
    for unit in arg {
        if unit == QUOTE {
            line.extend(std::iter::repeat_n(BACKSLASH, backslashes + 1));
        }
        backslashes = if unit == BACKSLASH { backslashes + 1 } else { 0 };
        line.push(unit);
    }
    line.extend(std::iter::repeat_n(BACKSLASH, backslashes));
    line.push(QUOTE);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(args: &[&str]) -> String {
        let mut line = Vec::new();
        for arg in args {
            quote(&mut line, arg.encode_utf16());
        }
        String::from_utf16(&line).unwrap()
    }

    #[test]
    fn arguments_are_kept_apart_and_whole() {
        assert_eq!(line(&["a b", "", "c"]), r#""a b" "" "c""#);
        assert_eq!(line(&[r#"say "hi""#]), r#""say \"hi\"""#);
        assert_eq!(line(&[r"C:\dir\"]), r#""C:\dir\\""#);
        assert_eq!(line(&[r#"a\\"b"#]), r#""a\\\\\"b""#);
        assert_eq!(line(&[r"a\\b"]), r#""a\\b""#);
    }
}
