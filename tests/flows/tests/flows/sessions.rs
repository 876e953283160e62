//! AI apps that use servers through Paddock.

use std::fs;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::Path;

use paddock_control::Role;
use paddock_core::Reach;
use paddock_host::view::{Code, LifetimeChoice, RunView, SessionView, ToldView, View};
use serde_json::json;

use crate::app::{App, Shim};
use crate::world::{READ, World};

fn sessions(view: &View) -> Vec<&SessionView> {
    view.sessions.iter().collect()
}

fn runs(session: &SessionView) -> bool {
    matches!(session.state, RunView::Running { .. })
}

async fn until_told(world: &World, count: usize) -> View {
    let told = |view: &View| {
        let told = view.sessions.iter().filter(|it| runs(it) && it.told == ToldView::Told);
        told.count() == count
    };
    world.until("the servers of all apps are told", told).await
}

async fn until_none(world: &World) {
    world.until("no session is left", |view| view.sessions.is_empty()).await;
}

async fn until_one(world: &World) {
    world.until("one session is left", |view| view.sessions.len() == 1).await;
}

/// The app of these tests.
const APP: &str = "Test App";

/// Paths of roots that the server holds, as it says.
async fn roots(app: &mut App) -> String {
    app.call("roots", json!({})).await.text
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_reads_what_is_granted_and_a_revocation_reaches_it() {
    let world = World::new();
    let files = world.bundled().await;
    let folder = world.folder("acme");
    fs::write(folder.join("a.txt"), "hello").unwrap();
    let grant = world.grant_and_tell(files, &folder, READ).await;
    let path = folder.join("a.txt").display().to_string();

    let mut app = App::open(&world.ground, "files", Some(&folder)).await;
    let read = app.call("read_text_file", json!({ "path": path })).await;
    assert_eq!((read.text.as_str(), read.is_error), ("hello", false));
    let view = until_told(&world, 1).await;
    let session = sessions(&view)[0];
    assert_eq!((session.server, session.app.as_str()), (files, "Test App"));
    assert_eq!(session.folder, Some(folder.display().to_string()));
    assert_eq!(session.calls, 1);

    world.host.revoke(grant).await.unwrap();
    let read = app.call("read_text_file", json!({ "path": path })).await;
    assert!(read.is_error, "{read:?}");

    world.grant(files, &folder, READ).await;
    until_told(&world, 1).await;
    let read = app.call("read_text_file", json!({ "path": path })).await;
    assert_eq!((read.text.as_str(), read.is_error), ("hello", false));
    app.close();
    let over = app.over().await.expect("the shim is told");
    assert_eq!(over.failure, None);
    app.until_ended().await;
    until_none(&world).await;
    world.quit().await;
}

/// As configs of apps write it: each app means another folder by the same command.
#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_given_the_folder_that_its_app_works_in() {
    let world = World::new();
    let tool = r#"{"name":"here","description":"in ${workspaceFolder}/x","inputSchema":{"type":"object"}}"#;
    let server = world.add_fake("one", &["--tool", tool]).await;
    assert_eq!(world.until_failed(server).await.code, Code::PlaceNotGranted);
    let folders = [world.folder("acme"), world.folder("notes")];
    for folder in &folders {
        world.grant(server, folder, READ).await;
    }
    for folder in &folders {
        let mut app = App::open(&world.ground, "one", Some(folder)).await;
        let listed = app.ask("tools/list", json!({})).await.to_string();
        assert!(listed.contains(&format!("in {}/x", folder.display())), "{listed}");
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_starts_where_its_app_works_if_that_is_granted() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let starts_in = async |works_in: &Path| {
        let mut app = App::open(&world.ground, "one", Some(works_in)).await;
        app.call("where", json!({})).await.text
    };
    let inside = world.folder("notes/today");
    let own = world.ground.places.data.join("servers").join(server.to_string());
    assert_eq!(starts_in(&inside).await, own.display().to_string(), "nothing is granted");

    let first = world.folder("acme");
    for folder in [&first, &world.folder("notes")] {
        world.grant_and_tell(server, folder, READ).await;
    }
    assert_eq!(starts_in(&inside).await, inside.display().to_string());
    let elsewhere = world.folder("elsewhere");
    assert_eq!(starts_in(&elsewhere).await, first.display().to_string());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_app_has_a_process_of_its_own_and_the_same_folders() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let (first, second) = (world.folder("acme"), world.folder("notes"));
    world.grant_and_tell(server, &first, READ).await;
    let mut one = App::open(&world.ground, "one", None).await;
    let mut two = App::open(&world.ground, "ONE", None).await;
    until_told(&world, 2).await;
    assert!(roots(&mut one).await.contains("acme"));

    world.grant(server, &second, READ).await;
    until_told(&world, 2).await;
    for app in [&mut one, &mut two] {
        let roots = roots(app).await;
        assert!(roots.contains("acme") && roots.contains("notes"), "{roots}");
    }

    // One of them ends; what the other has is untouched.
    let crashed = one.call("crash", json!({})).await;
    assert!(crashed.is_error, "{crashed:?}");
    assert!(!two.call("echo", json!({ "text": "still here" })).await.is_error);
    // It is started again behind the app, with the same conversation.
    assert_eq!(one.call("echo", json!({ "text": "again" })).await.text, "again");
    until_told(&world, 2).await;
    assert!(roots(&mut one).await.contains("notes"));

    // A call that it ends at each time is no end at its start.
    for _ in 0..2 {
        assert!(one.call("crash", json!({})).await.is_error);
        assert_eq!(one.call("echo", json!({ "text": "again" })).await.text, "again");
    }

    // The app was asked for nothing: its own folders are not the server's affair.
    for app in [&one, &two] {
        let asked = app.said.iter().filter(|message| message.get("id").is_some());
        assert_eq!(asked.count(), 0, "{:?}", app.said);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_line_of_the_log_says_of_which_session_it_is() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    world.until_running(server).await;
    world.call(server, "say", json!({ "errors": ["for Paddock"] })).await.unwrap();
    let mut one = App::open(&world.ground, "one", None).await;
    let mut two = App::open(&world.ground, "one", None).await;
    one.call("say", json!({ "errors": ["for the first"] })).await;
    two.call("say", json!({ "errors": ["for the second"] })).await;
    let mut numbers = Vec::new();
    for text in ["for Paddock", "for the first", "for the second"] {
        let line = world.until_logged(server, text, |line| line.text == text).await;
        numbers.push(line.session.map(|session| session.number));
    }
    let sessions = world.host.view().await.unwrap().sessions;
    let expected: Vec<_> = sessions.iter().map(|session| Some(session.number)).collect();
    assert_eq!((numbers[0], &numbers[1..]), (None, &expected[..]));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_holds_the_apps_folder_comes_first() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    for name in ["acme", "books", "notes"] {
        world.grant(server, &world.folder(name), READ).await;
    }
    let works_in = world.folder("notes/today");
    let mut app = App::open(&world.ground, "one", Some(&works_in)).await;
    until_told(&world, 1).await;
    let roots: serde_json::Value = serde_json::from_str(&roots(&mut app).await).unwrap();
    let names: Vec<_> = roots.as_array().unwrap().iter().map(|root| &root["name"]).collect();
    assert_eq!(names, ["notes", "acme", "books"]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_an_app_that_is_killed_at_any_step() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let before = world.ground.processes().len();
    for step in 0..4 {
        let mut app = App::join(&world.ground, "one", None).await;
        if step > 0 {
            app.initialize().await;
        }
        if step > 1 {
            app.begin("tools/call", json!({ "name": "wait", "arguments": {} })).await;
        }
        if step > 2 {
            app.kill_shim();
        }
        drop(app);
        until_none(&world).await;
    }
    world.until_running(server).await;
    assert_eq!(world.ground.processes().len(), before, "{:#?}", world.ground.processes());
    world.quit().await;
}

/// Some apps end a server at its first line that is no protocol, and some read no standard error.
#[tokio::test(flavor = "multi_thread")]
async fn an_app_is_given_the_protocol_alone_whatever_else_its_server_writes() {
    let world = World::new();
    let bad = ["--bad", "garbage", "--bad", "json-logs"];
    let server = world.add_fake("one", &bad).await;
    world.until_told(server).await;
    let mut app = App::open(&world.ground, "one", None).await;
    let line = "e".repeat(1000);
    let said =
        json!({ "lines": ["no protocol", "{\"level\": 3}", "[]"], "errors": vec![line; 300] });
    assert_eq!(app.call("say", said).await.text, "said");
    assert_eq!(app.call("echo", json!({ "text": "on" })).await.text, "on");
    // Each line of its output was read as JSON.
    assert!(app.said.iter().all(|it| it["jsonrpc"] == "2.0"), "{:?}", app.said);
    app.close();
    app.until_ended().await;
    assert!(app.said.iter().all(|it| it["jsonrpc"] == "2.0"), "{:?}", app.said);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_nobody_trusts_is_not_run_for_an_app() {
    let world = World::new();
    let server = world.host.add_server(crate::world::fake("new", &[])).await.unwrap();
    world.until_asked_to_trust(server).await;
    // It is greeted in the place of the server, and its calls say what is lacking.
    let mut app = App::open(&world.ground, "new", None).await;
    let refused = app.call("echo", json!({ "text": "x" })).await;
    assert!(refused.is_error && refused.text.contains("not trusted yet"), "{refused:?}");
    drop(app);
    until_none(&world).await;

    world.trust(server).await;
    let mut app = App::open(&world.ground, "new", None).await;
    assert!(!app.call("echo", json!({ "text": "x" })).await.is_error);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_outlives_a_pause_and_a_stop_of_paddocks_own_use() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let mut app = App::open(&world.ground, "one", None).await;
    until_told(&world, 1).await;

    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    assert!(!app.call("echo", json!({ "text": "x" })).await.is_error);

    world.host.pause(None).await.unwrap();
    let paused = |view: &View| sessions(view).iter().all(|it| it.state == RunView::Paused);
    world.until("the app's server is paused", paused).await;
    let called = app.call("echo", json!({ "text": "x" })).await;
    assert!(called.is_error && called.text.contains("paused"), "{called:?}");
    world.host.resume().await.unwrap();
    until_told(&world, 1).await;
    assert_eq!(app.call("echo", json!({ "text": "y" })).await.text, "y");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_app_is_paused_by_itself_and_stays_so_for_the_next_host() {
    let world = World::new();
    world.well_behaved("one").await;
    let mut app = App::open(&world.ground, "one", None).await;
    until_told(&world, 1).await;
    world.host.pause_app("Another App".into(), None).await.unwrap();
    assert_eq!(app.call("echo", json!({ "text": "x" })).await.text, "x");

    world.host.pause_app(APP.into(), None).await.unwrap();
    let paused = |view: &View| sessions(view).iter().all(|it| it.state == RunView::Paused);
    world.until("the app's server is paused", paused).await;
    let called = app.call("echo", json!({ "text": "x" })).await;
    assert!(called.is_error && called.text.contains("paused this app"), "{called:?}");
    // What Paddock uses itself goes on, and the end of a pause of all is none of this one.
    assert!(world.view().await.servers.iter().all(|it| it.state != RunView::Paused));
    world.host.pause(None).await.unwrap();
    world.host.resume().await.unwrap();
    drop(app);

    let world = world.quit().await.start();
    let mut app = App::open(&world.ground, "one", None).await;
    world.until("it is paused from the start", paused).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    assert_eq!(world.view().await.paused_apps.len(), 2);
    let waits = page.resume_app(APP.into()).await.unwrap().expect("it waits");
    world.host.agree(waits).await.unwrap();
    until_told(&world, 1).await;
    assert_eq!(app.call("echo", json!({ "text": "y" })).await.text, "y");
    assert_eq!(world.view().await.paused_apps.len(), 1);
    world.quit().await;
}

/// What can't be seen is spelled out where a name is shown, which makes it longer than any name is.
#[tokio::test(flavor = "multi_thread")]
async fn an_app_is_paused_by_the_name_that_is_shown_however_it_is_spelled_out() {
    let world = World::new();
    world.well_behaved("one").await;
    let name = format!("App{}", "\u{200b}".repeat(100));
    let mut app = App::join_as(&name, &world.ground, "one").await;
    app.initialize().await;
    let view = until_told(&world, 1).await;
    let shown = sessions(&view)[0].app.clone();
    assert!(shown.len() > 64, "{shown}");
    let paused = |view: &View| sessions(view).iter().all(|it| it.state == RunView::Paused);
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    for name in [shown, name] {
        page.pause_app(name.clone(), None).await.unwrap();
        world.until("the app's server is paused", paused).await;
        let waits = page.resume_app(name).await.unwrap().expect("it waits");
        world.host.agree(waits).await.unwrap();
        until_told(&world, 1).await;
        assert!(world.view().await.paused_apps.is_empty());
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_taken_from_one_session_until_that_ends() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let [kept, outer, taken] = ["kept", "outer", "outer/taken"].map(|name| world.folder(name));
    for folder in [&kept, &taken] {
        world.grant_and_tell(server, folder, READ).await;
    }
    let mut app = App::open(&world.ground, "one", None).await;
    let mut other = App::open(&world.ground, "one", None).await;
    let view = until_told(&world, 2).await;
    let number = sessions(&view)[0].number;
    let folder = taken.display().to_string();
    let narrow = |folder: String| world.host.narrow_session(server, number, folder);

    let inner = taken.join("inner").display().to_string();
    assert_eq!(narrow(inner).await.unwrap_err().code, Code::NotItsFolder);
    narrow(folder.clone()).await.unwrap();
    let view = until_told(&world, 2).await;
    let [first, second] = sessions(&view)[..] else { panic!("{view:?}") };
    let reaches =
        |it: &SessionView| it.reaches.iter().map(|it| it.path.clone()).collect::<Vec<_>>();
    assert_eq!(reaches(first), [kept.display().to_string()]);
    assert_eq!((reaches(second).len(), first.taken.as_slice()), (2, [folder.clone()].as_slice()));
    assert!(!roots(&mut app).await.contains("taken"));
    assert!(roots(&mut other).await.contains("taken"));
    assert_eq!(narrow(folder).await.unwrap_err().code, Code::NotItsFolder);
    world
        .until("the boundary is proved anew", |view| {
            let shut = |it: &SessionView| {
                it.proof.as_ref().is_some_and(|proof| {
                    let path = taken.display().to_string();
                    !proof.findings.iter().any(|it| it.path == path && it.found != Reach::Nothing)
                })
            };
            shut(sessions(view)[0])
        })
        .await;

    // A grant on what holds it does not bring it back.
    world.grant(server, &outer, READ).await;
    let more = |view: &View| reaches(sessions(view)[1]).len() == 3;
    let view = world.until("the other has it", more).await;
    assert_eq!(reaches(sessions(&view)[0]), [kept.display().to_string()]);
    drop(app);
    drop(other);
    until_none(&world).await;
    let mut app = App::open(&world.ground, "one", None).await;
    until_told(&world, 1).await;
    assert!(roots(&mut app).await.contains("taken"), "it ended with its session");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_for_this_run_lasts_as_long_as_anybody_runs_the_server() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let mut app = App::open(&world.ground, "one", None).await;
    until_told(&world, 1).await;
    let this_run = LifetimeChoice::ThisRun;
    world.grant_for(server, &world.folder("acme"), READ, this_run).await;
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    assert_eq!(world.view().await.grants.len(), 1);
    until_told(&world, 1).await;
    assert!(roots(&mut app).await.contains("acme"));
    drop(app);
    world.until("it ended with the last of them", |view| view.grants.is_empty()).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_ended_in_paddock() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let mut app = App::open(&world.ground, "one", None).await;
    let view = until_told(&world, 1).await;
    let number = sessions(&view)[0].number;
    world.host.end_session(server, number).await.unwrap();
    let over = app.over().await.expect("the shim is told");
    assert_eq!(over.failure.map(|failure| failure.code), Some(Code::SessionEnded));
    app.until_ended().await;
    until_none(&world).await;
    let again = world.host.end_session(server, number).await.unwrap_err();
    assert_eq!(again.code, Code::UnknownSession);
    world.until_running(server).await;

    // A server that is removed takes the sessions of apps along.
    let mut app = App::open(&world.ground, "one", None).await;
    until_told(&world, 1).await;
    world.host.remove_server(server).await.unwrap();
    app.until_ended().await;
    until_none(&world).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_apps_there_are_a_person_is_let_in() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let mut shims = Vec::new();
    for _ in 0..70 {
        let mut shim = Shim::greet(&world.ground).await;
        assert_eq!(shim.ask("one", None).await, None);
        shims.push(shim);
    }
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    page.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_that_nobody_reads_holds_up_its_own_session_only() {
    let world = World::new();
    world.well_behaved("one").await;
    let mut terminals = Vec::new();
    for _ in 0..8 {
        let (user, app) = terminal();
        let mut shim = Shim::greet(&world.ground).await;
        assert_eq!(shim.ask("one", None).await, None);
        let (input, mut to) = std::io::pipe().unwrap();
        shim.send(&[input.as_fd(), app.as_fd()]).unwrap();
        let asked = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
        let flood = format!("{asked}\n").repeat(1000);
        std::io::Write::write_all(&mut to, flood.as_bytes()).unwrap();
        terminals.push((user, shim, to));
    }
    world.until("they are all here", |view| view.sessions.len() == 8).await;
    let mut app = App::open(&world.ground, "one", None).await;
    assert!(!app.call("echo", json!({ "text": "x" })).await.is_error);
    let kept: Vec<_> = terminals.into_iter().map(|(user, ..)| user).collect();
    until_one(&world).await;
    assert!(!app.call("echo", json!({ "text": "y" })).await.is_error);
    drop(kept);
    world.quit().await;
}

/// A terminal that is not read: what is behind it, and what an app is given.
fn terminal() -> (OwnedFd, OwnedFd) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let user = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&user).unwrap();
    unlockpt(&user).unwrap();
    let name = ptsname(&user, Vec::new()).unwrap();
    let app = fs::OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    (user, app.into())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shim_that_misbehaves_costs_itself_only() {
    let world = World::new();
    world.well_behaved("one").await;
    let unknown = Shim::greet(&world.ground).await.ask("nosuch", None).await;
    assert_eq!(unknown.map(|failure| failure.code), Some(Code::NoSuchServer));

    let file = fs::File::open("/dev/null").unwrap();
    for count in [0, 1, 3] {
        let mut shim = Shim::greet(&world.ground).await;
        assert_eq!(shim.ask("one", None).await, None);
        shim.send(&vec![file.as_fd(); count]).unwrap();
        let over = shim.over().await.expect("it is said why");
        let code = over.failure.map(|failure| failure.code);
        assert_eq!(code, Some(Code::SessionEnds), "{count} descriptors");
    }
    // What can't be waited on is not taken.
    let mut shim = Shim::greet(&world.ground).await;
    assert_eq!(shim.ask("one", Some(Path::new("/nowhere").into())).await, None);
    shim.send(&[file.as_fd(), file.as_fd()]).unwrap();
    let over = shim.over().await.expect("it is said why");
    assert_eq!(over.failure.map(|failure| failure.code), Some(Code::SessionEnds));
    assert!(world.view().await.sessions.is_empty());
    let mut app = App::open(&world.ground, "one", None).await;
    assert!(!app.call("echo", json!({ "text": "x" })).await.is_error);
    world.quit().await;
}
