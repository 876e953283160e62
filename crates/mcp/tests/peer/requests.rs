use std::time::Duration;

use paddock_mcp::{CallError, CloseReason, Event, LogLevel, Options, Roots, Violation};
use serde_json::json;

use crate::fake::{granted, listed, modern, options, ready, roots};

#[tokio::test(start_paused = true)]
async fn msg_2_ids_are_echoed_to_the_byte() {
    let mut world = granted().await;
    for id in [
        "0",
        "-7",
        "18446744073709551615",
        "123456789012345678901234567890",
        r#""""#,
        r#""a\u0041\/\"é\n""#,
    ] {
        world.server.request(id, "ping").await;
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        assert_eq!(world.server.read_line().await, Some(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn msg_1_other_ids_are_refused_without_an_answer() {
    let mut world = granted().await;
    for id in ["null", "1.5", "1e2", "[1]"] {
        world.server.request(id, "ping").await;
        assert!(matches!(world.events.next_violation().await, Violation::Envelope { .. }));
    }
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn msg_2_notifications_are_never_answered() {
    let mut world = granted().await;
    for method in ["ping", "roots/list", "no/such", "notifications/cancelled"] {
        world.server.notify(method, json!({})).await;
    }
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn png_1_pings_are_answered() {
    let mut world = granted().await;
    world.server.send_line(r#"{"jsonrpc":"2.0","id":5,"method":"ping","params":{"x":[]}}"#).await;
    assert_eq!(world.server.read().await, json!({"jsonrpc": "2.0", "id": 5, "result": {}}));
}

#[tokio::test(start_paused = true)]
async fn png_1_an_idle_connection_is_not_pinged_unless_asked_for() {
    let mut quiet = granted().await;
    tokio::time::advance(Duration::from_hours(24)).await;
    quiet.server.silent().await;

    let every = Duration::from_secs(30);
    let mut options = options();
    options.ping_every = Some(every);
    let mut world = ready(options, None).await;
    let id = world.server.read_request("ping").await;
    world.server.answer(&id, json!({})).await;
    world.server.read_request("ping").await;
    let after = Duration::from_secs(10);
    assert_eq!(world.events.next_violation().await, Violation::PingUnanswered { after });
    assert_eq!(world.server.read().await["method"], "notifications/cancelled");

    // An answer makes up for it.
    let id = world.server.read_request("ping").await;
    world.server.answer(&id, json!({})).await;
    world.server.read_request("ping").await;
    assert_eq!(world.events.next_violation().await, Violation::PingUnanswered { after });
    world.server.read().await;
    world.server.read_request("ping").await;
    assert_eq!(world.events.next_violation().await, Violation::PingUnanswered { after });
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert_eq!(reason, CloseReason::PingsUnanswered { count: 2 });
}

#[tokio::test(start_paused = true)]
async fn png_1_a_server_at_work_is_not_pinged() {
    let options = Options { ping_every: Some(Duration::from_secs(7)), ..options() };
    let mut world = ready(options, None).await;
    let connection = world.connection.clone();
    let call = tokio::spawn(async move { connection.tools().await });
    let id = world.server.read_request("tools/list").await;
    for _ in 0..4 {
        tokio::time::advance(Duration::from_secs(7)).await;
        world.server.silent().await;
    }
    world.server.answer(&id, json!({ "tools": [] })).await;
    call.await.unwrap().unwrap();
    world.server.read_request("ping").await;
}

#[tokio::test(start_paused = true)]
async fn png_1_how_often_can_be_changed_while_it_is_open() {
    let mut world = granted().await;
    world.connection.set_ping_every(Some(Duration::from_secs(7)));
    let begun = tokio::time::Instant::now();
    let id = world.server.read_request("ping").await;
    assert_eq!(begun.elapsed().as_secs(), 7);
    world.server.answer(&id, json!({})).await;
    world.connection.set_ping_every(None);
    tokio::time::advance(Duration::from_hours(24)).await;
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn png_1_a_modern_server_is_never_pinged() {
    let every = Some(Duration::from_secs(30));
    let mut world = modern(Options { ping_every: every, ..options() }, None).await;
    world.connection.set_ping_every(Some(Duration::from_secs(7)));
    tokio::time::advance(Duration::from_hours(24)).await;
    world.server.silent().await;
    assert!(matches!(world.connection.ping().await, Err(CallError::NotOffered(_))));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn root_6_what_is_not_offered_is_method_not_found() {
    let mut world = ready(options(), None).await;
    world.connection.set_roots(roots(1, "a"));
    for method in ["roots/list", "tasks/list", "no/such"] {
        world.server.request("1", method).await;
        assert_eq!(world.server.read().await["error"]["code"], -32601, "{method}");
    }
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn root_6_a_list_the_host_cannot_establish_is_an_internal_error() {
    let mut world = ready(options(), Some(Roots::unavailable(1))).await;
    world.server.request("1", "roots/list").await;
    assert_eq!(world.server.read().await["error"]["code"], -32603);
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn escapes_cannot_hide_a_method() {
    let mut world = granted().await;
    for method in [r"roots\/list", r"\u0072oots/list"] {
        world.server.request("1", method).await;
        assert_eq!(world.server.read().await["result"], listed("a"));
    }
}

#[tokio::test(start_paused = true)]
async fn srv_8_what_is_not_json_rpc_is_reported_and_never_answered() {
    let mut world = granted().await;
    world.server.send_line("Server listening on stdio").await;
    world.server.send_line(r#"{"level":"info","id":1,"method":"ping"}"#).await;
    world.server.send_bytes(b"\xff\xfe\n").await;
    world.server.send_line(r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#).await;

    assert!(matches!(world.events.next_violation().await, Violation::NotJsonRpc { excerpt }
        if excerpt == "Server listening on stdio"));
    assert!(matches!(world.events.next_violation().await, Violation::NotJsonRpc { .. }));
    assert_eq!(world.events.next_violation().await, Violation::NotUtf8);
    assert!(matches!(world.events.next_violation().await, Violation::Envelope { .. }));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn std_1_carriage_returns_and_blank_lines_are_tolerated() {
    let mut world = granted().await;
    world.server.send_bytes(b"\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n").await;
    assert_eq!(world.server.read().await["id"], 1);
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn can_2_a_request_cancelled_before_its_answer_is_written_gets_none() {
    let mut world = ready(options(), Some(roots(1, "a"))).await;
    // The host's pipe is full, so answers wait in its queue.
    let mut jam = Vec::new();
    while jam.len() < 40 {
        let arguments = serde_json::value::to_raw_value(&"x".repeat(2 << 10)).unwrap();
        let call = world.connection.call_tool("t", arguments);
        jam.push(tokio::spawn(call));
    }
    tokio::task::yield_now().await;
    world.server.request("1", "roots/list").await;
    world.server.request("2", "roots/list").await;
    world.server.notify("notifications/cancelled", json!({"requestId": 1})).await;
    // All of it is read before time moves.
    tokio::time::sleep(Duration::from_millis(1)).await;

    for _ in 0..jam.len() {
        world.server.read_request("tools/call").await;
    }
    assert_eq!(world.server.read().await["id"], 2);
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn logs_reach_the_host() {
    let mut world = granted().await;
    let setting = world.connection.clone();
    let set = tokio::spawn(async move { setting.set_log_level(LogLevel::Warning).await });
    let request = world.server.read().await;
    assert_eq!(request["method"], "logging/setLevel");
    assert_eq!(request["params"], json!({"level": "warning"}));
    world.server.answer(&request["id"], json!({})).await;
    set.await.unwrap().unwrap();

    let text = json!({"level": "error", "logger": "db", "data": "é".repeat(10_000)});
    world.server.notify("notifications/message", text).await;
    let object = json!({"level": "info", "data": {"a": 1}});
    world.server.notify("notifications/message", object).await;
    world.server.notify("notifications/message", json!({"level": "loud", "data": 1})).await;

    let Event::Log(log) = world.events.next().await else { panic!() };
    assert_eq!((log.level, log.logger.as_deref()), (LogLevel::Error, Some("db")));
    assert_eq!(log.text, "é".repeat(4096));
    let Event::Log(log) = world.events.next().await else { panic!() };
    assert_eq!(log.text, r#"{"a":1}"#);
    assert!(matches!(world.events.next_violation().await, Violation::Params { .. }));
}

#[tokio::test(start_paused = true)]
async fn a_server_error_is_passed_on_with_its_code() {
    let mut world = granted().await;
    let pinging = world.connection.clone();
    let ping = tokio::spawn(async move { pinging.ping().await });
    let id = world.server.read_request("ping").await;
    let error = json!({"code": -32002, "message": "gone", "data": {"deep": [1]}});
    world.server.send(&json!({"jsonrpc": "2.0", "id": id, "error": error})).await;

    let Err(CallError::Server(error)) = ping.await.unwrap() else { panic!() };
    assert_eq!((error.code, error.message.as_str()), (-32002, "gone"));
    assert_eq!(error.data.unwrap().get(), r#"{"deep":[1]}"#);
}
