//! JSON in lines, with every digit and in the order in which it was written.

use serde_json::value::RawValue;

use crate::arguments::text;

/// `json` with a line for each member, two spaces for each level. It ends where it is longer than
/// `most` bytes: indented, what is deep has no measure.
pub(crate) fn indented(json: &RawValue, most: usize) -> String {
    let mut lines = String::new();
    let mut depth = 0_usize;
    let mut rest = json.get();
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
    lines.extend(std::iter::repeat_n("  ", depth));
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
        indented(&RawValue::from_string(json.to_owned()).unwrap(), 1 << 20)
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
    fn letters_are_read_and_halves_of_them_stay() {
        assert_eq!(lines(r#""\uad6c\u00e4""#), "\"구ä\"");
        assert_eq!(lines(r#""\ud800""#), r#""\ud800""#);
    }

    #[test]
    fn what_is_deep_ends_at_its_bound() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let raw = RawValue::from_string(deep).unwrap();
        assert!(indented(&raw, 1000).len() < 1200);
    }
}
