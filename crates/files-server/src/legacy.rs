//! The conversation of the revisions 2024-11-05 to 2025-11-25: `initialize` first, and the server
//! asks the client for its roots.
//!
//! Nothing is granted until the client's newest list is here: not before its first answer, not
//! between its `list_changed` and the next answer, not after an error or an empty list.

use std::{
    borrow::Cow,
    collections::VecDeque,
    time::{Duration, Instant},
};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    jsonrpc::{
        self, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message, NO_ID, PARSE_ERROR,
        write_error, write_result, write_string,
    },
    lines::MAX_LINE,
    roots::Roots,
    shown::shown,
    tools,
};

/// How long calls wait for the client to list its roots.
pub const ROOTS_PATIENCE: Duration = Duration::from_secs(10);

/// How many calls wait for the client's roots, and how many bytes of them.
const MAX_WAITING: usize = 256;
const MAX_WAITING_BYTES: usize = MAX_LINE;

/// The revisions spoken here, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Revision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
}

impl Revision {
    const ALL: [Self; 4] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];
    const LATEST: Self = Self::V2025_11_25;

    fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
        }
    }

    fn has_structured_output(self) -> bool {
        self >= Self::V2025_06_18
    }
}

/// What the client's word on its roots is worth now.
#[derive(Debug, Default)]
enum Standing {
    /// Nothing was asked yet, or the newest question is open.
    #[default]
    Unknown,
    Failed(String),
    Listed(Roots),
}

/// The newest `roots/list` that has no answer yet.
#[derive(Debug)]
struct Question {
    id: u64,
    /// Until when calls wait for the answer.
    patience_ends: Option<Instant>,
}

/// A line whose calls are held back until the client has listed its roots.
#[derive(Debug)]
struct Waiting {
    /// None for a batch.
    id: Option<String>,
    line: Vec<u8>,
}

/// One client's conversation.
#[derive(Debug, Default)]
pub struct Session {
    revision: Option<Revision>,
    client_offers_roots: bool,
    initialized: bool,
    standing: Standing,
    question: Option<Question>,
    questions: u64,
    waiting: VecDeque<Waiting>,
}

impl Session {
    /// Takes one line from the client and appends whatever is to be sent to `out`.
    pub fn receive(&mut self, line: &[u8], now: Instant, out: &mut Vec<u8>) {
        if line.trim_ascii().is_empty() {
            return;
        }
        if jsonrpc::looks_like_batch(line) {
            return self.receive_batch(line, now, out);
        }
        match jsonrpc::parse(line) {
            Ok(Message::Request { id, method, params }) => {
                if self.must_wait(&method) && self.has_room_for(line) {
                    return self
                        .waiting
                        .push_back(Waiting { id: Some(id.into()), line: line.into() });
                }
                self.answer(id, &method, params, out);
                out.push(b'\n');
            }
            Ok(Message::Notification { method, params }) => self.notice(&method, params, now, out),
            Ok(Message::Response { id, result }) => self.settle(id, result, out),
            Err(malformed) => {
                write_error(out, malformed.id, malformed.code, malformed.why);
                out.push(b'\n');
            }
        }
    }

    /// Answers a line that was too long to be read.
    pub fn refuse_long_line(out: &mut Vec<u8>) {
        let why = format!("the line is longer than {} MiB", MAX_LINE >> 20);
        write_error(out, NO_ID, PARSE_ERROR, &why);
        out.push(b'\n');
    }

    /// When [`Self::give_up_waiting`] is due.
    pub fn deadline(&self) -> Option<Instant> {
        self.question.as_ref().and_then(|question| question.patience_ends)
    }

    /// Refuses the calls that have waited long enough at `now`. Later ones are refused at once,
    /// until the client answers.
    pub fn give_up_waiting(&mut self, now: Instant, out: &mut Vec<u8>) {
        if let Some(question) = &mut self.question
            && question.patience_ends.is_some_and(|end| end <= now)
        {
            question.patience_ends = None;
            self.release(out);
        }
    }

