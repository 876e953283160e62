use std::time::Duration;

use paddock_mcp::{CallError, CloseReason, Event, List, Revision, Violation};
use serde_json::json;

use crate::fake::{granted, initialize_result, listed, options, ready_with, roots, start};

#[tokio::test(start_paused = true)]
async fn lif_1_initialize_goes_first() {
    let mut world = start(options(), Some(roots(1, "a")));

    let first = world.server.read().await;
    assert_eq!(first["method"], "initialize");
    assert_eq!(first["params"]["protocolVersion"], "2025-11-25");
    assert_eq!(first["params"]["clientInfo"], json!({"name": "host", "version": "1"}));
    world.server.silent().await;

    world.server.answer(&first["id"], initialize_result("2025-11-25")).await;
    world.server.read_initialized().await;
    let Event::Ready(ready) = world.events.next().await else { panic!() };
    assert_eq!(ready.revision, Revision::V2025_11_25);
    assert_eq!((ready.server.name.as_str(), ready.server.version.as_str()), ("fake", "2"));
    assert_eq!(ready.instructions.as_deref(), Some("be kind"));
    assert!(ready.capabilities.tools && ready.capabilities.logging);
}

#[tokio::test(start_paused = true)]
async fn root_1_roots_are_declared_only_where_they_are_offered() {
    let mut offered = start(options(), Some(roots(1, "a")));
    let capabilities = &offered.server.read().await["params"]["capabilities"];
    let mut expected = json!({
        "roots": {"listChanged": true},
        "sampling": {"tools": {}},
        "elicitation": {"form": {}, "url": {}},
    });
    assert_eq!(*capabilities, expected);

    let mut withheld = start(options(), None);
    expected.as_object_mut().unwrap().remove("roots");
    assert_eq!(withheld.server.read().await["params"]["capabilities"], expected);
}

#[tokio::test(start_paused = true)]
async fn lif_1_every_legacy_revision_is_spoken() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut world = ready_with(revision, options(), None).await;
        world.server.request("1", "ping").await;
        world.server.read().await;
    }
}

