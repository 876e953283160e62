//! Folders that go away, come back, or are replaced while they are granted.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use paddock_host::Notification;
use paddock_host::view::{Code, Outcome, ReachabilityView};

use crate::world::{READ, WRITE, World, is_on, uri};

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_away_is_withheld_and_returns_by_itself() {
    let world = World::new();
    let (server, folder, away) = with_a_granted_folder(&world).await;
    let other = world.folder("other");
    world.grant_and_tell(server, &other, READ).await;

    fs::rename(&folder, &away).unwrap();
    until_seen(&world, &folder, ReachabilityView::Missing).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&other)]);
    let gone = Notification::FolderGone { folder: "acme".into() };
    world.shell.until("the person is told", |seen| found(&seen.notifications, &gone)).await;

    fs::rename(&away, &folder).unwrap();
    until_seen(&world, &folder, ReachabilityView::Reachable).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&folder), uri(&other)]);

    let activity = world.activity(server).await;
    let starts = activity.iter().filter(|kind| *kind == "server-started").count();
    assert_eq!(starts, 1, "{activity:?}");
    assert!(activity.contains(&"folder-gone".into()) && activity.contains(&"folder-back".into()));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_in_tmp_to_be_written_waits_for_the_next_start() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("fake").await;
    let in_tmp = tempfile::Builder::new().prefix("paddock-flow-").tempdir_in("/tmp").unwrap();
    let folder = in_tmp.path().canonicalize().unwrap();
    world.grant(server, &folder, WRITE).await;
    until_seen(&world, &folder, ReachabilityView::NextStart).await;
    let verdict = async |world: &World| {
        let path = folder.join("x").display().to_string();
        world.host.check_paths(Some(server), path).await.unwrap()[0].outcome
    };
    assert_eq!(verdict(&world).await, Outcome::NextStart);

    let world = world.quit().await.start();
    world.until_told(server).await;
    until_seen(&world, &folder, ReachabilityView::Reachable).await;
    assert_eq!(verdict(&world).await, Outcome::AllowedReadWrite);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_folder_in_its_place_needs_consent_of_its_own() {
    let world = World::new();
    let (server, folder, away) = with_a_granted_folder(&world).await;

    // At once, so that nothing in between is seen.
    fs::create_dir(world.ground.beside("another")).unwrap();
    fs::rename(&folder, &away).unwrap();
    fs::rename(world.ground.beside("another"), &folder).unwrap();
    until_seen(&world, &folder, ReachabilityView::Replaced).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    let replaced = Notification::FolderReplaced { folder: "acme".into() };
    world.shell.until("the person is told", |seen| found(&seen.notifications, &replaced)).await;

    world.grant_and_tell(server, &folder, READ).await;
    let view = world.view().await;
    assert_eq!(view.grants.len(), 1, "the new consent takes the place of the old one");
    assert_eq!(view.grants[0].reachability, ReachabilityView::Reachable);
    assert_eq!(world.held_by_fake(server).await, [uri(&folder)]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_in_its_place_leads_nowhere() {
    let world = World::new();
    let (server, folder, away) = with_a_granted_folder(&world).await;
    fs::rename(&folder, &away).unwrap();
    symlink(&away, &folder).unwrap();
    until_seen(&world, &folder, ReachabilityView::Replaced).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_above_it_leads_nowhere() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let folder = world.folder("above/acme");
    let (above, moved) = (world.ground.places.home.join("above"), world.ground.beside("moved"));
    world.grant_and_tell(server, &folder, READ).await;
    fs::rename(&above, &moved).unwrap();
    symlink(&moved, &above).unwrap();
    until_seen(&world, &folder, ReachabilityView::Replaced).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_in_its_place_is_no_folder() {
    let world = World::new();
    let (server, folder, away) = with_a_granted_folder(&world).await;
    fs::rename(&folder, &away).unwrap();
    fs::write(&folder, "").unwrap();
    until_seen(&world, &folder, ReachabilityView::NotAFolder).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_since_it_was_picked_is_not_granted() {
    let world = World::new();
    let files = world.bundled().await;
    let folder = world.folder("acme");
    let pick = world.host.pick(folder.clone().into()).await.unwrap();
    fs::rename(&folder, world.ground.beside("away")).unwrap();
    let always = paddock_host::view::LifetimeChoice::Always;
    let refused = world.host.grant(pick, files, READ, always, None).await.unwrap_err();
    assert_eq!(refused.code, Code::FolderMissing);
    fs::create_dir(&folder).unwrap();
    let refused = world.host.grant(pick, files, READ, always, None).await.unwrap_err();
    assert_eq!(refused.code, Code::FolderChanged);
    assert!(world.view().await.grants.is_empty());
    world.quit().await;
}

/// A folder that went away while the app was not running is not told when it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_replaced_between_two_starts_is_not_told() {
    let world = World::new();
    let (server, folder, away) = with_a_granted_folder(&world).await;
    let ground = world.quit().await;
    fs::rename(&folder, &away).unwrap();
    fs::create_dir(&folder).unwrap();
    let world = ground.start();
    until_seen(&world, &folder, ReachabilityView::Replaced).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    let told = world.shell.views();
    let mut grants = told.iter().flat_map(|view| &view.grants);
    assert!(grants.all(|grant| grant.last_told.is_none()));
    world.quit().await;
}

/// A scriptable server, a folder that it is told of, and where that folder may be moved.
async fn with_a_granted_folder(world: &World) -> (u32, PathBuf, PathBuf) {
    let server = world.well_behaved("fake").await;
    let folder = world.folder("acme");
    world.grant_and_tell(server, &folder, READ).await;
    (server, folder, world.ground.beside("away"))
}

async fn until_seen(world: &World, folder: &Path, seen: ReachabilityView) {
    let what = format!("the folder is {seen:?}");
    let is_so = |view: &paddock_host::view::View| {
        view.grants.iter().any(|grant| is_on(grant, folder) && grant.reachability == seen)
    };
    world.until(&what, is_so).await;
}

fn found(notifications: &[Notification], wanted: &Notification) -> Option<()> {
    notifications.contains(wanted).then_some(())
}
