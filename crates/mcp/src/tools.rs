//! `tools/list`.

use serde::Deserialize;
use serde_json::value::RawValue;

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
    #[serde(default)]
    pub execution: Execution,
}

/// How a tool may be run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Execution {
    /// `forbidden`, `optional` or `required`; absent is `forbidden`.
    pub task_support: Option<String>,
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
