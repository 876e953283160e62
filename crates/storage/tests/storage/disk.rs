//! A full disk and a read-only one.

use std::fs;
use std::path::Path;

use paddock_core::{Action, AuditRecord, Saved};
use paddock_storage::{CommitError, OpenError, Storage};

use crate::child::role;
#[cfg(target_os = "linux")]
use crate::child::{Process, command};
use crate::common::{World, all_audit, commit, open, record};

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_nothing_of_a_commit_and_loses_nothing_before() {
    on_a_small_disk("disk::fills_the_disk");
}

#[test]
fn fills_the_disk() {
    let Some((disk, _)) = role() else { return };
    let folder = disk.join("paddock");
    let (mut storage, saved) = open(&folder);
    let mut world = World::new(1, saved);
    storage.commit(&world.commit()).unwrap();
    fill(&disk.join("ballast"));

    let mut kept = all_audit(&storage).len();
    let error = loop {
        let before = world.saved.clone();
        let mut next = world.commit();
        next.audit.push(AuditRecord { detail: Some("x".repeat(5000)), ..record(Action::Paused) });
        match storage.commit(&next) {
            Ok(()) => kept += next.audit.len(),
            Err(error) => {
                world = World::new(2, before);
                break error;
            }
        }
    };
    assert!(matches!(error, CommitError::Full), "{error:?}");
    assert_eq!(all_audit(&storage).len(), kept);
    drop(storage);

    let (mut storage, saved) = open(&folder);
    assert_eq!(saved, world.saved);
    assert_eq!(all_audit(&storage).len(), kept);

    fs::remove_file(disk.join("ballast")).unwrap();
    storage.commit(&world.commit()).unwrap();
    drop(storage);
    assert_eq!(open(&folder).1, world.saved);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_a_first_start_says_so() {
    on_a_small_disk("disk::starts_on_a_full_disk");
}

#[test]
fn starts_on_a_full_disk() {
    let Some((disk, _)) = role() else { return };
    let folder = disk.join("paddock");
    // Each time with a little more room, until there is enough.
    for room in (0..100).map(|pages| pages * 4096) {
        fs::create_dir_all(&folder).unwrap();
        fill(&disk.join("ballast"));
        let ballast = fs::OpenOptions::new().write(true).open(disk.join("ballast")).unwrap();
        let size = ballast.metadata().unwrap().len();
        ballast.set_len(size.saturating_sub(room)).unwrap();
        match Storage::open(&folder) {
            Ok(opened) => {
                assert_eq!((opened.saved, opened.kept_aside), (Saved::default(), None));
                assert!(room > 0);
                return;
            }
            Err(error) => assert!(matches!(error, OpenError::Full), "{room}: {error:?}"),
        }
        fs::remove_file(disk.join("ballast")).unwrap();
    }
    panic!("never enough room");
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_disk_is_told_and_left_alone() {
    on_a_small_disk("disk::opens_a_read_only_disk");
}

#[cfg(target_os = "linux")]
#[test]
fn opens_a_read_only_disk() {
    let Some((disk, _)) = role() else { return };
    let folder = disk.join("paddock");
    let (mut storage, _) = open(&folder);
    storage.commit(&commit(vec![], vec![record(Action::Started)])).unwrap();
    drop(storage);
    let remounted = command("mount").args(["-o", "remount,bind,ro"]).arg(&disk).status().unwrap();
    assert!(remounted.success());
    for folder in [folder, disk.join("new")] {
        let error = Storage::open(&folder).unwrap_err();
        assert!(matches!(error, OpenError::ReadOnly), "{error:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_without_write_permission_is_told() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    open(folder.path());
    fs::remove_file(folder.path().join("paddock.lock")).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).unwrap();
    if fs::write(folder.path().join("probe"), "").is_ok() {
        paddock_skip::skip("permissions do not stop this user");
        return;
    }
    let error = Storage::open(folder.path()).unwrap_err();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    assert!(matches!(error, OpenError::ReadOnly), "{error:?}");
    open(folder.path());
}

#[cfg(unix)]
#[test]
fn a_database_without_write_permission_is_told() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    open(folder.path());
    let database = folder.path().join("paddock.db");
    fs::set_permissions(&database, fs::Permissions::from_mode(0o400)).unwrap();
    if fs::OpenOptions::new().append(true).open(&database).is_ok() {
        paddock_skip::skip("permissions do not stop this user");
        return;
    }
    let error = Storage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::ReadOnly), "{error:?}");
}

/// Takes all the room there is.
fn fill(path: &Path) {
    let mut file = fs::File::create(path).unwrap();
    let error = std::io::copy(&mut std::io::repeat(1), &mut file).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}

/// Runs the test `role` in a mount namespace of its own, with its folder on a disk of 1 MiB in
/// memory.
#[cfg(target_os = "linux")]
fn on_a_small_disk(role: &str) {
    const MOUNT: &str = "mount -t tmpfs -o size=1m,mode=700 paddock-test \"$1\"";

    let disk = tempfile::tempdir().unwrap();
    let unshare = |script: &str| {
        let mut unshare = command("unshare");
        unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
        unshare.arg(disk.path());
        unshare
    };
    if !unshare(MOUNT).status().is_ok_and(|status| status.success()) {
        paddock_skip::skip_for_tier("no disk can be mounted here");
        return;
    }
    let mut inside = unshare(&format!("{MOUNT} && shift && exec \"$@\""));
    inside.arg(std::env::current_exe().unwrap());
    let mut process = Process::launch_in(inside, role, disk.path(), "");
    assert_eq!(process.hear(), None);
    assert!(process.child.wait().unwrap().success(), "{role} failed");
}
