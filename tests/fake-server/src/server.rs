//! What becomes of each message.

use std::io;

use serde_json::{Value, json};

use crate::args::{Args, AskRoots};
use crate::asks::Asks;
use crate::era::{Client, Era};
use crate::lists::List;
use crate::misbehaviour::Bad;
use crate::output::Output;
use crate::reply::{self, INVALID_PARAMS, NO_SUCH_METHOD, Outcome};
use crate::subscriptions::Subscriptions;
use crate::tasks::Tasks;
use crate::waits::Waits;

#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) args: Args,
    pub(crate) output: Output,
    pub(crate) client: Client,
    pub(crate) asks: Asks,
    pub(crate) waits: Waits,
    pub(crate) subscriptions: Subscriptions,
    pub(crate) tasks: Tasks,
    /// What the client last said of its roots.
    pub(crate) roots: Value,
    /// From which severity on it logs, in the legacy era.
    pub(crate) log_level: String,
    /// How often each list was changed.
    pub(crate) changes: [u32; 3],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) id: &'a Value,
    pub(crate) method: &'a str,
    pub(crate) params: &'a Value,
    pub(crate) era: Era,
}

impl Server {
    pub(crate) fn new(args: Args, output: Output) -> Self {
        Self {
            args,
            output,
            client: Client::default(),
            asks: Asks::default(),
            waits: Waits::default(),
            subscriptions: Subscriptions::default(),
            tasks: Tasks::default(),
            roots: Value::Null,
            log_level: "debug".to_owned(),
            changes: [0; 3],
        }
    }

    /// Takes one line. Fails when stdout is gone.
    pub(crate) fn receive(&mut self, line: &str) -> io::Result<()> {
        self.output.record_received(line)?;
        if self.args.is(&Bad::NeverAnswers) {
            return Ok(());
        }
        match serde_json::from_str(line) {
            Ok(Value::Array(messages)) => messages.iter().try_for_each(|one| self.message(one)),
            Ok(message) => self.message(&message),
            Err(_) => {
                let error = json!({ "code": -32700, "message": "not JSON" });
                self.output.send(&reply::error(&Value::Null, &error).to_string())
            }
        }
    }

    fn message(&mut self, message: &Value) -> io::Result<()> {
        let params = &message["params"];
        match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(id)) => self.request(method, id, params),
            (Some(method), None) => self.notification(method, params),
            (None, _) => self.answered(message),
        }
    }

    fn request(&mut self, method: &str, id: &Value, params: &Value) -> io::Result<()> {
        if self.args.is(&Bad::NeverAnswersMethod(method.into())) {
            return Ok(());
        }
        match self.era_of(method, params) {
            Ok(era) => {
                let reply = self.reply(&Request { id, method, params, era })?;
                self.answer(id, era, reply)
            }
            Err(refusal) => self.answer(id, Era::Modern, refusal),
        }
    }

    fn reply(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let offers = self.args.offers;
        Ok(match (request.method, request.era) {
            ("server/discover", _) => self.discover(request)?,
            ("initialize", Era::Legacy) => self.initialize(request)?,
            ("ping", Era::Legacy) => Outcome::Result(json!({})),
            ("logging/setLevel", Era::Legacy) if offers.logging => self.set_log_level(request),
            ("tools/list", _) => self.list(List::Tools, request),
            ("tools/call", _) => self.call(request)?,
            ("resources/list", _) if offers.resources => self.list(List::Resources, request),
            ("resources/templates/list", _) if offers.resources => {
                self.list(List::Templates, request)
            }
            ("resources/read", _) if offers.resources => self.read_resource(request)?,
            ("resources/subscribe", Era::Legacy) if offers.resources => {
                self.subscribe(request, true)
            }
            ("resources/unsubscribe", Era::Legacy) if offers.resources => {
                self.subscribe(request, false)
            }
            ("prompts/list", _) if offers.prompts => self.list(List::Prompts, request),
            ("prompts/get", _) if offers.prompts => self.prompt(request)?,
            ("completion/complete", _) if offers.completions => crate::prompts::complete(request),
            ("subscriptions/listen", Era::Modern) => self.listen(request)?,
            (method, _) if method.starts_with("tasks/") && offers.tasks => self.task(request)?,
            _ => Outcome::error(NO_SUCH_METHOD, "no such method"),
        })
    }

    fn notification(&mut self, method: &str, params: &Value) -> io::Result<()> {
        match method {
            "notifications/initialized" => self.initialized(),
            "notifications/roots/list_changed" => {
                if matches!(self.args.ask_roots, AskRoots::Always | AskRoots::OnListChanged) {
                    self.ask_for_roots()?;
                }
                Ok(())
            }
            "notifications/cancelled" => {
                self.waits.cancel(&params["requestId"]);
                self.subscriptions.cancel(&params["requestId"]);
                self.asks.forget_call(&params["requestId"]);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn set_log_level(&mut self, request: &Request<'_>) -> Outcome {
        match request.params["level"].as_str() {
            Some(level) if crate::tools::severity(level).is_some() => {
                level.clone_into(&mut self.log_level);
                Outcome::Result(json!({}))
            }
            _ => Outcome::error(INVALID_PARAMS, "no such level"),
        }
    }

    /// Sends an answer to anything but `initialize`.
    pub(crate) fn answer(&self, id: &Value, era: Era, reply: Outcome) -> io::Result<()> {
        let mut answer = match reply {
            Outcome::Later => return Ok(()),
            Outcome::Exactly(value) => reply::result(id, &value),
            Outcome::Result(mut value) => {
                let modern = era == Era::Modern && !self.args.is(&Bad::NoResultType);
                if modern && value.get("resultType").is_none() {
                    value["resultType"] = "complete".into();
                }
                reply::result(id, &value)
            }
            Outcome::Error(error) => reply::error(id, &error),
        };
        if self.args.is(&Bad::WrongIds) {
            answer["id"] = json!("an id nobody used");
        }
        if self.args.is(&Bad::Batch) {
            answer = json!([answer]);
        }
        self.framed(&answer)
    }

    pub(crate) fn framed(&self, answer: &Value) -> io::Result<()> {
        let answer = answer.to_string();
        if self.args.is(&Bad::Garbage) {
            self.output.send("Server started!! {not json")?;
        }
        if self.args.is(&Bad::JsonLogs) {
            self.output.send(r#"{"level":"info","msg":"request handled","id":1}"#)?;
        }
        self.output.send(&answer)?;
        if self.args.is(&Bad::AnswersTwice) {
            self.output.send(&answer)?;
        }
        Ok(())
    }

    pub(crate) fn notify(&self, method: &str, params: &Value) -> io::Result<()> {
        self.output.send(&reply::notification(method, params).to_string())
    }

    pub(crate) fn notify_without_params(&self, method: &str) -> io::Result<()> {
        self.output.send(&json!({ "jsonrpc": "2.0", "method": method }).to_string())
    }

    /// A server that only answers, for another thread.
    pub(crate) fn answerer(&self) -> Self {
        let args = Args { bad: self.args.bad.clone(), ..Args::default() };
        Self::new(args, self.output.clone())
    }
}
