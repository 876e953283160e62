//! What is answered, asked and done wrong, message by message.

use std::{
    collections::HashMap,
    io,
    path::Path,
    process,
    sync::mpsc::{self, RecvTimeoutError, Sender, TryRecvError},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{
    args::{Args, AskRoots, Bad},
    output::Output,
};

#[derive(Debug)]
pub(crate) struct Server {
    args: Args,
    output: Output,
    /// What the client last said of its roots.
    roots: Value,
    questions: u64,
    /// Calls of `roots` that wait for the answer to a question.
    asked_for: HashMap<u64, Value>,
    /// Calls of `wait` by the text of their id.
    waiting: HashMap<String, Sender<()>>,
}

impl Server {
    pub(crate) fn new(args: Args, output: Output) -> Self {
        Self {
            args,
            output,
            roots: Value::Null,
            questions: 0,
            asked_for: HashMap::new(),
            waiting: HashMap::new(),
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
            Err(_) => self.output.send(&error(&Value::Null, -32700, "not JSON").to_string()),
        }
    }

    fn message(&mut self, message: &Value) -> io::Result<()> {
        let params = &message["params"];
        match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(id)) => self.request(method, id, params),
            (Some(method), None) => self.notification(method, params),
            (None, _) => self.response(message),
        }
    }

    fn request(&mut self, method: &str, id: &Value, params: &Value) -> io::Result<()> {
        if self.args.is(&Bad::NeverAnswersMethod(method.into())) {
            return Ok(());
        }
        match method {
            "initialize" => self.initialize(id, params),
            "ping" => self.answer(id, &json!({})),
            "tools/list" => self.answer(id, &json!({ "tools": self.tools() })),
            "tools/call" => self.call(id, params),
            _ => self.decorated(&error(id, -32601, "no such method")),
        }
    }

    fn initialize(&mut self, id: &Value, params: &Value) -> io::Result<()> {
        let forced = self.args.revision.as_deref();
        let revision = if self.args.is(&Bad::UnsupportedRevision) {
            "1999-12-31"
        } else {
            forced.or(params["protocolVersion"].as_str()).unwrap_or("2025-11-25")
        };
        let answer = result(
            id,
            &json!({
                "protocolVersion": revision,
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "paddock-fake-server", "version": "0" },
            }),
        );
        self.framed(&answer)?;
        if self.args.is(&Bad::ExitAfterInit) {
            process::exit(1);
        }
        if self.args.is(&Bad::ClosesStdoutLivesOn) {
            self.output.close()?;
            live_on();
        }
        if self.args.is(&Bad::AsksBeforeInitialized)
            || self.args.ask_roots == AskRoots::BeforeInitialized
        {
            self.ask_for_roots()?;
        }
        Ok(())
    }

    fn notification(&mut self, method: &str, params: &Value) -> io::Result<()> {
        let when = self.args.ask_roots;
        match method {
            "notifications/initialized" => {
                if matches!(when, AskRoots::Always | AskRoots::OnInitialized) {
                    self.ask_for_roots()?;
                }
                self.misbehave_once_initialized()
            }
            "notifications/roots/list_changed"
                if matches!(when, AskRoots::Always | AskRoots::OnListChanged) =>
            {
                self.ask_for_roots().map(drop)
            }
            "notifications/cancelled" => {
                // Dropping the sender ends the thread that waits.
                self.waiting.remove(&params["requestId"].to_string());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn response(&mut self, message: &Value) -> io::Result<()> {
        self.roots = match message.get("error") {
            Some(error) => error.clone(),
            None => message["result"]["roots"].clone(),
        };
        let call = message["id"].as_u64().and_then(|id| self.asked_for.remove(&id));
        call.map_or(Ok(()), |id| self.answer_text(&id, &self.roots.to_string()))
    }

    fn call(&mut self, id: &Value, params: &Value) -> io::Result<()> {
        let arguments = &params["arguments"];
        match params["name"].as_str() {
            Some("echo") => {
                let text = arguments["text"].as_str().map(str::to_owned);
                self.answer_text(id, &text.unwrap_or_else(|| arguments.to_string()))
            }
            Some("roots") if self.args.ask_on_call => {
                let question = self.ask_for_roots()?;
                self.asked_for.insert(question, id.clone());
                Ok(())
            }
            Some("roots") => self.answer_text(id, &self.roots.to_string()),
            Some("wait") => {
                self.wait(id);
                Ok(())
            }
            _ => self.decorated(&error(id, -32602, "no such tool")),
        }
    }

    fn wait(&mut self, id: &Value) {
        let (sender, cancelled) = mpsc::channel();
        self.waiting.insert(id.to_string(), sender);
        let Some(file) = self.args.wait_for.clone() else { return };
        let (answerer, id) = (self.answerer(), id.clone());
        thread::spawn(move || {
            if appears(&file, &cancelled) { answerer.answer_text(&id, "done") } else { Ok(()) }
        });
    }

    /// A server that only answers, for another thread.
    fn answerer(&self) -> Self {
        let args = Args { bad: self.args.bad.clone(), ..Args::default() };
        Self::new(args, self.output.clone())
    }

    fn ask_for_roots(&mut self) -> io::Result<u64> {
        self.questions += 1;
        self.output.send(&ask(&self.questions.into()))?;
        Ok(self.questions)
    }

    fn misbehave_once_initialized(&self) -> io::Result<()> {
        let notice = |data: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{data}}}}}"#
            )
        };
        for bad in &self.args.bad {
            if let Bad::LongLine(bytes) = bad {
                self.output.pour(&notice(&format!("\"{}\"", "x".repeat(*bytes))))?;
            }
        }
        if self.args.is(&Bad::DeepJson) {
            const DEPTH: usize = 100_000;
            self.output.pour(&notice(&("[".repeat(DEPTH) + &"]".repeat(DEPTH))))?;
        }
        if self.args.is(&Bad::NullId) {
            self.output.send(&ask(&Value::Null))?;
        }
        if self.args.is(&Bad::FloodStdout) {
            let (output, line) = (self.output.clone(), notice("\"again\""));
            thread::spawn(move || while output.pour(&line).is_ok() {});
        }
        if self.args.is(&Bad::FloodRequests) {
            let output = self.output.clone();
            let mut ids = 1_000_000u64..;
            thread::spawn(move || ids.try_for_each(|id| output.pour(&ask(&id.into()))));
        }
        Ok(())
    }

    fn answer_text(&self, id: &Value, text: &str) -> io::Result<()> {
        self.answer(id, &json!({ "content": [{ "type": "text", "text": text }] }))
    }

    fn answer(&self, id: &Value, value: &Value) -> io::Result<()> {
        self.decorated(&result(id, value))
    }

    /// Sends an answer to anything but `initialize`.
    fn decorated(&self, answer: &Value) -> io::Result<()> {
        let mut answer = answer.clone();
        if self.args.is(&Bad::WrongIds) {
            answer["id"] = json!("an id nobody used");
        }
        if self.args.is(&Bad::Batch) {
            answer = json!([answer]);
        }
        self.framed(&answer)
    }

    fn framed(&self, answer: &Value) -> io::Result<()> {
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

    fn tools(&self) -> Value {
        if self.args.no_tools {
            return json!([]);
        }
        let tool = |name: &str, description: &str| {
            json!({
                "name": name,
                "description": description,
                "inputSchema": { "type": "object" },
            })
        };
        json!([
            tool("roots", "The roots last received, as JSON"),
            tool("echo", "The argument text"),
            tool("wait", "Answers when a file appears"),
        ])
    }
}

/// Lives until it is killed.
pub(crate) fn live_on() -> ! {
    loop {
        thread::park();
    }
}

/// Whether `file` is there before the sender of `cancelled` is gone.
fn appears(file: &Path, cancelled: &mpsc::Receiver<()>) -> bool {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
    while !file.exists() {
        if cancelled.recv_timeout(BETWEEN_LOOKS) != Err(RecvTimeoutError::Timeout) {
            return false;
        }
    }
    // It may have been cancelled between two looks.
    cancelled.try_recv() != Err(TryRecvError::Disconnected)
}

fn ask(id: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": "roots/list" }).to_string()
}

fn result(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}
