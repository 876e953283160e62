//! What servers ask of the person where the app can't be asked.

use paddock_mcp::{AskContent, AskEnd, AskReply, Revision};
use serde_json::value::RawValue;

use super::modern::{required, show_with};
use super::*;
use crate::Ask;

const BOTH: &str = r#""sampling":{"tools":{}},"elicitation":{"form":{},"url":{}}"#;
const FORM: &str = r#"{"message":"Which?","requestedSchema":{"type":"object","properties":{}}}"#;
const ACCEPT: &str = r#"{"action":"accept","content":{"n":1.50}}"#;

pub(super) fn standing_in() -> Options {
    Options { stand_in: true, ..Options::default() }
}

/// A legacy session of an app that declares this, whose server is told that.
pub(super) async fn legacy(declares: &str, told: &str) -> (Scene, End) {
    let mut scene = scene(standing_in());
    let mut server = scene.serve();
    scene.app.send(&initialize(declares)).await;
    server.expect(&initialize(told)).await;
    server.send(INITIALIZE_RESULT).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(INITIALIZED).await;
    server.expect(INITIALIZED).await;
    (scene, server)
}

/// A legacy session of an app that declares nothing.
pub(super) async fn bare() -> (Scene, End) {
    legacy("{}", &format!(r#"{{"roots":{{"listChanged":true}},{BOTH}}}"#)).await
}

fn elicit(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{FORM}}}"#)
}

fn sample(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"sampling/createMessage","params":{{"messages":[],"maxTokens":1}}}}"#
    )
}

pub(super) fn cancelled(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"enough"}}}}"#
    )
}

pub(super) fn given(json: &str) -> AskReply {
    AskReply::Result(RawValue::from_string(json.to_owned()).unwrap())
}

impl Scene {
    pub(super) async fn asked(&mut self) -> Box<Ask> {
        self.event(|event| if let Event::Asked(ask) = event { Some(ask) } else { None }).await
    }

    pub(super) async fn ask_ended(&mut self) -> (u64, AskEnd) {
        self.event(
            |event| {
                if let Event::AskEnded { ask, why } = event { Some((ask, why)) } else { None }
            },
        )
        .await
    }

    /// Nothing went to the app before this.
    pub(super) async fn app_heard_nothing(&mut self, server: &mut End) {
        server.send(MARK).await;
        self.app.expect(MARK).await;
    }
}

#[tokio::test]
async fn nothing_is_added_unless_it_is_switched_on() {
    let (mut scene, mut server) = opened(Options::default()).await;
    // A server may ask all the same, and the app says that it can't be asked.
    server.send(&elicit("1")).await;
    scene.app.expect(&elicit("1")).await;
}

