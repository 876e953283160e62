//! What the person answers, checked by what was asked.

use std::collections::BTreeMap;

use crate::launch::{Folders, substituted};
use crate::{BundleError, Setting, SettingKind};

/// The longest answer, in bytes, and the most answers to one question.
const LONGEST: usize = 16 << 10;
pub(crate) const MOST: usize = 64;

/// What was answered: one value or, where several may be chosen, each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    One(String),
    Many(Vec<String>),
}

/// Answers by the name of what was asked.
pub type Values = BTreeMap<String, Value>;

/// What counts where the person answers nothing.
pub fn usual(setting: &Setting, folders: &Folders<'_>) -> Vec<String> {
    let written = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => Some(substituted(text, &folders.variables())),
        serde_json::Value::Number(number) => Some(number.to_string()),
        serde_json::Value::Bool(flag) => Some(flag.to_string()),
        serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => {
            None
        }
    };
    match &setting.default {
        Some(serde_json::Value::Array(all)) => all.iter().take(MOST).filter_map(written).collect(),
        Some(one) => written(one).into_iter().collect(),
        None => Vec::new(),
    }
}

/// Takes the answers to one question; `None` where nothing was answered and nothing has to be.
///
/// # Errors
/// An answer is required and there is none, or it is none that can be taken.
pub fn read(
    name: &str,
    setting: &Setting,
    answers: Vec<String>,
) -> Result<Option<Value>, BundleError> {
    let mut answers: Vec<_> = answers.into_iter().filter(|it| !it.is_empty()).collect();
    let is_list =
        setting.multiple && matches!(setting.kind, SettingKind::Directory | SettingKind::File);
    let bad = || BundleError::BadValue { setting: name.to_owned() };
    if answers.len() > if is_list { MOST } else { 1 } || !answers.iter().all(|it| fits(setting, it))
    {
        return Err(bad());
    }
    if answers.is_empty() && setting.required {
        return Err(BundleError::Missing { setting: name.to_owned() });
    }
    Ok(match is_list {
        true if answers.is_empty() => None,
        true => Some(Value::Many(answers)),
        false => answers.pop().map(Value::One),
    })
}

pub(crate) fn fits(setting: &Setting, answer: &str) -> bool {
    let is_right = match setting.kind {
        SettingKind::String => true,
        SettingKind::Directory | SettingKind::File => answer.starts_with('/'),
        SettingKind::Boolean => matches!(answer, "true" | "false"),
        SettingKind::Number => answer.parse::<f64>().is_ok_and(|number| {
            number.is_finite()
                && setting.min.is_none_or(|min| number >= min)
                && setting.max.is_none_or(|max| number <= max)
        }),
    };
    is_right && answer.len() <= LONGEST && !answer.contains('\0')
}
