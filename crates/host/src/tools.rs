//! Tools and what comes back from them, as the window shows them. All of it is the server's word.

use std::time::Duration;

use paddock_core::text::{shown, shown_lines};
use paddock_mcp::{Outcome, Tool, ToolAnnotations};
use paddock_supervisor::Tier;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::view::{CallView, ToolView};
use crate::{hint, parts};

pub(crate) fn tool(tool: &Tool) -> ToolView {
    let title = tool.title.as_ref().or(tool.annotations.title.as_ref());
    ToolView {
        name: tool.name.clone(),
        title: title.map(shown),
        description: tool.description.as_deref().map(shown_lines),
        schema: tool.input_schema.get().to_owned(),
        output_schema: tool.output_schema.as_ref().map(|schema| schema.get().to_owned()),
        task: task(tool.execution.task_support.as_deref()),
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

/// How it can be run as a task; a server that forbids it, or says anything else, has none.
fn task(support: Option<&str>) -> Option<String> {
    let support = support.filter(|it| ["optional", "required"].contains(it));
    support.map(str::to_owned)
}

/// What a call brought. `broken_promise`: how it differs from what the tool said it would give.
/// `tier`: how its server is confined, if it is.
pub(crate) fn outcome(
    outcome: &Outcome,
    took: Duration,
    broken_promise: Option<String>,
    tier: Option<Tier>,
) -> CallView {
    let parts = parts::parts(parts::member(&outcome.raw, "content"));
    let failed_in = tier.filter(|_| outcome.is_error);
    CallView {
        is_error: outcome.is_error,
        hint: failed_in.and_then(|tier| hint::of_failed_call(&parts, tier)),
        parts,
        structured: structured(outcome).as_deref().map(parts::pretty),
        broken_promise,
        milliseconds: took.as_secs_f64() * 1000.0,
    }
}

/// Structured content, as sent.
pub(crate) fn structured(outcome: &Outcome) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Structured {
        structured_content: Option<Box<RawValue>>,
    }
    let read: Option<Structured> = serde_json::from_str(outcome.raw.get()).ok();
    read.and_then(|read| read.structured_content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_content_keeps_every_digit_and_its_order() {
        let sent =
            r#"{"content":[],"structuredContent":{"id":12345678901234567890123,"b":1,"a":0.10}}"#;
        let raw = RawValue::from_string(sent.to_owned()).unwrap();
        let outcome = outcome(&Outcome { raw, is_error: false }, Duration::ZERO, None, None);
        let expected = "{\n  \"id\": 12345678901234567890123,\n  \"b\": 1,\n  \"a\": 0.10\n}";
        assert_eq!(outcome.structured.as_deref(), Some(expected));
    }
}
