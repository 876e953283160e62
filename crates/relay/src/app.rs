//! What the app says.

use paddock_mcp::Violation;
use paddock_mcp::wire::{Id, Incoming, Message, ResponseBody, cut, decode, decode_item};
use serde_json::value::RawValue;

use crate::calls::{Call, Kind};
use crate::held::Mark;
use crate::memory::List;
use crate::outlet::Chunk;
use crate::params::{
    Params, cancelled, expects, is_plain, kind, matters, params_of, raw_params_of, text,
};
use crate::parked::{self, Permit};
use crate::relay::{Passing, Relay};
use crate::replies::{self, Expects, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST};
use crate::rounds;
use crate::state::{Era, Gone, State};
use crate::tools::LONGEST_NAME as NAME;
use crate::{Rule, Side};

/// What becomes of one message of the app.
pub(crate) enum Step {
    /// It goes on as it is.
    Pass(Mark),
    /// This goes on in its place.
    Instead(Chunk, Mark),
    /// It ends here, with this answer.
    Reply(Vec<u8>),
    /// It was for us.
    Done,
}

impl Relay {
    pub(crate) async fn app_said(&self, line: &[u8]) {
        match decode(line) {
            Ok(Incoming::One(message)) => {
                let step = self.lock().app_message(self, message, line);
                self.step(step, line).await;
            }
            Ok(Incoming::Batch(items)) => self.app_batch(line, &items).await,
            Err(violation) => self.refuse_app(violation).await,
        }
        self.answer_in_place().await;
        self.lock().refuse_the_rest(self);
    }

    pub(crate) async fn step(&self, step: Step, line: &[u8]) {
        match step {
            Step::Pass(mark) => self.to_server(Passing::Line(line), mark).await,
            Step::Instead(chunk, mark) => self.to_server(Passing::Chunk(chunk), mark).await,
            // An app that is gone needs no answer.
            Step::Reply(reply) => drop(self.app.send(reply.into()).await),
            Step::Done => {}
        }
    }

    /// A batch goes on as it is, unless one of its messages may not.
    async fn app_batch(&self, line: &[u8], items: &[&RawValue]) {
        let mut kept = Vec::with_capacity(items.len());
        let mut whole = !items.is_empty();
        let mut marks = Mark::default();
        let mut others = Vec::new();
        for item in items {
            let text = item.get();
            let step = match decode_item(item) {
                Ok(Message::Request { id, method, .. }) if method == "initialize" => {
                    let message = "initialize must not be part of a batch";
                    Step::Reply(replies::error(&id.canonical(), INVALID_REQUEST, message))
                }
                Ok(message) => self.lock().app_message(self, message, text.as_bytes()),
                Err(violation) => {
                    whole = false;
                    self.refuse_app(violation).await;
                    continue;
                }
            };
            match step {
                Step::Pass(mark) => {
                    marks.join(mark);
                    kept.push(text);
                }
                other @ (Step::Instead(..) | Step::Reply(_) | Step::Done) => {
                    whole = false;
                    others.push(other);
                }
            }
        }
        if whole {
            self.to_server(Passing::Line(line), marks).await;
        } else if !kept.is_empty() {
            let batch = format!("[{}]", kept.join(","));
            self.to_server(Passing::Line(batch.as_bytes()), marks).await;
        }
        for step in others {
            self.step(step, &[]).await;
        }
    }

    async fn refuse_app(&self, violation: Violation) {
        let reply = replies::error_without_id(&violation.to_string());
        self.violation(Side::App, violation);
        let _ = self.app.send(reply.into()).await;
    }
}

impl State {
    fn app_message(&mut self, relay: &Relay, message: Message<'_>, line: &[u8]) -> Step {
        match message {
            Message::Request { id, method, params } => {
                self.app_request(relay, &id.canonical(), &method, params, line)
            }
            Message::Notification { method, params } => {
                self.app_notification(relay, &method, params, line)
            }
            Message::Response { id, answer } => self.app_response(relay, &id.canonical(), &answer),
        }
    }

