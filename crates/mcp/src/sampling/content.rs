//! The pieces a message is made of.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::payload::{PayloadError, is_object};

/// The longest id of a tool use, name of a tool, or media type, in bytes.
const NAME: usize = 512;

#[derive(Clone, Debug)]
pub enum Content {
    Text(String),
    /// `data` is base64 as sent, and valid.
    Image {
        mime: String,
        data: String,
    },
    /// `data` is base64 as sent, and valid.
    Audio {
        mime: String,
        data: String,
    },
    ToolUse(ToolUse),
    ToolResult(ToolResult),
    /// A type that is not one of sampling's, such as a resource in the result of a tool.
    Other {
        kind: String,
        /// The whole object, as sent.
        json: Box<RawValue>,
    },
}

/// The model wants a tool of the server called.
#[derive(Clone, Debug)]
pub struct ToolUse {
    pub id: String,
    pub name: String,
    /// An object.
    pub input: Box<RawValue>,
    /// `_meta`, to be kept.
    pub meta: Option<Box<RawValue>>,
}

/// What a tool use came to.
#[derive(Clone, Debug)]
pub struct ToolResult {
    /// The [`ToolUse::id`] it answers.
    pub tool_use: String,
    /// Neither tool uses nor results.
    pub content: Vec<Content>,
    pub structured: Option<Box<RawValue>>,
    pub is_error: bool,
    /// `_meta`, to be kept.
    pub meta: Option<Box<RawValue>>,
}

/// One piece, or a list of at most `limit` of them.
pub(super) fn one_or_many(json: &RawValue, limit: usize) -> Result<Vec<Content>, PayloadError> {
    if is_object(json) {
        return Ok(vec![piece(json, limit)?]);
    }
    let pieces: Vec<&RawValue> = serde_json::from_str(json.get())?;
    if pieces.len() > limit {
        return Err(PayloadError::new("too many pieces of content"));
    }
    pieces.into_iter().map(|json| piece(json, limit)).collect()
}

/// How many pieces there are, those in results of tools included.
pub(super) fn count(content: &[Content]) -> usize {
    content
        .iter()
        .map(|piece| match piece {
            Content::ToolResult(result) => 1 + result.content.len(),
            Content::Text(_)
            | Content::Image { .. }
            | Content::Audio { .. }
            | Content::ToolUse(_)
            | Content::Other { .. } => 1,
        })
        .sum()
}

fn piece(json: &RawValue, limit: usize) -> Result<Content, PayloadError> {
    let text = json.get();
    let Kind { kind } = serde_json::from_str(text)?;
    match kind.as_ref() {
        "tool_use" => tool_use(text).map(Content::ToolUse),
        "tool_result" => tool_result(text, limit).map(Content::ToolResult),
        _ => plain(&kind, json),
    }
}

/// What may stand in the result of a tool.
fn plain(kind: &str, json: &RawValue) -> Result<Content, PayloadError> {
    match kind {
        "text" => {
            let Text { text } = serde_json::from_str(json.get())?;
            Ok(Content::Text(text))
        }
        "image" => {
            let Media { mime_type, data } = media(json, "image/")?;
            Ok(Content::Image { mime: mime_type, data })
        }
        "audio" => {
            let Media { mime_type, data } = media(json, "audio/")?;
            Ok(Content::Audio { mime: mime_type, data })
        }
        "tool_use" | "tool_result" => {
            Err(PayloadError::new("result of a tool holds a tool use or result"))
        }
        other => {
            Ok(Content::Other { kind: name(other.to_owned(), "type")?, json: json.to_owned() })
        }
    }
}

fn tool_use(text: &str) -> Result<ToolUse, PayloadError> {
    let wire: WireUse = serde_json::from_str(text)?;
    if !is_object(&wire.input) {
        return Err(PayloadError::new("input of a tool use is not an object"));
    }
    Ok(ToolUse {
        id: name(wire.id, "id of a tool use")?,
        name: name(wire.name, "name of a tool")?,
        input: wire.input,
        meta: wire.meta,
    })
}

fn tool_result(text: &str, limit: usize) -> Result<ToolResult, PayloadError> {
    let wire: WireResult<'_> = serde_json::from_str(text)?;
    if wire.content.len() > limit {
        return Err(PayloadError::new("too many pieces of content"));
    }
    let content = wire.content.into_iter().map(|json| {
        let Kind { kind } = serde_json::from_str(json.get())?;
        plain(&kind, json)
    });
    Ok(ToolResult {
        tool_use: name(wire.tool_use_id, "id of a tool use")?,
        content: content.collect::<Result<_, PayloadError>>()?,
        structured: wire.structured_content,
        is_error: wire.is_error.unwrap_or_default(),
        meta: wire.meta,
    })
}

fn media(json: &RawValue, kind: &str) -> Result<Media, PayloadError> {
    let media: Media = serde_json::from_str(json.get())?;
    if !is_media_type(&media.mime_type, kind) {
        return Err(PayloadError::new(format!(
            "mimeType does not begin with {kind} or is malformed"
        )));
    }
    if !is_base64(&media.data) {
        return Err(PayloadError::new("data is not base64"));
    }
    Ok(media)
}

fn name(text: String, what: &str) -> Result<String, PayloadError> {
    if text.is_empty() || text.len() > NAME {
        return Err(PayloadError::new(format!("{what} is empty or longer than {NAME} bytes")));
    }
    Ok(text)
}

/// A media type without parameters: tokens of RFC 9110 after `kind`, which ends with a slash.
fn is_media_type(mime: &str, kind: &str) -> bool {
    let Some(subtype) = mime.strip_prefix(kind) else { return false };
    !subtype.is_empty()
        && mime.len() <= NAME
        && subtype.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
}

/// The standard alphabet with its padding (RFC 4648, section 4), and not empty.
fn is_base64(data: &str) -> bool {
    let bytes = data.as_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'=').map_or(0, |last| last + 1);
    let (digits, padding) = bytes.split_at(end);
    !digits.is_empty()
        && bytes.len().is_multiple_of(4)
        && padding.len() <= 2
        && digits.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Media {
    mime_type: String,
    data: String,
}

#[derive(Deserialize)]
struct WireUse {
    id: String,
    name: String,
    input: Box<RawValue>,
    #[serde(rename = "_meta")]
    meta: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireResult<'a> {
    tool_use_id: String,
    #[serde(borrow)]
    content: Vec<&'a RawValue>,
    structured_content: Option<Box<RawValue>>,
    is_error: Option<bool>,
    #[serde(rename = "_meta")]
    meta: Option<Box<RawValue>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_standard_alphabet_with_its_padding() {
        for valid in ["QQ==", "QUI=", "QUJD", "+/+/"] {
            assert!(is_base64(valid), "{valid}");
        }
        for invalid in ["", "=", "====", "Q===", "QQ", "QQ=A", "-_-_", "QUJD\n", "é==="] {
            assert!(!is_base64(invalid), "{invalid:?}");
        }
    }

    #[test]
    fn a_media_type_is_of_its_kind_and_brings_no_parameters() {
        assert!(is_media_type("image/svg+xml", "image/"));
        for invalid in ["image/", "audio/wav", "image/png;base64,AAAA", "image/a b", "image/\"x"] {
            assert!(!is_media_type(invalid, "image/"), "{invalid}");
        }
    }
}
