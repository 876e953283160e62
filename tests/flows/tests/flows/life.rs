//! Starting, stopping, pausing, removing and quitting.

use std::fs;
use std::path::Path;

use paddock_host::is_needed;
use paddock_host::view::{AttemptView, Code, LifetimeChoice, RunView};
use tokio::time::timeout;

use crate::app::App;
use crate::processes;
use crate::world::{PATIENCE, READ, World, fake, find, is_running, uri};

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_stops_every_server_until_it_is_over() {
    let world = World::new();
    let files = world.bundled().await;
    let server = world.well_behaved("fake").await;
    let stopped = world.well_behaved("stopped").await;
    world.host.stop_server(stopped).await.unwrap();
    world.until_stopped(stopped).await;
    let folder = world.folder("acme");
    world.grant_for(server, &folder, READ, LifetimeChoice::ThisRun).await;

    world.host.pause(Some(60)).await.unwrap();
    let both_paused = |view: &paddock_host::view::View| {
        [files, server].iter().all(|id| find(view, *id).unwrap().state == RunView::Paused)
    };
    let view = world.until("both are paused", both_paused).await;
    assert!(view.paused.unwrap().until.is_some());
    assert_eq!(world.ground.processes(), []);
    let refused = world.call(server, "echo", serde_json::json!({})).await.unwrap_err();
    assert_eq!(refused.code, Code::ServerNotRunning);

    world.host.start_server(stopped).await.unwrap();
    let paused = |it: &paddock_host::view::ServerView| it.state == RunView::Paused;
    world.until_server(stopped, "a start waits for the end of the pause", paused).await;
    world.host.stop_server(stopped).await.unwrap();
    world.until_stopped(stopped).await;

    world.host.resume().await.unwrap();
    world.until_running(files).await;
    world.until_told(server).await;
    let view = world.view().await;
    assert!(view.paused.is_none());
    assert_eq!(find(&view, stopped).unwrap().state, RunView::Stopped);
    assert_eq!(world.held_by_fake(server).await, [uri(&folder)], "a pause ends no run");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_nobody_looks_at_goes_on_while_a_server_runs_or_waits() {
    let world = World::new();
    let files = world.bundled().await;
    world.until_running(files).await;
    assert!(!is_needed(&world.view().await), "its own server runs for nobody");

    let server = world.well_behaved("one").await;
    let running = world.until_running(server).await;
    assert!(is_needed(&world.view().await), "{running:?}");
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    assert!(!is_needed(&world.view().await));

    let app = App::open(&world.ground, "files", None).await;
    assert!(is_needed(&world.view().await), "an app uses it");
    drop(app);
    let mut view = world.until("the app is gone", |view| view.sessions.is_empty()).await;
    assert!(!is_needed(&view));
    let held = AttemptView {
        id: 1,
        path: "/private".into(),
        write: false,
        count: 1,
        last: 0.0,
        needs: None,
        offer: None,
        held: true,
        held_until: Some(1.0),
    };
    view.servers[0].attempts.push(held);
    assert!(is_needed(&view), "an access waits for the person");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_outlives_its_host() {
    let world = World::new();
    let files = world.bundled().await;
    world.until_running(files).await;
    let is_paused = |it: &paddock_host::view::ServerView| it.state == RunView::Paused;
    world.host.pause(None).await.unwrap();
    world.until_server(files, "it is paused", is_paused).await;

    let world = world.quit().await.start();
    world.until_server(files, "it is paused again", is_paused).await;
    assert!(world.view().await.paused.is_some());
    assert_eq!(world.ground.processes(), []);

    world.host.resume().await.unwrap();
    world.until_running(files).await;
    let world = world.quit().await.start();
    world.until_running(files).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoking_all_leaves_every_server_running_and_none_with_a_folder() {
    let world = World::new();
    let servers = [world.well_behaved("a").await, world.well_behaved("b").await];
    for server in servers {
        for name in ["one", "two"] {
            world.grant(server, &world.folder(name), READ).await;
        }
        world.until_told(server).await;
        assert_eq!(world.held_by_fake(server).await.len(), 2);
    }
    world.host.revoke_all().await.unwrap();
    for server in servers {
        world.until_told(server).await;
        assert_eq!(world.held_by_fake(server).await, [""; 0]);
    }
    let view = world.view().await;
    assert_eq!((view.grants.len(), view.ended.len()), (0, 4));
    let world = world.quit().await.start();
    assert!(world.view().await.grants.is_empty());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_starts_and_restarts_with_its_folders() {
    let world = World::new();
    let record = world.ground.beside("record");
    let server = world.add_fake("fake", &["--record", record.to_str().unwrap()]).await;
    let folder = world.folder("acme");
    world.until_told(server).await;
    world.grant_and_tell(server, &folder, READ).await;

    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    assert!(!world.ground.processes().iter().any(|(_, line)| line.contains("fake-server")));
    world.host.start_server(server).await.unwrap();
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&folder)]);

    world.host.restart_server(server).await.unwrap();
    let restarted = |_: &paddock_host::view::View| starts(&record) == 3;
    world.until("it is started a third time", restarted).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&folder)]);

    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let world = world.quit().await.start();
    world.bundled().await;
    assert_eq!(find(&world.view().await, server).unwrap().state, RunView::Stopped);
    assert_eq!(starts(&record), 3, "what was stopped stays so");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_server_leaves_nothing_behind() {
    let world = World::new();
    let pids = world.ground.beside("pids");
    let mut draft = fake("fake", &["--spawn-grandchildren", "2", "--pids"]);
    draft.args.push(pids.display().to_string());
    draft.env.push(paddock_host::view::EnvEntry {
        name: "TOKEN".into(),
        value: "a-secret-of-this-server".into(),
    });
    let server = world.add(draft).await;
    world.until_told(server).await;
    world.grant_and_tell(server, &world.folder("acme"), READ).await;
    let grandchildren = processes::listed_in(&pids);
    assert_eq!(grandchildren.len(), 2);

    world.host.remove_server(server).await.unwrap();
    let view = world.view().await;
    assert!(find(&view, server).is_none() && view.grants.is_empty() && view.ended.is_empty());
    processes::all_gone(&grandchildren, PATIENCE);
    let kinds = world.activity(server).await;
    let last = ["server-removed", "revoked"].map(str::to_owned);
    assert!(kinds.ends_with(&last), "{kinds:?}");

    let ground = world.quit().await;
    let left = |file: &Path| {
        let text = fs::read(file).unwrap();
        text.windows(23).any(|piece| piece == b"a-secret-of-this-server")
    };
    let entries = fs::read_dir(&ground.places.data).unwrap().map(|entry| entry.unwrap().path());
    let mut files = entries.filter(|entry| entry.is_file());
    assert!(!files.any(|file| left(&file)));
    assert!(!ground.places.data.join("servers").join(server.to_string()).exists());
    let world = ground.start();
    world.bundled().await;
    assert_eq!(world.view().await.servers.len(), 1);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_leaves_no_process_not_even_one_that_left_its_parent() {
    let world = World::new();
    world.bundled().await;
    let pids = world.ground.beside("pids");
    let args = ["--spawn-grandchildren", "3", "--pids", pids.to_str().unwrap()];
    let server = world.add_fake("fake", &args).await;
    world.until_told(server).await;
    let grandchildren = processes::listed_in(&pids);
    assert!(grandchildren.len() == 3 && grandchildren.iter().all(|id| processes::lives(*id)));
    // With the server, the bundled one, and three that have no parent there any more.
    assert!(world.ground.processes().len() >= 5);
    world.quit().await;
    assert!(!grandchildren.iter().any(|id| processes::lives(*id)));
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_while_servers_are_restarted_starts_none_again() {
    let world = World::new();
    let record = world.ground.beside("record");
    // It takes its time to stop: the host is quit before it is started again.
    let args = ["--record", record.to_str().unwrap(), "--bad", "ignores-eof"];
    let server = world.add_fake("fake", &args).await;
    world.until_told(server).await;
    world.host.restart_server(server).await.unwrap();
    let _ground = world.quit().await;
    assert_eq!(starts(&record), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_while_servers_are_on_their_way_is_quitting() {
    // Before anything was looked for.
    World::new().quit().await;
    let world = World::new();
    let new = world.host.add_server(fake("new", &[])).await.unwrap();
    world.trust(new).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_cancelled_and_others_go_on() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let (host, never) = (world.host.clone(), 77);
    let call =
        tokio::spawn(
            async move { host.call_tool(server, "wait".into(), String::new(), never).await },
        );
    let in_flight = |it: &paddock_host::view::ServerView| it.calls_in_flight == 1;
    world.until_server(server, "the call is in flight", in_flight).await;
    world.still_answers(server).await;
    world.host.cancel_call(never).await.unwrap();
    let cancelled = timeout(PATIENCE, call).await.unwrap().unwrap().unwrap_err();
    assert_eq!(cancelled.code, Code::CallCancelled);
    let none = |it: &paddock_host::view::ServerView| it.calls_in_flight == 0 && is_running(it);
    world.until_server(server, "no call is in flight", none).await;
    world.still_answers(server).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_ends_with_its_server() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let host = world.host.clone();
    let call =
        tokio::spawn(async move { host.call_tool(server, "wait".into(), String::new(), 1).await });
    let in_flight = |it: &paddock_host::view::ServerView| it.calls_in_flight == 1;
    world.until_server(server, "the call is in flight", in_flight).await;
    world.host.stop_server(server).await.unwrap();
    let ended = timeout(PATIENCE, call).await.unwrap().unwrap().unwrap_err();
    assert_eq!(ended.code, Code::CallCut);
    world.quit().await;
}

/// How often the server was greeted.
fn starts(record: &Path) -> usize {
    let record = fs::read_to_string(record).unwrap();
    record.lines().filter(|line| line.starts_with("< ") && line.contains("\"initialize\"")).count()
}