    fn app_request(
        &mut self,
        relay: &Relay,
        id: &Id,
        method: &str,
        params: Option<&RawValue>,
        line: &[u8],
    ) -> Step {
        let limit = relay.options.in_flight_limit;
        let refusal = if replies::is_own(id) {
            Some((INVALID_REQUEST, "ids that begin with \"paddock:\" are reserved"))
        } else if self.calls.has(id) || self.parked.has(id) || self.visits.has(id) {
            Some((INVALID_REQUEST, "a call with this id is under way"))
        } else if self.calls.len() >= limit || self.calls.saved() > 2 * relay.options.line_limit {
            Some((INTERNAL_ERROR, "too many calls are under way"))
        } else {
            None
        };
        if let Some((code, message)) = refusal {
            return Step::Reply(replies::error(id, code, message));
        }
        self.request(relay, id, method, params, line, false)
    }

    /// A request under an id of its own. `decided`: that a tool may be called.
    pub(crate) fn request(
        &mut self,
        relay: &Relay,
        id: &Id,
        method: &str,
        params: Option<&RawValue>,
        line: &[u8],
        decided: bool,
    ) -> Step {
        // What is remembered, or a greeting of ours, may answer the opening and lists; see `refuse_the_rest`.
        let opens = matches!(method, "initialize" | "server/discover" | "subscriptions/listen")
            || List::of(method).is_some();
        if let Some(Gone { why, .. }) = self.gone.clone().filter(|_| !opens) {
            let call = match method {
                "tools/call" => Call::of_a_tool(params.map_or(Expects::Result, expects)),
                _ => Call::new(Kind::Other),
            };
            self.unserved(relay, &call);
            return Step::Reply(call.unanswered(self.app.era, id, &why));
        }
        // What is no opening of the old era is for a server of the new one to refuse.
        if method == "initialize" && !(self.app.era != Era::Legacy && rounds::is_modern(params)) {
            return self.initialize(relay, id, params, line);
        }
        let legacy = self.app.era == Era::Legacy;
        let known = matters(method) || !legacy;
        let raw = params;
        let params = match params.filter(|params| known && params.get().starts_with('{')) {
            Some(params) => Params::read(params),
            None => Ok(Params::default()),
        };
        let Ok(params) = params else {
            let message = "params name something twice";
            return Step::Reply(replies::error(id, INVALID_PARAMS, message));
        };
        let mut permit = None;
        if method == "tools/call" {
            permit = match raw.filter(|_| decided) {
                Some(raw) => parked::permit(raw),
                None => match self.ruled(relay, id, raw, &params, line) {
                    Ok(permit) => permit,
                    Err(step) => return step,
                },
            };
        }
        if let Some(meta) = params.meta.filter(|_| !legacy) {
            return self.modern_request(relay, id, method, &params, meta, (line, permit));
        }
        self.remember_subscription(method, &params, line);
        let kind = kind(relay, method, &params);
        let expects = params.expects();
        self.call(relay, id, Call { expects, ..Call::repeatable(kind, line) });
        Step::Pass(Mark::call(id))
    }

    /// A call of the app begins.
    pub(crate) fn call(&mut self, relay: &Relay, id: &Id, call: Call) {
        let rememberable = call.is_rememberable();
        self.calls.insert(id.clone(), call);
        if rememberable {
            self.be_patient(relay);
        }
    }

    /// What becomes of a call of a tool by its rule, if it does not go on; with what a person
    /// allowed, where it goes on with that.
    fn ruled(
        &mut self,
        relay: &Relay,
        id: &Id,
        raw: Option<&RawValue>,
        params: &Params<'_>,
        line: &[u8],
    ) -> Result<Option<Permit>, Step> {
        let refused = |message| Err(Step::Reply(replies::error(id, INVALID_PARAMS, message)));
        let name = params.name.map(text);
        if let Some(Err(_)) = name {
            return refused("name of the tool is no string");
        }
        if name.as_ref().is_some_and(|name| name.as_ref().is_ok_and(|it| it.len() > NAME)) {
            return refused("the name of the tool is too long");
        }
        let Some(rules) = self.rules.as_ref() else { return Ok(None) };
        let Some(raw) = raw.filter(|raw| is_plain(raw)) else {
            return refused("the call is ambiguous: a server might read it in another way");
        };
        let Some(Ok(name)) = name else { return refused("the tool has no name") };
        match rules.rule(&name) {
            Rule::Allowed => Ok(None),
            Rule::Ask => {
                if let Some(permit) = self.permitted(params, raw) {
                    return Ok(Some(permit));
                }
                if let Some(question) = self.ask_where_first(relay, id, params) {
                    return Err(question);
                }
                let (name, rest) = (name.into_owned(), self.without_statement(relay, params, line));
                let rest = rest.as_deref().and_then(|it| Some((raw_params_of(it)?, it)));
                let (raw, line) = rest.unwrap_or((raw, line));
                Err(self.park(relay, id, name, raw, line))
            }
            Rule::Off => {
                let name = cut(&name, NAME);
                let text = format!(
                    "The tool {name} is switched off in Paddock by the person who uses it. \
                     It was not called."
                );
                let era = self.app.era;
                Err(Step::Reply(replies::refused_call(era, params.expects(), id, &text)))
            }
        }
    }

