use super::*;

const REPLAY_RESULT: &str = r#"{"jsonrpc":"2.0","id":"paddock:1","result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"2"}}}"#;

async fn dies(scene: &mut Scene, server: End) {
    drop(server);
    scene.server_gone().await;
}

fn replayed() -> String {
    initialize(ROOTS).replace(r#""id":0"#, r#""id":"paddock:1""#)
}

#[tokio::test]
async fn a_server_that_dies_is_replaced_behind_the_app() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let subscribe = r#"{"jsonrpc":"2.0","id":50,"method":"resources/subscribe","params":{"uri":"x:1" , "y":1.0}}"#;
    let other =
        r#"{"jsonrpc":"2.0","id":51,"method":"resources/subscribe","params":{"uri":"x:2"}}"#;
    let unsubscribe =
        r#"{"jsonrpc":"2.0","id":52,"method":"resources/unsubscribe","params":{"uri":"x:2"}}"#;
    let level =
        r#"{"jsonrpc":"2.0","id":53,"method":"logging/setLevel","params":{"level":"info"}}"#;
    for (id, line) in [(50, subscribe), (51, other), (52, unsubscribe), (53, level)] {
        scene.app.send(line).await;
        server.expect(line).await;
        server.send(&result(id)).await;
        scene.app.expect(&result(id)).await;
    }
    scene.app.send(&call(1, "under-way")).await;
    server.expect(&call(1, "under-way")).await;
    dies(&mut scene, server).await;
    scene.app.send(&call(2, "waits")).await;
    scene.session.lost(&another());
    scene
        .app
        .expect(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"text":"it crashed. The call had been made: whether it took effect is not known.","type":"text"}],"isError":true}}"#)
        .await;

    let mut server = scene.serve();
    scene.app.send(&call(3, "waits")).await;
    server.expect(&replayed()).await;
    server.send(REPLAY_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(r#"{"jsonrpc":"2.0","id":"paddock:2","method":"logging/setLevel","params":{"level":"info"}}"#).await;
    server.expect(r#"{"jsonrpc":"2.0","id":"paddock:3","method":"resources/subscribe","params":{"uri":"x:1" , "y":1.0}}"#).await;
    server.expect(&call(2, "waits")).await;
    server.expect(&call(3, "waits")).await;
    for id in ["\"paddock:3\"", "\"paddock:2\""] {
        server.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).await;
    }
    server.send(&result(2)).await;
    scene.app.expect(&result(2)).await;
    // The new one is told of changes as well.
    scene.session.set_roots(roots(2, &["b"]));
    server.expect(ROOTS_CHANGED).await;
}

#[tokio::test]
async fn another_revision_ends_the_session() {
    let (mut scene, server) = opened(Options::default()).await;
    dies(&mut scene, server).await;
    scene.app.send(&call(2, "waits")).await;
    let mut server = scene.serve();
    server.expect(&replayed()).await;
    server.send(&REPLAY_RESULT.replace("2025-11-25", "2025-06-18")).await;
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":2,"#) && answer.contains("2025-06-18"), "{answer}");
    assert_eq!(scene.app.next().await, None);
    let unlike = scene.event(|event| if let Event::Unlike(it) = event { Some(it) } else { None });
    let (told, now) = ("2025-11-25".to_owned(), "2025-06-18".to_owned());
    assert_eq!(unlike.await, crate::Unlike::Revision { told, now });
}

#[tokio::test]
async fn a_refused_replay_ends_the_session() {
    let (mut scene, server) = opened(Options::default()).await;
    dies(&mut scene, server).await;
    let mut server = scene.serve();
    server.recv().await;
    server.send(r#"{"jsonrpc":"2.0","id":"paddock:1","error":{"code":1,"message":"no"}}"#).await;
    assert_eq!(scene.app.next().await, None);
}

#[tokio::test]
async fn initialize_is_given_to_the_next_server_if_the_first_one_died_over_it() {
    let mut scene = scene(Options::default());
    let mut server = scene.serve();
    scene.app.send(&initialize("{}")).await;
    server.expect(&initialize(ROOTS)).await;
    dies(&mut scene, server).await;
    scene.session.lost(&another());
    let mut server = scene.serve();
    server.expect(&initialize(ROOTS)).await;
    server.send(INITIALIZE_RESULT).await;
    scene.app.expect(INITIALIZE_RESULT).await;
}

#[tokio::test]
async fn an_answer_to_what_a_dead_server_asked_does_not_reach_the_next() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let ask = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#;
    server.send(ask).await;
    scene.app.expect(ask).await;
    dies(&mut scene, server).await;
    let mut server = scene.serve();
    server.recv().await;
    server.send(REPLAY_RESULT).await;
    server.expect(INITIALIZED).await;
    // Nor does the next one get the same id while the first is open.
    server.send(ask).await;
    assert!(server.recv().await.contains("-32600"));
    scene.app.send(r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}"#).await;
    scene.app.send(MARK).await;
    server.expect(MARK).await;
    server.send(ask).await;
    scene.app.expect(ask).await;
}

#[tokio::test]
async fn an_answer_that_waits_for_a_dead_server_is_forgotten() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let ask = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#;
    server.send(ask).await;
    scene.app.expect(ask).await;
    dies(&mut scene, server).await;
    scene.app.send(r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}"#).await;
    scene.app.send(MARK).await;
    // An answer of ours shows that both were read.
    scene.app.send(r#"{"jsonrpc":"2.0","id":"paddock:x","method":"x"}"#).await;
    scene.app.recv().await;
    let mut server = scene.serve();
    server.recv().await;
    server.send(REPLAY_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(MARK).await;
}

#[tokio::test]
async fn what_a_server_wrote_before_it_died_reaches_the_app() {
    let (mut scene, mut server) = opened(Options::default()).await;
    scene.app.send(&call(1, "t")).await;
    server.recv().await;
    server.send(&result(1)).await;
    dies(&mut scene, server).await;
    scene.session.lost(&another());
    scene.app.expect(&result(1)).await;
}

#[tokio::test]
async fn a_server_that_dies_again_in_its_handshake_is_replaced_again() {
    let (mut scene, server) = opened(Options::default()).await;
    dies(&mut scene, server).await;
    let mut server = scene.serve();
    server.expect(&replayed()).await;
    dies(&mut scene, server).await;
    scene.session.lost(&another());
    let mut server = scene.serve();
    let again = initialize(ROOTS).replace(r#""id":0"#, r#""id":"paddock:2""#);
    server.expect(&again).await;
}

#[tokio::test]
async fn calls_wait_for_a_server_that_comes_after_all() {
    let (mut scene, server) = opened(Options::default()).await;
    dies(&mut scene, server).await;
    scene.session.lost(&Loss { another: false, ..another() });
    scene.app.send(&call(1, "no")).await;
    assert!(scene.app.recv().await.contains("it crashed"));
    // A person mends what it failed for.
    scene.session.lost(&another());
    scene.app.send(&call(2, "waits")).await;
    let mut server = scene.serve();
    server.expect(&replayed()).await;
    server.send(REPLAY_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(&call(2, "waits")).await;
}

fn cancelled(id: u64) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

#[tokio::test]
async fn what_the_app_took_back_while_no_server_was_there_is_never_made() {
    let (mut scene, server) = opened(Options::default()).await;
    dies(&mut scene, server).await;
    scene.session.lost(&another());
    scene.app.send(&call(1, "a")).await;
    scene.app.send(&cancelled(1)).await;
    // Its id is free again.
    scene.app.send(&call(1, "b")).await;
    scene.app.send(&format!("[{},{MARK},{}]", call(2, "c"), call(3, "d"))).await;
    scene.app.send(&cancelled(2)).await;
    scene.app.send(&format!("[{}]", call(4, "e"))).await;
    scene.app.send(&cancelled(4)).await;
    scene.app.send(MARK).await;
    let refused = r#"{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}"#;
    scene.app.send(refused).await;
    assert!(scene.app.recv().await.contains(r#""id":9"#), "all is read");
    let mut server = scene.serve();
    server.expect(&replayed()).await;
    server.send(REPLAY_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(&call(1, "b")).await;
    server.expect(&format!("[{MARK},{}]", call(3, "d"))).await;
    server.expect(MARK).await;
}
