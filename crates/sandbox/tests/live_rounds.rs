//! That nothing is left of what came and went.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::kept::{Server, World, launch, read, write};

const ROUNDS: usize = 10_000;

#[test]
fn ten_thousand_rounds_leave_nothing() {
    let world = World::new();
    let folders = [world.make("a"), world.make("a/b"), world.make("c")];
    let mut server = launch(world.shell(vec![]));
    let before = left(&mut server);
    for round in 0..ROUNDS {
        let folder = &folders[round % folders.len()];
        let entry = if round % 2 == 0 { read(folder) } else { write(folder) };
        server.kept.enforce_unchecked(vec![entry]);
        if round % 10 == 9 {
            server.grant(vec![]);
        }
    }
    server.grant(vec![]);
    assert_eq!(left(&mut server), before);
}

/// Descriptors of the keeper, mounts of the server, processes of both; pages of the keeper must not
/// grow with the rounds.
fn left(server: &mut Server) -> (usize, String, usize) {
    let keeper = server.kept.keeper.id();
    // The child that proved the last change is buried when the next order is taken.
    server.try_all(&[]);
    // The keeper is not to be looked into (it is not dumpable), but by root.
    let descriptors = fs::read_dir(format!("/proc/{keeper}/fd")).map_or(0, Iterator::count);
    let mounts = server.succeeds("wc -l </proc/self/mountinfo");
    (descriptors, mounts, server.family().len())
}
