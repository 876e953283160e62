//! How long consent lasts.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use paddock_core::{Access, Change, Commit, CommitId, Grant, GrantId, Lifetime, ServerId, Time};
use paddock_host::Notification;
use paddock_host::view::{EndedWhy, LifetimeChoice, LifetimeView};
use paddock_storage::Storage;
use paddock_watcher::resolve;

use crate::world::{Ground, READ, WRITE, World, find, is_on, is_running, uri};

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_ends_by_itself_when_its_time_has_come() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let mut ground = world.quit().await;
    let folder = ground.folder("acme");
    // A machine that is busy may take long until the host is up.
    for seconds in [2, 8, 20] {
        let end = now().plus(Duration::from_secs(seconds));
        put_grant(&ground, server, &folder, Lifetime::Until(end));
        let world = ground.start();
        let none_left = |view: &paddock_host::view::View| view.grants.is_empty();
        let view = world.until("the grant has ended", none_left).await;
        assert!(now() >= end);
        world.until_told(server).await;
        assert_eq!(world.held_by_fake(server).await, [""; 0]);
        let was_in_force = world.shell.views().iter().any(|view| !view.grants.is_empty());
        if was_in_force {
            assert_eq!(view.ended[0].why, EndedWhy::Expired);
            let ended = Notification::Ended { folder: "acme".into(), server: "fake".into() };
            let first = |seen: &crate::recorder::Seen| seen.notifications.first().cloned();
            assert_eq!(world.shell.until("the person is told", first).await, ended);
            let world = world.quit().await.start();
            assert!(world.view().await.grants.is_empty(), "it ended for good");
            world.quit().await;
            return;
        }
        ground = world.quit().await;
    }
    panic!("the host was never up before the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ended_while_the_app_was_not_running_is_never_told() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let ground = world.quit().await;
    let folder = ground.folder("acme");
    put_grant(&ground, server, &folder, Lifetime::Until(now()));
    let world = ground.start();
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    let views = world.shell.views();
    assert!(views.iter().all(|view| view.grants.is_empty()));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_keeps_servers_trust_and_lasting_grants_and_no_others() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let (lasting, passing) = (world.folder("lasting"), world.folder("passing"));
    world.grant_and_tell(server, &lasting, WRITE).await;
    world.grant_for(server, &passing, READ, LifetimeChoice::ThisRun).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&lasting), uri(&passing)]);

    let world = world.quit().await.start();
    world.until_told(server).await;
    let of_lasting = |view: &paddock_host::view::View| {
        view.grants.iter().any(|grant| is_on(grant, &lasting) && grant.last_told.is_some())
    };
    let view = world.until("the server is told again", of_lasting).await;
    assert_eq!(view.grants.len(), 1);
    assert_eq!(view.grants[0].lifetime, LifetimeView::Always);
    assert_eq!(view.grants[0].access, WRITE);
    assert_eq!(world.held_by_fake(server).await, [uri(&lasting)]);
    let asked = |view: &paddock_host::view::View| {
        matches!(find(view, server).unwrap().state, paddock_host::view::RunView::NeedsTrust { .. })
    };
    assert!(!world.shell.views().iter().any(|view| asked(view)), "trust is kept");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_for_this_run_ends_when_its_server_is_stopped() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let (lasting, passing) = (world.folder("lasting"), world.folder("passing"));
    world.grant_and_tell(server, &lasting, READ).await;
    world.grant_for(server, &passing, READ, LifetimeChoice::ThisRun).await;
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let view = world.view().await;
    let left: Vec<_> = view.grants.iter().map(|grant| grant.folder.name.as_str()).collect();
    assert_eq!(left, ["lasting"]);
    assert_eq!(view.ended[0].why, EndedWhy::RunEnded);
    world.host.start_server(server).await.unwrap();
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&lasting)]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_hour_is_an_hour_and_the_day_ends_at_midnight() {
    let world = World::new();
    let files = world.bundled().await;
    let begun = now();
    let grant = world.grant_for(files, &world.folder("acme"), READ, LifetimeChoice::OneHour).await;
    let until = |view: &paddock_host::view::View| match view.grants[0].lifetime {
        #[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
        LifetimeView::Until { at } => begun.until(Time(at as i64)),
        LifetimeView::ThisRun | LifetimeView::Always => panic!("it has no end"),
    };
    let hour = until(&world.view().await);
    assert!(hour >= Duration::from_hours(1) && hour < Duration::from_mins(61), "{hour:?}");
    world.host.set_lifetime(grant, LifetimeChoice::UntilMidnight).await.unwrap();
    assert!(until(&world.view().await) <= Duration::from_hours(25));
    assert!(is_running(find(&world.view().await, files).unwrap()));
    world.quit().await;
}

/// Writes a grant as the app would have, with an end that no one can choose.
fn put_grant(ground: &Ground, server: u32, folder: &Path, lifetime: Lifetime) {
    let mut opened = Storage::open(&ground.places.data).unwrap();
    let grant = Grant {
        id: GrantId(opened.saved.next_id),
        root: resolve(folder).unwrap(),
        server: ServerId(server),
        access: Access::Read,
        lifetime,
        granted_at: now(),
    };
    let changes = vec![Change::PutGrant(grant)];
    opened.storage.commit(&Commit { id: CommitId(0), changes, audit: Vec::new() }).unwrap();
}

fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Time(since.as_millis().try_into().unwrap())
}
