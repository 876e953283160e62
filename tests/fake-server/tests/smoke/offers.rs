//! Lists in pages, resources, prompts, logs, progress and tasks.

use serde_json::{Value, json};

use crate::fake::Fake;

#[test]
fn pages_have_no_end_at_the_empty_cursor() {
    let mut fake = Fake::modern(&["--offers", "all", "--page-size", "1"]);
    let mut cursor = None;
    let mut seen = Vec::new();
    for id in 1.. {
        let params = cursor.map_or(json!({}), |cursor: Value| json!({ "cursor": cursor }));
        let result = fake.ask(id, "resources/list", params)["result"].take();
        seen.push(result["resources"][0]["uri"].as_str().unwrap().to_owned());
        let Some(next) = result.get("nextCursor").cloned() else { break };
        assert_eq!(next == "", id == 1);
        cursor = Some(next);
    }
    assert_eq!(seen, ["fake://text", "fake://picture", "fake://asks"]);
}

#[test]
fn resources_and_prompts() {
    let mut fake = Fake::modern(&["--offers", "all"]);
    let read = fake.ask(1, "resources/read", json!({ "uri": "fake://notes/x" }));
    assert_eq!(read["result"]["contents"][0]["text"], "note x");
    let none = fake.ask(2, "resources/read", json!({ "uri": "fake://none" }));
    assert_eq!(none["error"]["code"], -32602);
    let params = json!({ "name": "greet", "arguments": { "name": "Ada" } });
    let prompt = fake.ask(3, "prompts/get", params);
    assert_eq!(prompt["result"]["messages"][0]["content"]["text"], "Greet Ada.");
    let params = json!({
        "ref": { "type": "ref/prompt", "name": "greet" },
        "argument": { "name": "name", "value": "A" },
    });
    let completed = fake.ask(4, "completion/complete", params);
    assert_eq!(completed["result"]["completion"]["values"], json!(["Ada", "Alan"]));
}

#[test]
fn logs_as_far_as_they_are_wanted() {
    let mut fake = Fake::start(&["--offers", "logging"]);
    fake.initialize("2025-11-25");
    fake.send(
        &json!({"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"error"}}),
    );
    fake.next();
    let log = |level: &str| {
        let arguments = json!({ "level": level, "data": "x" });
        json!({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"log","arguments":arguments}})
    };
    fake.send(&log("info"));
    assert_eq!(fake.next()["id"], 3);
    fake.send(&log("alert"));
    assert_eq!(fake.next()["params"]["level"], "alert");
}

#[test]
fn progress_carries_the_token() {
    let mut fake = Fake::start(&[]);
    fake.initialize("2025-11-25");
    let params = json!({ "name": "progress", "arguments": { "steps": 2 }, "_meta": { "progressToken": "t" } });
    fake.send(&json!({"jsonrpc":"2.0","id":2,"method":"tools/call","params":params}));
    for step in [1, 2] {
        let params = fake.next()["params"].take();
        assert_eq!((&params["progressToken"], &params["progress"]), (&json!("t"), &json!(step)));
    }
    assert_eq!(fake.next()["id"], 2);
}

#[test]
fn a_legacy_task_asks_and_ends() {
    let mut fake = Fake::start(&["--offers", "tasks"]);
    fake.initialize("2025-11-25");
    let params = json!({ "name": "task", "task": {}, "arguments": { "looks": 0, "asks": true } });
    fake.send(&json!({"jsonrpc":"2.0","id":2,"method":"tools/call","params":params}));
    let task = fake.next()["result"]["task"]["taskId"].take();
    fake.send(&json!({"jsonrpc":"2.0","id":3,"method":"tasks/result","params":{"taskId":task}}));
    let form = fake.next();
    assert_eq!(form["params"]["_meta"]["io.modelcontextprotocol/related-task"]["taskId"], task);
    fake.send(&json!({"jsonrpc":"2.0","id":form["id"],"result":{"action":"cancel"}}));
    let result = fake.next();
    assert_eq!(result["id"], 3);
    assert_eq!(result["result"]["content"][0]["text"], r#"{"it":{"action":"cancel"}}"#);
    fake.send(
        &json!({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"task-required"}}),
    );
    assert_eq!(fake.next()["error"]["code"], -32601);
}

#[test]
fn a_modern_task_asks_and_ends() {
    let mut fake = Fake::modern(&["--offers", "tasks"]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":
            { "extensions": { "io.modelcontextprotocol/tasks": {} }, "elicitation": {} },
    });
    let arguments = json!({ "looks": 1, "asks": true });
    let params = json!({ "name": "task", "arguments": arguments, "_meta": meta });
    let task = fake.ask(1, "tools/call", params)["result"].take();
    assert_eq!(task["resultType"], "task");
    let of = json!({ "taskId": task["taskId"] });
    assert_eq!(fake.ask(2, "tasks/get", of.clone())["result"]["status"], "working");
    let asked = fake.ask(3, "tasks/get", of.clone())["result"].take();
    assert_eq!(asked["inputRequests"]["it"]["method"], "elicitation/create");
    let mut update = of.clone();
    update["inputResponses"] = json!({ "it": { "action": "cancel" } });
    fake.ask(4, "tasks/update", update);
    let done = fake.ask(5, "tasks/get", of)["result"].take();
    assert_eq!(done["result"]["content"][0]["text"], r#"{"it":{"action":"cancel"}}"#);
}
