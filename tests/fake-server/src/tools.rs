//! The tools.

use std::env;
use std::io::{self, Write};
use std::process;
use std::thread;

use serde_json::{Map, Value, json};

use crate::asks::{Round, Then};
use crate::era::Era;
use crate::presets;
use crate::reply::{INVALID_PARAMS, Outcome, text_result};
use crate::server::{Request, Server};

const PROGRESS: &str = "notifications/progress";
const TOKEN: &str = "progressToken";
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

const TOOLS: &[(&str, &str)] = &[
    ("roots", "The roots last received, as JSON"),
    ("echo", "The argument text"),
    ("wait", "Answers when a file appears"),
    ("record", "Every line received, as JSON"),
    ("answer", "Answers with the given result or error"),
    ("say", "Writes the given lines before it answers"),
    ("ask", "Asks what it is told to, round after round"),
    ("cancel-asks", "Takes back everything that is asked"),
    ("progress", "Reports progress before it answers"),
    ("change", "Changes a list or a resource"),
    ("stop-telling", "Ends every subscription"),
    ("log", "Logs"),
    ("look-up", "The address of the argument host"),
    ("connect", "Says hello to host and port, and answers with what comes back"),
    ("upload", "Sends so many bytes to host and port, and answers with what comes back"),
    ("hold", "Connects to host and port, and answers when that has ended"),
    ("where", "The folder that it works in"),
    ("crash", "Exits"),
];

impl Server {
    pub(crate) fn tools(&self) -> Vec<Value> {
        if self.args.no_tools {
            return Vec::new();
        }
        let tool = |(name, description): &(&str, &str)| {
            json!({
                "name": name,
                "description": description,
                "inputSchema": { "type": "object" },
            })
        };
        let mut tools: Vec<_> = TOOLS.iter().chain(presets::PRESETS).map(tool).collect();
        tools.extend(self.task_tools());
        tools.extend(self.args.tools.iter().cloned());
        let of = self.changes[0];
        let new = if of > 1 { format!("New, of {of}") } else { "New".to_owned() };
        tools.extend((0..of).map(|number| tool(&(&format!("new-{number}"), &new))));
        tools
    }

    pub(crate) fn call(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let arguments = &request.params["arguments"];
        let Some(name) = request.params["name"].as_str() else {
            return Ok(Outcome::error(INVALID_PARAMS, "no name"));
        };
        Ok(match name {
            "echo" => {
                let text = arguments["text"].as_str().map(str::to_owned);
                Outcome::text(text.unwrap_or_else(|| arguments.to_string()))
            }
            "roots" if self.args.ask_on_call || request.era == Era::Modern => {
                let inputs = Map::from_iter([("roots".to_owned(), presets::roots())]);
                let state = Some("roots, please".to_owned());
                return self.ask(request, vec![Round { inputs, state }], Then::Roots);
            }
            "roots" => Outcome::text(self.roots.to_string()),
            "wait" => self.wait(request),
            "record" => Outcome::text(Value::from(self.output.received()).to_string()),
            "answer" => answer(arguments),
            "say" => {
                for line in arguments["lines"].as_array().into_iter().flatten() {
                    self.output.send(line.as_str().unwrap_or_default())?;
                }
                for line in arguments["errors"].as_array().into_iter().flatten() {
                    writeln!(io::stderr(), "{}", line.as_str().unwrap_or_default())?;
                }
                Outcome::text("said")
            }
            "ask" => return self.ask(request, rounds(arguments), Then::Tool),
            "cancel-asks" => {
                self.cancel_asks(arguments["reason"].as_str())?;
                Outcome::text("taken back")
            }
            "progress" => return self.progress(request),
            "change" => return self.change(request),
            "stop-telling" => {
                self.stop_telling()?;
                Outcome::text("stopped")
            }
            "log" => return self.log(request),
            "look-up" | "connect" | "upload" | "hold" => self.use_network(name, request),
            "where" => Outcome::text(env::current_dir()?.display().to_string()),
            "crash" => process::exit(1),
            "task" | "task-required" | "task-forbidden" => self.call_task(name, request),
            _ if self.args.tools.iter().any(|tool| tool["name"] == name) => {
                Outcome::text(arguments.to_string())
            }
            _ => match presets::rounds(name) {
                Some(rounds) => return self.ask(request, rounds, Then::Tool),
                None => Outcome::error(INVALID_PARAMS, "no such tool"),
            },
        })
    }

    fn wait(&mut self, request: &Request<'_>) -> Outcome {
        let cancelled = self.waits.begin(request.id);
        let Some(file) = self.args.wait_for.clone() else { return Outcome::Later };
        let (answerer, id, era) = (self.answerer(), request.id.clone(), request.era);
        thread::spawn(move || {
            if cancelled.or_appears(&file) {
                answerer.answer(&id, era, Outcome::text("done"))
            } else {
                Ok(())
            }
        });
        Outcome::Later
    }

    fn progress(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let arguments = &request.params["arguments"];
        let token = request.params["_meta"].get(TOKEN).cloned();
        let report = move |done: u64, total: Option<u64>| {
            let mut params = json!({ "progress": done, "message": format!("step {done}") });
            if let Some(total) = total {
                params["total"] = total.into();
            }
            params[TOKEN] = token.clone()?;
            Some(params)
        };
        if arguments["endless"] == true {
            let (cancelled, answerer) = (self.waits.begin(request.id), self.answerer());
            thread::spawn(move || -> io::Result<()> {
                let mut steps = 1..;
                while !cancelled.soon() {
                    let Some(params) = steps.next().and_then(|step| report(step, None)) else {
                        break;
                    };
                    answerer.notify(PROGRESS, &params)?;
                }
                Ok(())
            });
            return Ok(Outcome::Later);
        }
        let steps = arguments["steps"].as_u64().unwrap_or(3);
        for step in 1..=steps {
            let Some(params) = report(step, Some(steps)) else {
                return Ok(Outcome::text("no token"));
            };
            self.notify(PROGRESS, &params)?;
        }
        Ok(Outcome::text("done"))
    }

    fn log(&self, request: &Request<'_>) -> io::Result<Outcome> {
        let arguments = &request.params["arguments"];
        let level = arguments["level"].as_str().unwrap_or("info");
        let wanted = match request.era {
            Era::Legacy => Some(self.log_level.as_str()),
            Era::Modern => request.params["_meta"][LOG_LEVEL].as_str(),
        };
        if wanted.is_none_or(|wanted| severity(level) < severity(wanted)) {
            return Ok(Outcome::text("kept to itself"));
        }
        let params = json!({ "level": level, "logger": "fake", "data": arguments["data"] });
        self.notify("notifications/message", &params)?;
        Ok(Outcome::text("logged"))
    }
}

/// How severe a level of RFC 5424 is, if it is one.
pub(crate) fn severity(level: &str) -> Option<usize> {
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
        .iter()
        .position(|known| *known == level)
}

fn answer(arguments: &Value) -> Outcome {
    match (arguments.get("result"), arguments.get("error")) {
        (Some(result), _) => Outcome::Exactly(result.clone()),
        (None, Some(error)) => Outcome::Error(error.clone()),
        (None, None) => Outcome::Exactly(text_result("")),
    }
}

fn rounds(arguments: &Value) -> Vec<Round> {
    let rounds = arguments["rounds"].as_array().into_iter().flatten();
    rounds
        .map(|round| Round {
            inputs: round["inputs"].as_object().cloned().unwrap_or_default(),
            state: round["state"].as_str().map(str::to_owned),
        })
        .collect()
}
