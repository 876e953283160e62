use super::*;
use crate::{Rule, Rules, Side, Verdict};

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"app","version":"1"},"io.modelcontextprotocol/clientCapabilities":{CAPABILITIES}}"#;

fn meta(capabilities: &str) -> String {
    META.replace("CAPABILITIES", capabilities)
}

/// A call of the app, and the same as the server has it.
fn show(id: &str, more: &str) -> String {
    show_with(id, more, r#""roots":{}"#)
}

pub(super) fn show_with(id: &str, more: &str, capabilities: &str) -> String {
    let meta = meta(capabilities);
    format!(
        r#"{{"v":1.0,"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"show","n":1.50,{meta}{more}}}}}"#
    )
}

pub(super) fn required(id: &str, requests: &str, state: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{{{requests}}}{state},"x":1.0}}}}"#
    )
}

const A: &str = r#"{"roots":[{"uri":"file:///a","name":"a"}]}"#;
const WANTS_ROOTS: &str = r#""k\"":{"method":"roots/list"}"#;
const WANTS_FORM: &str = r#""f":{"method":"elicitation/create","params":{"x":1.0}}"#;

/// A session of an app that declares no roots.
fn modern() -> (Scene, End) {
    let scene = scene(Options::default());
    let server = scene.serve();
    (scene, server)
}

