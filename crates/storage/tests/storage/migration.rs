//! Databases of older versions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use paddock_core::network::{Allowance, Destinations, NetworkChoice};
use paddock_core::{
    AbsolutePath, Access, Action, Actor, Asked, Asking, AuditRecord, Ceiling, Change, Command,
    Confinement, CustomCommand, Fingerprint, Footprint, Grant, GrantId, Identity, Lifetime, Limits,
    Pause, Provider, ProviderApi, ProviderId, Restart, Root, Said, SamplingLimits, Saved, Scope,
    Secret, Sending, Server, ServerId, Time, TokensByHour, Trusted, Usage,
};

use paddock_storage::{Counted, Counts, Slot, Storage};

use crate::common::{all_audit, commit, open};

#[cfg(unix)]
#[test]
fn version_1_is_read_in_full() {
    let folder = with_version_1();
    let (storage, saved) = open(folder.path());
    let root = |path, device, inode| Root {
        path: AbsolutePath::new(path).unwrap(),
        identity: Identity { device, inode, born: None },
    };
    let custom = CustomCommand {
        program: "node".into(),
        args: vec!["server.js".into()],
        env: [("TOKEN".to_owned(), "secret".to_owned())].into(),
        cwd: Some("/srv".into()),
        ..CustomCommand::default()
    };
    let expected = Saved {
        servers: vec![
            before(Server::new(ServerId(1), "Files".into(), Command::Bundled)),
            Server {
                trusted: Some(trusted_before()),
                ..before(Server::new(ServerId(2), "Notes".into(), Command::Custom(custom)))
            },
        ],
        grants: vec![
            Grant {
                id: GrantId(3),
                root: root("/home/ada/Work", u64::MAX, 7),
                server: ServerId(1),
                access: Access::ReadWrite,
                lifetime: Lifetime::Always,
                granted_at: Time(1_700_000_000_000),
            },
            Grant {
                id: GrantId(4),
                root: root("/home/ada/Notes", 2049, 8),
                server: ServerId(2),
                access: Access::Read,
                lifetime: Lifetime::Until(Time(1_800_000_000_000)),
                granted_at: Time(1_700_000_001_000),
            },
        ],
        providers: Vec::new(),
        spent: Vec::new(),
        stand_ins: BTreeSet::new(),
        paused: None,
        paused_apps: BTreeMap::new(),
        used: Vec::new(),
        ended: Vec::new(),
        ended_destinations: Vec::new(),
        missed: Vec::new(),
        next_id: 9,
    };
    assert_eq!(saved, expected);
    let audit = all_audit(&storage);
    let granted = AuditRecord {
        at: Time(1_700_000_000_000),
        actor: Actor::Person,
        action: Action::Granted,
        server: Some(ServerId(1)),
        server_name: Some("Files".into()),
        app: None,
        grant: Some(GrantId(3)),
        path: Some(AbsolutePath::new("/home/ada/Work").unwrap()),
        access: Some(Access::ReadWrite),
        ok: true,
        detail: None,
        arguments: None,
    };
    assert_eq!((audit.len(), &audit[0].record), (2, &granted));
}

#[cfg(unix)]
#[test]
fn a_migrated_database_is_committed_to() {
    let folder = with_version_1();
    let (mut storage, mut saved) = open(folder.path());
    saved.grants[0].root.identity.born = Some(-5);
    storage.commit(&commit(vec![Change::PutGrant(saved.grants[0].clone())], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1, saved);
}

#[cfg(unix)]
#[test]
fn version_2_is_read_if_its_seal_holds() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(2), database(folder.path())).unwrap();
    let (storage, saved) = open(folder.path());
    assert_eq!(saved.servers.len(), 2);
    assert!(saved.servers.iter().all(|server| server.confinement == confined_before()));
    assert_eq!(saved.grants[0].root.identity.born, Some(1_600_000_000_000_000_000));
    drop(storage);

    let damaged = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(2), database(damaged.path())).unwrap();
    let raw = rusqlite::Connection::open(database(damaged.path())).unwrap();
    raw.execute_batch("UPDATE grants SET access = 'read-write'").unwrap();
    drop(raw);
    let opened = Storage::open(damaged.path()).unwrap();
    assert!(opened.kept_aside.is_some());
    assert_eq!(opened.saved, Saved::default());
}

