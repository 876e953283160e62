//! Records that are kept no longer.

use paddock_core::{
    AbsolutePath, Access, Action, Actor, AuditRecord, Change, Ended, EndedWhy, Grant, GrantId,
    Identity, Lifetime, Remembered, Root, Time, ToolDigest,
};
use paddock_storage::{AuditFilter, Retention, Storage};

use crate::common::{Random, commit, record, server};

const DAY: i64 = 24 * 3600 * 1000;
const UNBOUNDED: u64 = u64::MAX;

fn at(day: i64) -> AuditRecord {
    AuditRecord { at: Time(day * DAY), ..record(Action::ToolCalled) }
}

fn days(storage: &Storage) -> Vec<i64> {
    let page = storage.audit(&AuditFilter::default(), None, 200).unwrap();
    page.rows.iter().rev().map(|row| row.record.at.0 / DAY).collect()
}

fn trim(storage: &mut Storage, keep: Retention, today: i64) {
    while storage.trim(keep, Time(today * DAY)).unwrap() {}
}

#[test]
fn what_is_past_its_time_goes_and_the_guard_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    storage.commit(&commit(vec![], (1..=100).map(at).collect())).unwrap();
    trim(&mut storage, Retention { days: 90, bytes: UNBOUNDED }, 100);
    assert_eq!(days(&storage), (10..=100).collect::<Vec<_>>());
    // The newest stays, however old it is, so that numbers go on.
    trim(&mut storage, Retention { days: 1, bytes: UNBOUNDED }, 1000);
    assert_eq!(days(&storage), [100]);
    drop(storage);
    // A schema that is not whole would not be opened.
    let opened = Storage::open(folder.path()).unwrap();
    assert_eq!((opened.kept_aside, days(&opened.storage)), (None, vec![100]));
}

#[test]
fn one_step_is_short_and_a_record_of_the_future_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    let records = [at(9999)].into_iter().chain((0..1200).map(|_| at(1))).chain([at(300)]);
    storage.commit(&commit(vec![], records.collect())).unwrap();
    let keep = Retention { days: 90, bytes: UNBOUNDED };
    let mut steps = 0;
    while storage.trim(keep, Time(300 * DAY)).unwrap() {
        steps += 1;
    }
    assert_eq!((steps, days(&storage)), (3, vec![9999, 300]));
}

#[test]
fn the_oldest_go_when_there_are_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    let long = |day| AuditRecord { detail: Some("x".repeat(1000)), ..at(day) };
    storage.commit(&commit(vec![], (1..=3000).map(long).collect())).unwrap();
    trim(&mut storage, Retention { days: 36_500, bytes: 1 << 20 }, 3000);
    let page = storage.audit(&AuditFilter::default(), None, 1).unwrap();
    assert_eq!(page.rows[0].record.at, Time(3000 * DAY));
    let mut left = 0;
    storage
        .export(&AuditFilter::default(), &mut |row| {
            left += 1;
            assert!(row.record.at > Time(1000 * DAY), "the oldest go first");
            Ok(())
        })
        .unwrap();
    assert!((1..1100).contains(&left), "{left}");
}

#[test]
fn what_other_tables_hold_pushes_no_record_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    let mut filled = server(1, &mut Random(1));
    let long = |number| (format!("{number}{}", "x".repeat(1 << 20)), ToolDigest([7; 32]));
    filled.usage.seen = (0..12).map(long).collect();
    let records: Vec<_> = (1..=100).map(at).collect();
    storage.commit(&commit(vec![Change::PutServer(filled)], records)).unwrap();
    trim(&mut storage, Retention { days: 36_500, bytes: 1 << 20 }, 100);
    assert_eq!(days(&storage).len(), 100);
    // What records take themselves still counts.
    let long = |day| AuditRecord { detail: Some("x".repeat(1000)), ..at(day) };
    storage.commit(&commit(vec![], (101..=3000).map(long).collect())).unwrap();
    trim(&mut storage, Retention { days: 36_500, bytes: 1 << 20 }, 3000);
    let mut left = 0;
    storage
        .export(&AuditFilter::default(), &mut |_| {
            left += 1;
            Ok(())
        })
        .unwrap();
    assert!((500..1100).contains(&left), "{left}");
}

