use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use proptest::prelude::*;
use tokio::io::AsyncWrite;

use super::*;

#[tokio::test]
async fn lines_wait_for_the_server_in_their_order() {
    let mut scene = scene(Options::default());
    scene.app.send(&initialize("{}")).await;
    scene.app.send(INITIALIZED).await;
    for id in 1..=3 {
        scene.app.send(&call(id, "t")).await;
    }
    let mut server = scene.serve();
    server.expect(&initialize(ROOTS)).await;
    server.send(INITIALIZE_RESULT).await;
    server.expect(INITIALIZED).await;
    for id in 1..=3 {
        server.expect(&call(id, "t")).await;
        server.send(&result(id)).await;
    }
    scene.app.expect(INITIALIZE_RESULT).await;
    for id in 1..=3 {
        scene.app.expect(&result(id)).await;
    }
}

#[tokio::test]
async fn what_waits_for_a_server_is_bounded() {
    let options = Options { queue_limit: 4096, ..Options::default() };
    let mut scene = scene(options);
    let mut sent = 0;
    // The pipe holds 64 KiB, and the queue 4.
    while timeout(Duration::from_millis(200), scene.app.send(MARK)).await.is_ok() {
        sent += 1;
        assert!(sent < 10_000);
    }
    let mut server = scene.serve();
    for _ in 0..sent {
        server.expect(MARK).await;
    }
}

