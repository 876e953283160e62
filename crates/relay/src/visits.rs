//! Calls that fail because the person has to go somewhere first: error -32042 of revision 2025-11-25,
//! where the app can't be asked to send them there and Paddock is.
//!
//! The call is over for the server. The app is answered once the person has, or when it would not
//! wait longer, with what its model has to know to make the call again.

use std::time::Duration;

use paddock_mcp::wire::Id;
use paddock_mcp::{AskContent, AskEnd, AskReply, Revision};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::Instant;

use crate::Event;
use crate::calls::Call;
use crate::event::Ask;
use crate::relay::{Relay, Timer};
use crate::replies::{self, Expects, INTERNAL_ERROR};
use crate::server::Back;
use crate::splice::Items;
use crate::stand_in::{Seat, during, tell_over};
use crate::state::{Era, State};

/// `URL_ELICITATION_REQUIRED` of the schema.
const CODE: i64 = -32042;

/// Calls that wait at once, and visits that are remembered.
const WAITING: usize = 16;
const REMEMBERED: usize = 64;

/// How long a person who agreed to go somewhere is not asked to go there again.
const UNDER_WAY: Duration = Duration::from_mins(10);

#[derive(Debug, Default)]
pub(crate) struct Visits {
    places: Vec<Visit>,
    calls: Vec<Waiting>,
    last: u64,
}

/// Somewhere that a server sends the person.
#[derive(Debug)]
struct Visit {
    ask: u64,
    name: String,
    address: String,
    /// When the person agreed.
    agreed: Option<Instant>,
}

/// A call of the app that is not answered yet.
#[derive(Debug)]
struct Waiting {
    number: u64,
    id: Id,
    /// Where it is a tool's.
    called: Option<Expects>,
    /// What was asked for it.
    asks: Vec<u64>,
    /// Tells its app that the person has not answered.
    _lapse: Option<Timer>,
}

/// What became of the visits that a call needs.
#[derive(Clone, Copy)]
enum Outcome {
    NotYet,
    UnderWay,
    Done,
    Refused,
    Over,
    TooMuch,
}

#[derive(Deserialize)]
struct Failed<'a> {
    code: i64,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    elicitations: Items<'a, 1024>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named {
    mode: String,
    url: String,
    elicitation_id: String,
}

#[derive(Deserialize)]
struct Decision {
    action: String,
}

impl Visits {
    pub(crate) fn has(&self, id: &Id) -> bool {
        self.calls.iter().any(|call| call.id == *id)
    }

    /// A visit that the person is asked for, or is on.
    fn known(&self, named: &Named) -> Option<u64> {
        let is_it =
            |visit: &&Visit| visit.name == named.elicitation_id || visit.address == named.url;
        self.places.iter().find(is_it).map(|visit| visit.ask)
    }

    fn all_agreed(&self, asks: &[u64]) -> bool {
        let agreed = |ask| self.places.iter().any(|it| it.ask == ask && it.agreed.is_some());
        asks.iter().all(|ask| agreed(*ask))
    }

    /// Takes out the calls that wait for this.
    fn take_calls(&mut self, ask: u64) -> Vec<Waiting> {
        self.calls.extract_if(.., |call| call.asks.contains(&ask)).collect()
    }

    /// Forgets visits that were agreed to long ago, then the oldest, until one more has room.
    fn prune(&mut self) {
        let is_fresh = |visit: &Visit| visit.agreed.is_none_or(|at| at.elapsed() < UNDER_WAY);
        self.places.retain(is_fresh);
        while self.places.len() >= REMEMBERED
            && let Some(at) = self.places.iter().position(|visit| visit.agreed.is_some())
        {
            self.places.remove(at);
        }
    }
}

/// What the error of a call asks the person to visit; nothing, if it is another error.
fn wanted(error: &RawValue) -> Option<Vec<(Named, AskContent)>> {
    let Failed { code: CODE, data: Some(data) } = serde_json::from_str(error.get()).ok()? else {
        return None;
    };
    let Data { elicitations } = serde_json::from_str(data.get()).ok()?;
    let read = |params: &RawValue| {
        let named = serde_json::from_str::<Named>(params.get()).ok();
        let named = named.filter(|named| named.mode == "url")?;
        Some((named, AskContent::Elicitation(params.to_owned())))
    };
    let wanted: Option<Vec<_>> = elicitations.0.into_iter().map(read).collect();
    wanted.filter(|wanted| !wanted.is_empty())
}

