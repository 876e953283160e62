//! Which era a server is spoken with, however it answers and whenever.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use paddock_mcp::{CloseReason, Era, Event, Inlet, Options, Revision, Violation};
use serde_json::{Value, json};

use crate::fake::{
    World, discover_result, initialize_result, listed, options, roots, start, unprobed,
};

const SECOND: Duration = Duration::from_secs(1);

/// The server has read `server/discover`; its id.
async fn probed(options: Options) -> (World, Value) {
    let mut world = start(options, Some(roots(1, "a")));
    let id = world.server.read_request("server/discover").await;
    (world, id)
}

/// The server has read both first messages, the second after a silence; their ids.
async fn silent_start(options: Options) -> (World, Value, Value) {
    let (mut world, discover) = probed(options).await;
    let initialize = world.server.read_request("initialize").await;
    (world, discover, initialize)
}

async fn refuse_unsupported(world: &mut World, id: &Value, supported: &[&str]) {
    let data = json!({"supported": supported, "requested": "2026-07-28"});
    let error = json!({"code": -32022, "message": "unsupported", "data": data});
    world.server.send(&json!({"jsonrpc": "2.0", "id": id, "error": error})).await;
}

async fn expect_modern(world: &mut World) {
    let ready = world.events.ready().await;
    assert_eq!(ready.revision, Revision::V2026_07_28);
    assert_eq!(ready.revision.era(), Era::Modern);
    assert_eq!((ready.server.name.as_str(), ready.server.version.as_str()), ("fake", "3"));
    assert_eq!(ready.instructions.as_deref(), Some("be brief"));
    assert!(ready.capabilities.tools && ready.capabilities.logging);
    world.server.silent().await;
}

async fn expect_legacy(world: &mut World) {
    world.server.read_initialized().await;
    assert_eq!(world.events.ready().await.revision, Revision::V2025_11_25);
    world.server.silent().await;
    world.events.silent().await;
}

