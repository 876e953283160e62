//! What a model wants to give a tool, which comes in pieces of JSON text.

use serde_json::value::RawValue;

use crate::ModelError;

/// An object; nothing at all is an empty one.
pub(crate) fn read(text: String) -> Result<Box<RawValue>, ModelError> {
    let text = if text.trim().is_empty() { "{}".to_owned() } else { text };
    RawValue::from_string(text)
        .ok()
        .filter(|json| json.get().trim_start().starts_with('{'))
        .ok_or_else(|| ModelError::Malformed {
            reason: "input of a tool is not a JSON object".to_owned(),
        })
}
