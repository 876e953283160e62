//! What a server asks of the person, through the host.

use serde_json::value::RawValue;

use crate::CallId;

/// Names one thing that a server asked for on one connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AskId(pub(crate) u64);

/// A request of the server that waits for [`Connection::answer`](crate::Connection::answer).
#[derive(Debug)]
pub struct Ask {
    pub id: AskId,
    pub asked: AskContent,
    /// The call in which it was asked, where the era says so.
    pub call: Option<CallId>,
}

/// What was asked, with its `params` as sent.
#[derive(Debug)]
pub enum AskContent {
    /// `sampling/createMessage`
    Sampling(Box<RawValue>),
    /// `elicitation/create`
    Elicitation(Box<RawValue>),
}

/// The answer to an [`Ask`].
#[derive(Debug)]
pub enum AskReply {
    /// The `result`: `CreateMessageResult` or `ElicitResult` of the schema.
    Result(Box<RawValue>),
    /// The person said no to sampling. A legacy server gets error -1; in the modern era there is no
    /// such answer and the call is abandoned.
    Denied,
    /// What was asked can't be answered. A legacy server gets the error; in the modern era the call
    /// is abandoned.
    Error { code: i64, message: String },
}

/// Why an ask needs no answer any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskEnd {
    /// The server took it back, perhaps saying why; at most 200 bytes.
    Cancelled { reason: Option<String> },
    /// The call in which it was asked ended: cancelled, or timed out.
    CallEnded,
    /// The connection ended.
    Closed,
}
