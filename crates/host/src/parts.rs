//! What servers send, part by part, made safe to show. All of it is the server's word.

use std::collections::HashMap;

use paddock_core::text::{shown, shown_lines};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::indented::indented;
use crate::view::{Code, ContentView, Failure, MessageView, PartView, PromptedView, RoleView};

/// The longest text of one part that is shown, in bytes.
const PART: usize = 1 << 20;
/// Parts of one answer that are shown.
const PARTS: usize = 1000;

/// `ContentBlock`s of the schema, and what messages of sampling hold besides: in a list, or alone.
pub(crate) fn parts(content: Option<&RawValue>) -> Vec<PartView> {
    parts_within(content, 1)
}

/// One `ContentBlock`.
pub(crate) fn part(part: &RawValue) -> PartView {
    nested(part, 1)
}

fn parts_within(content: Option<&RawValue>, depth: u8) -> Vec<PartView> {
    match content.map(|content| (content, list(content))) {
        Some((_, Some(parts))) => {
            parts.into_iter().take(PARTS).map(|it| nested(it, depth)).collect()
        }
        Some((content, None)) if content.get() != "null" => vec![nested(content, depth)],
        Some(_) | None => Vec::new(),
    }
}

fn nested(raw: &RawValue, depth: u8) -> PartView {
    let part = &value(raw);
    let text = |key: &str| part.get(key).and_then(Value::as_str);
    let known = match text("type") {
        Some("text") => text("text").map(|said| PartView::Text { text: cut(shown_lines(said)) }),
        Some("image") => {
            media(part, is_image).map(|(mime_type, base64)| PartView::Image { mime_type, base64 })
        }
        Some("audio") => {
            media(part, is_audio).map(|(mime_type, base64)| PartView::Audio { mime_type, base64 })
        }
        Some("resource_link") => link(part),
        Some("resource") => part.get("resource").and_then(resource),
        Some("tool_use") => text("name").map(|name| PartView::ToolUse {
            name: shown(name),
            json: member(raw, "input").map_or_else(|| "null".to_owned(), pretty),
        }),
        Some("tool_result") => (depth > 0).then(|| PartView::ToolResult {
            is_error: part.get("isError").and_then(Value::as_bool).unwrap_or_default(),
            parts: parts_within(member(raw, "content"), depth - 1),
        }),
        _ => None,
    };
    known.unwrap_or_else(|| PartView::Other {
        label: shown(text("type").unwrap_or("?")),
        json: pretty(raw),
    })
}

fn media(part: &Value, may_be_shown: fn(&str) -> bool) -> Option<(String, String)> {
    let mime = part.get("mimeType").and_then(Value::as_str)?;
    let data = part.get("data").and_then(Value::as_str)?;
    (may_be_shown(mime) && is_base64(data)).then(|| (mime.to_owned(), data.to_owned()))
}

fn link(part: &Value) -> Option<PartView> {
    let text = |key: &str| part.get(key).and_then(Value::as_str);
    let uri = text("uri")?;
    Some(PartView::Link {
        uri: uri.to_owned(),
        shown: cut(shown(uri)),
        name: shown(text("title").or(text("name")).unwrap_or(uri)),
        description: text("description").map(|it| cut(shown_lines(it))),
        mime_type: text("mimeType").map(shown),
    })
}

/// `ResourceContents` of the schema.
fn resource(resource: &Value) -> Option<PartView> {
    let text = |key: &str| resource.get(key).and_then(Value::as_str);
    let (uri, mime, blob) = (text("uri")?, text("mimeType"), text("blob"));
    let said = text("text");
    let picture = blob.filter(|blob| mime.is_some_and(is_image) && is_base64(blob));
    let size = said.map_or_else(|| blob.map_or(0, decoded_size), str::len);
    Some(PartView::Resource {
        shown: cut(shown(uri)),
        mime_type: mime.map(shown),
        text: said.map(|said| cut(shown_lines(said))),
        image: picture.map(str::to_owned),
        size: u32::try_from(size).unwrap_or(u32::MAX),
    })
}

/// `ReadResourceResult` of the schema.
pub(crate) fn contents(result: &RawValue) -> Result<ContentView, Failure> {
    let contents = member(result, "contents").and_then(list);
    let contents = contents.ok_or_else(|| misunderstood("contents"))?;
    let shown = contents.into_iter().take(PARTS).map(|it| {
        resource(&value(it))
            .unwrap_or_else(|| PartView::Other { label: "?".to_owned(), json: pretty(it) })
    });
    Ok(ContentView { parts: shown.collect() })
}

/// `GetPromptResult` of the schema.
pub(crate) fn prompted(result: &RawValue) -> Result<PromptedView, Failure> {
    let messages = member(result, "messages").and_then(list);
    let messages = messages.ok_or_else(|| misunderstood("messages"))?;
    let description = member(result, "description").map(value);
    let description = description.as_ref().and_then(Value::as_str);
    Ok(PromptedView {
        description: description.map(|it| cut(shown_lines(it))),
        messages: messages.into_iter().take(PARTS).map(message).collect(),
    })
}

fn message(message: &RawValue) -> MessageView {
    let assistant = member(message, "role").is_some_and(|role| value(role) == "assistant");
    MessageView {
        role: if assistant { RoleView::Assistant } else { RoleView::User },
        parts: parts(member(message, "content")),
    }
}

fn misunderstood(missing: &str) -> Failure {
    Failure::new(Code::CallMisunderstood).with("reason", format!("no `{missing}`"))
}

