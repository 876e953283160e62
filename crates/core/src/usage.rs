//! How apps may use a server: where, and which of its tools.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{AbsolutePath, Root};

/// Which of a server's folders an app's session has. The wider one is the greater.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    /// Only where the app works: what of the server's grants lies there.
    WhereAppWorks,
    #[default]
    AllFolders,
}

/// Whether an app may call a tool. The one that gives more is the greater.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum ToolRule {
    /// Not listed, and refused.
    Off,
    /// Each call waits for the person.
    Ask,
    Allowed,
}

/// What a tool says of itself: SHA-256 of its definition, with the members of all objects sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolDigest(pub [u8; 32]);

/// The longest name of a tool, in bytes.
pub const LONGEST_TOOL_NAME: usize = 256;

/// A tool, for one app or for every app that has no rule of its own for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ToolOf {
    pub tool: String,
    pub app: Option<String>,
}

/// What may be done with each tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolRules {
    /// Those of which it differs from what holds for the others, and what is spelled much like them.
    pub by_name: BTreeMap<String, ToolRule>,
    pub others: ToolRule,
}

impl ToolRules {
    pub fn rule(&self, tool: &str) -> ToolRule {
        let exact = self.by_name.get(tool).copied();
        let alike =
            || strictest(self.by_name.iter().map(|(name, rule)| (name.as_str(), *rule)), tool);
        exact.or_else(alike).unwrap_or(self.others)
    }
}

/// The strictest rule of a tool whose name a server that is lenient could take this one for.
fn strictest<'a>(rules: impl Iterator<Item = (&'a str, ToolRule)>, tool: &str) -> Option<ToolRule> {
    let tool = folded(tool);
    rules.filter(|(name, _)| folded(name) == tool).map(|(_, rule)| rule).min()
}

/// The same for names that differ in case, and in blanks around them.
pub(crate) fn folded(tool: &str) -> String {
    tool.trim().to_lowercase()
}

/// What a person chose for the sessions of apps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub scope: Scope,
    pub rules: BTreeMap<ToolOf, ToolRule>,
    /// Calls of tools that changed wait for the person.
    pub hold_changed: bool,
    /// Tools as they were seen first, or as a person took them since.
    pub seen: BTreeMap<String, ToolDigest>,
    /// Those of them that were listed otherwise since, as they were listed last. Such a mark stays
    /// until a person takes it away: what is running, or remembered, may still be the changed one.
    pub changed: BTreeMap<String, ToolDigest>,
    /// Folders that a person did not want to be asked about again, by app.
    pub declined: BTreeSet<(String, AbsolutePath)>,
}

impl Usage {
    /// What holds for a tool; `app` is `None` for one that has no rule of its own.
    pub fn rule(&self, app: Option<&str>, tool: &str) -> ToolRule {
        let rule_of = |app: Option<&str>| {
            let of = ToolOf { tool: tool.to_owned(), app: app.map(ToOwned::to_owned) };
            self.rules.get(&of).copied()
        };
        let own = app.and_then(|app| rule_of(Some(app)));
        let exact = own.or_else(|| rule_of(None));
        // What the server itself lists is a tool of its own.
        if exact.is_some() || self.seen.contains_key(tool) {
            return exact.unwrap_or(ToolRule::Allowed);
        }
        let of_app = |of: &&ToolOf| of.app.is_none() || of.app.as_deref() == app;
        let named = self.rules.keys().filter(of_app).map(|of| of.tool.as_str());
        let alike: BTreeSet<_> = named.filter(|name| folded(name) == folded(tool)).collect();
        let rule = |name: &str| self.rule(app, name);
        alike.into_iter().filter(|name| *name != tool).map(rule).min().unwrap_or(ToolRule::Allowed)
    }

    /// Takes tools as they are now for what they are.
    pub(crate) fn take(&mut self, tools: &BTreeMap<String, ToolDigest>) {
        self.seen.extend(tools.iter().map(|(tool, digest)| (tool.clone(), *digest)));
        self.changed.retain(|tool, digest| tools.get(tool) != Some(digest));
    }

    /// Takes over what was learned, and not chosen.
    pub(crate) fn learn_from(&mut self, other: &Self) {
        for (tool, digest) in &other.changed {
            let was_taken =
                self.seen.get(tool) == Some(digest) && other.seen.get(tool) != Some(digest);
            if !was_taken {
                self.changed.insert(tool.clone(), *digest);
            }
        }
        for (tool, digest) in &other.seen {
            self.seen.entry(tool.clone()).or_insert(*digest);
        }
        self.declined.extend(other.declined.iter().cloned());
    }

    /// Whether no app may do more by `self` than by `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        let rules = || self.rules.keys().chain(other.rules.keys());
        let apps: BTreeSet<_> = rules().map(|of| of.app.as_deref()).chain([None]).collect();
        let tools: BTreeSet<_> = rules().map(|of| of.tool.as_str()).collect();
        let narrower =
            |tool: &&str| apps.iter().all(|app| self.rule(*app, tool) <= other.rule(*app, tool));
        self.scope <= other.scope
            && (self.hold_changed || !other.hold_changed)
            && self.seen == other.seen
            && tools.iter().all(narrower)
    }
}

