//! Nothing happens that the person did not see and want.

use std::io::ErrorKind;
use std::net::TcpListener;

use paddock_host::view::{Asked, ToolView};
use serde_json::json;

use super::revision::Revision;
use crate::world::{READ, World, fake, find, uri};

pub(super) async fn root_5_nothing_is_told_before_it_is_granted(revision: Revision) {
    let world = World::new();
    let server = world.add_fake("fake", &revision.args()).await;
    world.until_running(server).await;
    let folder = world.folder("acme");
    world.host.pick(folder.clone().into()).await.unwrap();
    if !revision.is_modern() {
        world.until_told(server).await;
    }
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    let grant = world.grant(server, &folder, READ).await;
    if !revision.is_modern() {
        world.until_told(server).await;
    }
    assert_eq!(world.held_by_fake(server).await, [uri(&folder)]);
    world.host.revoke(grant).await.unwrap();
    if !revision.is_modern() {
        world.until_told(server).await;
    }
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    let kinds = world.activity(server).await;
    let mut changes = kinds.iter().filter(|kind| ["granted", "revoked"].contains(&kind.as_str()));
    assert_eq!(changes.next().map(String::as_str), Some("granted"), "{kinds:?}");
    assert_eq!(changes.next().map(String::as_str), Some("revoked"), "{kinds:?}");
    world.quit().await;
}

pub(super) async fn sch_1_a_schema_leads_nowhere(revision: Revision) {
    let (listener, address) = listener();
    let schema = json!({
        "$schema": format!("{address}/meta"),
        "type": "object",
        "$ref": format!("{address}/schema"),
        "properties": { "a": { "$dynamicRef": format!("{address}/schema#a") } },
    });
    let tool = json!({ "name": "far", "inputSchema": schema, "outputSchema": schema });
    let tool = tool.to_string();
    let world = World::new();
    let server = world.add_fake("fake", &[&revision.args()[..], &["--tool", &tool]].concat()).await;
    world.until_running(server).await;
    let listed = world.host.tools(server).await.unwrap();
    let far = listed.iter().find(|tool| tool.name == "far").unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&far.schema).unwrap(), schema);
    world.call(server, "far", json!({ "a": 1 })).await.unwrap();
    world.quit().await;
    nobody_came(&listener);
}

pub(super) async fn tool_1_claims_are_shown_as_claims_and_calls_are_kept(revision: Revision) {
    let tool = json!({
        "name": "harmless",
        "inputSchema": { "type": "object" },
        "annotations": { "readOnlyHint": true, "destructiveHint": false },
    });
    let tool = tool.to_string();
    let world = World::new();
    let server = world.add_fake("fake", &[&revision.args()[..], &["--tool", &tool]].concat()).await;
    world.until_running(server).await;
    let listed = world.host.tools(server).await.unwrap();
    let claims = |name: &str| {
        let of_name = |tool: &&ToolView| tool.name == name;
        listed.iter().find(of_name).map(|tool| tool.claims.clone())
    };
    assert_eq!(claims("harmless"), Some(vec!["readOnly".to_owned()]));
    assert_eq!(claims("echo"), Some(vec![]));
    world.call(server, "harmless", json!({})).await.unwrap();
    let kinds = world.activity(server).await;
    assert!(kinds.iter().any(|kind| kind == "tool-called"), "{kinds:?}");
    world.quit().await;
}

pub(super) async fn icon_1_no_icon_is_fetched_or_shown(revision: Revision) {
    let (listener, address) = listener();
    let icon = format!("{address}/icon.png");
    let world = World::new();
    let args = [&revision.args()[..], &["--offers", "all", "--icons", &icon]].concat();
    let server = world.add_fake("fake", &args).await;
    world.until_running(server).await;
    let tools = world.host.tools(server).await.unwrap();
    assert!(!format!("{tools:?}").contains(&icon));
    let mut view = find(&world.view().await, server).unwrap().clone();
    view.command.args.clear();
    view.command.line.clear();
    assert!(!format!("{view:?}").contains(&icon));
    world.quit().await;
    nobody_came(&listener);
}

pub(super) async fn sec_1_nothing_runs_that_was_not_seen(revision: Revision) {
    let world = World::new();
    let record = world.ground.beside("record");
    let long = "x".repeat(10_000);
    let args = [&revision.args()[..], &["--record", record.to_str().unwrap(), "--pids", &long]];
    let draft = fake("new", &args.concat());
    let id = world.host.add_server(draft.clone()).await.unwrap();
    world.choose(id, Asked::Advisory).await;
    let fingerprint = world.until_asked_to_trust(id).await;
    let view = world.view().await;
    let line = format!("{} {}", draft.program, draft.args.join(" "));
    assert_eq!(find(&view, id).unwrap().command.line, line);
    world.host.start_server(id).await.unwrap();
    world.until_asked_to_trust(id).await;
    assert!(!record.exists());
    world.host.trust_server(id, fingerprint).await.unwrap();
    world.until_running(id).await;
    assert!(record.exists());
    world.quit().await;
}

/// Someone who would notice, and their address.
fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    listener.set_nonblocking(true).unwrap();
    (listener, address)
}

fn nobody_came(listener: &TcpListener) {
    let came = listener.accept().map(|(_, from)| from);
    assert_eq!(came.unwrap_err().kind(), ErrorKind::WouldBlock);
}
