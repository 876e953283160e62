//! How apps may use a server as JSON text, and back.

use std::collections::BTreeMap;

use paddock_core::{AbsolutePath, Fingerprint, Scope, ToolDigest, ToolOf, ToolRule, Usage};
use serde::{Deserialize, Serialize};

use crate::text::Text;

pub(crate) fn to_json(usage: &Usage) -> serde_json::Result<String> {
    serde_json::to_string(&Stored::from(usage))
}

pub(crate) fn from_json(text: &str) -> serde_json::Result<Option<Usage>> {
    serde_json::from_str::<Stored>(text).map(Stored::into_usage)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    narrow: bool,
    rules: Vec<StoredRule>,
    hold_changed: bool,
    seen: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed: Vec<(String, String)>,
    declined: Vec<(String, Text)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredRule {
    tool: String,
    app: Option<String>,
    rule: String,
}

const RULES: [(ToolRule, &str); 3] =
    [(ToolRule::Off, "off"), (ToolRule::Ask, "ask"), (ToolRule::Allowed, "allowed")];

impl From<&Usage> for Stored {
    fn from(usage: &Usage) -> Self {
        let hex = |digest: &ToolDigest| Fingerprint(digest.0).to_string();
        let Usage { scope, rules, hold_changed, seen, changed, declined } = usage;
        Self {
            narrow: *scope == Scope::WhereAppWorks,
            rules: rules.iter().map(StoredRule::of).collect(),
            hold_changed: *hold_changed,
            seen: seen.iter().map(|(tool, digest)| (tool.clone(), hex(digest))).collect(),
            changed: changed.iter().map(|(tool, digest)| (tool.clone(), hex(digest))).collect(),
            declined: declined.iter().map(|(app, path)| (app.clone(), Text::of(path))).collect(),
        }
    }
}

impl StoredRule {
    fn of((of, rule): (&ToolOf, &ToolRule)) -> Self {
        let code = RULES.iter().find(|(known, _)| known == rule).map_or("", |(_, code)| code);
        Self { tool: of.tool.clone(), app: of.app.clone(), rule: code.to_owned() }
    }

    fn into_rule(self) -> Option<(ToolOf, ToolRule)> {
        let (rule, _) = RULES.iter().find(|(_, code)| *code == self.rule)?;
        Some((ToolOf { tool: self.tool, app: self.app }, *rule))
    }
}

impl Stored {
    /// `None` for what was never written.
    fn into_usage(self) -> Option<Usage> {
        let digest = |(tool, digest): (String, String)| {
            Some((tool, ToolDigest(Fingerprint::parse(&digest)?.0)))
        };
        let declined =
            |(app, path): (String, Text)| Some((app, AbsolutePath::new(path.into_path()?).ok()?));
        Some(Usage {
            scope: if self.narrow { Scope::WhereAppWorks } else { Scope::AllFolders },
            rules: self.rules.into_iter().map(StoredRule::into_rule).collect::<Option<_>>()?,
            hold_changed: self.hold_changed,
            seen: self.seen.into_iter().map(digest).collect::<Option<BTreeMap<_, _>>>()?,
            changed: self.changed.into_iter().map(digest).collect::<Option<BTreeMap<_, _>>>()?,
            declined: self.declined.into_iter().map(declined).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_and_nothing_else_does() {
        let of = |app: Option<&str>| ToolOf { tool: "write".into(), app: app.map(Into::into) };
        let usage = Usage {
            scope: Scope::WhereAppWorks,
            rules: [(of(None), ToolRule::Off), (of(Some("Claude Code")), ToolRule::Ask)].into(),
            hold_changed: true,
            seen: [("write".to_owned(), ToolDigest([0xa5; 32]))].into(),
            changed: [("write".to_owned(), ToolDigest([0x5a; 32]))].into(),
            declined: [("Codex".to_owned(), AbsolutePath::new("/w/ä").unwrap())].into(),
        };
        let json = to_json(&usage).unwrap();
        assert_eq!(from_json(&json).unwrap(), Some(usage));
        assert_eq!(from_json(&json.replace("off", "of")).unwrap(), None);
        assert_eq!(from_json(&json.replace("a5", "a")).unwrap(), None);
        assert!(from_json(&json.replace("narrow", "wide")).is_err());
    }
}
