use std::time::Duration;

use paddock_mcp::{CallError, Event, Options, Violation};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::fake::{World, granted, options, ready};

const SECOND: Duration = Duration::from_secs(1);

fn arguments() -> Box<RawValue> {
    to_raw_value(&json!({"path": "/p"})).unwrap()
}

fn silence(seconds: u64, limit: u64) -> Options {
    Options {
        call_time_out: Duration::from_secs(seconds),
        call_limit: Duration::from_secs(limit),
        ..options()
    }
}

async fn report_progress(world: &mut World, token: &Value) {
    let params = json!({"progressToken": token, "progress": 0.5, "total": 1, "message": "half"});
    world.server.notify("notifications/progress", params).await;
}

#[tokio::test(start_paused = true)]
async fn a_call_is_answered_with_the_result_as_sent() {
    let mut world = granted().await;
    let call = tokio::spawn(world.connection.call_tool("read", arguments()));
    let request = world.server.read().await;
    assert_eq!(request["method"], "tools/call");
    assert_eq!(request["params"]["name"], "read");
    assert_eq!(request["params"]["arguments"], json!({"path": "/p"}));

    let result = r#"{"content":[],"isError":true,"vendor":1.10000000000000000001}"#;
    let id = &request["id"];
    world.server.send_line(&format!(r#"{{"result":{result},"jsonrpc":"2.0","id":{id}}}"#)).await;
    let outcome = call.await.unwrap().unwrap();
    assert_eq!(outcome.raw.get(), result);
    assert!(outcome.is_error);
}

#[tokio::test(start_paused = true)]
async fn a_null_result_is_an_answer() {
    let mut world = granted().await;
    let pinging = world.connection.clone();
    let ping = tokio::spawn(async move { pinging.ping().await });
    let id = world.server.read_request("ping").await;
    world.server.answer(&id, Value::Null).await;
    ping.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn pag_1_a_list_is_read_to_its_last_page() {
    let mut world = granted().await;
    let asking = world.connection.clone();
    let list = tokio::spawn(async move { asking.tools().await });

    let request = world.server.read().await;
    assert_eq!(request.get("params"), None);
    let first = json!({"name": "a", "inputSchema": {"type": "object"}, "title": "A",
        "annotations": {"readOnlyHint": true}, "vendor": 1});
    let broken = json!({"name": "b"});
    let long = json!({"name": "x".repeat(257), "inputSchema": {}});
    let page = json!({"tools": [first, broken, long], "nextCursor": "opaque \"1\""});
    world.server.answer(&request["id"], page).await;

    let request = world.server.read().await;
    assert_eq!(request["params"], json!({"cursor": "opaque \"1\""}));
    let page = json!({"tools": [{"name": "c", "inputSchema": {}}], "nextCursor": ""});
    world.server.answer(&request["id"], page).await;

    let tools = list.await.unwrap().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["a", "c"]);
    assert_eq!(tools[0].input_schema.get(), r#"{"type":"object"}"#);
    assert_eq!(tools[0].annotations.read_only_hint, Some(true));
    assert!(matches!(world.events.next_violation().await, Violation::Item { .. }));
    let Violation::Item { reason, .. } = world.events.next_violation().await else { panic!() };
    assert_eq!(reason, "its name is too long");
}

#[tokio::test(start_paused = true)]
async fn pag_1_a_list_without_end_is_given_up() {
    let mut world = granted().await;
    let asking = world.connection.clone();
    let list = tokio::spawn(async move { asking.tools().await });
    for _ in 0..1000 {
        let id = world.server.read_request("tools/list").await;
        world.server.answer(&id, json!({"tools": [], "nextCursor": "same"})).await;
    }
    assert!(matches!(list.await.unwrap(), Err(CallError::ListTooLong(_))));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn tmo_1_a_list_that_trickles_is_given_up_at_the_limit() {
    let mut world = ready(silence(5, 12), None).await;
    let asking = world.connection.clone();
    let list = tokio::spawn(async move { asking.tools().await });
    for _ in 0..3 {
        let id = world.server.read_request("tools/list").await;
        tokio::time::sleep(3 * SECOND).await;
        world.server.answer(&id, json!({"tools": [], "nextCursor": "more"})).await;
    }
    let id = world.server.read_request("tools/list").await;
    let Err(CallError::TimedOut { after }) = list.await.unwrap() else { panic!() };
    assert_eq!(after, 12 * SECOND);
    assert_eq!(world.server.read().await["params"]["requestId"], id);
}

#[tokio::test(start_paused = true)]
async fn can_1_dropping_a_call_cancels_it() {
    let mut world = granted().await;
    let call = tokio::spawn(world.connection.call_tool("slow", arguments()));
    let id = world.server.read_request("tools/call").await;
    call.abort();

    let message = world.server.read().await;
    assert_eq!(message["method"], "notifications/cancelled");
    assert_eq!(message["params"]["requestId"], id);
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn can_1_a_call_that_is_answered_or_never_sent_is_not_cancelled() {
    let mut world = granted().await;
    drop(world.connection.call_tool("unpolled", arguments()));
    let call = tokio::spawn(world.connection.call_tool("quick", arguments()));
    let id = world.server.read_request("tools/call").await;
    world.server.answer(&id, json!({"content": []})).await;
    call.await.unwrap().unwrap();
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn can_3_a_late_answer_is_ignored_and_a_second_is_reported() {
    let mut world = granted().await;
    let call = tokio::spawn(world.connection.call_tool("slow", arguments()));
    let id = world.server.read_request("tools/call").await;
    call.abort();
    world.server.read().await;

    world.server.answer(&id, json!({})).await;
    world.events.silent().await;
    world.server.answer(&id, json!({})).await;
    let id = id.as_u64().unwrap();
    assert_eq!(world.events.next_violation().await, Violation::AnsweredTwice { id });
}

#[tokio::test(start_paused = true)]
async fn answers_to_unknown_ids_are_reported_and_disturb_no_call() {
    let mut world = granted().await;
    let call = tokio::spawn(world.connection.call_tool("t", arguments()));
    let id = world.server.read_request("tools/call").await;
    for stray in [json!(99), json!(id.to_string())] {
        world.server.answer(&stray, json!({})).await;
        assert!(matches!(world.events.next_violation().await, Violation::UnknownId { .. }));
    }
    world.server.answer(&json!(1), json!({})).await;
    assert_eq!(world.events.next_violation().await, Violation::AnsweredTwice { id: 1 });
    world.server.answer(&id, json!({})).await;
    call.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn tmo_1_a_silent_call_times_out_and_is_cancelled() {
    let mut world = ready(silence(5, 60), None).await;
    let call = tokio::spawn(world.connection.call_tool("slow", arguments()));
    let id = world.server.read_request("tools/call").await;

    let Err(CallError::TimedOut { after }) = call.await.unwrap() else { panic!() };
    assert_eq!(after, 5 * SECOND);
    let message = world.server.read().await;
    assert_eq!(message["params"], json!({"requestId": id, "reason": "timed out"}));
}

#[tokio::test(start_paused = true)]
async fn tmo_1_progress_extends_a_call_up_to_its_limit() {
    let mut world = ready(silence(5, 12), None).await;
    let call = world.connection.call_tool("slow", arguments());
    let name = call.id();
    let call = tokio::spawn(call);
    let request = world.server.read().await;
    let token = &request["params"]["_meta"]["progressToken"];
    for _ in 0..3 {
        tokio::time::sleep(3 * SECOND).await;
        report_progress(&mut world, token).await;
        let Event::Progress(progress) = world.events.next().await else { panic!() };
        assert_eq!(progress.call, name);
        assert_eq!((progress.total, progress.message.as_deref()), (Some(1.0), Some("half")));
    }
    let Err(CallError::TimedOut { after }) = call.await.unwrap() else { panic!() };
    assert_eq!(after, 12 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn tmo_1_silence_after_progress_times_out() {
    let mut world = ready(silence(5, 60), None).await;
    let call = tokio::spawn(world.connection.call_tool("slow", arguments()));
    let request = world.server.read().await;
    tokio::time::sleep(3 * SECOND).await;
    report_progress(&mut world, &request["params"]["_meta"]["progressToken"]).await;

    let Err(CallError::TimedOut { after }) = call.await.unwrap() else { panic!() };
    assert_eq!(after, 8 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn prg_1_tokens_differ_among_calls_and_strange_ones_are_ignored() {
    let mut world = granted().await;
    let first = tokio::spawn(world.connection.call_tool("a", arguments()));
    let second = tokio::spawn(world.connection.call_tool("b", arguments()));
    let token = |request: Value| request["params"]["_meta"]["progressToken"].clone();
    assert_ne!(token(world.server.read().await), token(world.server.read().await));

    for strange in [json!(99), json!("x"), json!({})] {
        report_progress(&mut world, &strange).await;
    }
    world.events.silent().await;
    first.abort();
    second.abort();
}

#[tokio::test(start_paused = true)]
async fn calls_in_flight_are_capped() {
    let mut world = ready(Options { in_flight_limit: 2, ..options() }, None).await;
    let first = tokio::spawn(world.connection.call_tool("a", arguments()));
    let second = tokio::spawn(world.connection.call_tool("b", arguments()));
    let id = world.server.read_request("tools/call").await;
    world.server.read_request("tools/call").await;

    let third = world.connection.call_tool("c", arguments()).await;
    assert!(matches!(third, Err(CallError::Busy)));
    world.server.answer(&id, json!({})).await;
    first.await.unwrap().unwrap();
    let fourth = tokio::spawn(world.connection.call_tool("d", arguments()));
    world.server.read_request("tools/call").await;
    second.abort();
    fourth.abort();
}

#[tokio::test(start_paused = true)]
async fn a_call_over_the_limit_is_not_sent() {
    let mut world = ready(Options { line_limit: 4096, ..options() }, None).await;
    let long = to_raw_value(&"x".repeat(5000)).unwrap();
    let refused = world.connection.call_tool("t", long).await;
    assert!(matches!(refused, Err(CallError::TooLong { limit: 4096 })));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn std_1_arguments_spread_over_lines_travel_on_one() {
    let mut world = granted().await;
    let pretty = RawValue::from_string("{\n  \"a\": 1\r\n}".to_owned()).unwrap();
    let call = tokio::spawn(world.connection.call_tool("t", pretty));
    assert_eq!(world.server.read().await["params"]["arguments"], json!({"a": 1}));
    call.abort();
}

#[tokio::test(start_paused = true)]
async fn closing_ends_every_call() {
    let mut world = granted().await;
    let call = tokio::spawn(world.connection.call_tool("slow", arguments()));
    world.server.read_request("tools/call").await;
    world.connection.close();
    assert!(matches!(call.await.unwrap(), Err(CallError::Closed)));
    assert!(matches!(world.connection.tools().await, Err(CallError::Closed)));
    assert!(matches!(world.connection.ping().await, Err(CallError::Closed)));
}
