//! What is new in 2026-07-28: requests that stand for themselves, and answers that ask.

use paddock_mcp::{AskContent, CallError};
use serde_json::json;

use super::messages::tour;
use super::revision::Revision;
use super::wired::{Wired, reply, text};

pub(super) async fn meta_1_every_request_says_who_asks(revision: Revision) {
    for request in tour(revision).await.requests() {
        let meta = &request["params"]["_meta"];
        let of = |key: &str| &meta[format!("io.modelcontextprotocol/{key}")];
        assert_eq!(of("protocolVersion"), revision.date(), "{request}");
        assert!(of("clientCapabilities").is_object(), "{request}");
        assert!(of("clientInfo")["name"].is_string(), "{request}");
    }
}

pub(super) async fn res_1_no_result_type_is_complete(revision: Revision) {
    let wired = Wired::ready(revision, &["--bad", "no-result-type"]).await;
    assert_eq!(wired.call("echo", json!({ "text": "whole" })).await, "whole");
    assert!(wired.connection.tools().await.unwrap().len() > 3);
}

pub(super) async fn res_1_an_unknown_result_type_is_invalid(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    for kind in [json!("novel"), json!(""), json!("Complete"), json!(1), json!({})] {
        let result = json!({ "resultType": kind, "content": [] });
        let answered = wired.try_call("answer", &json!({ "result": result })).await;
        let invalid =
            matches!(answered, Err(CallError::UnknownResult { .. } | CallError::Decode(_)));
        assert!(invalid, "{kind}: {answered:?}");
    }
    assert_eq!(wired.call("echo", json!({ "text": "on" })).await, "on");
}

pub(super) async fn mrtr_1_the_retry_waits_for_every_answer(revision: Revision) {
    let mut wired = Wired::ready(revision, &[]).await;
    let call = wired.begin("ask-several", &json!({}));
    let (first, second) = (wired.asked().await, wired.asked().await);
    let (model, form) = match first.asked {
        AskContent::Sampling(_) => (first.id, second.id),
        AskContent::Elicitation(_) => (second.id, first.id),
    };
    let said = json!({ "role": "assistant", "content": { "type": "text", "text": "Paris" }, "model": "m" });
    wired.connection.answer(model, reply(&said));
    assert_eq!(wired.heard().await.calls("ask-several").len(), 1);
    let filled = json!({ "action": "accept", "content": { "name": "Ada" } });
    wired.connection.answer(form, reply(&filled));
    call.await.unwrap().unwrap();
    let calls = wired.heard().await.calls("ask-several");
    assert_eq!(calls.len(), 2);
    let responses = &calls[1]["params"]["inputResponses"];
    assert_eq!(responses["model"], said);
    assert_eq!(responses["form"], filled);
    assert_eq!(responses["roots"]["roots"][0]["uri"], "file:///folder");
    assert_eq!(responses.as_object().unwrap().len(), 3);
    assert_eq!(calls[1]["params"]["arguments"], calls[0]["params"]["arguments"]);
}

pub(super) async fn mrtr_2_the_state_is_echoed_to_the_byte(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let long = "x".repeat(100_000);
    for state in ["", " a ", "{\"a\":1}", "é\u{301}😀\u{2028}\"\\/\n\t\0", "=", &long] {
        let rounds = json!([{ "inputs": { "r": { "method": "roots/list" } }, "state": state }]);
        // The server refuses any other state.
        wired.call("ask", json!({ "rounds": rounds, "of": state })).await;
        let calls = wired.heard().await.calls("ask");
        assert_eq!(calls.last().unwrap()["params"]["requestState"], state);
    }
    // Without anything asked, the state alone is sent back.
    let rounds = json!([{ "state": "alone" }]);
    wired.call("ask", json!({ "rounds": rounds })).await;
    let retry = wired.heard().await.calls("ask").pop().unwrap();
    assert_eq!(retry["params"]["requestState"], "alone");
}

pub(super) async fn mrtr_2_no_state_is_made_up(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let rounds = json!([
        { "inputs": { "r": { "method": "roots/list" } }, "state": "one" },
        { "inputs": { "r": { "method": "roots/list" } } },
    ]);
    wired.call("ask", json!({ "rounds": rounds })).await;
    let calls = wired.heard().await.calls("ask");
    let states: Vec<_> = calls.iter().map(|call| call["params"].get("requestState")).collect();
    assert_eq!(states, [None, Some(&"one".into()), None]);
}

pub(super) async fn mrtr_3_states_stay_with_their_calls(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let ask = |name: &str| {
        let round = json!({ "inputs": { "r": { "method": "roots/list" } }, "state": name });
        wired.begin("ask", &json!({ "rounds": [round, round], "of": name }))
    };
    let names = ["a", "b", "c", "d"];
    for call in names.map(ask) {
        call.await.unwrap().unwrap();
    }
    wired.call("echo", json!({})).await;
    let heard = wired.heard().await;
    let ids: Vec<_> = heard.requests().iter().map(|request| request["id"].to_string()).collect();
    let different: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), different.len());
    for request in heard.requests() {
        let params = &request["params"];
        if let Some(state) = params.get("requestState") {
            assert_eq!(*state, params["arguments"]["of"]);
        }
    }
    assert!(heard.calls("echo")[0]["params"].get("requestState").is_none());
}

pub(super) async fn err_1_no_error_is_sent(revision: Revision) {
    let mut wired = Wired::ready(revision, &[]).await;
    let call = wired.begin("sample", &json!({}));
    let ask = wired.asked().await;
    wired
        .connection
        .answer(ask.id, paddock_mcp::AskReply::Error { code: -32603, message: "x".into() });
    assert!(call.await.unwrap().is_err());
    wired.say(&[r#"{"jsonrpc":"2.0","id":7,"method":"novel"}"#]).await;
    let error = json!({ "code": -32099, "message": "of the server's own" });
    let answered = wired.try_call("answer", &json!({ "error": error })).await.unwrap_err();
    assert!(matches!(answered, CallError::Server(ref it) if it.code == -32099), "{answered}");
    let heard = wired.heard().await;
    let errors = heard.messages().into_iter().filter(|message| message.get("error").is_some());
    assert_eq!(errors.count(), 0, "{heard:#?}");
    assert_eq!(text(&wired.try_call("echo", &json!({ "text": "on" })).await.unwrap()), "on");
}
