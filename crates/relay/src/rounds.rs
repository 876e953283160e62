//! Modern calls, and what their answers ask for: roots are given by us, all else by the app.

use std::borrow::Cow;

use paddock_mcp::wire::{Id, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Side;
use crate::app::Step;
use crate::calls::{Call, Kind, Round};
use crate::gathering::Answers;
use crate::held::Mark;
use crate::memory;
use crate::outlet::Chunk;
use crate::params::{Params, declares, kind};
use crate::parked::{self, Permit};
use crate::relay::Relay;
use crate::replies::{self, INTERNAL_ERROR, INVALID_PARAMS};
use crate::required::{Required, bad_text};
use crate::server::Back;
use crate::splice::{Members, ObjectText, Splice};
use crate::stand_in::{Declared, Ours, told};
use crate::state::{Era, State};
use crate::statement;

/// How often a call is made again.
const ROUNDS: usize = 32;

/// How many calls may wait for the app to make them again.
const MIXED: usize = 32;

/// Under this name the app is asked for its folders.
pub(crate) const STATEMENT: &str = "paddock:roots";

pub(crate) const NOT_UNDERSTOOD: &str = "the server's request for input is not understood";
pub(crate) const NOT_MADE_AGAIN: &str = "the call could not be made again";

/// The app makes the call again with what it was asked for; roots are added then.
#[derive(Debug)]
pub(crate) struct Mixed {
    /// `requestState` as the app has it, as JSON text.
    token: String,
    /// `requestState` as the server gave it.
    state: Option<String>,
    /// The names under which it asked for roots.
    keys: Vec<String>,
    /// What the person gave in the app's place.
    ours: Answers,
    /// What a person allowed, which the call made again may do as well.
    permit: Option<Permit>,
}

#[derive(Deserialize)]
pub(crate) struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    pub(crate) revision: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "io.modelcontextprotocol/clientCapabilities")]
    pub(crate) capabilities: Option<&'a RawValue>,
    #[serde(borrow, rename = "io.modelcontextprotocol/clientInfo")]
    client: Option<&'a RawValue>,
}

