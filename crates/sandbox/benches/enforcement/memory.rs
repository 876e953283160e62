//! What keepers take that nobody else has.

use std::fs;
use std::path::Path;

use paddock_sandbox::{OnAttempt, Tier};

use crate::common::children_of;
use crate::common::kept::{Server, World, launch, read};
use crate::place::{confine, free};
use crate::samples::{leave_out, tell};

const SERVERS: usize = 5;
const FOLDERS: usize = 20;

pub(crate) fn measure() {
    let world = World::new();
    let folders: Vec<_> =
        (0..FOLDERS).map(|number| read(&world.make(&number.to_string()))).collect();
    let waiting = free(Path::new("/bin/cat"), &[]);
    let confined = confine(&world, &waiting, Tier::LiveMounts, OnAttempt::Report, folders.clone());
    let mut servers: Vec<_> = (0..SERVERS).map(|_| launch(confined.clone())).collect();
    for server in &mut servers {
        server.grant(Vec::new());
        server.grant(folders.clone());
        // The child that proved it is buried when the next order is taken.
        server.try_all(&[]);
    }
    let [mut private, mut proportional] = [Vec::new(), Vec::new()];
    for server in &servers {
        let Some(rollups) = rollups(server) else {
            leave_out("memory", "only root may look into a keeper");
            return;
        };
        private.push(sum(&rollups, "Private_"));
        proportional.push(sum(&rollups, "Pss:"));
    }
    tell("memory", "private", "bytes", &private);
    tell("memory", "proportional", "bytes", &proportional);
}

/// Of the keeper and of the sandbox's first process, which is a fork of it.
fn rollups(server: &Server) -> Option<Vec<String>> {
    let keeper = server.kept.keeper.id();
    let others = children_of(keeper).into_iter().filter(|child| *child != server.pid);
    let processes: Vec<_> = [keeper].into_iter().chain(others).collect();
    assert_eq!(processes.len(), 2, "{processes:?}");
    let read = |pid: &u32| fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok();
    processes.iter().map(read).collect()
}

fn sum(rollups: &[String], name: &str) -> u64 {
    let lines = rollups.iter().flat_map(|rollup| rollup.lines());
    let kilobytes = lines.filter(|line| line.starts_with(name)).map(|line| {
        let number = line.split_ascii_whitespace().nth(1).unwrap();
        number.parse::<u64>().unwrap()
    });
    kilobytes.sum::<u64>() * 1024
}
