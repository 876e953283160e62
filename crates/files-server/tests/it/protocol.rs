//! The built server, spoken to as a client does. Tests name the row they are for.

use std::{ffi::OsStr, fs, io::Write, os::unix::ffi::OsStrExt, path::Path, time::Instant};

use crate::common::{Client, PATIENCE, SECRET, World, outcome, uri};
use serde_json::{Value, json};

/// Those of the common server in its order, and more.
const TOOLS: [&str; 18] = [
    "read_file",
    "read_text_file",
    "read_media_file",
    "read_multiple_files",
    "write_file",
    "edit_file",
    "create_directory",
    "list_directory",
    "list_directory_with_sizes",
    "directory_tree",
    "move_file",
    "search_files",
    "get_file_info",
    "list_allowed_directories",
    "search_content",
    "append_file",
    "copy_file",
    "delete_file",
];

const ROOTS: &str = r#"{"roots":{"listChanged":true}}"#;

#[test]
fn lif_1_every_legacy_revision_is_agreed_and_another_gets_the_latest() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = Client::start().initialize(revision, &json!({}));
        assert_eq!(answer["result"]["protocolVersion"], revision);
        assert!(answer["result"]["capabilities"]["tools"].is_object());
        assert_eq!(answer["result"]["serverInfo"]["name"], "paddock-files");
    }
    for revision in ["2026-07-28", "1.0", ""] {
        let answer = Client::start().initialize(revision, &json!({}));
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    }
}

#[test]
fn neg_1_a_probe_for_the_newer_era_leaves_initialize_possible() {
    let mut client = Client::start();
    let meta = crate::common::meta(&json!({}));
    let found = client.request("server/discover", &json!({ "_meta": meta }));
    assert_eq!(found["result"]["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(client.request("server/discover", &json!({}))["error"]["code"], -32602);
    assert!(client.initialize("2025-11-25", &json!({}))["result"].is_object());
}

#[test]
fn srv_1_without_the_capability_nothing_is_asked_and_each_refusal_says_so() {
    let world = World::new();
    for capabilities in [json!({}), json!({"roots":null}), json!({"sampling":{}})] {
        let mut client = Client::start();
        client.initialize("2025-06-18", &capabilities);
        client.notify("notifications/initialized");
        client.notify("notifications/roots/list_changed");
        for _ in 0..2 {
            let refusal = client.read(&world.root.join("file.txt")).unwrap_err();
            assert!(refusal.contains("does not offer MCP roots"), "{refusal}");
        }
        assert!(client.is_silent());
    }
}

#[test]
fn srv_2_a_vanished_root_is_refused_alone_and_returns_by_itself() {
    let world = World::new();
    let other = World::new();
    let mut client = Client::with_roots(&[&world.root, &other.root]);
    let away = world.root.with_file_name("away");
    let path = world.root.join("file.txt");
    assert_eq!(client.read(&path).unwrap(), "inside");
    fs::rename(&world.root, &away).unwrap();
    assert!(client.read(&path).unwrap_err().contains("cannot be reached"));
    assert_eq!(client.read(&other.root.join("file.txt")).unwrap(), "inside");
    fs::rename(&away, &world.root).unwrap();
    assert_eq!(client.read(&path).unwrap(), "inside");
}

#[test]
fn srv_2_another_folder_in_the_place_of_a_root_is_refused() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    assert!(client.read(&world.root.join("file.txt")).is_ok());
    fs::rename(&world.root, world.root.with_file_name("away")).unwrap();
    std::os::unix::fs::symlink(&world.outside, &world.root).unwrap();
    let refusal = client.read(&world.root.join("secret.txt")).unwrap_err();
    assert!(refusal.contains("another folder stands at"), "{refusal}");
    assert!(client.write(&world.root.join("secret.txt"), "x").is_err());
    assert_eq!(fs::read_to_string(&world.secret).unwrap(), SECRET);
}

#[test]
fn srv_2_a_root_that_is_missing_when_listed_can_be_used_once_it_is_there() {
    let world = World::new();
    let late = world.root.join("late");
    let mut client = Client::with_roots(&[&late]);
    assert!(client.write(&late.join("f"), "x").is_err());
    fs::create_dir(&late).unwrap();
    assert!(client.write(&late.join("f"), "x").is_ok());
}

#[test]
fn srv_3_roots_are_asked_for_once_and_then_cached() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    for _ in 0..3 {
        assert_eq!(client.read(&world.root.join("file.txt")).unwrap(), "inside");
    }
    assert!(client.is_silent());
}

