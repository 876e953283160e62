//! JSON in lines, with every digit and in the order in which it was written.

use crate::arguments::text;

/// Members are moved in no further than this.
const DEEPEST: usize = 20;

/// `json` with a line for each member, two spaces for each level. It ends where it is longer than
/// `most` bytes.
pub(crate) fn indented(json: &str, most: usize) -> String {
    let mut lines = String::new();
    let mut depth = 0_usize;
    let mut rest = json;
    while let Some(first) = rest.chars().next().filter(|_| lines.len() <= most) {
        let part = if first == '"' { text(rest) } else { &rest[..first.len_utf8()] };
        rest = &rest[part.len()..];
        match first {
            '{' | '[' => {
                lines.push(first);
                depth += 1;
                rest = rest.trim_ascii_start();
                if !rest.starts_with(['}', ']']) {
                    begin_line(&mut lines, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                if !lines.ends_with(['{', '[']) {
                    begin_line(&mut lines, depth);
                }
                lines.push(first);
            }
            ',' => {
                lines.push(',');
                begin_line(&mut lines, depth);
            }
            ':' => lines.push_str(": "),
            '"' => lines.push_str(&readable(part)),
            _ if first.is_ascii_whitespace() => {}
            _ => lines.push(first),
        }
    }
    lines
}

fn begin_line(lines: &mut String, depth: usize) {
    lines.push('\n');
    lines.extend(std::iter::repeat_n("  ", depth.min(DEEPEST)));
}

/// A text in quotes, with letters in place of escapes where they can be written.
fn readable(text: &str) -> String {
    let said = serde_json::from_str::<String>(text).and_then(|said| serde_json::to_string(&said));
    said.unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn lines(json: &str) -> String {
        indented(json, usize::MAX)
    }

    #[test]
    fn every_digit_and_the_order_are_kept() {
        let json = r#"{"z":12345678901234567890123,"a":[0.30000000000000000001,-0,1e400]}"#;
        let expected = "{\n  \"z\": 12345678901234567890123,\n  \"a\": [\n    \
            0.30000000000000000001,\n    -0,\n    1e400\n  ]\n}";
        assert_eq!(lines(json), expected);
    }

    #[test]
    fn it_looks_as_it_does_elsewhere() {
        let value = json!({ "a": [1, {}, [], [[]], {"b": null}], "c d\\\"": " {\"x\": [1, 2]} " });
        let expected = serde_json::to_string_pretty(&value).unwrap();
        assert_eq!(lines(&value.to_string()), expected);
        assert_eq!(lines(&expected), expected);
        for json in ["1", "\"a\"", "[ ]", "{\r\n}", "null"] {
            let value: Value = serde_json::from_str(json).unwrap();
            assert_eq!(lines(json), serde_json::to_string_pretty(&value).unwrap());
        }
    }

    #[test]
    fn what_is_shown_is_what_was_sent() {
        let json = r#"{"a":[1e999, "x\"{,"],"a":100000000000000000001,"b":{}}"#;
        let shown = lines(json);
        assert_eq!(shown.matches("\"a\": ").count(), 2, "{shown}");
        let tokens = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(tokens(&shown), tokens(json));
    }

    #[test]
    fn letters_are_read_and_halves_of_them_stay() {
        assert_eq!(lines(r#""\uad6c\u00e4""#), "\"구ä\"");
        assert_eq!(lines(r#""\ud800""#), r#""\ud800""#);
    }

    #[test]
    fn what_is_deep_is_not_moved_in_for_ever_and_what_is_long_ends() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(lines(&deep).len() < deep.len() * (2 * DEEPEST + 2));
        assert!(indented(&deep, 1000).len() < 1200);
    }
}
