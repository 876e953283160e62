//! What servers ask of the person, where the app can't be asked and Paddock stands in for it.

use std::sync::Arc;

use paddock_mcp::wire::{Id, cut, related_task, reply};
use paddock_mcp::{AskContent, AskEnd, AskReply, Revision};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Event;
use crate::calls::Kind;
use crate::event::Ask;
use crate::gathering::{Gathering, Given};
use crate::params::declares;
use crate::relay::Relay;
use crate::replies::{self, INTERNAL_ERROR, INVALID_PARAMS};
use crate::server::Back;
use crate::splice::{Members, Splice};
use crate::state::State;

/// What may wait for the person at once.
const WAITING: usize = 16;

/// With more calls under way than this, nobody knows in which of them a server asks.
const CALLS: usize = 8;

/// The longest reason in a report, and the longest name of an elicitation, in bytes.
const TEXT: usize = 200;
const NAME: usize = 1024;

/// What of the person's the app can't be asked, and we are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ours {
    pub(crate) sampling: bool,
    pub(crate) elicitation: bool,
    /// Addresses that a call fails without: it can't be asked for those, whatever else it can.
    pub(crate) visits: bool,
}

impl Ours {
    /// What is asked by this method, if we are asked it.
    pub(crate) fn asked(self, method: &str, params: &RawValue) -> Option<AskContent> {
        match method {
            "sampling/createMessage" if self.sampling => {
                Some(AskContent::Sampling(params.to_owned()))
            }
            "elicitation/create" if self.elicitation => {
                Some(AskContent::Elicitation(params.to_owned()))
            }
            _ => None,
        }
    }

    pub(crate) fn has(self, method: &str) -> bool {
        match method {
            "sampling/createMessage" => self.sampling,
            "elicitation/create" => self.elicitation,
            _ => false,
        }
    }
}

/// Capabilities as a server is told them.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) text: String,
    pub(crate) ours: Ours,
}

