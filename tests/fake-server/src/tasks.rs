//! Calls that become tasks: those of revision 2025-11-25, and the extension of the modern era.

use std::collections::HashMap;
use std::io;

use serde_json::{Value, json};

use crate::asks::Then;
use crate::era::{Era, TASKS, declared};
use crate::misbehaviour::Bad;
use crate::presets::{one, short_form};
use crate::reply::{INVALID_PARAMS, MISSING_CAPABILITY, NO_SUCH_METHOD, Outcome, text_result};
use crate::server::{Request, Server};

const RELATED: &str = "io.modelcontextprotocol/related-task";
const CREATED: &str = "2026-01-02T03:04:05Z";

#[derive(Debug, Default)]
pub(crate) struct Tasks(HashMap<String, Task>);

#[derive(Debug)]
struct Task {
    /// How often it is looked at before it is done; never, if absent.
    looks: Option<u64>,
    /// It asks for a form when it would be done.
    asks: bool,
    /// It was asked for in a legacy request, and the answer is on its way.
    asked: bool,
    status: &'static str,
    outcome: Value,
    /// Requests for the result that wait for it.
    waiting: Vec<Value>,
}

impl Tasks {
    pub(crate) fn complete(&mut self, task: &str, text: &str) {
        if let Some(task) = self.0.get_mut(task) {
            task.status = "completed";
            task.outcome = text_result(text);
        }
    }
}

impl Task {
    fn new(arguments: &Value) -> Self {
        Self {
            looks: (arguments["endless"] != true).then(|| arguments["looks"].as_u64().unwrap_or(1)),
            asks: arguments["asks"] == true,
            asked: false,
            status: "working",
            outcome: text_result(arguments["text"].as_str().unwrap_or("done")),
            waiting: Vec::new(),
        }
    }

    /// Someone looks: it comes closer to its end.
    fn look(&mut self) {
        if self.status != "working" {
            return;
        }
        match &mut self.looks {
            Some(0) => self.status = if self.asks { "input_required" } else { "completed" },
            Some(left) => *left -= 1,
            None => {}
        }
    }

    fn end_now(&mut self) {
        if self.looks.is_some() && self.status == "working" {
            self.looks = Some(0);
            self.look();
        }
    }

    fn shown(&self, id: &str, era: Era) -> Value {
        let (ttl, poll) = match era {
            Era::Legacy => ("ttl", "pollInterval"),
            Era::Modern => ("ttlMs", "pollIntervalMs"),
        };
        json!({
            "taskId": id,
            "status": self.status,
            "createdAt": CREATED,
            "lastUpdatedAt": CREATED,
            ttl: 60_000,
            poll: 1,
        })
    }
}

impl Server {
    /// The tools that can be tasks.
    pub(crate) fn task_tools(&self) -> Vec<Value> {
        let tool = |name: &str, support: &str| {
            json!({
                "name": name,
                "description": "A task",
                "inputSchema": { "type": "object" },
                "execution": { "taskSupport": support },
            })
        };
        if self.args.offers.tasks {
            vec![
                tool("task", "optional"),
                tool("task-required", "required"),
                tool("task-forbidden", "forbidden"),
            ]
        } else {
            Vec::new()
        }
    }

    pub(crate) fn call_task(&mut self, name: &str, request: &Request<'_>) -> Outcome {
        let arguments = &request.params["arguments"];
        let plain = || Outcome::text(arguments["text"].as_str().unwrap_or("done"));
        let wanted = match request.era {
            Era::Legacy => request.params["task"].is_object(),
            Era::Modern => declared(request.params)["extensions"][TASKS].is_object(),
        };
        match (name, wanted, request.era) {
            ("task-required", false, Era::Legacy) => {
                return Outcome::error(NO_SUCH_METHOD, "only as a task");
            }
            ("task-required", false, Era::Modern) => {
                let required = json!({ "requiredCapabilities": { "extensions": { TASKS: {} } } });
                return Outcome::error_with(MISSING_CAPABILITY, "only as a task", &required);
            }
            ("task-forbidden", true, Era::Legacy) => {
                return Outcome::error(NO_SUCH_METHOD, "never as a task");
            }
            ("task-forbidden", ..) | (_, false, _) => return plain(),
            _ => {}
        }
        let id = format!("task/{}", self.tasks.0.len());
        let task = Task::new(arguments);
        let mut shown = task.shown(&id, request.era);
        self.tasks.0.insert(id, task);
        match request.era {
            Era::Legacy => Outcome::Result(json!({ "task": shown })),
            Era::Modern => {
                shown["resultType"] = "task".into();
                Outcome::Exactly(shown)
            }
        }
    }

