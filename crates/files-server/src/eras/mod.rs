//! The seam between what a revision of the protocol says and what the tools do.
//!
//! A [`Client`] takes messages and turns them into [`Ready`] requests: each with the roots it may
//! use and the way its answer is shaped. Nothing behind it knows of revisions.

pub mod legacy;
pub mod modern;
mod revision;
mod seal;

use std::{collections::VecDeque, sync::Arc, time::Instant};

use crate::{
    roots::Roots,
    wire::{
        answer::Dialect,
        jsonrpc::{self, INVALID_REQUEST, Message, NO_ID, PARSE_ERROR, write_error},
        lines::MAX_LINE,
    },
};

pub use revision::Revision;

/// What the client is told to do with the server, in the words of `instructions`.
const INSTRUCTIONS: &str = "Only folders granted in the host app can be reached; they may change \
                            at any time. list_allowed_directories tells the ones granted now.";

/// The roots a request may use, or why there are none, in words for the model.
pub type Granted = Result<Arc<Roots>, String>;

/// What a request that needs roots is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    CallTool,
    ListResources,
    ReadResource,
    /// To be told when a resource changes.
    Follow,
    Unfollow,
    /// To be told of changes as long as the request is not cancelled, since 2026-07-28.
    Listen,
}

/// A request that needs roots, with the line it came in.
#[derive(Debug)]
pub struct Request {
    line: Vec<u8>,
    id: (usize, usize),
    params: Option<(usize, usize)>,
    pub what: What,
    pub dialect: Dialect,
    /// The code for a resource that is not there: it changed in 2026-07-28.
    pub no_resource: i32,
}

impl Request {
    /// `id` and `params` as they lie in `line`.
    fn new(line: &[u8], id: &str, params: Option<&str>, what: What, revision: Revision) -> Self {
        let place = |part: &str| {
            let start = part.as_ptr().addr() - line.as_ptr().addr();
            (start, start + part.len())
        };
        Self {
            line: Vec::new(),
            id: place(id),
            params: params.map(place),
            what,
            dialect: revision.dialect(),
            no_resource: revision.no_resource(),
        }
    }

    fn with_line(mut self, line: Vec<u8>) -> Self {
        self.line = line;
        self
    }

    pub fn id(&self) -> &str {
        self.text(self.id)
    }

    /// The parameters as JSON, `null` if there are none.
    pub fn params(&self) -> &str {
        self.params.map_or("null", |place| self.text(place))
    }

    fn text(&self, (start, end): (usize, usize)) -> &str {
        // It was UTF-8 when it was parsed.
        self.line.get(start..end).and_then(|part| str::from_utf8(part).ok()).unwrap_or_default()
    }

    fn size(&self) -> usize {
        self.line.len()
    }
}

/// What is answered together.
#[derive(Debug)]
pub enum Due {
    One(Request),
    /// The members of a batch that get an answer, in order.
    Batch(Vec<Member>),
}

#[derive(Debug)]
pub enum Member {
    Answered(Vec<u8>),
    Asks(Request),
}

impl Due {
    fn size(&self) -> usize {
        match self {
            Self::One(request) => request.size(),
            Self::Batch(members) => members
                .iter()
                .map(|member| match member {
                    Member::Answered(answer) => answer.len(),
                    Member::Asks(request) => request.size(),
                })
                .sum(),
        }
    }

    fn is(&self, id: &str) -> bool {
        matches!(self, Self::One(request) if request.id() == id)
    }
}

/// What can be answered now.
#[derive(Debug)]
pub struct Ready {
    pub asked: Due,
    pub granted: Granted,
}

/// What receiving a message came to.
#[derive(Debug, Default)]
pub struct Turn {
    /// Whole lines to send at once.
    pub out: Vec<u8>,
    /// To be answered in this order.
    pub ready: VecDeque<Ready>,
    /// Requests that nobody waits for any more.
    pub cancelled: Vec<String>,
    /// The roots may no longer be what they were, so calls on them must stop.
    pub roots_dropped: bool,
}

impl Turn {
    fn error(&mut self, id: &str, code: i32, why: &str) {
        write_error(&mut self.out, id, code, why);
        self.out.push(b'\n');
    }
}

/// One client: its conversation of either era.
#[derive(Debug, Default)]
pub struct Client {
    legacy: legacy::Session,
    modern: modern::Stateless,
    /// The folders this server was started with. They serve where the client has no roots.
    started_with: Option<Arc<Roots>>,
}

impl Client {
    pub fn new(started_with: Option<Roots>) -> Self {
        Self { started_with: started_with.map(Arc::new), ..Self::default() }
    }

    /// Takes one line from the client.
    pub fn receive(&mut self, line: Vec<u8>, now: Instant, turn: &mut Turn) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let folders = self.started_with.as_ref();
        if jsonrpc::looks_like_batch(&line) {
            return self.legacy.receive_batch(&line, folders, now, turn);
        }
        let request = match jsonrpc::parse(&line) {
            Ok(Message::Request { id, method, params }) => {
                // `initialize` decides for the rest of the process; `ping` is of that era too. A
                // request that names its revision means that one, where both are gone.
                let is_legacy =
                    matches!(&*method, "initialize" | "ping") && !modern::is_meant(params);
                if self.legacy.has_begun() || is_legacy {
                    self.legacy.request(&line, id, &method, params, turn)
                } else {
                    self.modern.request(&line, id, &method, params, folders, turn)
                }
            }
            Ok(Message::Notification { method, params }) => {
                return self.legacy.notice(&method, params, folders, now, turn);
            }
            Ok(Message::Response { id, result }) => {
                return self.legacy.settle(id, result, folders, turn);
            }
            Err(malformed) => return turn.error(malformed.id, malformed.code, malformed.why),
        };
        match request {
            Some(Next::Wait(request)) => {
                let asked = Due::One(request.with_line(line));
                self.legacy.hold_or_answer(asked, folders, turn);
            }
            Some(Next::Go(request, granted)) => {
                let asked = Due::One(request.with_line(line));
                turn.ready.push_back(Ready { asked, granted });
            }
            None => {}
        }
    }

    /// The roots that hold now, none while that is not known.
    pub fn roots(&self) -> Option<Arc<Roots>> {
        let folders = self.started_with.as_ref();
        if self.legacy.has_begun() { self.legacy.roots(folders) } else { folders.cloned() }
    }

    /// Answers a line that was too long to be read.
    pub fn refuse_long_line(turn: &mut Turn) {
        turn.error(NO_ID, PARSE_ERROR, &format!("the line is longer than {} MiB", MAX_LINE >> 20));
    }

    /// When [`Self::give_up_waiting`] is due.
    pub fn deadline(&self) -> Option<Instant> {
        self.legacy.deadline()
    }

    /// Lets the calls that have waited for roots long enough at `now` be answered without.
    pub fn give_up_waiting(&mut self, now: Instant, turn: &mut Turn) {
        self.legacy.give_up_waiting(now, self.started_with.as_ref(), turn);
    }
}

/// A request whose line is still borrowed.
#[derive(Debug)]
pub enum Next {
    /// It waits until the roots are known, if they are not.
    Wait(Request),
    Go(Request, Granted),
}

fn refuse_batch(turn: &mut Turn, why: &str) {
    turn.error(NO_ID, INVALID_REQUEST, why);
}
