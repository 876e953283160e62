//! The revision 2026-07-28, spoken to as a client does. Tests name the row they are for.

use std::{fs, path::Path};

use crate::common::{Client, World, meta, outcome, uri};
use serde_json::{Value, json};

fn with_roots() -> Value {
    json!({ "roots": {} })
}

fn read_call(path: &Path) -> Value {
    json!({
        "name": "read_text_file",
        "arguments": { "path": path, "head": 0 },
        "_meta": meta(&with_roots()),
    })
}

fn roots(paths: &[&Path]) -> Value {
    let list: Vec<_> = paths.iter().map(|path| json!({ "uri": uri(path) })).collect();
    json!({ "roots": { "roots": list } })
}

/// Asks with `call` and gives the state that comes back.
fn asked(client: &mut Client, call: &Value) -> String {
    let answer = client.request("tools/call", call);
    let result = &answer["result"];
    assert_eq!(result["resultType"], "input_required", "{answer}");
    assert_eq!(result["inputRequests"], json!({ "roots": { "method": "roots/list" } }));
    result["requestState"].as_str().unwrap().to_owned()
}

fn retried(call: &Value, inputs: &Value, state: &str) -> Value {
    let mut call = call.clone();
    call["inputResponses"] = inputs.clone();
    call["requestState"] = state.into();
    call
}

#[test]
fn srv_1_a_missing_roots_capability_is_named() {
    let world = World::new();
    for capabilities in [json!({}), json!({"roots":null}), json!({"sampling":{}})] {
        let mut call = read_call(&world.root.join("file.txt"));
        call["_meta"] = meta(&capabilities);
        let answer = Client::start().request("tools/call", &call);
        assert_eq!(answer["error"]["code"], -32021);
        let required = json!({ "requiredCapabilities": { "roots": {} } });
        assert_eq!(answer["error"]["data"], required);
    }
}

#[test]
fn srv_3_roots_are_asked_for_on_each_call() {
    let world = World::new();
    let mut client = Client::start();
    let call = read_call(&world.root.join("file.txt"));
    for _ in 0..3 {
        let state = asked(&mut client, &call);
        let answer = client.request("tools/call", &retried(&call, &roots(&[&world.root]), &state));
        assert_eq!(answer["result"]["resultType"], "complete");
        assert_eq!(outcome(&answer).unwrap(), "inside");
    }
    let state = asked(&mut client, &call);
    let answer = client.request("tools/call", &retried(&call, &roots(&[]), &state));
    assert!(outcome(&answer).unwrap_err().contains("no folder is granted"));
}

