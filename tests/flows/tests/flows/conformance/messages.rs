//! Messages as such: ids, lines, batches, `_meta`.

use std::collections::HashSet;

use paddock_mcp::{Era, Event, Violation};
use serde_json::{Value, json};

use super::hearing::Heard;
use super::revision::Revision;
use super::wired::{Wired, options};

const BATCH: &str = r#"[{"jsonrpc":"2.0","id":"x","method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}},{"jsonrpc":"2.0","id":"y","method":"roots/list"}]"#;

pub(super) async fn lif_5_batches_are_read(revision: Revision) {
    let mut options = options();
    options.era = Some(Era::Legacy);
    let wired = Wired::ready_with(revision, &["--bad", "batch"], options).await;
    assert_eq!(wired.call("echo", json!({ "text": "in a batch" })).await, "in a batch");
    wired.say(&[BATCH]).await;
    let heard = wired.heard().await;
    let answered: Vec<_> = flat(&heard).into_iter().filter(is_response).collect();
    for id in ["x", "y"] {
        let result = answered.iter().find(|answer| answer["id"] == id).map(|it| &it["result"]);
        assert!(result.is_some_and(Value::is_object), "{id} in {heard:#?}");
    }
    assert!(heard.one("initialize").is_object());
}

pub(super) async fn lif_5_a_batch_is_refused_where_there_is_none(revision: Revision) {
    let mut wired = Wired::ready(revision, &[]).await;
    wired.say(&[BATCH]).await;
    wired
        .until("the batch is refused", |event| match event {
            Event::Violation(Violation::Batch { .. }) => Ok(()),
            other => Err(other),
        })
        .await;
    let heard = wired.heard().await;
    assert!(!flat(&heard).iter().any(|it| it["id"] == "x" || it["id"] == "y"), "{heard:#?}");
}

pub(super) async fn msg_1_ids_are_used_once(revision: Revision) {
    let heard = tour(revision).await;
    let mut used = HashSet::new();
    for request in heard.requests() {
        let id = &request["id"];
        assert!(id.is_string() || id.is_i64() || id.is_u64(), "{request}");
        assert!(used.insert(id.to_string()), "{id} twice in {heard:#?}");
    }
    assert!(used.len() > 5, "{heard:#?}");
}

