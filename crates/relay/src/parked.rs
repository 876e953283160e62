//! Calls of tools that wait for a person.

use paddock_mcp::wire::{Id, Incoming, Message, cut, decode};
use serde_json::value::RawValue;

use crate::Event;
use crate::app::Step;
use crate::params::expects;
use crate::relay::{Relay, Timer};
use crate::replies::{self, Expects, INVALID_PARAMS};
use crate::splice::{Members, ObjectText};
use crate::state::State;
use crate::tools::{self, LONGEST_NAME};

/// The most calls that wait at once, and the bytes that they take.
const WAITING: usize = 16;
const BYTES: usize = 4 << 20;

/// What a call made again says besides: what it was asked for, and where it stands.
const ANSWERS: [&str; 2] = ["inputResponses", "requestState"];

/// What becomes of a call that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The server is given it.
    Pass,
    /// The app is told that the person said no.
    Denied,
    /// The app is told that the tool is switched off.
    Off,
    /// The app is told that too many calls wait for the person.
    Crowded,
}

impl Verdict {
    /// Why the call is not made.
    fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Pass => None,
            Self::Denied => Some("the person who uses it said no"),
            Self::Off => Some("the person who uses it switched this tool off"),
            Self::Crowded => Some("too many calls wait for the person who uses it"),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Parked {
    calls: Vec<Call>,
    last: u64,
}

#[derive(Debug)]
struct Call {
    number: u64,
    id: Id,
    line: Vec<u8>,
    expects: Expects,
    /// Tells its app that the person has not answered.
    _lapse: Option<Timer>,
}

impl Parked {
    pub(crate) fn has(&self, id: &Id) -> bool {
        self.calls.iter().any(|call| call.id == *id)
    }

    /// Its number, if it waits.
    pub(crate) fn remove(&mut self, id: &Id) -> Option<u64> {
        let at = self.calls.iter().position(|call| call.id == *id)?;
        Some(self.calls.remove(at).number)
    }

    /// Takes all of them out.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = (Id, Expects)> + use<> {
        std::mem::take(&mut self.calls).into_iter().map(|call| (call.id, call.expects))
    }

    fn take_one(&mut self, number: u64) -> Option<Call> {
        let at = self.calls.iter().position(|call| call.number == number)?;
        Some(self.calls.remove(at))
    }

    fn has_room(&self, line: &[u8]) -> bool {
        let bytes: usize = self.calls.iter().map(|call| call.line.len()).sum();
        self.calls.len() < WAITING && bytes + line.len() <= BYTES
    }
}

/// What a call is made with.
struct Parameters<'a> {
    /// The arguments; or all of the parameters, where they say more than a name, arguments and a
    /// token for progress.
    shown: &'a str,
    /// Of all but `_meta`, which differs from one try to the next.
    digest: [u8; 32],
}

fn asked(params: &RawValue) -> Option<Parameters<'_>> {
    let members = Members::read(params).ok()?;
    let token_only = |meta: &RawValue| {
        tools::names(meta.get())
            .is_some_and(|names| names.iter().all(|name| name == "progressToken"))
    };
    let plain = members.iter().all(|(name, value)| match name {
        "name" | "arguments" => true,
        "_meta" => token_only(value),
        _ => false,
    });
    let arguments = members.get("arguments").map_or("{}", RawValue::get);
    let shown = if plain { arguments } else { params.get() };
    Some(Parameters { shown, digest: digest(&members, |name| name != "_meta")? })
}

/// What a person allowed: a tool with its arguments, and whatever else the call says but for what it
/// was asked for and where it stands.
pub(crate) type Permit = [u8; 32];

pub(crate) fn permit(params: &RawValue) -> Option<Permit> {
    let members = Members::read(params).ok()?;
    digest(&members, |name| name != "_meta" && !ANSWERS.contains(&name))
}

fn digest(members: &Members<'_>, counts: impl Fn(&str) -> bool) -> Option<[u8; 32]> {
    let mut all = ObjectText::new();
    for (name, value) in members.iter().filter(|(name, _)| counts(name)) {
        all.member(name, value.get());
    }
    let all = RawValue::from_string(String::from_utf8(all.end()).ok()?).ok()?;
    Some(tools::digest(&all))
}

impl State {
    /// Keeps a call until the host decides.
    pub(crate) fn park(
        &mut self,
        relay: &Relay,
        id: &Id,
        tool: String,
        params: &RawValue,
        line: &[u8],
    ) -> Step {
        let Some(Parameters { shown, digest }) = asked(params) else {
            let message = "params are not understood";
            return Step::Reply(replies::error(id, INVALID_PARAMS, message));
        };
        let expects = expects(params);
        if tool.len() > LONGEST_NAME || !self.parked.has_room(line) {
            let tool = cut(&tool, LONGEST_NAME);
            let text = format!(
                "The tool {tool} was not called: Paddock asks the person first, and too much waits \
                 for them already, or the call is too long to be shown."
            );
            return Step::Reply(replies::refused_call(self.app.era, expects, id, &text));
        }
        self.parked.last += 1;
        let number = self.parked.last;
        let arguments = shown.to_owned();
        relay.events.send(Event::Waits { call: number, tool: tool.clone(), arguments, digest });
        let lapse = relay.timer(relay.options.person_time_out, async move |relay| {
            relay.lapse(number, &tool).await;
        });
        let (id, line) = (id.clone(), line.to_vec());
        self.parked.calls.push(Call { number, id, line, expects, _lapse: lapse });
        Step::Done
    }
}

impl Relay {
    pub(crate) fn decide(&self, number: u64, verdict: Verdict) {
        let Some(me) = self.strong() else { return };
        tokio::spawn(async move { me.carry_out(number, verdict).await });
    }

    async fn carry_out(&self, number: u64, verdict: Verdict) {
        let Some(call) = self.lock().parked.take_one(number) else { return };
        if let Some(why) = verdict.refusal() {
            let text = format!("Paddock did not let this call through: {why}. It was not made.");
            return self.refuse(&call, &text).await;
        }
        // It was read before.
        let Ok(Incoming::One(Message::Request { method, params, .. })) = decode(&call.line) else {
            return;
        };
        let step = self.lock().request(self, &call.id, &method, params, &call.line, true);
        self.step(step, &call.line).await;
    }

    /// The app would not wait longer.
    async fn lapse(&self, number: u64, tool: &str) {
        let Some(call) = self.lock().parked.take_one(number) else { return };
        self.events.send(Event::Lapsed(number));
        let text = format!(
            "The tool {tool} was not called yet: Paddock has asked the person whether it may be, \
             and they have not answered. Tell them that Paddock waits for their answer, and call \
             the tool again with the same arguments once they have given it."
        );
        self.refuse(&call, &text).await;
    }

    async fn refuse(&self, call: &Call, text: &str) {
        let era = self.lock().app.era;
        let refused = replies::refused_call(era, call.expects, &call.id, text);
        let _ = self.app.send(refused.into()).await;
    }
}
