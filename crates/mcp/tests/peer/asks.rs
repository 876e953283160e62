//! What a legacy server asks of the person.

use std::time::Duration;

use paddock_mcp::{AskContent, AskEnd, AskReply, CallError, Event, Options, Outcome};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::fake::{
    World, granted, initialize_result, listed, options, ready, ready_with, roots, start,
};

const SECOND: Duration = Duration::from_secs(1);

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

async fn ask(world: &mut World, id: &str, method: &str, params: &str) {
    let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
    world.server.send_line(&line).await;
}

async fn ask_sampling(world: &mut World, id: &str) {
    ask(world, id, "sampling/createMessage", r#"{"messages":[],"maxTokens":1}"#).await;
}

#[tokio::test(start_paused = true)]
async fn sam_1_what_is_asked_is_passed_on_and_answered_under_its_very_id() {
    let mut world = granted().await;
    for id in ["0", "-7", "18446744073709551615", r#""a\u0041\/""#] {
        ask(&mut world, id, "sampling/createMessage", r#"{"maxTokens":1.0,"x":[ ]}"#).await;
        let asked = world.events.next_ask().await;
        let AskContent::Sampling(params) = asked.asked else { panic!() };
        assert_eq!(params.get(), r#"{"maxTokens":1.0,"x":[ ]}"#);
        assert_eq!(asked.call, None);
        world.server.silent().await;

        let result = RawValue::from_string("{\n\"role\":\"assistant\"}".to_owned()).unwrap();
        world.connection.answer(asked.id, AskReply::Result(result));
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{ "role":"assistant"}}}}"#);
        assert_eq!(world.server.read_line().await, Some(expected));
    }
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn sam_9_a_refusal_is_error_minus_1() {
    let mut world = granted().await;
    ask_sampling(&mut world, "5").await;
    let asked = world.events.next_ask().await;
    world.connection.answer(asked.id, AskReply::Denied);
    let error = json!({"code": -1, "message": "User rejected sampling request"});
    assert_eq!(world.server.read().await, json!({"jsonrpc": "2.0", "id": 5, "error": error}));
}

#[tokio::test(start_paused = true)]
async fn msg_2_an_ask_is_answered_once() {
    let mut world = granted().await;
    ask_sampling(&mut world, "5").await;
    let asked = world.events.next_ask().await;
    let reply = || AskReply::Error { code: -32602, message: "say \"please\"".to_owned() };
    world.connection.answer(asked.id, reply());
    world.connection.answer(asked.id, reply());
    assert_eq!(
        world.server.read().await["error"],
        json!({"code": -32602, "message": "say \"please\""})
    );
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn can_2_a_cancelled_ask_is_ended_and_never_answered() {
    let mut world = granted().await;
    ask(&mut world, "\"e\"", "elicitation/create", r#"{"message":"?","requestedSchema":{}}"#).await;
    let asked = world.events.next_ask().await;
    assert!(matches!(asked.asked, AskContent::Elicitation(_)));

    let why = "é".repeat(150);
    world.server.notify("notifications/cancelled", json!({"requestId": "e", "reason": why})).await;
    let Event::AskEnded { ask, why } = world.events.next().await else { panic!() };
    assert_eq!((ask, why), (asked.id, AskEnd::Cancelled { reason: Some("é".repeat(100)) }));
    world.connection.answer(asked.id, AskReply::Result(raw(&json!({"action": "decline"}))));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn can_2_an_answer_still_queued_is_taken_back() {
    let mut world = granted().await;
    ask_sampling(&mut world, "1").await;
    let asked = world.events.next_ask().await;
    // Longer than the pipe: what follows waits in the host's queue.
    let arguments = to_raw_value(&"x".repeat(200 << 10)).unwrap();
    let jam = tokio::spawn(world.connection.call_tool("t", arguments));
    tokio::time::sleep(Duration::from_millis(1)).await;
    world.connection.answer(asked.id, AskReply::Denied);
    world.server.notify("notifications/cancelled", json!({"requestId": 1})).await;
    tokio::time::sleep(Duration::from_millis(1)).await;

    world.server.read_request("tools/call").await;
    world.server.silent().await;
    world.events.silent().await;
    jam.abort();
}

#[tokio::test(start_paused = true)]
async fn sam_3_what_goes_beyond_the_limit_is_refused_at_once() {
    let mut world = ready(Options { ask_limit: 2, ..options() }, None).await;
    for id in ["1", "2", "3"] {
        ask_sampling(&mut world, id).await;
    }
    let first = world.events.next_ask().await;
    world.events.next_ask().await;
    let refused = world.server.read().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(3), &json!(-32603)));
    world.events.silent().await;

    world.connection.answer(first.id, AskReply::Denied);
    assert_eq!(world.server.read().await["id"], 1);
    ask_sampling(&mut world, "4").await;
    world.events.next_ask().await;
}

#[tokio::test(start_paused = true)]
async fn sam_3_asks_are_bounded_in_bytes_too() {
    let mut world = ready(Options { line_limit: 4096, ..options() }, None).await;
    let long = json!({"messages": ["x".repeat(2500)]}).to_string();
    for id in ["1", "2"] {
        ask(&mut world, id, "sampling/createMessage", &long).await;
    }
    world.events.next_ask().await;
    assert_eq!(world.server.read().await["id"], 2);
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn sam_3_a_server_that_asks_and_does_not_read_fills_no_queue() {
    let mut world = ready(Options { ask_limit: 4, ..options() }, None).await;
    let reply = to_raw_value(&"x".repeat(100 << 10)).unwrap();
    let mut answered = 0;
    for id in 0..100 {
        ask_sampling(&mut world, &id.to_string()).await;
        tokio::time::sleep(Duration::from_millis(1)).await;
        while let Ok(Some(Event::Asked(asked))) =
            tokio::time::timeout(Duration::from_millis(1), world.events.events.recv()).await
        {
            answered += 1;
            world.connection.answer(asked.id, AskReply::Result(reply.clone()));
        }
    }
    assert_eq!(answered, 4);
}

#[tokio::test(start_paused = true)]
async fn eli_3_an_undeclared_mode_is_invalid() {
    let params = |mode: &str| format!(r#"{{"mode":"{mode}","message":"?"}}"#);
    let mut world = ready_with("2025-11-25", options(), None).await;
    for mode in ["form", "url"] {
        ask(&mut world, "1", "elicitation/create", &params(mode)).await;
        world.events.next_ask().await;
    }
    ask(&mut world, "2", "elicitation/create", &params("voice")).await;
    assert_eq!(world.server.read().await["error"]["code"], -32602);

    let mut older = ready_with("2025-06-18", options(), None).await;
    ask(&mut older, "1", "elicitation/create", r#"{"message":"?"}"#).await;
    older.events.next_ask().await;
    ask(&mut older, "2", "elicitation/create", &params("url")).await;
    assert_eq!(older.server.read().await["error"]["code"], -32602);
}

#[tokio::test(start_paused = true)]
async fn lif_4_a_revision_without_elicitation_has_none() {
    for revision in ["2024-11-05", "2025-03-26"] {
        let mut world = ready_with(revision, options(), None).await;
        ask(&mut world, "1", "elicitation/create", r#"{"message":"?"}"#).await;
        assert_eq!(world.server.read().await["error"]["code"], -32601);
    }
}

#[tokio::test(start_paused = true)]
async fn an_ask_without_params_is_invalid() {
    let mut world = granted().await;
    for method in ["sampling/createMessage", "elicitation/create"] {
        world.server.request("1", method).await;
        assert_eq!(world.server.read().await["error"]["code"], -32602);
    }
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lif_2_an_ask_before_the_handshake_waits_for_it() {
    let mut world = start(options(), None);
    let id = world.server.read_request("initialize").await;
    ask_sampling(&mut world, "1").await;
    ask_sampling(&mut world, "2").await;
    world.server.notify("notifications/cancelled", json!({"requestId": 1})).await;
    world.events.silent().await;

    world.server.answer(&id, initialize_result("2025-11-25")).await;
    world.server.read_initialized().await;
    world.events.ready().await;
    let asked = world.events.next_ask().await;
    world.connection.answer(asked.id, AskReply::Denied);
    assert_eq!(world.server.read().await["id"], 2);
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lif_5_an_ask_in_a_batch_holds_the_rest_of_it_up_not() {
    let mut world = ready_with("2025-03-26", options(), Some(roots(1, "a"))).await;
    let asking =
        json!({"jsonrpc": "2.0", "id": 7, "method": "sampling/createMessage", "params": {}});
    let listing = json!({"jsonrpc": "2.0", "id": 0, "method": "roots/list"});
    world.server.send(&json!([asking, listing])).await;
    assert_eq!(
        world.server.read().await,
        json!([{"jsonrpc": "2.0", "id": 0, "result": listed("a")}])
    );
    let asked = world.events.next_ask().await;
    world.connection.answer(asked.id, AskReply::Result(raw(&json!({}))));
    assert_eq!(world.server.read().await, json!({"jsonrpc": "2.0", "id": 7, "result": {}}));
}

#[tokio::test(start_paused = true)]
async fn tmo_1_no_call_runs_out_of_time_while_the_person_thinks() {
    let limits = Options { call_time_out: 5 * SECOND, call_limit: 8 * SECOND, ..options() };
    let mut world = ready(limits, None).await;
    let started = tokio::time::Instant::now();
    let call = tokio::spawn(world.connection.call_tool("t", raw(&json!({}))));
    world.server.read_request("tools/call").await;
    tokio::time::sleep(3 * SECOND).await;
    ask_sampling(&mut world, "1").await;
    let asked = world.events.next_ask().await;
    tokio::time::sleep(600 * SECOND).await;
    assert!(!call.is_finished());
    world.connection.answer(asked.id, AskReply::Denied);

    let Err(CallError::TimedOut { after }) = call.await.unwrap() else { panic!() };
    assert_eq!(after, 5 * SECOND);
    assert_eq!(started.elapsed(), 605 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn closing_ends_what_is_asked() {
    let mut world = granted().await;
    ask_sampling(&mut world, "1").await;
    let asked = world.events.next_ask().await;
    world.connection.close();
    let Event::AskEnded { ask, why } = world.events.next().await else { panic!() };
    assert_eq!((ask, why), (asked.id, AskEnd::Closed));
    assert!(matches!(world.events.next().await, Event::Closed(_)));
    world.connection.answer(asked.id, AskReply::Denied);
}

#[tokio::test(start_paused = true)]
async fn eli_7_a_completed_elicitation_is_passed_on_whatever_its_id() {
    let mut world = granted().await;
    let complete = "notifications/elicitation/complete";
    world.server.notify(complete, json!({"elicitationId": "unheard of"})).await;
    let event = world.events.next().await;
    assert!(
        matches!(event, Event::ElicitationComplete { elicitation } if elicitation == "unheard of")
    );
    world.server.notify(complete, json!({"elicitationId": "x".repeat(9000)})).await;
    world.events.next_violation().await;
}

/// Calls a tool and has it refused with -32042 and this data.
async fn refused_for_a_visit(
    world: &mut World,
    data: Value,
) -> JoinHandle<Result<Outcome, CallError>> {
    let call = world.connection.call_tool("t", raw(&json!({})));
    let calling = tokio::spawn(call);
    let id = world.server.read_request("tools/call").await;
    let error = json!({"code": -32042, "message": "sign in first", "data": data});
    world.server.send(&json!({"jsonrpc": "2.0", "id": id, "error": error})).await;
    calling
}

fn visit(id: &str) -> Value {
    let url = "https://example.org/";
    json!({"mode": "url", "message": "Go", "url": url, "elicitationId": id})
}

#[tokio::test(start_paused = true)]
async fn eli_5_a_call_that_needs_a_visit_first_asks_for_it_and_can_be_made_again() {
    let mut world = granted().await;
    let both = json!({"elicitations": [visit("1"), visit("2")]});
    for (second, right) in [("accept", "CallAgain"), ("decline", "Denied"), ("cancel", "Server")] {
        let calling = refused_for_a_visit(&mut world, both.clone()).await;
        for (id, action) in [("1", "accept"), ("2", second)] {
            let asked = world.events.next_ask().await;
            assert!(asked.call.is_some());
            let AskContent::Elicitation(params) = asked.asked else { panic!() };
            assert_eq!(serde_json::from_str::<Value>(params.get()).unwrap(), visit(id));
            world.connection.answer(asked.id, AskReply::Result(raw(&json!({"action": action}))));
        }
        let failed = format!("{:?}", calling.await.unwrap().unwrap_err());
        assert!(failed.starts_with(right), "{failed}");
    }
    // It is over when the call is: nothing is sent for it.
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn eli_3_what_names_no_address_or_comes_too_early_is_an_error_like_others() {
    let form = json!({"mode": "form", "message": "Go", "requestedSchema": {"type": "object"}});
    let misfits = [
        ("2025-11-25", json!({"elicitations": [visit("1"), form]})),
        ("2025-11-25", json!({"elicitations": []})),
        ("2025-11-25", json!(null)),
        ("2025-06-18", json!({"elicitations": [visit("1")]})),
    ];
    for (revision, data) in misfits {
        let mut world = ready_with(revision, options(), None).await;
        let calling = refused_for_a_visit(&mut world, data).await;
        let failed = calling.await.unwrap().unwrap_err();
        assert!(matches!(failed, CallError::Server(error) if error.code == -32042));
    }
}
