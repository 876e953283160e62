//! Arguments nobody would write, to every tool.

use crate::common::{SECRET, World, meta};
use paddock_files::{
    fuzz_arguments, fuzz_lines,
    roots::{Access, Root, Roots},
    tools,
    work::Work,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[./a-z~\\\\]{0,12}",
        2 => Just("../outside/secret.txt".to_owned()),
        2 => Just("out/secret.txt".to_owned()),
        2 => Just("file.txt".to_owned()),
        1 => Just(".".to_owned()),
        1 => ".{0,20}",
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => path().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => prop::collection::vec(path(), 0..3).prop_map(Value::from),
        1 => (path(), path()).prop_map(|(old, new)| json!([{ "oldText": old, "newText": new }])),
    ]
}

fn arguments() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "path",
        "paths",
        "source",
        "destination",
        "content",
        "edits",
        "dryRun",
        "head",
        "tail",
        "startLine",
        "endLine",
        "offset",
        "length",
        "pattern",
        "excludePatterns",
        "include",
        "cursor",
        "context",
        "sortBy",
        "literal",
        "respectGitignore",
    ]);
    let likely = (path(), path(), path(), path());
    (likely, prop::collection::vec((name, value()), 0..5)).prop_map(|(likely, more)| {
        let (path, source, destination, text) = likely;
        let mut all = Map::new();
        for (name, value) in [
            ("path", path),
            ("source", source),
            ("destination", destination),
            ("content", text.clone()),
            ("pattern", text),
        ] {
            all.insert(name.into(), value.into());
        }
        all.insert("edits".into(), json!([]));
        all.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
        Value::Object(all)
    })
}

/// What a client might say, with parts of it missing or of another kind.
fn line() -> impl Strategy<Value = String> {
    let method = prop::sample::select(vec![
        "initialize",
        "notifications/initialized",
        "notifications/roots/list_changed",
        "notifications/cancelled",
        "server/discover",
        "subscriptions/listen",
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/read",
        "resources/subscribe",
        "resources/unsubscribe",
        "ping",
    ]);
    let meta = prop::option::of(prop_oneof![
        Just(meta(&json!({}))),
        Just(meta(&json!({ "roots": {} }))),
        value(),
    ]);
    let name = prop_oneof![Just("read_text_file"), Just("search_files"), Just("")];
    let id = prop::option::of(0..4_u8);
    (method, meta, name, arguments(), value(), id, any::<bool>()).prop_map(
        |(method, meta, name, arguments, other, id, in_batch)| {
            let mut params = json!({
                "protocolVersion": "2025-03-26",
                "capabilities": { "roots": {} },
                "name": name,
                "arguments": arguments,
                "uri": "file:///x",
                "requestId": other,
                "notifications": { "resourceSubscriptions": other },
                "roots": [other],
            });
            if let Some(meta) = meta {
                params["_meta"] = meta;
            }
            let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
            if let Some(id) = id {
                message["id"] = id.into();
            }
            if in_batch { json!([message, other]).to_string() } else { message.to_string() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn srv_11_no_arguments_lead_out_or_end_the_server(all in prop::collection::vec(arguments(), 1..6)) {
        let world = World::new();
        world.link("out", &world.outside);
        let roots = Roots::new(vec![Root::new(world.root.clone(), Access::ReadWrite)]);
        for arguments in all {
            for tool in tools::all() {
                let said = tool.call(&arguments.to_string(), &roots, &mut Work::alone());
                let said = said.as_ref().ok().and_then(|said| said.escaped());
                let text = said.map(|said| str::from_utf8(said.as_bytes()).unwrap());
                // The words of the arguments may come back, what is in the file may not.
                prop_assert!(!text.is_some_and(|text| text.contains(SECRET)), "{}", tool.name);
                world.assert_outside_untouched();
            }
        }
    }

    #[test]
    fn srv_11_no_bytes_end_the_server(bytes in prop::collection::vec(any::<u8>(), 0..64), text in ".{0,64}") {
        fuzz_arguments(&bytes);
        fuzz_arguments(text.as_bytes());
    }

    #[test]
    fn srv_11_no_lines_end_the_server(lines in prop::collection::vec(line(), 0..12), bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let mut data = lines.join("\n").into_bytes();
        fuzz_lines(&data);
        data.extend(bytes);
        fuzz_lines(&data);
    }
}
