//! Tool calls that a server runs as tasks, in both eras.

use std::time::Duration;

use paddock_mcp::{AskReply, CallError, CallId, Event, Outcome};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::fake::{World, listed, modern, options, ready_offering, roots};

type Calling = JoinHandle<Result<Outcome, CallError>>;

/// A legacy server whose tool `r` needs a task, and `o` may have one.
async fn legacy(tasks: Value) -> World {
    let mut world =
        ready_offering("2025-11-25", json!({"tools": {}, "tasks": tasks}), options()).await;
    let connection = world.connection.clone();
    let list = tokio::spawn(async move { connection.tools().await });
    let id = world.server.read_request("tools/list").await;
    let tool = |name: &str, support: &str| json!({"name": name, "inputSchema": {}, "execution": {"taskSupport": support}});
    let tools = json!({"tools": [tool("r", "required"), tool("o", "optional")]});
    world.server.answer(&id, tools).await;
    list.await.unwrap().unwrap();
    world
}

fn full() -> Value {
    json!({"requests": {"tools": {"call": {}}}, "cancel": {}})
}

fn call(world: &World, tool: &str) -> (CallId, Calling) {
    let call = world.connection.call_tool(tool, to_raw_value(&json!({})).unwrap());
    (call.id(), tokio::spawn(call))
}

fn task(status: &str) -> Value {
    json!({"taskId": "T", "status": status, "ttl": null, "pollInterval": 3000})
}

async fn begin_legacy(world: &mut World) -> (CallId, Calling) {
    let (name, calling) = call(world, "r");
    let request = world.server.read().await;
    assert_eq!(request["params"]["task"], json!({}));
    assert!(request["params"]["_meta"]["progressToken"].is_u64());
    world.server.answer(&request["id"], json!({"task": task("working")})).await;
    (name, calling)
}

async fn read_about(world: &mut World, method: &str) -> Value {
    let request = world.server.read().await;
    assert_eq!((&request["method"], &request["params"]["taskId"]), (&json!(method), &json!("T")));
    request
}

#[tokio::test(start_paused = true)]
async fn tsk_1_a_tool_is_called_as_a_task_only_where_it_must_and_may() {
    let mut world = legacy(full()).await;
    let (_, calling) = call(&world, "o");
    assert_eq!(world.server.read().await["params"].get("task"), None);
    calling.abort();

    let mut world = legacy(json!({"requests": {}})).await;
    let (_, calling) = call(&world, "r");
    assert_eq!(world.server.read().await["params"].get("task"), None);
    calling.abort();
}

