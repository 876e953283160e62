//! What is kept of requests that are open, beside the state: what they say, and who waits.

use std::collections::BTreeMap;

use paddock_core::{RequestId, RequestKind, ServerId, SessionId, Time};
use paddock_mcp::elicitation::{Form, UrlRequest};
use paddock_mcp::sampling::{Sampling, SamplingAnswer};
use paddock_mcp::{AskId, AskReply, Connection, Revision};
use paddock_models::Completion;
use serde_json::value::RawValue;
use tokio::task::AbortHandle;

use crate::run::RunId;
use crate::view::{Failure, ModelChoice, SamplingEdit};

/// Bytes of open requests, as they were sent: of one server, and of all.
const MOST_OF_A_SERVER: usize = 32 << 20;
const MOST: usize = 128 << 20;
/// A person who was just told that a server asks is not told again for so long, in milliseconds.
const QUIET: i64 = 10_000;

#[derive(Debug, Default)]
pub(crate) struct Inbox {
    kept: BTreeMap<RequestId, Kept>,
    last_id: u32,
    last_attempt: u64,
    /// Servers that asked something in this round, and when the person was last told of each.
    news: Vec<ServerId>,
    told: BTreeMap<ServerId, Time>,
}

#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) asker: Asker,
    pub(crate) content: Content,
}

/// Who asked, and how to answer.
#[derive(Debug)]
pub(crate) struct Asker {
    pub(crate) session: SessionId,
    pub(crate) way: Way,
    pub(crate) revision: Revision,
    /// Bytes of what was asked, as it was sent.
    pub(crate) bytes: usize,
}

/// The way back to who asked.
#[derive(Debug)]
pub(crate) enum Way {
    /// The server that Paddock itself speaks with.
    Own { run: RunId, ask: AskId, connection: Connection },
    /// That of an app, through its relay.
    App { relay: paddock_relay::Session, ask: u64 },
}

/// Names what was asked, as who asked does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AskedBy {
    Run(RunId, AskId),
    App(SessionId, u64),
}

/// Who says that a visit is over.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Visits {
    Run(RunId),
    App(SessionId),
}

impl Asker {
    fn is(&self, asked: AskedBy) -> bool {
        match (&self.way, asked) {
            (Way::Own { run, ask, .. }, AskedBy::Run(of, it)) => (*run, *ask) == (of, it),
            (Way::App { ask, .. }, AskedBy::App(of, it)) => (self.session, *ask) == (of, it),
            (Way::Own { .. }, AskedBy::App(..)) | (Way::App { .. }, AskedBy::Run(..)) => false,
        }
    }

    fn speaks(&self, who: Visits) -> bool {
        match (&self.way, who) {
            (Way::Own { run, .. }, Visits::Run(of)) => *run == of,
            (Way::App { .. }, Visits::App(of)) => self.session == of,
            (Way::Own { .. }, Visits::App(_)) | (Way::App { .. }, Visits::Run(_)) => false,
        }
    }
}

#[derive(Debug)]
pub(crate) enum Content {
    Sampling(Box<Prompting>),
    Form {
        form: Form,
        /// What the server is to be given.
        filled: Option<Box<RawValue>>,
    },
    Url(UrlRequest),
}

impl Content {
    pub(crate) fn kind(&self) -> RequestKind {
        match self {
            Self::Sampling(_) => RequestKind::Sampling,
            Self::Form { .. } => RequestKind::Form,
            Self::Url(_) => RequestKind::Url,
        }
    }

    /// What the server says to the person; nothing where it speaks to a model.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Sampling(_) => "",
            Self::Form { form, .. } => &form.message,
            Self::Url(url) => &url.message,
        }
    }
}

/// A request for sampling on its way through a model.
#[derive(Debug)]
pub(crate) struct Prompting {
    pub(crate) wanted: Sampling,
    /// What the person changed when it was sent.
    pub(crate) edit: SamplingEdit,
    pub(crate) attempt: Option<ModelRun>,
    /// Why the last model did not answer.
    pub(crate) failure: Option<Failure>,
    pub(crate) answer: Option<Completion>,
    /// What the server is to be given in place of the model's answer.
    pub(crate) instead: Option<SamplingAnswer>,
}

/// A model at work, or about to be as soon as it is known which models there are.
#[derive(Debug)]
pub(crate) struct ModelRun {
    /// Tells its words from those of a model that was stopped.
    pub(crate) number: u64,
    pub(crate) model: Option<ModelChoice>,
    pub(crate) text: String,
    task: Option<AbortHandle>,
}

impl Drop for ModelRun {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl ModelRun {
    pub(crate) fn is_waiting(&self) -> bool {
        self.task.is_none()
    }