#[test]
fn srv_4_nothing_is_asked_before_initialized() {
    let world = World::new();
    let mut client = Client::start();
    client.notify("notifications/initialized");
    client.notify("notifications/roots/list_changed");
    assert!(client.is_silent());
    client.initialize("2025-11-25", &serde_json::from_str(ROOTS).unwrap());
    client.notify("notifications/roots/list_changed");
    assert!(client.is_silent());
    let refusal = client.read(&world.root.join("file.txt")).unwrap_err();
    assert!(refusal.contains("has not sent notifications/initialized"), "{refusal}");
    client.notify("notifications/initialized");
    assert_eq!(client.next()["method"], "roots/list");
    client.notify("notifications/initialized");
    assert!(client.is_silent());
}

#[test]
fn srv_4_list_changed_drops_the_list_at_once_and_asks_again() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    let path = world.root.join("file.txt");
    assert!(client.read(&path).is_ok());
    client.notify("notifications/roots/list_changed");
    let question = client.next();
    let id = client.ask_tool("read_text_file", &json!({ "path": path }));
    assert!(client.is_silent(), "answered from the old list");
    client.answer_roots(&question, &[]);
    let answer = client.next();
    assert_eq!(answer["id"], id);
    assert!(outcome(&answer).unwrap_err().contains("no folder is granted"));
}

#[test]
fn srv_4_an_answer_from_before_the_last_change_is_not_used() {
    let world = World::new();
    let (mut client, first) = Client::asked();
    client.notify("notifications/roots/list_changed");
    let second = client.next();
    assert_ne!(first["id"], second["id"]);
    client.answer_roots(&first, &[&world.root]);
    client.ask_tool("read_text_file", &json!({ "path": world.root.join("file.txt") }));
    assert!(client.is_silent(), "answered from the stale list");
    client.answer_roots(&second, &[]);
    assert!(outcome(&client.next()).is_err());
    client.answer_roots(&first, &[&world.root]);
    assert!(client.read(&world.root.join("file.txt")).is_err());
}