    /// Only 2025-03-26 has batches.
    fn receive_batch(&mut self, line: &[u8], now: Instant, out: &mut Vec<u8>) {
        let refusal = match (self.revision, jsonrpc::batch(line)) {
            (_, None) => Some((PARSE_ERROR, "the line is not JSON")),
            (Some(Revision::V2025_03_26), Some(members)) if members.is_empty() => {
                Some((INVALID_REQUEST, "the batch is empty"))
            }
            (Some(Revision::V2025_03_26), Some(members)) => {
                for member in members {
                    match jsonrpc::parse(member.get().as_bytes()) {
                        Ok(Message::Notification { method, params }) => {
                            self.notice(&method, params, now, out);
                        }
                        Ok(Message::Response { id, result }) => self.settle(id, result, out),
                        Ok(Message::Request { .. }) | Err(_) => {}
                    }
                }
                None
            }
            _ => Some((INVALID_REQUEST, "batches are not part of the agreed revision")),
        };
        if let Some((code, why)) = refusal {
            write_error(out, NO_ID, code, why);
            return out.push(b'\n');
        }
        if self.batch_must_wait(line) && self.has_room_for(line) {
            return self.waiting.push_back(Waiting { id: None, line: line.into() });
        }
        self.answer_line(line, out);
    }

    fn batch_must_wait(&self, line: &[u8]) -> bool {
        jsonrpc::batch(line).into_iter().flatten().any(|member| {
            matches!(jsonrpc::parse(member.get().as_bytes()),
                Ok(Message::Request { method, .. }) if self.must_wait(&method))
        })
    }

    /// Answers the requests in `line` now, whatever is known.
    fn answer_line(&mut self, line: &[u8], out: &mut Vec<u8>) {
        if !jsonrpc::looks_like_batch(line) {
            if let Ok(Message::Request { id, method, params }) = jsonrpc::parse(line) {
                self.answer(id, &method, params, out);
                out.push(b'\n');
            }
            return;
        }
        let start = out.len();
        for member in jsonrpc::batch(line).into_iter().flatten() {
            let comma = out.len();
            out.push(if comma == start { b'[' } else { b',' });
            match jsonrpc::parse(member.get().as_bytes()) {
                Ok(Message::Request { id, method, params }) => {
                    self.answer(id, &method, params, out);
                }
                Err(malformed) => write_error(out, malformed.id, malformed.code, malformed.why),
                Ok(Message::Notification { .. } | Message::Response { .. }) => out.truncate(comma),
            }
        }
        if out.len() > start {
            out.extend_from_slice(b"]\n");
        }
    }

    fn must_wait(&self, method: &str) -> bool {
        method == "tools/call" && self.deadline().is_some()
    }

    fn has_room_for(&self, line: &[u8]) -> bool {
        let held: usize = self.waiting.iter().map(|waiting| waiting.line.len()).sum();
        self.waiting.len() < MAX_WAITING && held + line.len() <= MAX_WAITING_BYTES
    }

    fn release(&mut self, out: &mut Vec<u8>) {
        for waiting in std::mem::take(&mut self.waiting) {
            self.answer_line(&waiting.line, out);
        }
    }

    fn answer(&mut self, id: &str, method: &str, params: Option<&RawValue>, out: &mut Vec<u8>) {
        match (method, self.revision) {
            ("initialize", None) => self.initialize(id, params, out),
            ("initialize", Some(_)) => write_error(out, id, INVALID_REQUEST, "already initialized"),
            ("ping", _) => write_result(out, id, |out| out.extend_from_slice(b"{}")),
            ("tools/list", Some(revision)) => list_tools(id, revision, params, out),
            ("tools/call", Some(revision)) => self.call_tool(id, revision, params, out),
            ("tools/list" | "tools/call", None) => {
                write_error(out, id, INVALID_REQUEST, "initialize comes first");
            }
            _ => write_error(out, id, METHOD_NOT_FOUND, "there is no such method here"),
        }
    }

