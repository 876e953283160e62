//! The conversation of the revisions 2024-11-05 to 2025-11-25: `initialize` first, and the server
//! asks the client for its roots.
//!
//! Nothing is granted until the client's newest list is here: not before its first answer, not
//! between its `list_changed` and the next answer, not after an error or an empty list.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Deserialize;
use serde_json::value::RawValue;

use paddock_core::text::shown;

use super::{
    Due, Granted, INSTRUCTIONS, Member, Next, Ready, Request, Revision, Turn, What, refuse_batch,
};
use crate::{
    resources,
    roots::Roots,
    tools,
    wire::{
        answer::open_result,
        jsonrpc::{
            self, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message, NO_ID, PARSE_ERROR,
            write_error, write_result, write_string,
        },
        lines::MAX_LINE,
    },
};

/// How long calls wait for the client to list its roots.
pub const ROOTS_PATIENCE: Duration = Duration::from_secs(10);

/// How many calls wait for the client's roots, and how many bytes of them.
const MAX_WAITING: usize = 256;
const MAX_WAITING_BYTES: usize = MAX_LINE;

/// What the client's word on its roots is worth now.
#[derive(Debug, Default)]
enum Standing {
    /// Nothing was asked yet, or the newest question is open.
    #[default]
    Unknown,
    Failed(String),
    Listed(Arc<Roots>),
}

/// The newest `roots/list` that has no answer yet.
#[derive(Debug)]
struct Question {
    id: u64,
    /// Until when calls wait for the answer.
    patience_ends: Option<Instant>,
}

/// One client's conversation.
#[derive(Debug, Default)]
pub(super) struct Session {
    revision: Option<Revision>,
    client_offers_roots: bool,
    initialized: bool,
    standing: Standing,
    question: Option<Question>,
    questions: u64,
    /// Calls held back until the client has listed its roots.
    waiting: VecDeque<Due>,
}

type Folders<'a> = Option<&'a Arc<Roots>>;

impl Session {
    /// Whether `initialize` was agreed on.
    pub(super) fn has_begun(&self) -> bool {
        self.revision.is_some()
    }

    /// Answers a request, or says what is needed to.
    pub(super) fn request(
        &mut self,
        line: &[u8],
        id: &str,
        method: &str,
        params: Option<&RawValue>,
        turn: &mut Turn,
    ) -> Option<Next> {
        let start = turn.out.len();
        let next = self.answer(line, id, method, params, &mut turn.out);
        if turn.out.len() > start {
            turn.out.push(b'\n');
        }
        next.map(Next::Wait)
    }

    /// Holds a call back while the roots are not known, and else lets it be answered.
    pub(super) fn hold_or_answer(&mut self, asked: Due, folders: Folders<'_>, turn: &mut Turn) {
        if self.deadline().is_some() && self.has_room_for(&asked) {
            self.waiting.push_back(asked);
        } else {
            turn.ready.push_back(Ready { asked, granted: self.granted(folders) });
        }
    }

    /// The roots that hold now, none while that is not known.
    pub(super) fn roots(&self, folders: Folders<'_>) -> Option<Arc<Roots>> {
        self.granted(folders).ok()
    }

