//! How apps may use a server, as a person chose.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest as _, Sha256};

use super::{Round, State};
use crate::usage::{LONGEST_TOOL_NAME, folded};
use crate::{
    Action, Actor, Change, Command, Effect, FactCode, Fingerprint, Refusal, Scope, Server,
    ServerId, SessionId, Time, ToolDigest, ToolOf, ToolRule, ToolRules, Usage, User,
};

/// The most rules of a server, and the most tools of it that are remembered.
const RULES: usize = 2048;
const TOOLS: usize = 1024;

impl State {
    /// What the app of a session may do with a tool now.
    pub fn tool_rule(&self, id: SessionId, tool: &str) -> ToolRule {
        let Some(session) = self.session(id) else { return ToolRule::Off };
        let User::App(app) = &session.user else { return ToolRule::Allowed };
        let rule = self.rule_for(id.server, Some(app), tool);
        let allowed = rule == ToolRule::Ask && session.allowed.contains_key(tool);
        if allowed { ToolRule::Allowed } else { rule }
    }

    /// What programs may do with a tool that are no app.
    pub fn tool_rule_for_all(&self, server: ServerId, tool: &str) -> ToolRule {
        self.rule_for(server, None, tool)
    }

    /// What an app may do with a tool when its session begins.
    fn rule_for(&self, server: ServerId, app: Option<&str>, tool: &str) -> ToolRule {
        let Some(known) = self.server(server) else { return ToolRule::Off };
        // One that was never seen, for there are too many, may be any.
        let is_known = known.usage.seen.contains_key(tool) && !self.has_changed(server, tool);
        let held = known.usage.hold_changed && !is_known;
        let most = if held { ToolRule::Ask } else { ToolRule::Allowed };
        known.usage.rule(app, tool).min(most)
    }

    /// What an app may do with each tool when its session begins.
    pub fn rules_for(&self, server: ServerId, app: &str) -> ToolRules {
        self.rules_of(server, &BTreeMap::new(), |tool| self.rule_for(server, Some(app), tool))
    }

    /// What may be done with each tool in a session now.
    pub fn rules(&self, id: SessionId) -> ToolRules {
        let none = BTreeMap::new();
        let allowed = self.session(id).map_or(&none, |session| &session.allowed);
        self.rules_of(id.server, allowed, |tool| self.tool_rule(id, tool))
    }

    fn rules_of(
        &self,
        server: ServerId,
        allowed: &BTreeMap<String, Option<Time>>,
        rule: impl Fn(&str) -> ToolRule,
    ) -> ToolRules {
        let Some(Server { usage, .. }) = self.server(server) else {
            return ToolRules { by_name: BTreeMap::new(), others: ToolRule::Off };
        };
        let others = if usage.hold_changed { ToolRule::Ask } else { ToolRule::Allowed };
        let named = usage.rules.keys().map(|of| of.tool.as_str());
        let seen = usage.seen.keys().map(String::as_str);
        let allowed = allowed.keys().map(String::as_str);
        let tools: BTreeSet<_> =
            named.chain(seen).chain(allowed).chain(self.changed_tools(server)).collect();
        let rules: BTreeMap<_, _> = tools.into_iter().map(|it| (it.to_owned(), rule(it))).collect();
        let differ = rules.iter().filter(|(_, rule)| **rule != others);
        let spelled: BTreeSet<_> = differ.map(|(tool, _)| folded(tool)).collect();
        // What is listed besides by a name that is much the same has a rule of its own.
        let by_name = rules.into_iter().filter(|(tool, _)| spelled.contains(&folded(tool)));
        ToolRules { by_name: by_name.collect(), others }
    }

    /// Whether a tool is not the one that was seen first.
    pub fn has_changed(&self, server: ServerId, tool: &str) -> bool {
        self.server(server).is_some_and(|server| server.usage.changed.contains_key(tool))
    }

    /// The tools of a server that changed.
    pub fn changed_tools(&self, server: ServerId) -> impl Iterator<Item = &str> {
        let changed = self.server(server).map(|server| server.usage.changed.keys());
        changed.into_iter().flatten().map(String::as_str)
    }

    /// What names the changed tools as they are now.
    pub fn changed_print(&self, server: ServerId) -> Option<Fingerprint> {
        self.server(server).map(|server| print_of(&server.usage.changed))
    }

    pub(super) fn set_scope(&mut self, id: ServerId, scope: Scope, round: &mut Round) {
        let words = match scope {
            Scope::AllFolders => FactCode::AllFolders.said(),
            Scope::WhereAppWorks => FactCode::WhereTheAppWorks.said(),
        };
        let change = |usage: &mut Usage| usage.scope = scope;
        self.set_usage(id, Action::ScopeChanged, words, change, round);
    }

    pub(super) fn set_tool_rule(
        &mut self,
        id: ServerId,
        of: &ToolOf,
        rule: Option<ToolRule>,
        round: &mut Round,
    ) {
        let full = self.server(id).is_some_and(|server| {
            rule.is_some()
                && !server.usage.rules.contains_key(of)
                && (server.usage.rules.len() >= RULES || !self.has_room_for_rules([of]))
        });
        if full {
            return round.refuse(Refusal::TooManyRules);
        }
        let words = words(of, rule);
        let change = |usage: &mut Usage| {
            match rule {
                Some(rule) => usage.rules.insert(of.clone(), rule),
                None => usage.rules.remove(of),
            };
        };
        self.set_usage(id, Action::ToolRuleChanged, words, change, round);
    }