#[cfg(unix)]
#[test]
fn version_3_is_read_if_its_seal_holds() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(3), database(folder.path())).unwrap();
    let (storage, saved) = open(folder.path());
    let custom = CustomCommand {
        program: "node".into(),
        args: vec!["server.js".into()],
        env: [("TOKEN".to_owned(), "secret".to_owned())].into(),
        cwd: Some("/srv".into()),
        ..CustomCommand::default()
    };
    // What it was let read without a grant is gone.
    let confinement =
        Confinement { asked: Asked::Advisory, network: NetworkChoice::Off, ask_first: true };
    let servers = vec![
        before(Server::new(ServerId(1), "Files".into(), Command::Bundled)),
        Server {
            trusted: Some(trusted_before()),
            wanted: false,
            confinement,
            ..Server::new(ServerId(2), "Notes".into(), Command::Custom(custom))
        },
    ];
    assert_eq!((saved.servers, saved.providers, saved.next_id), (servers, vec![], 4));
    assert_eq!((saved.grants.len(), all_audit(&storage).len()), (1, 1));
    drop(storage);

    let damaged = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(3), database(damaged.path())).unwrap();
    let raw = rusqlite::Connection::open(database(damaged.path())).unwrap();
    raw.execute_batch("UPDATE servers SET reads = X''").unwrap();
    drop(raw);
    assert!(Storage::open(damaged.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn version_4_is_read_if_its_seal_holds() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(4), database(folder.path())).unwrap();
    let (mut storage, mut saved) = open(folder.path());
    let notes = &saved.servers[1];
    assert_eq!((notes.lifecycle.restart, notes.lifecycle.on_demand), (Restart::Never, true));
    let limits = SamplingLimits { requests_an_hour: 3, tokens_a_day: 4000 };
    assert_eq!(notes.asking, Asking { limits, muted: true });
    let provider = Provider {
        id: ProviderId(4),
        name: "Here".into(),
        api: ProviderApi::OpenAi,
        url: "http://127.0.0.1:11434/v1".into(),
        preferred: Some("small".into()),
        has_key: true,
        allowed: true,
    };
    assert_eq!((&saved.providers, &saved.spent), (&vec![provider], &vec![]));
    let spent = TokensByHour::from([(491_000, 250)]);
    storage.commit(&commit(vec![Change::PutSpent(notes.id, spent.clone())], vec![])).unwrap();
    drop(storage);
    saved.spent = vec![(saved.servers[1].id, spent)];
    assert_eq!(open(folder.path()).1, saved);

    let damaged = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(4), database(damaged.path())).unwrap();
    let raw = rusqlite::Connection::open(database(damaged.path())).unwrap();
    raw.execute_batch("UPDATE servers SET tokens_a_day = 4000000").unwrap();
    drop(raw);
    assert!(Storage::open(damaged.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn version_5_is_read_if_its_seal_holds() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(5), database(folder.path())).unwrap();
    let (mut storage, mut saved) = open(folder.path());
    let notes = &mut saved.servers[1];
    let trusted = notes.trusted.as_mut().unwrap();
    let seen = trusted.seen.as_mut().unwrap();
    assert_eq!((seen.args.len(), &seen.footprint), (1, &Footprint::default()));
    seen.env_values = vec![("A_DIR".into(), "/a".into())];
    seen.footprint.program = "/usr/bin/node".into();
    storage.commit(&commit(vec![Change::PutServer(notes.clone())], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1, saved);

    let damaged = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(5), database(damaged.path())).unwrap();
    let raw = rusqlite::Connection::open(database(damaged.path())).unwrap();
    raw.execute_batch("UPDATE servers SET reads = X''").unwrap();
    drop(raw);
    assert!(Storage::open(damaged.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn version_6_is_read_and_takes_records_of_apps() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(6), database(folder.path())).unwrap();
    let (mut storage, saved) = open(folder.path());
    assert_eq!(saved.servers.len(), 2);
    let before = all_audit(&storage);
    assert!(before.iter().all(|row| row.record.app.is_none()));
    let by_app = AuditRecord {
        actor: Actor::App,
        action: Action::ToolCalled,
        app: Some("Claude Code".into()),
        ..before[0].record.clone()
    };
    let by_server = AuditRecord { actor: Actor::Server, ..by_app.clone() };
    storage.commit(&commit(vec![], vec![by_app.clone(), by_server.clone()])).unwrap();
    let after: Vec<_> = all_audit(&storage).into_iter().map(|row| row.record).collect();
    assert_eq!(after[before.len()..], [by_app, by_server]);
}

#[cfg(unix)]
#[test]
fn version_7_is_read_and_takes_how_apps_may_use_a_server() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(7), database(folder.path())).unwrap();
    let (mut storage, saved) = open(folder.path());
    assert_eq!(saved.servers.len(), 2);
    assert!(saved.servers.iter().all(|server| server.usage == Usage::default()));
    let narrow = Usage { scope: Scope::WhereAppWorks, ..Usage::default() };
    let server = Server { usage: narrow.clone(), ..saved.servers[0].clone() };
    storage.commit(&commit(vec![Change::PutServer(server)], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1.servers[0].usage, narrow);
}

