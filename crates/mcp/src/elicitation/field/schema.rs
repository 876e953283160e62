//! From the JSON Schema of one field to its [`FieldKind`]. No reference is followed.

use std::collections::HashSet;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::{Choice, FieldKind, Pattern, TextFormat};
use crate::PayloadError;

/// The most options a field may have.
const OPTIONS: usize = 1_000;

/// The longest title, description or option, in bytes.
const WORDS: usize = 16 * 1024;

pub(super) struct Described {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) kind: FieldKind,
    pub(super) default: Option<Box<RawValue>>,
}

pub(super) fn read(json: &RawValue) -> Result<Described, PayloadError> {
    let mut schema: Schema = serde_json::from_str(json.get())?;
    let title = bounded(schema.title.take())?;
    let description = bounded(schema.description.take())?;
    let default = schema.default.take();
    let kind = match schema.any_of.take() {
        Some(branches) => kind(but_null(branches)?)?,
        None => kind(schema)?,
    };
    Ok(Described { title, description, kind, default })
}

/// The one branch beside `null`, which is how Python's models say that a field is optional.
fn but_null(branches: Vec<Schema>) -> Result<Schema, PayloadError> {
    let mut others = branches.into_iter().filter(|branch| branch.kind.as_deref() != Some("null"));
    match (others.next(), others.next()) {
        (Some(branch), None) if branch.any_of.is_none() => Ok(branch),
        _ => Err(PayloadError::new("anyOf is more than one type or null")),
    }
}

fn kind(schema: Schema) -> Result<FieldKind, PayloadError> {
    if schema.is_beyond_us() {
        return Err(PayloadError::new("schema is not one of the simple ones"));
    }
    match schema.kind.as_deref() {
        Some("string") => string(schema),
        Some("number") => number(&schema, false),
        Some("integer") => number(&schema, true),
        Some("boolean") => Ok(FieldKind::Boolean),
        Some("array") => choices(schema),
        Some(other) => Err(PayloadError::new(format!("type {other} is not a simple one"))),
        None => Err(PayloadError::new("schema has no type")),
    }
}

fn string(schema: Schema) -> Result<FieldKind, PayloadError> {
    match (schema.values, schema.one_of) {
        (Some(_), Some(_)) => Err(PayloadError::new("enum and oneOf stand together")),
        (Some(values), None) => {
            let titles = schema.value_titles.unwrap_or_default();
            Ok(FieldKind::Choice { options: titled(values, titles)? })
        }
        (None, Some(options)) => Ok(FieldKind::Choice { options: constants(options)? }),
        (None, None) => {
            let (min_length, max_length) =
                ordered(size(schema.min_length)?, size(schema.max_length)?)?;
            Ok(FieldKind::Text {
                min_length,
                max_length,
                pattern: schema.pattern.map(Pattern::new),
                format: schema.format.as_deref().and_then(format),
            })
        }
    }
}

fn number(schema: &Schema, integer: bool) -> Result<FieldKind, PayloadError> {
    let (minimum, maximum) = ordered(schema.minimum, schema.maximum)?;
    Ok(FieldKind::Number { minimum, maximum, integer })
}

fn choices(schema: Schema) -> Result<FieldKind, PayloadError> {
    let Some(items) = schema.items else {
        return Err(PayloadError::new("items are not described"));
    };
    let options = match (items.values, items.any_of) {
        (Some(values), None) => titled(values, Vec::new())?,
        (None, Some(options)) => constants(options)?,
        _ => return Err(PayloadError::new("items are not a choice")),
    };
    let (min_items, max_items) = ordered(size(schema.min_items)?, size(schema.max_items)?)?;
    if min_items.is_some_and(|least| least as usize > options.len()) {
        return Err(PayloadError::new("more items are wanted than there are options"));
    }
    Ok(FieldKind::Choices { options, min_items, max_items })
}

/// A value without a title is its own.
fn titled(values: Vec<String>, titles: Vec<String>) -> Result<Vec<Choice>, PayloadError> {
    let mut titles = titles.into_iter();
    let options = values.into_iter().map(|value| {
        let title = titles.next().unwrap_or_else(|| value.clone());
        Choice { value, title }
    });
    checked(options.collect())
}

