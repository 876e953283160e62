//! Damaged files: always opened, never with a grant nobody gave.

use std::fs;
use std::path::{Path, PathBuf};

use paddock_core::{
    AbsolutePath, Access, Change, Commit, CommitId, Ended, EndedDestination, EndedWhy, Grant,
    GrantId, Identity, Lifetime, Missed, MissedWhy, Remembered, Request, RequestId, RequestKind,
    Root, Saved, Server, Time,
};
use paddock_storage::{OpenError, Opened, Storage};
use tempfile::TempDir;

use crate::common::{Random, World, open};

/// A database with something in it and a log that is not yet written back, as a killed process
/// leaves them, and what was saved after each commit.
struct Left {
    database: Vec<u8>,
    log: Vec<u8>,
    states: Vec<Saved>,
}

impl Left {
    fn behind(seed: u64, commits: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (mut storage, saved) = open(folder.path());
        let mut world = World::new(seed, saved);
        let mut states = vec![world.saved.clone()];
        for _ in 0..commits {
            storage.commit(&world.commit()).unwrap();
            states.push(world.saved.clone());
        }
        let read = |name| fs::read(folder.path().join(name)).unwrap();
        Self { database: read("paddock.db"), log: read("paddock.db-wal"), states }
    }

    /// As [`behind`](Self::behind) with enough to damage, all of it written back.
    fn whole(seed: u64, commits: usize) -> Self {
        let enough = |left: &Self| left.states.last().unwrap().grants.len() > 4;
        let mut longer = (commits..).step_by(10).map(|commits| Self::behind(seed, commits));
        let left = longer.find(enough).unwrap();
        let folder = folder_with(&left.database, &left.log);
        open(folder.path());
        Self { database: fs::read(database(folder.path())).unwrap(), log: vec![], ..left }
    }

    /// Opens what is left with `database` and `log` in its place. Panics unless it is one of the
    /// states that were committed, or nothing and the damaged files are kept aside unchanged.
    fn check(&self, database: &[u8], log: &[u8]) -> Opened {
        let folder = folder_with(database, log);
        let opened = Storage::open(folder.path()).unwrap();
        match &opened.kept_aside {
            None => assert!(self.states.contains(&opened.saved), "{:?}", opened.saved),
            Some(aside) => {
                assert_eq!(opened.saved, Saved::default());
                assert!(fs::read(aside).unwrap() == database, "database changed while kept aside");
                let kept_log = fs::read(beside(aside, "-wal")).unwrap_or_default();
                assert!(kept_log == log, "log changed while kept aside");
            }
        }
        opened
    }
}

fn database(folder: &Path) -> PathBuf {
    folder.join("paddock.db")
}

fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn folder_with(bytes: &[u8], log: &[u8]) -> TempDir {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    fs::write(database(folder.path()), bytes).unwrap();
    if !log.is_empty() {
        fs::write(beside(&database(folder.path()), "-wal"), log).unwrap();
    }
    folder
}

#[test]
fn a_log_that_was_cut_anywhere_leaves_what_some_commit_left() {
    for commits in [10, 60] {
        let left = Left::behind(commits as u64, commits);
        let mut random = Random(1);
        for _ in 0..60 {
            let cut = random.below(left.log.len() + 1);
            let opened = left.check(&left.database, &left.log[..cut]);
            assert_eq!(opened.kept_aside, None, "cut at {cut}");
        }
        let opened = left.check(&left.database, &left.log);
        assert_eq!(Some(&opened.saved), left.states.last());
    }
}

#[test]
fn a_garbled_log_leaves_what_some_commit_left() {
    let left = Left::behind(3, 60);
    let mut random = Random(2);
    for _ in 0..120 {
        let mut log = left.log.clone();
        let start = random.below(log.len());
        let end = log.len().min(start + 1 + random.below(600));
        log[start..end].fill_with(|| random.next().to_le_bytes()[0]);
        left.check(&left.database, &log);
    }
}

#[test]
fn flipped_bits_never_make_a_grant() {
    let left = Left::whole(4, 120);
    let mut random = Random(3);
    let mut damaged = 0;
    for _ in 0..400 {
        let mut database = left.database.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(database.len());
            database[at] ^= 1 << random.below(8);
        }
        damaged += usize::from(left.check(&database, &[]).kept_aside.is_some());
    }
    assert!(damaged > 10, "{damaged}");
}

#[test]
fn flipped_bits_in_the_header_never_make_a_grant() {
    let left = Left::whole(5, 60);
    for at in 0..100 {
        for bit in 0..8 {
            let mut bytes = left.database.clone();
            bytes[at] ^= 1 << bit;
            let folder = folder_with(&bytes, &[]);
            match Storage::open(folder.path()) {
                Ok(opened) if opened.kept_aside.is_some() => {
                    assert_eq!(opened.saved, Saved::default());
                }
                Ok(opened) => assert_eq!(Some(&opened.saved), left.states.last(), "{at}:{bit}"),
                Err(OpenError::Newer { .. }) => assert!((60..64).contains(&at), "{at}"),
                Err(error) => panic!("byte {at} bit {bit}: {error:?}"),
            }
        }
    }
}

