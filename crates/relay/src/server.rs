//! What the server says.

use std::sync::Arc;

use paddock_mcp::Violation;
use paddock_mcp::wire::{
    Id, Incoming, Message, ResponseBody, Telling, cut, decode, decode_item, members,
};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::calls::{Call, Kind};
use crate::memory::List;
use crate::opening::under_id;
use crate::outlet::{Chunk, Outlet};
use crate::params::cancelled;
use crate::relay::Relay;
use crate::replies::{self, INTERNAL_ERROR, INVALID_REQUEST};
use crate::rounds::{NOT_UNDERSTOOD, not_completed};
use crate::rules::{self, Unfit};
use crate::state::{Era, State};
use crate::{Event, Named, Side, Unlike, tools};

/// The longest id in a report, in bytes.
const ID: usize = 128;

/// What becomes of one message of the server.
pub(crate) enum Back {
    /// It goes on as it is.
    Pass,
    /// This goes on in its place.
    Instead(Vec<u8>),
    /// It was for us.
    Drop,
    /// It was for us, and has this answer.
    Answer(Chunk),
    /// The session cannot go on.
    Unlike(Unlike),
}

impl Relay {
    pub(crate) async fn server_said(&self, epoch: u64, outlet: &Arc<Outlet>, line: &[u8]) {
        match decode(line) {
            Ok(Incoming::One(message)) => {
                let back = self.server_message(epoch, message, line);
                match back {
                    Back::Pass => drop(self.app.pass(line).await),
                    back @ (Back::Instead(_) | Back::Drop | Back::Answer(_) | Back::Unlike(_)) => {
                        self.back(outlet, back).await;
                    }
                }
            }
            Ok(Incoming::Batch(items)) => self.server_batch(epoch, outlet, line, &items).await,
            Err(violation) => self.violation(Side::Server, violation),
        }
    }

    fn server_message(&self, epoch: u64, message: Message<'_>, text: &[u8]) -> Back {
        let mut state = self.lock();
        if state.ended || state.link.as_ref().is_none_or(|link| link.epoch != epoch) {
            return Back::Drop;
        }
        state.server_message(self, message, text)
    }

    async fn back(&self, outlet: &Arc<Outlet>, back: Back) {
        match back {
            Back::Instead(line) => drop(self.app.pass(&line).await),
            Back::Answer(chunk) => drop(outlet.send(chunk).await),
            Back::Unlike(unlike) => self.end(unlike),
            Back::Pass | Back::Drop => {}
        }
    }

    /// A batch goes on as it is, unless something in it is for us.
    async fn server_batch(
        &self,
        epoch: u64,
        outlet: &Arc<Outlet>,
        line: &[u8],
        items: &[&RawValue],
    ) {
        let mut kept = Vec::with_capacity(items.len());
        let mut whole = !items.is_empty();
        let mut others = Vec::new();
        for item in items {
            let text = item.get();
            let back = match decode_item(item) {
                Ok(message) => self.server_message(epoch, message, text.as_bytes()),
                Err(violation) => {
                    self.violation(Side::Server, violation);
                    Back::Drop
                }
            };
            if let Back::Pass = back {
                kept.push(text);
            } else {
                whole = false;
                others.push(back);
            }
        }
        if whole {
            let _ = self.app.pass(line).await;
        } else if !kept.is_empty() {
            let _ = self.app.pass(format!("[{}]", kept.join(",")).as_bytes()).await;
        }
        for back in others {
            self.back(outlet, back).await;
        }
    }

    pub(crate) fn server_line_too_long(&self, epoch: u64) {
        let limit = self.options.line_limit;
        self.violation(Side::Server, Violation::LineTooLong { limit });
        let mut state = self.lock();
        if state.link.as_ref().is_none_or(|link| link.epoch != epoch) {
            return;
        }
        if let Some(unlike) = state.fail_only_call(self, limit) {
            drop(state);
            self.end(unlike);
        }
    }

