//! Messages as JSON. The fake has its own, so that it can get them wrong.

use serde_json::{Value, json};

pub(crate) const INVALID_REQUEST: i64 = -32600;
pub(crate) const NO_SUCH_METHOD: i64 = -32601;
pub(crate) const INVALID_PARAMS: i64 = -32602;
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;
/// What legacy servers answer to a URI they do not know.
pub(crate) const NO_SUCH_RESOURCE: i64 = -32002;

/// What becomes of a request.
#[derive(Debug)]
pub(crate) enum Outcome {
    Result(Value),
    /// A result that nothing is added to.
    Exactly(Value),
    Error(Value),
    /// It comes when something else has happened, or never.
    Later,
}

impl Outcome {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Result(text_result(&text.into()))
    }

    pub(crate) fn error(code: i64, message: &str) -> Self {
        Self::Error(json!({ "code": code, "message": message }))
    }

    pub(crate) fn error_with(code: i64, message: &str, data: &Value) -> Self {
        Self::Error(json!({ "code": code, "message": message, "data": data }))
    }
}

pub(crate) fn text_result(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

pub(crate) fn request(id: &Value, method: &str, params: Option<&Value>) -> Value {
    let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
    if let Some(params) = params {
        request["params"] = params.clone();
    }
    request
}

pub(crate) fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

pub(crate) fn result(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

pub(crate) fn error(id: &Value, error: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}
