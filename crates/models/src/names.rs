//! Names of tools as providers take them: at most 64 letters, digits, `_` and `-`. MCP allows more,
//! so a name that does not fit travels under another and is put back in the answer.

use std::collections::BTreeMap;

use crate::Prompt;
use crate::prompt::Part;

/// The longest name that every provider takes.
const LONGEST: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct Names {
    there: BTreeMap<String, String>,
    back: BTreeMap<String, String>,
}

impl Names {
    /// Of every tool that is offered or was used.
    pub(crate) fn of(prompt: &Prompt) -> Self {
        let offered = prompt.tools.iter().map(|tool| tool.name.as_str());
        let used = prompt.messages.iter().flat_map(|message| &message.parts).filter_map(|part| {
            if let Part::ToolUse { name, .. } = part { Some(name.as_str()) } else { None }
        });
        let mut all: Vec<&str> = offered.chain(used).collect();
        // Those that fit first, so that none of them has to yield.
        all.sort_by_key(|name| !fits(name));
        let mut names = Self::default();
        for name in all {
            names.add(name);
        }
        names
    }

    /// The name to send.
    pub(crate) fn sent<'a>(&'a self, name: &'a str) -> &'a str {
        self.there.get(name).map_or(name, String::as_str)
    }

    /// The name that was meant.
    pub(crate) fn meant(&self, sent: &str) -> String {
        self.back.get(sent).cloned().unwrap_or_else(|| sent.to_owned())
    }

    fn add(&mut self, name: &str) {
        if self.there.contains_key(name) {
            return;
        }
        let mut sent = plain(name);
        let mut number = 2;
        while self.back.contains_key(&sent) {
            let ending = format!("_{number}");
            let mut start = plain(name);
            start.truncate(LONGEST - ending.len());
            sent = start + &ending;
            number += 1;
        }
        self.back.insert(sent.clone(), name.to_owned());
        self.there.insert(name.to_owned(), sent);
    }
}

fn fits(name: &str) -> bool {
    plain(name) == name
}

fn plain(name: &str) -> String {
    let plain = |char: char| if is_plain(char) { char } else { '_' };
    name.chars().take(LONGEST).map(plain).collect()
}

fn is_plain(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '-')
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;
    use crate::{ToolChoice, ToolSpec};

    fn names(tools: &[&str]) -> Names {
        let tools = tools.iter().map(|name| ToolSpec {
            name: (*name).to_owned(),
            description: None,
            input_schema: RawValue::NULL.to_owned(),
        });
        Names::of(&Prompt {
            model: String::new(),
            system: None,
            messages: Vec::new(),
            max_tokens: 1,
            temperature: None,
            stop_sequences: Vec::new(),
            tools: tools.collect(),
            tool_choice: ToolChoice::Auto,
        })
    }

    #[test]
    fn a_name_that_fits_travels_as_it_is() {
        let names = names(&["a.b", "a_b", "read-file"]);
        assert_eq!(names.sent("read-file"), "read-file");
        assert_eq!(names.sent("a_b"), "a_b");
        assert_eq!(names.sent("a.b"), "a_b_2");
        assert_eq!(names.meant("a_b"), "a_b");
        assert_eq!(names.meant("a_b_2"), "a.b");
        assert_eq!(names.meant("unheard-of"), "unheard-of");
    }

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let (one, two) = (format!("{}1", "x".repeat(64)), format!("{}2", "x".repeat(64)));
        let names = names(&[&one, &two]);
        assert_eq!(names.sent(&one).len(), 64);
        assert_eq!(names.sent(&two).len(), 64);
        assert_eq!(names.meant(names.sent(&one)), one);
        assert_eq!(names.meant(names.sent(&two)), two);
    }
}
