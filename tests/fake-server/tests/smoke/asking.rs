//! What it asks while a call waits.

use serde_json::{Value, json};

use crate::fake::Fake;

#[test]
fn asks_in_requests_round_after_round() {
    let mut fake = Fake::start(&["--ask-roots", "never"]);
    fake.initialize("2025-11-25");
    fake.send(&call("ask-twice"));
    let form = fake.next();
    assert_eq!(form["method"], "elicitation/create");
    fake.send(&json!({"jsonrpc":"2.0","id":form["id"],"result":{"action":"decline"}}));
    let sampling = fake.next();
    assert_eq!(sampling["method"], "sampling/createMessage");
    fake.send(&json!({"jsonrpc":"2.0","id":sampling["id"],"error":{"code":-1,"message":"no"}}));
    assert_eq!(text(&fake.next()), r#"{"it":{"error":{"code":-1,"message":"no"}}}"#);
}

#[test]
fn takes_back_what_it_asked() {
    let mut fake = Fake::start(&["--ask-roots", "never"]);
    fake.initialize("2025-11-25");
    fake.send(&call("form"));
    let form = fake.next();
    let arguments = json!({ "reason": "enough" });
    fake.send(&json!({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"cancel-asks","arguments":arguments}}));
    let cancelled = fake.next();
    assert_eq!(cancelled["params"], json!({ "requestId": form["id"], "reason": "enough" }));
    assert_eq!(fake.next()["id"], 2);
    assert_eq!(fake.next()["id"], 3);
}

#[test]
fn asks_in_its_answer_and_is_strict_about_the_retry() {
    let mut fake = Fake::modern(&[]);
    let rounds = json!([{ "inputs": { "k": { "method": "roots/list" } }, "state": "s é" }]);
    let params = json!({ "name": "ask", "arguments": { "rounds": rounds } });
    let asked = fake.ask(1, "tools/call", params.clone())["result"].take();
    assert_eq!(asked["resultType"], "input_required");
    assert_eq!(asked["inputRequests"]["k"]["method"], "roots/list");
    assert_eq!(asked["requestState"], "s é");

    let mut wrong = params.clone();
    wrong["inputResponses"] = json!({ "k": { "roots": [] } });
    assert_eq!(fake.ask(2, "tools/call", wrong.clone())["error"]["code"], -32602);
    fake.ask(3, "tools/call", params);
    wrong["requestState"] = "s é".into();
    assert_eq!(fake.ask(3, "tools/call", wrong.clone())["error"]["code"], -32600);

    let mut right = wrong;
    let params = right.as_object_mut().unwrap();
    params.remove("inputResponses");
    params.remove("requestState");
    fake.ask(4, "tools/call", right.clone());
    right["requestState"] = "s é".into();
    let again = fake.ask(5, "tools/call", right.clone());
    assert_eq!(again["result"]["resultType"], "input_required");
    right["inputResponses"] = json!({ "k": { "roots": [] } });
    assert_eq!(text(&fake.ask(6, "tools/call", right)), r#"{"k":{"roots":[]}}"#);
}

#[test]
fn needs_the_capability_in_the_modern_era() {
    let mut fake = Fake::modern(&[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "roots": {} },
    });
    let refusal = fake.ask(1, "tools/call", json!({ "name": "sample", "_meta": meta }));
    assert_eq!(refusal["error"]["code"], -32021);
    assert!(refusal["error"]["data"]["requiredCapabilities"]["sampling"].is_object());
}

fn call(tool: &str) -> Value {
    json!({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":tool}})
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap()
}
