//! What is wrong with something a server asked for.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use thiserror::Error;

use crate::violation::excerpt;

/// A request of the server that can't be put before a person, because of what it says.
///
/// The message is meant for the server's author. It may quote the server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct PayloadError {
    message: String,
}

impl PayloadError {
    /// `Invalid params` of JSON-RPC, which every revision wants here.
    pub const CODE: i64 = -32602;

    pub(crate) fn new(message: impl AsRef<str>) -> Self {
        Self { message: excerpt(message.as_ref()) }
    }

    /// The JSON-RPC code to answer with.
    pub fn code(&self) -> i64 {
        Self::CODE
    }

    /// At most 200 bytes.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<serde_json::Error> for PayloadError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(error.to_string())
    }
}

/// Whether this is a JSON object, without reading it.
pub(crate) fn is_object(json: &RawValue) -> bool {
    json.get().trim_start().starts_with('{')
}

/// For values of strings, numbers and valid JSON, which always serialize.
pub(crate) fn to_json(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