    fn end(&self, unlike: Unlike) {
        let message = match &unlike {
            Unlike::Revision { told, now } => format!(
                "The server was started again and now speaks MCP {now}, but this session began \
                 with {told}. Start a new session."
            ),
            Unlike::Refused(_) => {
                "The server was started again and refused the handshake. Start a new session."
                    .to_owned()
            }
        };
        self.events.send(Event::Unlike(unlike));
        self.close(&message);
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    #[serde(default)]
    is_error: bool,
}

impl Outcome {
    /// What can't be read is no error.
    fn read(result: &RawValue) -> Self {
        let usual = Self::usual(result.get());
        usual.unwrap_or_else(|| serde_json::from_str(result.get()).unwrap_or_default())
    }

    /// `None`: it has to be read with more care.
    fn usual(result: &str) -> Option<Self> {
        let mut said = None;
        for member in members(result) {
            if let ("isError", value) = member?
                && said.replace(value).is_some()
            {
                return None;
            }
        }
        match said {
            None | Some("false") => Some(Self { is_error: false }),
            Some("true") => Some(Self { is_error: true }),
            Some(_) => None,
        }
    }
}

impl State {
    fn server_message(&mut self, relay: &Relay, message: Message<'_>, text: &[u8]) -> Back {
        match message {
            Message::Request { id, method, params } => {
                self.server_request(relay, id.canonical(), &method, params)
            }
            Message::Notification { method, params } => {
                let is_ours = match &*method {
                    "notifications/cancelled" => self.server_cancelled(relay, params),
                    "notifications/elicitation/complete" => self.visited(relay, params),
                    "notifications/subscriptions/acknowledged" => {
                        return self.acknowledged(params);
                    }
                    "roots/list" => true,
                    _ => false,
                };
                if is_ours { Back::Drop } else { Back::Pass }
            }
            Message::Response { id, answer } => {
                self.server_response(relay, &id.canonical(), &answer, text)
            }
        }
    }

    fn server_request(
        &mut self,
        relay: &Relay,
        id: Id,
        method: &str,
        params: Option<&RawValue>,
    ) -> Back {
        if method == "roots/list" {
            if self.app.era == Era::Modern {
                let method = method.to_owned();
                relay.violation(Side::Server, Violation::Request { method });
                return Back::Drop;
            }
            if let Some(link) = &self.link {
                link.outlet.telling(Telling::asked);
            }
            return Back::Answer(Chunk::Roots(id));
        }
        let refusal = if replies::is_own(&id) {
            Some((INVALID_REQUEST, "ids that begin with \"paddock:\" are reserved"))
        } else if self.asked.contains_key(&id) || self.is_asked_in_place(&id) {
            Some((INVALID_REQUEST, "a request with this id is under way"))
        } else if self.asked.len() >= relay.options.in_flight_limit {
            Some((INTERNAL_ERROR, "too many requests wait for an answer"))
        } else {
            None
        };
        if let Some((code, message)) = refusal {
            return Back::Answer(replies::error(&id, code, message).into());
        }
        if self.app.era == Era::Legacy
            && let Some(back) = self.asked_in_place(relay, &id, method, params)
        {
            return back;
        }
        self.asked.insert(id, self.epoch);
        Back::Pass
    }

    /// The app owes no answer any more. One that was on its way would answer nothing. Whether it was
    /// not the app that was asked.
    fn server_cancelled(&mut self, relay: &Relay, params: Option<&RawValue>) -> bool {
        let id = cancelled(params).and_then(Id::parse).map(Id::canonical);
        let Some(id) = id else { return false };
        if self.is_asked_in_place(&id) {
            self.take_back(relay, &id, params);
            return true;
        }
        if self.asked.get(&id) == Some(&self.epoch) {
            self.asked.remove(&id);
        }
        false
    }

