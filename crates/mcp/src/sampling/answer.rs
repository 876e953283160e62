//! `CreateMessageResult`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Content, Role};
use crate::Revision;
use crate::payload::to_json;

/// What goes back to the server.
#[derive(Clone, Debug)]
pub struct SamplingAnswer {
    /// The name of the model, as its provider says it.
    pub model: String,
    pub role: Role,
    pub content: Vec<Content>,
    /// `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or the provider's own word.
    pub stop_reason: Option<String>,
}

impl SamplingAnswer {
    /// The `result`, in the shape that `revision` knows. Several texts are joined: the official SDKs read
    /// more than one piece only where tools were asked for. Up to 2025-06-18 an answer is one piece, and
    /// where there is something else than text the first one stands.
    pub fn to_result(&self, revision: Revision) -> Box<RawValue> {
        to_json(&WireAnswer {
            role: match self.role {
                Role::User => "user",
                Role::Assistant => "assistant",
            },
            content: self.wire_content(revision),
            model: &self.model,
            stop_reason: self.stop_reason.as_deref(),
        })
    }

    fn wire_content(&self, revision: Revision) -> OneOrMany<'_> {
        match self.content.as_slice() {
            [one] => OneOrMany::One(one.into()),
            [first, ..] => match joined(&self.content) {
                Some(text) => OneOrMany::One(Piece::text(text)),
                None if revision >= Revision::V2025_11_25 => {
                    OneOrMany::Many(self.content.iter().map(Piece::from).collect())
                }
                None => OneOrMany::One(first.into()),
            },
            [] => OneOrMany::One(Piece::text("")),
        }
    }
}

/// The text of all pieces, if they are all text.
fn joined(content: &[Content]) -> Option<String> {
    let mut all = String::new();
    for piece in content {
        let Content::Text(text) = piece else { return None };
        all.push_str(text);
    }
    Some(all)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireAnswer<'a> {
    role: &'static str,
    content: OneOrMany<'a>,
    model: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_reason: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum OneOrMany<'a> {
    One(Piece<'a>),
    Many(Vec<Piece<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Piece<'a> {
    Text {
        text: Cow<'a, str>,
    },
    Image {
        data: &'a str,
        mime_type: &'a str,
    },
    Audio {
        data: &'a str,
        mime_type: &'a str,
    },
    ToolUse {
        id: &'a str,
        name: &'a str,
        input: &'a RawValue,
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<&'a RawValue>,
    },
    ToolResult {
        tool_use_id: &'a str,
        content: Vec<Self>,
        #[serde(skip_serializing_if = "Option::is_none")]
        structured_content: Option<&'a RawValue>,
        is_error: bool,
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<&'a RawValue>,
    },
    #[serde(untagged)]
    Other(&'a RawValue),
}

impl<'a> Piece<'a> {
    fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text { text: text.into() }
    }
}

impl<'a> From<&'a Content> for Piece<'a> {
    fn from(content: &'a Content) -> Self {
        match content {
            Content::Text(text) => Self::text(text),
            Content::Image { mime, data } => Self::Image { data, mime_type: mime },
            Content::Audio { mime, data } => Self::Audio { data, mime_type: mime },
            Content::ToolUse(tool_use) => Self::ToolUse {
                id: &tool_use.id,
                name: &tool_use.name,
                input: &tool_use.input,
                meta: tool_use.meta.as_deref(),
            },
            Content::ToolResult(result) => Self::ToolResult {
                tool_use_id: &result.tool_use,
                content: result.content.iter().map(Self::from).collect(),
                structured_content: result.structured.as_deref(),
                is_error: result.is_error,
                meta: result.meta.as_deref(),
            },
            Content::Other { json, .. } => Self::Other(json),
        }
    }
}
