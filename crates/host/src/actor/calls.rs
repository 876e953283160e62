//! Calls of apps that wait for the person.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use paddock_core::text::{shown, shown_lines};
use paddock_core::{
    CallId, CallVerdict, Event, HeldCall, ServerId, SessionId, State, ToolDigest, ToolRule,
    ToolRules, User,
};
use paddock_relay::{Rules, Tool, Verdict};

use super::Actor;
use crate::clock;
use crate::indented::indented;
use crate::overview::Overview;
use crate::view::{Code, Failure, HeldCallDetail, ToolClaims};

/// Between two words outside of the window that calls wait.
pub(super) const ANOTHER_WORD: Duration = Duration::from_secs(10);
/// Tools of a server of which is known what they claim.
const TOOLS: usize = 1024;

/// Calls that wait, with what the state does not keep of them.
#[derive(Debug, Default)]
pub(crate) struct HeldCalls {
    by_id: BTreeMap<CallId, Held>,
    last: u32,
    /// When a person was last told of them outside of the window.
    told: Option<Instant>,
}

#[derive(Debug)]
struct Held {
    session: SessionId,
    /// The relay's number for it.
    number: u64,
    /// JSON text.
    arguments: String,
}

impl HeldCalls {
    fn add(&mut self, held: Held) -> CallId {
        self.last += 1;
        let id = CallId(self.last);
        self.by_id.insert(id, held);
        id
    }

    /// What the state still knows.
    pub(super) fn forget_others_than(&mut self, state: &State) {
        self.by_id.retain(|id, _| state.held_call(*id).is_some());
    }

    pub(super) fn id_of(&self, session: SessionId, number: u64) -> Option<CallId> {
        let same = |held: &Held| (held.session, held.number) == (session, number);
        self.by_id.iter().find(|(_, held)| same(held)).map(|(id, _)| *id)
    }

    /// Whether to tell a person now: one word is enough for calls that come one upon the other.
    pub(super) fn tells(&mut self, now: Instant) -> bool {
        let just_now = |told: Instant| now.duration_since(told) < ANOTHER_WORD;
        let tells = !self.told.is_some_and(just_now);
        if tells {
            self.told = Some(now);
        }
        tells
    }
}

impl Actor {
    pub(super) fn call_waits(
        &mut self,
        session: SessionId,
        number: u64,
        tool: String,
        arguments: String,
        digest: [u8; 32],
    ) {
        let id = self.held.add(Held { session, number, arguments });
        let changed = self.state.has_changed(session.server, &tool);
        let arguments = ToolDigest(digest);
        let at = clock::now();
        let call = HeldCall { id, session, tool, arguments, changed, at, lapsed: false };
        self.handle(Event::Held(call));
    }

    pub(super) fn settle(&mut self, id: CallId, verdict: CallVerdict) {
        let Some(Held { session, number, .. }) = self.held.by_id.remove(&id) else { return };
        let verdict = match verdict {
            CallVerdict::Pass => Verdict::Pass,
            CallVerdict::Denied => Verdict::Denied,
            CallVerdict::Off => Verdict::Off,
            CallVerdict::Crowded => Verdict::Crowded,
        };
        if let Some(gate) = self.runtimes.gate_mut(session) {
            gate.relay.decide(number, verdict);
        }
    }

    /// Has the relay of a session go by what may be done with each tool now.
    pub(super) fn rule(&mut self, session: SessionId) {
        let rules = self.state.rules(session);
        let off = rules.by_name.iter().filter(|(_, rule)| **rule == ToolRule::Off);
        let off = off.map(|(tool, _)| tool.clone()).collect();
        if let Some(gate) = self.runtimes.gate_mut(session) {
            let relist = gate.off != off;
            gate.off = off;
            gate.relay.set_rules(relayed(rules), relist);
        }
    }

    /// What the server of a session says of its tools.
    pub(super) fn listed(&mut self, session: SessionId, tools: Vec<Tool>) {
        let digests = digests(&tools);
        if let Some(gate) = self.runtimes.gate_mut(session) {
            for tool in tools {
                if gate.tools.len() < TOOLS || gate.tools.contains_key(&tool.name) {
                    let (name, claims) = claims(tool);
                    gate.tools.insert(name, claims);
                }
            }
        }
        self.handle(Event::Listed(session, digests));
    }
}

/// What tells tools from others of their names.
pub(super) fn digests(tools: &[Tool]) -> Vec<(String, ToolDigest)> {
    tools.iter().map(|tool| (tool.name.clone(), ToolDigest(tool.digest))).collect()
}

impl Overview<'_> {
    /// What a call that waits says in full.
    pub(crate) fn held_call(&self, id: CallId) -> Result<HeldCallDetail, Failure> {
        let unknown = || Failure::new(Code::UnknownCall);
        let call = self.state.held_call(id).ok_or_else(unknown)?;
        let held = self.held.by_id.get(&id).ok_or_else(unknown)?;
        let gate = self.runtimes.gate(call.session);
        Ok(HeldCallDetail {
            arguments: shown_lines(&indented(&held.arguments, usize::MAX)),
            claims: gate.and_then(|gate| gate.tools.get(&call.tool)).cloned(),
        })
    }

    /// Whether a program that is no app may call a tool: by the rules for every app.
    pub(crate) fn may_call(&self, server: ServerId, tool: &str) -> Result<(), Failure> {
        let refused = |code| Err(Failure::new(code).with("tool", shown(tool)));
        match self.state.tool_rule_for_all(server, tool) {
            ToolRule::Allowed => Ok(()),
            ToolRule::Ask => refused(Code::ToolAsks),
            ToolRule::Off => refused(Code::ToolOff),
        }
    }
}

/// The app of a session by its name.
pub(crate) fn app_of(state: &State, session: SessionId) -> String {
    match state.user(session) {
        Some(User::App(app)) => shown(app),
        Some(User::Paddock) | None => String::new(),
    }
}

/// What may be done with each tool. None where every tool is allowed: then nothing has to be read.
pub(super) fn relayed(rules: ToolRules) -> Option<Rules> {
    if rules.by_name.is_empty() && rules.others == ToolRule::Allowed {
        return None;
    }
    let rule = move |tool: &str| match rules.rule(tool) {
        ToolRule::Off => paddock_relay::Rule::Off,
        ToolRule::Ask => paddock_relay::Rule::Ask,
        ToolRule::Allowed => paddock_relay::Rule::Allowed,
    };
    Some(Rules::new(rule))
}

fn claims(tool: Tool) -> (String, ToolClaims) {
    let Tool { name, title, description, read_only, destructive, .. } = tool;
    let title = title.map(shown);
    let description = description.as_deref().map(shown_lines);
    (name, ToolClaims { title, description, read_only, destructive })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_found_by_its_session_and_the_number_there() {
        let mut calls = HeldCalls::default();
        let of = |number| SessionId { server: ServerId(1), number };
        let held = |session, number| Held { session, number, arguments: "{}".to_owned() };
        let (first, second) = (calls.add(held(of(1), 7)), calls.add(held(of(2), 7)));
        assert_ne!(first, second);
        assert_eq!(calls.id_of(of(2), 7), Some(second));
        assert_eq!(calls.id_of(of(2), 8), None);
    }

    #[test]
    fn calls_that_come_one_upon_the_other_are_worth_one_word() {
        let (mut calls, begun) = (HeldCalls::default(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        let told = [0, 9, 10, 19, 20].map(|seconds| calls.tells(after(seconds)));
        assert_eq!(told, [true, false, true, false, true]);
    }
}
