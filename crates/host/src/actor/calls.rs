//! Calls of apps that wait for the person.

use paddock_core::text::{shown, shown_lines};
use paddock_core::{
    CallId, CallVerdict, Event, HeldCall, ServerId, SessionId, ToolDigest, ToolRule, ToolRules,
};
use paddock_relay::{Rules, Tool, Verdict};

use super::Actor;
use crate::clock;
use crate::held_calls::Held;
use crate::indented::indented;
use crate::overview::Overview;
use crate::view::{Code, Failure, HeldCallDetail, ToolClaims};

/// Tools of a server of which is known what they claim.
const TOOLS: usize = 1024;

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
        let Some(Held { session, number, .. }) = self.held.take(id) else { return };
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
        let held = self.held.get(id).ok_or_else(unknown)?;
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
