//! The arguments of a tool: sent as a person wrote them, with every digit and in their order.

use std::collections::HashSet;

use paddock_core::{AbsolutePath, FileUri};
use serde_json::value::RawValue;

use crate::view::{Code, Failure};

/// `text` as one JSON object on one line; none is an empty one.
pub(crate) fn arguments(text: String) -> Result<Box<RawValue>, Failure> {
    let bad = |reason: String| Failure::new(Code::BadArguments).with("reason", reason);
    let text = if text.trim().is_empty() { "{}".to_owned() } else { text };
    let written: &RawValue = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    if !written.get().starts_with('{') {
        return Err(bad("not an object".to_owned()));
    }
    let line = on_one_line(written.get()).map_err(bad)?;
    RawValue::from_string(line).map_err(|error| bad(error.to_string()))
}

/// What of these texts of a call are paths, as they stand: nothing is looked for on a disk.
pub(crate) fn named_paths(texts: &[String]) -> Vec<AbsolutePath> {
    let path = |text: &String| {
        if text.starts_with("file:") {
            return FileUri::parse(text).ok()?.to_path().ok();
        }
        AbsolutePath::new(text).ok()
    };
    texts.iter().filter_map(path).collect()
}

/// JSON without the space between its parts: a line break would end the message on the wire. Refused
/// is an object that names a key twice: who reads the first and who reads the last would read two
/// different things.
fn on_one_line(json: &str) -> Result<String, String> {
    let mut line = String::with_capacity(json.len());
    let mut nested: Vec<Option<HashSet<String>>> = Vec::new();
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let part = if first == '"' { text(rest) } else { &rest[..first.len_utf8()] };
        rest = &rest[part.len()..];
        match first {
            '{' => nested.push(Some(HashSet::new())),
            '[' => nested.push(None),
            '}' | ']' => drop(nested.pop()),
            '"' if line.ends_with(['{', ',']) => {
                if let Some(Some(keys)) = nested.last_mut() {
                    let key: String = serde_json::from_str(part).map_err(|it| it.to_string())?;
                    if !keys.insert(key) {
                        return Err(format!("the key {part} stands twice"));
                    }
                }
            }
            _ if first.is_ascii_whitespace() => continue,
            _ => {}
        }
        line.push_str(part);
    }
    Ok(line)
}

/// The text in quotes that `json` begins with.
pub(crate) fn text(json: &str) -> &str {
    let mut escaped = false;
    let end = json.char_indices().skip(1).find(|(_, letter)| {
        let ends = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        ends
    });
    end.map_or(json, |(at, _)| &json[..=at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_one_object_on_one_line() {
        assert_eq!(arguments("{\n\"a\": 1}".into()).unwrap().get(), r#"{"a":1}"#);
        assert_eq!(arguments(String::new()).unwrap().get(), "{}");
        assert_eq!(arguments("[1]".into()).unwrap_err().code, Code::BadArguments);
        assert_eq!(arguments("{".into()).unwrap_err().code, Code::BadArguments);
        let spaced = "{ \"a b\\\\\" : \"c \\\" }\" ,\r\n\t\"d\" : [ 1 , { } ] }";
        let line = r#"{"a b\\":"c \" }","d":[1,{}]}"#;
        assert_eq!(arguments(spaced.into()).unwrap().get(), line);
    }

    #[test]
    fn arguments_keep_every_digit_and_their_order() {
        let text = r#"{"z":12345678901234567890123,"a":[0.30000000000000000001,-0,1e400],"m":{"y":1.0,"b":10000000000000001}}"#;
        assert_eq!(arguments(text.into()).unwrap().get(), text);
    }

    #[test]
    fn a_key_that_stands_twice_is_refused_wherever_it_is() {
        for text in [r#"{"a":1,"a":2}"#, r#"{"a":[{"b":[1],"\u0062":2}]}"#] {
            let refused = arguments(text.into()).unwrap_err();
            assert_eq!(refused.code, Code::BadArguments, "{text}");
        }
        let apart = r#"{"a":{"a":"a"},"b":[{"a":1},{"a":"b"}]}"#;
        assert_eq!(arguments(apart.into()).unwrap().get(), apart);
    }

    #[test]
    fn what_can_not_be_told_without_a_disk_is_no_path() {
        let texts = ["/w/a b", "file:///w/c%20d", "/w/../x", "file://elsewhere/w", "relative"];
        let paths = named_paths(&texts.map(str::to_owned));
        let paths: Vec<_> = paths.iter().map(|it| it.as_path().to_str().unwrap()).collect();
        assert_eq!(paths, ["/w/a b", "/w/c d"]);
    }

    #[test]
    fn however_deep_it_goes() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(arguments(deep.clone()).unwrap().get(), deep);
    }
}
