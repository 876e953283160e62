use tokio::io::AsyncReadExt;

use super::*;
use crate::Side;

/// Writes until nothing is taken any more. How many bytes were.
async fn flood(writer: &mut WriteHalf<DuplexStream>, line: &str) -> usize {
    let bytes = format!("{line}\n").into_bytes().repeat(100);
    let mut taken = 0;
    while let Ok(written) = timeout(Duration::from_secs(1), writer.write_all(&bytes)).await {
        written.unwrap();
        taken += bytes.len();
        assert!(taken < 64 << 20, "without bound");
    }
    taken
}

#[tokio::test(start_paused = true)]
async fn a_flood_towards_an_app_that_does_not_read_is_bounded() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let taken = flood(&mut server.writer, MARK).await;
    assert!(taken < 2 << 20, "{taken}");
    // The other direction is as it was.
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

#[tokio::test(start_paused = true)]
async fn requests_without_end_are_refused_and_then_not_read() {
    let (_scene, mut server) = opened(Options::default()).await;
    let mut id = 0;
    loop {
        id += 1;
        let request = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
        let write = server.writer.write_all(request.as_bytes());
        if timeout(Duration::from_secs(1), write).await.is_err() {
            break;
        }
        assert!(id < 100_000, "without bound");
    }
    let refused = server.recv().await;
    assert!(refused.contains("too many requests"), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_asks_for_roots_and_does_not_read_is_not_read() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let taken =
        flood(&mut server.writer, r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#).await;
    assert!(taken < 4 << 20, "{taken}");
    scene.session.close();
    assert_eq!(scene.app.next().await, None);
}

#[tokio::test(start_paused = true)]
async fn calls_to_a_server_that_does_not_read_do_not_keep_its_own_from_being_answered() {
    let (mut scene, mut server) = opened(Options::default()).await;
    flood(&mut scene.app.writer, MARK).await;
    server.send(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
}

#[tokio::test(start_paused = true)]
async fn calls_without_end_are_refused() {
    let (mut scene, mut server) =
        opened(Options { in_flight_limit: 3, ..Options::default() }).await;
    for id in 1..=3 {
        scene.app.send(&call(id, "t")).await;
        server.expect(&call(id, "t")).await;
    }
    scene.app.send(&call(4, "t")).await;
    assert!(scene.app.recv().await.contains("too many calls"));
    server.send(&result(2)).await;
    scene.app.expect(&result(2)).await;
    scene.app.send(&call(5, "t")).await;
    server.expect(&call(5, "t")).await;
    // An id that is taken is not taken twice.
    scene.app.send(&call(5, "u")).await;
    assert!(scene.app.recv().await.contains("under way"));
}

#[tokio::test(start_paused = true)]
async fn closing_waits_for_nobody() {
    let (mut scene, mut server) = opened(Options::default()).await;
    flood(&mut server.writer, MARK).await;
    let before = tokio::time::Instant::now();
    scene.session.close();
    while scene.events.recv().await.is_some() {}
    assert!(before.elapsed() <= Duration::from_secs(1));
    server.writer.write_all(b"x").await.unwrap_err();
}

async fn violation(scene: &mut Scene, wanted: Side) -> String {
    scene
        .event(|event| {
            if let Event::Violation { side, violation } = event
                && side == wanted
            {
                Some(violation.to_string())
            } else {
                None
            }
        })
        .await
}

/// 300 MB without an end of line.
async fn long(writer: &mut WriteHalf<DuplexStream>) {
    let mut endless = tokio::io::repeat(b'x').take(300_000_000);
    tokio::io::copy(&mut endless, writer).await.unwrap();
    writer.write_all(b"\n").await.unwrap();
}

#[tokio::test]
async fn a_line_of_300_mb_fails_the_only_call() {
    let (mut scene, mut server) = opened(Options::default()).await;
    scene.app.send(&call(1, "t")).await;
    server.recv().await;
    long(&mut server.writer).await;
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":1,"error""#) && answer.contains("longer"), "{answer}");
    assert!(violation(&mut scene, Side::Server).await.contains("longer"));
}

#[tokio::test]
async fn an_initialize_result_that_is_too_long_is_an_error_and_no_end() {
    let mut scene = scene(Options { line_limit: 4096, ..Options::default() });
    let mut server = scene.serve();
    scene.app.send(&initialize("{}")).await;
    server.recv().await;
    server.send(&"x".repeat(5000)).await;
    assert!(scene.app.recv().await.contains("longer"));
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

#[tokio::test]
async fn a_line_that_is_too_long_fails_none_of_two_calls() {
    let (mut scene, mut server) = opened(Options { line_limit: 4096, ..Options::default() }).await;
    for id in 1..=2 {
        scene.app.send(&call(id, "t")).await;
        server.recv().await;
    }
    server.send(&"x".repeat(5000)).await;
    server.send(&result(1)).await;
    scene.app.expect(&result(1)).await;
}

#[tokio::test]
async fn a_line_of_300_mb_from_the_app_is_an_error() {
    let (mut scene, mut server) = opened(Options::default()).await;
    long(&mut scene.app.writer).await;
    assert!(scene.app.recv().await.contains(r#""id":null"#));
    assert!(violation(&mut scene, Side::App).await.contains("longer"));
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

#[tokio::test]
async fn depth_costs_nothing() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let deep = format!("{}{}", "[".repeat(500_000), "]".repeat(500_000));
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","arguments":{deep}}}}}"#
    );
    scene.app.send(&line).await;
    server.expect(&line).await;
    let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":{deep}}}}}"#);
    server.send(&answer).await;
    scene.app.expect(&answer).await;
}

#[tokio::test]
async fn what_is_no_protocol_is_not_passed_on() {
    let (mut scene, mut server) = opened(Options::default()).await;
    for line in [
        "hello",
        "{}",
        "[]",
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}"#,
        r#"{"jsonrpc":"2.0","\u0069d":1,"id":2,"method":"x"}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#,
        r#"{"jsonrpc":"2.0","id":77,"result":{}}"#,
    ] {
        server.send(line).await;
        scene.app.send(line).await;
    }
    server.send(MARK).await;
    loop {
        let line = scene.app.recv().await;
        if line == MARK {
            break;
        }
        assert!(line.contains(r#""id":null,"#) || line.contains("-32600"), "{line}");
    }
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

#[tokio::test]
async fn reserved_ids_are_refused() {
    let (mut scene, mut server) = opened(Options::default()).await;
    for id in [r#""paddock:1""#, r#""\u0070addock:x""#] {
        let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x"}}"#);
        scene.app.send(&request).await;
        assert!(scene.app.recv().await.contains("reserved"));
        server.send(&request).await;
        assert!(server.recv().await.contains("reserved"));
        // Nor can either side answer what the other was not asked.
        let response = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"roots":[]}}}}"#);
        scene.app.send(&response).await;
        server.send(&response).await;
    }
    scene.app.send(MARK).await;
    server.expect(MARK).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
}

#[tokio::test]
async fn an_id_is_the_same_however_it_is_written() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let request = r#"{"jsonrpc":"2.0","id":"\u0061\/","method":"x"}"#;
    scene.app.send(request).await;
    server.expect(request).await;
    let response = r#"{"jsonrpc":"2.0","id":"a/","result":{}}"#;
    server.send(response).await;
    scene.app.expect(response).await;
}

#[tokio::test]
async fn calls_that_wait_and_are_taken_back_leave_nothing_behind() {
    let rules = crate::Rules::new(|_| crate::Rule::Ask);
    let (mut scene, mut server) =
        opened(Options { rules: Some(rules), ..Options::default() }).await;
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let before = tasks();
    for id in 1..500 {
        scene.app.send(&call(id, "t")).await;
        let back =
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":ID}}"#;
        scene.app.send(&back.replace("ID", &id.to_string())).await;
    }
    scene.app.send(MARK).await;
    server.expect(MARK).await;
    tokio::task::yield_now().await;
    assert!(tasks() <= before + 5, "{} tasks more", tasks() - before);
    let mut heard = 0;
    while timeout(Duration::from_millis(10), scene.events.recv()).await.is_ok() {
        heard += 1;
    }
    assert!(heard < 20, "{heard} events");
}
