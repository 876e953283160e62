//! Opening, reading and closing a file of a granted folder.

use std::env;
use std::fs::File;
use std::io::{BufRead as _, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paddock_sandbox::{Launch, OnAttempt, Tier};

use crate::common::kept::{World, launch, write};
use crate::place::{command, confine, free};
use crate::samples::tell_times;

/// Each in a process of its own, a batch at a time.
const ROUNDS: usize = 8;
const BATCHES: usize = 25;
const BATCH: u32 = 1000;

const FILE: &str = "PADDOCK_BENCH_FILE";

pub(crate) fn measure() {
    let world = World::new();
    let folder = world.make("a");
    let file = folder.join("note");
    let this = env::current_exe().unwrap();
    let confined = |tier, attempts| {
        let mut launched = confine(&world, &free(&this, &[]), tier, attempts, vec![write(&folder)]);
        launched.env.push((FILE.into(), file.clone().into()));
        launched
    };
    let kept = [
        ("landlock", confined(Tier::Landlock, OnAttempt::Ignore)),
        ("live", confined(Tier::LiveMounts, OnAttempt::Ignore)),
        ("live, detector", confined(Tier::LiveMounts, OnAttempt::Report)),
    ];

    let mut native = Vec::new();
    let mut times: [Vec<Duration>; 3] = Default::default();
    for _ in 0..ROUNDS {
        native.extend(natively(&this, &file));
        for (times, (_, launched)) in times.iter_mut().zip(&kept) {
            times.extend(within(launched.clone()));
        }
    }
    tell_times("open", "plain", &native);
    for (times, (name, _)) in times.iter().zip(&kept) {
        tell_times("open", name, times);
    }
}

fn natively(this: &Path, file: &Path) -> Vec<Duration> {
    let output = command(this).env(FILE, file).output().unwrap();
    output.stdout.lines().map(|line| parse(&line.unwrap())).collect()
}

fn within(launched: Launch) -> Vec<Duration> {
    let mut server = launch(launched);
    let times = server.stdout.by_ref().lines().map(|line| parse(&line.unwrap())).collect();
    server.end();
    times
}

fn parse(line: &str) -> Duration {
    Duration::from_nanos(line.parse().unwrap())
}

/// Whether this process is what is measured.
#[expect(clippy::print_stdout, reason = "what is measured is told")]
pub(crate) fn in_the_place_of_a_server() -> bool {
    let Some(file) = env::var_os(FILE).map(PathBuf::from) else { return false };
    for _ in 0..BATCHES {
        println!("{}", open_read_close(&file).as_nanos());
    }
    true
}

fn open_read_close(file: &Path) -> Duration {
    let start = Instant::now();
    for _ in 0..BATCH {
        let mut bytes = [0; 64];
        let count = File::open(file).unwrap().read(&mut bytes).unwrap();
        assert_ne!(count, 0);
    }
    start.elapsed() / BATCH
}
