//! What is told of a change among many folders, and what follows.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::kept::{Server, World, assert_kept, launch, read, write};
use paddock_core::RootEntry;
use paddock_sandbox::wire::{End, Order, Report};
use paddock_sandbox::{Finding, Proof, Reach};

const MANY: usize = 12;

/// Folders beside each other.
fn many(world: &World) -> Vec<RootEntry> {
    (0..MANY).map(|number| read(&world.make(&format!("many/{number}")))).collect()
}

fn with(many: &[RootEntry], more: impl IntoIterator<Item = RootEntry>) -> Vec<RootEntry> {
    many.iter().cloned().chain(more).collect()
}

fn paths(findings: &[Finding]) -> Vec<PathBuf> {
    let mut paths: Vec<_> = findings.iter().map(|it| it.path.clone()).collect();
    paths.sort();
    paths
}

fn path_of(entry: &RootEntry) -> PathBuf {
    entry.root.path.as_path().to_path_buf()
}

fn sorted(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut paths: Vec<_> = paths.into_iter().collect();
    paths.sort();
    paths
}

fn rest(server: &mut Server) -> (u64, Vec<Finding>) {
    let report = server.kept.report();
    let Report::Rest { change, findings } = report else { panic!("{report:?}") };
    (change, findings)
}

fn proof(server: &mut Server) -> Proof {
    let report = server.kept.report();
    let Report::Proven(proof) = report else { panic!("{report:?}") };
    proof
}

#[test]
fn what_changed_is_proved_before_it_is_told_and_the_rest_right_after() {
    let world = World::new();
    let (many, folder) = (many(&world), world.make("folder"));
    let mut server = launch(world.shell(many.clone()));
    let all = server.proof.take().unwrap();
    assert!(!all.rest_follows, "a server starts when all is proved");
    assert_eq!(all.findings.len(), MANY + 1);

    let others = || sorted(many.iter().map(path_of).chain([world.canary()]));
    let steps = [
        (Some(read(&folder)), Reach::Read),
        (Some(write(&folder)), Reach::Write),
        (None, Reach::Nothing),
    ];
    for (step, reach) in steps {
        let proof = server.kept.change(with(&many, step));
        assert!(proof.rest_follows);
        assert_eq!(paths(&proof.findings), sorted([world.canary(), folder.clone()]));
        let found = proof.findings.iter().find(|it| it.path == folder).unwrap();
        assert_eq!((found.found, found.expected), (reach, reach));
        let change = proof.change;
        let (of, found) = rest(&mut server);
        assert_eq!((of, paths(&found)), (change, others()));
        assert_kept(&proof.with_rest(found));
    }
}

#[test]
fn of_few_folders_all_is_proved_before_it_is_told() {
    let world = World::new();
    let few: Vec<_> = (0..8).map(|number| read(&world.make(&number.to_string()))).collect();
    let mut server = launch(world.shell(few.clone()));
    let proof = server.kept.change(with(&few, [read(&world.make("folder"))]));
    assert!(!proof.rest_follows);
    assert_eq!(proof.findings.len(), 8 + 2);
}

/// Such folders may have been mounted anew together.
#[test]
fn what_is_around_and_beneath_a_change_is_proved_with_it() {
    let world = World::new();
    let many = many(&world);
    let (outer, middle, inner) = (world.make("a"), world.make("a/b"), world.make("a/b/c"));
    let mut server = launch(world.shell(with(&many, [write(&outer), read(&inner)])));
    let proof = server.kept.change(with(&many, [write(&outer), read(&middle), read(&inner)]));
    assert!(proof.rest_follows);
    assert_eq!(paths(&proof.findings), sorted([world.canary(), outer, middle, inner]));
    assert_kept(&server.kept.all_of(proof));
}

#[test]
fn a_withheld_folder_is_tried_before_it_is_told() {
    let world = World::new();
    let (many, gone) = (many(&world), world.make("gone"));
    let entry = read(&gone);
    std::fs::remove_dir_all(&gone).unwrap();
    let mut server = launch(world.shell(many.clone()));
    let proof = server.kept.change(with(&many, [entry]));
    assert_eq!(proof.withheld.len(), 1);
    assert_eq!(paths(&proof.findings), sorted([world.canary(), gone]));
    let all = server.kept.all_of(proof);
    assert!(all.holds() && all.findings.len() == MANY + 2, "{all:?}");
}

