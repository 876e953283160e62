//! What servers answered apps.

use std::path::Path;

use paddock_core::{Change, Command, Fingerprint, Server, ServerId, Trusted};
use paddock_storage::{KeptAnswers, Storage};

use crate::common::commit;

const ONE: ServerId = ServerId(1);
const TWO: ServerId = ServerId(2);

fn server(id: ServerId, command: u8) -> Server {
    let mut server = Server::new(id, format!("server {}", id.0), Command::Bundled);
    let fingerprint = Fingerprint([command; 32]);
    server.trusted = Some(Trusted { fingerprint, seen: None, era: None });
    server
}

fn put(storage: &mut Storage, server: Server) {
    storage.commit(&commit(vec![Change::PutServer(server)], vec![])).unwrap();
}

fn with_servers(folder: &Path) -> Storage {
    let mut storage = open(folder);
    for id in [ONE, TWO] {
        put(&mut storage, server(id, 7));
    }
    storage
}

fn open(folder: &Path) -> Storage {
    let opened = Storage::open(folder).unwrap();
    assert_eq!(opened.kept_aside, None);
    opened.storage
}

fn answers(server: ServerId, command: u8, answers: &[&str]) -> KeptAnswers {
    let answers = answers.iter().map(|&it| it.to_owned()).collect();
    KeptAnswers { server, fingerprint: Some(Fingerprint([command; 32])), answers }
}

fn change(folder: &Path, sql: &str) {
    let raw = rusqlite::Connection::open(folder.join("paddock.db")).unwrap();
    raw.execute_batch(sql).unwrap();
}

#[test]
fn what_a_server_answered_outlives_the_host_and_newer_answers_take_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path());
    storage.remember(&answers(ONE, 7, &["old"])).unwrap();
    storage.remember(&answers(TWO, 7, &["b"])).unwrap();
    storage.remember(&answers(ONE, 7, &["newest", "older"])).unwrap();
    drop(storage);
    let all = open(folder.path()).remembered().unwrap();
    assert_eq!(all, [answers(ONE, 7, &["newest", "older"]), answers(TWO, 7, &["b"])]);
}

#[test]
fn it_goes_with_the_server_and_with_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path());
    for id in [ONE, TWO] {
        storage.remember(&answers(id, 7, &["a"])).unwrap();
    }
    put(&mut storage, Server { name: "renamed".into(), ..server(ONE, 7) });
    assert_eq!(storage.remembered().unwrap().len(), 2);
    put(&mut storage, server(ONE, 8));
    storage.commit(&commit(vec![Change::RemoveServer(TWO)], vec![])).unwrap();
    assert_eq!(storage.remembered().unwrap(), []);
    // What was on its way then is of nobody.
    storage.remember(&answers(ONE, 7, &["of the command before"])).unwrap();
    storage.remember(&answers(TWO, 7, &["of a server that is gone"])).unwrap();
    assert_eq!(storage.remembered().unwrap(), []);
}

#[test]
fn however_much_a_server_says_what_is_kept_of_it_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path());
    let long = "x".repeat(3 << 20);
    storage.remember(&answers(ONE, 7, &["newest", &long, &long, "oldest"])).unwrap();
    assert_eq!(storage.remembered().unwrap(), [answers(ONE, 7, &["newest", &long])]);
    storage.remember(&answers(ONE, 7, &[&"x".repeat(100 << 20)])).unwrap();
    assert_eq!(storage.remembered().unwrap(), []);
}

#[test]
fn a_damaged_row_is_left_out_and_all_else_stays() {
    for damage in [
        "UPDATE remembered SET answers = 'evil' WHERE answers = 'a'",
        "UPDATE remembered SET answers = x'ff' WHERE answers = 'a'",
        "UPDATE remembered SET answers = NULL WHERE answers = 'a'",
        "UPDATE remembered SET fingerprint = NULL WHERE answers = 'a'",
        "UPDATE remembered SET fingerprint = 'short' WHERE answers = 'a'",
        "UPDATE remembered SET seal = x'00' WHERE answers = 'a'",
        // Another server's.
        "UPDATE remembered SET server = 2 WHERE answers = 'a'",
        "UPDATE remembered SET server = 3 WHERE answers = 'a'",
        "UPDATE remembered SET server = 'one' WHERE answers = 'a'",
        "UPDATE remembered SET server = -1 WHERE answers = 'a'",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut storage = with_servers(folder.path());
        storage.remember(&answers(ONE, 7, &["a", "b"])).unwrap();
        storage.remember(&answers(TWO, 7, &["c"])).unwrap();
        drop(storage);
        change(folder.path(), damage);
        let left = open(folder.path()).remembered().unwrap();
        assert_eq!(left, [answers(ONE, 7, &["b"]), answers(TWO, 7, &["c"])], "{damage}");
    }
}