async fn fall_back(world: &mut World) {
    world.server.answer_initialize("2025-11-25").await;
    expect_legacy(world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_1_discover_is_the_first_message_and_complete() {
    let mut world = start(unprobed(), Some(roots(1, "a")));
    let first = world.server.read().await;
    assert_eq!(first["method"], "server/discover");
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "host", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {
            "roots": {},
            "sampling": {"tools": {}},
            "elicitation": {"form": {}, "url": {}},
            "extensions": {"io.modelcontextprotocol/tasks": {}},
        },
    });
    assert_eq!(first["params"], json!({"_meta": meta}));
    world.server.silent().await;

    world.server.answer(&first["id"], discover_result()).await;
    expect_modern(&mut world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_2_any_other_error_falls_back_in_the_same_process() {
    for code in [-32601, -32602, -32600, -32603, -32000, -32021, 0, 404] {
        let (mut world, id) = probed(unprobed()).await;
        world.server.refuse(&id, code).await;
        fall_back(&mut world).await;
    }
}

#[tokio::test(start_paused = true)]
async fn neg_2_a_senseless_answer_falls_back() {
    for body in [
        r#""result":{}"#,
        r#""result":null"#,
        r#""error":"no""#,
        r#""error":{"code":-32022,"message":"no"}"#,
        r#""error":{"code":-32022,"message":"no","data":{"supported":"2026-07-28"}}"#,
        r#""result":{"supportedVersions":["2026-07-28"]}"#,
    ] {
        let (mut world, id) = probed(unprobed()).await;
        world.server.send_line(&format!(r#"{{"jsonrpc":"2.0","id":{id},{body}}}"#)).await;
        fall_back(&mut world).await;
    }
}

#[tokio::test(start_paused = true)]
async fn neg_3_a_legacy_revision_among_the_supported_is_spoken() {
    let (mut world, id) = probed(unprobed()).await;
    refuse_unsupported(&mut world, &id, &["2031-01-01", "2025-11-25"]).await;
    fall_back(&mut world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_3_a_server_that_refuses_what_it_supports_is_asked_once_more() {
    for supported in [&["2026-07-28"][..], &["2025-11-25", "2026-07-28"]] {
        let (mut world, id) = probed(unprobed()).await;
        refuse_unsupported(&mut world, &id, supported).await;
        let again = world.server.read_request("server/discover").await;
        assert_ne!(again, id);
        world.server.answer(&again, discover_result()).await;
        expect_modern(&mut world).await;

        let (mut world, id) = probed(unprobed()).await;
        refuse_unsupported(&mut world, &id, supported).await;
        let again = world.server.read_request("server/discover").await;
        refuse_unsupported(&mut world, &again, supported).await;
        let Event::Closed(reason) = world.events.next().await else { panic!() };
        assert_eq!(reason, CloseReason::UnsupportedRevision { offered: supported.join(", ") });
    }
}

#[tokio::test(start_paused = true)]
async fn neg_3_no_common_revision_is_said_so() {
    let (mut world, id) = probed(unprobed()).await;
    refuse_unsupported(&mut world, &id, &["2031-01-01", "2032-01-01"]).await;
    let offered = "2031-01-01, 2032-01-01".to_owned();
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert_eq!(reason, CloseReason::UnsupportedRevision { offered });
    assert_eq!(world.server.read_line().await, None);

    let (mut world, id) = probed(unprobed()).await;
    let mut result = discover_result();
    result["supportedVersions"] = json!(["2031-01-01"]);
    world.server.answer(&id, result).await;
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert!(matches!(reason, CloseReason::UnsupportedRevision { .. }));
}

#[tokio::test(start_paused = true)]
async fn neg_1_silence_falls_back_after_a_while() {
    let started = tokio::time::Instant::now();
    let (mut world, _, initialize) = silent_start(unprobed()).await;
    assert_eq!(started.elapsed(), Duration::from_millis(300));
    world.server.answer(&initialize, initialize_result("2025-11-25")).await;
    expect_legacy(&mut world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_1_a_slow_legacy_server_is_legacy_whichever_answer_comes_first() {
    for discover_first in [true, false] {
        let (mut world, discover, initialize) = silent_start(unprobed()).await;
        tokio::time::sleep(60 * SECOND).await;
        if discover_first {
            world.server.refuse(&discover, -32601).await;
        }
        world.server.answer(&initialize, initialize_result("2025-11-25")).await;
        if !discover_first {
            world.server.refuse(&discover, -32601).await;
        }
        expect_legacy(&mut world).await;
    }
}

#[tokio::test(start_paused = true)]
async fn neg_1_a_slow_modern_server_is_modern_whichever_answer_comes_first() {
    for discover_first in [true, false] {
        let (mut world, discover, initialize) = silent_start(unprobed()).await;
        tokio::time::sleep(60 * SECOND).await;
        if discover_first {
            world.server.answer(&discover, discover_result()).await;
            world.events.silent().await;
        }
        world.server.refuse(&initialize, -32602).await;
        if !discover_first {
            world.events.silent().await;
            world.server.answer(&discover, discover_result()).await;
        }
        expect_modern(&mut world).await;
    }
}

#[tokio::test(start_paused = true)]
async fn neg_1_a_slow_modern_server_that_ignores_initialize_is_modern() {
    let (mut world, discover, initialize) = silent_start(unprobed()).await;
    world.server.answer(&discover, discover_result()).await;
    expect_modern(&mut world).await;
    // It comes to its senses too late.
    world.server.refuse(&initialize, -32602).await;
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn neg_1_a_slow_server_of_both_eras_is_legacy_and_its_late_discovery_ignored() {
    for discover_first in [true, false] {
        let (mut world, discover, initialize) = silent_start(unprobed()).await;
        if discover_first {
            world.server.answer(&discover, discover_result()).await;
        }
        world.server.answer(&initialize, initialize_result("2025-11-25")).await;
        if !discover_first {
            world.server.answer(&discover, discover_result()).await;
        }
        expect_legacy(&mut world).await;
    }
}

#[tokio::test(start_paused = true)]
async fn neg_1_a_server_that_refuses_both_is_given_up() {
    for discover_first in [true, false] {
        let (mut world, discover, initialize) = silent_start(unprobed()).await;
        if discover_first {
            world.server.refuse(&discover, -32601).await;
        }
        world.server.refuse(&initialize, -32000).await;
        if !discover_first {
            world.server.refuse(&discover, -32601).await;
        }
        let Event::Closed(reason) = world.events.next().await else { panic!() };
        assert!(matches!(reason, CloseReason::InitializeRefused { code: -32000, .. }));
    }
}

#[tokio::test(start_paused = true)]
async fn neg_1_a_refused_initialize_without_a_discovery_is_given_up_after_a_while() {
    let (mut world, _, initialize) = silent_start(unprobed()).await;
    world.server.refuse(&initialize, -32000).await;
    let refused = tokio::time::Instant::now();
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert!(matches!(reason, CloseReason::InitializeRefused { code: -32000, .. }));
    assert_eq!(refused.elapsed(), 10 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn neg_1_silence_to_both_ends_at_the_limit() {
    let started = tokio::time::Instant::now();
    let (mut world, ..) = silent_start(unprobed()).await;
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert!(matches!(reason, CloseReason::InitializeTimedOut { .. }));
    assert_eq!(started.elapsed(), 120 * SECOND);
    assert_eq!(world.server.read_line().await, None);
}

#[tokio::test(start_paused = true)]
async fn neg_3_a_known_legacy_server_is_spared_the_probe() {
    let mut world = start(options(), Some(roots(1, "a")));
    fall_back(&mut world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_3_a_server_wrongly_known_as_legacy_is_probed() {
    let mut world = start(options(), Some(roots(1, "a")));
    let id = world.server.read_request("initialize").await;
    world.server.refuse(&id, -32601).await;
    let id = world.server.read_request("server/discover").await;
    world.server.answer(&id, discover_result()).await;
    expect_modern(&mut world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_3_a_server_wrongly_known_as_modern_falls_back() {
    let known = || Options { era: Some(Era::Modern), ..unprobed() };
    let (mut world, id) = probed(known()).await;
    world.server.refuse(&id, -32601).await;
    fall_back(&mut world).await;

    let started = tokio::time::Instant::now();
    let (mut world, _, initialize) = silent_start(known()).await;
    assert_eq!(started.elapsed(), 60 * SECOND);
    world.server.answer(&initialize, initialize_result("2025-11-25")).await;
    expect_legacy(&mut world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_3_a_slow_server_known_as_modern_is_not_hurried() {
    let (mut world, id) = probed(Options { era: Some(Era::Modern), ..unprobed() }).await;
    tokio::time::sleep(59 * SECOND).await;
    world.server.silent().await;
    world.server.answer(&id, discover_result()).await;
    expect_modern(&mut world).await;
}

#[tokio::test(start_paused = true)]
async fn neg_1_a_server_that_ends_at_the_probe_is_told_apart() {
    let (mut world, _) = probed(unprobed()).await;
    world.server.close_output();
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert_eq!(reason, CloseReason::EndedByDiscover);

    // One that started slowly found both, and ended at the first.
    let (mut world, ..) = silent_start(unprobed()).await;
    world.server.close_output();
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert_eq!(reason, CloseReason::EndedByDiscover);

    let (mut world, discover, _) = silent_start(unprobed()).await;
    world.server.refuse(&discover, -32601).await;
    world.server.close_output();
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert_eq!(reason, CloseReason::EndOfOutput);
}

/// What a launcher has not yet handed on says nothing about the server.
#[tokio::test(start_paused = true)]
async fn neg_1_what_nobody_has_read_is_no_silence() {
    let inlet = Arc::new(Unread(AtomicBool::new(true)));
    let (mut world, discover) = probed(Options { inlet: Some(inlet.clone()), ..unprobed() }).await;
    tokio::time::sleep(60 * SECOND).await;
    world.server.silent().await;
    world.server.answer(&discover, discover_result()).await;
    expect_modern(&mut world).await;

    let mut world = start(Options { inlet: Some(inlet.clone()), ..unprobed() }, None);
    world.server.read_request("server/discover").await;
    tokio::time::sleep(60 * SECOND).await;
    inlet.0.store(false, Ordering::Relaxed);
    let read = tokio::time::Instant::now();
    world.server.answer_initialize("2025-11-25").await;
    assert!(read.elapsed() < SECOND, "{:?}", read.elapsed());
    expect_legacy(&mut world).await;
}

#[derive(Debug)]
struct Unread(AtomicBool);

impl Inlet for Unread {
    fn is_unread(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[tokio::test(start_paused = true)]
async fn lif_2_what_comes_during_the_probe_is_answered_by_a_legacy_session_only() {
    let (mut world, id) = probed(unprobed()).await;
    world.server.request("10", "ping").await;
    world.server.request("11", "roots/list").await;
    world.server.silent().await;
    world.server.refuse(&id, -32601).await;
    world.server.answer_initialize("2025-11-25").await;
    world.server.read_initialized().await;
    assert_eq!(world.server.read().await["id"], 10);
    assert_eq!(world.server.read().await["result"], listed("a"));

    let (mut world, id) = probed(unprobed()).await;
    world.server.request("10", "ping").await;
    world.server.answer(&id, discover_result()).await;
    world.events.ready().await;
    let method = "ping".to_owned();
    assert_eq!(world.events.next_violation().await, Violation::Request { method });
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lif_5_a_batch_before_the_era_is_known_is_refused() {
    let (mut world, _) = probed(unprobed()).await;
    world.server.send(&json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}])).await;
    assert!(matches!(world.events.next_violation().await, Violation::Batch { .. }));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn neg_2_an_oversized_answer_to_the_probe_falls_back() {
    let (mut world, _) = probed(Options { line_limit: 4096, ..unprobed() }).await;
    world.server.send_line(&"x".repeat(5000)).await;
    assert!(matches!(world.events.next_violation().await, Violation::LineTooLong { .. }));
    fall_back(&mut world).await;
}

/// What one server does with each of the two first messages.
#[derive(Clone, Copy, Debug)]
enum Behaviour {
    Result,
    Error,
    Silence,
}

/// Every kind of server, every order, every knowledge: the connection always gets somewhere, and
/// never to an era that the server refused.
#[tokio::test(start_paused = true)]
async fn neg_1_every_race_ends_in_an_era_that_the_server_speaks() {
    let answers = [Behaviour::Result, Behaviour::Error, Behaviour::Silence];
    for era in [None, Some(Era::Legacy), Some(Era::Modern)] {
        for discover in answers {
            for initialize in answers {
                for delay in [0, 5, 15, 45, 75] {
                    let case = format!("{era:?} {discover:?} {initialize:?} {delay}");
                    let spoken = race(era, discover, initialize, delay).await;
                    match spoken {
                        Some(Era::Modern) => {
                            assert!(matches!(discover, Behaviour::Result), "{case}");
                        }
                        Some(Era::Legacy) => {
                            assert!(matches!(initialize, Behaviour::Result), "{case}");
                        }
                        None => assert!(hopeless(era, discover, initialize), "{case}"),
                    }
                }
            }
        }
    }
}

/// A known legacy server that is silent is not probed: that would break LIF-2.
fn hopeless(era: Option<Era>, discover: Behaviour, initialize: Behaviour) -> bool {
    let unprobed = era == Some(Era::Legacy) && matches!(initialize, Behaviour::Silence);
    !matches!(initialize, Behaviour::Result) && (unprobed || !matches!(discover, Behaviour::Result))
}

async fn race(
    era: Option<Era>,
    discover: Behaviour,
    initialize: Behaviour,
    delay: u64,
) -> Option<Era> {
    let World { connection: _connection, mut events, mut server } =
        start(Options { era, ..unprobed() }, None);
    let answering = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(delay)).await;
        while let Some(line) = server.read_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let (answer, result) = match message["method"].as_str() {
                Some("server/discover") => (discover, discover_result()),
                Some("initialize") => (initialize, initialize_result("2025-11-25")),
                _ => continue,
            };
            match answer {
                Behaviour::Result => server.answer(&message["id"], result).await,
                Behaviour::Error => server.refuse(&message["id"], -32601).await,
                Behaviour::Silence => {}
            }
        }
    });
    let event = events.next().await;
    answering.abort();
    if let Event::Ready(ready) = event {
        return Some(ready.revision.era());
    }
    assert!(matches!(event, Event::Closed(_)), "{event:?}");
    None
}