/// The order for the second is there before anything of the rest is.
#[test]
fn a_change_that_comes_too_soon_for_the_rest_is_proved_with_all_of_it() {
    let world = World::new();
    let (many, folder) = (many(&world), world.make("folder"));
    let mut server = launch(world.shell(many.clone()));
    let orders =
        [vec![read(&folder)], vec![write(&folder)], Vec::new()].map(|more| with(&many, more));
    let mut frames = Vec::new();
    for (change, folders) in (1..).zip(orders) {
        frames.extend(Order::Enforce { change, folders }.to_frame().unwrap());
    }
    server.kept.send_bytes(&frames);

    let first = proof(&mut server);
    assert!(first.change == 1 && first.rest_follows && first.holds(), "{first:?}");
    let second = proof(&mut server);
    assert!(second.change == 2 && !second.rest_follows, "{second:?}");
    assert_eq!(second.findings.len(), MANY + 2);
    assert_kept(&second);
    let third = proof(&mut server);
    assert!(third.change == 3 && third.rest_follows, "{third:?}");
    let (of, found) = rest(&mut server);
    assert_eq!(of, 3);
    assert_kept(&third.with_rest(found));
    assert_eq!(server.reach(&folder), Reach::Nothing);
}

/// What else is asked is answered, and puts nothing off.
#[test]
fn the_rest_comes_whatever_is_asked_meanwhile() {
    let world = World::new();
    let (many, folder) = (many(&world), world.make("folder"));
    let mut server = launch(world.shell(many.clone()));
    let enforce = Order::Enforce { change: 1, folders: with(&many, [read(&folder)]) };
    let asked = Order::Try { ticket: 5, paths: vec![(folder.clone(), Reach::Read)] };
    let frames = [enforce.to_frame().unwrap(), asked.to_frame().unwrap()].concat();
    server.kept.send_bytes(&frames);
    assert!(proof(&mut server).rest_follows);
    let report = server.kept.report();
    let Report::Tried { ticket: 5, findings } = report else { panic!("{report:?}") };
    assert_eq!(findings[0].found, Reach::Read);
    assert_eq!(rest(&mut server).1.len(), MANY + 1);
}

/// That goes to every process that came of the keeper.
#[test]
fn a_server_that_is_asked_to_end_is_proved_to_the_end() {
    let world = World::new();
    let (many, folder) = (many(&world), world.make("folder"));
    let mut server = launch(world.shell(many.clone()));
    server.succeeds("trap '' TERM");
    let enforce = Order::Enforce { change: 1, folders: with(&many, [read(&folder)]) };
    let frames = [enforce.to_frame().unwrap(), Order::Terminate.to_frame().unwrap()].concat();
    server.kept.send_bytes(&frames);
    let proof = proof(&mut server);
    let (_, found) = rest(&mut server);
    assert_kept(&proof.with_rest(found));
    server.succeeds("true");
}

#[expect(clippy::disallowed_methods, reason = "somebody tampers with a boundary")]
fn open_up(process: u32, folder: &Path) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/open_up.py");
    let mut tamper = Command::new("python3");
    let status = tamper.arg(script).arg(process.to_string()).arg(folder).status();
    assert!(status.unwrap().success());
}

#[test]
fn where_the_rest_does_not_hold_the_server_ends() {
    let world = World::new();
    let (many, folder) = (many(&world), world.make("folder"));
    let mut server = launch(world.shell(many.clone()));
    let opened = path_of(&many[7]);
    server.fails(&format!("touch {}/new", opened.display()));
    open_up(server.pid, &opened);
    server.succeeds(&format!("touch {}/new", opened.display()));

    let family = server.family();
    let proof = server.kept.change(with(&many, [read(&folder)]));
    assert!(proof.rest_follows && proof.holds(), "{proof:?}");
    let (_, found) = rest(&mut server);
    let broken: Vec<_> = found.iter().filter(|it| !it.holds()).collect();
    assert_eq!(broken.len(), 1, "{found:?}");
    assert_eq!((&broken[0].path, broken[0].found), (&opened, Reach::Write));
    assert!(matches!(server.end(), End::Signal(_)));
    common::kept::assert_all_end(&family);
}
