//! JSON-RPC 2.0 envelopes, read strictly and never deeper than their own keys.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::json;
use crate::violation::{Violation, excerpt};

/// The longest id that is echoed, in bytes of its JSON text.
const ID_LIMIT: usize = 1024;

/// The most messages one batch may hold.
const BATCH_LIMIT: usize = 1024;

/// The JSON text of a request's id, kept as written so that it is echoed to the byte.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Id(Box<str>);

impl Id {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id in the one form that others who mean the same id are in as well: a peer that reads
    /// `"\u0061"` echoes `"a"`.
    #[must_use]
    pub fn canonical(self) -> Self {
        if &*self.0 == "-0" {
            return Self("0".into());
        }
        if !self.0.contains('\\') {
            return self;
        }
        match serde_json::from_str::<String>(&self.0) {
            Ok(text) => Self(serde_json::Value::from(text).to_string().into()),
            // Half of a surrogate pair has no other form.
            Err(_) => self,
        }
    }

    /// Strings and integers only; `null`, fractions and exponents are no ids in MCP.
    pub fn parse(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let fits = text.starts_with('"') || digits.bytes().all(|byte| byte.is_ascii_digit());
        (fits && text.len() <= ID_LIMIT).then(|| Self(text.into()))
    }
}

/// One message; what is inside stays unparsed.
#[derive(Debug)]
pub enum Message<'a> {
    Request { id: Id, method: Cow<'a, str>, params: Option<&'a RawValue> },
    Notification { method: Cow<'a, str>, params: Option<&'a RawValue> },
    Response { id: Id, answer: ResponseBody<'a> },
}

/// What a response brings.
#[derive(Debug)]
pub enum ResponseBody<'a> {
    Result(&'a RawValue),
    Error(&'a RawValue),
}

/// What one line holds. The messages of a batch are read with [`decode_item`].
#[derive(Debug)]
pub enum Incoming<'a> {
    One(Message<'a>),
    Batch(Vec<&'a RawValue>),
}

/// Reads one line. Values inside the envelope stay unparsed, however deep they nest.
pub fn decode(line: &[u8]) -> Result<Incoming<'_>, Violation> {
    let text = std::str::from_utf8(line).map_err(|_| Violation::NotUtf8)?;
    if let Some(message) = usual(text) {
        return Ok(Incoming::One(message));
    }
    match parse::<Shape<'_>>(text)? {
        Shape::Envelope(envelope) => classify(envelope, text).map(Incoming::One),
        Shape::Batch(items) => Ok(Incoming::Batch(items)),
    }
}

/// Reads one message of a batch.
pub fn decode_item(item: &RawValue) -> Result<Message<'_>, Violation> {
    let text = item.get();
    match usual(text) {
        Some(message) => Ok(message),
        None => classify(parse::<Envelope<'_>>(text)?, text),
    }
}

/// A message as nearly all are written. What it is not, [`parse`] judges.
fn usual(text: &str) -> Option<Message<'_>> {
    let mut envelope = Envelope::default();
    for member in json::members(text) {
        let (name, value) = member?;
        let slot = match name {
            "jsonrpc" | "method" => {
                let said = Cow::Borrowed(json::plain(value)?);
                let slot =
                    if name == "method" { &mut envelope.method } else { &mut envelope.version };
                if slot.replace(said).is_some() {
                    return None;
                }
                continue;
            }
            "id" => &mut envelope.id,
            "params" => &mut envelope.params,
            "result" => &mut envelope.result,
            "error" => &mut envelope.error,
            other if is_like_a_key(other) => return None,
            _ => continue,
        };
        if slot.replace(json::raw(value)?).is_some() {
            return None;
        }
    }
    classify(envelope, text).ok()
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Violation> {
    serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data if text.trim_start().starts_with(['{', '[']) => {
            refused(&error.to_string(), text)
        }
        Category::Data | Category::Syntax | Category::Eof | Category::Io => {
            Violation::NotJsonRpc { excerpt: excerpt(text) }
        }
    })
}

