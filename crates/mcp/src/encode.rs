//! Messages as bytes, each one line with its `\n`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use memchr::memchr2_iter;
use serde::Serialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use crate::message::Id;
use crate::outbox::{Body, OwnResponse};
use crate::roots::List;
use crate::{AskReply, Implementation, LogLevel};

/// Names in `_meta` the task that a message belongs to.
pub(crate) const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// `_meta` of a request.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Meta<'a> {
    #[serde(rename = "progressToken", skip_serializing_if = "Option::is_none")]
    pub(crate) progress_token: Option<u64>,
    /// In the modern era, on every request.
    #[serde(flatten)]
    pub(crate) modern: Option<ModernMeta<'a>>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ModernMeta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    pub(crate) revision: &'static str,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    pub(crate) client: &'a Implementation,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    pub(crate) capabilities: &'a RawValue,
    #[serde(rename = "io.modelcontextprotocol/logLevel", skip_serializing_if = "Option::is_none")]
    pub(crate) log_level: Option<LogLevel>,
}

impl Meta<'_> {
    fn is_empty(&self) -> bool {
        self.progress_token.is_none() && self.modern.is_none()
    }
}

/// One message, and where in it the list of roots belongs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub bytes: Vec<u8>,
    /// Offsets into `bytes`, ascending.
    pub roots_at: Vec<usize>,
}

/// What a request carries beside its parameters when it is sent again: `inputResponses` and
/// `requestState`.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    pub(crate) responses: Vec<(String, Input)>,
    pub(crate) state: Option<Box<RawValue>>,
}

#[derive(Debug)]
pub(crate) enum Input {
    /// Whatever the list is when the request is written.
    Roots,
    Given(Box<RawValue>),
}

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Params<'a, P>>,
}

#[derive(Serialize)]
struct Params<'a, P> {
    #[serde(flatten)]
    own: Option<P>,
    #[serde(rename = "_meta", skip_serializing_if = "Meta::is_empty")]
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct Notification<'a, P> {
    jsonrpc: &'static str,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<P>,
}

pub(crate) fn request(
    id: u64,
    method: &str,
    params: Option<impl Serialize>,
    meta: Meta<'_>,
) -> serde_json::Result<Vec<u8>> {
    let params = (params.is_some() || !meta.is_empty()).then_some(Params { own: params, meta });
    line(&Request { jsonrpc: "2.0", id, method, params })
}

/// Adds the inputs to a request that has parameters.
pub(crate) fn with_inputs(request: Vec<u8>, inputs: &Inputs) -> serde_json::Result<Text> {
    const END: &[u8] = b"}}\n";
    let mut text = Text { bytes: request, roots_at: Vec::new() };
    text.bytes.truncate(text.bytes.len().saturating_sub(END.len()));
    if !inputs.responses.is_empty() {
        text.bytes.extend_from_slice(b",\"inputResponses\":");
        responses(&mut text, &inputs.responses)?;
    }
    if let Some(state) = &inputs.state {
        text.bytes.extend_from_slice(b",\"requestState\":");
        text.bytes.extend_from_slice(state.get().as_bytes());
    }
    text.bytes.extend_from_slice(END);
    Ok(text)
}

fn responses(text: &mut Text, responses: &[(String, Input)]) -> serde_json::Result<()> {
    for (at, (key, input)) in responses.iter().enumerate() {
        text.bytes.push(if at == 0 { b'{' } else { b',' });
        serde_json::to_writer(&mut text.bytes, key)?;
        text.bytes.push(b':');
        match input {
            Input::Roots => text.roots_at.push(text.bytes.len()),
            Input::Given(result) => push_on_one_line(&mut text.bytes, result.get()),
        }
    }
    text.bytes.push(b'}');
    Ok(())
}

impl Text {
    /// The message with the list in its places.
    pub fn with_roots(&self, list: &str) -> Vec<u8> {
        let grown = self.bytes.len() + self.roots_at.len() * list.len();
        let mut bytes = Vec::with_capacity(grown);
        let mut from = 0;
        for at in &self.roots_at {
            bytes.extend_from_slice(&self.bytes[from..*at]);
            bytes.extend_from_slice(list.as_bytes());
            from = *at;
        }
        bytes.extend_from_slice(&self.bytes[from..]);
        bytes
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, roots_at: Vec::new() }
    }
}