    fn initialize(&mut self, id: &str, params: Option<&RawValue>, out: &mut Vec<u8>) {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(borrow, rename = "protocolVersion")]
            protocol_version: Cow<'a, str>,
            #[serde(borrow, default)]
            capabilities: Capabilities<'a>,
        }
        #[derive(Default, Deserialize)]
        struct Capabilities<'a> {
            #[serde(borrow)]
            roots: Option<&'a RawValue>,
        }
        let params = match serde_json::from_str::<Params<'_>>(params.map_or("null", RawValue::get))
        {
            Ok(params) => params,
            Err(error) => return write_error(out, id, INVALID_PARAMS, &error.to_string()),
        };
        let asked = |revision: &Revision| revision.name() == params.protocol_version;
        let revision = Revision::ALL.into_iter().find(asked).unwrap_or(Revision::LATEST);
        self.revision = Some(revision);
        self.client_offers_roots =
            params.capabilities.roots.is_some_and(|roots| roots.get().starts_with('{'));
        write_result(out, id, |out| write_welcome(out, revision));
    }

    fn call_tool(
        &self,
        id: &str,
        revision: Revision,
        params: Option<&RawValue>,
        out: &mut Vec<u8>,
    ) {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(borrow)]
            name: Cow<'a, str>,
            #[serde(borrow)]
            arguments: Option<&'a RawValue>,
        }
        let params = match serde_json::from_str::<Params<'_>>(params.map_or("null", RawValue::get))
        {
            Ok(params) => params,
            Err(error) => return write_error(out, id, INVALID_PARAMS, &error.to_string()),
        };
        let arguments = params.arguments.map_or("{}", RawValue::get);
        if !arguments.starts_with('{') {
            return write_error(out, id, INVALID_PARAMS, "arguments must be an object");
        }
        let Some(tool) = tools::find(&params.name) else {
            let why = format!("there is no tool {}", shown(params.name.as_ref().as_ref()));
            return write_error(out, id, INVALID_PARAMS, &why);
        };
        let outcome = self
            .granted()
            .and_then(|roots| tool.call(arguments, roots).map_err(|failure| failure.to_string()));
        write_result(out, id, |out| {
            tools::write_outcome(out, &outcome, revision.has_structured_output());
        });
    }

    /// The roots that hold now, or why there are none, in words for the model.
    fn granted(&self) -> Result<&Roots, String> {
        if !self.client_offers_roots {
            return Err(
                "no folder is granted to this server: the client does not offer MCP roots. \
                        Use a host app that does, and grant a folder there"
                    .into(),
            );
        }
        if !self.initialized {
            return Err("no folder is granted to this server yet: the client has not sent \
                        notifications/initialized"
                .into());
        }
        match &self.standing {
            Standing::Listed(roots) => Ok(roots),
            Standing::Unknown => Err("nothing is allowed now: the client has not answered which \
                                      folders are granted to this server. Try again in a moment"
                .into()),
            Standing::Failed(why) => Err(format!(
                "nothing is allowed: the client could not tell which folders are granted to this \
                 server ({why}). Grant a folder in the host app to go on"
            )),
        }
    }

    fn notice(&mut self, method: &str, params: Option<&RawValue>, now: Instant, out: &mut Vec<u8>) {
        match method {
            "notifications/initialized" if self.revision.is_some() && !self.initialized => {
                self.initialized = true;
                self.ask_for_roots(now, out);
            }
            "notifications/roots/list_changed" if self.initialized => self.ask_for_roots(now, out),
            "notifications/cancelled" => self.forget_cancelled(params),
            _ => {}
        }
    }

    /// Drops what was granted, at once, and asks anew. An answer to an older question is too old.
    fn ask_for_roots(&mut self, now: Instant, out: &mut Vec<u8>) {
        if !self.client_offers_roots {
            return;
        }
        // Calls that wait already do not wait longer because the list keeps changing.
        let patience_ends = match self.deadline() {
            Some(end) if !self.waiting.is_empty() => end,
            _ => now + ROOTS_PATIENCE,
        };
        self.standing = Standing::Unknown;
        self.questions += 1;
        let id = self.questions;
        self.question = Some(Question { id, patience_ends: Some(patience_ends) });
        let ask = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"roots/list\"}}\n");
        out.extend_from_slice(ask.as_bytes());
    }

    fn settle(&mut self, id: &str, result: Result<&RawValue, &RawValue>, out: &mut Vec<u8>) {
        if self.question.take_if(|question| question.id.to_string() == id).is_none() {
            return;
        }
        self.standing = match result.map(Roots::from_result) {
            Ok(Ok(roots)) => Standing::Listed(roots),
            Ok(Err(_)) => Standing::Failed("its answer is not a list of roots".into()),
            Err(error) => Standing::Failed(told(error)),
        };
        self.release(out);
    }

    fn forget_cancelled(&mut self, params: Option<&RawValue>) {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(borrow, rename = "requestId")]
            request_id: &'a RawValue,
        }
        let params = params.map_or("null", RawValue::get);
        if let Ok(Params { request_id }) = serde_json::from_str(params) {
            self.waiting.retain(|waiting| waiting.id.as_deref() != Some(request_id.get()));
        }
    }
}

fn list_tools(id: &str, revision: Revision, params: Option<&RawValue>, out: &mut Vec<u8>) {
    #[derive(Default, Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        cursor: Option<&'a RawValue>,
    }
    match serde_json::from_str::<Params<'_>>(params.map_or("{}", RawValue::get)) {
        Ok(Params { cursor: None }) => {
            write_result(out, id, |out| tools::write_list(out, revision.has_structured_output()));
        }
        Ok(Params { cursor: Some(_) }) => {
            write_error(out, id, INVALID_PARAMS, "no such cursor was given out");
        }
        Err(error) => write_error(out, id, INVALID_PARAMS, &error.to_string()),
    }
}

