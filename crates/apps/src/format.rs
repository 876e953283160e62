//! The three formats of configs: what is read of them, and how values are written in them.

mod flow;
mod json;
mod lines;
mod toml;
mod yaml;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::splice::Edit;
use crate::tree::{Layout, Node, Pair};

/// How deep values may be in each other.
const DEEPEST: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// With comments and trailing commas.
    Json,
    Toml,
    Yaml,
}

/// Why a text could not be read, and where, in bytes.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) at: usize,
    pub(crate) reason: String,
}

impl Format {
    /// Reads a text, whose outermost value is a map.
    pub(crate) fn parse(self, text: &str) -> Result<Node, Broken> {
        let root = match self {
            Self::Json => json::parse(text),
            Self::Toml => toml::parse(text),
            Self::Yaml => yaml::parse(text),
        }?;
        if root.map().is_some() {
            return Ok(root);
        }
        Err(Broken { at: root.span.start, reason: "not a map".to_owned() })
    }

    /// A string as all three write it.
    pub(crate) fn text(text: &str) -> String {
        serde_json::Value::from(text).to_string()
    }

    pub(crate) fn list(items: &[String]) -> String {
        let items: Vec<_> = items.iter().map(|item| Self::text(item)).collect();
        format!("[{}]", items.join(", "))
    }

    pub(crate) fn map(self, pairs: &BTreeMap<String, String>) -> String {
        if pairs.is_empty() {
            return "{}".to_owned();
        }
        let between = if self == Self::Toml { " = " } else { ": " };
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(key, value)| format!("{}{between}{}", Self::text(key), Self::text(value)))
            .collect();
        format!("{{ {} }}", pairs.join(", "))
    }

    fn pair(self, key: &str, literal: &str) -> String {
        match self {
            Self::Json => format!("{}: {literal}", Self::text(key)),
            Self::Toml => format!("{key} = {literal}"),
            Self::Yaml => format!("{key}: {literal}"),
        }
    }

    /// Puts another value in place of the one of `pair`.
    pub(crate) fn replace(self, text: &str, pair: &Pair, literal: String) -> Vec<Edit> {
        if self == Self::Yaml && is_below(text, pair) {
            return yaml::replace_below(text, pair, &literal);
        }
        vec![Edit { span: pair.node.span.clone(), text: literal }]
    }

    /// Puts new pairs behind `pair`, which is in `holder`.
    pub(crate) fn insert(
        self,
        text: &str,
        holder: &Node,
        pair: &Pair,
        new: &[(&str, String)],
    ) -> Option<Edit> {
        let map = holder.map()?;
        let new: Vec<_> = new.iter().map(|(key, literal)| self.pair(key, literal)).collect();
        if new.is_empty() {
            return None;
        }
        match map.layout {
            Layout::Flow => Some(flow::insert(text, holder.span.start, pair, &new)),
            Layout::Lines => Some(lines::insert(text, pair, &new)),
            Layout::Dotted => None,
        }
    }

    /// Makes another map of that of `pair`, which is in `holder`: taken out where nothing is left
    /// in it and that can be done. Nothing before `region` is touched. The flag says whether `new` is
    /// written; otherwise it is still to be put in.
    pub(crate) fn replace_map(
        self,
        text: &str,
        region: &Range<usize>,
        (holder, pair): (&Node, &Pair),
        new: &BTreeMap<String, String>,
    ) -> (Vec<Edit>, bool) {
        // A table of its own, or dotted keys.
        let apart =
            self == Self::Toml && pair.node.map().is_some_and(|map| map.layout != Layout::Flow);
        if !apart && !new.is_empty() {
            return (self.replace(text, pair, self.map(new)), true);
        }
        let edits = match holder.map().map(|map| map.layout) {
            Some(Layout::Flow) if self != Self::Yaml => flow::remove(self, text, holder, pair),
            Some(Layout::Lines) => lines::remove(text, region, pair),
            Some(Layout::Flow | Layout::Dotted) | None => None,
        };
        let edits = edits.unwrap_or_else(|| self.replace(text, pair, "{}".to_owned()));
        (edits, new.is_empty())
    }
}

/// Whether the value begins on a line below its key.
fn is_below(text: &str, pair: &Pair) -> bool {
    text[pair.key_span.end..pair.node.span.start.max(pair.key_span.end)].contains('\n')
}