#[tokio::test(start_paused = true)]
async fn lif_2_only_pings_are_answered_before_initialize_is() {
    let mut world = start(options(), Some(roots(1, "a")));
    let id = world.server.read_request("initialize").await;

    world.server.request("10", "roots/list").await;
    world.server.request("11", "no/such").await;
    world.server.request("12", "roots/list").await;
    world.server.notify("notifications/cancelled", json!({"requestId": 12})).await;
    world.server.request("13", "ping").await;
    assert_eq!(world.server.read().await, json!({"jsonrpc": "2.0", "id": 13, "result": {}}));
    world.connection.set_roots(roots(2, "b"));
    assert!(matches!(world.connection.tools().await, Err(CallError::NotReady)));
    world.server.silent().await;

    world.server.answer(&id, initialize_result("2025-11-25")).await;
    world.server.read_initialized().await;
    let told = world.server.read().await;
    assert_eq!((&told["id"], &told["result"]), (&json!(10), &listed("b")));
    assert_eq!(world.server.read().await["error"]["code"], -32601);
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lif_2_requests_held_before_initialize_are_bounded() {
    let mut world = start(options(), Some(roots(1, "a")));
    let id = world.server.read_request("initialize").await;
    for request in 0..17 {
        world.server.request(&request.to_string(), "roots/list").await;
    }
    assert_eq!(world.events.next_violation().await, Violation::TooEarly);

    world.server.answer(&id, initialize_result("2025-11-25")).await;
    world.server.read_initialized().await;
    for request in 0..16 {
        assert_eq!(world.server.read().await["id"], request);
    }
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lif_3_an_unsupported_revision_ends_the_connection() {
    let mut world = start(options(), None);
    world.server.answer_initialize("2031-01-01").await;

    let offered = "2031-01-01".to_owned();
    let events = world.events.rest().await;
    assert!(
        matches!(&events[..], [Event::Closed(reason)]
            if *reason == CloseReason::UnsupportedRevision { offered }),
        "{events:?}"
    );
    assert_eq!(world.server.read_line().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_refused_or_senseless_answer_to_initialize_ends_the_connection() {
    let refused = r#""error":{"code":-32602,"message":"no"}"#;
    let answers = [
        (refused, CloseReason::InitializeRefused { code: -32602, message: "no".to_owned() }),
        (
            r#""result":{"protocolVersion":"2025-11-25"}"#,
            CloseReason::InitializeMalformed {
                reason: "missing field `capabilities` at line 1 column 32".to_owned(),
            },
        ),
    ];
    for (body, expected) in answers {
        let mut world = start(options(), None);
        let id = world.server.read_request("initialize").await;
        world.server.send_line(&format!(r#"{{"jsonrpc":"2.0","id":{id},{body}}}"#)).await;
        if body == refused {
            let id = world.server.read_request("server/discover").await;
            world.server.refuse(&id, -32601).await;
        }
        let Event::Closed(reason) = world.events.next().await else { panic!() };
        assert_eq!(reason, expected);
        assert_eq!(world.server.read_line().await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn can_1_initialize_times_out_without_being_cancelled() {
    let mut world = start(options(), None);
    world.server.read_request("initialize").await;

    let after = Duration::from_mins(2);
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert_eq!(reason, CloseReason::InitializeTimedOut { after });
    assert_eq!(world.server.read_line().await, None);
}

#[tokio::test(start_paused = true)]
async fn can_1_initialize_is_not_cancelled_by_closing() {
    let mut world = start(options(), None);
    world.server.read_request("initialize").await;
    world.connection.close();
    assert_eq!(world.server.read_line().await, None);
}

#[tokio::test(start_paused = true)]
async fn lif_5_batches_are_answered_as_one_under_2025_03_26() {
    let mut world = ready_with("2025-03-26", options(), Some(roots(1, "a"))).await;
    let ping = json!({"jsonrpc": "2.0", "id": "p", "method": "ping"});
    let ask = json!({"jsonrpc": "2.0", "id": 0, "method": "roots/list"});
    let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});

    world.server.send(&json!([ping, changed, 7, ask])).await;
    assert_eq!(
        world.server.read().await,
        json!([
            {"jsonrpc": "2.0", "id": "p", "result": {}},
            {"jsonrpc": "2.0", "id": 0, "result": listed("a")},
        ])
    );
    assert!(matches!(world.events.next().await, Event::ListChanged(List::Tools)));
    assert!(matches!(world.events.next_violation().await, Violation::NotJsonRpc { .. }));
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 1 }));

    world.server.send(&json!([changed])).await;
    world.server.silent().await;
    assert!(matches!(world.events.next().await, Event::ListChanged(List::Tools)));
    world.server.send_line("[]").await;
    assert!(matches!(world.events.next_violation().await, Violation::Batch { .. }));
}

#[tokio::test(start_paused = true)]
async fn lif_5_batches_are_refused_under_every_other_revision() {
    let batch = json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]);
    for revision in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut world = ready_with(revision, options(), None).await;
        world.server.send(&batch).await;
        assert!(matches!(world.events.next_violation().await, Violation::Batch { .. }));
        world.server.silent().await;
    }
    let mut early = start(options(), None);
    early.server.read_request("initialize").await;
    early.server.send(&batch).await;
    assert!(matches!(early.events.next_violation().await, Violation::Batch { .. }));
    early.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lif_4_only_what_the_server_offers_is_used() {
    let mut world = start(options(), None);
    let id = world.server.read_request("initialize").await;
    let mut result = initialize_result("2025-06-18");
    result["capabilities"] = json!({"prompts": {}, "experimental": {"x": 1}});
    world.server.answer(&id, result).await;
    world.server.read_initialized().await;
    let Event::Ready(ready) = world.events.next().await else { panic!() };
    assert_eq!(ready.capabilities.raw.get(), r#"{"experimental":{"x":1},"prompts":{}}"#);

    assert!(matches!(world.connection.tools().await, Err(CallError::NotOffered("tools"))));
    let level = paddock_mcp::LogLevel::Info;
    let refused = world.connection.set_log_level(level).await;
    assert!(matches!(refused, Err(CallError::NotOffered("logging"))));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn std_4_closing_closes_the_input_and_still_takes_the_output() {
    let mut world = granted().await;
    world.connection.close();
    assert_eq!(world.server.read_line().await, None);
    for _ in 0..1000 {
        world.server.send_line("{\"last\":\"words\"}").await;
    }
    let events = world.events.rest().await;
    assert!(matches!(events[..], [Event::Closed(CloseReason::ByHost)]), "{events:?}");
}

#[tokio::test(start_paused = true)]
async fn dropping_the_last_handle_closes() {
    let mut world = granted().await;
    let other = world.connection.clone();
    drop(world.connection);
    world.server.silent().await;
    drop(other);
    assert_eq!(world.server.read_line().await, None);
}
