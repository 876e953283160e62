//! Calls that take long.

use serde_json::{Value, json};

use super::hearing::Heard;
use super::revision::Revision;
use super::wired::{Wired, reply, text};

pub(super) async fn tsk_1_no_task_where_none_is_offered(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    wired.connection.tools().await.unwrap();
    wired.call("echo", json!({})).await;
    assert!(!asks_for_a_task(&wired.heard().await, "echo"));
}

pub(super) async fn tsk_1_a_tool_is_a_task_only_as_it_allows(revision: Revision) {
    let wired = Wired::ready(revision, &["--offers", "tasks"]).await;
    wired.connection.tools().await.unwrap();
    // The server refuses what it does not allow.
    for tool in ["task", "task-required", "task-forbidden", "echo"] {
        assert_eq!(wired.call(tool, json!({ "text": tool })).await, tool);
    }
    let heard = wired.heard().await;
    assert!(asks_for_a_task(&heard, "task-required"));
    assert!(!asks_for_a_task(&heard, "task-forbidden") && !asks_for_a_task(&heard, "echo"));
    assert_eq!(revision, Revision::D);
}

pub(super) async fn tsk_1_a_task_is_followed_to_its_end(revision: Revision) {
    let mut wired = Wired::ready(revision, &["--offers", "tasks"]).await;
    wired.connection.tools().await.unwrap();
    let long = json!({ "text": "at last", "looks": 3 });
    assert_eq!(wired.call("task-required", long).await, "at last");

    let call = wired.begin("task-required", &json!({ "asks": true }));
    let ask = wired.asked().await;
    let filled = json!({ "action": "accept", "content": { "name": "Ada" } });
    wired.connection.answer(ask.id, reply(&filled));
    let answer: Value = serde_json::from_str(call.await.unwrap().unwrap().raw.get()).unwrap();
    assert!(text(&answer).contains("Ada"), "{answer}");
}

fn asks_for_a_task(heard: &Heard, tool: &str) -> bool {
    heard.calls(tool).iter().any(|call| call["params"].get("task").is_some())
}