#[test]
fn a_database_that_was_cut_never_makes_a_grant() {
    let left = Left::whole(6, 60);
    let mut random = Random(4);
    for round in 0..60 {
        let cut = if round == 0 { 0 } else { random.below(left.database.len()) };
        let opened = left.check(&left.database[..cut], &[]);
        // SQLite reads what is missing of the last page as zeros, which is all that an empty page has.
        let is_lost = left.database[cut..].iter().any(|&byte| byte != 0);
        assert!(opened.kept_aside.is_some() || !is_lost, "cut at {cut}");
    }
}

#[test]
fn a_valid_grant_that_nobody_gave_is_damage() {
    let changes = [
        "UPDATE grants SET path = CAST('/' AS BLOB) WHERE id = (SELECT max(id) FROM grants)",
        "UPDATE grants SET inode = inode + 1",
        "UPDATE grants SET lifetime = 'always', until = NULL WHERE lifetime <> 'always'",
        "UPDATE servers SET program = 'sh', args = '[]', env = '{}', cwd = NULL",
        "DELETE FROM grants WHERE id = (SELECT max(id) FROM grants)",
        "UPDATE state SET next_id = 1",
        "UPDATE state SET seal = NULL",
        "DELETE FROM state",
    ];
    let left = Left::whole(7, 60);
    for change in changes {
        let folder = folder_with(&left.database, &[]);
        let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
        assert!(raw.execute(change, []).unwrap() > 0, "{change}");
        drop(raw);
        let opened = Storage::open(folder.path()).unwrap();
        assert!(opened.kept_aside.is_some(), "{change}");
        assert_eq!(opened.saved, Saved::default());
    }
}

#[test]
fn a_dropped_guard_is_damage() {
    let left = Left::whole(8, 60);
    let folder = folder_with(&left.database, &[]);
    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("DROP TRIGGER audit_is_not_removed").unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some());
}

#[test]
fn what_is_no_database_of_ours_is_kept_aside() {
    let foreign = tempfile::tempdir().unwrap();
    let raw = rusqlite::Connection::open(database(foreign.path())).unwrap();
    raw.execute_batch("CREATE TABLE a (b); PRAGMA user_version = 1").unwrap();
    drop(raw);
    let foreign = fs::read(database(foreign.path())).unwrap();
    for bytes in [vec![], b"no database".to_vec(), vec![0xa5; 50_000], vec![0; 4096], foreign] {
        let folder = folder_with(&bytes, &[]);
        let opened = Storage::open(folder.path()).unwrap();
        let aside = opened.kept_aside.unwrap();
        assert_eq!(opened.saved, Saved::default());
        assert!(fs::read(aside).unwrap() == bytes);
    }
}

#[test]
fn what_was_kept_aside_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..=3 {
        let damaged = format!("damaged {number}");
        fs::write(database(folder.path()), &damaged).unwrap();
        let opened = Storage::open(folder.path()).unwrap();
        let name = format!("paddock.damaged-{number}.db");
        assert_eq!(opened.kept_aside, Some(folder.path().join(name)));
    }
    for number in 1..=3 {
        let name = format!("paddock.damaged-{number}.db");
        let kept = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(kept, format!("damaged {number}"));
    }
    open(folder.path());
}

#[test]
fn the_log_of_a_lost_database_is_kept_aside_and_not_taken_for_the_new_ones() {
    let left = Left::behind(9, 10);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("paddock.db-wal"), &left.log).unwrap();
    let opened = Storage::open(folder.path()).unwrap();
    assert_eq!(opened.saved, Saved::default());
    let aside = opened.kept_aside.unwrap();
    assert!(fs::read(beside(&aside, "-wal")).unwrap() == left.log);
}

#[test]
fn a_kill_after_keeping_aside_does_not_hide_it() {
    let folder = tempfile::tempdir().unwrap();
    let aside = folder.path().join("paddock.damaged-1.db");
    fs::write(&aside, "damaged").unwrap();
    assert_eq!(Storage::open(folder.path()).unwrap().kept_aside, Some(aside));
    open(folder.path());
}

#[test]
fn a_start_that_was_cut_short_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("paddock.new.db"), "half").unwrap();
    fs::write(folder.path().join("paddock.new.db-wal"), "half").unwrap();
    fs::write(folder.path().join("paddock.new.db-journal"), "half").unwrap();
    let (_, saved) = open(folder.path());
    assert_eq!(saved, Saved::default());
}

#[test]
fn a_newer_database_is_left_as_it_is() {
    let left = Left::behind(10, 10);
    let folder = folder_with(&left.database, &left.log);
    open(folder.path());
    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("PRAGMA user_version = 1000; CREATE TABLE future (a)").unwrap();
    drop(raw);
    let before = fs::read(database(folder.path())).unwrap();
    let error = Storage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Newer { found: 1000, .. }), "{error:?}");
    assert!(fs::read(database(folder.path())).unwrap() == before);
    assert!(!folder.path().join("paddock.damaged-1.db").exists());
}