pub(super) async fn msg_2_ids_come_back_exactly(revision: Revision) {
    let wired = Wired::ready(revision, &["--ask-roots", "never"]).await;
    let ids =
        ["0", "-1", "9007199254740993", "18446744073709551615", r#""""#, r#""0""#, r#""é\n""#];
    let pings = ids.map(|id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
    wired.say(&pings.each_ref().map(String::as_str)).await;
    let responses = wired.heard().await.responses();
    let echoed: Vec<_> = responses.iter().map(|response| response["id"].clone()).collect();
    let sent = ids.map(|id| serde_json::from_str::<Value>(id).unwrap());
    assert_eq!(echoed, sent);
    assert!(responses.iter().all(|response| response["result"] == json!({})));
}

pub(super) async fn msg_2_notifications_are_not_answered(revision: Revision) {
    let wired = Wired::ready(revision, &["--ask-roots", "never"]).await;
    wired
        .say(&[
            r#"{"jsonrpc":"2.0","method":"notifications/novel","params":{"a":1}}"#,
            r#"{"jsonrpc":"2.0","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"roots/list"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{}}"#,
        ])
        .await;
    assert_eq!(wired.heard().await.responses(), [Value::Null; 0]);
}

pub(super) async fn std_1_a_message_is_a_line(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let text = "one\ntwo\r\nthree\u{2028}four\u{85}é 😀 \0";
    assert_eq!(wired.call("echo", json!({ "text": text })).await, text);
    for line in wired.end().await.0 {
        assert!(serde_json::from_str::<Value>(&line).is_ok(), "{line}");
    }
}

pub(super) async fn std_2_only_messages_are_written(revision: Revision) {
    let bad = ["--bad", "garbage", "--bad", "json-logs"];
    let wired = Wired::ready(revision, &bad).await;
    wired.say(&["not JSON", "{}", "[]", "null", "{\"jsonrpc\":\"1.0\",\"id\":1}", ""]).await;
    assert_eq!(wired.call("echo", json!({ "text": "on" })).await, "on");
    let heard = wired.heard().await;
    for message in heard.messages() {
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        let is_request = message["method"].is_string();
        let is_answer = message.get("result").is_some() || message.get("error").is_some();
        assert!(is_request != is_answer, "{message}");
    }
    if revision.is_modern() {
        assert_eq!(heard.responses(), [Value::Null; 0]);
    }
}

pub(super) async fn std_2_a_request_of_the_server_is_not_answered(revision: Revision) {
    let wired = Wired::ready(revision, &["--offers", "all"]).await;
    let methods = ["ping", "roots/list", "sampling/createMessage", "elicitation/create", "novel"];
    let requests =
        methods.map(|method| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#));
    wired.say(&requests.each_ref().map(String::as_str)).await;
    assert_eq!(wired.call("echo", json!({ "text": "on" })).await, "on");
    assert_eq!(wired.heard().await.responses(), [Value::Null; 0]);
}

pub(super) async fn meta_2_keys_are_well_formed(revision: Revision) {
    const RESERVED: &[&str] = &[
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientInfo",
        "io.modelcontextprotocol/clientCapabilities",
        "io.modelcontextprotocol/logLevel",
        "io.modelcontextprotocol/related-task",
    ];
    let heard = tour(revision).await;
    let mut seen = HashSet::new();
    for message in heard.messages() {
        keys_of_meta(&message, &mut seen);
    }
    assert!(seen.contains("progressToken") && seen.contains("org.paddock/access"), "{seen:?}");
    for key in &seen {
        let reserved = key.split('/').next().unwrap_or_default().split('.').nth(1);
        let is_reserved = matches!(reserved, Some("modelcontextprotocol" | "mcp"));
        assert!(RESERVED.contains(&key.as_str()) || !is_reserved, "{key}");
        assert!(is_well_formed(key), "{key}");
    }
}

/// Uses everything there is once; what was heard.
pub(super) async fn tour(revision: Revision) -> Heard {
    let mut wired = Wired::ready(revision, &["--offers", "all", "--page-size", "2"]).await;
    let connection = wired.connection.clone();
    connection.tools().await.unwrap();
    connection.resources().await.unwrap();
    connection.prompts().await.unwrap();
    connection.read_resource("fake://text").await.unwrap();
    connection.prompt("greet", [("name".into(), "Ada".into())].into()).await.unwrap();
    wired.call("roots", json!({})).await;
    wired.call("progress", json!({})).await;
    let call = wired.begin("sample", &json!({}));
    let ask = wired.asked().await;
    let answer = json!({ "role": "assistant", "content": { "type": "text", "text": "Paris" }, "model": "m" });
    connection.answer(ask.id, super::wired::reply(&answer));
    call.await.unwrap().unwrap();
    wired.heard().await
}

fn flat(heard: &Heard) -> Vec<Value> {
    let each = |message: Value| match message {
        Value::Array(batch) => batch,
        one => vec![one],
    };
    heard.messages().into_iter().flat_map(each).collect()
}

fn is_response(message: &Value) -> bool {
    message.get("method").is_none()
}

fn keys_of_meta(value: &Value, seen: &mut HashSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, inner) in object {
                if name == "_meta" {
                    seen.extend(
                        inner.as_object().into_iter().flatten().map(|(key, _)| key.clone()),
                    );
                }
                keys_of_meta(inner, seen);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys_of_meta(item, seen)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An optional prefix of labels with dots between, a slash, and a name.
fn is_well_formed(key: &str) -> bool {
    let alphanumeric = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let (prefix, name) = key.rsplit_once('/').map_or((None, key), |(p, n)| (Some(p), n));
    let label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && alphanumeric(label.chars().last())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let named = alphanumeric(name.chars().next())
        && alphanumeric(name.chars().last())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    named && prefix.is_none_or(|prefix| prefix.split('.').all(label))
}