#[tokio::test]
async fn roots_are_declared_in_every_request() {
    for (declared, told) in [
        ("", r#""roots":{}"#),
        (r#""roots" : {"x":1}"#, r#""roots" : {"x":1}"#),
        (r#""roots":null"#, r#""roots":{}"#),
        (r#""sampling":{}"#, r#""roots":{},"sampling":{}"#),
    ] {
        let (mut scene, mut server) = modern();
        for method in ["server/discover", "tools/list", "vendor/x"] {
            let request = |capabilities: &str| {
                let meta = meta(capabilities);
                format!(
                    r#"{{"jsonrpc":"2.0","id":"{method}","method":"{method}","params":{{{meta}, "x":1.0}}}}"#
                )
            };
            scene.app.send(&request(declared)).await;
            server.expect(&request(told)).await;
        }
    }
}

#[tokio::test]
async fn an_opening_of_the_old_era_in_the_new_one_is_for_the_server_to_refuse() {
    let (mut scene, mut server) = modern();
    let request = |capabilities: &str| {
        let meta = meta(capabilities);
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{{meta}}}}}"#)
    };
    scene.app.send(&request("")).await;
    server.expect(&request(r#""roots":{}"#)).await;
    let refusal = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}"#;
    server.send(refusal).await;
    scene.app.expect(refusal).await;
}

#[tokio::test]
async fn what_asks_for_roots_only_is_answered_by_us() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.expect(&show("5", "")).await;
    server.send(&required("5", WANTS_ROOTS, r#","requestState":"\u0041\/ é""#)).await;
    let more = format!(r#","inputResponses":{{"k\"":{A}}},"requestState":"\u0041\/ é""#);
    server.expect(&show("\"paddock:1\"", &more)).await;
    assert_eq!(scene.told().await, 1);
    // And again, with the list of then, and without a state.
    scene.session.set_roots(roots(2, &["b"]));
    server.send(&required("\"paddock:1\"", WANTS_ROOTS, "")).await;
    let more =
        format!(r#","inputResponses":{{"k\"":{}}}"#, A.replace("/a", "/b").replace("\"a", "\"b"));
    server.expect(&show("\"paddock:2\"", &more)).await;
    server.send(r#"{"y":1e2,"id" : "paddock:2","result":{"content":[]},"jsonrpc":"2.0"}"#).await;
    scene.app.expect(r#"{"y":1e2,"id" : 5,"result":{"content":[]},"jsonrpc":"2.0"}"#).await;
    let called = scene
        .event(
            |event| {
                if let Event::Called { tool, ok, .. } = event { Some((tool, ok)) } else { None }
            },
        )
        .await;
    assert_eq!(called, ("show".to_owned(), true));
}

#[tokio::test]
async fn a_mixed_one_passes_the_rest_and_gets_roots_at_the_retry() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show("5", "")).await;
    // The app declares roots, so the first call asks it where it works.
    scene.app.recv().await;
    scene.app.send(&show("6", "")).await;
    server.expect(&show("6", "")).await;
    let wants = format!("{WANTS_ROOTS},{WANTS_FORM}");
    server.send(&required("6", &wants, r#","requestState":"s\/""#)).await;
    scene
        .app
        .expect(&format!(
            r#"{{"jsonrpc":"2.0","id":6,"result":{{"resultType":"input_required","inputRequests":{{{WANTS_FORM}}},"x":1.0,"requestState":"paddock:2"}}}}"#
        ))
        .await;
    // What the app says of the roots does not count.
    let given = r#""f":{"action":"accept","y":1.0}"#;
    let retry =
        format!(r#","inputResponses":{{{given},"k\"":{{"roots":[]}}}},"requestState":"paddock:2""#);
    scene.app.send(&show("7", &retry)).await;
    let more = format!(r#","inputResponses":{{{given},"k\"":{A}}},"requestState":"s\/""#);
    server.expect(&show("7", &more)).await;
    server.send(&result(7)).await;
    scene.app.expect(&result(7)).await;
    // A state is good for one retry.
    scene.app.send(&show("8", &retry)).await;
    assert!(scene.app.recv().await.contains("from the beginning"));
}

#[tokio::test]
async fn what_asks_for_no_roots_passes_to_the_byte() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    let asks = required("5", WANTS_FORM, r#","requestState":"s""#);
    server.send(&asks).await;
    scene.app.expect(&asks).await;
    let retry = r#","inputResponses":{"f":{}},"requestState":"s""#;
    scene.app.send(&show("6", retry)).await;
    server.expect(&show("6", retry)).await;
}

#[tokio::test]
async fn the_first_call_asks_an_app_that_declares_roots() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show("5", "")).await;
    scene
        .app
        .expect(r#"{"jsonrpc":"2.0","id":5,"result":{"resultType":"input_required","inputRequests":{"paddock:roots":{"method":"roots/list"}}}}"#)
        .await;
    let retry = r#","inputResponses":{"paddock:roots":{"roots":[{"uri":"file:///w"}]}}"#;
    scene.app.send(&show("6", retry)).await;
    server.expect(&show("6", "")).await;
    assert_eq!(scene.stated().await.unwrap(), ["file:///w"]);
    scene.app.send(&show("7", "")).await;
    server.expect(&show("7", "")).await;
}

#[tokio::test(start_paused = true)]
async fn an_app_that_abandons_the_question_states_nothing() {
    let (mut scene, _server) = modern();
    scene.app.send(&show("5", "")).await;
    scene.app.recv().await;
    assert_eq!(scene.stated().await, None);
}

#[tokio::test]
async fn a_cancelled_call_is_cancelled_under_the_id_that_the_server_knows() {
    let (mut scene, mut server) = modern();
    let cancel = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}, "reason":"x"}}}}"#
        )
    };
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    server.send(&required("5", WANTS_ROOTS, "")).await;
    server.recv().await;
    scene.app.send(&cancel("5")).await;
    server.expect(&cancel("\"paddock:1\"")).await;
}

#[tokio::test]
async fn a_server_that_asks_for_roots_for_ever_fails_the_call() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    server.send(&required("5", WANTS_ROOTS, "")).await;
    for number in 1..=32 {
        server.recv().await;
        server.send(&required(&format!("\"paddock:{number}\""), WANTS_ROOTS, "")).await;
    }
    let answer = scene.app.recv().await;
    assert!(answer.contains("again and again") && answer.contains(r#""id":5,"#), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_is_a_complete_result() {
    let rule = |tool: &str| match tool {
        "off" => Rule::Off,
        "asked" => Rule::Ask,
        _ => Rule::Allowed,
    };
    let mut scene = scene(Options {
        rules: Some(Rules::new(rule)),
        person_time_out: Duration::from_secs(5),
        ..Options::default()
    });
    let call = |tool: &str| {
        show_with("1", "", "").replace(r#""name":"show""#, &format!(r#""name":"{tool}""#))
    };
    let is_complete = |answer: &str| {
        answer.contains(r#""isError":true"#) && answer.contains(r#""resultType":"complete""#)
    };

    scene.app.send(&call("off")).await;
    let off = scene.app.recv().await;
    assert!(is_complete(&off) && off.contains("switched off"), "{off}");

    scene.app.send(&call("asked")).await;
    let (waits, ..) = scene.held().await;
    scene.session.decide(waits, Verdict::Denied);
    let denied = scene.app.recv().await;
    assert!(is_complete(&denied) && denied.contains("said no"), "{denied}");

    scene.app.send(&call("asked")).await;
    let lapsed = scene.app.recv().await;
    assert!(is_complete(&lapsed) && lapsed.contains("have not answered"), "{lapsed}");

    scene.app.send(&call("show")).await;
    scene.session.lost(&Loss { message: "it crashed".to_owned(), another: false });
    for _ in 0..2 {
        let unserved = scene.app.recv().await;
        assert!(is_complete(&unserved) && unserved.contains("it crashed"), "{unserved}");
        scene.app.send(&call("show")).await;
    }
}

#[tokio::test]
async fn a_call_made_again_dies_with_its_server_once() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    server.send(&required("5", WANTS_ROOTS, "")).await;
    server.recv().await;
    drop(server);
    scene.server_gone().await;
    scene.session.lost(&another());
    scene
        .app
        .expect(r#"{"jsonrpc":"2.0","id":5,"result":{"content":[{"text":"it crashed. The call had been made: whether it took effect is not known.","type":"text"}],"isError":true,"resultType":"complete"}}"#)
        .await;
    // There is no handshake to repeat.
    scene.app.send(MARK).await;
    let mut server = scene.serve();
    server.expect(MARK).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
}

#[tokio::test]
async fn a_server_that_ends_over_its_first_call_serves_nobody() {
    for (answers, expected) in [(false, true), (true, false)] {
        let (mut scene, mut server) = modern();
        if answers {
            scene.app.send(&show_with("4", "", "")).await;
            server.recv().await;
            server.send(&result(4)).await;
            scene.app.expect(&result(4)).await;
        }
        scene.app.send(&show_with("5", "", "")).await;
        server.recv().await;
        drop(server);
        scene.server_gone().await;
        scene.session.lost(&Loss { message: "it ended".to_owned(), another: false });
        let lost = scene.app.recv().await;
        assert!(lost.contains("it ended. The call had been made"), "{lost}");
        drop(scene.app);
        let mut was_told = false;
        while let Some(event) = scene.events.recv().await
            && !matches!(event, Event::AppGone)
        {
            was_told |= matches!(event, Event::Unserved);
        }
        assert_eq!(was_told, expected, "the server had answered before: {answers}");
    }
}

#[tokio::test]
async fn std_2_a_modern_server_that_sends_roots_list_gets_no_answer() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    server.send(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

#[tokio::test]
async fn an_ambiguous_request_is_refused() {
    let (mut scene, mut server) = modern();
    for line in [
        show_with("5", "", r#""roots":{},"roots":{}"#),
        show("5", r#","_meta":{}"#),
        show("5", r#","inputResponses":{},"inputResponses":{}"#),
    ] {
        scene.app.send(&line).await;
        assert!(scene.app.recv().await.contains("-32602"), "{line}");
    }
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    let twice = r#"{"jsonrpc":"2.0","id":5,"result":{"resultType":"complete","resultType":"input_required"}}"#;
    server.send(twice).await;
    assert!(scene.app.recv().await.contains("not understood"));
}

#[tokio::test]
async fn a_modern_server_is_ready_with_its_first_answer() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    server.send(&result(5)).await;
    let revision = scene
        .event(|event| if let Event::Ready { revision } = event { Some(revision) } else { None })
        .await;
    assert_eq!(revision, "2026-07-28", "it was never asked with server/discover");
}

#[tokio::test]
async fn a_session_has_the_revision_that_was_answered() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "").replace("2026-07-28", "2099-01-01")).await;
    server.recv().await;
    server.send(r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32004,"message":"no"}}"#).await;
    scene.app.send(&show_with("6", "", "")).await;
    server.recv().await;
    server.send(&result(6)).await;
    let revision = scene
        .event(|event| if let Event::Ready { revision } = event { Some(revision) } else { None })
        .await;
    assert_eq!(revision, "2026-07-28");
}

fn asking() -> (Scene, End) {
    let rules = Rules::new(|_| Rule::Ask);
    let scene = scene(Options { rules: Some(rules), ..Options::default() });
    let server = scene.serve();
    (scene, server)
}

impl Scene {
    async fn held(&mut self) -> (u64, String, [u8; 32]) {
        let waits = |event| {
            let Event::Waits { call, arguments, digest, .. } = event else { return None };
            Some((call, arguments, digest))
        };
        self.event(waits).await
    }
}

#[tokio::test]
async fn an_app_says_where_it_works_before_its_call_waits_for_the_person() {
    let (mut scene, mut server) = asking();
    scene.app.send(&show("5", "")).await;
    let question = scene.app.recv().await;
    assert!(question.contains("paddock:roots"), "{question}");
    let retry = r#","inputResponses":{"paddock:roots":{"roots":[{"uri":"file:///w"}]}}"#;
    scene.app.send(&show("6", retry)).await;
    assert_eq!(scene.stated().await.unwrap(), ["file:///w"]);
    let (waits, shown, digest) = scene.held().await;
    assert!(!shown.contains("file:///w"), "{shown}");
    scene.session.decide(waits, Verdict::Pass);
    server.expect(&show("6", "")).await;
    // The model makes the same call again: an answer that came late is for it too.
    scene.app.send(&show("7", "")).await;
    assert_eq!(scene.held().await.2, digest);
}

#[tokio::test]
async fn what_a_person_allowed_is_not_asked_again_when_its_answer_asks_for_more() {
    for wants in [WANTS_FORM.to_owned(), format!("{WANTS_ROOTS},{WANTS_FORM}")] {
        let (mut scene, mut server) = asking();
        scene.app.send(&show_with("5", "", "")).await;
        let (waits, ..) = scene.held().await;
        scene.session.decide(waits, Verdict::Pass);
        server.recv().await;
        server.send(&required("5", &wants, r#","requestState":"s""#)).await;
        let answer = scene.app.recv().await;
        assert!(answer.contains(r#""requestState":"paddock:1""#), "{answer}");
        let retry = r#","inputResponses":{"f":{"action":"accept"}},"requestState":"paddock:1""#;
        // With other arguments it is another call.
        scene.app.send(&show_with("6", &format!(r#","arguments":{{"a":1}}{retry}"#), "")).await;
        scene.held().await;
        scene.app.send(&show_with("7", retry, "")).await;
        let again = server.recv().await;
        assert!(again.contains(r#""id":7"#) && again.contains(r#""requestState":"s""#), "{again}");
        assert!(again.contains(r#""f":{"action":"accept"}"#), "{again}");
        // And again, until it has its result; each token counts once.
        server.send(&required("7", WANTS_FORM, "")).await;
        assert!(scene.app.recv().await.contains("paddock:2"));
        scene.app.send(&show_with("8", retry, "")).await;
        scene.held().await;
        scene.app.send(&show_with("9", &retry.replace("paddock:1", "paddock:2"), "")).await;
        assert!(server.recv().await.contains(r#""id":9"#));
    }
}

#[tokio::test]
async fn a_result_that_names_something_twice_ends_its_call_with_a_word() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    let wants = format!("{WANTS_ROOTS},{WANTS_FORM}");
    server.send(&required("5", &wants, r#","y":1,"y":2"#)).await;
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":5,"#) && answer.contains("not understood"), "{answer}");
    let violation = |event| matches!(event, Event::Violation { side: Side::Server, .. });
    scene.event(|event| violation(event).then_some(())).await;
    scene.event(|event| matches!(event, Event::Called { ok: false, .. }).then_some(())).await;
}

/// Each place would be given the whole list.
#[tokio::test]
async fn an_answer_that_asks_for_more_than_anybody_needs_ends_its_call() {
    let (mut scene, mut server) = modern();
    scene.app.send(&show_with("5", "", "")).await;
    server.recv().await;
    let wants: Vec<_> =
        (0..33).map(|number| format!(r#""{number}":{{"method":"roots/list"}}"#)).collect();
    server.send(&required("5", &wants[1..].join(","), "")).await;
    assert!(server.recv().await.contains("inputResponses"));
    server.send(&required(r#""paddock:1""#, &wants.join(","), "")).await;
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":5,"#) && answer.contains("not understood"), "{answer}");
}
