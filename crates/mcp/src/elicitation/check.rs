//! What a person filled in, against what was asked for.

use std::collections::HashSet;

use serde_json::Value;
use serde_json::value::RawValue;

use super::{Choice, Field, FieldKind, Filled, Form, Values, format};
use crate::payload::to_json;

/// The longest text that is sent whatever the form allows, in bytes.
const TEXT: usize = 64 * 1024;

/// Why one field can't be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldProblem {
    pub field: String,
    pub problem: Problem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    Missing,
    UnknownField,
    NotText,
    NotANumber,
    NotAnInteger,
    NotABoolean,
    NotAList,
    TooShort,
    TooLong,
    Pattern,
    Format,
    TooSmall,
    TooBig,
    NotAnOption,
    TwiceTheSame,
    TooFew,
    TooMany,
}

impl Problem {
    /// The stable name, such as `too-short`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::UnknownField => "unknown-field",
            Self::NotText => "not-text",
            Self::NotANumber => "not-a-number",
            Self::NotAnInteger => "not-an-integer",
            Self::NotABoolean => "not-a-boolean",
            Self::NotAList => "not-a-list",
            Self::TooShort => "too-short",
            Self::TooLong => "too-long",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::TooSmall => "too-small",
            Self::TooBig => "too-big",
            Self::NotAnOption => "not-an-option",
            Self::TwiceTheSame => "twice-the-same",
            Self::TooFew => "too-few",
            Self::TooMany => "too-many",
        }
    }
}

pub(super) fn form(form: &Form, values: &Values) -> Result<Filled, Vec<FieldProblem>> {
    let mut checked = Filled::default();
    let mut problems = Vec::new();
    for field in &form.fields {
        match one(field, values.get(&field.name).map(AsRef::as_ref)) {
            Ok(Some(value)) => checked.push(field.name.clone(), value),
            Ok(None) => {}
            Err(problem) => problems.push(FieldProblem { field: field.name.clone(), problem }),
        }
    }
    let unknown =
        values.keys().filter(|name| !form.fields.iter().any(|field| field.name == **name));
    problems.extend(
        unknown.map(|name| FieldProblem { field: name.clone(), problem: Problem::UnknownField }),
    );
    if problems.is_empty() { Ok(checked) } else { Err(problems) }
}

fn one(field: &Field, given: Option<&RawValue>) -> Result<Option<Box<RawValue>>, Problem> {
    match given.filter(|given| !is_left_out(field, given)) {
        Some(given) => value(&field.kind, given).map(Some),
        None if field.required => Err(Problem::Missing),
        None => Ok(None),
    }
}

fn is_left_out(field: &Field, given: &RawValue) -> bool {
    let Ok(given) = serde_json::from_str(given.get()) else { return false };
    match (&field.kind, given) {
        (_, Value::Null) => true,
        (FieldKind::Text { .. }, Value::String(text)) => text.is_empty(),
        (FieldKind::Choice { options }, Value::String(text)) => {
            text.is_empty() && !is_option(options, &text)
        }
        (FieldKind::Choices { min_items, .. }, Value::Array(items)) => {
            items.is_empty() && !field.required && min_items.is_some_and(|least| least > 0)
        }
        _ => false,
    }
}

/// `given` as it is sent, if it fits.
pub(super) fn value(kind: &FieldKind, given: &RawValue) -> Result<Box<RawValue>, Problem> {
    if let FieldKind::Number { minimum, maximum, integer } = kind {
        return number(given, *minimum, *maximum, *integer);
    }
    // What can't be read is nothing that a field may hold.
    let given = serde_json::from_str(given.get()).unwrap_or_default();
    fits(kind, &given)?;
    Ok(to_json(&given))
}

/// A number is sent as it was written: its digits may be more than any type of ours holds.
fn number(
    given: &RawValue,
    minimum: Option<f64>,
    maximum: Option<f64>,
    integer: bool,
) -> Result<Box<RawValue>, Problem> {
    let text = given.get();
    let number: f64 = text
        .starts_with(|first: char| first == '-' || first.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
        .ok_or(Problem::NotANumber)?;
    if minimum.is_some_and(|minimum| number < minimum) {
        return Err(Problem::TooSmall);
    }
    if maximum.is_some_and(|maximum| number > maximum) {
        return Err(Problem::TooBig);
    }
    if integer { whole(given, number).ok_or(Problem::NotAnInteger) } else { Ok(given.to_owned()) }
}

fn fits(kind: &FieldKind, given: &Value) -> Result<(), Problem> {
    match kind {
        FieldKind::Number { .. } => return Err(Problem::NotANumber),
        FieldKind::Text { min_length, max_length, pattern, format } => {
            let text = given.as_str().ok_or(Problem::NotText)?;
            length(text, *min_length, *max_length)?;
            if format.is_some_and(|format| !format::fits(format, text)) {
                return Err(Problem::Format);
            }
            if pattern.as_ref().is_some_and(|pattern| !pattern.allows(text)) {
                return Err(Problem::Pattern);
            }
        }
        FieldKind::Boolean => _ = given.as_bool().ok_or(Problem::NotABoolean)?,
        FieldKind::Choice { options } => {
            let chosen = given.as_str().ok_or(Problem::NotText)?;
            if !is_option(options, chosen) {
                return Err(Problem::NotAnOption);
            }
        }
        FieldKind::Choices { options, min_items, max_items } => {
            let chosen = given.as_array().ok_or(Problem::NotAList)?;
            several(options, chosen, *min_items, *max_items)?;
        }
    }
    Ok(())
}

fn length(text: &str, least: Option<u32>, most: Option<u32>) -> Result<(), Problem> {
    let count = text.chars().count();
    if text.len() > TEXT || most.is_some_and(|most| count > most as usize) {
        return Err(Problem::TooLong);
    }
    if least.is_some_and(|least| count < least as usize) {
        return Err(Problem::TooShort);
    }
    Ok(())
}

/// `given` written as a whole number, where it is one: `5.0` is sent as `5`.
fn whole(given: &RawValue, number: f64) -> Option<Box<RawValue>> {
    /// Beyond this a fraction can't be told from a whole number (2^53).
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if !given.get().contains(['.', 'e', 'E']) {
        return Some(given.to_owned());
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole, and far within the range")]
    (number.fract() == 0.0 && number.abs() <= EXACT).then(|| to_json(&(number as i64)))
}

fn several(
    options: &[Choice],
    chosen: &[Value],
    least: Option<u32>,
    most: Option<u32>,
) -> Result<(), Problem> {
    let mut seen = HashSet::new();
    for item in chosen {
        let item = item.as_str().ok_or(Problem::NotText)?;
        if !is_option(options, item) {
            return Err(Problem::NotAnOption);
        }
        if !seen.insert(item) {
            return Err(Problem::TwiceTheSame);
        }
    }
    if least.is_some_and(|least| chosen.len() < least as usize) {
        return Err(Problem::TooFew);
    }
    if most.is_some_and(|most| chosen.len() > most as usize) {
        return Err(Problem::TooMany);
    }
    Ok(())
}

fn is_option(options: &[Choice], value: &str) -> bool {
    options.iter().any(|option| option.value == value)
}
