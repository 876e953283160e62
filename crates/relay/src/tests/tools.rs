use super::*;
use crate::{Policy, ToolRule};

fn without(off: &'static str) -> Options {
    Options { policy: Some(policy(off)), ..Options::default() }
}

fn policy(off: &'static str) -> Policy {
    Policy::new(move |tool| if tool == off { ToolRule::Off } else { ToolRule::Allowed })
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

#[tokio::test]
async fn the_policy_can_be_replaced() {
    let (mut scene, mut server) = opened(without("b")).await;
    scene.session.set_policy(Some(policy("a")));
    scene.app.send(&call(1, "a")).await;
    assert!(scene.app.recv().await.contains("isError"));
    scene.app.send(&call(2, "b")).await;
    server.expect(&call(2, "b")).await;
    scene.session.set_policy(None);
    scene.app.send(&call(3, "a")).await;
    server.expect(&call(3, "a")).await;
}
