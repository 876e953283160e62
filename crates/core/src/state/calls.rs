//! Calls of apps that wait for the person.

use std::time::Duration;

use super::{Round, State};
use crate::{
    Action, Actor, AuditRecord, CallAnswer, CallId, CallVerdict, Effect, HeldCall, Notice, OfApp,
    Refusal, Request, RequestId, RequestKind, SessionId, Time, ToolDigest, ToolOf, ToolRule, User,
};

/// The most calls that wait at once, and those of them that are of one session.
const WAITING: usize = 256;
const OF_SESSION: usize = 16;
/// The most answers that are kept for a call that comes again.
const ANSWERED: usize = 64;
const HOUR: Duration = Duration::from_hours(1);

#[derive(Debug, Default)]
pub(super) struct Calls {
    waiting: Vec<HeldCall>,
    /// Calls that a person allowed or denied after the app was told to try again.
    answered: Vec<(SessionId, String, ToolDigest, CallVerdict)>,
}

impl State {
    /// Calls of apps that wait for the person, oldest first.
    pub fn held_calls(&self) -> impl Iterator<Item = &HeldCall> {
        self.calls.waiting.iter()
    }

    pub fn held_call(&self, id: CallId) -> Option<&HeldCall> {
        self.calls.waiting.iter().find(|call| call.id == id)
    }

    pub(super) fn held(&mut self, call: HeldCall, round: &mut Round) {
        // What it may have changed while the call was on its way.
        let verdict = match self.tool_rule(call.session, &call.tool) {
            ToolRule::Allowed => Some(CallVerdict::Pass),
            ToolRule::Off => Some(CallVerdict::Off),
            ToolRule::Ask => self.calls.take_answer(&call),
        };
        if let Some(verdict) = verdict {
            return round.effects.push(Effect::Settle(call.id, verdict));
        }
        if !self.calls.make_room(&call) {
            return round.effects.push(Effect::Settle(call.id, CallVerdict::Crowded));
        }
        round.effects.push(Effect::Tell(Notice::CallWaits(call.id)));
        self.calls.waiting.push(call);
    }

    pub(super) fn allow_call(&mut self, id: CallId, answer: CallAnswer, round: &mut Round) {
        let Some(call) = self.calls.take(id) else { return round.refuse(Refusal::UnknownCall) };
        match answer {
            CallAnswer::Once if call.lapsed => self.calls.answer(&call, CallVerdict::Pass),
            CallAnswer::Once => {}
            CallAnswer::Hour => {
                self.allow_in_session(&call, Some(self.now.plus(HOUR)), round);
            }
            CallAnswer::Session => self.allow_in_session(&call, None, round),
            CallAnswer::Always => self.always_allow(&call, round),
        }
        round.record(self.about_call(Action::CallAllowed, Actor::Person, &call));
        if call.lapsed {
            self.answered_after_all(&self.as_missed(&call), round);
        } else {
            round.effects.push(Effect::Settle(id, CallVerdict::Pass));
        }
    }

    fn allow_in_session(&mut self, call: &HeldCall, until: Option<Time>, round: &mut Round) {
        if let Some(session) = self.sessions.get_mut(&call.session) {
            session.allowed.insert(call.tool.clone(), until);
            round.effects.push(Effect::Rules(call.session));
        }
    }

    /// Calls that were allowed for a time wait again once that is over.
    pub(super) fn end_allowed_calls(&mut self, round: &mut Round) {
        let now = self.now;
        for (id, session) in &mut self.sessions {
            let before = session.allowed.len();
            session.allowed.retain(|_, until| until.is_none_or(|until| until > now));
            if session.allowed.len() < before {
                round.effects.push(Effect::Rules(*id));
            }
        }
    }

    pub(super) fn next_end_of_allowed_calls(&self) -> Option<Time> {
        self.sessions.values().flat_map(|session| session.allowed.values()).flatten().min().copied()
    }

    fn always_allow(&mut self, call: &HeldCall, round: &mut Round) {
        let Some(User::App(app)) = self.user(call.session) else { return };
        let of = ToolOf { tool: call.tool.clone(), app: Some(app.clone()) };
        self.set_tool_rule(call.session.server, &of, Some(ToolRule::Allowed), round);
        // Until that is kept, and where the tool changed.
        self.allow_in_session(call, None, round);
    }

    pub(super) fn deny_call(&mut self, id: CallId, round: &mut Round) {
        let Some(call) = self.calls.take(id) else { return round.refuse(Refusal::UnknownCall) };
        let record = self.about_call(Action::CallDenied, Actor::Person, &call);
        round.record(AuditRecord { ok: false, ..record });
        if call.lapsed {
            self.calls.answer(&call, CallVerdict::Denied);
            self.answered_after_all(&self.as_missed(&call), round);
        } else {
            round.effects.push(Effect::Settle(id, CallVerdict::Denied));
        }
    }