#[cfg(unix)]
#[test]
fn version_8_is_read_and_takes_where_a_server_may_connect() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(8), database(folder.path())).unwrap();
    let (mut storage, saved) = open(folder.path());
    let notes = &saved.servers[1];
    assert_eq!(notes.usage.scope, Scope::WhereAppWorks);
    // What it had it keeps.
    assert_eq!(notes.confinement.network, NetworkChoice::Open);
    assert_eq!(notes.destinations, Destinations::default());
    let allowance = Allowance { lifetime: Lifetime::Always, since: Time(1) };
    let server = Server {
        confinement: Confinement { network: NetworkChoice::Ask, ..notes.confinement },
        destinations: Destinations {
            allowed: [("api.example.com".parse().unwrap(), allowance)].into(),
            ..Destinations::default()
        },
        ..notes.clone()
    };
    storage.commit(&commit(vec![Change::PutServer(server.clone())], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1.servers[1], server);

    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("UPDATE servers SET destinations = replace(destinations, 'api.', 'evil.')")
        .unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn version_9_is_read_and_lets_secrets_go() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(9), database(folder.path())).unwrap();
    let (mut storage, saved) = open(folder.path());
    let mut server = saved.servers[1].clone();
    assert_eq!(server.confinement.network, NetworkChoice::Ask);
    let Command::Custom(custom) = &mut server.command else { panic!("it has a command") };
    assert_eq!((custom.env.len(), custom.secrets.len(), custom.said.len()), (2, 0, 0));
    assert_eq!(custom.open_secrets().collect::<Vec<_>>(), [("TOKEN", "hunter2-hunter2")]);
    let value = custom.env.remove("TOKEN").unwrap();
    custom.secrets.insert("TOKEN".into(), Secret::of([3; 16], &value));
    storage.commit(&commit(vec![Change::PutServer(server.clone())], vec![])).unwrap();

    // Not even in the log, while it is open.
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!file.windows(15).any(|part| part == b"hunter2-hunter2"));
    }
    drop(storage);
    assert_eq!(open(folder.path()).1.servers[1], server);

    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("UPDATE servers SET secrets = replace(secrets, '0303', '0404')").unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn version_10_is_read_and_takes_grants_with_commits() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(10), database(folder.path())).unwrap();
    let (mut storage, saved) = open(folder.path());
    let grant = Grant {
        id: GrantId(9),
        root: Root {
            path: AbsolutePath::new("/home/ada/acme").unwrap(),
            identity: Identity { device: 1, inode: 2, born: None },
        },
        server: saved.servers[1].id,
        access: Access::WriteCommits,
        lifetime: Lifetime::Always,
        granted_at: Time(1),
    };
    storage.commit(&commit(vec![Change::PutGrant(grant.clone())], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1.grants, [grant]);

    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("UPDATE grants SET commits = 0, guarded = 0").unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn version_11_is_read_and_takes_apps_that_paddock_stands_in_for() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(11), database(folder.path())).unwrap();
    let (mut storage, mut saved) = open(folder.path());
    assert_eq!((saved.grants[0].access, saved.stand_ins.len()), (Access::WriteCommits, 0));
    let set = |app: &str, on| Change::SetStandIn(app.to_owned(), on);
    let changes = vec![set("Cursor \u{202e}", true), set("a", true), set("a", true)];
    storage.commit(&commit(changes, vec![])).unwrap();
    storage.commit(&commit(vec![set("a", false), set("b", false)], vec![])).unwrap();
    drop(storage);
    saved.stand_ins = ["Cursor \u{202e}".to_owned()].into();
    assert_eq!(open(folder.path()).1, saved);

    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("INSERT INTO stand_ins VALUES ('b')").unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn servers_of_before_have_the_usual_limits_and_take_others() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(12), database(folder.path())).unwrap();
    let (mut storage, mut saved) = open(folder.path());
    assert!(saved.servers.iter().all(|server| server.limits == Limits::default()));
    saved.servers[0].limits = Limits { processes: 64, memory: Some(512) };
    storage.commit(&commit(vec![Change::PutServer(saved.servers[0].clone())], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1, saved);

    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("UPDATE servers SET memory = NULL").unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some());
}