/// Whether these are the parameters of a modern request, and not of the legacy `initialize`.
pub(crate) fn is_modern(params: Option<&RawValue>) -> bool {
    let Some(Ok(members)) = params.map(Members::read) else { return false };
    let legacy = ["protocolVersion", "capabilities"].iter().any(|name| members.get(name).is_some());
    let meta = members.get("_meta").map(|meta| serde_json::from_str::<Meta<'_>>(meta.get()));
    !legacy && matches!(meta, Some(Ok(Meta { revision: Some(_), .. })))
}

impl State {
    /// A request that says in `_meta` who asks.
    pub(crate) fn modern_request(
        &mut self,
        relay: &Relay,
        id: &Id,
        method: &str,
        params: &Params<'_>,
        meta: &RawValue,
        (line, permit): (&[u8], Option<Permit>),
    ) -> Step {
        let refused = |reason: &str| Step::Reply(replies::error(id, INVALID_PARAMS, reason));
        let Ok(meta) = serde_json::from_str::<Meta<'_>>(meta.get()) else {
            return refused("_meta is not understood, or names something twice");
        };
        let Some(revision) = meta.revision else {
            self.call(relay, id, Call::new(kind(relay, method, params)));
            return Step::Pass(Mark::call(id));
        };
        self.app.era = Era::Modern;
        self.app.introduce(relay, meta.client, &revision);
        let mut line = Cow::Borrowed(line);
        let mut capabilities_told = String::new();
        let mut ours = Ours::default();
        let mut declared = false;
        if let Some(capabilities) = meta.capabilities {
            let Ok(members) = Members::read(capabilities) else {
                return refused("capabilities are no object, or name something twice");
            };
            declared = declares(&members, "roots");
            let has_roots = members.get("roots").is_some_and(|roots| roots.get().starts_with('{'));
            let roots = (!has_roots).then_some("{}");
            match told(capabilities, roots, self.stand_in.on, &revision) {
                Ok(Declared { text, ours: are }) => (capabilities_told, ours) = (text, are),
                Err(_) => return refused("capabilities are not understood"),
            }
            if capabilities_told != capabilities.get() {
                let mut splice = Splice::new(&line);
                splice.replace(capabilities.get(), capabilities_told.as_str());
                line = splice.apply().into();
            }
        }
        self.stand_in.ours = ours;
        if method == "server/discover" {
            let (revision, capabilities) = (revision.into_owned(), capabilities_told);
            let asked = memory::OpenedAs { discover: true, revision, capabilities };
            self.app.asked = Some(asked.clone());
            self.call(relay, id, Call::repeatable(Kind::Discover(Box::new(asked)), &line));
            return passed(line, id);
        }
        if !matches!(method, "tools/call" | "prompts/get" | "resources/read") {
            self.call(relay, id, Call::repeatable(kind(relay, method, params), &line));
            return passed(line, id);
        }
        self.input_call(relay, id, method, params, line, (declared, ours, permit))
    }

    /// A call whose answer may ask for something.
    fn input_call(
        &mut self,
        relay: &Relay,
        id: &Id,
        method: &str,
        params: &Params<'_>,
        line: Cow<'_, [u8]>,
        (declares_roots, ours, permit): (bool, Ours, Option<Permit>),
    ) -> Step {
        if params.is_fresh() && !std::mem::replace(&mut self.statement.begun, true) {
            self.app.declares_roots = declares_roots;
            if declares_roots {
                return self.ask_in_call(relay, id);
            }
            relay.events.send(crate::Event::Stated(None));
        }
        let given = params.input_responses.and_then(|given| Members::read(given).ok());
        let mixed = params.request_state.and_then(|state| {
            let at = self.mixed.iter().position(|mixed| mixed.token == state.get())?;
            self.mixed.remove(at)
        });
        let text = if let Some(statement) = params.statement() {
            self.settle(relay, statement::folders(statement));
            remade(&line, None, &Inputs::default())
        } else if let Some(mixed) = &mixed {
            let (roots, state) = (mixed.keys.as_slice(), mixed.state.as_deref());
            let inputs = Inputs { given, ours: &mixed.ours, roots, state };
            remade(&line, None, &inputs)
        } else if params.request_state.is_some_and(|state| is_ours(state.get())) {
            let message = "this call took too long; make it again from the beginning";
            return Step::Reply(replies::error(id, INTERNAL_ERROR, message));
        } else {
            None
        };
        let line_kept = line.to_vec();
        let round = Round { line: line_kept, again: None, count: 0, ours, permit, gathers: false };
        let call = Call { round: Some(Box::new(round)), ..Call::new(kind(relay, method, params)) };
        self.call(relay, id, call);
        match text {
            Some(text) => Step::Instead(Chunk::Text(text), Mark::call(id)),
            None => passed(line, id),
        }
    }

    /// The same, for a call that then waits for a person: it is to wait once.
    pub(crate) fn ask_where_first(
        &mut self,
        relay: &Relay,
        id: &Id,
        params: &Params<'_>,
    ) -> Option<Step> {
        if self.statement.begun || !params.is_fresh() {
            return None;
        }
        let meta = self.meta(params)?;
        let revision = meta.revision?;
        let capabilities = Members::read(meta.capabilities?).ok()?;
        if !declares(&capabilities, "roots") {
            return None;
        }
        self.app.era = Era::Modern;
        self.app.introduce(relay, meta.client, &revision);
        self.app.declares_roots = true;
        self.statement.begun = true;
        Some(self.ask_in_call(relay, id))
    }

    /// What a person allowed of a call that is made again because its answer asked for something, if
    /// it is still the same.
    pub(crate) fn permitted(&self, params: &Params<'_>, raw: &RawValue) -> Option<Permit> {
        let token = params.request_state?.get();
        self.meta(params)?;
        let permit = self.mixed.iter().find(|mixed| mixed.token == token)?.permit?;
        (params.statement().is_none() && parked::permit(raw) == Some(permit)).then_some(permit)
    }

    /// A call that says where the app works, as it is without that: what waits for a person is what
    /// the server is given.
    pub(crate) fn without_statement(
        &mut self,
        relay: &Relay,
        params: &Params<'_>,
        line: &[u8],
    ) -> Option<Vec<u8>> {
        self.meta(params)?;
        let statement = params.statement()?;
        let Text { bytes, .. } = remade(line, None, &Inputs::default())?;
        self.settle(relay, statement::folders(statement));
        Some(bytes)
    }

    /// What a request of the modern era says of its app.
    fn meta<'a>(&self, params: &Params<'a>) -> Option<Meta<'a>> {
        let meta = params.meta.filter(|_| self.app.era != Era::Legacy)?;
        let meta: Meta<'_> = serde_json::from_str(meta.get()).ok()?;
        meta.revision.is_some().then_some(meta)
    }

    /// Answers the first call with a question of ours: which folders the app works in.
    fn ask_in_call(&mut self, relay: &Relay, id: &Id) -> Step {
        let question = self.own_id();
        self.wait_for_statement(relay, question);
        let mut requests = ObjectText::new();
        requests.member(STATEMENT, r#"{"method":"roots/list"}"#);
        let requests = String::from_utf8_lossy(&requests.end()).into_owned();
        let result = format!(r#"{{"resultType":"input_required","inputRequests":{requests}}}"#);
        Step::Reply(replies::result(id, &result))
    }

    /// An answer asks for something.
    pub(crate) fn input_required(
        &mut self,
        app_id: &Id,
        call: Call,
        result: &RawValue,
        required: Required<'_>,
        line: &[u8],
        relay: &Relay,
    ) -> Back {
        let ours = call.round.as_ref().map_or_else(Ours::default, |round| round.ours);
        let in_place = match required.in_place(ours) {
            Ok(in_place) => in_place,
            Err(reason) => {
                relay.violation(Side::Server, reason);
                return Back::Instead(not_completed(relay, app_id, &call, NOT_UNDERSTOOD));
            }
        };
        let permit = call.round.as_ref().and_then(|round| round.permit);
        // What a person allowed goes on with a token of ours, or they would be asked again.
        let is_for_app = !required.others.is_empty() || required.roots.is_empty();
        if in_place.is_empty() && required.roots.is_empty() && permit.is_none() {
            return Back::Pass;
        }
        if in_place.is_empty() && is_for_app {
            let rest = self.mixed(result, required, Vec::new(), permit, relay.options.line_limit);
            let Some(rest) = rest else {
                return Back::Instead(ambiguous(relay, app_id, &call));
            };
            let mut splice = Splice::new(line);
            splice.replace(result.get(), rest);
            return Back::Instead(splice.apply());
        }
        let mut call = call;
        let Some(round) = &mut call.round else { return Back::Pass };
        round.count += 1;
        if round.count > ROUNDS {
            let message = "the server asked for the same again and again";
            return Back::Instead(not_completed(relay, app_id, &call, message));
        }
        if !in_place.is_empty() {
            return self.gather(relay, app_id, call, in_place, result);
        }
        let id = self.own_id();
        let state = required.state.map(RawValue::get);
        let inputs = Inputs { roots: &required.roots, state, ..Inputs::default() };
        let Some(text) = remade(&round.line, Some(&id), &inputs) else {
            return Back::Instead(not_completed(relay, app_id, &call, NOT_MADE_AGAIN));
        };
        round.again = Some(id.clone());
        self.calls.insert(app_id.clone(), call);
        self.calls.insert(id, Call::ours(Kind::Again(app_id.clone())));
        Back::Answer(Chunk::Text(text))
    }

    /// What the app is given of a result: all but the roots that are asked for, which are added when
    /// it makes the call again, as is `ours`. `None` for a result that names something twice.
    pub(crate) fn mixed(
        &mut self,
        result: &RawValue,
        required: Required<'_>,
        ours: Answers,
        permit: Option<Permit>,
        limit: usize,
    ) -> Option<Vec<u8>> {
        let members = Members::read(result).ok()?;
        let token = self.own_id().as_str().to_owned();
        let mut requests = ObjectText::new();
        for (key, request) in &required.others {
            requests.member(key, request.get());
        }
        let requests = requests.end();
        let mut rewritten = ObjectText::new();
        for (name, value) in members.iter() {
            match name {
                "inputRequests" => {
                    rewritten.name(name);
                    rewritten.bytes.extend_from_slice(&requests);
                }
                "requestState" => {}
                name => rewritten.member(name, value.get()),
            }
        }
        rewritten.member("requestState", &token);
        let state = required.state.map(|state| state.get().to_owned());
        self.mixed.push_back(Mixed { token, state, keys: required.roots, ours, permit });
        let size = |mixed: &Mixed| {
            let ours = mixed.ours.iter().map(|(_, answer)| answer.len()).sum::<usize>();
            let keys = mixed.keys.iter().map(String::len).sum::<usize>();
            mixed.state.as_ref().map_or(0, String::len) + keys + ours
        };
        while self.mixed.len() > MIXED
            || self.mixed.len() > 1 && self.mixed.iter().map(size).sum::<usize>() > limit
        {
            self.mixed.pop_front();
        }
        Some(rewritten.end())
    }
}

/// The answer to a call whose result names something twice.
pub(crate) fn ambiguous(relay: &Relay, app_id: &Id, call: &Call) -> Vec<u8> {
    relay.violation(Side::Server, bad_text("two members have one name"));
    not_completed(relay, app_id, call, NOT_UNDERSTOOD)
}

/// The answer to a call that its server has begun, and that ends here.
pub(crate) fn not_completed(relay: &Relay, app_id: &Id, call: &Call, why: &str) -> Vec<u8> {
    call.report_failure(relay);
    replies::error(app_id, INTERNAL_ERROR, why)
}

fn passed(line: Cow<'_, [u8]>, id: &Id) -> Step {
    match line {
        Cow::Borrowed(_) => Step::Pass(Mark::call(id)),
        Cow::Owned(line) => Step::Instead(line.into(), Mark::call(id)),
    }
}

fn is_ours(state: &str) -> bool {
    RawValue::from_string(state.to_owned())
        .ok()
        .and_then(|raw| Id::parse(&raw))
        .is_some_and(|id| replies::is_own(&id.canonical()))
}

/// What a call is made again with, in place of what it has of the kind.
#[derive(Default)]
pub(crate) struct Inputs<'a> {
    /// By the app.
    pub(crate) given: Option<Members<'a>>,
    /// By the person, in the app's place.
    pub(crate) ours: &'a [(String, String)],
    /// The names under which roots are given.
    pub(crate) roots: &'a [String],
    pub(crate) state: Option<&'a str>,
}

