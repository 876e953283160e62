//! `tools/list`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::peer::{CallError, Peer};
use crate::violation::{Violation, excerpt};

/// How many pages one list may have.
const PAGES: usize = 1000;

/// How many tools one list may have.
const TOOLS: usize = 10_000;

/// `Tool` of the schema. Every word of it is the server's and untrusted.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// JSON Schema, as sent.
    pub input_schema: Box<RawValue>,
    /// JSON Schema, as sent.
    pub output_schema: Option<Box<RawValue>>,
    #[serde(default)]
    pub annotations: ToolAnnotations,
}

/// Hints of the server about its tool; nothing may rest on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    pub title: Option<String>,
    pub read_only_hint: Option<bool>,
    pub destructive_hint: Option<bool>,
    pub idempotent_hint: Option<bool>,
    pub open_world_hint: Option<bool>,
}

/// Asks page after page. A tool that makes no sense is left out and reported.
pub(crate) async fn list(peer: &Peer) -> Result<Vec<Tool>, CallError> {
    let mut tools = Vec::new();
    let mut bytes = 0;
    let mut cursor: Option<String> = None;
    for _ in 0..PAGES {
        let params = cursor.map(|cursor| PageParams { cursor });
        let raw = peer.request(peer.calls.reserve(), "tools/list", params).await?;
        bytes += raw.get().len();
        if bytes > peer.options.line_limit {
            return Err(CallError::ListTooLong("the limit of a line"));
        }
        let page: Page<'_> = serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
        if tools.len() + page.tools.len() > TOOLS {
            return Err(CallError::ListTooLong("10000 tools"));
        }
        tools.extend(page.tools.iter().filter_map(|tool| read(peer, tool)));
        // An empty cursor is the end for the legacy era, whose servers write "" for none.
        match page.next_cursor.filter(|cursor| !cursor.is_empty()) {
            Some(next) => cursor = Some(next),
            None => return Ok(tools),
        }
    }
    Err(CallError::ListTooLong("1000 pages"))
}

fn read(peer: &Peer, raw: &RawValue) -> Option<Tool> {
    match serde_json::from_str(raw.get()) {
        Ok(tool) => Some(tool),
        Err(error) => {
            peer.violation(Violation::Tool { reason: excerpt(&error.to_string()) });
            None
        }
    }
}

#[derive(Serialize)]
struct PageParams {
    cursor: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page<'a> {
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
    next_cursor: Option<String>,
}