fn write_welcome(out: &mut Vec<u8>, revision: Revision) {
    out.extend_from_slice(b"{\"protocolVersion\":");
    write_string(out, revision.name());
    out.extend_from_slice(
        b",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"paddock-files\",\
          \"title\":\"Paddock files\",\"version\":",
    );
    write_string(out, env!("CARGO_PKG_VERSION"));
    out.extend_from_slice(b"},\"instructions\":");
    write_string(
        out,
        "Only folders granted in the host app can be reached; they may change at any time. \
         list_allowed_directories tells the ones granted now.",
    );
    out.push(b'}');
}

/// An error's message, short and safe to pass on.
fn told(error: &RawValue) -> String {
    #[derive(Deserialize)]
    struct Error<'a> {
        #[serde(borrow)]
        message: Cow<'a, str>,
    }
    const MOST: usize = 200;
    let message = serde_json::from_str::<Error<'_>>(error.get()).map(|error| error.message);
    let short: String = message.unwrap_or("an error".into()).chars().take(MOST).collect();
    shown(short.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    struct Talk {
        session: Session,
        now: Instant,
    }

    impl Talk {
        fn initialized() -> Self {
            let mut talk = Self { session: Session::default(), now: Instant::now() };
            talk.say(
                r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}}}}"#,
            );
            assert_eq!(talk.say(INITIALIZED)[0]["method"], "roots/list");
            talk
        }

        fn say(&mut self, line: &str) -> Vec<Value> {
            let mut out = Vec::new();
            self.session.receive(line.as_bytes(), self.now, &mut out);
            lines(&out)
        }

        fn wait(&mut self, time: Duration) -> Vec<Value> {
            self.now += time;
            let mut out = Vec::new();
            self.session.give_up_waiting(self.now, &mut out);
            lines(&out)
        }
    }

    fn lines(out: &[u8]) -> Vec<Value> {
        let messages = serde_json::Deserializer::from_slice(out).into_iter();
        messages.map(Result::unwrap).collect()
    }

    const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;
    const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_allowed_directories"}}"#;
    const ALMOST: Duration = Duration::from_millis(9_999);
    const REST: Duration = Duration::from_millis(1);

    fn listed(id: u64) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"roots":[{{"uri":"file:///no"}}]}}}}"#)
    }

    #[test]
    fn srv_4_a_call_waits_for_the_roots_and_not_longer_than_that() {
        let mut talk = Talk::initialized();
        assert!(talk.say(CALL).is_empty());
        assert!(talk.wait(ALMOST).is_empty());
        let answers = talk.wait(REST);
        assert_eq!(answers[0]["result"]["isError"], true);
        assert_eq!(talk.session.deadline(), None, "nothing is left to wait for");
        assert_eq!(talk.say(CALL)[0]["result"]["isError"], true, "a later call is refused at once");
        assert!(talk.say(&listed(1)).is_empty());
        assert_eq!(talk.say(CALL)[0]["result"]["isError"], Value::Null);
    }

    #[test]
    fn srv_4_changes_do_not_make_a_call_wait_longer() {
        let mut talk = Talk::initialized();
        talk.say(CALL);
        assert!(talk.wait(ALMOST).is_empty());
        assert_eq!(talk.say(CHANGED)[0]["id"], 2);
        assert_eq!(talk.wait(REST)[0]["id"], 7);
        talk.say(CHANGED);
        talk.say(CALL);
        assert!(talk.wait(ALMOST).is_empty(), "a new question gives new calls their time");
    }

    #[test]
    fn srv_4_calls_are_answered_in_order_when_the_roots_come() {
        let mut talk = Talk::initialized();
        for id in 10..15 {
            assert!(talk.say(&CALL.replace('7', &id.to_string())).is_empty());
        }
        let answers = talk.say(&listed(1));
        let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
        assert_eq!(ids, [10, 11, 12, 13, 14]);
    }

    #[test]
    fn srv_11_waiting_calls_are_bounded() {
        let mut talk = Talk::initialized();
        for _ in 0..MAX_WAITING {
            assert!(talk.say(CALL).is_empty());
        }
        assert_eq!(talk.say(CALL)[0]["result"]["isError"], true);
        assert_eq!(talk.say(&listed(1)).len(), MAX_WAITING);
    }
}
