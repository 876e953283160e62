//! What the server asks of the client while a call waits: in requests of its own, or, in the
//! modern era, in its answer to the call.

use std::collections::{HashMap, VecDeque};
use std::io;

use serde_json::{Map, Value, json};

use crate::era::{Era, declared};
use crate::reply::{
    self, INVALID_PARAMS, INVALID_REQUEST, MISSING_CAPABILITY, Outcome, text_result,
};
use crate::server::{Request, Server};

/// What is asked together, by keys, each with `method` and `params`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    pub(crate) inputs: Map<String, Value>,
    /// `requestState` in the modern era.
    pub(crate) state: Option<String>,
}

/// What becomes of the answers.
#[derive(Clone, Debug)]
pub(crate) enum Then {
    /// The list of roots is the text.
    Roots,
    /// All answers by key, as JSON, are the text.
    Tool,
    Prompt,
    Resource(String),
    /// They complete a task.
    Task(String),
}

#[derive(Debug, Default)]
pub(crate) struct Asks {
    last_id: u64,
    /// Requests that were sent, by id.
    open: HashMap<u64, Open>,
    /// Calls that wait, by the text of their id; in the modern era by what was called.
    scripts: HashMap<String, Script>,
}

#[derive(Debug)]
struct Open {
    script: Option<String>,
    key: String,
}

#[derive(Debug)]
struct Script {
    call: Value,
    rounds: VecDeque<Round>,
    answers: Map<String, Value>,
    missing: usize,
    then: Then,
}

impl Asks {
    /// The call is no longer waited for.
    pub(crate) fn forget_call(&mut self, id: &Value) {
        self.scripts.retain(|_, script| script.call != *id);
    }
}

impl Server {
    /// Asks round after round, then answers the request.
    pub(crate) fn ask(
        &mut self,
        request: &Request<'_>,
        rounds: Vec<Round>,
        then: Then,
    ) -> io::Result<Outcome> {
        let script = Script {
            call: request.id.clone(),
            rounds: rounds.into(),
            answers: Map::new(),
            missing: 0,
            then,
        };
        match request.era {
            Era::Legacy => {
                let name = request.id.to_string();
                self.asks.scripts.insert(name.clone(), script);
                self.ask_next_round(&name)?;
                Ok(Outcome::Later)
            }
            Era::Modern => Ok(self.ask_in_answer(request, script)),
        }
    }

    pub(crate) fn ask_for_roots(&mut self) -> io::Result<()> {
        self.send_ask(None, "roots", "roots/list", None)
    }

    /// Takes back everything that is asked, in the legacy era.
    pub(crate) fn cancel_asks(&mut self, reason: Option<&str>) -> io::Result<()> {
        let of_calls = self.asks.open.extract_if(|_, open| open.script.is_some());
        for (id, _) in of_calls.collect::<Vec<_>>() {
            let mut params = json!({ "requestId": id });
            if let Some(reason) = reason {
                params["reason"] = reason.into();
            }
            self.notify("notifications/cancelled", &params)?;
        }
        for (_, script) in self.asks.scripts.drain().collect::<Vec<_>>() {
            self.answer(&script.call, Era::Legacy, Outcome::text("taken back"))?;
        }
        Ok(())
    }

    /// The client answered something that was asked, in the legacy era.
    pub(crate) fn answered(&mut self, message: &Value) -> io::Result<()> {
        let answer = match message.get("error") {
            Some(error) => json!({ "error": error }),
            None => message["result"].clone(),
        };
        let Some(open) = message["id"].as_u64().and_then(|id| self.asks.open.remove(&id)) else {
            return Ok(());
        };
        if open.key == "roots" {
            self.roots = answer.get("error").unwrap_or(&answer["roots"]).clone();
        }
        let Some(name) = open.script else { return Ok(()) };
        let Some(script) = self.asks.scripts.get_mut(&name) else { return Ok(()) };
        script.answers.insert(open.key, answer);
        script.missing -= 1;
        if script.missing == 0 { self.ask_next_round(&name) } else { Ok(()) }
    }

    fn ask_next_round(&mut self, name: &str) -> io::Result<()> {
        while let Some(script) = self.asks.scripts.get_mut(name) {
            let Some(round) = script.rounds.pop_front() else { break };
            script.missing = round.inputs.len();
            for (key, input) in &round.inputs {
                let method = input["method"].as_str().unwrap_or_default();
                self.send_ask(Some(name), key, method, input.get("params"))?;
            }
            if !round.inputs.is_empty() {
                return Ok(());
            }
        }
        let Some(script) = self.asks.scripts.remove(name) else { return Ok(()) };
        let reply = self.concluded(&script.then, &script.answers);
        self.answer(&script.call, Era::Legacy, reply)?;
        if let Then::Task(task) = &script.then { self.answer_waiting(task) } else { Ok(()) }
    }