#[test]
fn beyond_the_spec_an_empty_list_or_an_error_denies_what_was_granted_before() {
    let world = World::new();
    let path = world.root.join("file.txt");
    let denials = [
        json!({"result":{"roots":[]}}),
        json!({"error":{"code":-32603,"message":"internal"}}),
        json!({"error":null}),
        json!({"result":null}),
        json!({"result":{}}),
        json!({"result":{"roots":"all"}}),
        json!({"result":{"roots":[{"uri":"https://example.org"}]}}),
    ];
    for mut denial in denials {
        let mut client = Client::with_roots(&[&world.root]);
        assert!(client.read(&path).is_ok());
        client.notify("notifications/roots/list_changed");
        let question = client.next();
        denial["jsonrpc"] = "2.0".into();
        denial["id"] = question["id"].clone();
        client.send(&denial);
        assert!(client.read(&path).is_err(), "{denial}");
        assert!(client.write(&path, "changed").is_err(), "{denial}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "inside");
    }
}

#[test]
fn beyond_the_spec_one_bad_uri_does_not_spoil_the_others() {
    let world = World::new();
    let (mut client, question) = Client::asked();
    let entries = json!([
        {"uri":"https://example.org/"}, 7, {"uri":"file:///bad%zz"}, {},
        {"uri": uri(&world.root)},
    ]);
    client.answer(&question, &json!({ "roots": entries }));
    assert_eq!(client.read(&world.root.join("file.txt")).unwrap(), "inside");
    let told = client.call("list_allowed_directories", &json!({})).unwrap();
    assert!(
        told.starts_with(&format!("Allowed directories:\n{}\n", world.root.display())),
        "{told}"
    );
    assert!(told.contains("\"https://example.org/\": not a file:// URI"), "{told}");
}

#[test]
fn beyond_the_spec_calls_are_refused_when_the_client_never_lists_its_roots() {
    let (mut client, _question) = Client::asked();
    let refusal = client.call("list_allowed_directories", &json!({})).unwrap_err();
    assert!(refusal.contains("has not answered"), "{refusal}");
}

#[test]
fn srv_8_stdout_carries_nothing_but_messages_and_no_answer_to_a_notification() {
    let mut client = Client::start();
    client.initialize("2025-11-25", &json!({}));
    client.notify("notifications/unheard-of");
    client.send(&json!({"jsonrpc":"2.0","id":5,"result":{}}));
    client.send(&json!({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}));
    client.send_line(b"");
    client.send_line(b"  \r");
    assert!(client.is_silent());
}

#[test]
fn srv_9_it_exits_when_stdin_ends_even_with_calls_waiting() {
    let mut client = Client::start();
    client.close_stdin();
    assert!(client.ended().success());

    let (mut client, _question) = Client::asked();
    client.ask_tool("list_allowed_directories", &json!({}));
    client.close_stdin();
    assert!(client.ended().success());
}

#[test]
fn srv_9_it_exits_when_nobody_reads_its_stdout() {
    use std::process::{Command, Stdio};
    #[expect(clippy::disallowed_methods, reason = "the server is started without the app")]
    let mut child = Command::new(env!("CARGO_BIN_EXE_paddock-files"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let ping = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    // What another test starts at this moment holds the other end too, until it has begun.
    let deadline = Instant::now() + PATIENCE;
    while stdin.write_all(ping).is_ok() {
        assert!(Instant::now() < deadline, "it goes on");
    }
    assert!(child.wait().unwrap().success());
}

#[test]
fn srv_11_arguments_are_validated() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    let path = world.root.join("file.txt");
    let bad = [
        ("read_text_file", json!({})),
        ("read_text_file", json!({"path":7})),
        ("read_text_file", json!({"path":["a"]})),
        ("read_text_file", json!({"path":""})),
        ("read_text_file", json!({"path":"a\0b"})),
        ("read_text_file", json!({"path":path,"head":1.5})),
        ("read_text_file", json!({"path":path,"tail":-1})),
        ("read_text_file", json!({"path":path,"head":"2"})),
        ("read_text_file", json!({"path":path,"head":1,"tail":1})),
        ("write_file", json!({"path":path})),
        ("write_file", json!({"path":path,"content":null})),
        ("list_directory", json!({})),
    ];
    for (tool, arguments) in bad {
        assert!(client.call(tool, &arguments).is_err(), "{tool} {arguments}");
    }
    let unused = json!({"path":path,"head":null,"tail":0,"extra":[1]});
    assert_eq!(client.call("read_text_file", &unused).unwrap(), "inside");
    assert_eq!(fs::read_to_string(&path).unwrap(), "inside");
}

#[test]
fn srv_11_protocol_errors() {
    let mut client = Client::start();
    let early = client.request("tools/list", &json!({}));
    assert_eq!(early["error"]["code"], -32602);
    assert_eq!(client.request("initialize", &json!({}))["error"]["code"], -32602);
    client.initialize("2025-11-25", &json!({}));
    let again = client.initialize("2025-11-25", &json!({}));
    assert_eq!(again["error"]["code"], -32600);
    let cases = [
        ("prompts/list", json!({}), -32601),
        ("resources/read", json!({}), -32602),
        ("resources/read", json!({"uri":"https://example.org"}), -32602),
        ("resources/list", json!({"cursor":"x"}), -32602),
        ("logging/setLevel", json!({"level":"info"}), -32601),
        ("tools/list", json!({"cursor":"x"}), -32602),
        ("tools/call", json!({"name":"no_such_tool"}), -32602),
        ("tools/call", json!({"name":7}), -32602),
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({"name":"read_text_file","arguments":[]}), -32602),
        ("tools/call", json!("read_text_file"), -32602),
    ];
    for (method, params, code) in cases {
        assert_eq!(client.request(method, &params)["error"]["code"], code, "{method} {params}");
    }
    let lines: [(&[u8], i32, Value); 5] = [
        (b"garbage", -32700, Value::Null),
        (b"\xff\xfe", -32700, Value::Null),
        (br#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, -32600, json!("x")),
        (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null),
        (b"7", -32600, Value::Null),
    ];
    for (line, code, id) in lines {
        client.send_line(line);
        let answer = client.next();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&code.into(), &id));
    }
    assert!(client.is_silent());
}

