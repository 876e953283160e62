//! Calls that fail with -32042, since the person has to go somewhere first.

use paddock_mcp::{AskContent, AskEnd, Revision};

use super::stand_in::{bare, cancelled, given, legacy, standing_in};
use super::*;

const ACCEPT: &str = r#"{"action":"accept"}"#;
const TOLD_FORM: &str =
    r#"{"roots":{"listChanged":true},"sampling":{"tools":{}},"elicitation":{"form":{}}}"#;

fn visit(name: &str) -> String {
    format!(
        r#"{{"mode":"url","message":"Go","url":"https://example.org/{name}","elicitationId":"{name}"}}"#
    )
}

/// The answer to a call that needs these visits.
fn failed(id: u64, names: &[&str]) -> String {
    let visits: Vec<_> = names.iter().map(|name| visit(name)).collect();
    failed_with(id, &format!(r#"{{"elicitations":[{}]}}"#, visits.join(",")))
}

fn failed_with(id: u64, data: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32042,"message":"first","data":{data}}}}}"#
    )
}

fn complete(name: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{{"elicitationId":"{name}"}}}}"#
    )
}

/// A session of an app that declares nothing.
async fn opened_bare(options: Options) -> (Scene, End) {
    let mut scene = scene(options);
    let mut server = scene.serve();
    scene.app.send(&initialize("{}")).await;
    server.recv().await;
    server.send(INITIALIZE_RESULT).await;
    scene.app.recv().await;
    (scene, server)
}

impl Scene {
    /// A call that the server fails for these.
    async fn fails(&mut self, server: &mut End, id: u64, names: &[&str]) {
        self.app.send(&call(id, "t")).await;
        server.expect(&call(id, "t")).await;
        server.send(&failed(id, names)).await;
    }

