use super::*;

fn answer(id: &str, folders: &[&str]) -> String {
    let roots: Vec<_> = folders
        .iter()
        .map(|folder| format!(r#"{{"uri":"file:///{folder}","name":"{folder}"}}"#))
        .collect();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"roots":[{}]}}}}"#, roots.join(","))
}

#[tokio::test]
async fn roots_are_declared_whatever_the_app_declares() {
    for (declared, told) in [
        ("{}", ROOTS),
        ("{ }", r#"{"roots":{"listChanged":true} }"#),
        (r#"{"x":1.50}"#, r#"{"roots":{"listChanged":true},"x":1.50}"#),
        (r#"{"x":1, "roots" : {} }"#, r#"{"x":1, "roots" : {"listChanged":true} }"#),
        (r#"{"roots":null}"#, ROOTS),
        (r#"{"\u0072oots":{}}"#, r#"{"\u0072oots":{"listChanged":true}}"#),
        (ROOTS, ROOTS),
    ] {
        let mut scene = scene(Options::default());
        let mut server = scene.serve();
        scene.app.send(&initialize(declared)).await;
        server.expect(&initialize(told)).await;
    }
}

#[tokio::test]
async fn an_ambiguous_declaration_is_refused() {
    for declared in [r#"{"roots":{},"roots":{}}"#, r#"{"roots":{},"\u0072oots":{}}"#, "5"] {
        let mut scene = scene(Options::default());
        let mut server = scene.serve();
        scene.app.send(&initialize(declared)).await;
        assert!(scene.app.recv().await.contains("-32602"), "{declared}");
        scene.app.send(MARK).await;
        server.expect(MARK).await;
    }
}

#[tokio::test]
async fn roots_list_is_answered_by_us_and_never_passed_on() {
    let (mut scene, mut server) = opened(Options::default()).await;
    for id in ["7", "\"a b\"", "0"] {
        server.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"roots\/list"}}"#)).await;
        server.expect(&answer(id, &["a"])).await;
    }
    assert_eq!(scene.told().await, 1);
    server.send(MARK).await;
    scene.app.expect(MARK).await;
}

#[tokio::test]
async fn a_list_that_could_not_be_established_is_an_error() {
    let (scene, mut server) = opened(Options::default()).await;
    scene.session.set_roots(Roots::unavailable(2));
    server.expect(ROOTS_CHANGED).await;
    server.send(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#).await;
    assert!(server.recv().await.contains("-32603"));
}

#[tokio::test]
async fn root_2_a_change_is_told_with_one_unanswered_at_the_most() {
    let (mut scene, mut server) = opened(Options::default()).await;
    scene.session.set_roots(roots(2, &["b"]));
    scene.session.set_roots(roots(3, &["c"]));
    server.expect(ROOTS_CHANGED).await;
    scene.app.send(MARK).await;
    server.expect(MARK).await;

    server.send(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#).await;
    server.expect(&answer("1", &["c"])).await;
    assert_eq!(scene.told().await, 3);
    scene.session.set_roots(roots(4, &["d"]));
    server.expect(ROOTS_CHANGED).await;
}

#[tokio::test]
async fn the_list_is_bound_when_it_is_written() {
    let mut scene = scene(Options::default());
    let (mut server, far) = End::pair(16);
    let (reader, writer) = split(far);
    scene.session.serve(reader, writer);
    server.send(INITIALIZED).await;
    for id in 1..=2 {
        server.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"roots/list"}}"#)).await;
    }
    server.send(MARK).await;
    scene.app.expect(INITIALIZED).await;
    scene.app.expect(MARK).await;
    // The first answer is begun, and the second waits behind it.
    scene.session.set_roots(roots(2, &["new"]));
    server.expect(&answer("1", &["a"])).await;
    server.expect(&answer("2", &["new"])).await;
}

#[tokio::test]
async fn other_requests_of_the_server_pass_and_their_answers_too() {
    let (mut scene, mut server) = opened(Options::default()).await;
    for (id, method) in [("1", "sampling/createMessage"), ("\"x\"", "ping"), ("3", "vendor/any")] {
        let request = format!(r#"{{"id":{id} ,"method":"{method}","x":1e2,"jsonrpc":"2.0"}}"#);
        server.send(&request).await;
        scene.app.expect(&request).await;
        let response = format!(r#"{{"jsonrpc":"2.0","y":1.0,"id":{id},"result":null}}"#);
        scene.app.send(&response).await;
        server.expect(&response).await;
    }
}

#[tokio::test]
async fn the_app_is_asked_once_for_its_folders_and_again_when_they_change() {
    let mut scene = scene(Options::default());
    let mut server = scene.serve();
    scene.app.send(&initialize(r#"{"roots":{}}"#)).await;
    server.expect(&initialize(ROOTS)).await;
    server.send(INITIALIZE_RESULT).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(INITIALIZED).await;
    server.expect(INITIALIZED).await;

    scene.app.expect(r#"{"jsonrpc":"2.0","id":"paddock:1","method":"roots/list"}"#).await;
    scene.app.send(&answer("\"paddock:1\"", &["x", "y%20z"])).await;
    assert_eq!(scene.stated().await.unwrap(), ["file:///x", "file:///y%20z"]);

    scene.app.send(ROOTS_CHANGED).await;
    scene.app.expect(r#"{"jsonrpc":"2.0","id":"paddock:2","method":"roots/list"}"#).await;
    scene.app.send(&answer("\"paddock:2\"", &[])).await;
    assert_eq!(scene.stated().await, None);
    // Neither the change nor the answers reach the server.
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

#[tokio::test(start_paused = true)]
async fn silence_an_error_and_nothing_declared_are_no_statement() {
    for (declared, reply) in [
        ("{}", None),
        (r#"{"roots":{}}"#, None),
        (
            r#"{"roots":{}}"#,
            Some(r#"{"jsonrpc":"2.0","id":"paddock:1","error":{"code":-32601,"message":"no"}}"#),
        ),
        (r#"{"roots":{}}"#, Some(r#"{"jsonrpc":"2.0","id":"paddock:1","result":5}"#)),
    ] {
        let mut scene = scene(Options::default());
        scene.app.send(&initialize(declared)).await;
        scene.app.send(INITIALIZED).await;
        if let Some(reply) = reply {
            scene.app.recv().await;
            scene.app.send(reply).await;
        }
        let before = tokio::time::Instant::now();
        assert_eq!(scene.stated().await, None);
        let silent = declared != "{}" && reply.is_none();
        assert_eq!(before.elapsed() >= Duration::from_secs(2), silent);
    }
}

#[tokio::test(start_paused = true)]
async fn a_statement_that_comes_late_is_taken() {
    let mut scene = scene(Options::default());
    scene.app.send(&initialize(r#"{"roots":{}}"#)).await;
    scene.app.send(INITIALIZED).await;
    scene.app.recv().await;
    assert_eq!(scene.stated().await, None);
    scene.app.send(&answer("\"paddock:1\"", &["late"])).await;
    assert_eq!(scene.stated().await.unwrap(), ["file:///late"]);
}

#[tokio::test]
async fn the_app_says_what_it_is() {
    let (mut scene, _server) = opened(Options::default()).await;
    let opened = scene
        .event(|event| {
            if let Event::Opened { name, version, revision } = event {
                Some([name, version, revision])
            } else {
                None
            }
        })
        .await;
    assert_eq!(opened, ["app", "1", "2025-11-25"]);
    let ready = scene
        .event(|event| if let Event::Ready { revision } = event { Some(revision) } else { None })
        .await;
    assert_eq!(ready, "2025-11-25");
}

#[tokio::test]
async fn no_revision_in_common_is_said_to_a_person() {
    let mut scene = scene(Options { name: "Notes".into(), ..Options::default() });
    let mut server = scene.serve();
    let refuse = |message: &str, data: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":0,"error":{{"x":1,"code":-32022,"message":{message}{data}}}}}"#
        )
    };
    let all = "Notes does not speak MCP 2025-11-25, which app asked for. It speaks 2026-07-28. Use \
        an app that knows 2026-07-28, or another version of Notes.";
    let nothing = "Notes does not speak MCP 2025-11-25, which app asked for. Use an app that knows \
        a newer revision, or another version of Notes.";
    let data = r#","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}"#;
    for (data, sentence) in [(data, all), ("", nothing), (r#","data":[1]"#, nothing)] {
        scene.app.send(&initialize("{}")).await;
        server.recv().await;
        server.send(&refuse(r#""Unsupported \u0022version""#, data)).await;
        scene.app.expect(&refuse(&format!("{sentence:?}"), data)).await;
    }
}

#[tokio::test]
async fn a_refused_initialize_may_be_tried_again() {
    let mut scene = scene(Options::default());
    let mut server = scene.serve();
    scene.app.send(&initialize("{}")).await;
    server.recv().await;
    let error = r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"no"}}"#;
    server.send(error).await;
    scene.app.expect(error).await;
    scene.app.send(&initialize("{}")).await;
    server.expect(&initialize(ROOTS)).await;
    // But not while it is under way, or done.
    scene.app.send(&initialize("{}").replace(r#""id":0"#, r#""id":9"#)).await;
    assert!(scene.app.recv().await.contains("initialized already"));
}