/// The app's call with other inputs, and under another id if one is named.
pub(crate) fn remade(line: &[u8], id: Option<&Id>, inputs: &Inputs<'_>) -> Option<Text> {
    #[derive(Deserialize)]
    struct Head<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
        #[serde(borrow)]
        params: &'a RawValue,
    }
    let head: Head<'_> = serde_json::from_slice(line).ok()?;
    let members = Members::read(head.params).ok()?;
    let mut params = ObjectText::new();
    for (name, value) in members.iter() {
        if !matches!(name, "inputResponses" | "requestState") {
            params.member(name, value.get());
        }
    }
    let mut roots_at = Vec::new();
    if inputs.given.is_some() || !inputs.roots.is_empty() || !inputs.ours.is_empty() {
        params.name("inputResponses");
        let before = params.bytes.len();
        let mut responses = ObjectText::new();
        for (key, value) in inputs.given.iter().flat_map(Members::iter) {
            // Where the server asks for roots or for what is ours, only we answer.
            let is_ours = inputs.ours.iter().any(|(ours, _)| ours == key);
            if !is_ours && !inputs.roots.iter().any(|root| root == key) {
                responses.member(key, value.get());
            }
        }
        for (key, answer) in inputs.ours {
            responses.member(key, answer);
        }
        for key in inputs.roots {
            responses.name(key);
            roots_at.push(before + responses.bytes.len());
        }
        params.bytes.extend_from_slice(&responses.end());
    }
    if let Some(state) = inputs.state {
        params.member("requestState", state);
    }
    let mut splice = Splice::new(line);
    let mut start = splice.range(head.params.get())?.start;
    if let Some(id) = id {
        if splice.range(head.id.get())?.start < start {
            start = start + id.as_str().len() - head.id.get().len();
        }
        splice.replace(head.id.get(), id.as_str());
    }
    for at in &mut roots_at {
        *at += start;
    }
    splice.replace(head.params.get(), params.end());
    Some(Text { bytes: splice.apply(), roots_at })
}
