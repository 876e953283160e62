//! What kind of message a line is, without reading more of it than that takes.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::view::WireShape;

/// Lines up to this size, in bytes, are read whole.
const SMALL: usize = 64 << 10;
/// Of longer ones, only so many bytes at the beginning are looked at.
const BEGINNING: usize = 4 << 10;
/// The longest method and id that are kept, in bytes.
const LONGEST: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Envelope {
    pub(super) shape: WireShape,
    pub(super) method: Option<Box<str>>,
    /// JSON text.
    pub(super) id: Option<Box<str>>,
}

impl Envelope {
    pub(super) fn read(line: &[u8]) -> Self {
        if line.len() <= SMALL { Self::of_small(line) } else { Self::of_large(line) }
    }

    pub(super) fn weight(&self) -> usize {
        let length = |text: &Option<Box<str>>| text.as_ref().map_or(0, |text| text.len());
        length(&self.method) + length(&self.id)
    }

    fn of_small(line: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct Parts<'a> {
            #[serde(borrow)]
            method: Option<Cow<'a, str>>,
            #[serde(borrow)]
            id: Option<&'a RawValue>,
            result: Option<IgnoredAny>,
            error: Option<IgnoredAny>,
        }
        let Ok(parts) = serde_json::from_slice::<Parts<'_>>(line) else { return Self::other() };
        let id = parts.id.map(RawValue::get);
        Self::of(parts.method.as_deref(), id, parts.result.is_some(), parts.error.is_some())
    }

    /// By the names at the top, as far as they stand at the beginning.
    fn of_large(line: &[u8]) -> Self {
        let beginning = String::from_utf8_lossy(&line[..BEGINNING]);
        let mut rest = beginning.trim_start();
        let (mut method, mut id) = (None, None);
        let Some(inside) = rest.strip_prefix('{') else { return Self::other() };
        rest = inside;
        while let Some((name, after)) = string(rest) {
            let Some(value) = after.trim_start().strip_prefix(':') else { break };
            let value = value.trim_start();
            match name {
                "result" => return Self::of(method, id, true, false),
                "error" => return Self::of(method, id, false, true),
                _ => {}
            }
            let Some((text, after)) = scalar(value) else { break };
            match name {
                "method" => method = Some(text.trim_matches('"')),
                "id" => id = Some(text),
                _ => {}
            }
            let Some(next) = after.trim_start().strip_prefix(',') else { break };
            rest = next;
        }
        Self::of(method, id, false, false)
    }

    fn of(method: Option<&str>, id: Option<&str>, result: bool, error: bool) -> Self {
        let shape = match (method, id) {
            (Some(_), Some(_)) => WireShape::Request,
            (Some(_), None) => WireShape::Notification,
            (None, _) if error => WireShape::Error,
            (None, _) if result => WireShape::Result,
            (None, _) => WireShape::Other,
        };
        Self { shape, method: method.map(bounded), id: id.map(bounded) }
    }

    fn other() -> Self {
        Self { shape: WireShape::Other, method: None, id: None }
    }
}

/// The string at the beginning, without its quotes, and what follows it.
fn string(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    let end = text.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some((&text[..end], &text[end + 1..]))
}

/// The string, number or word at the beginning, as written, and what follows it.
fn scalar(text: &str) -> Option<(&str, &str)> {
    if text.starts_with('"') {
        let (_, after) = string(text)?;
        return Some((&text[..text.len() - after.len()], after));
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c))?;
    (end > 0).then(|| text.split_at(end))
}

fn bounded(text: &str) -> Box<str> {
    text[..text.floor_char_boundary(LONGEST)].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope(shape: WireShape, method: Option<&str>, id: Option<&str>) -> Envelope {
        Envelope { shape, method: method.map(Into::into), id: id.map(Into::into) }
    }

    #[test]
    fn every_shape_is_told_apart_small_and_large() {
        let long = format!("\"{}\"", "x".repeat(SMALL));
        for value in ["1", &long] {
            let read = |text: &str| Envelope::read(text.replace("VALUE", value).as_bytes());
            let request =
                read(r#"{"jsonrpc":"2.0","id":"a\"b","method":"m","params":{"a":VALUE}}"#);
            assert_eq!(request, envelope(WireShape::Request, Some("m"), Some(r#""a\"b""#)));
            let result = read(r#"{"jsonrpc": "2.0", "id": 7, "result": {"a": VALUE}}"#);
            assert_eq!(result, envelope(WireShape::Result, None, Some("7")));
            let error = read(r#"{"id":null,"error":{"a":VALUE}}"#);
            assert_eq!(error.shape, WireShape::Error);
            let notified = read(r#"{"method":"n","params":[VALUE]}"#);
            assert_eq!(notified, envelope(WireShape::Notification, Some("n"), None));
            assert_eq!(read("[VALUE]").shape, WireShape::Other);
            assert_eq!(read("not json VALUE").shape, WireShape::Other);
        }
    }

    #[test]
    fn what_is_kept_of_names_is_bounded() {
        let line = format!(r#"{{"method":"{}"}}"#, "ä".repeat(10_000));
        assert!(Envelope::read(line.as_bytes()).weight() <= LONGEST);
    }
}