#[test]
fn srv_11_a_line_that_is_too_long_is_refused_once_and_the_next_is_answered() {
    let mut client = Client::start();
    let chunk = vec![b' '; 1 << 20];
    for _ in 0..80 {
        client.stdin().write_all(&chunk).unwrap();
    }
    client.send_line(b"");
    let answer = client.next();
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&(-32700).into(), &Value::Null));
    assert!(client.is_silent());
}

#[test]
fn msg_2_ids_are_echoed_exactly() {
    let mut client = Client::start();
    for id in [json!(0), json!(u64::MAX), json!(-1), json!(""), json!("a\"\u{e9}\n")] {
        client.send(&json!({"jsonrpc":"2.0","id":id,"method":"ping"}));
        assert_eq!(client.next(), json!({"jsonrpc":"2.0","id":id,"result":{}}));
    }
}

#[test]
fn lif_5_batches_are_answered_in_2025_03_26_only() {
    let batch = br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},7,{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    let mut client = Client::start();
    client.initialize("2025-03-26", &json!({}));
    client.send_line(batch);
    let answers = client.next();
    let ids: Vec<_> = answers.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &Value::Null, &json!(2)]);
    client.send_line(b"[]");
    assert_eq!(client.next()["error"]["code"], -32600);
    client.send_line(br#"[{"jsonrpc":"2.0","method":"n"}]"#);
    assert!(client.is_silent());
    for revision in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut client = Client::start();
        client.initialize(revision, &json!({}));
        client.send_line(batch);
        assert_eq!(client.next()["error"]["code"], -32600);
        assert!(client.is_silent());
    }
}

#[test]
fn lif_5_a_batch_waits_for_roots_as_a_whole() {
    let world = World::new();
    let mut client = Client::start();
    client.initialize("2025-03-26", &json!({"roots":{}}));
    client.notify("notifications/initialized");
    let question = client.next();
    client.send(&json!([
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":world.root.join("file.txt")}}},
        {"jsonrpc":"2.0","id":2,"method":"ping"},
    ]));
    assert!(client.is_silent());
    client.answer_roots(&question, &[&world.root]);
    let answers = client.next();
    assert_eq!(answers[0]["result"]["content"][0]["text"], "inside");
    assert_eq!(answers[1]["id"], 2);
}