    pub(super) fn call_lapsed(&mut self, id: CallId, round: &mut Round) {
        let Some(call) = self.calls.waiting.iter_mut().find(|call| call.id == id) else { return };
        call.lapsed = true;
        let call = call.clone();
        let record = self.about_call(Action::CallLapsed, Actor::Paddock, &call);
        round.record(AuditRecord { ok: false, ..record });
        self.miss_held(self.as_missed(&call), round);
    }

    /// What is kept of a call that nobody answered in time.
    fn as_missed(&self, call: &HeldCall) -> Request {
        Request {
            id: RequestId(0),
            session: call.session,
            kind: RequestKind::Call,
            summary: crate::text::shown(&call.tool),
            during: None,
            tokens: 0,
            of: self.shown_app_of(call.session),
        }
    }

    pub(super) fn shown_app_of(&self, id: SessionId) -> Option<OfApp> {
        match self.user(id) {
            Some(User::App(app)) => Some(OfApp { app: crate::text::shown(app), folder: None }),
            Some(User::Paddock) | None => None,
        }
    }

    pub(super) fn call_gone(&mut self, id: CallId) {
        self.calls.waiting.retain(|call| call.id != id || call.lapsed);
    }

    /// Settles what waits and needs no answer any more, and forgets what nobody waits for.
    pub(super) fn settle_calls(&mut self, round: &mut Round) {
        if self.calls.waiting.is_empty() && self.calls.answered.is_empty() {
            return;
        }
        let mut waiting = std::mem::take(&mut self.calls.waiting);
        waiting.retain(|call| {
            let verdict = match self.tool_rule(call.session, &call.tool) {
                ToolRule::Ask => return true,
                ToolRule::Allowed => CallVerdict::Pass,
                ToolRule::Off => CallVerdict::Off,
            };
            if !call.lapsed && self.sessions.contains_key(&call.session) {
                round.effects.push(Effect::Settle(call.id, verdict));
            }
            false
        });
        self.calls.waiting = waiting;
        let sessions = &self.sessions;
        let is_there = |id: &SessionId| sessions.get(id).is_some_and(|it| it.left.is_none());
        self.calls.waiting.retain(|call| is_there(&call.session));
        self.calls.answered.retain(|(session, ..)| is_there(session));
    }

    fn about_call(&self, action: Action, actor: Actor, call: &HeldCall) -> AuditRecord {
        let detail = Some(crate::text::shown(&call.tool));
        AuditRecord { detail, ..self.about_session(action, actor, call.session) }
    }
}

impl Calls {
    fn take(&mut self, id: CallId) -> Option<HeldCall> {
        let at = self.waiting.iter().position(|call| call.id == id)?;
        Some(self.waiting.remove(at))
    }

    /// Whether one more may wait. Those that nobody waits for make room.
    fn make_room(&mut self, call: &HeldCall) -> bool {
        self.waiting.retain(|other| !(other.lapsed && other.is_same(call)));
        let of_session = |it: &HeldCall| it.session == call.session;
        while self.waiting.iter().filter(|it| of_session(it)).count() >= OF_SESSION {
            if !self.forget_oldest_lapsed(of_session) {
                return false;
            }
        }
        self.waiting.len() < WAITING || self.forget_oldest_lapsed(|_| true)
    }

    fn forget_oldest_lapsed(&mut self, which: impl Fn(&HeldCall) -> bool) -> bool {
        let at = self.waiting.iter().position(|call| call.lapsed && which(call));
        at.map(|at| self.waiting.remove(at)).is_some()
    }

    fn answer(&mut self, call: &HeldCall, verdict: CallVerdict) {
        self.take_answer(call);
        if self.answered.len() >= ANSWERED {
            self.answered.remove(0);
        }
        self.answered.push((call.session, call.tool.clone(), call.arguments, verdict));
    }

    /// What a person answered to this very call; once.
    fn take_answer(&mut self, call: &HeldCall) -> Option<CallVerdict> {
        let same =
            |(session, tool, arguments, _): &(SessionId, String, ToolDigest, CallVerdict)| {
                (*session, tool, arguments) == (call.session, &call.tool, &call.arguments)
            };
        let at = self.answered.iter().position(same)?;
        Some(self.answered.remove(at).3)
    }
}

impl HeldCall {
    fn is_same(&self, other: &Self) -> bool {
        (self.session, &self.tool, self.arguments) == (other.session, &other.tool, other.arguments)
    }
}
