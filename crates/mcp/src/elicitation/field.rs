//! `PrimitiveSchemaDefinition` of the schema, of every revision.

mod schema;

use jsonschema_regex::to_rust_regex;
use regex::{Regex, RegexBuilder};
use serde_json::value::RawValue;

use super::check;
use crate::PayloadError;

/// The longest expression that is tried, in bytes.
const PATTERN: usize = 1_000;

/// The most memory a compiled expression may take, in bytes.
const PATTERN_MEMORY: usize = 256 * 1024;

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub required: bool,
    pub kind: FieldKind,
    /// Fits the kind; one that does not is left out.
    pub default: Option<Box<RawValue>>,
}

impl Field {
    pub(super) fn parse(
        name: String,
        required: bool,
        json: &RawValue,
    ) -> Result<Self, PayloadError> {
        let described = schema::read(json)
            .map_err(|error| PayloadError::new(format!("field {name}: {error}")))?;
        let default =
            described.default.and_then(|value| check::value(&described.kind, &value).ok());
        Ok(Self {
            name,
            title: described.title,
            description: described.description,
            required,
            kind: described.kind,
            default,
        })
    }

    /// What to show in place of the name.
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }
}

#[derive(Clone, Debug)]
pub enum FieldKind {
    Text {
        /// In characters.
        min_length: Option<u32>,
        /// In characters.
        max_length: Option<u32>,
        pattern: Option<Pattern>,
        format: Option<TextFormat>,
    },
    Number {
        minimum: Option<f64>,
        maximum: Option<f64>,
        integer: bool,
    },
    Boolean,
    Choice {
        options: Vec<Choice>,
    },
    Choices {
        options: Vec<Choice>,
        min_items: Option<u32>,
        max_items: Option<u32>,
    },
}

/// One thing to choose. No two of a field have one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub value: String,
    pub title: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    Email,
    Uri,
    Date,
    DateTime,
}

/// A regular expression of the server.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As sent.
    pub source: String,
    regex: Option<Regex>,
}

impl Pattern {
    fn new(source: String) -> Self {
        let regex = (source.len() <= PATTERN).then(|| compiled(&source)).flatten();
        Self { source, regex }
    }

    /// Whether it is held to. An expression that can't be run in linear time and little memory, such
    /// as one with a look-ahead, is not.
    pub fn is_checked(&self) -> bool {
        self.regex.is_some()
    }

    /// Whether it matches somewhere in `text`, as JSON Schema has it; always if it is not checked.
    pub(super) fn allows(&self, text: &str) -> bool {
        self.regex.as_ref().is_none_or(|regex| regex.is_match(text))
    }
}

/// JSON Schema means the expressions of ECMA-262: `\d`, `\w` and `\b` are of ASCII there.
fn compiled(source: &str) -> Option<Regex> {
    RegexBuilder::new(&to_rust_regex(source).ok()?)
        .size_limit(PATTERN_MEMORY)
        .dfa_size_limit(PATTERN_MEMORY)
        .nest_limit(50)
        .build()
        .ok()
}