#[cfg(unix)]
#[test]
fn version_12_is_read_and_takes_what_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(12), database(folder.path())).unwrap();
    let (mut storage, saved) = open(folder.path());
    let counted = Counted {
        at: Time(0),
        server: saved.servers[0].id,
        destination: None,
        counts: Counts { calls: 3, ..Counts::default() },
    };
    storage.count(Time(0), std::slice::from_ref(&counted)).unwrap();
    drop(storage);
    let (storage, again) = open(folder.path());
    assert_eq!(again, saved);
    assert_eq!(storage.seen(None, Slot::Hour, Time(0)).unwrap(), [counted]);
}

#[cfg(unix)]
#[test]
fn servers_of_version_14_may_send_what_they_like_and_take_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(14), database(folder.path())).unwrap();
    let (mut storage, mut saved) = open(folder.path());
    assert_eq!(saved.servers[0].limits.memory, Some(512));
    assert!(saved.servers.iter().all(|server| server.sending == Sending::default()));
    assert_eq!(storage.seen(None, Slot::Hour, Time(0)).unwrap()[0].counts.sent, 5000);
    let said = Said { ceiling: Ceiling::Bytes(20_000), until: Time(7) };
    saved.servers[0].sending = Sending { most: Some(10_000), said: Some(said) };
    storage.commit(&commit(vec![Change::PutServer(saved.servers[0].clone())], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1, saved);

    for damage in ["most_sent = NULL", "sent_said_bytes = 30000", "sent_said = 'unlimited'"] {
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(database(folder.path()), database(copy.path())).unwrap();
        let raw = rusqlite::Connection::open(database(copy.path())).unwrap();
        raw.execute_batch(&format!("UPDATE servers SET {damage} WHERE most_sent > 0")).unwrap();
        drop(raw);
        assert!(Storage::open(copy.path()).unwrap().kept_aside.is_some(), "{damage}");
    }
}

#[cfg(unix)]
#[test]
fn version_14_is_read_and_takes_a_pause() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(14), database(folder.path())).unwrap();
    let (mut storage, mut saved) = open(folder.path());
    assert_eq!(saved.paused, None);
    for until in [Some(Time(7)), None] {
        saved.paused = Some(Pause { until });
        storage.commit(&commit(vec![Change::SetPause(saved.paused)], vec![])).unwrap();
        drop(storage);
        let reopened;
        (storage, reopened) = open(folder.path());
        assert_eq!(reopened, saved);
    }
    for until in [Some(Time(7)), None] {
        let pause = Pause { until };
        saved.paused_apps = [("Claude Code".to_owned(), pause)].into();
        let change = Change::SetAppPause("Claude Code".to_owned(), Some(pause));
        storage.commit(&commit(vec![change], vec![])).unwrap();
        drop(storage);
        let reopened;
        (storage, reopened) = open(folder.path());
        assert_eq!(reopened, saved);
    }
    drop(storage);
    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("DELETE FROM paused_apps").unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some(), "nobody resumed it");
}

