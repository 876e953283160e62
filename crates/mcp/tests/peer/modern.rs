//! Calls of the modern era: what each request carries, and rounds.

use std::time::Duration;

use paddock_mcp::{
    AskContent, AskEnd, AskReply, CallError, Connection, Event, LogLevel, Options, Outcome, Roots,
    Violation,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::fake::{World, listed, modern, options, roots};

const SECOND: Duration = Duration::from_secs(1);

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

fn call(connection: &Connection) -> JoinHandle<Result<Outcome, CallError>> {
    tokio::spawn(connection.call_tool("t", raw(&json!({"a": 1}))))
}

async fn granted() -> World {
    modern(options(), Some(roots(1, "a"))).await
}

async fn require(world: &mut World, id: &Value, requests: Value, state: Option<&str>) {
    let mut result = json!({"resultType": "input_required", "inputRequests": requests});
    if let Some(state) = state {
        result["requestState"] = json!(state);
    }
    world.server.answer(id, result).await;
}

fn elicitation() -> Value {
    json!({"method": "elicitation/create", "params": {"mode": "form", "message": "?"}})
}

fn sampling() -> Value {
    json!({"method": "sampling/createMessage", "params": {"maxTokens": 1}})
}

fn listing() -> Value {
    json!({"method": "roots/list"})
}

#[tokio::test(start_paused = true)]
async fn meta_1_every_request_carries_what_it_must() {
    let mut world = granted().await;
    let calling = call(&world.connection);
    let request = world.server.read().await;
    let meta = &request["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "host");
    assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"]["roots"], json!({}));
    assert_eq!(meta.get("io.modelcontextprotocol/logLevel"), None);
    assert!(meta["progressToken"].is_u64());
    assert_eq!(request["params"]["arguments"], json!({"a": 1}));
    world.server.answer(&request["id"], json!({"content": []})).await;
    calling.await.unwrap().unwrap();

    world.connection.set_log_level(LogLevel::Warning).await.unwrap();
    let asking = world.connection.clone();
    let list = tokio::spawn(async move { asking.tools().await });
    let request = world.server.read().await;
    let meta = &request["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/logLevel"], "warning");
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    list.abort();
}

#[tokio::test(start_paused = true)]
async fn root_1_roots_are_declared_only_where_they_are_offered() {
    let mut world = modern(options(), None).await;
    let calling = call(&world.connection);
    let request = world.server.read().await;
    let declared = &request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    assert_eq!(declared.get("roots"), None);
    require(&mut world, &request["id"], json!({"k": listing()}), None).await;
    assert!(matches!(calling.await.unwrap(), Err(CallError::BadInputRequest { .. })));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn std_2_a_modern_server_gets_no_response_and_one_notification_only() {
    let mut world = granted().await;
    for method in ["ping", "roots/list", "sampling/createMessage", "elicitation/create"] {
        world.server.request("1", method).await;
        let method = method.to_owned();
        assert_eq!(world.events.next_violation().await, Violation::Request { method });
    }
    world.connection.set_roots(roots(2, "b"));
    assert!(matches!(world.connection.ping().await, Err(CallError::NotOffered(_))));
    world.server.silent().await;

    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    calling.abort();
    let message = world.server.read().await;
    assert_eq!(
        (&message["method"], &message["params"]["requestId"]),
        (&json!("notifications/cancelled"), &id)
    );
}

#[tokio::test(start_paused = true)]
async fn png_1_a_modern_server_is_not_pinged() {
    let mut world = modern(Options { ping_every: Some(SECOND), ..options() }, None).await;
    tokio::time::advance(100 * SECOND).await;
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn res_1_an_absent_type_is_complete_and_an_unknown_one_invalid() {
    let mut world = granted().await;
    for (result, fine) in [
        (json!({"content": []}), true),
        (json!({"resultType": "complete", "content": []}), true),
        (json!({"resultType": "later", "content": []}), false),
        (json!({"resultType": 1, "content": []}), false),
    ] {
        let calling = call(&world.connection);
        let id = world.server.read_request("tools/call").await;
        world.server.answer(&id, result).await;
        assert_eq!(calling.await.unwrap().is_ok(), fine);
    }
    let asking = world.connection.clone();
    let list = tokio::spawn(async move { asking.tools().await });
    let id = world.server.read_request("tools/list").await;
    require(&mut world, &id, json!({"k": listing()}), None).await;
    let refused = list.await.unwrap();
    assert!(matches!(refused, Err(CallError::UnknownResult { kind }) if kind == "input_required"));
}

#[tokio::test(start_paused = true)]
async fn mrtr_3_roots_are_given_in_a_retry_with_a_new_id_and_the_state_to_the_byte() {
    let mut world = granted().await;
    let calling = call(&world.connection);
    let first = world.server.read().await;
    let id = &first["id"];
    let state = r#""v1.\u0032\/Fo é""#;
    let result = format!(
        r#"{{"resultType":"input_required","inputRequests":{{"k\u0031":{{"method":"roots/list"}}}},"requestState":{state}}}"#
    );
    world.server.send_line(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;

    let line = world.server.read_line().await.unwrap();
    assert!(line.contains(&format!(r#""requestState":{state}"#)), "{line}");
    let retry: Value = serde_json::from_str(&line).unwrap();
    assert_ne!(retry["id"], first["id"]);
    assert_eq!(retry["method"], "tools/call");
    assert_eq!(retry["params"]["inputResponses"], json!({"k1": listed("a")}));
    for key in ["name", "arguments", "_meta"] {
        assert_eq!(retry["params"][key], first["params"][key]);
    }
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 1 }));
    world.server.answer(&retry["id"], json!({"resultType": "complete", "isError": true})).await;
    assert!(calling.await.unwrap().unwrap().is_error);
}

#[tokio::test(start_paused = true)]
async fn root_2_the_retry_tells_the_list_of_the_moment_it_is_written() {
    let mut world = granted().await;
    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    // Longer than the pipe: the retry waits in the host's queue.
    let jam = tokio::spawn(
        world.connection.call_tool("jam", to_raw_value(&"x".repeat(200 << 10)).unwrap()),
    );
    tokio::time::sleep(Duration::from_millis(1)).await;
    require(&mut world, &id, json!({"a": listing(), "b": listing()}), None).await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    world.connection.set_roots(Roots::new(2, &[]).unwrap());

    assert_eq!(world.server.read().await["params"]["name"], "jam");
    let retry = world.server.read().await;
    let empty = json!({"roots": []});
    assert_eq!(retry["params"]["inputResponses"], json!({"a": empty, "b": empty}));
    assert_eq!(retry["params"].get("requestState"), None);
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 2 }));
    world.events.silent().await;
    jam.abort();
    calling.abort();
}

#[tokio::test(start_paused = true)]
async fn root_6_a_list_the_host_cannot_establish_fails_the_call() {
    let mut world = modern(options(), Some(Roots::unavailable(1))).await;
    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    require(&mut world, &id, json!({"k": listing()}), None).await;
    assert!(matches!(calling.await.unwrap(), Err(CallError::NoRoots)));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn mrtr_1_everything_asked_for_is_there_before_the_retry() {
    let mut world = granted().await;
    let calling = world.connection.call_tool("t", raw(&json!({})));
    let name = calling.id();
    let calling = tokio::spawn(calling);
    let id = world.server.read_request("tools/call").await;
    let requests = json!({"e": elicitation(), "r": listing(), "s": sampling()});
    require(&mut world, &id, requests, Some("S")).await;

    let (first, second) = (world.events.next_ask().await, world.events.next_ask().await);
    assert!(matches!(first.asked, AskContent::Elicitation(_)));
    let AskContent::Sampling(params) = second.asked else { panic!() };
    assert_eq!(params.get(), r#"{"maxTokens":1}"#);
    assert_eq!((first.call, second.call), (Some(name), Some(name)));
    world.connection.answer(second.id, AskReply::Result(raw(&json!({"role": "assistant"}))));
    world.server.silent().await;
    world.connection.answer(first.id, AskReply::Result(raw(&json!({"action": "cancel"}))));

    let retry = world.server.read().await;
    let expected = json!({
        "e": {"action": "cancel"},
        "r": listed("a"),
        "s": {"role": "assistant"},
    });
    assert_eq!(retry["params"]["inputResponses"], expected);
    assert_eq!(retry["params"]["requestState"], "S");

    // Another round knows nothing of the one before.
    require(&mut world, &retry["id"], json!({"e2": elicitation()}), None).await;
    assert!(matches!(world.events.next().await, Event::RootsTold { .. }));
    let third = world.events.next_ask().await;
    world.connection.answer(third.id, AskReply::Result(raw(&json!({"action": "decline"}))));
    let retry = world.server.read().await;
    assert_eq!(retry["params"]["inputResponses"], json!({"e2": {"action": "decline"}}));
    assert_eq!(retry["params"].get("requestState"), None);
    world.server.answer(&retry["id"], json!({"content": []})).await;
    calling.await.unwrap().unwrap();
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn mrtr_3_the_state_of_one_call_never_reaches_another() {
    let mut world = granted().await;
    let (first, second) = (call(&world.connection), call(&world.connection));
    let ids = [
        world.server.read_request("tools/call").await,
        world.server.read_request("tools/call").await,
    ];
    for (id, state) in ids.iter().zip(["one", "two"]) {
        require(&mut world, id, json!({state: listing()}), Some(state)).await;
    }
    for _ in 0..2 {
        let retry = world.server.read().await["params"].clone();
        let state = retry["requestState"].as_str().unwrap();
        assert!(retry["inputResponses"].get(state).is_some(), "{retry}");
    }
    first.abort();
    second.abort();
}

#[tokio::test(start_paused = true)]
async fn sam_9_a_refusal_abandons_the_call() {
    let mut world = granted().await;
    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    require(&mut world, &id, json!({"a": sampling(), "b": elicitation()}), None).await;
    let (first, second) = (world.events.next_ask().await, world.events.next_ask().await);
    world.connection.answer(first.id, AskReply::Denied);
    assert!(matches!(calling.await.unwrap(), Err(CallError::Denied)));
    let Event::AskEnded { ask, why } = world.events.next().await else { panic!() };
    assert_eq!((ask, why), (second.id, AskEnd::CallEnded));
    world.server.silent().await;

    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    require(&mut world, &id, json!({"a": sampling()}), None).await;
    let asked = world.events.next_ask().await;
    let error = AskReply::Error { code: -32602, message: "no".to_owned() };
    world.connection.answer(asked.id, error);
    assert!(matches!(calling.await.unwrap(), Err(CallError::NotGiven { code: -32602, .. })));
}

#[tokio::test(start_paused = true)]
async fn can_1_dropping_a_call_ends_what_it_asks() {
    let mut world = granted().await;
    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    require(&mut world, &id, json!({"a": sampling()}), None).await;
    let asked = world.events.next_ask().await;
    calling.abort();
    let Event::AskEnded { ask, why } = world.events.next().await else { panic!() };
    assert_eq!((ask, why), (asked.id, AskEnd::CallEnded));
    world.connection.answer(asked.id, AskReply::Denied);
    // Nothing is in flight: the request ended with its answer.
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn closing_ends_a_call_that_waits_for_the_person() {
    let mut world = granted().await;
    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    require(&mut world, &id, json!({"a": sampling()}), None).await;
    world.events.next_ask().await;
    world.connection.close();
    assert!(matches!(calling.await.unwrap(), Err(CallError::Closed)));
    assert!(matches!(world.events.next().await, Event::AskEnded { .. }));
    assert!(matches!(world.events.next().await, Event::Closed(_)));
}

#[tokio::test(start_paused = true)]
async fn tmo_1_the_clock_of_a_call_stands_still_while_the_person_thinks() {
    let limits = Options { call_time_out: 5 * SECOND, call_limit: 8 * SECOND, ..options() };
    let mut world = modern(limits, None).await;
    let calling = call(&world.connection);
    let id = world.server.read_request("tools/call").await;
    tokio::time::sleep(4 * SECOND).await;
    require(&mut world, &id, json!({"a": sampling()}), None).await;
    let asked = world.events.next_ask().await;
    tokio::time::sleep(3600 * SECOND).await;
    world.connection.answer(asked.id, AskReply::Result(raw(&json!({}))));
    let id = world.server.read_request("tools/call").await;
    let Err(CallError::TimedOut { after }) = calling.await.unwrap() else { panic!() };
    assert_eq!(after, 8 * SECOND);
    assert_eq!(world.server.read().await["params"]["requestId"], id);
}

#[tokio::test(start_paused = true)]
async fn mrtr_2_a_state_alone_is_sent_again_slower_and_slower_and_not_for_ever() {
    let limits = Options { call_limit: 3600 * SECOND, ..options() };
    let mut world = modern(limits, None).await;
    let calling = call(&world.connection);
    let started = tokio::time::Instant::now();
    for round in 0..33 {
        let request = world.server.read().await;
        let state = request["params"].get("requestState");
        assert_eq!(state, (round > 0).then(|| json!("again")).as_ref());
        assert_eq!(request["params"].get("inputResponses"), None);
        let result = json!({"resultType": "input_required", "requestState": "again"});
        world.server.answer(&request["id"], result).await;
    }
    assert!(matches!(calling.await.unwrap(), Err(CallError::TooManyRounds { most: 32 })));
    assert!(started.elapsed() > 100 * SECOND);
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn mrtr_1_bad_requests_for_input_fail_the_call_and_ask_nothing() {
    let mut world = modern(Options { ask_limit: 4, ..options() }, Some(roots(1, "a"))).await;
    let many: serde_json::Map<_, _> = (0..5).map(|at| (at.to_string(), sampling())).collect();
    for bad in [
        r#"{"resultType":"input_required"}"#.to_owned(),
        r#"{"resultType":"input_required","inputRequests":{}}"#.to_owned(),
        r#"{"resultType":"input_required","requestState":7}"#.to_owned(),
        r#"{"resultType":"input_required","inputRequests":[]}"#.to_owned(),
        format!(r#"{{"resultType":"input_required","inputRequests":{{"a":{0},"\u0061":{0}}}}}"#, sampling()),
        format!(r#"{{"resultType":"input_required","inputRequests":{{"a":{},"b":{{"method":"ping"}}}}}}"#, sampling()),
        r#"{"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage"}}}"#.to_owned(),
        r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"voice"}}}}"#.to_owned(),
        json!({"resultType": "input_required", "inputRequests": many}).to_string(),
    ] {
        let calling = call(&world.connection);
        let id = world.server.read_request("tools/call").await;
        world.server.send_line(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{bad}}}"#)).await;
        let refused = calling.await.unwrap();
        assert!(
            matches!(refused, Err(CallError::BadInputRequest { .. } | CallError::TooManyAsks)),
            "{bad}: {refused:?}"
        );
    }
    world.events.silent().await;
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn prg_1_progress_is_reported_of_the_call_in_every_round() {
    let mut world = granted().await;
    let calling = world.connection.call_tool("t", raw(&json!({})));
    let name = calling.id();
    let calling = tokio::spawn(calling);
    for round in 0..3 {
        let request = world.server.read().await;
        let token = &request["params"]["_meta"]["progressToken"];
        let params = json!({"progressToken": token, "progress": round});
        world.server.notify("notifications/progress", params).await;
        if round == 1 {
            assert!(matches!(world.events.next().await, Event::RootsTold { .. }));
        }
        let Event::Progress(progress) = world.events.next().await else { panic!() };
        assert_eq!(progress.call, name);
        require(&mut world, &request["id"], json!({"k": listing()}), None).await;
    }
    calling.abort();
}

#[tokio::test(start_paused = true)]
async fn err_1_errors_of_the_era_are_typed_and_unknown_ones_passed_on() {
    let mut world = granted().await;
    let mut answer = async |code: i64, data: Value| {
        let calling = call(&world.connection);
        let id = world.server.read_request("tools/call").await;
        let error = json!({"code": code, "message": "m", "data": data});
        world.server.send(&json!({"jsonrpc": "2.0", "id": id, "error": error})).await;
        calling.await.unwrap().unwrap_err()
    };
    let missing = answer(-32021, json!({"requiredCapabilities": {"extensions": {}}})).await;
    assert!(
        matches!(missing, CallError::MissingCapability { required } if required == ["extensions"])
    );
    let unsupported = answer(-32022, json!({"supported": ["2027-01-01"]})).await;
    assert!(
        matches!(unsupported, CallError::UnsupportedRevision { supported } if supported == ["2027-01-01"])
    );
    for (code, data) in [
        (-32021, json!(null)),
        (-32022, json!({"supported": 1})),
        (-32020, json!({})),
        (-32099, json!({})),
        (-32002, json!({"uri": "file:///x"})),
        (-32602, json!({})),
    ] {
        let passed = answer(code, data).await;
        assert!(matches!(passed, CallError::Server(error) if error.code == code));
    }
}
