//! JSON-RPC 2.0 messages, read without copying and written straight into a buffer.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::escaped::escape;

pub const PARSE_ERROR: i32 = -32700;
pub const INVALID_REQUEST: i32 = -32600;
pub const METHOD_NOT_FOUND: i32 = -32601;
pub const INVALID_PARAMS: i32 = -32602;
pub const INTERNAL_ERROR: i32 = -32603;

/// The id of an answer to a message whose id is not known.
pub const NO_ID: &str = "null";

/// A message from the client. Ids are the client's own text, so that they are echoed exactly.
#[derive(Debug)]
pub enum Message<'a> {
    Request { id: &'a str, method: Cow<'a, str>, params: Option<&'a RawValue> },
    Notification { method: Cow<'a, str>, params: Option<&'a RawValue> },
    Response { id: &'a str, result: Result<&'a RawValue, &'a RawValue> },
}

/// A line that is not a message: what to answer it with.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Malformed<'a> {
    pub id: &'a str,
    pub code: i32,
    pub why: &'static str,
}

/// Reads one JSON object as a message.
pub fn parse(text: &[u8]) -> Result<Message<'_>, Malformed<'_>> {
    let envelope = serde_json::from_slice(text).map_err(|error| unreadable(text, &error))?;
    classify(envelope)
}

/// The members of a batch, unread; none if `text` is not a JSON array.
pub fn batch(text: &[u8]) -> Option<Vec<&RawValue>> {
    serde_json::from_slice(text).ok()
}

/// Whether `text` begins as a JSON array does.
pub fn looks_like_batch(text: &[u8]) -> bool {
    text.trim_ascii_start().first() == Some(&b'[')
}

/// Appends one answer to `out`, its result written by `result`.
pub fn write_result(out: &mut Vec<u8>, id: &str, result: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b",\"result\":");
    result(out);
    out.push(b'}');
}

/// Appends one error answer to `out`.
pub fn write_error(out: &mut Vec<u8>, id: &str, code: i32, message: &str) {
    write_error_with(out, id, code, message, None);
}

/// Appends one error answer with `data`, which is JSON.
pub fn write_error_with(out: &mut Vec<u8>, id: &str, code: i32, message: &str, data: Option<&str>) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b",\"error\":{\"code\":");
    out.extend_from_slice(code.to_string().as_bytes());
    out.extend_from_slice(b",\"message\":");
    write_string(out, message);
    if let Some(data) = data {
        out.extend_from_slice(b",\"data\":");
        out.extend_from_slice(data.as_bytes());
    }
    out.extend_from_slice(b"}}");
}

/// Appends `text` as a JSON string.
pub fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    escape(out, text);
    out.push(b'"');
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// Keeps a `null` that was sent apart from a member that was not.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

fn classify(envelope: Envelope<'_>) -> Result<Message<'_>, Malformed<'_>> {
    let Envelope { jsonrpc, id, method, params, result, error } = envelope;
    let id = id.map(RawValue::get);
    let invalid = |why| Malformed {
        id: id.filter(|id| is_id(id)).unwrap_or(NO_ID),
        code: INVALID_REQUEST,
        why,
    };
    if jsonrpc != "2.0" {
        return Err(invalid("jsonrpc must be \"2.0\""));
    }
    match (method, id, result, error) {
        (Some(_), Some(id), ..) if !is_id(id) => Err(invalid("an id is a string or an integer")),
        (Some(method), Some(id), None, None) => Ok(Message::Request { id, method, params }),
        (Some(method), None, None, None) => Ok(Message::Notification { method, params }),
        (None, id, _, Some(error)) => {
            Ok(Message::Response { id: id.unwrap_or(NO_ID), result: Err(error) })
        }
        (None, id, Some(result), None) => {
            Ok(Message::Response { id: id.unwrap_or(NO_ID), result: Ok(result) })
        }
        _ => Err(invalid("neither a request, a notification nor a response")),
    }
}

