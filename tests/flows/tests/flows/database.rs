//! What happens when the database is not as it should be.

use std::fs;

use paddock_host::Notification;
use paddock_host::view::{Code, LifetimeChoice};
use rustix::process::{Resource, Rlimit, geteuid, getrlimit, setrlimit};

use crate::alone;
use crate::recorder::Recorder;
use crate::world::{Ground, READ, World, detail, find, is_running, uri};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_host_on_the_same_data_is_told_that_it_is_in_use() {
    let world = World::new();
    let refused = world.ground.try_start(&Recorder::default()).unwrap_err();
    assert_eq!(refused.code, Code::StorageBusy);
    let files = world.bundled().await;
    assert!(is_running(find(&world.view().await, files).unwrap()));
    let ground = world.quit().await;
    ground.start().quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_database_is_kept_aside_and_grants_nothing() {
    let world = World::new();
    let files = world.bundled().await;
    world.grant_and_tell(files, &world.folder("acme"), READ).await;
    let ground = world.quit().await;

    let database = ground.places.data.join("paddock.db");
    let damaged = b"not a database at all".repeat(1000);
    fs::write(&database, &damaged).unwrap();
    let world = ground.start();
    let view = world.until("the damage is noticed", |view| !view.notices.is_empty()).await;
    let failure = &view.notices[0].failure;
    assert_eq!(failure.code, Code::StorageDamaged);
    assert_eq!(fs::read(detail(failure, "kept")).unwrap(), damaged);
    assert!(view.grants.is_empty());

    let files = world.bundled().await;
    world.until_told(files).await;
    assert!(world.ask(files, "list_allowed_directories").await.contains("\nNone."));
    world.grant_and_tell(files, &world.folder("acme"), READ).await;
    let world = world.quit().await.start();
    let view = world.view().await;
    assert_eq!((view.grants.len(), view.notices.len()), (1, 0));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_that_can_not_be_written_is_said_to_be_before_anything_starts() {
    let mut ground = Ground::new();
    // Nothing can be made in there, not even by root.
    ground.places.data = "/proc/self/paddock".into();
    let refused = ground.try_start(&Recorder::default()).unwrap_err();
    assert!([Code::StorageFailed, Code::StorageReadOnly].contains(&refused.code), "{refused:?}");
    assert!(!detail(&refused, "reason").is_empty());

    if !geteuid().is_root() {
        use std::os::unix::fs::PermissionsExt;
        let above = ground.folder("read-only");
        fs::set_permissions(&above, fs::Permissions::from_mode(0o555)).unwrap();
        ground.places.data = above.join("data");
        let refused = ground.try_start(&Recorder::default()).unwrap_err();
        assert_eq!(refused.code, Code::StorageReadOnly);
    }
}

/// The disk of this process is full for a while.
#[test]
fn what_is_not_kept_is_not_granted_and_what_is_revoked_stays_revoked() {
    let test = "database::what_is_not_kept_is_not_granted_and_what_is_revoked_stays_revoked";
    alone::run(test, async {
        let world = World::new();
        let server = world.well_behaved("fake").await;
        let (one, two) = (world.folder("one"), world.folder("two"));
        let on_one = world.grant_and_tell(server, &one, READ).await;
        let pick = world.host.pick(two.clone().into()).await.unwrap();

        limit_files(Some(0));
        let always = LifetimeChoice::Always;
        let refused = world.host.grant(pick, server, READ, always, None).await.unwrap_err();
        assert!(refused.code.as_str().starts_with("storage-"), "{refused:?}");
        world.until_told(server).await;
        assert_eq!(world.held_by_fake(server).await, [uri(&one)]);

        let unsaved = world.host.revoke(on_one).await.unwrap_err();
        assert!(unsaved.code.as_str().starts_with("storage-"), "{unsaved:?}");
        let view = world.view().await;
        assert!(view.grants.is_empty());
        assert!(view.notices.iter().any(|it| it.failure.code == Code::RevokeNotSaved));
        world.until_told(server).await;
        assert_eq!(world.held_by_fake(server).await, [""; 0]);
        let said = |seen: &crate::recorder::Seen| {
            seen.notifications.contains(&Notification::RevokeNotSaved).then_some(())
        };
        world.shell.until("the person is told", said).await;

        limit_files(None);
        world.host.grant(pick, server, READ, always, None).await.unwrap();
        let world = world.quit().await.start();
        let view = world.view().await;
        let kept: Vec<_> = view.grants.iter().map(|it| it.folder.name.as_str()).collect();
        assert_eq!(kept, ["two"]);
        world.quit().await;
    });
}

/// From now on no file of this process, nor of the servers it starts, is written beyond `size`.
fn limit_files(size: Option<u64>) {
    let Rlimit { maximum, .. } = getrlimit(Resource::Fsize);
    setrlimit(Resource::Fsize, Rlimit { current: size.or(maximum), maximum }).unwrap();
}