/// The answer to what was asked of the person, in the course of this task, with its line end.
pub fn reply(id: &Id, task: Option<&str>, reply: AskReply, limit: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    open(&mut bytes, id);
    match reply {
        AskReply::Result(result) if result.get().len() <= limit => {
            let result = task.and_then(|task| related(&result, task)).unwrap_or(result);
            bytes.extend_from_slice(br#""result":"#);
            push_on_one_line(&mut bytes, result.get());
        }
        AskReply::Result(_) => push_error(&mut bytes, -32603, "answer is too long"),
        AskReply::Denied => push_error(&mut bytes, -1, "User rejected sampling request"),
        AskReply::Error { code, message } => push_error(&mut bytes, code, &message),
    }
    bytes.extend_from_slice(b"}\n");
    bytes
}

/// The result with its task named in `_meta`.
fn related(result: &RawValue, task: &str) -> Option<Box<RawValue>> {
    type Object = BTreeMap<String, Box<RawValue>>;
    let mut result: Object = serde_json::from_str(result.get()).ok()?;
    let meta = result.get("_meta").map(|meta| serde_json::from_str::<Object>(meta.get()));
    let mut meta = meta.and_then(Result::ok).unwrap_or_default();
    meta.insert(RELATED_TASK.to_owned(), to_raw_value(&json!({"taskId": task})).ok()?);
    result.insert("_meta".to_owned(), to_raw_value(&meta).ok()?);
    to_raw_value(&result).ok()
}

fn push_error(bytes: &mut Vec<u8>, code: i64, message: &str) {
    let message = serde_json::Value::from(message);
    bytes.extend_from_slice(format!(r#""error":{{"code":{code},"message":{message}}}"#).as_bytes());
}

pub(crate) fn notification(
    method: &str,
    params: Option<impl Serialize>,
) -> serde_json::Result<Vec<u8>> {
    line(&Notification { jsonrpc: "2.0", method, params })
}

pub(crate) const INITIALIZED: &[u8] =
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

pub(crate) const ROOTS_CHANGED: &[u8] =
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}\n";

/// Several answers make one batch. `roots` gives the list of the moment, if there is one.
pub(crate) fn answers(
    answers: &[OwnResponse],
    batch: bool,
    mut roots: impl FnMut() -> Option<Arc<List>>,
) -> Vec<u8> {
    let mut bytes = Vec::from(if batch { "[" } else { "" });
    for (number, answer) in answers.iter().enumerate() {
        if number > 0 {
            bytes.push(b',');
        }
        push_answer(&mut bytes, answer, &mut roots);
    }
    bytes.extend_from_slice(if batch { "]\n" } else { "\n" }.as_bytes());
    bytes
}

fn push_answer(
    bytes: &mut Vec<u8>,
    answer: &OwnResponse,
    roots: &mut impl FnMut() -> Option<Arc<List>>,
) {
    open(bytes, &answer.id);
    match answer.reply {
        Body::Empty => bytes.extend_from_slice(br#""result":{}"#),
        Body::Roots => match roots() {
            Some(list) => push_result(bytes, list.as_str()),
            None => push_error(bytes, -32603, "roots are not available"),
        },
        Body::MethodNotFound => push_error(bytes, -32601, "method not found"),
        Body::InvalidParams(reason) => push_error(bytes, -32602, reason),
        Body::TooMany => push_error(bytes, -32603, "too many requests wait for the user"),
    }
    bytes.push(b'}');
}

fn open(bytes: &mut Vec<u8>, id: &Id) {
    bytes.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    bytes.extend_from_slice(id.as_str().as_bytes());
    bytes.push(b',');
}

fn push_result(bytes: &mut Vec<u8>, json: &str) {
    const NAME: &[u8] = br#""result":"#;
    /// What comes behind it, at the most.
    const END: usize = b"}]\n".len();
    bytes.reserve(NAME.len() + json.len() + END);
    bytes.extend_from_slice(NAME);
    bytes.extend_from_slice(json.as_bytes());
}

fn line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let bytes = serde_json::to_vec(message)?;
    // Of what is long and on one line already, no copy is made.
    let cut = match one_line(&bytes) {
        Cow::Borrowed(_) => None,
        Cow::Owned(line) => Some(line),
    };
    let mut bytes = cut.unwrap_or(bytes);
    bytes.push(b'\n');
    Ok(bytes)
}

fn push_on_one_line(bytes: &mut Vec<u8>, json: &str) {
    bytes.extend_from_slice(&one_line(json.as_bytes()));
}

/// The same JSON with nothing in it that any reader takes for the end of a line: some end lines at a
/// carriage return (Python's text files, `readline` of Node, Java, .NET), some at those ends that
/// Unicode adds (`readline`, `Scanner` of Java). The former are mere white space outside of a string,
/// and JSON allows none inside one; of the latter it is the other way round.
pub fn one_line(json: &[u8]) -> Cow<'_, [u8]> {
    let mut ends = line_ends(json).peekable();
    if ends.peek().is_none() {
        return Cow::Borrowed(json);
    }
    let (mut written, mut from) = (Vec::with_capacity(json.len() + 64), 0);
    for (at, end) in ends {
        written.extend_from_slice(&json[from..at]);
        written.extend_from_slice(end.instead);
        from = at + end.bytes.len();
    }
    written.extend_from_slice(&json[from..]);
    Cow::Owned(written)
}

/// What some reader takes for the end of a line, and what says the same in JSON.
struct LineEnd {
    bytes: &'static [u8],
    instead: &'static [u8],
}

const PLAIN: LineEnd = LineEnd { bytes: b"\n", instead: b" " };
const OF_UNICODE: [LineEnd; 3] = [
    LineEnd { bytes: "\u{85}".as_bytes(), instead: br"\u0085" },
    LineEnd { bytes: "\u{2028}".as_bytes(), instead: br"\u2028" },
    LineEnd { bytes: "\u{2029}".as_bytes(), instead: br"\u2029" },
];

/// Where they are, in order.
fn line_ends(json: &[u8]) -> impl Iterator<Item = (usize, &'static LineEnd)> {
    let mut plain = memchr2_iter(b'\n', b'\r', json).peekable();
    let of_unicode = memchr2_iter(0xC2, 0xE2, json).filter_map(|at| {
        let end = OF_UNICODE.iter().find(|end| json[at..].starts_with(end.bytes))?;
        Some((at, end))
    });
    let mut of_unicode = of_unicode.peekable();
    iter::from_fn(move || match of_unicode.peek() {
        Some((at, _)) if plain.peek().is_none_or(|plain| at < plain) => of_unicode.next(),
        _ => plain.next().map(|at| (at, &PLAIN)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[derive(Serialize)]
    struct Wrapped<'a> {
        pretty: &'a RawValue,
    }

    #[test]
    fn std_1_no_line_break_inside_a_message() {
        let pretty: &RawValue = serde_json::from_str("{\n \"a\\n\":\r\n 1}").unwrap();
        let bytes = request(1, "m", Some(Wrapped { pretty }), Meta::default()).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"pretty\":{  \"a\\n\":   1}}}\n"
        );
    }

    #[test]
    fn nothing_is_left_that_a_reader_takes_for_the_end_of_a_line() {
        let text = "{\"a\u{2028}b\":\r\"c\u{85}\u{2029}\u{2027}\u{e9}\",\n\"d\":1}\r";
        let line = one_line(text.as_bytes());
        let expected = "{\"a\\u2028b\": \"c\\u0085\\u2029\u{2027}\u{e9}\", \"d\":1} ";
        assert_eq!(str::from_utf8(&line).unwrap(), expected);
        let same: serde_json::Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(same, serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert!(matches!(one_line("{\"a\":\"é\"}".as_bytes()), Cow::Borrowed(_)));
    }

    #[test]
    fn absent_params_are_left_out() {
        let bytes = request(0, "ping", None::<()>, Meta::default()).unwrap();
        assert_eq!(bytes, b"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}\n");
    }

    #[test]
    fn mrtr_2_inputs_are_added_and_the_state_is_kept_to_the_byte() {
        let request = br#"{"id":1,"params":{"_meta":{}}}"#;
        let request = [request, &b"\n"[..]].concat();
        let inputs = Inputs {
            responses: vec![
                ("a\"".to_owned(), Input::Roots),
                ("b".to_owned(), Input::Given(raw("{\n\"x\":1}"))),
                ("c".to_owned(), Input::Roots),
            ],
            state: Some(raw(r#""\u0041\/ é""#)),
        };
        let text = with_inputs(request, &inputs).unwrap();
        let expected = r#"{"id":1,"params":{"_meta":{},"inputResponses":{"a\"":{"roots":[]},"b":{ "x":1},"c":{"roots":[]}},"requestState":"\u0041\/ é"}}"#;
        let bytes = text.with_roots(r#"{"roots":[]}"#);
        assert_eq!(String::from_utf8(bytes).unwrap(), format!("{expected}\n"));
    }

    #[test]
    fn mrtr_2_no_state_is_sent_where_none_was() {
        let text =
            with_inputs(b"{\"params\":{\"_meta\":{}}}\n".to_vec(), &Inputs::default()).unwrap();
        assert_eq!(text.bytes, b"{\"params\":{\"_meta\":{}}}\n");
    }
}
