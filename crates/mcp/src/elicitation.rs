//! `elicitation/create`: a form to fill in, or an address to visit.
//!
//! All of it is the server's text and untrusted. Nothing is fetched or opened here.

mod address;
mod check;
mod field;
mod form;
mod format;
mod parse;
#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::PayloadError;
use crate::payload::to_json;

pub use self::address::{Address, AddressWarning};
pub use self::check::{FieldProblem, Problem};
pub use self::field::{Choice, Field, FieldKind, Pattern, TextFormat};
pub use self::form::{Filled, Form, Values};

/// What the server asks of the person.
#[derive(Clone, Debug)]
pub enum Elicitation {
    Form(Form),
    Url(UrlRequest),
}

/// Which modes were declared to the server. A form always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElicitationModes {
    Form,
    FormAndUrl,
}

/// A request to visit an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlRequest {
    pub message: String,
    pub address: Address,
    /// Names it until `notifications/elicitation/complete`; opaque. Revision 2025-11-25 only.
    pub elicitation_id: Option<String>,
}

impl Elicitation {
    /// Reads the `params`.
    ///
    /// # Errors
    /// They are not what the schema says, are too large, or of a mode that was not declared.
    pub fn parse(params: &RawValue, modes: ElicitationModes) -> Result<Self, PayloadError> {
        parse::elicitation(params, modes)
    }

    /// The `result` for what the person filled in, as [`Form::check`] gave it.
    pub fn accepted(values: &Filled) -> Box<RawValue> {
        to_json(&ElicitResult { action: "accept", content: Some(values) })
    }

    /// The `result` when the person agreed to visit the address.
    pub fn agreed() -> Box<RawValue> {
        to_json(&ElicitResult { action: "accept", content: None })
    }

    /// The `result` when the person said no.
    pub fn declined() -> Box<RawValue> {
        to_json(&ElicitResult { action: "decline", content: None })
    }

    /// The `result` when the person neither agreed nor said no.
    pub fn cancelled() -> Box<RawValue> {
        to_json(&ElicitResult { action: "cancel", content: None })
    }
}

#[derive(Serialize)]
struct ElicitResult<'a> {
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a Filled>,
}
