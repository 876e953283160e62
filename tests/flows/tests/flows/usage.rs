//! How apps may use a server: where they work, and which tools they call.

use std::fs;
use std::path::Path;

use paddock_control::Role;
use paddock_host::view::{
    CallAnswer, Code, HeldCallView, LifetimeChoice, Scope, ToolRule, View, WideningView,
};
use serde_json::json;

use crate::app::App;
use crate::world::{READ, World};

const EVERY_APP: Option<String> = None;

async fn read(app: &mut App, file: &Path) -> bool {
    !app.call("read_text_file", json!({ "path": file.display().to_string() })).await.is_error
}

/// The files server, a folder that is granted to it, and two files in two of its parts.
async fn two_parts(world: &World) -> (u32, [std::path::PathBuf; 2]) {
    let files = world.bundled().await;
    let work = world.folder("work");
    let parts = ["acme", "other"].map(|part| world.folder(&format!("work/{part}")));
    for part in &parts {
        fs::write(part.join("a.txt"), "hello").unwrap();
    }
    world.grant_and_tell(files, &work, READ).await;
    (files, parts)
}

/// Until every session reaches folders of these names, in this order.
async fn until_reached(world: &World, names: &[&str]) {
    let reached = |view: &View| {
        view.sessions.iter().all(|session| {
            let paths = session.reaches.iter().map(|it| it.path.rsplit('/').next().unwrap());
            paths.eq(names.iter().copied())
        })
    };
    world.until(&format!("sessions reach {names:?}"), reached).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_has_what_of_the_folders_it_works_in() {
    let world = World::new();
    let (files, [acme, other]) = two_parts(&world).await;
    world.host.set_scope(files, Scope::WhereAppWorks).await.unwrap();
    let mut app = App::open(&world.ground, "files", Some(&acme)).await;
    until_reached(&world, &["acme"]).await;
    assert!(read(&mut app, &acme.join("a.txt")).await);
    assert!(!read(&mut app, &other.join("a.txt")).await);

    // More is a consent; and reaches the session that runs.
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.set_scope(files, Scope::AllFolders).await.unwrap();
    assert!(!read(&mut app, &other.join("a.txt")).await);
    world.host.agree(waits.expect("it waits")).await.unwrap();
    until_reached(&world, &["work"]).await;
    assert!(read(&mut app, &other.join("a.txt")).await);
    // Less is not.
    assert_eq!(page.set_scope(files, Scope::WhereAppWorks).await.unwrap(), None);
    until_reached(&world, &["acme"]).await;
    assert!(!read(&mut app, &other.join("a.txt")).await);

    // What stands at the place of the folder is not what the app works in.
    let away = world.folder("work").join("away");
    fs::rename(&acme, &away).unwrap();
    until_reached(&world, &[]).await;
    assert!(!read(&mut app, &away.join("a.txt")).await);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_app_states_only_narrows() {
    let world = World::new();
    let (files, [acme, other]) = two_parts(&world).await;
    let secret = world.folder("secret");
    fs::write(secret.join("a.txt"), "hello").unwrap();
    world.host.set_scope(files, Scope::WhereAppWorks).await.unwrap();

    let mut app = App::join(&world.ground, "files", Some(&acme)).await;
    app.states = Some(vec![other.clone(), secret.clone()]);
    app.initialize().await;
    app.ask("tools/list", json!({})).await;
    until_reached(&world, &["other"]).await;
    assert!(read(&mut app, &other.join("a.txt")).await);
    assert!(!read(&mut app, &acme.join("a.txt")).await);
    assert!(!read(&mut app, &secret.join("a.txt")).await);

    // All there is: what is granted, and no more.
    app.states = Some(vec!["/".into()]);
    app.send(&json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" })).await;
    app.ask("tools/list", json!({})).await;
    until_reached(&world, &["work"]).await;
    assert!(read(&mut app, &acme.join("a.txt")).await);
    assert!(!read(&mut app, &secret.join("a.txt")).await);

    // A link that leads out leads nowhere.
    let link = acme.join("link");
    std::os::unix::fs::symlink(&secret, &link).unwrap();
    app.states = Some(vec![link.clone()]);
    app.send(&json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" })).await;
    app.ask("tools/list", json!({})).await;
    until_reached(&world, &[]).await;
    assert!(!read(&mut app, &link.join("a.txt")).await);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_once_for_where_an_app_works() {
    let world = World::new();
    let files = world.bundled().await;
    world.grant_and_tell(files, &world.folder("granted"), READ).await;
    let (acme, notes) = (world.folder("acme"), world.folder("notes"));
    fs::write(acme.join("a.txt"), "hello").unwrap();

    let mut app = App::open(&world.ground, "files", Some(&acme)).await;
    // One that only looks is no reason to ask.
    app.ask("tools/list", json!({})).await;
    assert_eq!(world.view().await.places, []);
    assert!(!read(&mut app, &acme.join("a.txt")).await);
    let view = world.until("it is asked for", |view| view.places.len() == 1).await;
    let place = &view.places[0];
    assert_eq!((place.server, place.app.as_str()), (files, "Test App"));
    assert_eq!(place.folder.path, acme.display().to_string());
    assert!(!read(&mut app, &acme.join("a.txt")).await);
    assert_eq!(world.view().await.places.len(), 1, "once");

    let pick = world.host.pick_place(place.id).await.unwrap();
    world.host.grant(pick, files, READ, LifetimeChoice::OneHour, None).await.unwrap();
    world.until("it is settled", |view| view.places.is_empty()).await;
    until_reached(&world, &["acme", "granted"]).await;
    assert!(read(&mut app, &acme.join("a.txt")).await);

    let mut app = App::open(&world.ground, "files", Some(&notes)).await;
    assert!(!read(&mut app, &notes.join("a.txt")).await);
    let view = world.until("it is asked for", |view| view.places.len() == 1).await;
    let place = &view.places[0];
    assert_eq!(place.folder.path, notes.display().to_string());
    world.host.dismiss_place(place.id).await.unwrap();
    assert_eq!(world.view().await.places, []);
    let gone = world.host.pick_place(place.id).await.unwrap_err();
    assert_eq!(gone.code, Code::UnknownPlace);
    // What is declined is not asked for again, by any session.
    for _ in 0..2 {
        let mut app = App::open(&world.ground, "files", Some(&notes)).await;
        assert!(!read(&mut app, &notes.join("a.txt")).await);
        assert_eq!(world.view().await.places, []);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_asked_for_a_home_or_for_a_server_without_folders() {
    let world = World::new();
    world.well_behaved("one").await;
    let home = world.ground.places.home.clone();
    let mut app = App::open(&world.ground, "one", Some(&home)).await;
    app.call("echo", json!({ "text": "x" })).await;
    let mut app = App::open(&world.ground, "one", Some(Path::new("/"))).await;
    app.call("echo", json!({ "text": "x" })).await;
    assert_eq!(world.view().await.places, []);
    world.quit().await;
}

fn names(listed: &serde_json::Value) -> Vec<&str> {
    let tools = listed["result"]["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

async fn until_held(world: &World) -> HeldCallView {
    let view = world.until("a call waits", |view| view.held_calls.len() == 1).await;
    view.held_calls[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_is_off_is_not_there_for_an_app() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let echo = || "echo".to_owned();
    let off = Some(ToolRule::Off);
    let mut app = App::open(&world.ground, "one", None).await;
    assert!(names(&app.ask("tools/list", json!({})).await).contains(&"echo"));
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let test = Some("Test App".to_owned());
    assert_eq!(page.set_tool_rule(server, test.clone(), echo(), off).await.unwrap(), None);

    let refused = app.call("echo", json!({ "text": "x" })).await;
    assert!(refused.is_error && refused.text.contains("switched off"), "{refused:?}");
    assert!(app.said.iter().any(|said| said["method"] == "notifications/tools/list_changed"));
    assert!(!names(&app.ask("tools/list", json!({})).await).contains(&"echo"));
    // A session that begins is under it from its first line; what Paddock itself calls is not.
    let mut another = App::open(&world.ground, "one", None).await;
    assert!(another.call("echo", json!({ "text": "x" })).await.is_error);
    assert!(!world.call(server, "echo", json!({ "text": "x" })).await.unwrap().is_error);

    // More is a consent.
    let none = page.set_tool_rule(server, test, echo(), None).await.unwrap();
    assert!(app.call("echo", json!({ "text": "x" })).await.is_error);
    world.host.agree(none.expect("it waits")).await.unwrap();
    assert!(!app.call("echo", json!({ "text": "x" })).await.is_error);

    let unfit = page.set_tool_rule(server, EVERY_APP, String::new(), off).await.unwrap_err();
    assert_eq!(unfit.code, Code::UnknownToolRule);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_asked_about_waits_for_the_person_alone() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let ask = Some(ToolRule::Ask);
    world.host.set_tool_rule(server, EVERY_APP, "echo".to_owned(), ask).await.unwrap();
    let mut app = App::open(&world.ground, "one", None).await;
    let begin = json!({ "name": "echo", "arguments": { "text": "x\u{202e}y", "n": 1.0 } });

    let call = app.begin("tools/call", begin.clone()).await;
    assert!(!app.call("roots", json!({})).await.is_error, "others go on");
    let held = until_held(&world).await;
    assert_eq!((held.app.as_str(), held.tool.as_str(), held.lapsed), ("Test App", "echo", false));
    let detail = world.host.held_call(held.id).await.unwrap();
    assert!(detail.arguments.contains("1.0") && !detail.arguments.contains('\u{202e}'));

    // The page that shows what servers send can refuse, and allow nothing.
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let refused = page.allow_call(held.id, CallAnswer::Once).await.unwrap_err();
    assert_eq!(refused.code, Code::NeedsConsent);
    let looser = page.set_tool_rule(server, EVERY_APP, "echo".to_owned(), None).await.unwrap();
    assert!(looser.is_some());

    world.host.allow_call(held.id, CallAnswer::Once).await.unwrap();
    assert!(app.answer(call).await["result"]["isError"] != true);
    let over = world.host.allow_call(held.id, CallAnswer::Once).await.unwrap_err();
    assert_eq!(over.code, Code::UnknownCall);

    let call = app.begin("tools/call", begin.clone()).await;
    page.deny_call(until_held(&world).await.id).await.unwrap();
    assert_eq!(app.answer(call).await["result"]["isError"], true);

    let call = app.begin("tools/call", begin.clone()).await;
    let held = until_held(&world).await;
    world.host.allow_call(held.id, CallAnswer::Session).await.unwrap();
    app.answer(call).await;
    assert!(!app.call("echo", json!({ "text": "at once" })).await.is_error);

    // Another session asks anew; what its app takes back waits no longer.
    let mut another = App::open(&world.ground, "one", None).await;
    another.begin("tools/call", begin).await;
    until_held(&world).await;
    drop(another);
    world.until("it waits no longer", |view| view.held_calls.is_empty()).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_changed_is_marked_and_can_be_made_to_wait() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let mut app = App::open(&world.ground, "one", None).await;
    let changed = |view: &View| {
        let of = view.servers.iter().find(|it| it.id == server);
        of.map(|it| it.usage.changed_tools.clone()).unwrap_or_default()
    };
    // The first time, `new-0` is there; the second time, it is described in other words.
    for _ in 0..2 {
        app.call("change", json!({ "list": "tools" })).await;
        app.ask("tools/list", json!({})).await;
    }
    world.until("it is marked", |view| changed(view) == ["new-0"]).await;

    assert_eq!(world.host.set_hold_changed(server, true).await.unwrap(), None);
    let params = json!({ "name": "new-0", "arguments": {} });
    let call = app.begin("tools/call", params.clone()).await;
    let held = until_held(&world).await;
    assert!(held.changed);
    let claims = world.host.held_call(held.id).await.unwrap().claims.expect("it was listed");
    assert_eq!(claims.description.as_deref(), Some("New, of 2"));
    world.host.deny_call(held.id).await.unwrap();
    app.answer(call).await;

    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.accept_tools(server).await.unwrap().expect("it waits");
    let view = world.view().await;
    let asked = view.consents.iter().find(|it| it.id == waits).map(|it| &it.what);
    assert!(matches!(asked, Some(WideningView::ChangedTools { .. })), "{asked:?}");
    // They change once more: what was asked for is not what would be accepted.
    app.call("change", json!({ "list": "tools" })).await;
    app.ask("tools/list", json!({})).await;
    world.until("both are marked", |view| changed(view) == ["new-0", "new-1"]).await;
    assert_eq!(world.host.agree(waits).await.unwrap_err().code, Code::UnknownConsent);
    let waits = page.accept_tools(server).await.unwrap().expect("it waits");
    world.host.agree(waits).await.unwrap();
    world.until("it is as it should be", |view| changed(view).is_empty()).await;
    let call = app.begin("tools/call", params).await;
    app.answer(call).await;
    world.quit().await;
}
