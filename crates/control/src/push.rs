//! The frames between a front and the host, once they have greeted each other.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Command;
use crate::Notification;
use crate::view::{AnswerGrewView, Code, Failure, LogView, ProgressView, View};

/// A command on its way to the host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// The front's own number; the answer bears it.
    pub id: u32,
    pub command: Command,
}

/// The same as the host reads it: a front of another version may ask for what this one does not
/// know.
#[derive(Debug, Deserialize)]
pub struct RawAsk {
    pub id: u32,
    command: Box<RawValue>,
}

impl RawAsk {
    /// # Errors
    /// `host-other-version`: it is no command of this version.
    pub fn command(&self) -> Result<Command, Failure> {
        serde_json::from_str(self.command.get()).map_err(|_| Failure::new(Code::HostOtherVersion))
    }
}

/// What came of a command.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    pub id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// A frame from the host: an answer, or what it has to say unasked.
#[derive(Debug, Serialize, Deserialize)]
pub struct Said {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<Push>,
}

impl Said {
    pub fn push(push: Push) -> Self {
        Self { answer: None, push: Some(push) }
    }

    pub fn answer(id: u32, result: Result<Box<RawValue>, Failure>) -> Self {
        let answer = match result {
            Ok(done) => Answer { id, done: Some(done), failure: None },
            Err(failure) => Answer { id, done: None, failure: Some(failure) },
        };
        Self { answer: Some(answer), push: None }
    }
}

/// What the host says unasked, to fronts that show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Push {
    /// A view stands in place of the one before.
    View(Box<View>),
    /// A view could not be sent, and this is why: what was shown before may be out of date.
    Unshown(Failure),
    /// New lines of the log that this front follows.
    Log(LogView),
    /// A model wrote more of its answer.
    Grew(AnswerGrewView),
    /// A call of this front has come further.
    Progress(ProgressView),
    /// The person is to be told, outside of the window.
    Notify(Notification),
    /// The host was asked to end, and does. A connection that ends without it was lost.
    Bye,
}