#[tokio::test]
async fn a_legacy_server_is_told_what_the_app_did_not_declare() {
    let roots = r#""roots":{"listChanged":true}"#;
    let sampling = r#""sampling":{"tools":{}}"#;
    let elicitation = r#""elicitation":{"form":{},"url":{}}"#;
    for (declared, told) in [
        (r#"{"elicitation":{}}"#, format!(r#"{{{roots},{sampling},"elicitation":{{}}}}"#)),
        (
            r#"{"x":1.0,"sampling":{}}"#,
            format!(r#"{{{roots},{elicitation},"x":1.0,"sampling":{{}}}}"#),
        ),
        (r#"{"sampling":null}"#, format!("{{{roots},{elicitation},{sampling}}}")),
        (
            r#"{"sampling":{},"elicitation":{}}"#,
            format!(r#"{{{roots},"sampling":{{}},"elicitation":{{}}}}"#),
        ),
    ] {
        legacy(declared, &told).await;
    }
}

#[tokio::test]
async fn a_revision_is_told_what_it_knows() {
    for (revision, added) in
        [("2025-03-26", r#","sampling":{}"#), ("2025-06-18", r#","sampling":{},"elicitation":{}"#)]
    {
        let mut scene = scene(standing_in());
        let mut server = scene.serve();
        let opening = |declared: &str| initialize(declared).replace("2025-11-25", revision);
        scene.app.send(&opening("{}")).await;
        let told = format!(r#"{{"roots":{{"listChanged":true}}{added}}}"#);
        server.expect(&opening(&told)).await;
    }
}

#[tokio::test]
async fn a_legacy_server_is_answered_by_the_host_and_the_app_hears_nothing() {
    let (mut scene, mut server) = bare().await;
    for (number, id) in [(1, "7"), (2, r#""a\"b""#)] {
        server.send(&elicit(id)).await;
        let ask = scene.asked().await;
        assert_eq!((ask.number, ask.revision), (number, Revision::V2025_11_25));
        assert!(matches!(&ask.asked, AskContent::Elicitation(params) if params.get() == FORM));
        scene.session.answer(number, given("{\"action\":\n\"accept\"}"));
        server
            .expect(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"action": "accept"}}}}"#))
            .await;
    }
    server.send(&sample("8")).await;
    assert!(matches!(scene.asked().await.asked, AskContent::Sampling(_)));
    scene.session.answer(3, AskReply::Denied);
    server
        .expect(r#"{"jsonrpc":"2.0","id":8,"error":{"code":-1,"message":"User rejected sampling request"}}"#)
        .await;
    scene.app_heard_nothing(&mut server).await;
}

#[tokio::test]
async fn what_the_app_declares_is_asked_of_it_alone() {
    let told = r#"{"roots":{"listChanged":true},"sampling":{"tools":{}},"elicitation":{}}"#;
    let (mut scene, mut server) = legacy(r#"{"elicitation":{}}"#, told).await;
    server.send(&elicit("1")).await;
    scene.app.expect(&elicit("1")).await;
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}"#;
    scene.app.send(answer).await;
    server.expect(answer).await;
    server.send(&sample("2")).await;
    // The first that the host is asked.
    assert_eq!(scene.asked().await.number, 1);
}

#[tokio::test]
async fn an_answer_counts_once_and_only_while_it_is_waited_for() {
    let (mut scene, mut server) = bare().await;
    server.send(&elicit("1")).await;
    scene.asked().await;
    scene.session.answer(1, given(ACCEPT));
    scene.session.answer(1, AskReply::Denied);
    scene.session.answer(9, AskReply::Denied);
    assert!(server.recv().await.contains("accept"));
    // The id is free again.
    server.send(&elicit("1")).await;
    assert_eq!(scene.asked().await.number, 2);
    server.send(&elicit("1")).await;
    assert!(server.recv().await.contains("under way"));
}

#[tokio::test]
async fn a_server_takes_back_what_it_asked() {
    let (mut scene, mut server) = bare().await;
    server.send(&elicit("1")).await;
    scene.asked().await;
    server.send(&cancelled("1")).await;
    let reason = Some("enough".to_owned());
    assert_eq!(scene.ask_ended().await, (1, AskEnd::Cancelled { reason }));
    scene.session.answer(1, given(ACCEPT));
    server.send(&elicit("2")).await;
    scene.asked().await;
    scene.session.answer(2, given(ACCEPT));
    assert!(server.recv().await.contains(r#""id":2"#), "what was taken back is not answered");
    scene.app_heard_nothing(&mut server).await;
}

#[tokio::test]
async fn what_is_over_before_the_host_hears_of_it_is_never_heard_of() {
    let (mut scene, mut server) = bare().await;
    for _ in 0..100 {
        server.send(&elicit("1")).await;
        server.send(&cancelled("1")).await;
    }
    server.send(&elicit("2")).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
    let mut heard = Vec::new();
    while heard.last() != Some(&101) {
        heard.push(scene.asked().await.number);
    }
    assert!(heard.len() <= 2, "{heard:?}");
}

#[tokio::test]
async fn what_waits_for_the_person_is_bounded() {
    let (mut scene, mut server) = bare().await;
    for id in 0..17 {
        server.send(&elicit(&id.to_string())).await;
    }
    let refusal = server.recv().await;
    assert!(refusal.contains(r#""id":16"#) && refusal.contains("too much waits"), "{refusal}");
    scene.session.answer(1, given(ACCEPT));
    assert!(server.recv().await.contains(r#""id":0"#));
    server.send(&elicit("17")).await;
    for number in 1..=17 {
        assert_eq!(scene.asked().await.number, number);
    }
}

#[tokio::test]
async fn a_cancelled_call_takes_back_what_was_asked_in_it() {
    let (mut scene, mut server) = bare().await;
    scene.app.send(&call(1, "a")).await;
    server.recv().await;
    scene.app.send(&call(2, "b")).await;
    server.recv().await;
    server.send(&elicit("1")).await;
    scene.asked().await;
    // It may belong to the other one.
    scene.app.send(&cancelled("1")).await;
    server.expect(&cancelled("1")).await;
    scene.app.send(&cancelled("2")).await;
    assert_eq!(scene.ask_ended().await, (1, AskEnd::CallEnded));
    let mut lines = [server.recv().await, server.recv().await];
    lines.sort();
    assert!(lines[0].contains("was cancelled") && lines[1] == cancelled("2"), "{lines:?}");
}

#[tokio::test]
async fn a_call_that_is_over_takes_nothing_back() {
    let (mut scene, mut server) = bare().await;
    for id in [1, 2] {
        scene.app.send(&call(id, "a")).await;
        server.recv().await;
    }
    server.send(&elicit("1")).await;
    scene.asked().await;
    server.send(&result(1)).await;
    scene.app.expect(&result(1)).await;
    // As some apps do for every call.
    scene.app.send(&cancelled("1")).await;
    server.expect(&cancelled("1")).await;
    // The one that is left is the one in which it was asked.
    scene.app.send(&cancelled("2")).await;
    assert_eq!(scene.ask_ended().await, (1, AskEnd::CallEnded));
}

#[tokio::test]
async fn another_process_is_not_given_the_answers_of_the_last_one() {
    let (mut scene, mut server) = bare().await;
    server.send(&elicit("1")).await;
    scene.asked().await;
    drop(server);
    scene.server_gone().await;
    scene.session.lost(&another());
    assert_eq!(scene.ask_ended().await, (1, AskEnd::Closed));
    let mut server = scene.serve();
    // The handshake is repeated as the first process was given it.
    assert!(server.recv().await.contains(BOTH));
    server.send(&INITIALIZE_RESULT.replace(r#""id":0"#, r#""id":"paddock:1""#)).await;
    server.expect(INITIALIZED).await;
    scene.session.answer(1, given(ACCEPT));
    server.send(&elicit("1")).await;
    assert_eq!(scene.asked().await.number, 2);
    scene.session.answer(2, AskReply::Denied);
    assert!(server.recv().await.contains("rejected"), "the first answer was for nobody");
}

#[tokio::test]
async fn the_end_of_the_session_ends_what_waits() {
    let (mut scene, mut server) = bare().await;
    server.send(&elicit("1")).await;
    scene.asked().await;
    scene.session.close();
    assert_eq!(scene.ask_ended().await, (1, AskEnd::Closed));
}

#[tokio::test]
async fn a_finished_visit_is_told_to_who_was_asked() {
    let complete = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e"}}"#;
    let (mut scene, mut server) = bare().await;
    server.send(complete).await;
    let name = scene
        .event(|event| if let Event::ElicitationComplete(name) = event { Some(name) } else { None })
        .await;
    assert_eq!(name, "e");
    scene.app_heard_nothing(&mut server).await;
    let (mut scene, mut server) = opened(Options::default()).await;
    server.send(complete).await;
    scene.app.expect(complete).await;
}

#[tokio::test]
async fn a_session_that_began_without_it_goes_on_without_it() {
    let (mut scene, mut server) = opened(Options::default()).await;
    scene.session.set_stand_in(true);
    server.send(&elicit("1")).await;
    scene.app.expect(&elicit("1")).await;
}

const WANTS_FORM: &str = r#""f":{"method":"elicitation/create","params":{"x":1.0}}"#;
const WANTS_MODEL: &str = r#""s":{"method":"sampling/createMessage","params":{}}"#;
const WANTS_ROOTS: &str = r#""k":{"method":"roots/list"}"#;
const A: &str = r#"{"roots":[{"uri":"file:///a","name":"a"}]}"#;

/// A modern session, and a call of an app that declares this of the person.
async fn called(id: &str, declares: &str, told: &str) -> (Scene, End) {
    let mut scene = scene(standing_in());
    let mut server = scene.serve();
    scene.app.send(&show_with(id, "", declares)).await;
    server.expect(&show_with(id, "", told)).await;
    (scene, server)
}

async fn called_bare() -> (Scene, End) {
    called("5", "", &format!(r#""roots":{{}},{BOTH}"#)).await
}

fn again(id: &str, more: &str) -> String {
    show_with(id, more, &format!(r#""roots":{{}},{BOTH}"#))
}

#[tokio::test]
async fn a_modern_call_is_made_again_with_what_the_person_gave() {
    let (mut scene, mut server) = called_bare().await;
    let wants = format!("{WANTS_FORM},{WANTS_ROOTS},{WANTS_MODEL}");
    server.send(&required("5", &wants, r#","requestState":"\u0041""#)).await;
    let form = scene.asked().await;
    assert!(
        matches!(&form.asked, AskContent::Elicitation(params) if params.get() == r#"{"x":1.0}"#)
    );
    assert_eq!((form.during.as_deref(), form.revision), (Some("show"), Revision::V2026_07_28));
    let model = scene.asked().await;
    scene.session.answer(model.number, given(r#"{"role":"assistant"}"#));
    scene.session.answer(form.number, given(ACCEPT));
    let more = format!(
        r#","inputResponses":{{"s":{{"role":"assistant"}},"f":{ACCEPT},"k":{A}}},"requestState":"\u0041""#
    );
    server.expect(&again("\"paddock:1\"", &more)).await;
    // And once more.
    server.send(&required("\"paddock:1\"", WANTS_FORM, "")).await;
    let form = scene.asked().await;
    scene.session.answer(form.number, given(r#"{"action":"decline"}"#));
    let more = r#","inputResponses":{"f":{"action":"decline"}}"#;
    server.expect(&again("\"paddock:2\"", more)).await;
    server.send(r#"{"jsonrpc":"2.0","id":"paddock:2","result":{"content":[]}}"#).await;
    scene.app.expect(&result(5)).await;
}

#[tokio::test]
async fn an_app_is_asked_the_rest_and_nobody_twice() {
    let told = r#""roots":{},"sampling":{"tools":{}},"elicitation":{}"#;
    let (mut scene, mut server) = called("5", r#""elicitation":{}"#, told).await;
    let wants = format!("{WANTS_FORM},{WANTS_MODEL},{WANTS_ROOTS}");
    server.send(&required("5", &wants, r#","requestState":"s""#)).await;
    let model = scene.asked().await;
    scene.session.answer(model.number, given(r#"{"model":"m"}"#));
    let asked = scene.app.recv().await;
    let rest = format!(
        r#"{{"jsonrpc":"2.0","id":5,"result":{{"resultType":"input_required","inputRequests":{{{WANTS_FORM}}},"x":1.0,"requestState":"paddock:1"}}}}"#
    );
    assert_eq!(asked, rest);
    // What the app says of what it was not asked does not count.
    let retry = format!(
        r#","inputResponses":{{"f":{ACCEPT},"s":{{"model":"x"}}}},"requestState":"paddock:1""#
    );
    scene.app.send(&show_with("6", &retry, r#""elicitation":{}"#)).await;
    let more = format!(
        r#","inputResponses":{{"f":{ACCEPT},"s":{{"model":"m"}},"k":{A}}},"requestState":"s""#
    );
    server.expect(&show_with("6", &more, told)).await;
}

#[tokio::test]
async fn a_modern_call_ends_with_a_word_to_the_model_when_the_person_says_no() {
    let (mut scene, mut server) = called_bare().await;
    server.send(&required("5", &format!("{WANTS_FORM},{WANTS_MODEL}"), "")).await;
    let form = scene.asked().await;
    let model = scene.asked().await;
    scene.session.answer(model.number, AskReply::Denied);
    let answer = scene.app.recv().await;
    assert!(
        answer.contains(r#""id":5"#) && answer.contains("isError") && answer.contains("said no")
    );
    assert_eq!(scene.ask_ended().await, (form.number, AskEnd::CallEnded));
    // The server waits for nothing, and the id is free.
    scene.app.send(&show_with("5", "", "")).await;
    server.expect(&again("5", "")).await;
}

#[tokio::test]
async fn a_cancelled_modern_call_is_asked_about_no_longer() {
    let (mut scene, mut server) = called_bare().await;
    server.send(&required("5", WANTS_FORM, "")).await;
    let form = scene.asked().await;
    scene.app.send(&cancelled("5")).await;
    assert_eq!(scene.ask_ended().await, (form.number, AskEnd::CallEnded));
    scene.session.answer(form.number, given(ACCEPT));
    scene.app.send(&show_with("6", "", "")).await;
    // The server has no call of the other id to be cancelled.
    server.expect(&again("6", "")).await;
}

#[tokio::test]
async fn a_server_cannot_answer_a_call_that_waits_for_the_person() {
    let (mut scene, mut server) = called_bare().await;
    server.send(&required("5", WANTS_FORM, "")).await;
    let form = scene.asked().await;
    server.send(&result(5)).await;
    scene.event(|event| matches!(event, Event::Violation { .. }).then_some(())).await;
    scene.session.answer(form.number, given(ACCEPT));
    let more = format!(r#","inputResponses":{{"f":{ACCEPT}}}"#);
    server.expect(&again("\"paddock:1\"", &more)).await;
    scene.app_heard_nothing(&mut server).await;
}

#[tokio::test]
async fn a_modern_call_that_asks_for_too_much_at_once_is_given_up() {
    let (mut scene, mut server) = called_bare().await;
    let wants: Vec<_> = (0..17).map(|n| WANTS_FORM.replace("\"f\"", &format!("\"{n}\""))).collect();
    server.send(&required("5", &wants.join(","), "")).await;
    let answer = scene.app.recv().await;
    assert!(answer.contains("too much waits"), "{answer}");
}

#[tokio::test]
async fn a_modern_server_that_dies_ends_what_its_call_asked() {
    let (mut scene, mut server) = called_bare().await;
    server.send(&required("5", WANTS_FORM, "")).await;
    let form = scene.asked().await;
    drop(server);
    scene.server_gone().await;
    scene.session.lost(&another());
    assert_eq!(scene.ask_ended().await, (form.number, AskEnd::Closed));
    assert!(scene.app.recv().await.contains("it crashed"));
}

#[tokio::test]
async fn a_modern_call_is_as_it_was_switched_when_it_was_made() {
    let (mut scene, mut server) = called_bare().await;
    scene.session.set_stand_in(false);
    server.send(&required("5", WANTS_FORM, "")).await;
    let form = scene.asked().await;
    scene.session.answer(form.number, given(r#"{"action":"decline"}"#));
    assert!(server.recv().await.contains("decline"));
    scene.app.send(&show_with("6", "", "")).await;
    server.expect(&show_with("6", "", r#""roots":{}"#)).await;
}