#[test]
fn what_servers_have_recorded_pushes_no_decision_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    let by = |actor, action, day| AuditRecord {
        detail: Some("x".repeat(1000)),
        actor,
        app: (actor == Actor::App).then(|| "An app".to_owned()),
        ..AuditRecord { at: Time(day * DAY), ..record(action) }
    };
    let decided = (1..=20).map(|day| by(Actor::Person, Action::Granted, day));
    let called = (21..=1500).map(|day| by(Actor::App, Action::ToolCalled, day));
    let tried = (1501..=3000).map(|day| by(Actor::Server, Action::AttemptDenied, day));
    storage.commit(&commit(vec![], decided.chain(called).chain(tried).collect())).unwrap();
    trim(&mut storage, Retention { days: 36_500, bytes: 1 << 20 }, 3000);
    let mut left = Vec::new();
    storage
        .export(&AuditFilter::default(), &mut |row| {
            left.push(row.record.action);
            Ok(())
        })
        .unwrap();
    assert_eq!(left.iter().filter(|it| **it == Action::Granted).count(), 20);
    assert!((100..1100).contains(&left.len()), "{}", left.len());
    // Nor does what a program does in the person's name.
    let denied = (3001..=5000).map(|day| by(Actor::Person, Action::DestinationDenied, day));
    storage.commit(&commit(vec![], denied.collect())).unwrap();
    trim(&mut storage, Retention { days: 36_500, bytes: 1 << 20 }, 5000);
    let mut granted = 0;
    storage
        .export(&AuditFilter::default(), &mut |row| {
            granted += usize::from(row.record.action == Action::Granted);
            Ok(())
        })
        .unwrap();
    assert_eq!(granted, 20);
    // Decisions alone are bounded too.
    trim(&mut storage, Retention { days: 36_500, bytes: 1 }, 3000);
    assert!(days(&storage).len() < 2);
}

#[test]
fn all_is_deleted_but_that_it_was_and_numbers_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    storage.commit(&commit(vec![], (1..=20).map(at).collect())).unwrap();
    let deleted = record(Action::ActivityDeleted);
    storage.commit(&commit(vec![Change::ForgetActivity], vec![deleted.clone()])).unwrap();
    let page = storage.audit(&AuditFilter::default(), None, 200).unwrap();
    let rows: Vec<_> = page.rows.iter().map(|row| (row.id.0, row.record.action)).collect();
    assert_eq!(rows, [(21, Action::ActivityDeleted)]);
    // Nothing of it is left on the disk.
    storage
        .commit(&commit(
            vec![],
            vec![AuditRecord { detail: Some("a word of its own".to_owned()), ..at(30) }],
        ))
        .unwrap();
    storage.commit(&commit(vec![Change::ForgetActivity], vec![deleted])).unwrap();
    drop(storage);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(8).any(|it| it == b"its own\0" || it == b"of its o"));
    }
}

#[test]
fn the_last_use_of_each_grant_is_read_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    let used = |grant: u32, day, path: &str, ok| AuditRecord {
        grant: Some(GrantId(grant)),
        path: Some(AbsolutePath::new(path).unwrap()),
        detail: Some("read".to_owned()),
        ok,
        ..at(day)
    };
    let records = vec![
        used(7, 1, "/w/a", true),
        used(7, 2, "/w/b", true),
        used(7, 3, "/w/c", false),
        used(8, 1, "/x", true),
        at(5),
    ];
    storage.commit(&commit(vec![], records)).unwrap();
    drop(storage);
    let saved = Storage::open(folder.path()).unwrap().saved;
    let used: Vec<_> = saved
        .used
        .iter()
        .map(|(grant, used)| (grant.0, used.at.0 / DAY, used.path.as_path().to_str().unwrap()))
        .collect();
    assert_eq!(used, [(7, 2, "/w/b"), (8, 1, "/x")]);
}

#[test]
fn all_grants_that_ended_are_kept_for_their_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut storage = Storage::open(folder.path()).unwrap().storage;
    let server = server(1, &mut Random(7));
    let ended = |number: u32| {
        let identity = Identity { device: 1, inode: number.into(), born: None };
        let path = AbsolutePath::new(format!("/a{number}")).unwrap();
        let grant = Grant {
            id: GrantId(number),
            root: Root { path, identity },
            server: server.id,
            access: Access::Read,
            lifetime: Lifetime::Always,
            granted_at: Time(0),
        };
        let ended = Ended { grant, at: Time(i64::from(number) + DAY), why: EndedWhy::Revoked };
        Change::Remember(Remembered::Ended(ended))
    };
    let changes = [Change::PutServer(server.clone())].into_iter().chain((2..1502).map(ended));
    storage.commit(&commit(changes.collect(), vec![])).unwrap();
    trim(&mut storage, Retention { days: 90, bytes: UNBOUNDED }, 1);
    drop(storage);
    let mut opened = Storage::open(folder.path()).unwrap();
    let ids: Vec<_> = opened.saved.ended.iter().map(|it| it.grant.id.0).collect();
    assert_eq!((ids.len(), ids[0], ids[1499]), (1500, 1501, 2), "the newest first");
    trim(&mut opened.storage, Retention { days: 90, bytes: UNBOUNDED }, 92);
    drop(opened);
    assert_eq!(Storage::open(folder.path()).unwrap().saved.ended, []);
}