#[tokio::test]
async fn a_call_that_is_over_is_reported() {
    let (mut scene, mut server) = opened(Options::default()).await;
    for (id, tool, answer, went) in [
        (1, "one", result(1), true),
        (2, "two", r#"{"jsonrpc":"2.0","id":2,"result":{"isError":true}}"#.to_owned(), false),
        (3, "three", r#"{"jsonrpc":"2.0","id":3,"error":{}}"#.to_owned(), false),
    ] {
        scene.app.send(&call(id, tool)).await;
        server.recv().await;
        server.send(&answer).await;
        scene.app.expect(&answer).await;
        let called =
            scene
                .event(|event| {
                    if let Event::Called { tool, ok, .. } = event { Some((tool, ok)) } else { None }
                })
                .await;
        assert_eq!(called, (tool.to_owned(), went));
    }
}

#[tokio::test]
async fn the_end_of_the_app_is_the_end_of_the_servers_input_after_all_that_waits() {
    let mut scene = scene(Options::default());
    scene.app.send(MARK).await;
    let app = scene.app.end().await;
    scene.app = app;
    scene.event(|event| matches!(event, Event::AppGone).then_some(())).await;
    let mut server = scene.serve();
    server.expect(MARK).await;
    assert_eq!(server.next().await, None);
    // What the server says to the end still reaches the app.
    server.send(MARK).await;
    scene.app.expect(MARK).await;
}

#[tokio::test]
async fn closing_answers_what_is_under_way_and_ends_both_pipes() {
    let (mut scene, mut server) = opened(Options::default()).await;
    scene.app.send(&call(1, "t")).await;
    server.recv().await;
    scene.session.close();
    scene.session.close();
    let answer = scene.app.recv().await;
    assert!(answer.starts_with(r#"{"jsonrpc":"2.0","id":1,"#), "{answer}");
    assert!(answer.contains("session with the server was ended"), "{answer}");
    assert_eq!(scene.app.next().await, None);
    assert_eq!(server.next().await, None);
    while scene.events.recv().await.is_some() {}
}

#[tokio::test]
async fn without_a_server_for_good_every_call_is_answered() {
    let mut scene = scene(Options::default());
    scene.app.send(&initialize("{}")).await;
    scene.app.send(MARK).await;
    // Once the app reader has taken both.
    tokio::task::yield_now().await;
    scene.session.lost(&Loss { message: "not trusted".to_owned(), another: false });
    let greeting = scene.app.recv().await;
    assert!(greeting.contains(r#""id":0,"result""#), "{greeting}");
    for unanswered in [call(5, "t"), r#"{"jsonrpc":"2.0","id":6,"method":"x"}"#.to_owned()] {
        scene.app.send(&unanswered).await;
        assert!(scene.app.recv().await.contains("not trusted"));
    }
}

#[tokio::test]
async fn batches_pass_as_they_are_but_for_what_is_ours() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let calls = format!("[{}, {}]", call(1, "t"), MARK);
    scene.app.send(&calls).await;
    server.expect(&calls).await;
    let answers = format!("[ {} ,{MARK}]", result(1));
    server.send(&answers).await;
    scene.app.expect(&answers).await;

    let asks = r#"{"jsonrpc":"2.0","id":4,"method":"roots/list"}"#;
    server.send(&format!("[{asks},{MARK}]")).await;
    assert!(server.recv().await.starts_with(r#"{"jsonrpc":"2.0","id":4,"result":{"roots""#));
    scene.app.expect(&format!("[{MARK}]")).await;
    server.send(&format!("[{asks}]")).await;
    server.recv().await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;

    scene.app.send(&format!("[{ROOTS_CHANGED},{MARK},{}]", initialize("{}"))).await;
    server.expect(&format!("[{MARK}]")).await;
    assert!(scene.app.recv().await.contains("must not be part of a batch"));
}

#[tokio::test]
async fn a_cancelled_call_may_be_answered_or_not() {
    let (mut scene, mut server) =
        opened(Options { in_flight_limit: 100, ..Options::default() }).await;
    for id in 1..=1000 {
        scene.app.send(&call(id, "t")).await;
        server.expect(&call(id, "t")).await;
        let cancel = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        );
        scene.app.send(&cancel).await;
        server.expect(&cancel).await;
    }
    server.send(&result(1000)).await;
    scene.app.expect(&result(1000)).await;
    server.send(&result(1)).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
}

/// A line of one of the sorts that nobody touches. Requests are answered by the other side.
fn ordinary() -> impl Strategy<Value = (bool, String)> {
    let text =
        "[a-z0-9 é\\\\u{1F600}]{0,40}".prop_map(|text| serde_json::Value::from(text).to_string());
    let value = prop_oneof![
        Just("1.000".to_owned()),
        Just("123456789012345678901234567890".to_owned()),
        Just("{\"x\" : [1e5, null ,{}]}".to_owned()),
        text,
    ];
    (any::<bool>(), value, 0..3_u8).prop_map(|(from_app, value, sort)| {
        let line = match sort {
            0 => format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/x","params":{{"v":{value}}}}}"#
            ),
            1 => format!(r#" {{"vendor":{value},"method":"vendor/x","jsonrpc":"2.0"}} "#),
            _ => format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{value},"z":0}}"#
            ),
        };
        (from_app, line)
    })
}

async fn write_in_chunks(writer: &mut WriteHalf<DuplexStream>, bytes: &[u8], chunks: &[usize]) {
    let mut rest = bytes;
    for size in chunks.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (chunk, after) = rest.split_at(rest.len().min(*size));
        writer.write_all(chunk).await.unwrap();
        tokio::task::yield_now().await;
        rest = after;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn ordinary_lines_pass_to_the_byte_and_in_order(
        lines in proptest::collection::vec(ordinary(), 0..60),
        chunks in proptest::collection::vec(1..200_usize, 1..20),
        pipe in 1..300_usize,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (mut app, far) = End::pair(pipe);
            let (reader, writer) = split(far);
            let (session, _events) = crate::begin(reader, writer, roots(1, &[]), Options::default());
            let (mut server, far) = End::pair(pipe);
            let (reader, writer) = split(far);
            session.serve(reader, writer);

            let of = |side: bool| -> Vec<String> {
                let mut number = 0;
                lines
                    .iter()
                    .filter(|(from_app, _)| *from_app == side)
                    .flat_map(|(_, line)| {
                        number += 1;
                        [line.clone(), format!(r#"{{"id":{number},"method":"r","jsonrpc":"2.0"}}"#)]
                    })
                    .collect()
            };
            let (from_app, from_server) = (of(true), of(false));
            let bytes = |lines: &[String]| lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect::<Vec<_>>();
            let read = async |lines: &mut LineReader<ReadHalf<DuplexStream>>, expected: &[String]| {
                for line in expected {
                    let next = lines.next().await.unwrap();
                    assert_eq!(next, Some(Line::Bytes(line.as_bytes())));
                }
            };
            let (one, two) = (bytes(&from_app), bytes(&from_server));
            tokio::join!(
                write_in_chunks(&mut app.writer, &one, &chunks),
                write_in_chunks(&mut server.writer, &two, &chunks),
                read(&mut server.lines, &from_app),
                read(&mut app.lines, &from_server),
            );
            // And the answers, in both directions.
            let answers = |lines: &[String]| -> Vec<String> {
                (1..=lines.len() / 2)
                    .map(|number| format!(r#"{{"id":{number},"result":{{"n":1.0}},"jsonrpc":"2.0"}}"#))
                    .collect()
            };
            let (to_server, to_app) = (answers(&from_server), answers(&from_app));
            let (one, two) = (bytes(&to_server), bytes(&to_app));
            tokio::join!(
                write_in_chunks(&mut app.writer, &one, &chunks),
                write_in_chunks(&mut server.writer, &two, &chunks),
                read(&mut server.lines, &to_server),
                read(&mut app.lines, &to_app),
            );
        });
    }
}

/// Counts how often a pipe is written to.
struct Counted(WriteHalf<DuplexStream>, Arc<AtomicUsize>);

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[tokio::test]
async fn lines_that_come_together_go_on_together() {
    const LINES: usize = 100;
    let scene = scene(Options::default());
    let count = Arc::new(AtomicUsize::new(0));
    let (mut server, far) = End::pair(PIPE);
    let (reader, writer) = split(far);
    scene.session.serve(reader, Counted(writer, Arc::clone(&count)));
    let mut app = scene.app;
    app.send(&[MARK; LINES].join("\n")).await;
    for _ in 0..LINES {
        server.expect(MARK).await;
    }
    let count = count.load(Ordering::Relaxed);
    assert!(count <= 4, "{count} writes");
    // One alone waits for no other.
    app.send(MARK).await;
    server.expect(MARK).await;
}
