use tokio::time::Instant;

use super::*;
use crate::{Answered, OpenedAs, Remembered};

const RESULT: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}"#;
const TOOLS: &str = r#"{"tools":[{"name":"a"}]}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

fn remembered() -> Remembered {
    Remembered {
        asked: OpenedAs {
            discover: false,
            revision: "2025-11-25".to_owned(),
            capabilities: ROOTS.to_owned(),
        },
        opening: Answered::Result(RESULT.to_owned()),
        tools: Some(TOOLS.to_owned()),
        prompts: None,
        resources: None,
        templates: None,
    }
}

fn with_memory() -> Options {
    Options { remembered: vec![remembered()], ..Options::default() }
}

fn listed(text: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{text}}}"#)
}

/// A session that was opened from memory, with a call that waits.
async fn opened_from_memory(options: Options) -> Scene {
    let mut scene = scene(options);
    let before = Instant::now();
    scene.app.send(&initialize("{}")).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    assert!(before.elapsed() >= Duration::from_secs(1));
    let before = Instant::now();
    scene.app.send(INITIALIZED).await;
    scene.app.send(LIST).await;
    scene.app.expect(&listed(TOOLS)).await;
    assert!(before.elapsed() < Duration::from_millis(1));
    scene.app.send(&call(2, "a")).await;
    scene
}

async fn server_opens(scene: &mut Scene, result: &str) -> End {
    let mut server = scene.serve();
    server.expect(&initialize(ROOTS)).await;
    server.send(result).await;
    server
}

