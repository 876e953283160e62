//! Resources, prompts and completions: `resources/*`, `prompts/*`, `completion/complete`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A list of the server that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    Tools,
    Resources,
    Prompts,
}

/// `Resource` of the schema. Every word of it is the server's and untrusted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    pub uri: String,
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub mime_type: Option<String>,
    /// Bytes.
    pub size: Option<f64>,
}

/// `ResourceTemplate` of the schema, with a URI template of RFC 6570.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceTemplate {
    pub uri_template: String,
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub mime_type: Option<String>,
}

/// `Prompt` of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Prompt {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    #[serde(default)]
    pub arguments: Vec<PromptArgument>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PromptArgument {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    #[serde(default)]
    pub required: bool,
}

/// What is being typed.
#[derive(Clone, Debug)]
pub struct Completing {
    pub of: Completed,
    pub argument: String,
    pub value: String,
    /// The other arguments, as far as they are known.
    pub others: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
pub enum Completed {
    Prompt(String),
    Template(String),
}

/// What the server proposes, at most 100 values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    pub values: Vec<String>,
    pub more: bool,
}
