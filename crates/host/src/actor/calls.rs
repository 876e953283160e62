//! Calls of apps that wait for the person.

use std::collections::BTreeMap;

use paddock_core::text::{shown, shown_lines};
use paddock_core::{
    CallId, CallVerdict, Event, HeldCall, ServerId, SessionId, ToolDigest, ToolRule, User,
};
use paddock_relay::{Policy, Tool, Verdict};

use super::Actor;
use crate::clock;
use crate::view::{Failure, HeldCallDetail, ToolClaims};

/// Tools of a server of which is known what they claim.
const TOOLS: usize = 1024;

/// What the state does not keep of a call that waits.
#[derive(Debug)]
pub(crate) struct Held {
    session: SessionId,
    /// The relay's number for it.
    number: u64,
    /// JSON text.
    arguments: String,
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
        self.last_call += 1;
        let id = CallId(self.last_call);
        self.held.insert(id, Held { session, number, arguments });
        let changed = self.state.has_changed(session.server, &tool);
        let arguments = ToolDigest(digest);
        let at = clock::now();
        let call = HeldCall { id, session, tool, arguments, changed, at, lapsed: false };
        self.handle(Event::Held(call));
    }

    pub(super) fn call_lapsed(&mut self, session: SessionId, number: u64) {
        if let Some(id) = self.held_as(session, number) {
            self.handle(Event::CallLapsed(id));
        }
    }

    pub(super) fn call_taken_back(&mut self, session: SessionId, number: u64) {
        if let Some(id) = self.held_as(session, number) {
            self.handle(Event::CallGone(id));
        }
    }

    fn held_as(&self, session: SessionId, number: u64) -> Option<CallId> {
        let same = |held: &Held| (held.session, held.number) == (session, number);
        self.held.iter().find(|(_, held)| same(held)).map(|(id, _)| *id)
    }

    pub(super) fn settle(&mut self, id: CallId, verdict: CallVerdict) {
        let Some(Held { session, number, .. }) = self.held.remove(&id) else { return };
        let verdict = match verdict {
            CallVerdict::Pass => Verdict::Pass,
            CallVerdict::Refuse => Verdict::Refuse,
        };
        if let Some(gate) = self.gate(session) {
            gate.relay.decide(number, verdict);
        }
    }

    /// What the state has forgotten.
    pub(super) fn forget_held_calls(&mut self) {
        self.held.retain(|id, _| self.state.held_call(*id).is_some());
    }

    /// What a call that waits says in full.
    pub(super) fn held_call(&self, id: CallId) -> Result<HeldCallDetail, Failure> {
        let unknown = || Failure::new("unknown-call");
        let call = self.state.held_call(id).ok_or_else(unknown)?;
        let held = self.held.get(&id).ok_or_else(unknown)?;
        let gate = self.desks.get(&call.session).and_then(|desk| desk.gate.as_ref());
        Ok(HeldCallDetail {
            arguments: shown_lines(&indented(&held.arguments)),
            claims: gate.and_then(|gate| gate.tools.get(&call.tool)).cloned(),
        })
    }

    /// Whether a program that is no app may call a tool: by the rules for every app.
    pub(super) fn may_call(&self, server: ServerId, tool: &str) -> Result<(), Failure> {
        let refused = |code| Err(Failure::new(code).with("tool", shown(tool)));
        match self.state.tool_rule_for_all(server, tool) {
            ToolRule::Allowed => Ok(()),
            ToolRule::Ask => refused("tool-asks"),
            ToolRule::Off => refused("tool-off"),
        }
    }

    /// What may be done with each tool, at the beginning of a session of an app.
    pub(super) fn policy_for(&self, server: ServerId, app: &str) -> Option<Policy> {
        policy(self.state.rules_for(server, app))
    }

    /// Has the relay of a session go by what may be done with each tool now.
    pub(super) fn rule(&mut self, session: SessionId) {
        let rules = self.state.rules(session);
        let off = rules.iter().filter(|(_, rule)| **rule == ToolRule::Off);
        let off = off.map(|(tool, _)| tool.clone()).collect();
        if let Some(gate) = self.gate(session) {
            let relist = gate.off != off;
            gate.off = off;
            gate.relay.set_policy(policy(rules), relist);
        }
    }

    /// What the server of a session says of its tools.
    pub(super) fn listed(&mut self, session: SessionId, tools: Vec<Tool>) {
        let digests = tools.iter().map(|tool| (tool.name.clone(), ToolDigest(tool.digest)));
        let digests = digests.collect();
        if let Some(gate) = self.gate(session) {
            for tool in tools {
                if gate.tools.len() < TOOLS || gate.tools.contains_key(&tool.name) {
                    let (name, claims) = claims(tool);
                    gate.tools.insert(name, claims);
                }
            }
        }
        self.handle(Event::Listed(session, digests));
    }

    /// The app of a session by its name.
    pub(crate) fn app_of(&self, session: SessionId) -> String {
        match self.state.user(session) {
            Some(User::App(app)) => shown(app),
            Some(User::Paddock) | None => String::new(),
        }
    }
}

/// None where every tool is allowed: then nothing has to be read.
fn policy(rules: BTreeMap<String, ToolRule>) -> Option<Policy> {
    if rules.is_empty() {
        return None;
    }
    let rule = move |tool: &str| match rules.get(tool) {
        Some(ToolRule::Off) => paddock_relay::ToolRule::Off,
        Some(ToolRule::Ask) => paddock_relay::ToolRule::Ask,
        Some(ToolRule::Allowed) | None => paddock_relay::ToolRule::Allowed,
    };
    Some(Policy::new(rule))
}

fn claims(tool: Tool) -> (String, ToolClaims) {
    let Tool { name, title, description, read_only, destructive, .. } = tool;
    let title = title.map(shown);
    let description = description.as_deref().map(shown_lines);
    (name, ToolClaims { title, description, read_only, destructive })
}

/// As it came, but for what is between the members.
fn indented(json: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(json).ok();
    let text = value.and_then(|value| serde_json::to_string_pretty(&value).ok());
    text.unwrap_or_else(|| json.to_owned())
}