    fn remember_subscription(&mut self, method: &str, params: &Params<'_>, line: &[u8]) {
        let address = || serde_json::from_str::<String>(params.uri?.get()).ok();
        match method {
            "resources/subscribe" => {
                if let (Some(address), Some(params)) = (address(), params_of(line)) {
                    self.app.subscribe(address, params.to_owned());
                }
            }
            "resources/unsubscribe" => {
                if let Some(address) = address() {
                    self.app.unsubscribe(&address);
                }
            }
            "logging/setLevel" => {
                self.app.log_level =
                    params_of(line).filter(|params| params.len() <= 4096).map(ToOwned::to_owned);
            }
            _ => {}
        }
    }

    fn app_notification(
        &mut self,
        relay: &Relay,
        method: &str,
        params: Option<&RawValue>,
        line: &[u8],
    ) -> Step {
        match method {
            "notifications/initialized" => {
                self.ask_for_statement(relay);
                // The next process is told so when it is given the handshake.
                self.app.initialized |= self.gone.is_some();
                Step::Pass(Mark { initialized: true, ..Mark::default() })
            }
            // What a server is told of is our list, not the app's.
            "notifications/roots/list_changed" => {
                self.statement_changed(relay);
                Step::Done
            }
            "notifications/cancelled" => self.app_cancelled(relay, params, line),
            // A careless server might act on a request without an id, and nobody looked at it.
            "initialize" | "tools/call" => {
                let (reason, excerpt) = ("a request needs an id".to_owned(), method.to_owned());
                relay.violation(Side::App, Violation::Envelope { reason, excerpt });
                Step::Done
            }
            _ => Step::Pass(Mark::default()),
        }
    }

    fn app_cancelled(&mut self, relay: &Relay, params: Option<&RawValue>, line: &[u8]) -> Step {
        let request = cancelled(params);
        let id = request.and_then(Id::parse).map(Id::canonical);
        let (Some(request), Some(id)) = (request, id) else {
            return Step::Pass(Mark::default());
        };
        if replies::is_own(&id) {
            return Step::Done;
        }
        if let Some(call) = self.parked.remove(&id) {
            relay.events.send(crate::Event::TakenBack(call));
            return Step::Done;
        }
        if self.call_taken_back(relay, &id) {
            return Step::Done;
        }
        if self.withdraw(&id) {
            return Step::Done;
        }
        let again = self.calls.get_mut(&id).and_then(|call| call.round.as_ref()?.again.clone());
        self.calls.cancel(id);
        match again {
            None => Step::Pass(Mark::default()),
            // The server knows the call by another id.
            Some(again) => {
                let mut splice = crate::splice::Splice::new(line);
                splice.replace(request.get(), again.as_str());
                Step::Instead(splice.apply().into(), Mark::default())
            }
        }
    }

    /// Takes back a call that no server was given; or one that was answered in the place of a server,
    /// which is still to say the same.
    fn withdraw(&mut self, id: &Id) -> bool {
        let Some(call) = self.calls.get_mut(id) else { return false };
        if call.told.is_some() {
            return true;
        }
        if call.sent || matches!(call.kind, Kind::Initialize(_)) {
            return false;
        }
        self.calls.remove(id);
        self.held.withdraw(id);
        true
    }

    fn app_response(&mut self, relay: &Relay, id: &Id, answer: &ResponseBody<'_>) -> Step {
        if replies::is_own(id) {
            self.stated(relay, id, answer);
            return Step::Done;
        }
        // What an earlier process asked is no answer to what this one asks under the same id.
        match self.asked.remove(id) {
            Some(epoch) if epoch == self.epoch => {
                Step::Pass(Mark { answer: true, ..Mark::default() })
            }
            Some(_) => Step::Done,
            None => {
                let id = cut(id.as_str(), NAME).to_owned();
                relay.violation(Side::App, Violation::UnknownId { id });
                Step::Done
            }
        }
    }
}
