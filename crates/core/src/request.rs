//! What servers ask of the person, and what the person decides of it.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{ServerId, SessionId, Time};

/// Number of a request, chosen by whoever brings it; never given twice in one run of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

/// Something that a server asks of the person, without what it says in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub id: RequestId,
    pub session: SessionId,
    pub kind: RequestKind,
    /// Its first words, safe to show.
    pub summary: String,
    /// The tool, prompt or resource in whose call it was asked, safe to show.
    pub during: Option<String>,
    /// What it may cost at the most, in and out; 0 where no model is asked.
    pub tokens: u32,
    /// The app in whose session it was asked, and which could not be asked itself.
    pub of: Option<OfApp>,
}

/// An app, as far as a request names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfApp {
    /// Both safe to show.
    pub app: String,
    /// Where it works.
    pub folder: Option<String>,
}

impl Request {
    /// Whose limits it counts against.
    pub fn server(&self) -> ServerId {
        self.session.server
    }
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum RequestKind {
    /// The answer of a language model.
    Sampling,
    /// A form to be filled in.
    Form,
    /// An address to be visited.
    Url,
    /// A call that waited. Only what was missed of calls is a request.
    Call,
    /// A file or folder that a server waited to open. As with calls.
    Access,
}

/// A request that has not been answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRequest {
    pub request: Request,
    pub at: Time,
    pub phase: Phase,
    /// A model answers it, and nobody looks at that before the server does.
    pub(crate) automatic: bool,
    /// What the model wrote last, for the record.
    pub(crate) written: Option<Written>,
}

/// How far a request has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// For the person.
    Waiting,
    /// A model writes.
    Answering,
    /// The model did not answer; it is for the person again.
    Failed,
    /// The model has answered, and the person has not looked at it.
    Review,
}

/// What an answer of a model was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub model: String,
    /// In and out.
    pub tokens: u32,
}

/// What a person decided of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A model is to answer, and so many requests of this server after this one without asking.
    Send { allow_next: u32 },
    /// The model is to stop.
    Stop,
    /// The server is given the answer: the model's, or what the person wrote in its place.
    Deliver { by_hand: bool },
    /// The form is filled in.
    Submit,
    /// The address is visited.
    Visit,
    /// No; and with `mute`, nor anything else that this server asks.
    Deny { mute: bool },
}

/// What a server is told of its request, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// What it asked for.
    Given,
    /// A person said no.
    Denied,
    /// Nobody was asked.
    Refused(MissedWhy),
}

/// A request that ended without a decision of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// As servers and grants are numbered.
    pub id: u32,
    pub request: Request,
    pub at: Time,
    pub why: MissedWhy,
    /// How often the server was refused for the same reason after it.
    pub again: u32,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum MissedWhy {
    /// The server took it back.
    Cancelled,
    /// The call in which it was asked ended.
    CallEnded,
    /// The server ended, or is about to.
    ServerEnded,
    /// The server asks more often than it may.
    TooOften,
    /// It would cost more than the server may spend.
    OverBudget,
    /// The person does not want to be asked by this server.
    Muted,
    /// The person does not want to be asked in the place of the app.
    NoStandIn,
    /// The person did not answer in time.
    Lapsed,
}

impl MissedWhy {
    /// Its name in records.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Cancelled => "the server took it back",
            Self::CallEnded => "the call ended",
            Self::ServerEnded => "the server ended",
            Self::TooOften => "asked too often",
            Self::OverBudget => "over the budget",
            Self::Muted => "muted",
            Self::NoStandIn => "not asked for its app",
            Self::Lapsed => "not answered in time",
        }
    }
}

/// How a server stands with what it may ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Requests for sampling in the last hour.
    pub sampled: u32,
    /// Tokens of the last day, and those of answers under way.
    pub tokens: u32,
    /// Requests that will be answered without asking.
    pub allowed_next: u32,
}