fn classify<'a>(envelope: Envelope<'a>, text: &str) -> Result<Message<'a>, Violation> {
    if envelope.version.as_deref() != Some("2.0") {
        return Err(Violation::NotJsonRpc { excerpt: excerpt(text) });
    }
    let id = match envelope.id {
        Some(raw) => {
            let id = Id::parse(raw)
                .ok_or_else(|| refused("id is neither a string nor an integer", text))?;
            Some(id)
        }
        None => None,
    };
    match (id, envelope.method, envelope.result, envelope.error) {
        (Some(id), Some(method), None, None) => {
            Ok(Message::Request { id, method, params: envelope.params })
        }
        (None, Some(method), None, None) => {
            Ok(Message::Notification { method, params: envelope.params })
        }
        (Some(id), None, Some(result), None) => {
            Ok(Message::Response { id, answer: ResponseBody::Result(result) })
        }
        (Some(id), None, None, Some(error)) => {
            Ok(Message::Response { id, answer: ResponseBody::Error(error) })
        }
        _ => Err(refused("neither a request, a notification nor a response", text)),
    }
}

fn refused(reason: &str, text: &str) -> Violation {
    Violation::Envelope { reason: excerpt(reason), excerpt: excerpt(text) }
}

#[derive(Default)]
struct Envelope<'a> {
    version: Option<Cow<'a, str>>,
    id: Option<&'a RawValue>,
    method: Option<Cow<'a, str>>,
    params: Option<&'a RawValue>,
    result: Option<&'a RawValue>,
    error: Option<&'a RawValue>,
}

/// Decoded by serde, so an escape (`"\u0069d"`) names the same key.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// The keys of an envelope.
const KEYS: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// Whether who reads keys without regard to case, as some libraries do, takes this for one of the
/// envelope: to them it may be another message.
fn is_like_a_key(name: &str) -> bool {
    KEYS.iter().any(|key| json::is_in_another_case(name, key))
}

impl<'a> Envelope<'a> {
    fn read<A: MapAccess<'a>>(mut map: A) -> Result<Self, A::Error> {
        let mut envelope = Self::default();
        while let Some(Key(key)) = map.next_key()? {
            match &*key {
                "jsonrpc" => once(&mut envelope.version, "jsonrpc", &mut map)?,
                "id" => once(&mut envelope.id, "id", &mut map)?,
                "method" => once(&mut envelope.method, "method", &mut map)?,
                "params" => once(&mut envelope.params, "params", &mut map)?,
                "result" => once(&mut envelope.result, "result", &mut map)?,
                "error" => once(&mut envelope.error, "error", &mut map)?,
                other if is_like_a_key(other) => {
                    return Err(A::Error::custom("a key may be read as another one"));
                }
                _ => drop(map.next_value::<&RawValue>()?),
            }
        }
        Ok(envelope)
    }
}

fn once<'a, T, A>(slot: &mut Option<T>, key: &'static str, map: &mut A) -> Result<(), A::Error>
where
    T: Deserialize<'a>,
    A: MapAccess<'a>,
{
    if slot.is_some() {
        return Err(A::Error::duplicate_field(key));
    }
    // Not an `Option<T>`: that would make `"result": null` look absent.
    *slot = Some(map.next_value()?);
    Ok(())
}

impl<'de: 'a, 'a> Deserialize<'de> for Envelope<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EnvelopeVisitor;

        impl<'de> Visitor<'de> for EnvelopeVisitor {
            type Value = Envelope<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON-RPC message")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Envelope::read(map)
            }
        }

        deserializer.deserialize_map(EnvelopeVisitor)
    }
}

enum Shape<'a> {
    Envelope(Envelope<'a>),
    Batch(Vec<&'a RawValue>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Shape<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ShapeVisitor;

        impl<'de> Visitor<'de> for ShapeVisitor {
            type Value = Shape<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON-RPC message or a batch")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Envelope::read(map).map(Shape::Envelope)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    if items.len() == BATCH_LIMIT {
                        return Err(A::Error::custom("batch holds too many messages"));
                    }
                    items.push(item);
                }
                Ok(Shape::Batch(items))
            }
        }

        deserializer.deserialize_any(ShapeVisitor)
    }
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
