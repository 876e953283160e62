//! What was counted of servers over time.

use paddock_core::{Action, Change, Command, Server, ServerId, Time};
use paddock_storage::{Counted, Counts, Retention, Slot, Storage};

use crate::common::{commit, record};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const SERVER: ServerId = ServerId(1);

fn with_servers(folder: &std::path::Path, count: u32) -> Storage {
    let mut storage = Storage::open(folder).unwrap().storage;
    let server = |id| Server::new(ServerId(id), format!("server {id}"), Command::Bundled);
    let servers = (1..=count).map(|id| Change::PutServer(server(id))).collect();
    storage.commit(&commit(servers, vec![])).unwrap();
    storage
}

fn counted(at: i64, to: Option<&str>, calls: u64, sent: u64) -> Counted {
    let counts = Counts { calls, sent, ..Counts::default() };
    Counted { at: Time(at), server: SERVER, destination: to.map(str::to_owned), counts }
}

fn slots(storage: &Storage, slot: Slot) -> Vec<(i64, u64)> {
    let seen = storage.seen(None, slot, Time(0)).unwrap();
    seen.iter().map(|it| (it.at.0 / MINUTE, it.counts.calls)).collect()
}

#[test]
fn what_is_counted_adds_up_in_slots_of_both_lengths() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path(), 1);
    for (minute, calls) in [(1, 2), (4, 3), (7, 10), (61, 100)] {
        let at = minute * MINUTE;
        storage.count(Time(at), &[counted(at, None, calls, 0)]).unwrap();
    }
    drop(storage);
    let storage = Storage::open(folder.path()).unwrap().storage;
    assert_eq!(slots(&storage, Slot::FiveMinutes), [(0, 5), (5, 10), (60, 100)]);
    assert_eq!(slots(&storage, Slot::Hour), [(0, 15), (60, 100)]);
    assert!(storage.seen(None, Slot::Hour, Time(2 * HOUR)).unwrap().is_empty());
}

#[test]
fn destinations_are_told_apart_and_what_was_not_seen_stays_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path(), 1);
    let mut blind = counted(0, None, 1, 70);
    blind.counts.network_unseen = true;
    let all = [blind, counted(0, Some("a.example"), 0, 50), counted(0, Some("b.example"), 0, 20)];
    storage.count(Time(0), &all).unwrap();
    storage.count(Time(0), &[counted(0, None, 1, 0)]).unwrap();
    let seen = storage.seen(Some(SERVER), Slot::FiveMinutes, Time(0)).unwrap();
    let sent: Vec<_> = seen.iter().map(|it| (it.destination.as_deref(), it.counts.sent)).collect();
    assert_eq!(sent, [(None, 70), (Some("a.example"), 50), (Some("b.example"), 20)]);
    assert!(seen[0].counts.network_unseen && !seen[1].counts.network_unseen);
    // Of all servers only what it comes to.
    assert_eq!(storage.seen(None, Slot::Hour, Time(0)).unwrap().len(), 1);
}

#[test]
fn of_a_destination_all_that_is_kept_adds_up_with_its_last_moment() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path(), 1);
    for minute in [1, 7, 125, 131] {
        let at = minute * MINUTE;
        let all = [counted(at, Some("a.example"), 0, 50), counted(at, None, 1, 50)];
        storage.count(Time(at), &all).unwrap();
    }
    assert_eq!(storage.connections().unwrap(), [counted(130 * MINUTE, Some("a.example"), 0, 200)]);
}

#[test]
fn old_slots_go_whatever_else_is_kept_and_so_do_those_of_a_wrong_clock() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path(), 1);
    storage.count(Time(400 * DAY), &[counted(400 * DAY, None, 9, 0)]).unwrap();
    for day in 0..10 {
        storage.count(Time(day * DAY), &[counted(day * DAY, None, 1, 0)]).unwrap();
    }
    let days =
        |slot| slots(&storage, slot).iter().map(|(at, _)| at * MINUTE / DAY).collect::<Vec<_>>();
    assert_eq!(days(Slot::FiveMinutes), [8, 9]);
    assert_eq!(days(Slot::Hour), [2, 3, 4, 5, 6, 7, 8, 9]);
    storage.trim(Retention { days: 2, bytes: u64::MAX }, Time(9 * DAY)).unwrap();
    assert_eq!(slots(&storage, Slot::Hour).len(), 3);
}

#[test]
fn it_goes_with_the_activity_and_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = with_servers(folder.path(), 2);
    let other = Counted { server: ServerId(2), ..counted(0, None, 1, 0) };
    storage.count(Time(0), &[counted(0, None, 1, 0), other]).unwrap();
    storage.commit(&commit(vec![Change::RemoveServer(SERVER)], vec![])).unwrap();
    assert_eq!(slots(&storage, Slot::Hour), [(0, 1)]);
    // What was on its way when the server was removed is of nobody.
    storage.count(Time(0), &[counted(0, None, 1, 0)]).unwrap();
    assert_eq!(slots(&storage, Slot::Hour), [(0, 1)]);
    let deleted = record(Action::ActivityDeleted);
    storage.commit(&commit(vec![Change::ForgetActivity], vec![deleted])).unwrap();
    assert_eq!(slots(&storage, Slot::Hour), []);
}