    pub(crate) fn task(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        if self.args.is(&Bad::IgnoresTasks) {
            return Ok(Outcome::Later);
        }
        let id = request.params["taskId"].as_str().unwrap_or_default().to_owned();
        if request.method == "tasks/list" && request.era == Era::Legacy {
            let shown: Vec<_> =
                self.tasks.0.iter().map(|(id, task)| task.shown(id, Era::Legacy)).collect();
            return Ok(Outcome::Result(json!({ "tasks": shown })));
        }
        let Some(task) = self.tasks.0.get_mut(&id) else {
            return Ok(Outcome::error(INVALID_PARAMS, "no such task"));
        };
        match (request.method, request.era) {
            ("tasks/get", Era::Legacy) => {
                task.look();
                let shown = task.shown(&id, Era::Legacy);
                self.ask_for_task(&id)?;
                Ok(Outcome::Result(shown))
            }
            ("tasks/get", Era::Modern) => {
                task.look();
                let mut shown = task.shown(&id, Era::Modern);
                if task.status == "input_required" {
                    shown["inputRequests"] = Value::Object(one(short_form()).inputs);
                }
                if task.status == "completed" {
                    shown["result"] = task.outcome.clone();
                }
                Ok(Outcome::Result(shown))
            }
            ("tasks/result", Era::Legacy) => {
                task.end_now();
                task.waiting.push(request.id.clone());
                self.ask_for_task(&id)?;
                self.answer_waiting(&id)?;
                Ok(Outcome::Later)
            }
            ("tasks/update", Era::Modern) => {
                let answered = request.params["inputResponses"].get("it");
                if let Some(response) = answered.filter(|_| task.status == "input_required") {
                    let text = json!({ "it": response }).to_string();
                    self.tasks.complete(&id, &text);
                }
                Ok(Outcome::Result(json!({})))
            }
            ("tasks/cancel", era) => {
                task.status = "cancelled";
                let shown = task.shown(&id, era);
                self.answer_waiting(&id)?;
                Ok(Outcome::Result(if era == Era::Legacy { shown } else { json!({}) }))
            }
            _ => Ok(Outcome::error(NO_SUCH_METHOD, "no such method")),
        }
    }

    /// Asks what a legacy task wants to know, once.
    fn ask_for_task(&mut self, id: &str) -> io::Result<()> {
        let Some(task) = self.tasks.0.get_mut(id) else { return Ok(()) };
        if task.status != "input_required" || std::mem::replace(&mut task.asked, true) {
            return Ok(());
        }
        let mut form = short_form();
        form["params"]["_meta"] = json!({ RELATED: { "taskId": id } });
        let request = Request {
            id: &Value::from(id),
            method: "tools/call",
            params: &Value::Null,
            era: Era::Legacy,
        };
        self.ask(&request, vec![one(form)], Then::Task(id.to_owned())).map(drop)
    }

    /// Answers who waits for the result of a task that is over.
    pub(crate) fn answer_waiting(&mut self, id: &str) -> io::Result<()> {
        let Some(task) = self.tasks.0.get_mut(id) else { return Ok(()) };
        let reply = |task: &Task| {
            if task.status == "cancelled" {
                return Outcome::error(INVALID_PARAMS, "task was cancelled");
            }
            let mut outcome = task.outcome.clone();
            outcome["_meta"] = json!({ RELATED: { "taskId": id } });
            Outcome::Result(outcome)
        };
        if !matches!(task.status, "completed" | "cancelled") {
            return Ok(());
        }
        let replies: Vec<_> =
            std::mem::take(&mut task.waiting).into_iter().map(|call| (call, reply(task))).collect();
        replies.into_iter().try_for_each(|(call, reply)| self.answer(&call, Era::Legacy, reply))
    }
}
