//! Two processes: the second is told.

use paddock_storage::{OpenError, Storage};

use crate::child::{Process, role, say};
use crate::common::open;

#[test]
fn the_second_process_is_told_who_the_first_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Process::launch("second::holds", folder.path(), "");
    assert_eq!(first.hear().as_deref(), Some("held"));
    let error = Storage::open(folder.path()).unwrap_err();
    assert!(
        matches!(error, OpenError::Busy { pid } if pid == Some(first.child.id()) || cfg!(windows)),
        "{error:?}"
    );

    drop(first.child.stdin.take());
    assert!(first.child.wait().unwrap().success());
    open(folder.path());
}

#[test]
fn a_killed_process_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Process::launch("second::holds", folder.path(), "");
    assert_eq!(first.hear().as_deref(), Some("held"));
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    open(folder.path());
}

#[test]
fn one_process_can_not_open_it_twice_either() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, _) = open(folder.path());
    assert!(matches!(Storage::open(folder.path()), Err(OpenError::Busy { .. })));
    drop(storage);
    open(folder.path());
}

#[test]
fn another_program_that_holds_the_database_is_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path());
    let other = rusqlite::Connection::open(folder.path().join("paddock.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = Storage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Busy { pid: None }), "{error:?}");
    drop(other);
    open(folder.path());
}

#[test]
fn holds() {
    let Some((folder, _)) = role() else { return };
    let _storage = open(&folder);
    say("held");
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).unwrap();
}