/// What ended and was missed of one server, three of each.
fn history(server: &Server) -> Vec<Change> {
    let grant = |number: u32| Grant {
        id: GrantId(100 + number),
        root: Root {
            path: AbsolutePath::new(format!("/a{number}")).unwrap(),
            identity: Identity { device: 1, inode: number.into(), born: None },
        },
        server: server.id,
        access: Access::Read,
        lifetime: Lifetime::Always,
        granted_at: Time(0),
    };
    let ended = |number: u32| {
        let ended = Ended { grant: grant(number), at: Time(number.into()), why: EndedWhy::Revoked };
        Remembered::Ended(ended)
    };
    let destination = |number: u32| {
        Remembered::Destination(EndedDestination {
            id: GrantId(200 + number),
            server: server.id,
            to: format!("a{number}.example:443").parse().unwrap(),
            lifetime: Lifetime::Always,
            at: Time(number.into()),
        })
    };
    let missed = |number: u32| {
        Remembered::Missed(Missed {
            id: 300 + number,
            request: Request {
                id: RequestId(0),
                session: server.id.own(),
                kind: RequestKind::Form,
                summary: "a question".to_owned(),
                during: None,
                tokens: 0,
                of: None,
            },
            at: Time(number.into()),
            why: MissedWhy::Muted,
            again: 0,
        })
    };
    let all = (1..=3).flat_map(|number| [ended(number), destination(number), missed(number)]);
    all.map(Change::Remember).collect()
}

/// A database with grants and a history.
fn with_history(seed: u64) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (mut storage, saved) = open(folder.path());
    let mut world = World::new(seed, saved);
    while world.saved.grants.len() < 3 {
        storage.commit(&world.commit()).unwrap();
    }
    let changes = history(&world.saved.servers[0]);
    storage.commit(&Commit { id: CommitId(1), changes, audit: vec![] }).unwrap();
    folder
}

#[test]
fn a_damaged_row_of_history_costs_itself_only() {
    let damages = [
        "UPDATE ended SET why = 'nonsense' WHERE id = 102",
        "UPDATE ended SET path = X'61' WHERE id = 102",
        "UPDATE ended SET access = 'reads' WHERE id = 102",
        "UPDATE ended SET guarded = 7 WHERE id = 102",
        "UPDATE ended SET until = 5 WHERE id = 102",
        "UPDATE ended SET server = 4000 WHERE id = 102",
        "UPDATE ended SET id = 4294967295 WHERE id = 102",
        "UPDATE ended SET id = -2 WHERE id = 102",
        "UPDATE ended_destinations SET destination = '' WHERE id = 202",
        "UPDATE ended_destinations SET lifetime = 'long' WHERE id = 202",
        "UPDATE ended_destinations SET server = 4000 WHERE id = 202",
        "UPDATE missed SET kind = 'nonsense' WHERE id = 302",
        "UPDATE missed SET why = CAST(X'ff' AS TEXT) WHERE id = 302",
        "UPDATE missed SET folder = '/a' WHERE id = 302",
        "UPDATE missed SET server = 4000 WHERE id = 302",
    ];
    let folder = with_history(11);
    let (storage, before) = open(folder.path());
    assert_eq!(counts(&before), [3, 3, 3]);
    drop(storage);
    let bytes = fs::read(database(folder.path())).unwrap();

    for damage in damages {
        let folder = folder_with(&bytes, &[]);
        let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
        raw.execute_batch("PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0").unwrap();
        assert_eq!(raw.execute(damage, []).unwrap(), 1, "{damage}");
        drop(raw);
        let Opened { mut storage, saved, kept_aside } = Storage::open(folder.path()).unwrap();
        assert_eq!(kept_aside, None, "{damage}");
        assert_eq!(counts(&saved).iter().sum::<usize>(), 8, "{damage}");
        let forgotten = |saved: &Saved| Saved {
            ended: vec![],
            ended_destinations: vec![],
            missed: vec![],
            ..saved.clone()
        };
        assert_eq!(forgotten(&saved), forgotten(&before), "{damage}");
        // It is in nobody's way later either.
        let servers = saved.servers.iter().cloned().map(Change::PutServer);
        let changes = servers.chain([Change::SetPause(None)]).collect();
        storage.commit(&Commit { id: CommitId(2), changes, audit: vec![] }).unwrap();
        drop(storage);
        let again = Storage::open(folder.path()).unwrap();
        assert_eq!((again.kept_aside, again.saved), (None, saved), "{damage}");
    }
}

fn counts(saved: &Saved) -> [usize; 3] {
    [saved.ended.len(), saved.ended_destinations.len(), saved.missed.len()]
}

#[test]
fn a_damaged_row_of_history_hides_no_other_damage() {
    let folder = with_history(12);
    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch(
        "PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0;
         UPDATE ended SET guarded = 7 WHERE id = 102; UPDATE grants SET inode = inode + 1",
    )
    .unwrap();
    drop(raw);
    let damaged = fs::read(database(folder.path())).unwrap();
    let opened = Storage::open(folder.path()).unwrap();
    assert_eq!(opened.saved, Saved::default());
    assert!(fs::read(opened.kept_aside.unwrap()).unwrap() == damaged, "changed while kept aside");
}
