use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use paddock_mcp::{
    CallError, CloseReason, Connection, Event, Options, Outcome, Violation, connect,
};
use serde_json::json;
use serde_json::value::to_raw_value;
use tokio::io::{AsyncWrite, duplex};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::fake::{PIPE, World, granted, options, ready, roots, start};

const FLOOD: usize = 1_000_000;

fn ping(id: usize) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n")
}

/// Sends pings and reads nothing. How many bytes the host took before it stopped reading.
async fn flood_deaf(world: &mut World) -> (usize, usize) {
    let mut taken = 0;
    for id in 0..FLOOD {
        let line = ping(id);
        if !world.server.try_send(line.as_bytes()).await {
            return (id, taken);
        }
        taken += line.len();
    }
    panic!("the host took all {FLOOD} requests without an answer taken");
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_requests_stops_the_reader_not_the_shutdown() {
    let mut world = granted().await;
    let (count, taken) = flood_deaf(&mut world).await;

    // Two pipes, the reader's buffer, and half of the queue.
    let answer = r#"{"jsonrpc":"2.0","id":123456,"result":{}}"#.len();
    let most = PIPE + PIPE / answer * ping(99_999).len() + 8 * 1024 + 129 * ping(99_999).len();
    assert!(taken <= most, "{count} requests in {taken} bytes were taken, {most} expected");

    let call = tokio::spawn(world.connection.call_tool("t", to_raw_value(&json!({})).unwrap()));
    tokio::task::yield_now().await;
    assert!(!call.is_finished(), "our own calls keep room");
    world.connection.close();
    assert!(matches!(call.await.unwrap(), Err(CallError::Closed)));
    assert!(matches!(world.events.next().await, Event::Closed(CloseReason::ByHost)));
    // What was already in the pipe, then the end: perhaps in the middle of a line.
    assert!(world.server.read_bytes_to_end().await.len() <= PIPE);
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_requests_is_answered_in_order() {
    let mut world = granted().await;
    let (sent, total) = (30_000, 300);
    let mut next = 0;
    for burst in 0..total {
        let size = sent / total;
        for id in burst * size..(burst + 1) * size {
            world.server.send_bytes(ping(id).as_bytes()).await;
        }
        for _ in 0..size {
            assert_eq!(world.server.read().await["id"], next);
            next += 1;
        }
    }
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn garbage_without_end_is_counted_not_kept() {
    let mut world = granted().await;
    let lines = 100_000;
    for _ in 0..lines {
        world.server.send_line("x").await;
    }
    world.server.request("1", "ping").await;
    assert_eq!(world.server.read().await["id"], 1);
    world.server.close_output();

    let events = world.events.rest().await;
    assert!(events.len() < 600, "{} events", events.len());
    let seen = events.iter().filter(|event| matches!(event, Event::Violation(_))).count();
    let dropped: u64 = events.iter().map(dropped).sum();
    assert_eq!(seen as u64 + dropped, lines);
    assert!(matches!(events.last(), Some(Event::Closed(CloseReason::EndOfOutput))));
}

#[tokio::test(start_paused = true)]
async fn a_consumer_that_reads_no_events_holds_nothing_up() {
    let mut world = granted().await;
    for id in 0..2000 {
        world.connection.set_roots(roots(id + 2, &format!("f{id}")));
        world.server.notify("notifications/message", json!({"level": "info", "data": "x"})).await;
        world.server.notify("notifications/tools/list_changed", json!({})).await;
        world.server.request("1", "roots/list").await;
        while world.server.read().await["id"] != 1 {}
    }
    world.connection.close();
    let events = world.events.rest().await;
    assert!(events.len() < 600, "{} events", events.len());
    assert!(events.iter().any(|event| matches!(event, Event::RootsTold { generation: 2001 })));
}

/// Room for one long call, beside the one that is being written.
fn narrow() -> Options {
    Options { line_limit: 4 * PIPE, ..options() }
}

fn long_call(connection: &Connection, name: &str) -> JoinHandle<Result<Outcome, CallError>> {
    let text = to_raw_value(&"x".repeat(3 * PIPE)).unwrap();
    tokio::spawn(connection.call_tool(name, text))
}

#[tokio::test(start_paused = true)]
async fn more_calls_than_fit_wait_for_room_in_their_order() {
    let mut world = ready(narrow(), None).await;
    let mut calls = Vec::new();
    for number in 0..32 {
        calls.push(long_call(&world.connection, &number.to_string()));
        settle().await;
    }
    for (number, call) in calls.into_iter().enumerate() {
        let request = world.server.read().await;
        assert_eq!(request["params"]["name"], number.to_string());
        world.server.answer(&request["id"], json!({"content": []})).await;
        call.await.unwrap().unwrap();
    }
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn a_call_that_finds_no_room_in_its_time_is_never_heard_of() {
    let limits = Options { call_time_out: Duration::from_secs(5), ..narrow() };
    let mut world = ready(limits, None).await;
    let written = long_call(&world.connection, "written");
    settle().await;
    let queued = long_call(&world.connection, "queued");
    settle().await;
    let (waiting, begun) = (long_call(&world.connection, "waiting"), Instant::now());

    // It gets the room of the one that is given up, just before it is given up itself.
    let outcome = waiting.await.unwrap();
    assert!(matches!(outcome, Err(CallError::QueueFull | CallError::TimedOut { .. })));
    assert_eq!(begun.elapsed().as_secs(), 5);
    assert!(matches!(written.await.unwrap(), Err(CallError::TimedOut { .. })));
    assert!(matches!(queued.await.unwrap(), Err(CallError::TimedOut { .. })));
    let request = world.server.read().await;
    assert_eq!(request["params"]["name"], "written");
    let cancelled = world.server.read().await;
    assert_eq!(cancelled["params"]["requestId"], request["id"]);
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn a_call_dropped_while_it_waits_for_room_leaves_it_to_the_next() {
    let mut world = ready(narrow(), None).await;
    let mut calls = Vec::new();
    for name in ["written", "queued", "dropped", "last"] {
        calls.push(long_call(&world.connection, name));
        settle().await;
    }
    calls[2].abort();
    for name in ["written", "queued", "last"] {
        assert_eq!(world.server.read().await["params"]["name"], name);
    }
    world.server.silent().await;
    calls.iter().for_each(JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn calls_without_room_keep_no_answer_from_the_server() {
    let mut world = ready(narrow(), None).await;
    let calls: Vec<_> = (0..8).map(|_| long_call(&world.connection, "long")).collect();
    settle().await;
    // It writes all this before it reads on.
    for id in 100..1000 {
        world.server.send_bytes(ping(id).as_bytes()).await;
    }
    let mut answered = 0;
    while answered < 900 {
        let message = world.server.read().await;
        answered += usize::from(message.get("method").is_none());
    }
    calls.iter().for_each(JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn a_deaf_child_does_not_hold_up_the_shutdown() {
    let mut world = ready(narrow(), None).await;
    let calls: Vec<_> = (0..8).map(|_| long_call(&world.connection, "long")).collect();
    settle().await;
    world.connection.close();
    for call in calls {
        assert!(matches!(call.await.unwrap(), Err(CallError::Closed)));
    }
    assert!(world.server.read_bytes_to_end().await.len() <= PIPE);
}

#[tokio::test(start_paused = true)]
async fn a_call_still_queued_is_withdrawn_when_it_is_dropped() {
    let mut world = granted().await;
    let long = to_raw_value(&"x".repeat(3 * PIPE)).unwrap();
    let jam = tokio::spawn(world.connection.call_tool("long", long));
    settle().await;
    let queued = tokio::spawn(world.connection.call_tool("t", to_raw_value(&json!({})).unwrap()));
    settle().await;
    queued.abort();
    settle().await;

    assert_eq!(world.server.read().await["params"]["name"], "long");
    world.server.silent().await;
    jam.abort();
}

#[tokio::test(start_paused = true)]
async fn an_oversized_line_is_skipped_and_fails_the_only_call() {
    let limit = 1 << 20;
    let mut world = ready(Options { line_limit: limit, ..options() }, None).await;
    let call = tokio::spawn(world.connection.call_tool("t", to_raw_value(&json!({})).unwrap()));
    world.server.read_request("tools/call").await;

    let chunk = vec![b'x'; PIPE];
    for _ in 0..1024 {
        world.server.send_bytes(&chunk).await;
    }
    world.server.send_bytes(b"\n").await;
    assert_eq!(world.events.next_violation().await, Violation::LineTooLong { limit });
    assert!(matches!(call.await.unwrap(), Err(CallError::AnswerTooLong { .. })));
    world.server.request("1", "ping").await;
    assert_eq!(world.server.read().await["id"], 1);
}

#[tokio::test(start_paused = true)]
async fn an_oversized_answer_to_initialize_ends_the_connection() {
    let mut world = start(Options { line_limit: 4096, ..options() }, None);
    world.server.read_request("initialize").await;
    world.server.send_line(&"x".repeat(5000)).await;
    assert!(matches!(world.events.next_violation().await, Violation::LineTooLong { .. }));
    let Event::Closed(reason) = world.events.next().await else { panic!() };
    assert!(matches!(reason, CloseReason::InitializeMalformed { .. }));
    assert_eq!(world.server.read_line().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_child_that_closes_its_output_and_lives_on_loses_its_input() {
    let mut world = granted().await;
    let call = tokio::spawn(world.connection.call_tool("t", to_raw_value(&json!({})).unwrap()));
    world.server.read_request("tools/call").await;
    world.server.close_output();
    assert!(matches!(world.events.next().await, Event::Closed(CloseReason::EndOfOutput)));
    assert!(matches!(call.await.unwrap(), Err(CallError::Closed)));
    assert_eq!(world.server.read_line().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_child_whose_input_breaks_ends_the_connection() {
    let (_server, reader) = duplex(PIPE);
    let (_connection, mut events) = connect(reader, Broken, options(), None);
    let Some(Event::Closed(reason)) = events.recv().await else { panic!() };
    assert_eq!(reason, CloseReason::Write(std::io::ErrorKind::BrokenPipe));
}

#[tokio::test(start_paused = true)]
async fn deep_nesting_is_survived_wherever_it_is_put() {
    let mut world = granted().await;
    let deep = "[".repeat(20_000) + &"]".repeat(20_000);
    let call = tokio::spawn(world.connection.call_tool("t", to_raw_value(&json!({})).unwrap()));
    let id = world.server.read_request("tools/call").await;
    for line in [
        deep.clone(),
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{deep}}}"#),
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{deep}}}}}"#
        ),
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{deep}}}"#),
    ] {
        world.server.send_line(&line).await;
    }
    assert!(matches!(call.await.unwrap(), Err(CallError::Decode(_))));
    world.server.request("1", "ping").await;
    assert_eq!(world.server.read().await["id"], 1);
}

fn dropped(event: &Event) -> u64 {
    if let Event::Dropped { count } = event { *count } else { 0 }
}

/// Lets every task go on until all of them wait.
async fn settle() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

/// A pipe whose reader is gone.
struct Broken;

impl AsyncWrite for Broken {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        _: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Poll::Ready(Err(std::io::ErrorKind::BrokenPipe.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
