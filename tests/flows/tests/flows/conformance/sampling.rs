//! A server asks for the answer of a language model.

use paddock_mcp::{AskReply, CallError};
use serde_json::{Value, json};

use super::revision::Revision;
use super::wired::{Wired, text};

pub(super) async fn sam_1_sampling_is_declared(revision: Revision) {
    let heard = {
        let wired = Wired::ready(revision, &[]).await;
        wired.call("echo", json!({})).await;
        wired.heard().await
    };
    for capabilities in declared(&heard, revision) {
        assert!(capabilities["sampling"].is_object(), "{capabilities}");
    }
}

pub(super) async fn sam_6_tools_are_declared(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    wired.call("echo", json!({})).await;
    for capabilities in declared(&wired.heard().await, revision) {
        assert!(capabilities["sampling"]["tools"].is_object(), "{capabilities}");
    }
}

pub(super) async fn sam_9_a_refusal_is_error_minus_1(revision: Revision) {
    let mut wired = Wired::ready(revision, &[]).await;
    let call = wired.begin("sample", &json!({}));
    let ask = wired.asked().await;
    wired.connection.answer(ask.id, AskReply::Denied);
    let answer: Value = serde_json::from_str(call.await.unwrap().unwrap().raw.get()).unwrap();
    let said: Value = serde_json::from_str(&text(&answer)).unwrap();
    assert_eq!(said["it"]["error"]["code"], -1);
}

pub(super) async fn sam_9_a_refusal_ends_the_call(revision: Revision) {
    let mut wired = Wired::ready(revision, &[]).await;
    let call = wired.begin("sample", &json!({}));
    let ask = wired.asked().await;
    wired.connection.answer(ask.id, AskReply::Denied);
    let error = call.await.unwrap().unwrap_err();
    assert!(!matches!(error, CallError::Server(_) | CallError::TimedOut { .. }), "{error}");
    assert_eq!(wired.heard().await.calls("sample").len(), 1);
}

/// The capabilities of the client, from wherever the revision has them.
pub(super) fn declared(heard: &super::hearing::Heard, revision: Revision) -> Vec<Value> {
    if revision.is_modern() {
        let requests = heard.requests().into_iter();
        requests
            .map(|mut it| {
                it["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"].take()
            })
            .collect()
    } else {
        vec![heard.one("initialize")["params"]["capabilities"].take()]
    }
}
