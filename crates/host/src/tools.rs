//! Tools and what comes back from them, as the window shows them. All of it is the server's word.

use std::time::Duration;

use paddock_core::text::{shown, shown_lines};
use paddock_mcp::{Tool, ToolAnnotations, ToolOutcome};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::view::{CallView, Failure, PartView, ToolView};

/// The longest text of one part that is shown, in bytes.
const PART: usize = 1 << 20;

pub(crate) fn tool(tool: &Tool) -> ToolView {
    let title = tool.title.as_ref().or(tool.annotations.title.as_ref());
    ToolView {
        name: tool.name.clone(),
        title: title.map(shown),
        description: tool.description.as_deref().map(shown_lines),
        schema: tool.input_schema.get().to_owned(),
        claims: claims(&tool.annotations),
    }
}

fn claims(annotations: &ToolAnnotations) -> Vec<String> {
    let claims = [
        ("readOnly", annotations.read_only_hint),
        ("destructive", annotations.destructive_hint),
        ("idempotent", annotations.idempotent_hint),
        ("openWorld", annotations.open_world_hint),
    ];
    let made = claims.into_iter().filter(|(_, claimed)| *claimed == Some(true));
    made.map(|(name, _)| name.to_owned()).collect()
}

pub(crate) fn arguments(text: String) -> Result<Box<RawValue>, Failure> {
    let bad = |reason: String| Failure::new("bad-arguments").with("reason", reason);
    let text = if text.trim().is_empty() { "{}".to_owned() } else { text };
    let value: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    if !value.is_object() {
        return Err(bad("not an object".to_owned()));
    }
    // One line: a line break would end the message on the wire.
    let line = value.to_string();
    RawValue::from_string(line).map_err(|error| bad(error.to_string()))
}

pub(crate) fn outcome(outcome: &ToolOutcome, took: Duration) -> CallView {
    let value: Value = serde_json::from_str(outcome.raw.get()).unwrap_or_default();
    let content = value.get("content").and_then(Value::as_array).into_iter().flatten();
    CallView {
        is_error: outcome.is_error,
        parts: content.map(part).collect(),
        structured: value.get("structuredContent").map(pretty),
        milliseconds: took.as_secs_f64() * 1000.0,
    }
}

fn part(part: &Value) -> PartView {
    let text = |key: &str| part.get(key).and_then(Value::as_str);
    match (text("type"), text("text"), text("data"), text("mimeType")) {
        (Some("text"), Some(said), _, _) => PartView::Text { text: cut(shown_lines(said)) },
        (Some("image"), _, Some(data), Some(mime)) if is_image(mime) && is_base64(data) => {
            PartView::Image { mime_type: mime.to_owned(), base64: data.to_owned() }
        }
        (kind, ..) => PartView::Other { label: shown(kind.unwrap_or("?")), json: pretty(part) },
    }
}

/// Pictures that can do nothing but be shown; SVG can.
fn is_image(mime: &str) -> bool {
    ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(&mime)
}

fn is_base64(data: &str) -> bool {
    data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
}

fn pretty(value: &Value) -> String {
    cut(shown_lines(&serde_json::to_string_pretty(value).unwrap_or_default()))
}

fn cut(mut text: String) -> String {
    if text.len() > PART {
        text.truncate(text.floor_char_boundary(PART));
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome_of(raw: &str) -> CallView {
        let raw = RawValue::from_string(raw.to_owned()).unwrap();
        outcome(&ToolOutcome { raw, is_error: false }, Duration::ZERO)
    }

    #[test]
    fn a_picture_that_is_a_program_is_shown_as_text() {
        let view = outcome_of(
            r#"{"content": [
                {"type": "image", "mimeType": "image/svg+xml", "data": "PHN2Zz4="},
                {"type": "image", "mimeType": "image/png", "data": "x\" onerror=\""},
                {"type": "image", "mimeType": "image/png", "data": "iVBORw0="}
            ]}"#,
        );
        let kinds: Vec<_> =
            view.parts.iter().map(|part| matches!(part, PartView::Image { .. })).collect();
        assert_eq!(kinds, [false, false, true]);
    }

    #[test]
    fn what_a_server_says_can_not_move_what_is_around_it() {
        let view = outcome_of(r#"{"content": [{"type": "text", "text": "a\u202eb\nc"}]}"#);
        assert_eq!(view.parts, [PartView::Text { text: "a\\u{202e}b\nc".into() }]);
    }

    #[test]
    fn arguments_are_one_object_on_one_line() {
        assert_eq!(arguments("{\n\"a\": 1}".into()).unwrap().get(), r#"{"a":1}"#);
        assert_eq!(arguments(String::new()).unwrap().get(), "{}");
        assert_eq!(arguments("[1]".into()).unwrap_err().code, "bad-arguments");
        assert_eq!(arguments("{".into()).unwrap_err().code, "bad-arguments");
    }
}
