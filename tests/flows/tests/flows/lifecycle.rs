//! When servers are started again, sleep and wake.

use std::fs;
use std::time::{Duration, Instant};

use paddock_core::{Change, Commit, CommitId};
use paddock_host::view::{
    Asked, Code, Difference, EnvEntry, LifecycleView, Restart, RunView, ServerView, TrustedView,
    WireFilter, WireView,
};
use paddock_storage::Storage;
use serde_json::json;

use crate::world::{Ground, PATIENCE, READ, World, detail, fake, find, is_running};

fn on_demand() -> LifecycleView {
    LifecycleView { on_demand: true, ..LifecycleView::default() }
}

fn asleep(server: &ServerView) -> bool {
    server.state == RunView::Asleep
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_demand_sleeps_until_it_is_used() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    world.host.set_lifecycle(server, on_demand()).await.unwrap();
    assert!(is_running(find(&world.view().await, server).unwrap()), "nothing is stopped for it");

    let world = world.quit().await.start();
    world.until_server(server, "it sleeps", asleep).await;
    world.bundled().await;
    assert!(!world.ground.processes().iter().any(|(_, line)| line.contains("fake-server")));
    // As many at once as want to.
    let (tools, called) =
        tokio::join!(world.host.tools(server), world.call(server, "echo", json!({ "text": "up" })));
    assert!(!tools.unwrap().is_empty());
    assert_eq!(called.unwrap().text, "up");

    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let refused = world.call(server, "echo", json!({})).await.unwrap_err();
    assert_eq!(refused.code, Code::ServerNotRunning, "what a person stopped does not wake");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sleeping_server_whose_command_changed_asks_first() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    world.host.set_lifecycle(server, on_demand()).await.unwrap();
    let world = world.quit().await.start();
    world.until_server(server, "it sleeps", asleep).await;

    let mut edited = fake("fake", &[]);
    edited.env.push(EnvEntry { name: "TOKEN".into(), value: "x".into() });
    world.host.edit_server(server, edited).await.unwrap();
    world.until_asked_to_trust(server).await;
    let refused = world.call(server, "echo", json!({})).await.unwrap_err();
    assert_eq!(refused.code, Code::ServerNotRunning);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_server_falls_asleep_and_wakes_for_the_next_call() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let ground = world.quit().await;
    stop_after(&ground, server, Duration::from_millis(300));
    let world = ground.start();
    world.until_running(server).await;
    world.until_server(server, "it falls asleep", asleep).await;
    world.still_answers(server).await;

    // A call keeps it awake as long as it takes.
    let (host, number) = (world.host.clone(), 940);
    let call =
        tokio::spawn(
            async move { host.call_tool(server, "wait".into(), "{}".into(), number).await },
        );
    let in_flight = |it: &ServerView| it.calls_in_flight == 1 && is_running(it);
    world.until_server(server, "the call is in flight", in_flight).await;
    tokio::time::timeout(
        Duration::from_millis(900),
        world.shell.until("never", |seen| {
            let last = seen.views.last()?;
            (!is_running(find(last, server)?)).then_some(())
        }),
    )
    .await
    .expect_err("stopped in the middle of a call");
    world.host.cancel_call(number).await.unwrap();
    call.await.unwrap().unwrap_err();
    world.until_server(server, "it falls asleep again", asleep).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_started_again_as_a_person_chose() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let policy = |restart| LifecycleView { restart, ..LifecycleView::default() };
    world.host.set_lifecycle(server, policy(Restart::Never)).await.unwrap();
    let _ = world.call(server, "crash", json!({})).await;
    assert_eq!(world.until_failed(server).await.code, Code::ServerExited);

    world.host.set_lifecycle(server, policy(Restart::OnFailure)).await.unwrap();
    world.host.start_server(server).await.unwrap();
    world.until_told(server).await;
    // It ends in the same way twice, and soon, but at a call.
    for _ in 0..2 {
        let _ = world.call(server, "crash", json!({})).await;
        world.until_server(server, "it ended", |it| !is_running(it)).await;
        world.until_running(server).await;
        world.still_answers(server).await;
    }

    let ends = world.add_fake("ends", &["--bad", "exit-at-once:0"]).await;
    let failure = world.until_failed(ends).await;
    assert_eq!((failure.code.clone(), detail(&failure, "code")), (Code::ServerExited, "0"));
    world.host.set_lifecycle(ends, policy(Restart::Always)).await.unwrap();
    world.host.start_server(ends).await.unwrap();
    let looped = |it: &ServerView| matches!(&it.state, RunView::Failed { reason } if reason.code == Code::ServerExitsAtStart);
    world.until_server(ends, "the guard against loops holds", looped).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_of_a_command_is_shown_beside_what_was_trusted() {
    let world = World::new();
    let program = world.ground.beside("server");
    fs::copy(crate::world::program("paddock-fake-server"), &program).unwrap();
    let draft = |args: &[&str]| {
        let program = program.display().to_string();
        paddock_host::view::ServerDraft { program, ..fake("fake", args) }
    };
    let server = world.host.add_server(draft(&["--era", "legacy"])).await.unwrap();
    world.trust(server).await;
    world.until_running(server).await;
    let running_since = |view: &ServerView| {
        let RunView::Running { since } = view.state else { return None };
        Some(since)
    };
    let since = running_since(find(&world.view().await, server).unwrap());

    let renamed =
        paddock_host::view::ServerDraft { name: "renamed".into(), ..draft(&["--era", "legacy"]) };
    world.host.edit_server(server, renamed).await.unwrap();
    let view = world.view().await;
    let shown = find(&view, server).unwrap();
    assert_eq!((shown.name.as_str(), running_since(shown)), ("renamed", since));

    world.host.edit_server(server, draft(&["--era", "both"])).await.unwrap();
    world.until_asked_to_trust(server).await;
    let was = |view: &ServerView| {
        let RunView::NeedsTrust { changed: true, was, .. } = &view.state else { return None };
        was.clone()
    };
    let shown = was(find(&world.view().await, server).unwrap()).unwrap();
    let trusted = TrustedView {
        program: program.display().to_string(),
        args: vec!["--era".into(), "legacy".into()],
        env_names: vec![],
        env_values: vec![],
        cwd: None,
        file: Some(program.display().to_string()),
        reads: vec![],
        differs: Difference::Words,
    };
    assert_eq!(TrustedView { reads: vec![], ..shown }, trusted);

    world.host.edit_server(server, draft(&["--era", "legacy"])).await.unwrap();
    world.until_running(server).await;
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let other = program.with_extension("new");
    fs::copy(&program, &other).unwrap();
    fs::rename(&other, &program).unwrap();
    world.host.start_server(server).await.unwrap();
    world.until_asked_to_trust(server).await;
    let shown = was(find(&world.view().await, server).unwrap()).unwrap();
    assert_eq!(shown.differs, Difference::Files, "only the file is another one");
    world.quit().await;
}

/// It answers nothing before `initialize`, as servers do that know no other first message.
#[tokio::test(flavor = "multi_thread")]
async fn neg_2_a_server_that_is_silent_to_the_probe_is_ready_soon() {
    let world = World::new();
    let server = world.add_fake("fake", &["--discover", "silent"]).await;
    let begun = Instant::now();
    world.until_told(server).await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    world.quit().await;
}

/// Servers of the legacy era may end at a question that they do not know.
#[tokio::test(flavor = "multi_thread")]
async fn neg_2_a_server_that_ends_at_the_probe_is_started_again_without_it() {
    let world = World::new();
    let record = world.ground.beside("record");
    let args = ["--discover", "exit:1", "--record", record.to_str().unwrap()];
    let server = world.add_fake("fake", &args).await;
    world.choose(server, Asked::Advisory).await;
    world
        .host
        .set_lifecycle(
            server,
            LifecycleView { restart: Restart::Never, ..LifecycleView::default() },
        )
        .await
        .unwrap();
    let told = world.until_told(server).await;
    assert_eq!(told.revision.as_deref(), Some("2025-11-25"));
    let probes = || fs::read_to_string(&record).unwrap().matches("server/discover").count();
    let first = probes();
    let world = world.quit().await.start();
    world.until_told(server).await;
    assert_eq!(probes(), first, "it is remembered");
    world.quit().await;
}

/// A launcher downloads the server: what waits in the pipe meanwhile is no silence, so a server of
/// both eras is not taken for one of the older.
#[tokio::test(flavor = "multi_thread")]
async fn neg_1_a_server_that_starts_late_is_spoken_to_in_the_newest_era() {
    let world = World::new();
    let start = world.ground.beside("start");
    let late = ["--era", "both", "--start-after", start.to_str().unwrap()];
    let server = world.add_fake("fake", &late).await;
    world.choose(server, Asked::Advisory).await;
    let starting = |it: &ServerView| matches!(it.state, RunView::Starting { .. });
    world.until_server(server, "it starts", starting).await;
    let silence = tokio::time::timeout(Duration::from_secs(1), world.until_running(server));
    silence.await.unwrap_err();
    fs::write(&start, "").unwrap();
    let running = world.until_running(server).await;
    assert_eq!(running.revision.as_deref(), Some("2026-07-28"));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn neg_3_the_era_of_a_trusted_command_is_remembered() {
    let world = World::new();
    let record = world.ground.beside("record");
    let args = ["--era", "legacy", "--record", record.to_str().unwrap()];
    let server = world.add_fake("fake", &args).await;
    world.until_told(server).await;
    let probes = || {
        let record = fs::read_to_string(&record).unwrap();
        record.lines().filter(|line| line.contains("server/discover")).count()
    };
    let first = probes();
    assert!(first >= 1, "it was probed");
    let world = world.quit().await.start();
    world.until_told(server).await;
    assert_eq!(probes(), first, "and is not probed again");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_while_a_server_slept_is_in_force_when_it_wakes() {
    let world = World::new();
    let files = world.bundled().await;
    let with_a_file = |name: &str| {
        let folder = world.folder(name);
        fs::write(folder.join("hello.txt"), "hello").unwrap();
        folder
    };
    let (taken, given) = (with_a_file("taken"), with_a_file("given"));
    let on_taken = world.grant(files, &taken, READ).await;
    world.host.set_lifecycle(files, on_demand()).await.unwrap();
    let world = world.quit().await.start();
    world.until_server(files, "it sleeps", asleep).await;
    world.host.revoke(on_taken).await.unwrap();
    world.grant(files, &given, READ).await;
    assert!(asleep(find(&world.view().await, files).unwrap()), "nothing woke it");

    let read = async |folder: &std::path::Path| {
        let path = json!({ "path": folder.join("hello.txt") });
        world.call(files, "read_text_file", path).await.unwrap()
    };
    // The very first call finds what is granted, and nothing else.
    let found = read(&given).await;
    assert_eq!((found.is_error, found.text.as_str()), (false, "hello"));
    assert!(read(&taken).await.is_error);
    let view = world.until_told(files).await;
    if world.enforces_live().await {
        let proof = view.proof.unwrap();
        let reached = proof.findings.iter().any(|it| it.path == given.display().to_string());
        assert!(proof.holds && reached, "{proof:?}");
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_is_asked_for_signs_of_life_once_a_person_wants_that() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let alive = LifecycleView { keep_alive: Some(1), ..LifecycleView::default() };
    world.host.set_lifecycle(server, alive).await.unwrap();
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let ping = WireFilter { text: "ping".into(), ..WireFilter::default() };
    let is_ping = |it: &WireView| it.method.as_deref() == Some("ping");
    while !world.host.messages(server, ping.clone()).await.unwrap().messages.iter().any(is_ping) {
        assert!(tokio::time::Instant::now() < deadline, "it is never pinged");
        world.still_answers(server).await;
    }
    world.until_server(server, "it runs on", is_running).await;
    world.quit().await;
}

/// Has a server stopped after so short a time without use as no person can choose.
fn stop_after(ground: &Ground, server: u32, idle: Duration) {
    let mut opened = Storage::open(&ground.places.data).unwrap();
    let known = opened.saved.servers.iter().find(|it| it.id.0 == server);
    let mut hasty = known.unwrap().clone();
    hasty.lifecycle.stop_when_idle = Some(idle);
    let changes = vec![Change::PutServer(hasty)];
    opened.storage.commit(&Commit { id: CommitId(1), changes, audit: Vec::new() }).unwrap();
}
