//! What the answer to a modern call asks of the person in the app's place: gathered, before the call
//! is made again or the app is asked for the rest.

use std::sync::Arc;

use paddock_mcp::wire::{Id, one_line};
use paddock_mcp::{AskContent, AskEnd, AskReply, Revision};
use serde_json::value::RawValue;

use crate::Event;
use crate::calls::{Call, Kind};
use crate::event::Ask;
use crate::outlet::{Chunk, Outlet};
use crate::relay::Relay;
use crate::replies::{self, INTERNAL_ERROR};
use crate::required::{Required, required};
use crate::rounds::{Inputs, NOT_MADE_AGAIN, ambiguous, not_completed, remade};
use crate::server::Back;
use crate::stand_in::{Seat, during, tell_over};
use crate::state::{Era, State};

/// What the person gave, as JSON text on one line, by the names under which it was asked for.
pub(crate) type Answers = Vec<(String, String)>;

/// A call of the app that waits for the person.
#[derive(Debug)]
pub(crate) struct Gathering {
    pub(crate) call: Id,
    given: Answers,
    /// Answers that are missing.
    missing: usize,
    /// What the server answered to the call.
    result: Box<RawValue>,
}

/// What becomes of an answer.
pub(crate) enum Given {
    ToServer(Arc<Outlet>, Chunk),
    ToApp(Vec<u8>),
}

impl State {
    /// Has the person asked for what the app can't be asked for.
    pub(crate) fn gather(
        &mut self,
        relay: &Relay,
        app_id: &Id,
        mut call: Call,
        asked: Vec<(String, AskContent)>,
        result: &RawValue,
    ) -> Back {
        let seat = |(key, asked): &(String, AskContent)| {
            let (AskContent::Sampling(params) | AskContent::Elicitation(params)) = asked;
            (Seat::Round { call: app_id.clone(), key: key.clone() }, params.get().len())
        };
        let mut seats: Vec<_> = asked.iter().map(seat).collect();
        // What the server answered is kept meanwhile.
        if let Some((_, size)) = seats.first_mut() {
            *size += result.get().len();
        }
        let Ok(numbers) = self.stand_in.open(seats, relay.options.line_limit) else {
            let why = "too much waits for them already";
            return Back::Instead(given_up(relay, self.app.era, app_id, &call, why));
        };
        if let Some(round) = &mut call.round {
            round.gathers = true;
        }
        let during = during(&call.kind);
        let (missing, result) = (numbers.len(), result.to_owned());
        self.calls.insert(app_id.clone(), call);
        let gathering = Gathering { call: app_id.clone(), given: Vec::new(), missing, result };
        self.stand_in.gatherings.push(gathering);
        for (number, (_, asked)) in numbers.into_iter().zip(asked) {
            let revision = Revision::LATEST_MODERN;
            let ask = Ask { number, asked, revision, during: during.clone() };
            relay.events.send(Event::Asked(Box::new(ask)));
        }
        Back::Drop
    }

    /// One answer of a call that waits for them.
    pub(crate) fn round_answered(
        &mut self,
        relay: &Relay,
        app_id: &Id,
        key: String,
        answer: AskReply,
    ) -> Option<Given> {
        let limit = relay.options.line_limit;
        let result = match answer {
            AskReply::Result(result) if result.get().len() <= limit => result,
            AskReply::Result(_) => return self.give_up_call(relay, app_id, "it is too long"),
            AskReply::Denied => return self.give_up_call(relay, app_id, "they said no"),
            AskReply::Error { message, .. } => return self.give_up_call(relay, app_id, &message),
        };
        let at = self.stand_in.gatherings.iter().position(|it| it.call == *app_id)?;
        let gathering = self.stand_in.gatherings.get_mut(at)?;
        gathering
            .given
            .push((key, String::from_utf8_lossy(&one_line(result.get().as_bytes())).into_owned()));
        gathering.missing -= 1;
        if gathering.missing > 0 {
            return None;
        }
        let Gathering { given, result, .. } = self.stand_in.gatherings.remove(at);
        let call = self.calls.remove(app_id)?;
        let Some(Ok(mut required)) = required(&result) else {
            return Some(Given::ToApp(ambiguous(relay, app_id, &call)));
        };
        required.others.retain(|(key, _)| given.iter().all(|(has, _)| has != key));
        if required.others.is_empty() {
            Some(self.make_again(relay, app_id, call, &required, &given))
        } else {
            let permit = call.round.as_ref().and_then(|round| round.permit);
            let answer = match self.mixed(&result, required, given, permit, limit) {
                Some(rest) => replies::result(app_id, &String::from_utf8_lossy(&rest)),
                None => ambiguous(relay, app_id, &call),
            };
            Some(Given::ToApp(answer))
        }
    }

    fn make_again(
        &mut self,
        relay: &Relay,
        app_id: &Id,
        mut call: Call,
        required: &Required<'_>,
        given: &[(String, String)],
    ) -> Given {
        let outlet = self.link.as_ref().map(|link| Arc::clone(&link.outlet));
        let state = required.state.map(RawValue::get);
        let inputs = Inputs { ours: given, roots: &required.roots, state, ..Inputs::default() };
        let id = self.own_id();
        let text = call.round.as_ref().and_then(|round| remade(&round.line, Some(&id), &inputs));
        let (Some(outlet), Some(text), Some(round)) = (outlet, text, &mut call.round) else {
            let answer = not_completed(relay, app_id, &call, NOT_MADE_AGAIN);
            return Given::ToApp(answer);
        };
        (round.again, round.gathers) = (Some(id.clone()), false);
        self.calls.insert(app_id.clone(), call);
        self.calls.insert(id, Call::ours(Kind::Again(app_id.clone())));
        Given::ToServer(outlet, Chunk::Text(text))
    }

    /// Ends a call for which something was not given. There is no way to tell the server, which
    /// waits for nothing.
    fn give_up_call(&mut self, relay: &Relay, app_id: &Id, why: &str) -> Option<Given> {
        tell_over(relay, self.stand_in.close_round(app_id), &AskEnd::CallEnded);
        let call = self.calls.remove(app_id)?;
        Some(Given::ToApp(given_up(relay, self.app.era, app_id, &call, why)))
    }
}

fn given_up(relay: &Relay, era: Era, app_id: &Id, call: &Call, why: &str) -> Vec<u8> {
    let text = format!(
        "The server asked the person for something in this call, which Paddock puts before them. It \
         was not given: {why}. The call was not completed."
    );
    call.report_failure(relay);
    if matches!(call.kind, Kind::Tool(..)) {
        replies::refused_call(era, call.expects, app_id, &text)
    } else {
        replies::error(app_id, INTERNAL_ERROR, &text)
    }
}