    fn send_ask(
        &mut self,
        script: Option<&str>,
        key: &str,
        method: &str,
        params: Option<&Value>,
    ) -> io::Result<()> {
        self.asks.last_id += 1;
        let id = self.asks.last_id;
        let open = Open { script: script.map(str::to_owned), key: key.to_owned() };
        self.asks.open.insert(id, open);
        self.output.send(&reply::request(&id.into(), method, params).to_string())
    }

    fn ask_in_answer(&mut self, request: &Request<'_>, new: Script) -> Outcome {
        let called = json!([
            request.method,
            request.params["name"],
            request.params["uri"],
            request.params["arguments"]
        ]);
        let name = called.to_string();
        let (responses, state) =
            (request.params.get("inputResponses"), request.params.get("requestState"));
        let mut script = match self.asks.scripts.remove(&name) {
            Some(waiting) if responses.is_some() || state.is_some() => waiting,
            // A round without inputs and state is retried by the same words.
            Some(waiting) if waiting.rounds.front().is_some_and(is_empty) => waiting,
            Some(_) | None => return self.ask_now(name, new, request),
        };
        if script.call == *request.id {
            return Outcome::error(INVALID_REQUEST, "the id of the call before");
        }
        let Some(round) = script.rounds.pop_front() else {
            return Outcome::error(INVALID_PARAMS, "nothing was asked");
        };
        if round.state.as_deref() != state.and_then(Value::as_str) {
            return Outcome::error(INVALID_PARAMS, "not the state that was sent");
        }
        for (key, _) in &round.inputs {
            let Some(response) = responses.and_then(|responses| responses.get(key)) else {
                script.rounds.push_front(round);
                return self.ask_now(name, script, request);
            };
            script.answers.insert(key.clone(), response.clone());
        }
        if script.rounds.is_empty() {
            return self.concluded(&script.then, &script.answers);
        }
        self.ask_now(name, script, request)
    }

    fn ask_now(&mut self, name: String, mut script: Script, request: &Request<'_>) -> Outcome {
        let Some(round) = script.rounds.front() else {
            return self.concluded(&script.then, &script.answers);
        };
        if let Some(refusal) = missing_capability(round, declared(request.params)) {
            return refusal;
        }
        let mut answer = json!({ "resultType": "input_required" });
        if !round.inputs.is_empty() {
            answer["inputRequests"] = Value::Object(round.inputs.clone());
        }
        if let Some(state) = &round.state {
            answer["requestState"] = state.as_str().into();
        }
        script.call = request.id.clone();
        self.asks.scripts.insert(name, script);
        Outcome::Exactly(answer)
    }

    fn concluded(&mut self, then: &Then, answers: &Map<String, Value>) -> Outcome {
        let text = Value::from(answers.clone()).to_string();
        match then {
            Then::Roots => {
                let answer = answers.get("roots").unwrap_or(&Value::Null);
                let roots = answer.get("error").or_else(|| answer.get("roots"));
                self.roots = roots.cloned().unwrap_or_default();
                Outcome::text(self.roots.to_string())
            }
            Then::Tool => Outcome::Result(text_result(&text)),
            Then::Prompt => {
                let content = json!({ "type": "text", "text": text });
                Outcome::Result(json!({ "messages": [{ "role": "user", "content": content }] }))
            }
            Then::Resource(uri) => {
                let contents = json!([{ "uri": uri, "text": text }]);
                Outcome::Result(self.cacheable(json!({ "contents": contents })))
            }
            Then::Task(task) => {
                self.tasks.complete(task, &text);
                Outcome::Later
            }
        }
    }
}

fn is_empty(round: &Round) -> bool {
    round.inputs.is_empty() && round.state.is_none()
}

fn missing_capability(round: &Round, declared: &Value) -> Option<Outcome> {
    let required = round.inputs.values().find_map(|input| {
        let required = match input["method"].as_str()? {
            "roots/list" => "roots",
            "sampling/createMessage" => "sampling",
            "elicitation/create" => "elicitation",
            _ => return None,
        };
        declared.get(required).is_none().then_some(required)
    })?;
    let data = json!({ "requiredCapabilities": { required: {} } });
    Some(Outcome::error_with(MISSING_CAPABILITY, "missing required client capability", &data))
}