    fn server_response(
        &mut self,
        relay: &Relay,
        id: &Id,
        answer: &ResponseBody<'_>,
        text: &[u8],
    ) -> Back {
        let call = self.calls.get_mut(id).is_some_and(|call| call.is_at_server());
        let Some(call) = call.then(|| self.calls.remove(id)).flatten() else {
            let id = cut(id.as_str(), ID).to_owned();
            relay.violation(Side::Server, Violation::UnknownId { id });
            return Back::Drop;
        };
        if self.app.era != Era::Legacy
            && let ResponseBody::Result(_) = answer
        {
            self.ready(relay, self.app.speaks.clone());
        }
        match call {
            Call { kind: Kind::Initialize(asked), told, .. } => {
                self.initialize_answered(relay, *asked, told.as_ref(), answer, text)
            }
            Call { kind: Kind::Discover(asked), told, .. } => {
                self.discover_answered(relay, *asked, told.as_ref(), answer)
            }
            Call { kind: Kind::Replay, .. } => self.replay_answered(relay, answer),
            Call { kind: Kind::Ignored, .. } => Back::Drop,
            Call { kind: Kind::List(list), told, .. } => self.list_answered(
                relay,
                list,
                told.map(|told| told.text().to_owned()),
                answer,
                text,
            ),
            Call { kind: Kind::MoreTools, .. } => self.tools_answered(relay, answer, text),
            Call { kind: Kind::Again(app_id), .. } => match self.calls.remove(&app_id) {
                Some(mut call) => {
                    if let Some(round) = &mut call.round {
                        round.again = None;
                    }
                    let back = self.call_answered(relay, &app_id, call, answer, text);
                    renamed(back, text, &app_id)
                }
                None => Back::Drop,
            },
            Call { kind: Kind::Tool(..) | Kind::Listen { .. } | Kind::Other, .. } => {
                self.call_answered(relay, id, call, answer, text)
            }
        }
    }

    fn list_answered(
        &mut self,
        relay: &Relay,
        list: List,
        told: Option<String>,
        answer: &ResponseBody<'_>,
        text: &[u8],
    ) -> Back {
        let result = match answer {
            ResponseBody::Result(result) => result.get(),
            ResponseBody::Error(_) => {
                return match told {
                    Some(told) => {
                        // One that it does not offer is as empty as the one that was told.
                        if !list.is_empty(&told) {
                            self.tell_changed(relay, list);
                        }
                        Back::Drop
                    }
                    None => Back::Pass,
                };
            }
        };
        self.learn_list(relay, list, result);
        if let Some(told) = told {
            if let (List::Tools, ResponseBody::Result(result)) = (list, answer) {
                hear_tools(relay, result);
            }
            let both_empty = list.is_empty(&told) && list.is_empty(result);
            if told != result && !both_empty {
                self.tell_changed(relay, list);
            }
            return Back::Drop;
        }
        match list {
            List::Tools => self.tools_answered(relay, answer, text),
            List::Prompts | List::Resources | List::Templates => Back::Pass,
        }
    }

    /// A page of tools: those that are off are left out.
    fn tools_answered(&mut self, relay: &Relay, answer: &ResponseBody<'_>, text: &[u8]) -> Back {
        let ResponseBody::Result(result) = answer else { return Back::Pass };
        self.listed_tools = true;
        let is_altered = hear_tools(relay, result);
        if self.rules.is_some() || is_altered {
            Back::Instead(self.filter(text.to_vec()))
        } else {
            Back::Pass
        }
    }

    /// An answer to `tools/list` without the tools that are off or have too long a name.
    pub(crate) fn filter(&self, message: Vec<u8>) -> Vec<u8> {
        #[derive(Deserialize)]
        struct Response<'a> {
            #[serde(borrow)]
            id: &'a RawValue,
            #[serde(borrow)]
            result: &'a RawValue,
        }
        let Ok(response) = serde_json::from_slice::<Response<'_>>(&message) else { return message };
        let text = match rules::listed(&message, response.result, self.rules.as_ref()) {
            Ok(None) => return message,
            Ok(Some(filtered)) => return filtered,
            Err(Unfit::Ambiguous) if self.rules.is_none() => return message,
            Err(Unfit::Ambiguous) => "the server's list of tools is ambiguous",
            Err(Unfit::TooMany) => "the server lists too many tools at once",
        };
        match Id::parse(response.id) {
            Some(id) => replies::error(&id, INTERNAL_ERROR, text),
            None => message,
        }
    }