#[cfg(unix)]
#[test]
fn providers_of_version_20_were_set_up_by_a_person_and_stay_allowed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(20), database(folder.path())).unwrap();
    let (mut storage, mut saved) = open(folder.path());
    let provider = saved.providers.last_mut().unwrap();
    assert!(provider.id == ProviderId(20) && provider.allowed);
    provider.allowed = false;
    storage.commit(&commit(vec![Change::PutProvider(provider.clone())], vec![])).unwrap();
    drop(storage);
    assert_eq!(open(folder.path()).1, saved);

    let raw = rusqlite::Connection::open(database(folder.path())).unwrap();
    raw.execute_batch("UPDATE providers SET allowed = 1").unwrap();
    drop(raw);
    assert!(Storage::open(folder.path()).unwrap().kept_aside.is_some(), "nobody agreed");
}

/// The network as it was before there were destinations.
fn confined_before() -> Confinement {
    Confinement { network: NetworkChoice::Open, ..Confinement::default() }
}

fn before(server: Server) -> Server {
    Server { confinement: confined_before(), ..server }
}

/// Trust as it was kept when nothing but its fingerprint was.
fn trusted_before() -> Trusted {
    Trusted { fingerprint: Fingerprint([0x5a; 32]), seen: None, era: None }
}

#[test]
fn a_migrated_schema_is_that_of_a_new_database() {
    let migrated = with_version_1();
    let new = tempfile::tempdir().unwrap();
    open(migrated.path());
    open(new.path());
    assert_eq!(schema(migrated.path()), schema(new.path()));
}

#[test]
fn version_1_is_of_the_schema_that_it_was_released_with() {
    let made = tempfile::tempdir().unwrap();
    make_version_1(&database(made.path()));
    assert_eq!(schema(with_version_1().path()), schema(made.path()));
}

/// Writes the fixture. Run once, when its version was the current one:
/// `cargo test -p paddock-storage -- --ignored write_version_1`
#[test]
#[ignore = "writes the fixture"]
fn write_version_1() {
    assert!(!fixture(1).exists(), "a fixture is never changed");
    make_version_1(&fixture(1));
}

fn make_version_1(path: &Path) {
    let raw = rusqlite::Connection::open(path).unwrap();
    raw.pragma_update(None, "journal_mode", "WAL").unwrap();
    raw.pragma_update(None, "application_id", 0x5061_646b).unwrap();
    raw.execute_batch(include_str!("../../src/schema/1.sql")).unwrap();
    raw.execute_batch(
        r#"
        PRAGMA user_version = 1;
        INSERT INTO servers (id, name) VALUES (1, 'Files');
        INSERT INTO servers (id, name, program, args, env, cwd, trusted)
        VALUES (2, 'Notes', 'node', '["server.js"]', '{"TOKEN":"secret"}', CAST('/srv' AS BLOB),
                unhex(replace(hex(zeroblob(32)), '00', '5A')));
        INSERT INTO grants
            (id, server, path, device, inode, access, lifetime, until, granted_at)
        VALUES
            (3, 1, CAST('/home/ada/Work' AS BLOB), -1, 7, 'read-write', 'always', NULL,
             1700000000000),
            (4, 2, CAST('/home/ada/Notes' AS BLOB), 2049, 8, 'read', 'until', 1800000000000,
             1700000001000);
        INSERT INTO audit
            (at, actor, action, server, server_name, grant_id, path, access, ok, detail)
        VALUES
            (1700000000000, 'person', 'granted', 1, 'Files', 3,
             CAST('/home/ada/Work' AS BLOB), 'read-write', 1, NULL),
            (1700000000500, 'paddock', 'expired', 1, 'Files', 8,
             CAST('/home/ada/Old' AS BLOB), 'read', 0, 'was missing');
        UPDATE state SET next_id = 9;
        "#,
    )
    .unwrap();
}

fn with_version_1() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture(1), database(folder.path())).unwrap();
    folder
}

fn fixture(version: u32) -> PathBuf {
    let name = format!("tests/fixtures/version-{version}.db");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn database(folder: &Path) -> PathBuf {
    folder.join("paddock.db")
}

fn schema(folder: &Path) -> Vec<(String, Option<String>)> {
    let raw = rusqlite::Connection::open(database(folder)).unwrap();
    let mut statement = raw.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}