fn constants(constants: Vec<Constant>) -> Result<Vec<Choice>, PayloadError> {
    let options = constants.into_iter().map(|Constant { value, title }| {
        let title = title.unwrap_or_else(|| value.clone());
        Choice { value, title }
    });
    checked(options.collect())
}

fn checked(options: Vec<Choice>) -> Result<Vec<Choice>, PayloadError> {
    if options.is_empty() || options.len() > OPTIONS {
        return Err(PayloadError::new(format!("options are none or more than {OPTIONS}")));
    }
    let mut values = HashSet::new();
    for Choice { value, title } in &options {
        if value.len().max(title.len()) > WORDS {
            return Err(PayloadError::new(format!("option is longer than {WORDS} bytes")));
        }
        if !values.insert(value) {
            return Err(PayloadError::new("two options have one value"));
        }
    }
    Ok(options)
}

fn format(name: &str) -> Option<TextFormat> {
    match name {
        "email" => Some(TextFormat::Email),
        "uri" => Some(TextFormat::Uri),
        "date" => Some(TextFormat::Date),
        "date-time" => Some(TextFormat::DateTime),
        // JSON Schema lets what is not known pass.
        _ => None,
    }
}

fn bounded(words: Option<String>) -> Result<Option<String>, PayloadError> {
    if words.as_ref().is_some_and(|words| words.len() > WORDS) {
        return Err(PayloadError::new(format!(
            "title or description is longer than {WORDS} bytes"
        )));
    }
    Ok(words)
}

/// A count, however JSON writes it; what is too large is the largest.
fn size(number: Option<f64>) -> Result<Option<u32>, PayloadError> {
    let Some(number) = number else { return Ok(None) };
    if number < 0.0 || number.fract() != 0.0 {
        return Err(PayloadError::new("length or count is not a whole number"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and not negative; a cast of what is too large gives the largest"
    )]
    Ok(Some(number as u32))
}

fn ordered<T: PartialOrd>(
    least: Option<T>,
    most: Option<T>,
) -> Result<(Option<T>, Option<T>), PayloadError> {
    if let (Some(least), Some(most)) = (&least, &most)
        && least > most
    {
        return Err(PayloadError::new("no value can be both large and small enough"));
    }
    Ok((least, most))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Schema {
    #[serde(rename = "type")]
    kind: Option<String>,
    title: Option<String>,
    description: Option<String>,
    default: Option<Box<RawValue>>,
    min_length: Option<f64>,
    max_length: Option<f64>,
    pattern: Option<String>,
    format: Option<String>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    #[serde(rename = "enum")]
    values: Option<Vec<String>>,
    #[serde(rename = "enumNames")]
    value_titles: Option<Vec<String>>,
    one_of: Option<Vec<Constant>>,
    items: Option<Items>,
    min_items: Option<f64>,
    max_items: Option<f64>,
    any_of: Option<Vec<Self>>,
    #[serde(rename = "$ref")]
    reference: Option<IgnoredAny>,
    #[serde(rename = "$dynamicRef")]
    dynamic_reference: Option<IgnoredAny>,
    all_of: Option<IgnoredAny>,
    not: Option<IgnoredAny>,
    #[serde(rename = "if")]
    condition: Option<IgnoredAny>,
    properties: Option<IgnoredAny>,
}

impl Schema {
    /// Whether it rests on something that a simple field has not.
    fn is_beyond_us(&self) -> bool {
        [
            &self.reference,
            &self.dynamic_reference,
            &self.all_of,
            &self.not,
            &self.condition,
            &self.properties,
        ]
        .iter()
        .any(|keyword| keyword.is_some())
    }
}

#[derive(Deserialize)]
struct Constant {
    #[serde(rename = "const")]
    value: String,
    title: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Items {
    #[serde(rename = "enum")]
    values: Option<Vec<String>>,
    any_of: Option<Vec<Constant>>,
}