    async fn told_model(&mut self, id: u64, words: &str) {
        let answer = self.app.recv().await;
        let right = answer.contains(&format!(r#""id":{id},"#)) && answer.contains("isError");
        assert!(right && answer.contains(words), "{answer}");
    }
}

#[tokio::test]
async fn the_person_is_asked_and_the_model_told_to_call_again() {
    let (mut scene, mut server) = bare().await;
    scene.fails(&mut server, 1, &["a"]).await;
    let ask = scene.asked().await;
    assert_eq!((ask.during.as_deref(), ask.revision), (Some("t"), Revision::V2025_11_25));
    assert!(matches!(&ask.asked, AskContent::Elicitation(params) if params.get() == visit("a")));
    scene.app_heard_nothing(&mut server).await;
    scene.session.answer(ask.number, given(ACCEPT));
    scene.told_model(1, "whether they are done").await;

    // They are on their way: nobody is asked again.
    scene.fails(&mut server, 2, &["a"]).await;
    scene.told_model(2, "whether they are done").await;

    server.send(&complete("a")).await;
    scene.app.send(&call(3, "t")).await;
    server.expect(&call(3, "t")).await;
    server.send(&result(3)).await;
    scene.app.expect(&result(3)).await;
    // Another time is another question.
    scene.fails(&mut server, 4, &["a"]).await;
    assert_eq!(scene.asked().await.number, 2);
}

#[tokio::test]
async fn an_app_that_declares_forms_alone_is_sent_nowhere_either() {
    let (mut scene, mut server) = legacy(r#"{"elicitation":{"form":{}}}"#, TOLD_FORM).await;
    scene.fails(&mut server, 1, &["a"]).await;
    scene.asked().await;
    server.send(&complete("a")).await;
    scene.told_model(1, "They are done there").await;
    // What is not of these is the app's.
    server.send(&complete("b")).await;
    scene.app.expect(&complete("b")).await;
}

#[tokio::test]
async fn the_error_stays_as_it_is_where_nobody_stands_in() {
    let addresses = TOLD_FORM.replace(r#""form":{}"#, r#""url":{}"#);
    let sessions = [
        opened(Options::default()).await,
        legacy(r#"{"elicitation":{"url":{}}}"#, &addresses).await,
    ];
    for (mut scene, mut server) in sessions {
        scene.fails(&mut server, 1, &["a"]).await;
        scene.app.expect(&failed(1, &["a"])).await;
        server.send(&complete("a")).await;
        scene.app.expect(&complete("a")).await;
    }
    // Or does no longer.
    let (mut scene, mut server) = bare().await;
    scene.session.set_stand_in(false);
    scene.fails(&mut server, 1, &["a"]).await;
    scene.app.expect(&failed(1, &["a"])).await;
}

#[tokio::test]
async fn what_is_no_list_of_visits_is_an_error_like_others() {
    let (mut scene, mut server) = bare().await;
    let form = r#"{"mode":"form","message":"Go","requestedSchema":{}}"#;
    for (id, data) in [
        (1, "null".to_owned()),
        (2, r#"{"elicitations":[]}"#.to_owned()),
        (3, format!(r#"{{"elicitations":[{},{form}]}}"#, visit("a"))),
        (4, r#"{"elicitations":[{"mode":"url","message":"Go"}]}"#.to_owned()),
    ] {
        scene.app.send(&call(id, "t")).await;
        server.recv().await;
        server.send(&failed_with(id, &data)).await;
        scene.app.expect(&failed_with(id, &data)).await;
    }
}

#[tokio::test]
async fn calls_that_need_the_same_ask_for_it_once() {
    let (mut scene, mut server) = bare().await;
    scene.fails(&mut server, 1, &["a"]).await;
    assert_eq!(scene.asked().await.number, 1);
    // By its name, or by its address.
    scene.fails(&mut server, 2, &["a", "b"]).await;
    assert_eq!(scene.asked().await.number, 2);
    scene.app.send(&call(3, "t")).await;
    server.recv().await;
    let renamed = visit("a").replace(r#"Id":"a""#, r#"Id":"c""#);
    server.send(&failed_with(3, &format!(r#"{{"elicitations":[{renamed}]}}"#))).await;
    server.send(MARK).await;
    scene.app.expect(MARK).await;
    scene.session.answer(1, given(ACCEPT));
    scene.told_model(1, "whether they are done").await;
    scene.told_model(3, "whether they are done").await;
    scene.session.answer(2, given(r#"{"action":"decline"}"#));
    scene.told_model(2, "they said no").await;
}

#[tokio::test]
async fn one_no_ends_what_else_the_call_needed() {
    let (mut scene, mut server) = bare().await;
    scene.fails(&mut server, 1, &["a", "b"]).await;
    scene.asked().await;
    scene.asked().await;
    scene.session.answer(1, given(r#"{"action":"decline"}"#));
    scene.told_model(1, "they said no").await;
    assert_eq!(scene.ask_ended().await, (2, AskEnd::CallEnded));
}

#[tokio::test(start_paused = true)]
async fn an_app_is_told_in_time_and_the_question_stays() {
    let time_out = Duration::from_secs(5);
    let (mut scene, mut server) =
        opened_bare(Options { person_time_out: time_out, ..standing_in() }).await;
    scene.fails(&mut server, 1, &["a"]).await;
    scene.asked().await;
    scene.told_model(1, "make the call again once they have been there").await;
    scene.fails(&mut server, 2, &["a"]).await;
    scene.app_heard_nothing(&mut server).await;
    scene.session.answer(1, given(ACCEPT));
    scene.told_model(2, "whether they are done").await;
}

#[tokio::test]
async fn a_call_that_is_taken_back_takes_its_question_along() {
    let (mut scene, mut server) = bare().await;
    for id in [1, 2] {
        scene.fails(&mut server, id, &["a"]).await;
    }
    scene.asked().await;
    scene.app_heard_nothing(&mut server).await;
    // The id is still in use, and the server has no call to be cancelled.
    scene.app.send(&call(2, "t")).await;
    assert!(scene.app.recv().await.contains("under way"));
    scene.app.send(&cancelled("1")).await;
    scene.app.send(&cancelled("2")).await;
    assert_eq!(scene.ask_ended().await, (1, AskEnd::CallEnded));
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

#[tokio::test]
async fn a_process_that_is_gone_needs_nothing() {
    let (mut scene, mut server) = bare().await;
    scene.fails(&mut server, 1, &["a"]).await;
    scene.asked().await;
    drop(server);
    scene.server_gone().await;
    scene.session.lost(&another());
    scene.told_model(1, "any more").await;
    assert_eq!(scene.ask_ended().await, (1, AskEnd::Closed));
}

#[tokio::test]
async fn what_waits_is_bounded() {
    let (mut scene, mut server) = bare().await;
    for id in 1..=17 {
        scene.fails(&mut server, id, &["a"]).await;
    }
    scene.told_model(17, "have not answered").await;
    let many: Vec<_> = (0..17).map(|n| n.to_string()).collect();
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    scene.fails(&mut server, 18, &many).await;
    scene.told_model(18, "too much waits").await;
}

/// Each is compared with all before it.
#[tokio::test]
async fn a_call_that_needs_more_visits_than_anybody_makes_asks_for_none() {
    let (mut scene, mut server) = bare().await;
    let names: Vec<_> = (0..50_000).map(|number| number.to_string()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    scene.fails(&mut server, 1, &names).await;
    scene.app.expect(&failed(1, &names)).await;
    scene.fails(&mut server, 2, &names[..1000]).await;
    scene.told_model(2, "too much waits").await;
    scene.fails(&mut server, 3, &["a"]).await;
    assert_eq!(scene.asked().await.number, 1);
}