#[test]
fn can_1_a_cancelled_call_that_waits_is_not_answered() {
    let (mut client, question) = Client::asked();
    let cancelled = client.ask_tool("list_allowed_directories", &json!({}));
    let kept = client.ask_tool("list_allowed_directories", &json!({}));
    client.send(&json!({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":cancelled}}));
    client.answer_roots(&question, &[]);
    assert_eq!(client.next()["id"], kept);
    assert!(client.is_silent());
}

#[test]
fn can_1_a_long_search_tells_how_far_it_is_answers_others_and_can_be_cancelled() {
    let world = World::new();
    let large = world.root.join("large.txt");
    // A gigabyte in all, which no machine goes through before it is told to tell.
    fs::write(&large, "some line of text\n".repeat(32 << 20 >> 4)).unwrap();
    for number in 0..32 {
        fs::hard_link(&large, world.root.join(number.to_string())).unwrap();
    }
    let mut client = Client::with_roots(&[&world.root]);
    let search = json!({
        "name": "search_content",
        "arguments": { "path": world.root, "pattern": "[0-9]{3}" },
        "_meta": { "progressToken": "how far" },
    });
    let id = client.ask("tools/call", &search);
    let told = client.next();
    assert_eq!(told["method"], "notifications/progress");
    assert_eq!(told["params"]["progressToken"], "how far");
    assert!(told["params"]["progress"].as_u64().unwrap() > 0);
    let cancel =
        json!({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":id}});
    for and_then in [None, Some(cancel)] {
        if let Some(message) = and_then {
            client.send(&message);
        }
        let pinged = client.ask("ping", &json!({}));
        // More progress may be on its way, an answer not.
        loop {
            let next = client.next();
            if next["id"] == pinged {
                break;
            }
            assert_eq!(next["method"], "notifications/progress", "{next}");
        }
    }
    assert_eq!(client.read(&world.root.join("file.txt")).unwrap(), "inside");
}

#[test]
fn tools_are_shaped_as_the_common_server_shapes_them() {
    for (revision, structured) in [("2025-03-26", false), ("2025-06-18", true)] {
        let world = World::new();
        let mut client = Client::start();
        client.initialize(revision, &json!({"roots":{}}));
        client.notify("notifications/initialized");
        let question = client.next();
        client.answer_roots(&question, &[&world.root]);
        let list = client.request("tools/list", &json!({}));
        let tools = list["result"]["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, TOOLS);
        for tool in tools {
            assert_eq!(tool["outputSchema"].is_object(), structured);
            assert!(tool["annotations"]["readOnlyHint"].is_boolean());
            assert_eq!(tool["inputSchema"]["type"], "object");
        }
        let call = json!({"name":"list_directory","arguments":{"path":world.root}});
        let result = client.request("tools/call", &call)["result"].take();
        let text = "[FILE] file.txt\n[DIR] sub";
        assert_eq!(result["content"], json!([{"type":"text","text":text}]));
        let expected = if structured { json!({"content":text}) } else { Value::Null };
        assert_eq!(result["structuredContent"], expected);
    }
}

#[test]
fn a_root_granted_for_reading_is_never_written_and_the_refusal_says_how_to_go_on() {
    let world = World::new();
    let (mut client, question) = Client::asked();
    client.answer(
        &question,
        &json!({"roots":[{"uri":uri(&world.root),"_meta":{"org.paddock/access":"read"}}]}),
    );
    let path = world.root.join("file.txt");
    assert_eq!(client.read(&path).unwrap(), "inside");
    for path in [&path, &world.root.join("new.txt"), &world.root.join("sub/../new.txt")] {
        let refusal = client.write(path, "x").unwrap_err();
        assert!(refusal.contains("granted for reading only"), "{refusal}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "inside");
    assert_eq!(world.root.read_dir().unwrap().count(), 2);
    let told = client.call("list_allowed_directories", &json!({})).unwrap();
    assert_eq!(told, format!("Allowed directories:\n{} (read)", world.root.display()));
}

#[test]
fn a_refusal_names_what_is_granted() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    let refusal = client.read(&world.secret).unwrap_err();
    let root = world.root.display();
    assert!(refusal.contains(&format!("granted to this server: {root} (read and write)")));
    assert!(refusal.contains("Grant it in the host app"), "{refusal}");
}

#[test]
fn a_root_whose_name_is_not_utf_8_can_be_used() {
    let world = World::new();
    let root = world.root.join(OsStr::from_bytes(b"caf\xe9 \xff%"));
    fs::create_dir(&root).unwrap();
    fs::write(root.join("f"), "odd").unwrap();
    let mut client = Client::with_roots(&[&root]);
    assert_eq!(client.read(Path::new("f")).unwrap(), "odd");
    assert!(client.write(Path::new("g"), "new").is_ok());
    assert_eq!(fs::read_to_string(root.join("g")).unwrap(), "new");
}

#[test]
fn a_relative_path_is_taken_in_the_only_root_and_refused_among_several() {
    let world = World::new();
    let mut client = Client::with_roots(&[&world.root]);
    assert_eq!(client.read(Path::new("sub/../file.txt")).unwrap(), "inside");
    assert!(client.read(Path::new("../outside/secret.txt")).is_err());
    let mut client = Client::with_roots(&[&world.root, &world.root.join("sub")]);
    let refusal = client.read(Path::new("file.txt")).unwrap_err();
    assert!(refusal.contains("Use an absolute path"), "{refusal}");
}