    pub(super) fn set_hold_changed(&mut self, id: ServerId, on: bool, round: &mut Round) {
        let words = if on { "calls of changed tools wait" } else { "changed tools are not held" };
        let change = |usage: &mut Usage| usage.hold_changed = on;
        self.set_usage(id, Action::ToolsAccepted, words.to_owned(), change, round);
    }

    /// Takes the changed tools as they were when a person was asked, by their print.
    pub(super) fn accept_tools(&mut self, id: ServerId, print: Fingerprint, round: &mut Round) {
        let Some(Server { usage, .. }) = self.server(id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        if print_of(&usage.changed) != print {
            return round.refuse(Refusal::ToolsChanged);
        }
        let (as_first, changed): (Tools, Tools) = usage
            .changed
            .clone()
            .into_iter()
            .partition(|(tool, now)| usage.seen.get(tool) == Some(now));
        // What is as it was seen first again gives nothing new: its mark goes at once.
        for (tools, at_once) in [(as_first, true), (changed, false)] {
            let words = tools.keys().map(crate::text::shown).collect::<Vec<_>>().join(", ");
            let about = (Action::ToolsAccepted, Actor::Person, words);
            let change = |server: &mut Server| server.usage.take(&tools);
            self.change_server(id, about, change, |_, _| at_once, round);
        }
    }

    fn set_usage(
        &mut self,
        id: ServerId,
        action: Action,
        detail: String,
        change: impl Fn(&mut Usage),
        round: &mut Round,
    ) {
        let change = |server: &mut Server| change(&mut server.usage);
        let narrows = |less: &Server, now: &Server| less.usage.is_within(&now.usage);
        self.change_server(id, (action, Actor::Person, detail), change, narrows, round);
    }

    /// Brings the sessions of apps to what holds now.
    pub(super) fn follow_usage(&mut self, id: ServerId, old: &Usage, round: &mut Round) {
        let Some(entry) = self.servers.get(&id) else { return };
        let now = &entry.server.usage;
        if now == old {
            return;
        }
        let holds_more = now.hold_changed && !old.hold_changed;
        for (_, session) in self.sessions.range_mut(id.own()..=id.last()) {
            let User::App(app) = &session.user else { continue };
            let stricter = |tool: &str| now.rule(Some(app), tool) < old.rule(Some(app), tool);
            session.allowed.retain(|tool, _| !holds_more && !stricter(tool));
        }
        round.touched.insert(id);
        self.tell_rules(id, round);
    }

    fn tell_rules(&self, id: ServerId, round: &mut Round) {
        let of_apps = self.sessions_of(id).into_iter().filter(|session| !session.is_own());
        round.effects.extend(of_apps.map(Effect::Rules));
    }

    /// Remembers tools that are new, and notes those that changed.
    pub(super) fn listed(
        &mut self,
        id: SessionId,
        tools: Vec<(String, ToolDigest)>,
        round: &mut Round,
    ) {
        let Some(entry) = self.servers.get_mut(&id.server) else { return };
        // It changes with Paddock, and describes its tools as the revision of its client has them.
        let is_bundled = entry.server.command == Command::Bundled;
        let Usage { seen, changed, hold_changed, .. } = &mut entry.server.usage;
        let (known, before) = (seen.len(), changed.clone());
        for (tool, digest) in tools {
            match seen.get(&tool) {
                Some(_) if is_bundled => {}
                // Another session may hold the other one, so a mark stays until a person takes it
                // away.
                Some(first) if *first == digest && !before.contains_key(&tool) => {}
                Some(_) => {
                    // What a person allowed was another tool.
                    if *hold_changed && before.get(&tool) != Some(&digest) {
                        for (_, session) in
                            self.sessions.range_mut(id.server.own()..=id.server.last())
                        {
                            session.allowed.remove(&tool);
                        }
                    }
                    changed.insert(tool, digest);
                }
                None if seen.len() < TOOLS && tool.len() <= LONGEST_TOOL_NAME => {
                    seen.insert(tool, digest);
                }
                None => {}
            }
        }
        let marked = *changed != before;
        // Which one a marked tool is now is found out again: what changes for ever writes no more.
        if seen.len() > known || changed.len() > before.len() {
            let change = Change::PutServer(entry.server.clone());
            self.commit_aside(vec![change], round);
        }
        if marked {
            self.tell_rules(id.server, round);
        }
    }

    /// Remembers tools that an app was told of from memory, so that what the server lists in their
    /// place is a change. How a tool that is known was remembered says nothing of the server.
    pub(super) fn recalled(
        &mut self,
        id: SessionId,
        mut tools: Vec<(String, ToolDigest)>,
        round: &mut Round,
    ) {
        let Some(Server { usage, .. }) = self.server(id.server) else { return };
        tools.retain(|(tool, _)| !usage.seen.contains_key(tool));
        self.listed(id, tools, round);
    }
}

fn print_of(tools: &Tools) -> Fingerprint {
    let mut print = Sha256::new();
    for (tool, digest) in tools {
        print.update((tool.len() as u64).to_le_bytes());
        print.update(tool);
        print.update(digest.0);
    }
    Fingerprint(print.finalize().into())
}

fn words(of: &ToolOf, rule: Option<ToolRule>) -> String {
    let rule = match rule {
        Some(ToolRule::Allowed) => "allowed",
        Some(ToolRule::Ask) => "ask first",
        Some(ToolRule::Off) => "off",
        None => "no rule",
    };
    let tool = crate::text::shown(&of.tool);
    match &of.app {
        Some(app) => format!("{tool}: {rule}, for {}", crate::text::shown(app)),
        None => format!("{tool}: {rule}"),
    }
}

type Tools = BTreeMap<String, ToolDigest>;