/// The capabilities with the roots that Paddock answers for in place of what is declared, unless
/// that is to stay; and with what else it answers for, which the app did not declare.
///
/// # Errors
///
/// They are no object, or name something twice.
pub(crate) fn told(
    capabilities: &RawValue,
    roots: Option<&str>,
    stands_in: bool,
    revision: &str,
) -> serde_json::Result<Declared> {
    let members = Members::read(capabilities)?;
    let is_free = |name: &str| stands_in && !declares(&members, name);
    // Revisions are dates. Elicitation came with one, its modes and sampling with tools with the next.
    let is_newer = revision >= "2025-11-25";
    let ours = Ours {
        sampling: is_free("sampling"),
        elicitation: is_free("elicitation") && revision >= "2025-06-18",
        visits: stands_in && !declares_addresses(&members),
    };
    let sampling = if is_newer { r#"{"tools":{}}"# } else { "{}" };
    let elicitation = if is_newer { r#"{"form":{},"url":{}}"# } else { "{}" };
    let mut splice = Splice::new(capabilities.get().as_bytes());
    let mut added = Vec::new();
    for (name, value) in [
        ("roots", roots),
        ("sampling", ours.sampling.then_some(sampling)),
        ("elicitation", ours.elicitation.then_some(elicitation)),
    ] {
        match (value, members.get(name)) {
            (Some(value), Some(declared)) => splice.replace(declared.get(), value),
            (Some(value), None) => added.push(format!(r#""{name}":{value}"#)),
            (None, _) => {}
        }
    }
    if !added.is_empty() {
        splice.add_member(capabilities, &added.join(","));
    }
    let text = String::from_utf8_lossy(&splice.apply()).into_owned();
    Ok(Declared { text, ours })
}

/// Whether the app can be asked to send the person to an address.
fn declares_addresses(capabilities: &Members<'_>) -> bool {
    let modes = capabilities.get("elicitation").and_then(|modes| Members::read(modes).ok());
    modes.is_some_and(|modes| declares(&modes, "url"))
}

#[derive(Debug, Default)]
pub(crate) struct StandIn {
    /// We stand in for the app: in sessions that begin, and in modern calls.
    pub(crate) on: bool,
    /// What servers were told that we are asked: in legacy sessions by the opening, in modern ones
    /// by the last request.
    pub(crate) ours: Ours,
    open: Vec<Open>,
    bytes: usize,
    last: u64,
    pub(crate) gatherings: Vec<Gathering>,
}

#[derive(Debug)]
struct Open {
    number: u64,
    seat: Seat,
    size: usize,
    /// It keeps its place until the answer is written.
    answered: bool,
}

/// Where an answer goes.
#[derive(Clone, Debug)]
pub(crate) enum Seat {
    /// Into a response to this process of a legacy server.
    Request {
        id: Id,
        epoch: u64,
        task: Option<String>,
        /// The calls in one of which it was asked, as far as that is known.
        during: Vec<Id>,
    },
    /// Into the next round of the app's call of this id, under this name.
    Round { call: Id, key: String },
    /// Nowhere: calls that failed without it are answered.
    Visit,
}

/// Too much waits for the person already.
pub(crate) struct Full;

impl StandIn {
    pub(crate) fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Keeps a place for each of these; each with what it takes, in bytes.
    pub(crate) fn open(
        &mut self,
        seats: Vec<(Seat, usize)>,
        limit: usize,
    ) -> Result<Vec<u64>, Full> {
        let size = seats.iter().fold(0_usize, |sum, (_, size)| sum.saturating_add(*size));
        if self.open.len() + seats.len() > WAITING || self.bytes.saturating_add(size) > limit {
            return Err(Full);
        }
        self.bytes += size;
        let numbers = seats.into_iter().map(|(seat, size)| {
            self.last += 1;
            self.open.push(Open { number: self.last, seat, size, answered: false });
            self.last
        });
        Ok(numbers.collect())
    }

    fn answer(&mut self, ask: u64) -> Option<Seat> {
        let open = self.open.iter_mut().find(|open| open.number == ask && !open.answered)?;
        open.answered = true;
        Some(open.seat.clone())
    }

    pub(crate) fn close(&mut self, ask: u64) {
        self.close_where(|open| open.number == ask);
    }

    /// Those that were not answered.
    fn close_where(&mut self, is_over: impl Fn(&Open) -> bool) -> Vec<u64> {
        let over: Vec<_> = self.open.extract_if(.., |open| is_over(open)).collect();
        self.bytes -= over.iter().map(|open| open.size).sum::<usize>();
        over.iter().filter(|open| !open.answered).map(|open| open.number).collect()
    }

    /// Its number, if it was not answered.
    pub(crate) fn close_visit(&mut self, ask: u64) -> Vec<u64> {
        self.close_where(|open| open.number == ask)
    }

    /// What the call of this id waits for.
    pub(crate) fn close_round(&mut self, id: &Id) -> Vec<u64> {
        self.gatherings.retain(|gathering| gathering.call != *id);
        self.close_where(|open| matches!(&open.seat, Seat::Round { call, .. } if call == id))
    }
}

#[derive(Deserialize)]
struct Reason {
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complete {
    elicitation_id: String,
}

impl State {
    /// A request of a legacy server; `None` if it is the app's to answer.
    pub(crate) fn asked_in_place(
        &mut self,
        relay: &Relay,
        id: &Id,
        method: &str,
        params: Option<&RawValue>,
    ) -> Option<Back> {
        if !self.stand_in.ours.has(method) {
            return None;
        }
        let refused = |code, message| Some(Back::Answer(replies::error(id, code, message).into()));
        let Some(asked) = params.and_then(|params| self.stand_in.ours.asked(method, params)) else {
            return refused(INVALID_PARAMS, "params are missing");
        };
        let (AskContent::Sampling(params) | AskContent::Elicitation(params)) = &asked;
        let opened = self.app.initialize.as_ref().and_then(|it| it.revision.as_deref());
        let revision = opened.and_then(Revision::parse).unwrap_or(Revision::LATEST_LEGACY);
        let seat = Seat::Request {
            id: id.clone(),
            epoch: self.epoch,
            task: related_task(params),
            during: self.calls.at_work(CALLS),
        };
        let size = params.get().len();
        let opened = self.stand_in.open(vec![(seat, size)], relay.options.line_limit);
        let Some(number) = opened.ok().and_then(|numbers| numbers.first().copied()) else {
            return refused(INTERNAL_ERROR, "too much waits for the user");
        };
        let ask = Ask { number, asked, revision, during: None };
        relay.events.send(Event::Asked(Box::new(ask)));
        Some(Back::Drop)
    }

    /// Whether the server has a request with this id open that we are to answer.
    pub(crate) fn is_asked_in_place(&self, id: &Id) -> bool {
        let is_it = |open: &Open| matches!(&open.seat, Seat::Request { id: has, epoch, .. } if has == id && *epoch == self.epoch);
        self.stand_in.open.iter().any(is_it)
    }

    /// The server takes such a request back.
    pub(crate) fn take_back(&mut self, relay: &Relay, id: &Id, params: Option<&RawValue>) {
        let over = self
            .stand_in
            .close_where(|open| matches!(&open.seat, Seat::Request { id: has, .. } if has == id));
        let said = params.and_then(|it| serde_json::from_str::<Reason>(it.get()).ok());
        let reason = said.and_then(|it| it.reason).map(|it| cut(&it, TEXT).to_owned());
        tell_over(relay, over, &AskEnd::Cancelled { reason });
    }

    /// The server says that the person is done where it sent them. Whether that is for us.
    pub(crate) fn visited(&mut self, relay: &Relay, params: Option<&RawValue>) -> bool {
        let complete = params.and_then(|it| serde_json::from_str::<Complete>(it.get()).ok());
        let name = complete.map(|it| it.elicitation_id).filter(|name| name.len() <= NAME);
        let is_visit = name.as_ref().is_some_and(|name| self.visit_complete(relay, name));
        if let Some(name) = name.filter(|_| self.stand_in.ours.elicitation) {
            relay.events.send(Event::ElicitationComplete(name));
        }
        is_visit || self.stand_in.ours.elicitation
    }

    /// The app took a call back: what was asked in it needs no answer. Whether the server had no
    /// part in the call by then.
    pub(crate) fn call_taken_back(&mut self, relay: &Relay, call: &Id) -> bool {
        if self.visit_taken_back(relay, call) {
            return true;
        }
        // Some apps cancel every call once it is over.
        if !self.calls.has(call) {
            return false;
        }
        let gathered = self.stand_in.gatherings.iter().any(|it| it.call == *call);
        if gathered {
            tell_over(relay, self.stand_in.close_round(call), &AskEnd::CallEnded);
            self.calls.remove(call);
        }
        let mut owed = Vec::new();
        for open in &mut self.stand_in.open {
            if let Seat::Request { during, .. } = &mut open.seat {
                let before = during.len();
                // Those that are over did not wait for it.
                during.retain(|id| id != call && self.calls.has(id));
                if before > 0 && during.is_empty() && !open.answered {
                    owed.push(open.number);
                }
            }
        }
        for ask in owed {
            relay.events.send(Event::AskEnded { ask, why: AskEnd::CallEnded });
            // A server that waits for it all the same must not wait for ever.
            let message = "the call in which this was asked was cancelled".to_owned();
            relay.answer(ask, AskReply::Error { code: INTERNAL_ERROR, message });
        }
        gathered
    }

    /// The process that asked is gone.
    pub(crate) fn end_asks(&mut self, relay: &Relay) {
        self.stand_in.gatherings.clear();
        self.end_visits(relay);
        tell_over(relay, self.stand_in.close_where(|_| true), &AskEnd::Closed);
    }

    fn answered(&mut self, relay: &Relay, ask: u64, answer: AskReply) -> Option<Given> {
        match self.stand_in.answer(ask)? {
            Seat::Request { id, epoch, task, .. } => {
                let asker = self.link.as_ref().filter(|link| link.epoch == epoch)?;
                let mut line = reply(&id, task.as_deref(), answer, relay.options.line_limit);
                // The outlet ends lines itself.
                line.pop();
                Some(Given::ToServer(Arc::clone(&asker.outlet), line.into()))
            }
            Seat::Round { call, key } => {
                self.stand_in.close(ask);
                self.round_answered(relay, &call, key, answer)
            }
            Seat::Visit => {
                self.stand_in.close(ask);
                self.visit_answered(relay, ask, &answer);
                None
            }
        }
    }
}

pub(crate) fn tell_over(relay: &Relay, over: Vec<u64>, why: &AskEnd) {
    for ask in over {
        relay.events.send(Event::AskEnded { ask, why: why.clone() });
    }
}

impl Relay {
    pub(crate) fn set_stand_in(&self, on: bool) {
        self.lock().stand_in.on = on;
    }

    pub(crate) fn answer(&self, ask: u64, reply: AskReply) {
        let Some(me) = self.strong() else { return };
        tokio::spawn(async move {
            let given = me.lock().answered(&me, ask, reply);
            match given {
                Some(Given::ToServer(outlet, chunk)) => drop(outlet.send(chunk).await),
                Some(Given::ToApp(line)) => drop(me.app.send(line.into()).await),
                None => {}
            }
            me.lock().stand_in.close(ask);
        });
    }
}

/// What a call is to the person.
pub(crate) fn during(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Tool(name, _) => Some(name.to_string()),
        Kind::Initialize(_)
        | Kind::Discover(_)
        | Kind::List(_)
        | Kind::MoreTools
        | Kind::Other
        | Kind::Replay
        | Kind::Again(_)
        | Kind::Listen { .. }
        | Kind::Ignored => None,
    }
}
