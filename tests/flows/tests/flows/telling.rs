//! Who is told that its folders changed, and how often.

use std::fs;
use std::path::Path;

use paddock_host::view::ToldView;

use crate::world::{READ, WRITE, World, uri};

const CHANGED: &str = "notifications/roots/list_changed";

#[tokio::test(flavor = "multi_thread")]
async fn only_a_server_whose_folders_changed_is_told() {
    let world = World::new();
    let (of_a, of_b) = (world.ground.beside("a.record"), world.ground.beside("b.record"));
    let a = world.add_fake("a", &["--record", of_a.to_str().unwrap()]).await;
    let b = world.add_fake("b", &["--record", of_b.to_str().unwrap()]).await;
    world.until_told(a).await;
    world.until_told(b).await;

    let folder = world.folder("acme");
    let grant = world.grant_and_tell(a, &folder, READ).await;
    assert_eq!(world.held_by_fake(a).await, [uri(&folder)]);
    assert_eq!(world.held_by_fake(b).await, [""; 0]);
    world.host.revoke(grant).await.unwrap();
    world.until_told(a).await;
    assert_eq!(world.held_by_fake(a).await, [""; 0]);

    let _ground = world.quit().await;
    assert_eq!((received(&of_a, CHANGED), received(&of_b, CHANGED)), (2, 0));
    assert_eq!((received(&of_a, "initialize\""), received(&of_b, "initialize\"")), (1, 1));
}

/// The server asks when it is called and at no other time, so nothing but a call answers a
/// notification.
#[tokio::test(flavor = "multi_thread")]
async fn edits_made_together_are_one_notification_and_the_last_list_counts() {
    let world = World::new();
    let record = world.ground.beside("record");
    let asks_on_call = ["--ask-roots", "on-initialized", "--ask-on-call"];
    let recorded = ["--record", record.to_str().unwrap()];
    let server = world.add_fake("late", &[&asks_on_call[..], &recorded].concat()).await;
    world.until_told(server).await;

    let mut last = Vec::new();
    for round in 1..=3 {
        for number in 0..5 {
            let folder = world.folder(&format!("{round}-{number}"));
            let grant = world.grant(server, &folder, WRITE).await;
            if number % 2 == 0 {
                world.host.revoke(grant).await.unwrap();
            } else {
                last.push(uri(&folder));
            }
        }
        let waits = |it: &paddock_host::view::ServerView| it.told == ToldView::Waiting;
        world.until_server(server, "the server has yet to ask", waits).await;
        assert_eq!(world.held_by_fake(server).await, last);
        world.until_told(server).await;
        assert_eq!(received(&record, CHANGED), round);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_back_to_what_was_told_needs_no_question() {
    let world = World::new();
    let server = world.add_fake("once", &["--ask-roots", "on-initialized"]).await;
    world.until_told(server).await;
    let grant = world.grant(server, &world.folder("acme"), READ).await;
    let waits = |it: &paddock_host::view::ServerView| it.told == ToldView::Waiting;
    world.until_server(server, "the server has yet to ask", waits).await;
    world.host.revoke(grant).await.unwrap();
    world.until_told(server).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_never_asks_is_shown_as_such_and_can_be_called() {
    let world = World::new();
    let server = world.add_fake("deaf", &["--ask-roots", "never"]).await;
    world.until_running(server).await;
    world.grant(server, &world.folder("acme"), READ).await;
    let view = world.view().await;
    assert_eq!(crate::world::find(&view, server).unwrap().told, ToldView::NeverAsked);
    world.still_answers(server).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoking_waits_for_no_call_under_way() {
    let world = World::new();
    let go = world.ground.beside("go");
    let server = world.add_fake("fake", &["--wait-for", go.to_str().unwrap()]).await;
    world.until_told(server).await;
    let grant = world.grant_and_tell(server, &world.folder("acme"), READ).await;
    let host = world.host.clone();
    let call =
        tokio::spawn(async move { host.call_tool(server, "wait".into(), String::new(), 99).await });
    let in_flight = |it: &paddock_host::view::ServerView| it.calls_in_flight == 1;
    world.until_server(server, "the call is in flight", in_flight).await;

    world.host.revoke(grant).await.unwrap();
    let told = world.until_told(server).await;
    assert_eq!((told.calls_in_flight, told.lingering.len()), (1, 1));
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    fs::write(go, "").unwrap();
    assert!(!call.await.unwrap().unwrap().is_error);
    world.quit().await;
}

/// Twenty people at once change what two servers see.
#[tokio::test(flavor = "multi_thread")]
async fn in_the_end_every_server_holds_what_is_shown() {
    let world = World::new();
    let servers = [world.well_behaved("a").await, world.well_behaved("b").await];
    let mut edits = tokio::task::JoinSet::new();
    for number in 0..20_usize {
        let folder = world.folder(&format!("folder {number} ü#"));
        let pick = world.host.pick(folder.into()).await.unwrap();
        let (host, server) = (world.host.clone(), servers[number % 2]);
        edits.spawn(async move {
            let always = paddock_host::view::LifetimeChoice::Always;
            host.grant(pick, server, READ, always, None).await.unwrap();
            if number % 3 == 0 {
                let view = host.view().await.unwrap();
                let own = view.grants.iter().filter(|it| it.server == server);
                // Whichever is first: another may have been quicker.
                let _ = host.revoke(own.map(|it| it.id).next().unwrap_or(0)).await;
            }
        });
    }
    edits.join_all().await;
    for server in servers {
        world.until_told(server).await;
        let view = world.view().await;
        let own = view.grants.iter().filter(|it| it.server == server);
        let mut shown: Vec<_> = own.map(|it| it.folder.uri.clone()).collect();
        let mut held = world.held_by_fake(server).await;
        shown.sort();
        held.sort();
        assert_eq!(held, shown);
        assert!(!held.is_empty());
    }
    world.quit().await;
}

/// How many of the lines that the server received hold `text`.
fn received(record: &Path, text: &str) -> usize {
    let record = fs::read_to_string(record).unwrap();
    record.lines().filter(|line| line.starts_with('<') && line.contains(text)).count()
}