    /// A call that is no handshake and no list has its answer, which may ask for something first.
    fn call_answered(
        &mut self,
        relay: &Relay,
        app_id: &Id,
        call: Call,
        answer: &ResponseBody<'_>,
        text: &[u8],
    ) -> Back {
        if let (ResponseBody::Result(result), Some(_)) = (answer, &call.round)
            && let Some(required) = crate::required::required(result)
        {
            return match required {
                Ok(required) => self.input_required(app_id, call, result, required, text, relay),
                Err(reason) => {
                    relay.violation(Side::Server, reason);
                    Back::Instead(not_completed(relay, app_id, &call, NOT_UNDERSTOOD))
                }
            };
        }
        if let Kind::Tool(name, named) = &call.kind {
            let ok = match answer {
                ResponseBody::Result(result) => !Outcome::read(result).is_error,
                ResponseBody::Error(_) => false,
            };
            let (tool, named) = (name.to_string(), Named::clone(named));
            relay.events.send(Event::Called { tool, named, ok });
        }
        if let ResponseBody::Error(error) = answer
            && let Some(back) = self.needs_visits(relay, app_id, &call, error)
        {
            return back;
        }
        Back::Pass
    }

    /// A line that was too long to read was the answer to the only call, if there is only one.
    fn fail_only_call(&mut self, relay: &Relay, limit: usize) -> Option<Unlike> {
        let id = self.calls.only()?;
        let call = self.calls.remove(&id)?;
        let (id, call) = match call.kind {
            Kind::Again(app_id) => {
                let call = self.calls.remove(&app_id)?;
                (app_id, call)
            }
            Kind::Replay => {
                return Some(Unlike::Refused(format!("answer is longer than {limit} bytes")));
            }
            Kind::Initialize(_) if call.told.is_some() => {
                return Some(Unlike::Refused(format!("answer is longer than {limit} bytes")));
            }
            Kind::Initialize(_) => {
                self.initialize_failed();
                (id, call)
            }
            Kind::Discover(_)
            | Kind::List(_)
            | Kind::MoreTools
            | Kind::Tool(..)
            | Kind::Listen { .. }
            | Kind::Other
            | Kind::Ignored => (id, call),
        };
        call.report_failure(relay);
        if call.is_owed() {
            let message = format!("answer is longer than {limit} bytes");
            relay.app.push(replies::error(&id, INTERNAL_ERROR, &message).into());
        }
        None
    }
}

/// Tells the host of the tools on a page. Whether it is not what the app is given.
fn hear_tools(relay: &Relay, result: &RawValue) -> bool {
    let tools::Listed { tools, has_longer, is_too_long } = tools::read(result);
    if !is_too_long {
        relay.events.send(Event::Tools(tools));
    }
    let reason = match (has_longer, is_too_long) {
        (_, true) => format!("there are more than {}", tools::MOST),
        (true, false) => format!("a name is longer than {} bytes", tools::LONGEST_NAME),
        (false, false) => return false,
    };
    relay.violation(Side::Server, Violation::Item { method: "tools/list", reason });
    true
}

/// What goes to the app under its own id for the call.
fn renamed(back: Back, text: &[u8], app_id: &Id) -> Back {
    match back {
        Back::Pass => under_id(text, app_id).map_or(Back::Drop, Back::Instead),
        Back::Instead(line) => under_id(&line, app_id).map_or(Back::Drop, Back::Instead),
        Back::Drop | Back::Answer(_) | Back::Unlike(_) => back,
    }
}
