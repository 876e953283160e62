//! Granted folders in granted folders: the nearest one decides, at every moment.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::kept::{Server, World, assert_kept, launch, quoted, read, root_of, write};
use paddock_core::{Access, RootEntry};
use paddock_sandbox::Reach;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const NAMES: [&str; 8] = ["a", "a/b", "a/b/c", "a/b/c/d", "a/e", "a-b", "f", "f/g/h"];

/// What is granted of each of [`NAMES`].
type Grants = Vec<Option<Access>>;

#[test]
fn the_nearest_grant_decides_whatever_came_before() {
    let world = World::new();
    let folders = NAMES.map(|name| world.make(name));
    let access = prop_oneof![Just(Access::Read), Just(Access::ReadWrite)];
    let grants = vec(option::of(access), NAMES.len());
    let config = Config { cases: 40, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    runner
        .run(&vec(grants, 1..10), |changes| {
            let mut server = launch(world.shell(entries(&folders, &changes[0])));
            assert_kept(server.proof.as_ref().unwrap());
            assert_model(&mut server, &folders, &changes[0]);
            for change in &changes[1..] {
                server.grant(entries(&folders, change));
                assert_model(&mut server, &folders, change);
            }
            server.grant(vec![]);
            assert_eq!(server.succeeds("grep -c /files /proc/self/mountinfo || :"), "0");
            Ok(())
        })
        .unwrap();
}

fn entries(folders: &[PathBuf; NAMES.len()], grants: &Grants) -> Vec<RootEntry> {
    let granted = folders.iter().zip(grants).filter_map(|(folder, access)| {
        Some(RootEntry { root: root_of(folder), access: (*access)? })
    });
    granted.collect()
}

#[track_caller]
fn assert_model(server: &mut Server, folders: &[PathBuf; NAMES.len()], grants: &Grants) {
    let paths: Vec<_> = folders.iter().map(|folder| folder.join("note")).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let found = server.try_all(&paths);
    for (finding, folder) in found.iter().zip(folders) {
        let nearest = folder.ancestors().find_map(|above| {
            let granted = folders.iter().position(|folder| folder == above)?;
            grants[granted]
        });
        let expected = match nearest {
            None => Reach::Nothing,
            Some(Access::Read) => Reach::Read,
            Some(Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite) => Reach::Write,
        };
        assert_eq!(finding.found, expected, "{finding:?} of {grants:?}");
    }
}

#[test]
fn a_folder_held_open_survives_what_narrows_nothing() {
    let world = World::new();
    let [a, b, c] = ["a", "a/b", "a/b/c"].map(|name| world.make(name));
    let mut server = launch(world.shell(vec![write(&b)]));
    server.succeeds(&format!("cd {}", quoted(&b)));
    for grants in [
        vec![read(&a), write(&b)],
        vec![write(&a), write(&b)],
        vec![write(&a), write(&b), write(&c)],
        vec![read(&a), write(&b), write(&c)],
        vec![read(&a), write(&b)],
    ] {
        let proof = server.grant(grants);
        assert_eq!(proof.open_handles, 0, "{proof:?}");
        server.succeeds("echo x >note");
    }
    assert_eq!(server.grant(vec![read(&a)]).open_handles, 1);
    server.fails("cat note");
}

#[test]
fn nothing_held_open_is_wider_than_what_is_granted_now() {
    let world = World::new();
    let [a, b, c] = ["a", "a/b", "a/b/c"].map(|name| world.make(name));
    let ways = [
        vec![vec![write(&a)], vec![write(&a), read(&b)]],
        vec![vec![read(&a)], vec![read(&a), read(&b)], vec![write(&a), read(&b)]],
        vec![vec![write(&a)], vec![write(&a), write(&b)], vec![write(&a), read(&b)]],
        vec![vec![write(&a)], vec![write(&a), read(&b), write(&c)]],
        vec![vec![write(&a), write(&b)], vec![read(&b)]],
        vec![vec![write(&a), write(&b), write(&c)], vec![read(&a), write(&c)]],
    ];
    for way in ways {
        let mut server = launch(world.shell(way[0].clone()));
        let hold = format!("exec 7<{}; cd {}", quoted(&b), quoted(&a));
        server.succeeds(&hold);
        for grants in &way[1..] {
            server.grant(grants.clone());
        }
        for attempt in ["/proc/self/fd/7/note", "b/note", "./b/../b/note", "/proc/self/fd/7/new"] {
            server.fails(&format!("echo x >>{attempt}"));
        }
    }
    assert_eq!(fs::read_to_string(b.join("note")).unwrap(), "a/b");
}

#[test]
fn nothing_is_wider_on_the_way() {
    let world = World::new();
    let [a, b, c] = ["a", "a/b", "a/b/c"].map(|name| world.make(name));
    let alarm = world.home().join("alarm");
    let mut server = launch(world.shell(vec![write(&a), read(&b)]));
    // Writes, again and again, to what is never to be written.
    let hammer = |folder: &str, note: &Path| {
        format!(
            "chdir q({folder}); for (;;) {{ open(F, \">>\", q({})) && open(A, \">\", q({})); }}",
            note.display(),
            alarm.display()
        )
    };
    let by_path = hammer("/", &b.join("note"));
    let by_folder = hammer(a.to_str().unwrap(), Path::new("b/note"));
    server.succeeds(&format!("perl -e '{by_path}' >/dev/null 2>&1 & pid=$!"));
    server.succeeds(&format!("perl -e '{by_folder}' >/dev/null 2>&1 & :"));
    let changes = [
        vec![read(&a), read(&b)],
        vec![write(&a), read(&b)],
        vec![read(&b)],
        vec![write(&a), read(&b), write(&c)],
        vec![read(&a)],
        vec![write(&a), read(&b), read(&c)],
        vec![],
        vec![write(&a), read(&b)],
    ];
    for _ in 0..40 {
        for change in &changes {
            server.grant(change.clone());
            assert!(!alarm.exists(), "on the way to {change:?}");
        }
    }
    server.succeeds("kill -0 $pid");
    assert!(!alarm.exists());
    assert_eq!(fs::read_to_string(b.join("note")).unwrap(), "a/b");
    // The hammer does hit what gives way.
    server.grant(vec![write(&a)]);
    while !alarm.exists() {}
}
