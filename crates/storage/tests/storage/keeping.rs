//! What is committed is there after opening again, whole or not at all.

use crate::common::{Random, World, about, all_audit, commit, grant, open, record, server};
use paddock_core::{AbsolutePath, Action, Change, GrantId, Saved, ServerId};
use paddock_storage::{CommitError, Storage};
use proptest::prelude::*;

#[test]
fn a_new_folder_holds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, saved) = open(&folder.path().join("a/b"));
    assert_eq!(saved, Saved::default());
    assert_eq!(all_audit(&storage), []);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_committed_is_read_back(seed: u64) {
        let folder = tempfile::tempdir().unwrap();
        let mut world = World::new(seed, Saved::default());
        let mut records = Vec::new();
        for _ in 0..4 {
            let (mut storage, saved) = open(folder.path());
            prop_assert_eq!(&saved, &world.saved);
            for _ in 0..20 {
                let commit = world.commit();
                storage.commit(&commit).unwrap();
                records.extend(commit.audit);
            }
        }
        let (storage, saved) = open(folder.path());
        prop_assert_eq!(saved, world.saved);
        let read: Vec<_> = all_audit(&storage).into_iter().map(|row| row.record).collect();
        prop_assert_eq!(read, records);
    }
}

#[test]
fn of_a_commit_that_fails_nothing_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut storage, _) = open(folder.path());
    let good = server(1, &mut Random(1));
    let orphan = grant(2, ServerId(9), &mut Random(2));
    let error = storage.commit(&commit(
        vec![Change::PutServer(good.clone()), Change::PutGrant(orphan.clone())],
        vec![about(&orphan, Action::Granted)],
    ));
    assert!(matches!(&error, Err(CommitError::Failed(_))), "{error:?}");
    assert_eq!(all_audit(&storage), []);

    storage.commit(&commit(vec![Change::PutServer(good.clone())], vec![])).unwrap();
    drop(storage);
    let (_, saved) = open(folder.path());
    assert_eq!(saved, Saved { servers: vec![good], next_id: 2, ..Saved::default() });
}

#[test]
fn the_grants_of_a_server_go_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut storage, _) = open(folder.path());
    let (gone, kept) = (server(1, &mut Random(1)), server(2, &mut Random(2)));
    let (its, others) = (grant(3, gone.id, &mut Random(3)), grant(4, kept.id, &mut Random(4)));
    let servers = [&gone, &kept].map(|server| Change::PutServer(server.clone()));
    let grants = [&its, &others].map(|grant| Change::PutGrant(grant.clone()));
    storage.commit(&commit([servers, grants].concat(), vec![])).unwrap();

    storage.commit(&commit(vec![Change::RemoveServer(gone.id)], vec![])).unwrap();
    drop(storage);
    let (_, saved) = open(folder.path());
    assert_eq!(
        saved,
        Saved { servers: vec![kept], grants: vec![others], next_id: 5, ..Saved::default() }
    );
}

#[test]
fn taking_back_what_is_not_there_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let (mut storage, _) = open(folder.path());
    storage.commit(&commit(vec![Change::RemoveGrant(GrantId(5))], vec![])).unwrap();
}

#[test]
fn a_number_is_never_given_twice() {
    let folder = tempfile::tempdir().unwrap();
    let (mut storage, _) = open(folder.path());
    let mut mentioned = record(Action::GrantFailed);
    mentioned.grant = Some(GrantId(41));
    storage.commit(&commit(vec![], vec![mentioned])).unwrap();
    drop(storage);

    let (mut storage, saved) = open(folder.path());
    assert_eq!(saved.next_id, 42);
    let added = server(77, &mut Random(1));
    storage.commit(&commit(vec![Change::PutServer(added)], vec![])).unwrap();
    storage.commit(&commit(vec![Change::RemoveServer(ServerId(77))], vec![])).unwrap();
    drop(storage);
    let (mut storage, saved) = open(folder.path());
    assert_eq!(saved, Saved { next_id: 78, ..Saved::default() });

    let last = server(u32::MAX, &mut Random(1));
    storage.commit(&commit(vec![Change::PutServer(last)], vec![])).unwrap_err();
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_unicode_is_kept_to_the_byte() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let (mut storage, _) = open(folder.path());
    let bytes = std::ffi::OsStr::from_bytes(b"/home/\xff\xfe '\"%_\\");
    let its = server(1, &mut Random(1));
    let mut odd = grant(2, its.id, &mut Random(2));
    odd.root.path = AbsolutePath::new(bytes).unwrap();
    let changes = vec![Change::PutServer(its), Change::PutGrant(odd.clone())];
    storage.commit(&commit(changes, vec![about(&odd, Action::Granted)])).unwrap();
    drop(storage);
    let (storage, saved) = open(folder.path());
    assert_eq!(saved.grants, [odd.clone()]);
    assert_eq!(all_audit(&storage)[0].record.path, Some(odd.root.path));
}

#[cfg(unix)]
#[test]
fn nobody_else_may_look_inside() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("paddock");
    let database = folder.join("paddock.db");
    let (mut storage, _) = open(&folder);
    storage.commit(&commit(vec![], vec![record(Action::Started)])).unwrap();
    assert_eq!(mode(&folder), 0o700);
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    assert!(folder.join("paddock.db-wal").exists());
    drop(storage);

    fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&database, Permissions::from_mode(0o644)).unwrap();
    open(&folder);
    assert_eq!((mode(&folder), mode(&database)), (0o700, 0o600));
}

#[test]
fn a_removed_secret_leaves_no_trace_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mut storage, _) = open(folder.path());
    let mut with_secret = server(1, &mut Random(1));
    with_secret.command = paddock_core::Command::Custom(paddock_core::CustomCommand {
        env: [("TOKEN".to_owned(), "hunter2-hunter2".to_owned())].into(),
        ..Default::default()
    });
    let read = |folder: &std::path::Path| std::fs::read(folder.join("paddock.db")).unwrap();
    let holds = |bytes: &[u8]| bytes.windows(15).any(|part| part == b"hunter2-hunter2");
    storage.commit(&commit(vec![Change::PutServer(with_secret.clone())], vec![])).unwrap();
    drop(storage);
    assert!(holds(&read(folder.path())));

    let (mut storage, _) = open(folder.path());
    storage.commit(&commit(vec![Change::RemoveServer(with_secret.id)], vec![])).unwrap();
    drop(storage);
    assert!(!holds(&read(folder.path())));
    assert!(!folder.path().join("paddock.db-wal").exists());
}

#[test]
fn a_storage_can_move_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Storage>();
}
