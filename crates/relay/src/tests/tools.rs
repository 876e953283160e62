use super::*;
use crate::{Rule, Rules, Verdict};

fn without(off: &'static str) -> Options {
    Options { rules: Some(rules(off)), ..Options::default() }
}

fn rules(off: &'static str) -> Rules {
    Rules::new(move |tool| if tool == off { Rule::Off } else { Rule::Allowed })
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

#[tokio::test]
async fn a_tool_that_is_off_is_not_listed() {
    let (mut scene, mut server) = opened(without("b")).await;
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    server.send(r#"{"jsonrpc":"2.0", "result":{"x":1.0,"tools" : [ {"name":"a","z":1e2}, {"name":"\u0062"} ,{"n":1,"name":"c"}],"y":2},"id":1}"#).await;
    scene.app.expect(r#"{"jsonrpc":"2.0", "result":{"x":1.0,"tools" : [{"name":"a","z":1e2},{"n":1,"name":"c"}],"y":2},"id":1}"#).await;
}

#[tokio::test]
async fn a_list_with_nothing_off_passes_to_the_byte() {
    let (mut scene, mut server) = opened(without("b")).await;
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    let list = r#"{"jsonrpc":"2.0","id":1,"result":{ "tools": [ {"name":"a"} ] } }"#;
    server.send(list).await;
    scene.app.expect(list).await;
}

#[tokio::test]
async fn an_ambiguous_list_is_no_list() {
    let (mut scene, mut server) = opened(without("b")).await;
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    server.send(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[],"tools":[{"name":"b"}]}}"#).await;
    assert!(scene.app.recv().await.contains("ambiguous"));
}

#[tokio::test]
async fn a_tool_that_is_off_is_not_called_however_it_is_written() {
    let (mut scene, mut server) = opened(without("b")).await;
    for line in [
        call(1, "b"),
        call(1, r"\u0062"),
        call(1, "b").replace("tools/call", r"tools\/c\u0061ll"),
        format!("[{}]", call(1, "b")),
    ] {
        scene.app.send(&line).await;
        let answer = scene.app.recv().await;
        assert!(answer.contains(r#""isError":true"#), "{answer}");
    }
    // Without an id nothing is called, and nothing answered.
    scene.app.send(&call(1, "b").replace(r#""id":1,"#, "")).await;
    let twice =
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","name":"b"}}"#;
    scene.app.send(twice).await;
    assert!(scene.app.recv().await.contains("-32602"));
    scene.app.send(&call(3, "a")).await;
    server.expect(&call(3, "a")).await;
}

/// Some servers read names without regard to case, and the last of two; others end a line at a
/// carriage return, or where Unicode does.
#[tokio::test]
async fn no_call_hides_in_another_message() {
    let (mut scene, mut server) = opened(without("b")).await;
    let inner = call(1, "b");
    for line in [
        inner.replace(r#""method":"tools/call""#, r#""method":"ping","Method":"tools/call""#),
        inner.replace(
            r#""id":1,"method":"tools/call""#,
            r#""method":"x","METHOD":"tools/call","ID":1"#,
        ),
        inner.replace(r#""method":"tools/call""#, r#""result":{},"Method":"tools/call""#),
    ] {
        scene.app.send(&line).await;
    }
    for _ in 0..3 {
        let answer = scene.app.recv().await;
        assert!(answer.contains("may be read as another one"), "{answer}");
    }
    for (end, escaped) in [("\u{85}", r"\u0085"), ("\u{2028}", r"\u2028"), ("\u{2029}", r"\u2029")]
    {
        let line = format!(r#"{{"jsonrpc":"2.0","method":"m","params":{{"x":"{end}y{end}"}}}}"#);
        scene.app.send(&line).await;
        server.expect(&line.replace(end, escaped)).await;
    }
    let line = format!(r#"{{"jsonrpc":"2.0","method":"m","params":[1,RETURN{inner}RETURN]}}"#);
    scene.app.send(&line.replace("RETURN", "\r")).await;
    server.expect(&line.replace("RETURN", " ")).await;
}

#[tokio::test]
async fn the_policy_can_be_replaced() {
    let (mut scene, mut server) = opened(without("b")).await;
    scene.session.set_rules(Some(rules("a")), false);
    scene.app.send(&call(1, "a")).await;
    assert!(scene.app.recv().await.contains("isError"));
    scene.app.send(&call(2, "b")).await;
    server.expect(&call(2, "b")).await;
    scene.session.set_rules(None, false);
    scene.app.send(&call(3, "a")).await;
    server.expect(&call(3, "a")).await;
}

#[tokio::test]
async fn a_tool_that_is_off_is_on_no_page() {
    let (mut scene, mut server) = opened(without("b")).await;
    let second = LIST.replace(r#""tools/list""#, r#""tools/list","params":{"cursor":"2"}"#);
    scene.app.send(&second).await;
    server.expect(&second).await;
    server.send(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}"#).await;
    scene.app.expect(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}"#).await;
}

#[tokio::test]
async fn the_host_hears_of_all_tools() {
    let (mut scene, mut server) = opened(without("b")).await;
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    server.send(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}"#).await;
    let tools =
        scene.event(|event| if let Event::Tools(tools) = event { Some(tools) } else { None });
    let names: Vec<_> = tools.await.into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["a", "b"]);
}

fn asking() -> Options {
    let ask = |tool: &str| if tool == "b" { Rule::Ask } else { Rule::Allowed };
    Options { rules: Some(Rules::new(ask)), ..Options::default() }
}

impl Scene {
    async fn waits(&mut self) -> u64 {
        self.event(|event| if let Event::Waits { call, .. } = event { Some(call) } else { None })
            .await
    }
}

#[tokio::test]
async fn a_call_waits_until_it_is_decided_and_others_do_not() {
    let (mut scene, mut server) = opened(asking()).await;
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"b","arguments":{"z":1,"a":"\u0041"}}}"#;
    scene.app.send(line).await;
    let waits = |event| {
        let Event::Waits { call, tool, arguments, .. } = event else { return None };
        Some((call, tool, arguments))
    };
    let (waits, tool, arguments) = scene.event(waits).await;
    assert_eq!(tool, "b");
    assert_eq!(arguments, r#"{"z":1,"a":"\u0041"}"#);
    scene.app.send(&call(2, "a")).await;
    server.expect(&call(2, "a")).await;
    // Its id is taken meanwhile.
    scene.app.send(&call(1, "a")).await;
    assert!(scene.app.recv().await.contains("under way"));
    scene.session.decide(waits, Verdict::Pass);
    server.expect(line).await;
    server.send(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#).await;
    scene.app.expect(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#).await;
    scene.session.decide(waits, Verdict::Pass);
    scene.app.send(&call(3, "a")).await;
    server.expect(&call(3, "a")).await;
}

#[tokio::test]
async fn a_call_that_is_refused_is_not_made() {
    let (mut scene, mut server) = opened(asking()).await;
    for (verdict, why) in [
        (Verdict::Denied, "said no"),
        (Verdict::Off, "switched this tool off"),
        (Verdict::Crowded, "too many calls wait"),
    ] {
        scene.app.send(&call(1, "b")).await;
        let waits = scene.waits().await;
        scene.session.decide(waits, verdict);
        let answer = scene.app.recv().await;
        assert!(answer.contains(why) && answer.contains("not made"), "{answer}");
    }
    scene.app.send(&call(2, "a")).await;
    server.expect(&call(2, "a")).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_in_place_of_a_task_is_an_error() {
    let rule = |tool: &str| match tool {
        "b" => Rule::Ask,
        "c" => Rule::Off,
        _ => Rule::Allowed,
    };
    let (mut scene, _server) = opened(Options {
        rules: Some(Rules::new(rule)),
        person_time_out: Duration::from_secs(5),
        ..Options::default()
    })
    .await;
    let task = |id, tool| call(id, tool).replace("}}", r#"},"task":{"ttl":60000}}"#);
    let is_error = |answer: &str| answer.contains(r#""error":{"code":-32603"#);

    scene.app.send(&task(1, "c")).await;
    let off = scene.app.recv().await;
    assert!(is_error(&off) && off.contains("switched off"), "{off}");

    scene.app.send(&task(2, "b")).await;
    let waits = scene.waits().await;
    scene.session.decide(waits, Verdict::Denied);
    let denied = scene.app.recv().await;
    assert!(is_error(&denied) && denied.contains("said no"), "{denied}");

    scene.app.send(&task(3, "b")).await;
    let lapsed = scene.app.recv().await;
    assert!(is_error(&lapsed) && lapsed.contains("have not answered"), "{lapsed}");

    scene.app.send(&task(4, "b")).await;
    scene.waits().await;
    scene.app.send(&task(5, "a")).await;
    scene.session.lost(&Loss { message: "it crashed".to_owned(), another: false });
    for _ in 4..7 {
        let unserved = scene.app.recv().await;
        assert!(is_error(&unserved) && unserved.contains("it crashed"), "{unserved}");
        scene.app.send(&task(6, "a")).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_app_is_told_to_try_again_before_it_gives_up() {
    let options = Options { person_time_out: Duration::from_secs(5), ..asking() };
    let (mut scene, mut server) = opened(options).await;
    scene.app.send(&call(1, "b")).await;
    let waits = scene.waits().await;
    let answer = scene.app.recv().await;
    assert!(answer.contains("again") && answer.contains(r#""isError":true"#), "{answer}");
    let lapsed =
        scene.event(|event| if let Event::Lapsed(call) = event { Some(call) } else { None });
    assert_eq!(lapsed.await, waits);
    // What is decided now is too late for it.
    scene.session.decide(waits, Verdict::Pass);
    scene.app.send(&call(2, "a")).await;
    server.expect(&call(2, "a")).await;
}

#[tokio::test]
async fn what_the_app_takes_back_waits_no_longer() {
    let (mut scene, mut server) = opened(asking()).await;
    scene.app.send(&call(1, "b")).await;
    let waits = scene.waits().await;
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    scene.app.send(cancel).await;
    let taken =
        scene.event(|event| if let Event::TakenBack(call) = event { Some(call) } else { None });
    assert_eq!(taken.await, waits);
    scene.session.decide(waits, Verdict::Pass);
    scene.app.send(&call(2, "a")).await;
    server.expect(&call(2, "a")).await;
}

#[tokio::test]
async fn what_waits_is_answered_when_the_session_ends() {
    let (mut scene, _server) = opened(asking()).await;
    scene.app.send(&call(7, "b")).await;
    scene.waits().await;
    scene.session.close();
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":7"#) && answer.contains("ended"), "{answer}");
}

#[tokio::test]
async fn only_so_many_calls_wait() {
    let (mut scene, _server) = opened(asking()).await;
    for id in 0..16 {
        scene.app.send(&call(id, "b")).await;
        scene.waits().await;
    }
    scene.app.send(&call(99, "b")).await;
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":99"#) && answer.contains("too much waits"), "{answer}");
    scene.session.decide(1, Verdict::Denied);
    scene.app.recv().await;
    scene.app.send(&call(100, "b")).await;
    scene.waits().await;
}

#[tokio::test]
async fn a_call_in_a_batch_waits_alone() {
    let (mut scene, mut server) = opened(asking()).await;
    scene.app.send(&format!("[{},{}]", call(1, "b"), call(2, "a"))).await;
    server.expect(&format!("[{}]", call(2, "a"))).await;
    let waits = scene.waits().await;
    scene.session.decide(waits, Verdict::Pass);
    server.expect(&call(1, "b")).await;
}

#[tokio::test]
async fn an_app_that_listed_tools_is_told_that_they_changed() {
    let (mut scene, mut server) = opened(Options::default()).await;
    scene.session.set_rules(Some(rules("b")), true);
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    let list = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}"#;
    server.send(list).await;
    scene.app.expect(list).await;
    scene.session.set_rules(None, true);
    scene.app.expect(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#).await;
}

#[tokio::test]
async fn what_a_server_might_read_in_another_way_is_not_called() {
    let (mut scene, mut server) = opened(without("b")).await;
    for params in [
        r#"{"name":"a","Name":"b"}"#,
        r#"{"Name":"b"}"#,
        r#"["b"]"#,
        r#"{"name":"a","argument\u017f":{}}"#,
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        scene.app.send(&line).await;
        let answer = scene.app.recv().await;
        assert!(answer.contains("-32602"), "{params}: {answer}");
    }
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"},"Params":{"name":"b"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"},"param\u017f":{"name":"b"}}"#,
    ] {
        scene.app.send(line).await;
        assert!(scene.app.recv().await.contains("may be read as another one"), "{line}");
    }
    scene.app.send(&call(3, "a")).await;
    server.expect(&call(3, "a")).await;
}

#[tokio::test]
async fn what_waits_for_the_server_is_under_the_rules_of_now() {
    let (mut scene, server) = opened(Options::default()).await;
    drop(server);
    scene.server_gone().await;
    scene.session.lost(&Loss { message: "it crashed".to_owned(), another: true });
    scene.app.send(&call(1, "a")).await;
    scene.app.send(&call(2, "b")).await;
    scene.app.send(r#"{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}"#).await;
    assert!(scene.app.recv().await.contains(r#""id":9"#), "both are read");
    scene.session.set_rules(Some(rules("b")), false);
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":2"#) && answer.contains("not made"), "{answer}");
    let mut server = scene.serve();
    let mut seen = Vec::new();
    while !seen.iter().any(|line: &String| line.contains("tools/call")) {
        let line = server.recv().await;
        if line.contains("paddock:1") {
            server.send(r#"{"jsonrpc":"2.0","id":"paddock:1","result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"2"}}}"#).await;
        }
        seen.push(line);
    }
    assert_eq!(seen.last(), Some(&call(1, "a")));
}

#[tokio::test]
async fn a_person_sees_all_that_a_call_says_as_it_is_written() {
    let (mut scene, _server) = opened(asking()).await;
    let mut digests = Vec::new();
    for (params, shown) in [
        (
            r#"{"name":"b","arguments":{"n":100000000000000000001}}"#,
            r#"{"n":100000000000000000001}"#,
        ),
        (
            r#"{"name":"b","arguments":{"n":100000000000000000002}}"#,
            r#"{"n":100000000000000000002}"#,
        ),
        (r#"{"name":"b","arguments":{"p":"/evil","p":"/safe"}}"#, r#"{"p":"/evil","p":"/safe"}"#),
        (r#"{"name":"b","arguments":{"p":"/safe"}}"#, r#"{"p":"/safe"}"#),
        (r#"{"name":"b","task":{"ttl":1}}"#, r#"{"name":"b","task":{"ttl":1}}"#),
        (r#"{"name":"b","_meta":{"progressToken":1}}"#, "{}"),
        (r#"{"name":"b","_meta":{"x":1}}"#, r#"{"name":"b","_meta":{"x":1}}"#),
    ] {
        let id = digests.len();
        let line =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#);
        scene.app.send(&line).await;
        let waits = |event| {
            let Event::Waits { arguments, digest, .. } = event else { return None };
            Some((arguments, digest))
        };
        let (arguments, digest) = scene.event(waits).await;
        assert_eq!(arguments, shown);
        digests.push(digest);
    }
    let (meta, other): (Vec<_>, Vec<_>) = (digests.split_off(5), digests);
    assert_eq!(meta[0], meta[1], "a try is the same whatever its token");
    for (at, digest) in other.iter().enumerate() {
        assert!(!other[..at].contains(digest), "two calls are one: {at}");
    }
}

#[tokio::test]
async fn what_has_too_long_a_name_is_no_tool() {
    let (mut scene, mut server) = opened(Options::default()).await;
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    let long = "x".repeat(257);
    let fits = "y".repeat(256);
    let list = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{{"name":"{long}"}},{{"name":"{fits}"}}]}}}}"#
    );
    server.send(&list).await;
    scene.app.expect(&list.replace(&format!(r#"{{"name":"{long}"}},"#), "")).await;
    let names = |event: Event| {
        let Event::Tools(tools) = event else { return None };
        Some(tools.into_iter().map(|tool| tool.name).collect::<Vec<_>>())
    };
    assert_eq!(scene.event(names).await, [fits.as_str()]);
    let violation = |event: Event| matches!(event, Event::Violation { .. }).then_some(());
    scene.event(violation).await;
    scene.app.send(&call(2, &long)).await;
    assert!(scene.app.recv().await.contains("too long"));
    scene.app.send(&call(3, &fits)).await;
    server.expect(&call(3, &fits)).await;
}

fn many(count: usize) -> String {
    let tools: Vec<_> = (0..count).map(|number| format!(r#"{{"name":"{number}"}}"#)).collect();
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{}]}}}}"#, tools.join(","))
}

/// All that is read of one is read before anything else of the host goes on.
#[tokio::test]
async fn a_page_of_more_tools_than_anybody_needs_is_no_list() {
    for options in [Options::default(), without("b")] {
        let (mut scene, mut server) = opened(options).await;
        scene.app.send(LIST).await;
        server.expect(LIST).await;
        server.send(&many(10_000)).await;
        scene.app.expect(&many(10_000)).await;
        let listed = |event| if let Event::Tools(tools) = event { Some(tools.len()) } else { None };
        assert_eq!(scene.event(listed).await, 10_000);

        scene.app.send(LIST).await;
        server.expect(LIST).await;
        server.send(&many(10_001)).await;
        let answer = scene.app.recv().await;
        assert!(answer.contains("too many tools"), "{}", &answer[..200.min(answer.len())]);
        let violation = |event| {
            assert!(!matches!(event, Event::Tools(_)), "nothing is told of them");
            matches!(event, Event::Violation { .. }).then_some(())
        };
        scene.event(violation).await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_room_is_under_the_rules_of_now() {
    let (mut scene, server) = opened(Options { queue_limit: 100, ..Options::default() }).await;
    drop(server);
    scene.server_gone().await;
    scene.session.lost(&another());
    scene.app.send(&call(1, "a")).await;
    // There is no room for it, and it is all the same under way. Time passes once all has come to rest.
    scene.app.send(&call(2, "b")).await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    scene.session.set_rules(Some(rules("b")), false);
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":2"#) && answer.contains("not made"), "{answer}");
}