/// Strings and integers are ids; null, fractions and anything else are not.
fn is_id(raw: &str) -> bool {
    raw.starts_with('"')
        || raw.strip_prefix('-').unwrap_or(raw).bytes().all(|byte| byte.is_ascii_digit())
}

fn unreadable<'a>(text: &'a [u8], error: &serde_json::Error) -> Malformed<'a> {
    #[derive(Deserialize)]
    struct OnlyId<'a> {
        #[serde(borrow)]
        id: Option<&'a RawValue>,
    }
    if !error.is_data() {
        return Malformed { id: NO_ID, code: PARSE_ERROR, why: "the line is not JSON" };
    }
    let id = serde_json::from_slice::<OnlyId<'_>>(text).ok().and_then(|only| only.id);
    Malformed {
        id: id.map(RawValue::get).filter(|id| is_id(id)).unwrap_or(NO_ID),
        code: INVALID_REQUEST,
        why: "not a JSON-RPC 2.0 message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (String, i32) {
        let malformed = parse(text.as_bytes()).unwrap_err();
        (malformed.id.to_owned(), malformed.code)
    }

    #[test]
    fn ids_keep_their_exact_text() {
        for id in ["0", "-7", "18446744073709551615", "\"a\\u0062\"", "\"\""] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
            assert!(
                matches!(parse(text.as_bytes()), Ok(Message::Request { id: kept, .. }) if kept == id)
            );
        }
    }

    #[test]
    fn escapes_cannot_hide_a_method() {
        let text = br#"{"jsonrpc":"2.0","id":1,"m\u0065thod":"p\u0069ng"}"#;
        assert!(matches!(parse(text), Ok(Message::Request { method, .. }) if method == "ping"));
    }

    #[test]
    fn a_null_result_is_a_result() {
        let text = br#"{"jsonrpc":"2.0","id":1,"result":null}"#;
        assert!(matches!(parse(text), Ok(Message::Response { result: Ok(_), .. })));
    }

    #[test]
    fn what_is_not_json_is_a_parse_error_without_an_id() {
        for text in ["", "garbage", "{", r#"{"jsonrpc":"2.0","id":1"#] {
            assert_eq!(refused(text), ("null".into(), PARSE_ERROR), "{text}");
        }
        assert_eq!(parse(b"\"\xff\"").unwrap_err().id, NO_ID);
    }

    #[test]
    fn what_is_json_but_no_message_is_invalid_and_names_the_id_it_can() {
        let cases = [
            ("5", "null"),
            ("{}", "null"),
            (r#"{"id":3,"method":"m"}"#, "3"),
            (r#"{"jsonrpc":"1.0","id":3,"method":"m"}"#, "3"),
            (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "null"),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, "null"),
            (r#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, "null"),
            (r#"{"jsonrpc":"2.0","id":3,"method":7}"#, "3"),
            (r#"{"jsonrpc":"2.0","id":3,"method":"m","result":1}"#, "3"),
            (r#"{"jsonrpc":"2.0","id":3}"#, "3"),
            (r#"{"jsonrpc":"2.0","id":3,"method":"a","method":"b"}"#, "3"),
        ];
        for (text, id) in cases {
            assert_eq!(refused(text), (id.into(), INVALID_REQUEST), "{text}");
        }
    }

    #[test]
    fn a_response_is_never_answered_however_odd() {
        for text in [
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
            r#"{"jsonrpc":"2.0","error":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":1,"error":{}}"#,
        ] {
            let read = parse(text.as_bytes());
            assert!(matches!(read, Ok(Message::Response { result: Err(_), .. })), "{text}");
        }
    }

    #[test]
    fn deep_nesting_does_not_overflow_the_stack() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{deep}}}"#);
        assert!(parse(text.as_bytes()).is_ok());
    }

    #[test]
    fn answers_are_json() {
        let mut out = Vec::new();
        write_error(&mut out, "\"x\"", -1, "a \"quoted\"\nline");
        let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(value["error"]["message"], "a \"quoted\"\nline");
        assert!(!out.contains(&b'\n'));
    }
}
