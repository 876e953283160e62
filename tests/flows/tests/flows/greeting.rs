//! Apps whose server can't start yet: they are greeted, told why, and go on once it can.

use std::fs;
use std::path::Path;

use paddock_host::view::{
    FrontView, LifetimeChoice, NamedBy, PickView, RunView, Scope, ServerDraft, View,
};
use serde_json::{Value, json};

use crate::app::App;
use crate::named::script;
use crate::world::{READ, World, is_running};

/// A server that ends without `~/acme`, where `a.txt` says hello, and is trusted.
async fn without_its_folder(world: &World, draft: fn(&World, &[String]) -> ServerDraft) -> u32 {
    fs::write(world.folder("acme").join("a.txt"), "hello").unwrap();
    let args = ["--repository".to_owned(), "~/acme".to_owned()];
    let server = world.host.add_server(draft(world, &args)).await.unwrap();
    world.trust(server).await;
    server
}

async fn until_asked(world: &World) -> PickView {
    let view = world.until("the person is asked", |view| !view.picks.is_empty()).await;
    assert_eq!(view.picks.len(), 1, "{:?}", view.picks);
    view.picks.into_iter().next().unwrap()
}

async fn allow(world: &World, pick: &PickView) {
    let server = pick.server.unwrap();
    world.host.grant(pick.id, server, READ, LifetimeChoice::Always, None).await.unwrap();
}

fn tools(listed: &Value) -> usize {
    listed["result"]["tools"].as_array().unwrap_or_else(|| panic!("{listed}")).len()
}