    /// When [`Self::give_up_waiting`] is due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.question.as_ref().and_then(|question| question.patience_ends)
    }

    /// Lets go of the calls that have waited long enough at `now`. Later ones are not held back
    /// until the client answers.
    pub(super) fn give_up_waiting(&mut self, now: Instant, folders: Folders<'_>, turn: &mut Turn) {
        if let Some(question) = &mut self.question
            && question.patience_ends.is_some_and(|end| end <= now)
        {
            question.patience_ends = None;
            self.release(folders, turn);
        }
    }

    /// Only 2025-03-26 has batches.
    pub(super) fn receive_batch(
        &mut self,
        line: &[u8],
        folders: Folders<'_>,
        now: Instant,
        turn: &mut Turn,
    ) {
        let members = match (self.revision, jsonrpc::batch(line)) {
            (_, None) => return turn.error(NO_ID, PARSE_ERROR, "the line is not JSON"),
            (Some(Revision::V2025_03_26), Some(members)) => members,
            _ => return refuse_batch(turn, "batches are not part of the agreed revision"),
        };
        if members.is_empty() {
            return refuse_batch(turn, "the batch is empty");
        }
        let mut asked = Vec::new();
        for member in members {
            let text = member.get().as_bytes();
            match jsonrpc::parse(text) {
                Ok(Message::Notification { method, params }) => {
                    self.notice(&method, params, folders, now, turn);
                }
                Ok(Message::Response { id, result }) => self.settle(id, result, folders, turn),
                Ok(Message::Request { id, method, params }) => {
                    let mut out = Vec::new();
                    asked.push(match self.answer(text, id, &method, params, &mut out) {
                        Some(request) => Member::Asks(request.with_line(text.to_vec())),
                        None => Member::Answered(out),
                    });
                }
                Err(malformed) => {
                    let mut out = Vec::new();
                    write_error(&mut out, malformed.id, malformed.code, malformed.why);
                    asked.push(Member::Answered(out));
                }
            }
        }
        if asked.iter().any(|member| matches!(member, Member::Asks(_))) {
            self.hold_or_answer(Due::Batch(asked), folders, turn);
        } else if !asked.is_empty() {
            let granted = self.granted(folders);
            turn.ready.push_back(Ready { asked: Due::Batch(asked), granted });
        }
    }

    pub(super) fn notice(
        &mut self,
        method: &str,
        params: Option<&RawValue>,
        folders: Folders<'_>,
        now: Instant,
        turn: &mut Turn,
    ) {
        match method {
            "notifications/initialized" if self.revision.is_some() && !self.initialized => {
                self.initialized = true;
                self.ask_for_roots(now, turn);
            }
            "notifications/roots/list_changed" if self.initialized => {
                self.ask_for_roots(now, turn);
            }
            "notifications/cancelled" => self.forget_cancelled(params, turn),
            _ => {}
        }
        if self.deadline().is_none() {
            self.release(folders, turn);
        }
    }

    pub(super) fn settle(
        &mut self,
        id: &str,
        result: Result<&RawValue, &RawValue>,
        folders: Folders<'_>,
        turn: &mut Turn,
    ) {
        if self.question.take_if(|question| question.id.to_string() == id).is_none() {
            return;
        }
        self.standing = match result.map(Roots::from_result) {
            Ok(Ok(roots)) => Standing::Listed(Arc::new(roots)),
            Ok(Err(_)) => Standing::Failed("its answer is not a list of roots".into()),
            Err(error) => Standing::Failed(told(error)),
        };
        self.release(folders, turn);
    }

    /// Answers at once what needs no roots, into `out` without a newline.
    fn answer(
        &mut self,
        line: &[u8],
        id: &str,
        method: &str,
        params: Option<&RawValue>,
        out: &mut Vec<u8>,
    ) -> Option<Request> {
        let Some(revision) = self.revision else {
            match method {
                "initialize" => self.initialize(id, params, out),
                "ping" => write_result(out, id, |out| out.extend_from_slice(b"{}")),
                _ => write_error(out, id, INVALID_REQUEST, "initialize comes first"),
            }
            return None;
        };
        let what = match method {
            "tools/call" => What::CallTool,
            "resources/list" => What::ListResources,
            "resources/read" => What::ReadResource,
            "resources/subscribe" => What::Follow,
            "resources/unsubscribe" => What::Unfollow,
            _ => {
                answer_without_roots(id, method, revision, params, out);
                return None;
            }
        };
        Some(Request::new(line, id, params.map(RawValue::get), what, revision))
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
        let revision = Revision::LEGACY.into_iter().find(asked).unwrap_or(Revision::LATEST_LEGACY);
        self.revision = Some(revision);
        self.client_offers_roots =
            params.capabilities.roots.is_some_and(|roots| roots.get().starts_with('{'));
        write_welcome(out, id, revision);
    }

    /// The roots that hold now, or why there are none, in words for the model.
    fn granted(&self, folders: Folders<'_>) -> Granted {
        if !self.client_offers_roots {
            return folders.cloned().ok_or_else(|| {
                "no folder is granted to this server: the client does not offer MCP roots. \
                 Use a host app that does and grant a folder there, or name folders when \
                 starting the server"
                    .into()
            });
        }
        if !self.initialized {
            return Err("no folder is granted to this server yet: the client has not sent \
                        notifications/initialized"
                .into());
        }
        match &self.standing {
            Standing::Listed(roots) => Ok(Arc::clone(roots)),
            Standing::Unknown => Err("nothing is allowed now: the client has not answered which \
                                      folders are granted to this server. Try again in a moment"
                .into()),
            Standing::Failed(why) => Err(format!(
                "nothing is allowed: the client could not tell which folders are granted to this \
                 server ({why}). Grant a folder in the host app to go on"
            )),
        }
    }

    /// Drops what was granted, at once, and asks anew. An answer to an older question is too old.
    fn ask_for_roots(&mut self, now: Instant, turn: &mut Turn) {
        if !self.client_offers_roots {
            return;
        }
        // Calls that wait already do not wait longer because the list keeps changing.
        let patience_ends = match self.deadline() {
            Some(end) if !self.waiting.is_empty() => end,
            _ => now + ROOTS_PATIENCE,
        };
        self.standing = Standing::Unknown;
        turn.roots_dropped = true;
        self.questions += 1;
        let id = self.questions;
        self.question = Some(Question { id, patience_ends: Some(patience_ends) });
        let ask = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"roots/list\"}}\n");
        turn.out.extend_from_slice(ask.as_bytes());
    }

    fn forget_cancelled(&mut self, params: Option<&RawValue>, turn: &mut Turn) {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(borrow, rename = "requestId")]
            request_id: &'a RawValue,
        }
        let params = params.map_or("null", RawValue::get);
        if let Ok(Params { request_id }) = serde_json::from_str(params) {
            let id = request_id.get();
            self.waiting.retain(|waiting| !waiting.is(id));
            turn.ready.retain(|ready| !ready.asked.is(id));
            turn.cancelled.push(id.to_owned());
        }
    }

    fn has_room_for(&self, asked: &Due) -> bool {
        let held: usize = self.waiting.iter().map(Due::size).sum();
        self.waiting.len() < MAX_WAITING && held + asked.size() <= MAX_WAITING_BYTES
    }

    fn release(&mut self, folders: Folders<'_>, turn: &mut Turn) {
        for asked in std::mem::take(&mut self.waiting) {
            turn.ready.push_back(Ready { asked, granted: self.granted(folders) });
        }
    }
}

