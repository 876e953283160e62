//! Values that a package wants: given, put together, or asked for.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::super::inputs::cut;
use crate::view::{AskedValue, ValueKind};

/// Choices of one value, at the most.
const MOST: usize = 200;

#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    description: String,
    value: Option<String>,
    default: Option<String>,
    #[serde(default, alias = "is_required")]
    is_required: bool,
    #[serde(default, alias = "is_secret")]
    is_secret: bool,
    format: Option<String>,
    choices: Option<Vec<String>>,
    /// What stands in `value` as `{NAME}`.
    #[serde(default)]
    variables: BTreeMap<String, Input>,
}

impl Input {
    /// An option without a value.
    pub(super) fn is_flag(&self) -> bool {
        let has = self.value.is_some() || self.default.is_some() || self.choices.is_some();
        !has && !self.is_required && self.format.is_none()
    }

    /// Nothing has to stand here.
    pub(super) fn may_be_empty(&self) -> bool {
        self.value.is_none() && self.default.is_none() && !self.is_required
    }

    /// A secret is in it.
    pub(super) fn is_told_secret(&self) -> bool {
        self.is_secret || self.variables.values().any(|it| it.is_secret)
    }

    fn kind(&self) -> ValueKind {
        if let Some(options) = &self.choices {
            return ValueKind::Choice { options: options.iter().take(MOST).cloned().collect() };
        }
        match self.format.as_deref() {
            Some("number") => ValueKind::Number,
            Some("boolean") => ValueKind::Boolean,
            Some("filepath") => ValueKind::Path,
            _ => ValueKind::Text,
        }
    }
}

/// What was asked for so far.
#[derive(Debug, Default)]
pub(super) struct Asking(Vec<AskedValue>);

impl Asking {
    /// The text of a value, with `${input:NAME}` for what is asked.
    pub(super) fn text(&mut self, title: &str, input: &Input) -> String {
        let Some(value) = &input.value else { return self.ask(title, input, input.is_required) };
        let (mut out, mut rest) = (String::new(), value.as_str());
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let named = after.split_once('}');
            let known =
                named.and_then(|(name, behind)| Some((name, input.variables.get(name)?, behind)));
            if let Some((name, variable, behind)) = known {
                out.push_str(&self.variable(name, variable, input.is_secret));
                rest = behind;
            } else {
                out.push('{');
                rest = after;
            }
        }
        out + rest
    }

    /// As [`text`](Self::text), where something has to stand.
    pub(super) fn needed(&mut self, title: &str, input: &Input) -> String {
        if input.value.is_some() { self.text(title, input) } else { self.ask(title, input, true) }
    }

    fn variable(&mut self, name: &str, variable: &Input, is_secret: bool) -> String {
        if let Some(value) = &variable.value {
            return value.clone();
        }
        let variable = Input { is_secret: variable.is_secret || is_secret, ..variable.clone() };
        self.ask(name, &variable, variable.is_required)
    }

    fn ask(&mut self, title: &str, input: &Input, required: bool) -> String {
        let usual = input.default.clone().filter(|it| !input.is_secret && !it.is_empty());
        let mut asked = AskedValue {
            name: title.replace(['{', '}', '$'], "_"),
            title: cut(title),
            description: cut(&input.description),
            kind: input.kind(),
            required,
            several: false,
            secret: input.is_secret,
            usual: usual.into_iter().collect(),
        };
        let mut number = 1;
        // The same question is asked once, another one under another name.
        while let Some(known) = self.0.iter().find(|it| it.name == asked.name) {
            if *known == asked {
                return placeholder(&asked.name);
            }
            number += 1;
            asked.name = format!("{title}-{number}").replace(['{', '}', '$'], "_");
        }
        let place = placeholder(&asked.name);
        self.0.push(asked);
        place
    }

    pub(super) fn into_asks(self) -> Vec<AskedValue> {
        self.0
    }
}

fn placeholder(name: &str) -> String {
    format!("${{input:{name}}}")
}