    pub(crate) fn begin(&mut self, model: ModelChoice, task: AbortHandle) {
        (self.model, self.task) = (Some(model), Some(task));
    }
}

impl Prompting {
    pub(crate) fn new(wanted: Sampling) -> Self {
        Self {
            wanted,
            edit: SamplingEdit::default(),
            attempt: None,
            failure: None,
            answer: None,
            instead: None,
        }
    }

    /// Whether the words of this attempt still count.
    pub(crate) fn is_at(&self, number: u64) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.number == number)
    }
}

impl Kept {
    pub(crate) fn answer(&self, reply: AskReply) {
        match &self.asker.way {
            Way::Own { ask, connection, .. } => connection.answer(*ask, reply),
            Way::App { relay, ask } => relay.answer(*ask, reply),
        }
    }

    /// Why the last model did not answer.
    pub(crate) fn failure(&self) -> Option<Failure> {
        match &self.content {
            Content::Sampling(prompting) => prompting.failure.clone(),
            Content::Form { .. } | Content::Url(_) => None,
        }
    }

    pub(crate) fn sampling(&mut self) -> Option<&mut Prompting> {
        match &mut self.content {
            Content::Sampling(prompting) => Some(prompting),
            Content::Form { .. } | Content::Url(_) => None,
        }
    }
}

impl Inbox {
    /// Whether there is room for so many more bytes of a server.
    pub(crate) fn has_room_for(&self, session: SessionId, bytes: usize) -> bool {
        let sizes = self.kept.values().map(|kept| (kept.asker.session, kept.asker.bytes));
        let (mut of_server, mut all) = (bytes, bytes);
        for (asker, size) in sizes {
            all += size;
            of_server += if asker.server == session.server { size } else { 0 };
        }
        of_server <= MOST_OF_A_SERVER && all <= MOST
    }

    pub(crate) fn keep(&mut self, kept: Kept) -> RequestId {
        self.last_id += 1;
        let id = RequestId(self.last_id);
        self.kept.insert(id, kept);
        id
    }

    pub(crate) fn next_attempt(&mut self) -> ModelRun {
        self.last_attempt += 1;
        ModelRun { number: self.last_attempt, model: None, text: String::new(), task: None }
    }

    pub(crate) fn get(&self, id: RequestId) -> Option<&Kept> {
        self.kept.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: RequestId) -> Option<&mut Kept> {
        self.kept.get_mut(&id)
    }

    pub(crate) fn sampling(&mut self, id: RequestId) -> Option<&mut Prompting> {
        self.kept.get_mut(&id)?.sampling()
    }

    /// A model that is at work on it is hung up on.
    pub(crate) fn stop_answering(&mut self, id: RequestId) {
        if let Some(prompting) = self.sampling(id) {
            prompting.attempt = None;
        }
    }

    /// Drops all of it; a model that is at work is hung up on.
    pub(crate) fn forget(&mut self, id: RequestId) {
        self.kept.remove(&id);
    }

    pub(crate) fn find(&self, asked: AskedBy) -> Option<RequestId> {
        self.kept.iter().find(|(_, kept)| kept.asker.is(asked)).map(|(id, _)| *id)
    }

    /// The address that a server names so.
    pub(crate) fn find_url(&self, who: Visits, elicitation: &str) -> Option<RequestId> {
        let named = |kept: &Kept| match &kept.content {
            Content::Url(url) => url.elicitation_id.as_deref() == Some(elicitation),
            Content::Sampling(_) | Content::Form { .. } => false,
        };
        let mut of_them = self.kept.iter().filter(|(_, kept)| kept.asker.speaks(who));
        of_them.find(|(_, kept)| named(kept)).map(|(id, _)| *id)
    }

    /// Requests whose model is not known yet.
    pub(crate) fn waiting_for_models(&self) -> Vec<RequestId> {
        let waits = |kept: &Kept| match &kept.content {
            Content::Sampling(it) => it.attempt.as_ref().is_some_and(ModelRun::is_waiting),
            Content::Form { .. } | Content::Url(_) => false,
        };
        self.kept.iter().filter(|(_, kept)| waits(kept)).map(|(id, _)| *id).collect()
    }

    pub(crate) fn has_sampling(&self) -> bool {
        self.kept.values().any(|kept| matches!(kept.content, Content::Sampling(_)))
    }

    /// A server asks something that waits for the person.
    pub(crate) fn note_news(&mut self, server: ServerId) {
        if !self.news.contains(&server) {
            self.news.push(server);
        }
    }

    /// Servers to tell the person of, each no more often than it is fit to.
    pub(crate) fn take_news(&mut self, now: Time) -> Vec<ServerId> {
        self.told.retain(|_, at| at.0.abs_diff(now.0) < QUIET.unsigned_abs());
        let news = std::mem::take(&mut self.news);
        let fresh: Vec<_> =
            news.into_iter().filter(|server| !self.told.contains_key(server)).collect();
        self.told.extend(fresh.iter().map(|server| (*server, now)));
        fresh
    }
}
