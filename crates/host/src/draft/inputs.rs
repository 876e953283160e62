//! `inputs` of VS Code's `mcp.json`: what it asks the person for, wherever an entry says
//! `${input:ID}`.
//!
//! <https://code.visualstudio.com/docs/copilot/reference/mcp-configuration#_input-variables>

use std::collections::BTreeMap;

use paddock_core::left_open::is_guessed;
use paddock_core::text::shown;
use serde::Deserialize;
use serde_json::Value;

use crate::view::{AskedValue, Code, Failure, ServerDraft, ValueKind};

/// Inputs that are read, and options of one, at the most.
const MOST: usize = 200;
/// The longest text of one that is shown, in characters.
const LONGEST: usize = 2000;

/// What may be asked for, by its id.
#[derive(Debug, Default)]
pub(super) struct Inputs(BTreeMap<String, AskedValue>);

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Input {
    #[serde(rename = "promptString")]
    Text {
        id: String,
        #[serde(default)]
        description: String,
        default: Option<String>,
        #[serde(default)]
        password: bool,
    },
    #[serde(rename = "pickString")]
    Choice {
        id: String,
        #[serde(default)]
        description: String,
        default: Option<String>,
        options: Vec<Choice>,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Choice {
    Plain(String),
    Labelled { value: String },
}

impl Inputs {
    /// Those beside the servers. One that is not understood is none: what needs it says so.
    pub(super) fn read(value: &Value) -> Self {
        let inputs = value.get("inputs").or_else(|| value.get("mcp")?.get("inputs"));
        let all = inputs.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let read = all.iter().take(MOST).filter_map(|it| Input::deserialize(it).ok());
        let named = read.map(Input::asked).map(|asked| (asked.name.clone(), asked));
        Self(named.filter(|(name, _)| !is_guessed(name)).collect())
    }

    /// An input that this draft names as only those are called that are asked for without being
    /// listed: what is typed for one server would be another's.
    pub(super) fn named_as_ours(draft: &ServerDraft) -> Option<&str> {
        let words = [&draft.program].into_iter().chain(&draft.args).chain(&draft.cwd);
        let mut texts = words.chain(draft.env.iter().map(|entry| &entry.value));
        texts.find_map(|text| ids(text).find(|id| is_guessed(id)))
    }

    /// Has it asked for, and returns what stands for it in a draft; none if too much is asked for.
    pub(super) fn add(&mut self, asked: AskedValue) -> Option<String> {
        let before = format!("${{input:{}}}", asked.name);
        if let Some(known) = self.0.get_mut(&asked.name) {
            known.secret |= asked.secret;
        } else if self.0.len() < MOST {
            self.0.insert(asked.name.clone(), asked);
        } else {
            return None;
        }
        Some(before)
    }

    /// What this draft asks for, in the order of its words: these inputs, and `more`.
    ///
    /// # Errors
    /// It names an input that is not there, or a password where everyone would see it.
    pub(super) fn of(&self, draft: &ServerDraft, more: &Self) -> Result<Vec<AskedValue>, Failure> {
        let mut asks: Vec<AskedValue> = Vec::new();
        let words = [&draft.program].into_iter().chain(&draft.args).chain(&draft.cwd);
        let words = words.map(|word| (word, true));
        let values = draft.env.iter().map(|entry| (&entry.value, false));
        for (text, is_open) in words.chain(values) {
            for id in ids(text) {
                let known = more.0.get(id).or_else(|| self.0.get(id));
                let asked =
                    known.ok_or_else(|| Failure::new(Code::PasteUnknownInput).with("input", id))?;
                if asked.secret && is_open {
                    return Err(Failure::new(Code::PasteSecretArgument).with("setting", id));
                }
                if !asks.contains(asked) {
                    asks.push(asked.clone());
                }
            }
        }
        Ok(asks)
    }
}

/// The ids in a text.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split("${input:").skip(1).filter_map(|after| Some(after.split_once('}')?.0))
}

impl Input {
    fn asked(self) -> AskedValue {
        match self {
            Self::Text { id, description, default, password } => {
                text_input(id.clone(), &id, &description, default.as_deref(), password)
            }
            Self::Choice { id, description, default, options } => {
                let options = options.into_iter().take(MOST).map(Choice::value).collect();
                let kind = ValueKind::Choice { options };
                asked(id.clone(), &id, &description, default.as_deref(), kind, false)
            }
        }
    }
}

impl Choice {
    fn value(self) -> String {
        match self {
            Self::Plain(value) | Self::Labelled { value } => value,
        }
    }
}

/// A line of text to be asked for. With a default it may be left empty.
pub(super) fn text_input(
    name: String,
    title: &str,
    description: &str,
    default: Option<&str>,
    secret: bool,
) -> AskedValue {
    asked(name, title, description, default, ValueKind::Text, secret)
}

fn asked(
    name: String,
    title: &str,
    description: &str,
    default: Option<&str>,
    kind: ValueKind,
    secret: bool,
) -> AskedValue {
    let usual = default.filter(|it| !secret && !it.is_empty());
    AskedValue {
        title: cut(title),
        description: cut(description),
        kind,
        required: default.is_none(),
        several: false,
        secret,
        usual: usual.map(str::to_owned).into_iter().collect(),
        name,
    }
}

/// A stranger's text as it can be shown.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => shown(&text[..at]) + "…",
        None => shown(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Pasted;

    const TEXT: &str = r#"{
      "inputs": [
        {"type": "promptString", "id": "key", "description": "Key\u202e", "password": true},
        {"type": "promptString", "id": "host", "default": "example.org"},
        {"type": "pickString", "id": "mode", "options": ["fast", {"label": "Slow", "value": "slow"}]},
        {"type": "command", "id": "run", "command": "evil"}],
      "servers": {
        "good": {"command": "x", "args": ["--${input:mode}", "${input:host}"], "env": {"KEY": "${input:key}", "AGAIN": "${input:key}"}},
        "open": {"command": "x", "args": ["--key=${input:key}"]},
        "runs": {"command": "${input:run}"},
        "gone": {"command": "x", "env": {"A": "${input:nothing}"}},
        "plain": {"command": "x", "env": {"A": "${env:HOME}"}}}}"#;

    #[test]
    fn each_entry_asks_for_what_it_names() {
        let read = super::super::read(TEXT).unwrap();
        let of = |wanted: &str| {
            read.iter()
                .find_map(|it| match it {
                    Pasted::Server { draft, asks, .. } if draft.name == wanted => {
                        Some(Ok(asks.clone()))
                    }
                    Pasted::Unusable { name, reason } if name == wanted => {
                        Some(Err(reason.code.clone()))
                    }
                    Pasted::Server { .. } | Pasted::Unusable { .. } => None,
                })
                .unwrap()
        };
        let asks = of("good").unwrap();
        let names: Vec<_> =
            asks.iter().map(|it| (it.name.as_str(), it.secret, it.required)).collect();
        assert_eq!(names, [("mode", false, true), ("host", false, false), ("key", true, true)]);
        let options = vec!["fast".to_owned(), "slow".to_owned()];
        assert_eq!(asks[0].kind, ValueKind::Choice { options });
        assert_eq!(asks[1].usual, ["example.org"]);
        assert_eq!(asks[2].description, "Key\\u{202e}");
        assert_eq!(of("open").unwrap_err(), Code::PasteSecretArgument);
        assert_eq!(of("runs").unwrap_err(), Code::PasteUnknownInput);
        assert_eq!(of("gone").unwrap_err(), Code::PasteUnknownInput);
        assert_eq!(of("plain").unwrap(), []);
    }
}
