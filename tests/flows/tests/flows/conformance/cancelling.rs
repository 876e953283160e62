//! What is no longer wanted.

use paddock_mcp::{AskEnd, CloseReason, Era, Event};
use serde_json::{Value, json};

use super::discovering::ended;
use super::lifecycle::SOON;
use super::revision::Revision;
use super::wired::{Wired, options, reply};

const CANCELLED: &str = "notifications/cancelled";

pub(super) async fn can_1_a_dropped_call_is_cancelled_once(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let id = drop_a_call(&wired).await;
    let cancelled = wired.heard().await.one(CANCELLED);
    assert_eq!(cancelled["params"]["requestId"], id);
}

pub(super) async fn can_1_an_answered_call_is_not_cancelled(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    wired.call("echo", json!({})).await;
    wired.connection.tools().await.unwrap();
    assert_eq!(wired.heard().await.all(CANCELLED).len(), 0);
}

pub(super) async fn can_1_initialize_is_not_cancelled(revision: Revision) {
    let mut options = options();
    options.era = Some(Era::Legacy);
    options.initialize_time_out = SOON;
    let silent = [&revision.args()[..], &["--bad", "never-answers:initialize"]].concat();
    let mut wired = Wired::start(&silent, options, None);
    let why = wired.until("the end", ended).await;
    assert!(matches!(why, CloseReason::InitializeTimedOut { .. }), "{why}");
    assert_eq!(wired.end().await.all(CANCELLED).len(), 0);
}

pub(super) async fn can_2_what_is_taken_back_is_not_answered(revision: Revision) {
    let mut wired = Wired::ready(revision, &["--ask-roots", "never"]).await;
    let call = wired.begin("sample", &json!({}));
    let ask = wired.asked().await;
    wired.call("cancel-asks", json!({ "reason": "enough" })).await;
    let (taken_back, why) = wired
        .until("the server took it back", |event| match event {
            Event::AskEnded { ask, why } => Ok((ask, why)),
            other => Err(other),
        })
        .await;
    assert_eq!(taken_back, ask.id);
    assert_eq!(why, AskEnd::Cancelled { reason: Some("enough".into()) });
    wired.connection.answer(ask.id, reply(&json!({ "late": true })));
    call.await.unwrap().unwrap();
    assert_eq!(wired.heard().await.responses(), [Value::Null; 0]);
}

pub(super) async fn can_3_a_late_answer_is_ignored(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let id = drop_a_call(&wired).await;
    let late = json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [] } }).to_string();
    wired.say(&[&late, &late]).await;
    assert_eq!(wired.call("echo", json!({ "text": "on" })).await, "on");
}

pub(super) async fn can_3_a_cancellation_of_nothing_is_ignored(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let cancel = |id: &str| format!(r#"{{"jsonrpc":"2.0","method":"{CANCELLED}","params":{id}}}"#);
    let lines =
        ["{}", r#"{"requestId":4711}"#, r#"{"requestId":null}"#, r#"{"requestId":[]}"#, "[]"];
    let lines = lines.map(cancel);
    wired.say(&lines.each_ref().map(String::as_str)).await;
    assert_eq!(wired.call("echo", json!({ "text": "on" })).await, "on");
    assert_eq!(wired.heard().await.all(CANCELLED).len(), 0);
}

/// Drops a call that the server has heard of; its id.
async fn drop_a_call(wired: &Wired) -> Value {
    let call = wired.begin("wait", &json!({}));
    let heard = wired.until_heard("the call", |heard| heard.calls("wait").len() == 1).await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    let cancelled = |heard: &super::hearing::Heard| !heard.all(CANCELLED).is_empty();
    wired.until_heard("the cancellation", cancelled).await;
    heard.calls("wait")[0]["id"].clone()
}