#[tokio::test(start_paused = true)]
async fn a_slow_server_is_answered_for_and_its_calls_wait() {
    let mut scene = opened_from_memory(with_memory()).await;
    let mut server = server_opens(&mut scene, INITIALIZE_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(LIST).await;
    server.expect(&call(2, "a")).await;
    server.send(&listed(TOOLS)).await;
    server.send(&result(2)).await;
    // Neither of the two answers comes a second time.
    scene.app.expect(&result(2)).await;
}

#[tokio::test(start_paused = true)]
async fn a_start_of_10_or_of_40_seconds_costs_the_app_neither_opening_nor_call() {
    for seconds in [10, 40] {
        let mut scene = opened_from_memory(with_memory()).await;
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        let mut server = server_opens(&mut scene, INITIALIZE_RESULT).await;
        server.expect(INITIALIZED).await;
        server.expect(LIST).await;
        server.expect(&call(2, "a")).await;
        server.send(&listed(TOOLS)).await;
        server.send(&result(2)).await;
        scene.app.expect(&result(2)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_there_but_does_not_answer_is_answered_for() {
    let mut scene = scene(with_memory());
    let mut server = scene.serve();
    scene.app.send(&initialize("{}")).await;
    server.expect(&initialize(ROOTS)).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(INITIALIZED).await;
    scene.app.send(MARK).await;
    server.send(INITIALIZE_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(MARK).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
}

#[tokio::test(start_paused = true)]
async fn an_app_of_an_older_revision_is_answered_with_what_a_newer_one_was_told() {
    let older = |text: &str| text.replace("2025-11-25", "2025-06-18");
    let mut scene = scene(with_memory());
    let before = Instant::now();
    scene.app.send(&older(&initialize("{}"))).await;
    scene.app.expect(&older(INITIALIZE_RESULT)).await;
    scene.app.send(INITIALIZED).await;
    scene.app.send(LIST).await;
    scene.app.expect(&listed(TOOLS)).await;
    assert!(before.elapsed() < Duration::from_secs(2), "{:?}", before.elapsed());
}

#[tokio::test(start_paused = true)]
async fn no_app_is_promised_a_revision_that_its_server_was_too_old_for() {
    let old = |text: &str| text.replace("2025-11-25", "2025-03-26");
    let opening = Answered::Result(old(RESULT));
    let known = Remembered { opening, ..remembered() };
    let mut scene = scene(Options { remembered: vec![known], ..Options::default() });
    scene.app.send(&initialize("{}").replace("2025-11-25", "2025-06-18")).await;
    scene.app.expect(&old(INITIALIZE_RESULT)).await;
}

#[tokio::test(start_paused = true)]
async fn a_list_that_differs_is_told_to_have_changed() {
    let mut scene = opened_from_memory(with_memory()).await;
    let mut server = server_opens(&mut scene, INITIALIZE_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(LIST).await;
    let other = r#"{"tools":[{"name":"b"}]}"#;
    server.send(&listed(other)).await;
    scene.app.expect(TOOLS_CHANGED).await;
    let learned = scene
        .event(|event| if let Event::Learned(learned) = event { Some(learned) } else { None })
        .await;
    assert_eq!(*learned, Remembered { tools: Some(other.to_owned()), ..remembered() });
}

#[tokio::test(start_paused = true)]
async fn the_host_hears_which_tools_were_told_from_memory_before_it_hears_of_others() {
    let described = |text: &str| format!(r#"{{"tools":[{{"name":"a","description":"{text}"}}]}}"#);
    let known = Remembered { tools: Some(described("reads")), ..remembered() };
    let mut scene = scene(Options { remembered: vec![known], ..Options::default() });
    scene.app.send(&initialize("{}")).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(INITIALIZED).await;
    scene.app.send(LIST).await;
    scene.app.expect(&listed(&described("reads"))).await;
    let mut server = server_opens(&mut scene, INITIALIZE_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(LIST).await;
    server.send(&listed(&described("mails"))).await;
    scene.app.expect(TOOLS_CHANGED).await;
    let mut heard = Vec::new();
    while heard.len() < 2 {
        let of_tools = |event| {
            if let Event::Recalled(tools) = event {
                Some(("told", tools))
            } else if let Event::Tools(tools) = event {
                Some(("listed", tools))
            } else {
                None
            }
        };
        let (how, tools) = scene.event(of_tools).await;
        heard.push((how, tools[0].description.clone().unwrap()));
    }
    assert_eq!(heard, [("told", "reads".to_owned()), ("listed", "mails".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn another_revision_than_was_remembered_ends_the_session() {
    let mut scene = opened_from_memory(with_memory()).await;
    let other = INITIALIZE_RESULT.replace("2025-11-25", "2025-06-18");
    let _server = server_opens(&mut scene, &other).await;
    let answer = scene.app.recv().await;
    assert!(answer.contains(r#""id":2,"#) && answer.contains("2025-06-18"), "{answer}");
    assert_eq!(scene.app.next().await, None);
    let learned = scene
        .event(|event| if let Event::Learned(learned) = event { Some(learned) } else { None })
        .await;
    assert!(learned.opening.text().contains("2025-06-18"), "it ends one session only");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_dies_unconfirmed_leaves_no_doubtful_list() {
    let mut scene = opened_from_memory(with_memory()).await;
    let mut server = server_opens(&mut scene, INITIALIZE_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(LIST).await;
    drop(server);
    scene.server_gone().await;
    scene.session.lost(&another());
    assert!(scene.app.recv().await.contains("it crashed"));
    let mut server = scene.serve();
    let replay = server.recv().await;
    assert!(replay.contains("paddock:1"), "{replay}");
    server.send(&INITIALIZE_RESULT.replace(r#""id":0"#, r#""id":"paddock:1""#)).await;
    // It is asked in the place of the app.
    server.expect(INITIALIZED).await;
    let again = server.recv().await;
    assert!(again.contains("tools/list") && again.contains("paddock:2"), "{again}");
    server.send(r#"{"jsonrpc":"2.0","id":"paddock:2","result":{"tools":[]}}"#).await;
    scene.app.expect(TOOLS_CHANGED).await;
}

#[tokio::test(start_paused = true)]
async fn tools_that_are_off_are_not_remembered_for_the_app() {
    let rules = crate::Rules::new(|_| crate::Rule::Off);
    let mut scene = scene(Options { rules: Some(rules), ..with_memory() });
    scene.app.send(&initialize("{}")).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(LIST).await;
    scene.app.expect(&listed(r#"{"tools":[]}"#)).await;
}

#[tokio::test(start_paused = true)]
async fn what_was_said_to_an_app_of_other_capabilities_is_said_to_this_one() {
    let mut scene = scene(with_memory());
    scene.app.send(&initialize(r#"{"sampling":{}}"#)).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(LIST).await;
    scene.app.expect(&listed(TOOLS)).await;
    let mut server = scene.serve();
    assert!(server.recv().await.contains("sampling"));
    server.send(INITIALIZE_RESULT).await;
    server.expect(LIST).await;
    // What depends on them is told.
    server.send(&listed(r#"{"tools":[]}"#)).await;
    scene.app.expect(TOOLS_CHANGED).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_answers_in_time_answers_itself() {
    let (mut scene, mut server) = opened(with_memory()).await;
    tokio::time::sleep(Duration::from_mins(1)).await;
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    tokio::time::sleep(Duration::from_mins(1)).await;
    server.send(&listed("{}")).await;
    scene.app.expect(&listed("{}")).await;
}

#[tokio::test]
async fn what_a_server_answers_is_learned() {
    let (mut scene, mut server) = opened(Options::default()).await;
    let learned = |event| if let Event::Learned(learned) = event { Some(learned) } else { None };
    let first = scene.event(learned).await;
    assert_eq!(*first, Remembered { tools: None, ..remembered() });
    scene.app.send(LIST).await;
    server.expect(LIST).await;
    server.send(&listed(TOOLS)).await;
    scene.app.expect(&listed(TOOLS)).await;
    assert_eq!(*scene.event(learned).await, remembered());
}

/// A legacy server behind an app that asks in the modern way first.
#[tokio::test(start_paused = true)]
async fn that_a_server_does_not_know_discover_is_remembered_too() {
    let discover = r#"{"jsonrpc":"2.0","id":"d","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}}}"#;
    let refused = r#"{"jsonrpc":"2.0","id":"d","error":{"code":-32601,"message":"no"}}"#;
    let mut first = scene(Options::default());
    let mut server = first.serve();
    first.app.send(discover).await;
    server.expect(discover).await;
    server.send(refused).await;
    first.app.expect(refused).await;
    let learned = first
        .event(|event| if let Event::Learned(learned) = event { Some(learned) } else { None })
        .await;

    let options = Options { remembered: vec![*learned, remembered()], ..Options::default() };
    let mut second = scene(options);
    second.app.send(discover).await;
    second.app.expect(refused).await;
    second.app.send(&initialize("{}")).await;
    second.app.expect(INITIALIZE_RESULT).await;
    let mut server = second.serve();
    server.expect(discover).await;
    server.expect(&initialize(ROOTS)).await;
    server.send(refused).await;
    server.send(INITIALIZE_RESULT).await;
    second.app.send(INITIALIZED).await;
    server.expect(INITIALIZED).await;
    server.send(MARK).await;
    second.app.expect(MARK).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_can_not_start_is_answered_for_as_well() {
    let lost = Loss { message: "it waits for a folder".to_owned(), another: false };
    // Whether it is said before the app opens the session or after.
    for early in [true, false] {
        let mut scene = scene(with_memory());
        if early {
            scene.session.lost(&lost);
        }
        scene.app.send(&initialize("{}")).await;
        if !early {
            scene.app.send(r#"{"jsonrpc":"2.0","id":8,"method":"x"}"#).await;
            scene.event(|event| matches!(event, Event::Opened { .. }).then_some(())).await;
            scene.session.lost(&lost);
        }
        scene.app.expect(INITIALIZE_RESULT).await;
        if !early {
            assert!(scene.app.recv().await.contains("waits for a folder"));
        }
        scene.app.send(INITIALIZED).await;
        scene.app.send(LIST).await;
        scene.app.expect(&listed(TOOLS)).await;
        scene.app.send(&call(2, "a")).await;
        assert!(scene.app.recv().await.contains("waits for a folder"));
        scene.app.send(r#"{"jsonrpc":"2.0","id":3,"method":"prompts/list"}"#).await;
        scene.app.expect(r#"{"jsonrpc":"2.0","id":3,"result":{"prompts":[]}}"#).await;

        // It is granted: the session goes on.
        scene.session.lost(&Loss { message: "again".to_owned(), another: true });
        scene.app.send(&call(4, "a")).await;
        let mut server = scene.serve();
        let opening = server.recv().await;
        assert!(opening.contains("initialize"), "{opening}");
        let id = if opening.contains("paddock:1") { r#""paddock:1""# } else { r#""paddock:2""# };
        server.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{RESULT}}}"#)).await;
        server.expect(INITIALIZED).await;
        server.expect(&call(4, "a")).await;
        for list in ["tools/list", "prompts/list"] {
            let asked = server.recv().await;
            assert!(asked.contains(list) && asked.contains("paddock:"), "{asked}");
        }
    }
}
