//! A server asks the person something.

use paddock_mcp::Event;
use serde_json::json;

use super::revision::Revision;
use super::sampling::declared;
use super::wired::Wired;

pub(super) async fn eli_1_a_mode_is_declared(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    wired.call("echo", json!({})).await;
    for capabilities in declared(&wired.heard().await, revision) {
        let modes = &capabilities["elicitation"];
        assert!(modes["form"].is_object() && modes["url"].is_object(), "{capabilities}");
    }
}

pub(super) async fn eli_7_a_completion_nobody_waits_for_is_ignored(revision: Revision) {
    let mut wired = Wired::ready(revision, &[]).await;
    let line = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"../é \u0000"}}"#;
    wired.say(&[line]).await;
    let id = wired
        .until("the completion is reported", |event| match event {
            Event::ElicitationComplete { elicitation } => Ok(elicitation),
            other => Err(other),
        })
        .await;
    assert_eq!(id, "../é \0");
    assert_eq!(wired.call("echo", json!({ "text": "on" })).await, "on");
}
