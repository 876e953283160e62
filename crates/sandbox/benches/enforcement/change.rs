//! From a change of what is granted to the proof from inside that it holds.

use std::path::Path;
use std::time::{Duration, Instant};

use paddock_sandbox::{OnAttempt, Tier};

use crate::common::kept::{World, launch, quoted, read, write};
use crate::place::{confine, free};
use crate::samples::{tell_times, timed};

const ROUNDS: usize = 300;

pub(crate) fn measure() {
    for (group, others) in [("change", 0), ("change among 100", 100)] {
        measure_among(group, others);
    }
    measure_beside_a_neighbour();
}

/// What a server can do to be in the way of another's revocation: every core is kept busy with calls
/// that its keeper is asked about, in the folder that both were granted.
const STORM: &str =
    "for i in 1 2 3 4; do (while :; do : > file$i; cat note nothing; done) & done; wait";

fn measure_beside_a_neighbour() {
    let world = World::new();
    let folder = world.make("a");
    let mut storm = world.shell(vec![write(&folder)]);
    storm.args =
        vec!["-c".into(), format!("cd {} && {{ {STORM}; }} 2>/dev/null", quoted(&folder)).into()];
    if let Some(policy) = &mut storm.policy {
        policy.attempts = OnAttempt::Report;
    }
    let alone = revocations(&world, &folder);
    tell_times("change beside", "alone", &alone);
    let neighbour = launch(storm);
    let beside = revocations(&world, &folder);
    drop(neighbour);
    tell_times("change beside", "storm", &beside);
}

/// Five times, what 99 in 100 of 200 revocations stayed below.
fn revocations(world: &World, folder: &Path) -> Vec<Duration> {
    let waiting = free(Path::new("/bin/cat"), &[]);
    let confined = confine(world, &waiting, Tier::LiveMounts, OnAttempt::Report, Vec::new());
    let mut server = launch(confined);
    let mut batch = || {
        let mut times: Vec<_> = (0..200)
            .map(|_| {
                server.kept.enforce_unchecked(vec![write(folder)]);
                timed(|| server.kept.enforce_unchecked(Vec::new()))
            })
            .collect();
        times.sort();
        times[times.len() * 99 / 100]
    };
    (0..5).map(|_| batch()).collect()
}

fn measure_among(group: &str, others: usize) {
    let world = World::new();
    let folder = world.make("a");
    let others: Vec<_> =
        (0..others).map(|number| read(&world.make(&format!("others/{number}")))).collect();
    let with = |entry: Option<_>| others.iter().cloned().chain(entry).collect::<Vec<_>>();
    let waiting = free(Path::new("/bin/cat"), &[]);
    let confined = confine(&world, &waiting, Tier::LiveMounts, OnAttempt::Report, with(None));
    let mut server = launch(confined);
    let mut times: [[Vec<Duration>; 2]; 4] = Default::default();
    for _ in 0..ROUNDS {
        let steps =
            [Some(read(&folder)), Some(write(&folder)), Some(read(&folder)), None].map(&with);
        for ([told, all], step) in times.iter_mut().zip(steps) {
            let start = Instant::now();
            let proof = server.kept.change(step);
            told.push(start.elapsed());
            let is_followed = proof.rest_follows;
            assert!(server.kept.all_of(proof).holds());
            if is_followed {
                all.push(start.elapsed());
            }
        }
    }
    for (name, [told, all]) in ["grant", "widen", "narrow", "revoke"].iter().zip(&times) {
        tell_times(group, name, told);
        if !all.is_empty() {
            tell_times(&format!("{group}, all"), name, all);
        }
    }
}