#[tokio::test(start_paused = true)]
async fn tsk_1_a_task_is_polled_as_often_as_the_server_says_and_its_result_fetched() {
    let mut world = legacy(full()).await;
    let (_, calling) = begin_legacy(&mut world).await;
    let begun = Instant::now();
    let request = read_about(&mut world, "tasks/get").await;
    assert_eq!(begun.elapsed(), Duration::from_secs(3));
    world.server.answer(&request["id"], task("completed")).await;
    let request = read_about(&mut world, "tasks/result").await;
    world.server.answer(&request["id"], json!({"content": [], "isError": true})).await;
    assert!(calling.await.unwrap().unwrap().is_error);
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn tsk_1_what_a_task_asks_belongs_to_its_call_and_names_the_task() {
    let mut world = legacy(full()).await;
    let (name, calling) = begin_legacy(&mut world).await;
    let request = read_about(&mut world, "tasks/get").await;
    world.server.answer(&request["id"], task("input_required")).await;
    let result = read_about(&mut world, "tasks/result").await;

    let related = json!({"io.modelcontextprotocol/related-task": {"taskId": "T"}});
    let params = json!({"message": "?", "_meta": related});
    let asking =
        json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": params});
    world.server.send(&asking).await;
    let asked = world.events.next_ask().await;
    assert_eq!(asked.call, Some(name));
    let reply = to_raw_value(&json!({"action": "decline", "_meta": {"x": 1}})).unwrap();
    world.connection.answer(asked.id, AskReply::Result(reply));
    let answer = loop {
        let message = world.server.read().await;
        if message["id"] == "q" {
            break message;
        }
    };
    let mut meta = related;
    meta["x"] = json!(1);
    assert_eq!(answer["result"], json!({"action": "decline", "_meta": meta}));
    world.server.answer(&result["id"], json!({"content": []})).await;
    calling.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn tsk_1_a_task_that_shows_signs_of_life_does_not_time_out() {
    let mut world = legacy(full()).await;
    let (_, calling) = begin_legacy(&mut world).await;
    let request = read_about(&mut world, "tasks/get").await;
    world.server.answer(&request["id"], task("input_required")).await;
    let result = read_about(&mut world, "tasks/result").await;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_mins(5) {
        let request = read_about(&mut world, "tasks/get").await;
        world.server.answer(&request["id"], task("working")).await;
    }
    world.server.answer(&result["id"], json!({"content": []})).await;
    calling.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn tsk_1_a_dropped_call_cancels_its_task() {
    let mut world = legacy(full()).await;
    let (_, calling) = begin_legacy(&mut world).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    calling.abort();
    let request = read_about(&mut world, "tasks/cancel").await;
    world.server.answer(&request["id"], task("cancelled")).await;
    world.events.silent().await;

    let mut world = legacy(json!({"requests": {"tools": {"call": {}}}})).await;
    let (_, calling) = begin_legacy(&mut world).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    calling.abort();
    world.server.silent().await;
}

fn created() -> Value {
    json!({"resultType": "task", "taskId": "T", "status": "working", "ttlMs": null, "pollIntervalMs": 2000})
}

fn state(status: &str, rest: &Value) -> Value {
    let mut state =
        json!({"resultType": "complete", "taskId": "T", "status": status, "pollIntervalMs": 2000});
    state.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    state
}

async fn begin_modern() -> (World, Calling) {
    let mut world = modern(options(), Some(roots(1, "a"))).await;
    let (_, calling) = call(&world, "t");
    let id = world.server.read_request("tools/call").await;
    world.server.answer(&id, created()).await;
    (world, calling)
}

#[tokio::test(start_paused = true)]
async fn tsk_1_a_modern_task_is_polled_given_what_it_asks_for_once_and_ends() {
    let (mut world, calling) = begin_modern().await;
    let begun = Instant::now();
    let request = read_about(&mut world, "tasks/get").await;
    assert_eq!(begun.elapsed(), Duration::from_secs(2));
    let meta = &request["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    let requests = json!({"inputRequests": {
        "r": {"method": "roots/list"},
        "s": {"method": "sampling/createMessage", "params": {}},
    }});
    world.server.answer(&request["id"], state("input_required", &requests)).await;
    let asked = world.events.next_ask().await;
    world.connection.answer(asked.id, AskReply::Result(to_raw_value(&json!({"m": 1})).unwrap()));
    let update = read_about(&mut world, "tasks/update").await;
    assert_eq!(update["params"]["inputResponses"], json!({"r": listed("a"), "s": {"m": 1}}));
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 1 }));
    world.server.answer(&update["id"], json!({"resultType": "complete"})).await;

    // The server may name them still.
    let request = read_about(&mut world, "tasks/get").await;
    world.server.answer(&request["id"], state("input_required", &requests)).await;
    let request = read_about(&mut world, "tasks/get").await;
    let result = json!({"result": {"content": [], "isError": true}});
    world.server.answer(&request["id"], state("completed", &result)).await;
    assert!(calling.await.unwrap().unwrap().is_error);
    world.events.silent().await;
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn tsk_1_a_modern_task_that_fails_fails_its_call() {
    for (status, rest) in [
        ("failed", json!({"error": {"code": -32603, "message": "no"}})),
        ("cancelled", json!({})),
        ("completed", json!({})),
    ] {
        let (mut world, calling) = begin_modern().await;
        let request = read_about(&mut world, "tasks/get").await;
        world.server.answer(&request["id"], state(status, &rest)).await;
        let failed = calling.await.unwrap().unwrap_err();
        match status {
            "failed" => assert!(matches!(failed, CallError::Server(error) if error.code == -32603)),
            "cancelled" => assert!(matches!(failed, CallError::CancelledByServer)),
            _ => assert!(matches!(failed, CallError::UnknownResult { .. })),
        }
        world.server.silent().await;
    }
}

#[tokio::test(start_paused = true)]
async fn tsk_1_a_dropped_call_cancels_its_modern_task() {
    let (mut world, calling) = begin_modern().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    calling.abort();
    let request = read_about(&mut world, "tasks/cancel").await;
    world.server.answer(&request["id"], json!({"resultType": "complete"})).await;
    world.events.silent().await;

    let (mut world, calling) = begin_modern().await;
    let request = read_about(&mut world, "tasks/get").await;
    let requests =
        json!({"inputRequests": {"s": {"method": "sampling/createMessage", "params": {}}}});
    world.server.answer(&request["id"], state("input_required", &requests)).await;
    let asked = world.events.next_ask().await;
    world.connection.answer(asked.id, AskReply::Denied);
    assert!(matches!(calling.await.unwrap(), Err(CallError::Denied)));
    read_about(&mut world, "tasks/cancel").await;
}

#[tokio::test(start_paused = true)]
async fn tsk_1_only_a_tool_call_may_become_a_task() {
    let mut world = crate::fake::modern_with(json!({"resources": {}}), options(), None).await;
    let calling = tokio::spawn(world.connection.read_resource("file:///a"));
    let id = world.server.read_request("resources/read").await;
    world.server.answer(&id, created()).await;
    assert!(matches!(calling.await.unwrap(), Err(CallError::UnknownResult { .. })));
}