/// Pictures that can do nothing but be shown; SVG can.
fn is_image(mime: &str) -> bool {
    ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(&mime)
}

fn is_audio(mime: &str) -> bool {
    [
        "audio/wav",
        "audio/x-wav",
        "audio/mpeg",
        "audio/mp3",
        "audio/mp4",
        "audio/aac",
        "audio/ogg",
        "audio/webm",
        "audio/flac",
    ]
    .contains(&mime)
}

fn is_base64(data: &str) -> bool {
    data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
}

fn decoded_size(base64: &str) -> usize {
    let padding = base64.bytes().rev().take_while(|byte| *byte == b'=').count();
    (base64.len() / 4 * 3).saturating_sub(padding)
}

/// What is read, and shown in words of its own; nothing of what is nested too deep for that.
fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap_or_default()
}

pub(crate) fn member<'a>(object: &'a RawValue, name: &str) -> Option<&'a RawValue> {
    let members: HashMap<String, &RawValue> = serde_json::from_str(object.get()).ok()?;
    members.get(name).copied()
}

fn list(raw: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(raw.get()).ok()
}

/// Data as it was sent, in lines.
pub(crate) fn pretty(raw: &RawValue) -> String {
    cut(shown_lines(&indented(raw.get(), PART)))
}

pub(crate) fn cut(mut text: String) -> String {
    if text.len() > PART {
        text.truncate(text.floor_char_boundary(PART));
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn raw(value: &Value) -> Box<RawValue> {
        RawValue::from_string(value.to_string()).unwrap()
    }

    #[test]
    fn what_has_no_words_of_its_own_keeps_every_digit_and_its_order() {
        let sent = r#"{"type":"tool_use","name":"t","input":{"z":12345678901234567890,"a":1.10}}"#;
        let PartView::ToolUse { json, .. } = part(&RawValue::from_string(sent.into()).unwrap())
        else {
            panic!("{sent}")
        };
        assert_eq!(json, "{\n  \"z\": 12345678901234567890,\n  \"a\": 1.10\n}");
        let sent = r#"[{"type":"new","id":12345678901234567890123}]"#;
        let sent = RawValue::from_string(sent.into()).unwrap();
        let [PartView::Other { label, json }] = &parts(Some(&sent))[..] else { panic!("{sent}") };
        assert!(label == "new" && json.contains("12345678901234567890123"), "{json}");
    }

    #[test]
    fn a_picture_that_is_a_program_is_shown_as_text() {
        let views = parts(Some(&raw(&json!([
            {"type": "image", "mimeType": "image/svg+xml", "data": "PHN2Zz4="},
            {"type": "image", "mimeType": "image/png", "data": "x\" onerror=\""},
            {"type": "image", "mimeType": "image/png", "data": "iVBORw0="},
            {"type": "audio", "mimeType": "text/html", "data": "PGI+"},
            {"type": "audio", "mimeType": "audio/wav", "data": "UklGRg=="}
        ]))));
        let media =
            |part: &PartView| matches!(part, PartView::Image { .. } | PartView::Audio { .. });
        assert_eq!(views.iter().map(media).collect::<Vec<_>>(), [false, false, true, false, true]);
    }

    #[test]
    fn what_a_server_says_can_not_move_what_is_around_it() {
        let said = part(&raw(&json!({"type": "text", "text": "a\u{202e}b\nc"})));
        assert_eq!(said, PartView::Text { text: "a\\u{202e}b\nc".into() });
        let link =
            part(&raw(&json!({"type": "resource_link", "uri": "a:\u{202e}b", "name": "\u{7}"})));
        let PartView::Link { uri, shown, name, .. } = link else { panic!("{link:?}") };
        assert_eq!((&*uri, &*shown, &*name), ("a:\u{202e}b", "a:\\u{202e}b", "\\u{7}"));
    }

    #[test]
    fn a_resource_shows_what_it_holds() {
        let read = contents(&raw(&json!({"contents": [
            {"uri": "a:1", "mimeType": "text/plain", "text": "one"},
            {"uri": "a:2", "mimeType": "image/png", "blob": "iVBORw0="},
            {"uri": "a:3", "mimeType": "application/zip", "blob": "AAAA"},
            {"text": "of nowhere"}
        ]})))
        .unwrap();
        let resource = |part: &PartView| {
            let PartView::Resource { text, image, size, .. } = part else { return None };
            Some((text.clone(), image.is_some(), *size))
        };
        let seen: Vec<_> = read.parts.iter().map(resource).collect();
        let some = |text: Option<&str>, image, size| Some((text.map(str::to_owned), image, size));
        let want = [some(Some("one"), false, 3), some(None, true, 5), some(None, false, 3), None];
        assert_eq!(seen, want);
        assert_eq!(contents(&raw(&json!({}))).unwrap_err().code, Code::CallMisunderstood);
    }

    #[test]
    fn a_prompt_may_hold_one_part_or_many() {
        let prompted = prompted(&raw(&json!({"messages": [
            {"role": "user", "content": {"type": "text", "text": "a"}},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "1", "name": "t", "input": {}},
                {"type": "tool_result", "toolUseId": "1", "content": [
                    {"type": "tool_result", "content": []}
                ]}
            ]}
        ]})))
        .unwrap();
        let [one, two] = &prompted.messages[..] else { panic!("{prompted:?}") };
        assert_eq!((one.role, one.parts.len()), (RoleView::User, 1));
        assert!(
            matches!(&two.parts[..], [PartView::ToolUse { .. }, PartView::ToolResult { parts, .. }]
            if matches!(parts[..], [PartView::Other { .. }]))
        );
    }
}
