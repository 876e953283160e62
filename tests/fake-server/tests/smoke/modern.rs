//! The modern era, and how it is found out.

use serde_json::{Value, json};

use crate::fake::Fake;

#[test]
fn discovers_itself() {
    let mut fake = Fake::modern(&["--offers", "all", "--ttl", "5"]);
    let result = fake.ask(1, "server/discover", json!({}))["result"].take();
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["ttlMs"], 5);
    assert!(result["capabilities"]["extensions"]["io.modelcontextprotocol/tasks"].is_object());
}

#[test]
fn refuses_what_is_not_modern() {
    let mut fake = Fake::modern(&[]);
    assert_eq!(fake.ask(1, "tools/list", json!({ "_meta": {} }))["error"]["code"], -32602);
    let old = json!({
        "io.modelcontextprotocol/protocolVersion": "2025-11-25",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let refusal = fake.ask(2, "tools/list", json!({ "_meta": old }))["error"].take();
    assert_eq!(refusal["code"], -32022);
    assert_eq!(refusal["data"]["supported"], json!(["2026-07-28"]));
    assert_eq!(fake.ask(3, "initialize", json!({}))["error"]["code"], -32600);
    assert_eq!(fake.ask(4, "ping", json!({}))["error"]["code"], -32601);
}

#[test]
fn answers_discovery_as_it_is_told_to() {
    for (how, code) in [("refuse:-32602", -32602), ("unsupported", -32022)] {
        let mut fake = Fake::modern(&["--discover", how]);
        assert_eq!(fake.ask(1, "server/discover", json!({}))["error"]["code"], code);
    }
    let mut late = Fake::start(&["--discover", "late"]);
    late.send(&json!({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}));
    late.send(&json!({"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}));
    assert_eq!(late.next()["id"], 1);
    assert_eq!(late.next()["id"], 2);
}

#[test]
fn speaks_both_until_it_is_locked() {
    let mut both = Fake::start(&["--era", "both"]);
    assert!(both.ask(1, "server/discover", json!({}))["result"].is_object());
    assert_eq!(both.initialize("2025-11-25")["protocolVersion"], "2025-11-25");
    let mut locked = Fake::start(&["--era", "both", "--locks-era"]);
    assert!(locked.ask(1, "server/discover", json!({}))["result"].is_object());
    assert_eq!(locked.initialize("2025-11-25"), Value::Null);
}

#[test]
fn changes_are_told_to_who_listens() {
    let mut fake = Fake::modern(&["--offers", "all"]);
    let filter = json!({ "toolsListChanged": true, "resourceSubscriptions": ["fake://text"] });
    let acknowledged = fake.ask(7, "subscriptions/listen", json!({ "notifications": filter }));
    let id = "io.modelcontextprotocol/subscriptionId";
    assert_eq!(acknowledged["params"]["_meta"][id], 7);
    let change = |arguments: Value| json!({ "name": "change", "arguments": arguments });
    let told = fake.ask(8, "tools/call", change(json!({ "list": "tools" })));
    assert_eq!(told["method"], "notifications/tools/list_changed");
    assert_eq!(told["params"]["_meta"][id], 7);
    assert_eq!(fake.next()["id"], 8);
    assert_eq!(fake.ask(9, "tools/call", change(json!({ "list": "prompts" })))["id"], 9);
    let told = fake.ask(10, "tools/call", change(json!({ "uri": "fake://text" })));
    assert_eq!(told["params"]["uri"], "fake://text");
    assert_eq!(fake.next()["id"], 10);
    assert_eq!(fake.ask(11, "tools/call", json!({ "name": "stop-telling" }))["id"], 7);
}