fn answer_without_roots(
    id: &str,
    method: &str,
    revision: Revision,
    params: Option<&RawValue>,
    out: &mut Vec<u8>,
) {
    match method {
        "initialize" => write_error(out, id, INVALID_REQUEST, "already initialized"),
        "ping" => write_result(out, id, |out| out.extend_from_slice(b"{}")),
        "tools/list" | "resources/templates/list" => match has_no_cursor(params) {
            Ok(()) => {
                open_result(out, id, revision.dialect());
                if method == "tools/list" {
                    tools::write_list(out, revision.dialect());
                } else {
                    resources::write_templates(out);
                }
                out.extend_from_slice(b"}}");
            }
            Err(why) => write_error(out, id, INVALID_PARAMS, &why),
        },
        _ => write_error(out, id, METHOD_NOT_FOUND, "there is no such method here"),
    }
}

/// Lists that fit one page give out no cursors.
pub(super) fn has_no_cursor(params: Option<&RawValue>) -> Result<(), String> {
    #[derive(Default, Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        cursor: Option<&'a RawValue>,
    }
    match serde_json::from_str::<Params<'_>>(params.map_or("{}", RawValue::get)) {
        Ok(Params { cursor: None }) => Ok(()),
        Ok(Params { cursor: Some(_) }) => Err("no such cursor was given out".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn write_welcome(out: &mut Vec<u8>, id: &str, revision: Revision) {
    open_result(out, id, revision.dialect());
    out.extend_from_slice(b"\"protocolVersion\":");
    write_string(out, revision.name());
    out.extend_from_slice(b",\"capabilities\":");
    out.extend_from_slice(resources::CAPABILITIES_WITH_CHANGES.as_bytes());
    out.extend_from_slice(
        b",\"serverInfo\":{\"name\":\"paddock-files\",\"title\":\"Paddock files\",\"version\":",
    );
    write_string(out, env!("CARGO_PKG_VERSION"));
    out.extend_from_slice(b"},\"instructions\":");
    write_string(out, INSTRUCTIONS);
    out.extend_from_slice(b"}}");
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
    shown(short)
}