impl State {
    /// Has the person asked to go where a call that failed needs them to; `None` if the app is to
    /// have the error as it is.
    pub(crate) fn needs_visits(
        &mut self,
        relay: &Relay,
        app_id: &Id,
        call: &Call,
        error: &RawValue,
    ) -> Option<Back> {
        let opened = self.app.initialize.as_ref().and_then(|it| it.revision.as_deref());
        let revision = opened.and_then(Revision::parse)?;
        let stands_in = self.stand_in.on && self.stand_in.ours.visits;
        if !stands_in || revision != Revision::V2025_11_25 {
            return None;
        }
        let wanted = wanted(error)?;
        self.visits.prune();
        let tool = during(&call.kind);
        let called = tool.is_some().then_some(call.expects);
        let answer = |outcome| Some(Back::Instead(reply(app_id, called, outcome)));
        let mut asks = Vec::new();
        let mut fresh: Vec<(Named, AskContent)> = Vec::new();
        for (named, asked) in wanted {
            let same = |(it, _): &(Named, _)| {
                it.elicitation_id == named.elicitation_id || it.url == named.url
            };
            match self.visits.known(&named) {
                Some(ask) => asks.push(ask),
                None if fresh.iter().any(same) => {}
                None => fresh.push((named, asked)),
            }
        }
        let seat = |(_, asked): &(Named, AskContent)| {
            let (AskContent::Sampling(params) | AskContent::Elicitation(params)) = asked;
            (Seat::Visit, params.get().len())
        };
        let seats = fresh.iter().map(seat).collect();
        let Ok(numbers) = self.stand_in.open(seats, relay.options.line_limit) else {
            return answer(Outcome::TooMuch);
        };
        for (number, (named, asked)) in numbers.into_iter().zip(fresh) {
            let Named { elicitation_id: name, url: address, .. } = named;
            self.visits.places.push(Visit { ask: number, name, address, agreed: None });
            let ask = Ask { number, asked, revision, during: tool.clone() };
            relay.events.send(Event::Asked(Box::new(ask)));
            asks.push(number);
        }
        if self.visits.all_agreed(&asks) {
            return answer(Outcome::UnderWay);
        }
        if self.visits.calls.len() >= WAITING {
            return answer(Outcome::NotYet);
        }
        self.visits.last += 1;
        let number = self.visits.last;
        let lapse = relay.timer(relay.options.person_time_out, async move |relay| {
            relay.lapse_visit(number);
        });
        let id = app_id.clone();
        self.visits.calls.push(Waiting { number, id, called, asks, _lapse: lapse });
        Some(Back::Drop)
    }

    /// What the person says to a visit.
    pub(crate) fn visit_answered(&mut self, relay: &Relay, ask: u64, answer: &AskReply) {
        let said = match answer {
            AskReply::Result(result) => serde_json::from_str::<Decision>(result.get()).ok(),
            AskReply::Denied | AskReply::Error { .. } => None,
        };
        match said.as_ref().map(|said| said.action.as_str()) {
            Some("accept") => self.visit_agreed(relay, ask),
            Some("decline") => self.visit_over(relay, ask, Outcome::Refused),
            _ => self.visit_over(relay, ask, Outcome::Over),
        }
    }

    fn visit_agreed(&mut self, relay: &Relay, ask: u64) {
        let visits = &mut self.visits;
        if let Some(visit) = visits.places.iter_mut().find(|visit| visit.ask == ask) {
            visit.agreed = Some(Instant::now());
        }
        let calls = visits.take_calls(ask);
        for call in calls {
            if visits.all_agreed(&call.asks) {
                call.answer(relay, Outcome::UnderWay);
            } else {
                visits.calls.push(call);
            }
        }
    }

