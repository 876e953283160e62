//! Messages as bytes, each one line with its `\n`.

use serde::Serialize;

use crate::outbox::{Answer, Reply};

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<P>,
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
) -> serde_json::Result<Vec<u8>> {
    line(&Request { jsonrpc: "2.0", id, method, params })
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
pub(crate) fn answers<L: AsRef<str>>(
    answers: &[Answer],
    batch: bool,
    mut roots: impl FnMut() -> Option<L>,
) -> Vec<u8> {
    let items: Vec<String> = answers.iter().map(|answer| one(answer, &mut roots)).collect();
    let items = items.join(",");
    let text = if batch { format!("[{items}]\n") } else { items + "\n" };
    text.into_bytes()
}

fn one<L: AsRef<str>>(answer: &Answer, roots: &mut impl FnMut() -> Option<L>) -> String {
    let body = match answer.reply {
        Reply::Empty => r#""result":{}"#.to_owned(),
        Reply::Roots => match roots() {
            Some(list) => format!(r#""result":{}"#, list.as_ref()),
            None => r#""error":{"code":-32603,"message":"roots are not available"}"#.to_owned(),
        },
        Reply::MethodNotFound => {
            r#""error":{"code":-32601,"message":"method not found"}"#.to_owned()
        }
    };
    format!(r#"{{"jsonrpc":"2.0","id":{},{body}}}"#, answer.id.as_str())
}

fn line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(message)?;
    // Raw JSON from a caller may be spread over lines. Outside of a string a line break is mere
    // white space, and inside one JSON allows none.
    for byte in bytes.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    #[test]
    fn std_1_no_line_break_inside_a_message() {
        let pretty: &RawValue = serde_json::from_str("{\n \"a\\n\":\r\n 1}").unwrap();
        let bytes = request(1, "m", Some(pretty)).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{  \"a\\n\":   1}}\n"
        );
    }

    #[test]
    fn absent_params_are_left_out() {
        let bytes = request(0, "ping", None::<()>).unwrap();
        assert_eq!(bytes, b"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}\n");
    }
}