/// Waits until the app hears this.
async fn until_said(app: &mut App, method: &str) -> Value {
    if let Some(said) = app.said.iter().find(|it| it["method"] == method) {
        return said.clone();
    }
    loop {
        let message = app.next().await.expect("the session goes on");
        if message["method"] == method {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_without_its_folder_is_told_of_it_and_the_person_is_asked_once() {
    let world = World::new();
    let server = without_its_folder(&world, script).await;
    world.until_failed(server).await;
    let mut app = App::open(&world.ground, "git", None).await;
    assert_eq!(tools(&app.ask("tools/list", json!({})).await), 0);
    let refused = app.call("read", json!({ "path": "x" })).await;
    assert_eq!(
        (refused.text.as_str(), refused.is_error),
        (
            "git needs the folder ~/acme, which is not granted to it. Ask the person to grant it \
             in Paddock, then call again.",
            true
        )
    );
    let pick = until_asked(&world).await;
    assert_eq!(pick.server, Some(server));
    assert_eq!(pick.named.as_ref().unwrap().by, NamedBy::Argument { text: "~/acme".into() });
    assert!(matches!(pick.by, FrontView::Program { .. }), "{:?}", pick.by);
    // Another app that lacks it is told the same, and so is who calls again.
    let mut other = App::open(&world.ground, "git", None).await;
    assert!(other.call("read", json!({})).await.text.contains("~/acme"));
    assert!(app.call("read", json!({})).await.text.contains("~/acme"));
    let again = world.host.pick_named(server, false).await.unwrap();
    assert_eq!((again.len(), until_asked(&world).await.id), (0, pick.id));

    allow(&world, &pick).await;
    for app in [&mut app, &mut other] {
        // Who was told of no tools hears of those that came.
        if app.said.is_empty() && tools(&app.ask("tools/list", json!({})).await) == 0 {
            until_said(app, "notifications/tools/list_changed").await;
        }
        let path = world.folder("acme").join("a.txt");
        let read = app.call("read", json!({ "path": path })).await;
        assert_eq!((read.text.as_str(), read.is_error), ("hello", false));
        assert_eq!(tools(&app.ask("tools/list", json!({})).await), 1);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_works_in_none_of_the_folders_is_told_that_it_gets_none() {
    let world = World::new();
    let server = without_its_folder(&world, script).await;
    world.grant(server, &world.folder("acme"), READ).await;
    world.host.set_scope(server, Scope::WhereAppWorks).await.unwrap();
    let mut app = App::open(&world.ground, "git", Some(&world.folder("other"))).await;
    let refused = app.call("read", json!({})).await;
    assert!(refused.is_error && refused.text.contains("works in none of them"), "{}", refused.text);
    // All of them are its own by a person's word, and the app goes on.
    world.host.set_scope(server, Scope::AllFolders).await.unwrap();
    let runs =
        |view: &View| view.sessions.iter().all(|it| matches!(it.state, RunView::Running { .. }));
    world.until("it is started again", runs).await;
    let path = world.folder("acme").join("a.txt");
    let read = app.call("read", json!({ "path": path })).await;
    assert_eq!((read.text.as_str(), read.is_error), ("hello", false));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_only_looks_what_there_is_asks_nothing_of_a_person() {
    let world = World::new();
    let server = without_its_folder(&world, script).await;
    world.until_failed(server).await;
    let mut app = App::open(&world.ground, "git", None).await;
    assert_eq!(tools(&app.ask("tools/list", json!({})).await), 0);
    assert_eq!(world.view().await.picks, []);
    // What a person was asked about by an app is no news.
    assert_eq!(world.host.pick_named(server, false).await.unwrap().len(), 1);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_of_the_modern_era_goes_on_once_the_folder_is_granted() {
    let world = World::new();
    let server = without_its_folder(&world, modern_script).await;
    let folder = world.folder("acme");
    // It ran once, for Paddock: what it said then, apps are told.
    let grant = world.grant(server, &folder, READ).await;
    world.host.start_server(server).await.unwrap();
    world.until_server(server, "it ran once", is_running).await;
    world.host.tools(server).await.unwrap();
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    world.host.revoke(grant).await.unwrap();

    let mut app = App::join(&world.ground, "git", None).await;
    let discovered = app.ask("server/discover", modern(json!({}))).await;
    assert_eq!(discovered["result"]["supportedVersions"], json!(["2026-07-28"]), "{discovered}");
    let wanted = modern(json!({ "notifications": { "toolsListChanged": true } }));
    app.begin("subscriptions/listen", wanted).await;
    until_said(&mut app, "notifications/subscriptions/acknowledged").await;
    assert_eq!(tools(&app.ask("tools/list", modern(json!({}))).await), 1);
    let path = folder.join("a.txt");
    let call = modern(json!({ "name": "read", "arguments": { "path": path } }));
    let refused = app.ask("tools/call", call.clone()).await;
    assert!(refused["result"]["content"][0]["text"].as_str().unwrap().contains("~/acme"));

    allow(&world, &until_asked(&world).await).await;
    let read = app.ask("tools/call", call).await;
    assert_eq!(read["result"]["content"][0]["text"], "hello", "{read}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_whose_folder_can_not_be_entered_is_told_so_at_once() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let folder = world.folder("acme");
    world.grant_and_tell(server, &folder, READ).await;
    let gone = folder.join("gone");
    let mut app = App::open(&world.ground, "one", Some(&gone)).await;
    let refused = app.call("echo", json!({ "text": "hi" })).await;
    let expected = format!("one can't start: the folder {} can't be entered.", gone.display());
    assert!(refused.is_error && refused.text.starts_with(&expected), "{refused:?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_is_told_what_else_keeps_its_server_from_running() {
    let world = World::new();
    let missing = ServerDraft {
        name: "missing".into(),
        program: "/private/place/no-such-program".into(),
        ..ServerDraft::default()
    };
    world.host.add_server(missing).await.unwrap();
    let untrusted = world.host.add_server(script(&world, &[])).await.unwrap();
    world.until_asked_to_trust(untrusted).await;
    for (server, why) in [
        ("missing", "missing can't start: its program no-such-program is not there to run."),
        ("git", "git does not run: its command is not trusted yet."),
    ] {
        let mut app = App::open(&world.ground, server, None).await;
        let refused = app.call("read", json!({})).await;
        assert!(refused.is_error && refused.text.starts_with(why), "{refused:?}");
        assert!(!refused.text.contains("/private"), "{refused:?}");
    }
    assert!(world.view().await.picks.is_empty());
    world.quit().await;
}

fn modern(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    });
    params
}

fn modern_script(world: &World, args: &[String]) -> ServerDraft {
    let draft = script(world, args);
    let file = Path::new(&draft.args[0]);
    let text = fs::read_to_string(file).unwrap();
    let text = text.replace(include_str!("reader.py"), include_str!("modern_reader.py"));
    fs::write(file, text).unwrap();
    draft
}
