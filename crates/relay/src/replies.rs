//! Messages of our own, each without its line end.

use paddock_mcp::wire::Id;
use serde_json::{Value, json};

use crate::state::Era;

/// What our own ids begin with, as JSON text. No app and no server may use such an id.
const RESERVED: &str = "\"paddock:";

pub(crate) const INVALID_REQUEST: i64 = -32600;
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
pub(crate) const INVALID_PARAMS: i64 = -32602;
pub(crate) const INTERNAL_ERROR: i64 = -32603;

/// An id of our own, as JSON text.
pub(crate) fn own_id(number: u64) -> String {
    format!("{RESERVED}{number}\"")
}

pub(crate) fn is_own(id: &Id) -> bool {
    id.as_str().starts_with(RESERVED)
}

pub(crate) fn result(id: &Id, result: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.as_str()).into_bytes()
}

pub(crate) fn error_text(id: &Id, error: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, id.as_str()).into_bytes()
}

pub(crate) fn error(id: &Id, code: i64, message: &str) -> Vec<u8> {
    error_text(id, &json!({"code": code, "message": message}).to_string())
}

/// For a message that says no id that could be read.
pub(crate) fn error_without_id(message: &str) -> Vec<u8> {
    json!({"jsonrpc": "2.0", "id": null, "error": {"code": INVALID_REQUEST, "message": message}})
        .to_string()
        .into_bytes()
}

/// What who calls a tool is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expects {
    Result,
    /// A task, whose result is asked for later (revision 2025-11-25).
    Task,
}

/// The answer to a call that was not made, for the model to read.
pub(crate) fn refused_call(era: Era, expects: Expects, id: &Id, text: &str) -> Vec<u8> {
    // A result in place of a task is thrown away unread.
    if expects == Expects::Task && era == Era::Legacy {
        return error(id, INTERNAL_ERROR, text);
    }
    let mut refusal = json!({"content": [{"type": "text", "text": text}], "isError": true});
    // Who calls before its era is known speaks the one that begins without a handshake.
    if era != Era::Legacy {
        refusal["resultType"] = "complete".into();
    }
    result(id, &refusal.to_string())
}

pub(crate) fn request(id: &str, method: &str, params: Option<&str>) -> Vec<u8> {
    let method = Value::from(method);
    let params = params.map_or_else(String::new, |params| format!(r#","params":{params}"#));
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{method}{params}}}"#).into_bytes()
}

pub(crate) fn notification(method: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","method":"{method}"}}"#).into_bytes()
}