    /// Answers the calls that need it. What else they need is asked no longer, unless another does.
    fn visit_over(&mut self, relay: &Relay, ask: u64, outcome: Outcome) {
        self.visits.places.retain(|visit| visit.ask != ask);
        let calls = self.visits.take_calls(ask);
        for call in &calls {
            call.answer(relay, outcome);
        }
        let others = calls.iter().flat_map(|call| &call.asks).copied();
        self.withdraw_visits(relay, others.collect());
    }

    fn withdraw_visits(&mut self, relay: &Relay, mut asks: Vec<u64>) {
        let visits = &mut self.visits;
        asks.retain(|ask| visits.calls.iter().all(|call| !call.asks.contains(ask)));
        let is_open = |visit: &Visit| asks.contains(&visit.ask) && visit.agreed.is_none();
        let over: Vec<_> = visits.places.extract_if(.., |visit| is_open(visit)).collect();
        for visit in over {
            tell_over(relay, self.stand_in.close_visit(visit.ask), &AskEnd::CallEnded);
        }
    }

    /// The server says that the person is done there. Whether it was we who sent them.
    pub(crate) fn visit_complete(&mut self, relay: &Relay, name: &str) -> bool {
        let at = self.visits.places.iter().position(|visit| visit.name == name);
        let Some(Visit { ask, .. }) = at.map(|at| self.visits.places.remove(at)) else {
            return false;
        };
        let over = self.stand_in.close_visit(ask);
        tell_over(relay, over, &AskEnd::Cancelled { reason: None });
        for mut call in self.visits.take_calls(ask) {
            call.asks.retain(|it| *it != ask);
            if call.asks.is_empty() {
                call.answer(relay, Outcome::Done);
            } else if self.visits.all_agreed(&call.asks) {
                call.answer(relay, Outcome::UnderWay);
            } else {
                self.visits.calls.push(call);
            }
        }
        true
    }

    /// The app took the call back: what was asked for it alone needs no answer. Whether it waited.
    pub(crate) fn visit_taken_back(&mut self, relay: &Relay, id: &Id) -> bool {
        let at = self.visits.calls.iter().position(|call| call.id == *id);
        let Some(call) = at.map(|at| self.visits.calls.remove(at)) else { return false };
        self.withdraw_visits(relay, call.asks);
        true
    }

    /// The process that sent the person somewhere is gone.
    pub(crate) fn end_visits(&mut self, relay: &Relay) {
        for call in std::mem::take(&mut self.visits).calls {
            call.answer(relay, Outcome::Over);
        }
    }
}

impl Relay {
    /// The app would not wait longer. The person still may go there.
    fn lapse_visit(&self, number: u64) {
        let mut state = self.lock();
        let at = state.visits.calls.iter().position(|call| call.number == number);
        if let Some(call) = at.map(|at| state.visits.calls.remove(at)) {
            call.answer(self, Outcome::NotYet);
        }
    }
}

impl Waiting {
    fn answer(&self, relay: &Relay, outcome: Outcome) {
        relay.app.push(reply(&self.id, self.called, outcome).into());
    }
}

fn reply(id: &Id, called: Option<Expects>, outcome: Outcome) -> Vec<u8> {
    let rest = match outcome {
        Outcome::NotYet => {
            "Paddock has asked them to, and they have not answered. Tell them that this waits in \
             Paddock, and make the call again once they have been there."
        }
        Outcome::UnderWay => {
            "They agreed in Paddock to go there. Ask them whether they are done there, and then \
             make the call again."
        }
        Outcome::Done => "They are done there. Make the call again.",
        Outcome::Refused => "Paddock asked them to, and they said no.",
        Outcome::Over => "They can't be asked to go there any more.",
        Outcome::TooMuch => "They were not asked to: too much waits for them in Paddock already.",
    };
    let text = format!(
        "This call failed, since its server needs the person to visit an address first. {rest}"
    );
    match called {
        Some(expects) => replies::refused_call(Era::Legacy, expects, id, &text),
        None => replies::error(id, INTERNAL_ERROR, &text),
    }
}