#[test]
fn srv_5_discover_tells_what_is_spoken() {
    let answer = Client::start().request("server/discover", &json!({ "_meta": meta(&json!({})) }));
    let result = &answer["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    assert!(result["capabilities"]["tools"].is_object());
    let who = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(who["name"], "paddock-files");
}

#[test]
fn srv_5_a_request_without_meta_is_refused() {
    let mut client = Client::start();
    let mut without_capabilities = meta(&json!({}));
    without_capabilities
        .as_object_mut()
        .unwrap()
        .remove("io.modelcontextprotocol/clientCapabilities");
    for params in [
        json!({}),
        json!({ "_meta": {} }),
        json!({ "_meta": 7 }),
        json!({ "_meta": without_capabilities }),
        json!({ "_meta": meta(&json!(7)) }),
    ] {
        for method in ["server/discover", "tools/list", "tools/call", "resources/list"] {
            let answer = client.request(method, &params);
            assert_eq!(answer["error"]["code"], -32602, "{method} {params}");
        }
    }
    assert_eq!(
        client.request("no/such", &json!({"_meta":meta(&json!({}))}))["error"]["code"],
        -32601
    );
}

#[test]
fn srv_5_what_the_revision_no_longer_has_is_not_there() {
    let mut client = Client::start();
    for method in ["initialize", "ping", "resources/subscribe", "logging/setLevel"] {
        let answer = client.request(method, &json!({ "_meta": meta(&json!({})) }));
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
    assert!(client.is_silent(), "ping without _meta is of the older era");
}

#[test]
fn srv_5_a_resource_that_cannot_be_is_refused_before_roots_are_asked_for() {
    let read = json!({ "uri": "test://nothing", "_meta": meta(&with_roots()) });
    let answer = Client::start().request("resources/read", &read);
    assert_eq!(answer["error"]["code"], -32602);
    assert_eq!(answer["error"]["data"], json!({ "uri": "test://nothing" }));
}

#[test]
fn srv_5_another_version_is_refused_with_the_supported_list() {
    for version in ["2025-11-25", "2027-01-01", ""] {
        let mut meta = meta(&json!({}));
        meta["io.modelcontextprotocol/protocolVersion"] = version.into();
        let answer = Client::start().request("tools/list", &json!({ "_meta": meta }));
        assert_eq!(answer["error"]["code"], -32022);
        let data = json!({ "supported": ["2026-07-28"], "requested": version });
        assert_eq!(answer["error"]["data"], data);
    }
}

#[test]
fn srv_6_a_state_of_another_call_or_process_is_refused() {
    let world = World::new();
    let mut client = Client::start();
    let call = read_call(&world.root.join("file.txt"));
    let other = read_call(&world.root.join("sub/deep.txt"));
    let given = roots(&[&world.root]);
    let state = asked(&mut client, &call);
    let foreign = asked(&mut Client::start(), &call);
    let mut forged = state.clone();
    forged.replace_range(20..21, if &state[20..21] == "A" { "B" } else { "A" });
    for (call, state) in
        [(&other, &*state), (&call, &*foreign), (&call, &*forged), (&call, "v1"), (&call, "")]
    {
        let answer = client.request("tools/call", &retried(call, &given, state));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("requestState"));
    }
    let answer = client.request("tools/call", &retried(&call, &given, &state));
    assert_eq!(outcome(&answer).unwrap(), "inside");
}

#[test]
fn srv_6_roots_without_a_state_are_not_taken() {
    let world = World::new();
    let mut call = read_call(&world.root.join("file.txt"));
    call["inputResponses"] = roots(&[&world.root]);
    asked(&mut Client::start(), &call);
}

#[test]
fn srv_7_a_missing_input_is_asked_for_again() {
    let world = World::new();
    let mut client = Client::start();
    let call = read_call(&world.root.join("file.txt"));
    let state = asked(&mut client, &call);
    for inputs in [json!({}), json!({ "other": {} })] {
        asked(&mut client, &retried(&call, &inputs, &state));
    }
    let broken = client.request("tools/call", &retried(&call, &json!({ "roots": 7 }), &state));
    assert_eq!(broken["error"]["code"], -32602);
}

#[test]
fn srv_8_no_request_is_ever_sent() {
    let world = World::new();
    let mut client = Client::start();
    client.notify("notifications/initialized");
    client.notify("notifications/roots/list_changed");
    asked(&mut client, &read_call(&world.root.join("file.txt")));
    assert!(client.is_silent());
}

#[test]
fn srv_10_lists_say_how_long_they_hold_and_for_whom() {
    let world = World::new();
    let folder = world.root.as_os_str();
    let mut client = Client::start_with(&[folder]);
    let lists = [
        ("server/discover", "private"),
        ("tools/list", "public"),
        ("resources/templates/list", "public"),
        ("resources/list", "private"),
    ];
    for (method, scope) in lists {
        let result = client.request(method, &json!({ "_meta": meta(&json!({})) }));
        let result = &result["result"];
        assert_eq!(result["resultType"], "complete");
        assert!(result["ttlMs"].as_u64().is_some(), "{method} {result}");
        assert_eq!(result["cacheScope"], scope, "{method}");
    }
    let read = json!({ "uri": uri(&world.root.join("file.txt")), "_meta": meta(&json!({})) });
    let result = &client.request("resources/read", &read)["result"];
    assert_eq!(result["contents"][0]["text"], "inside");
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
}

#[test]
fn srv_11_arguments_are_checked_before_roots_are_asked_for() {
    let mut client = Client::start();
    for call in [json!({"name":"no_such_tool"}), json!({"name":"read_text_file","arguments":[]})] {
        let mut call = call.clone();
        call["_meta"] = meta(&with_roots());
        assert_eq!(client.request("tools/call", &call)["error"]["code"], -32602);
    }
}

#[test]
fn resources_are_read_with_roots_that_come_with_the_call() {
    let world = World::new();
    let mut client = Client::start();
    let read = |path: &Path| json!({ "uri": uri(path), "_meta": meta(&with_roots()) });
    for (path, reads) in [(world.root.join("file.txt"), true), (world.secret.clone(), false)] {
        let call = read(&path);
        let answer = client.request("resources/read", &call);
        let state = answer["result"]["requestState"].as_str().unwrap().to_owned();
        let answer =
            client.request("resources/read", &retried(&call, &roots(&[&world.root]), &state));
        if reads {
            assert_eq!(answer["result"]["contents"][0]["text"], "inside");
        } else {
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
        }
    }
}

#[test]
fn folders_named_at_the_start_serve_a_client_without_roots_only() {
    let world = World::new();
    let other = World::new();
    let mut client = Client::start_with(&[world.root.as_os_str()]);
    let mut call = read_call(&world.root.join("file.txt"));
    call["_meta"] = meta(&json!({}));
    let answer = client.request("tools/call", &call);
    assert_eq!(outcome(&answer).unwrap(), "inside");
    // With roots, the folders are nothing.
    let call = read_call(&world.root.join("file.txt"));
    let state = asked(&mut client, &call);
    let answer = client.request("tools/call", &retried(&call, &roots(&[&other.root]), &state));
    assert!(outcome(&answer).is_err());

    let mut client = Client::start_with(&["--read-only".as_ref(), world.root.as_os_str()]);
    client.initialize("2025-11-25", &json!({}));
    assert_eq!(client.read(&world.root.join("file.txt")).unwrap(), "inside");
    assert!(client.write(&world.root.join("file.txt"), "x").unwrap_err().contains("reading only"));
    assert_eq!(fs::read_to_string(world.root.join("file.txt")).unwrap(), "inside");
}
