//! How long answers may take, what is heard meanwhile, and signs of life.

use std::collections::HashMap;
use std::time::Duration;

use paddock_mcp::{CallError, Event};
use serde_json::{Value, json};

use super::lifecycle::SOON;
use super::revision::Revision;
use super::wired::{Wired, options, raw};

pub(super) async fn tmo_1_a_silent_call_times_out_and_is_cancelled(revision: Revision) {
    let mut options = options();
    options.call_time_out = SOON;
    let wired = Wired::ready_with(revision, &[], options).await;
    let error = wired.try_call("wait", &json!({})).await.unwrap_err();
    assert!(matches!(error, CallError::TimedOut { after } if after >= SOON), "{error}");
    let heard = wired.heard().await;
    let call = &heard.calls("wait")[0];
    let cancelled = heard.all("notifications/cancelled");
    assert!(cancelled.iter().any(|it| it["params"]["requestId"] == call["id"]), "{heard:#?}");
}

pub(super) async fn tmo_1_progress_does_not_extend_the_end(revision: Revision) {
    let mut options = options();
    options.call_limit = 2 * SOON;
    let wired = Wired::ready_with(revision, &[], options).await;
    let error = wired.try_call("progress", &json!({ "endless": true })).await.unwrap_err();
    assert!(matches!(error, CallError::TimedOut { .. }), "{error}");
}

pub(super) async fn prg_1_progress_finds_its_call(revision: Revision) {
    let mut wired = Wired::ready(revision, &[]).await;
    let mut steps = HashMap::new();
    let mut calls = Vec::new();
    for wanted in [1, 2, 3] {
        let call = wired.connection.call_tool("progress", raw(&json!({ "steps": wanted })));
        steps.insert(call.id(), wanted);
        calls.push(tokio::spawn(call));
    }
    for call in calls {
        call.await.unwrap().unwrap();
    }
    for _ in 0..6 {
        let progress = wired
            .until("progress", |event| match event {
                Event::Progress(progress) => Ok(progress),
                other => Err(other),
            })
            .await;
        assert_eq!(progress.total, Some(f64::from(steps[&progress.call])));
    }
    let heard = wired.heard().await;
    let tokens: Vec<_> = heard
        .calls("progress")
        .iter()
        .map(|call| call["params"]["_meta"]["progressToken"].clone())
        .collect();
    assert!(tokens.iter().all(|token| token.is_string() || token.is_u64()), "{tokens:?}");
    assert!(tokens[0] != tokens[1] && tokens[1] != tokens[2] && tokens[0] != tokens[2]);
}

pub(super) async fn png_1_a_ping_is_answered(revision: Revision) {
    let wired = Wired::ready(revision, &["--ask-roots", "never"]).await;
    wired.say(&[r#"{"jsonrpc":"2.0","id":"sign","method":"ping"}"#]).await;
    let responses = wired.heard().await.responses();
    assert_eq!(responses, [json!({ "jsonrpc": "2.0", "id": "sign", "result": {} })]);
    wired.connection.ping().await.unwrap();
}

pub(super) async fn png_1_pings_are_sent_as_often_as_wanted(revision: Revision) {
    let mut options = options();
    options.ping_every = Some(Duration::from_millis(10));
    let wired = Wired::ready_with(revision, &[], options).await;
    wired.until_heard("pings", |heard| heard.all("ping").len() >= 3).await;
    let quiet = Wired::ready(revision, &[]).await;
    quiet.call("echo", json!({})).await;
    assert_eq!(quiet.heard().await.all("ping"), [Value::Null; 0]);
}

pub(super) async fn png_1_there_is_no_ping_any_more(revision: Revision) {
    let mut options = options();
    options.ping_every = Some(Duration::from_millis(1));
    let wired = Wired::ready_with(revision, &[], options).await;
    let began = std::time::Instant::now();
    while began.elapsed() < Duration::from_millis(50) {
        assert_eq!(wired.heard().await.all("ping"), [Value::Null; 0]);
    }
}
