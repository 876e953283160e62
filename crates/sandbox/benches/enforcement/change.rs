//! From a change of what is granted to the proof from inside that it holds.

use std::path::Path;
use std::time::Duration;

use paddock_sandbox::{Attempts, Tier};

use crate::common::kept::{World, launch, read, write};
use crate::place::{confine, free};
use crate::samples::{tell_times, timed};

const ROUNDS: usize = 300;

pub(crate) fn measure() {
    for (group, others) in [("change", 0), ("change among 100", 100)] {
        measure_among(group, others);
    }
}

fn measure_among(group: &str, others: usize) {
    let world = World::new();
    let folder = world.make("a");
    let others: Vec<_> =
        (0..others).map(|number| read(&world.make(&format!("others/{number}")))).collect();
    let with = |entry: Option<_>| others.iter().cloned().chain(entry).collect::<Vec<_>>();
    let waiting = free(Path::new("/bin/cat"), &[]);
    let confined = confine(&world, &waiting, Tier::LiveMounts, Attempts::Report, with(None));
    let mut server = launch(confined);
    let mut times: [Vec<Duration>; 4] = Default::default();
    for _ in 0..ROUNDS {
        let steps =
            [Some(read(&folder)), Some(write(&folder)), Some(read(&folder)), None].map(&with);
        for (times, step) in times.iter_mut().zip(steps) {
            times.push(timed(|| server.kept.enforce_unchecked(step)));
        }
    }
    for (name, times) in ["grant", "widen", "narrow", "revoke"].iter().zip(&times) {
        tell_times(group, name, times);
    }
}