/// A folder that an app works in, looked at just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub root: Root,
    /// It is one to be proposed as a grant: not the home itself, say.
    pub proposable: bool,
}

/// Names a folder that a person is asked about; never given twice in one run of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(rules: &[(&str, Option<&str>, ToolRule)]) -> Usage {
        let rules = rules.iter().map(|(tool, app, rule)| {
            let of = ToolOf { tool: (*tool).into(), app: app.map(Into::into) };
            (of, *rule)
        });
        Usage { rules: rules.collect(), ..Usage::default() }
    }

    #[test]
    fn an_apps_own_rule_comes_before_the_one_for_every_app() {
        let usage = usage(&[("write", None, ToolRule::Off), ("write", Some("a"), ToolRule::Ask)]);
        assert_eq!(usage.rule(Some("a"), "write"), ToolRule::Ask);
        assert_eq!(usage.rule(Some("b"), "write"), ToolRule::Off);
        assert_eq!(usage.rule(Some("a"), "read"), ToolRule::Allowed);
    }

    #[test]
    fn another_spelling_of_a_tool_is_held_to_its_rule() {
        let mut usage = usage(&[("py", None, ToolRule::Off), ("Py", Some("a"), ToolRule::Ask)]);
        for spelled in ["PY", " py", "pY\t"] {
            assert_eq!(usage.rule(None, spelled), ToolRule::Off, "{spelled:?}");
            assert_eq!(usage.rule(Some("a"), spelled), ToolRule::Off, "{spelled:?}");
        }
        assert_eq!(usage.rule(None, "python"), ToolRule::Allowed);
        usage.seen.insert("PY".into(), ToolDigest([0; 32]));
        assert_eq!(usage.rule(None, "PY"), ToolRule::Allowed, "it is listed");
        let by_name = [("py".to_owned(), ToolRule::Off), ("PY".to_owned(), ToolRule::Allowed)];
        let rules = ToolRules { by_name: by_name.into(), others: ToolRule::Allowed };
        let all = ["py", "Py ", "PY", "python"].map(|tool| rules.rule(tool));
        let (off, allowed) = (ToolRule::Off, ToolRule::Allowed);
        assert_eq!(all, [off, off, allowed, allowed]);
    }

    #[test]
    fn a_rule_that_is_taken_away_may_widen_or_narrow() {
        let none = usage(&[]);
        let off = usage(&[("write", None, ToolRule::Off)]);
        assert!(off.is_within(&none) && !none.is_within(&off));
        let opened = usage(&[("write", None, ToolRule::Off), ("write", Some("a"), ToolRule::Ask)]);
        assert!(!opened.is_within(&off), "more for one app");
        assert!(off.is_within(&opened), "its own rule gave more");
        let stricter = usage(&[("write", Some("a"), ToolRule::Off)]);
        assert!(!none.is_within(&stricter), "its own rule gave less");
    }

    #[test]
    fn a_mark_goes_only_with_the_tool_that_was_taken() {
        let tools = |byte: u8| BTreeMap::from([("t".to_owned(), ToolDigest([byte; 32]))]);
        let marked = |now: u8| Usage { seen: tools(1), changed: tools(now), ..Usage::default() };
        let mut taken = marked(2);
        taken.take(&tools(2));
        assert_eq!((&taken.seen, taken.changed.len()), (&tools(2), 0));
        let after = |taken: &Usage, now: u8| {
            let mut after = taken.clone();
            after.learn_from(&marked(now));
            after.changed
        };
        assert!(after(&taken, 2).is_empty());
        assert_eq!(after(&taken, 3), tools(3), "it changed once more meanwhile");
        assert_eq!(after(&taken, 1), tools(1), "it is what was seen first, and not what was taken");
        let unmarked = Usage { seen: tools(1), ..Usage::default() };
        assert_eq!(after(&unmarked, 1), tools(1), "another choice takes no mark away");
    }

    #[test]
    fn what_makes_calls_wait_no_longer_widens() {
        let seen = |byte: u8| BTreeMap::from([("t".to_owned(), ToolDigest([byte; 32]))]);
        let held = Usage { hold_changed: true, seen: seen(1), ..Usage::default() };
        let free = Usage { hold_changed: false, ..held.clone() };
        let retold = Usage { seen: seen(2), ..free.clone() };
        assert!(!retold.is_within(&free), "a mark is taken away by a person");
        assert!(held.is_within(&free) && !free.is_within(&held));
        let accepted = Usage { seen: seen(2), ..held.clone() };
        assert!(!accepted.is_within(&held));
        let narrow = Usage { scope: Scope::WhereAppWorks, ..Usage::default() };
        assert!(narrow.is_within(&Usage::default()) && !Usage::default().is_within(&narrow));
    }
}
