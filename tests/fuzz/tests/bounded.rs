//! Every target: its seeds, and so many mutations of them. The same ones in every run, unless
//! `FUZZ_SEED` names another number to begin with.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod mutate;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use mutate::Mutator;
use paddock_fuzz::TARGETS;

/// The longest input, in bytes.
const LONGEST: usize = 4096;

#[test]
fn every_folder_of_seeds_is_that_of_a_target() {
    let mut folders: Vec<_> = fs::read_dir(Path::new(SEEDS))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    folders.sort_unstable();
    assert_eq!(folders, TARGETS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}

macro_rules! bounded {
    ($($target:ident: $runs:literal,)*) => {$(
        #[test]
        fn $target() {
            run(stringify!($target), $runs);
        }
    )*};
}

bounded! {
    believed: 40_000,
    bundle: 20_000,
    conversation: 4_000,
    destination: 40_000,
    elicitation: 10_000,
    files: 2_000,
    frames: 20_000,
    hello: 40_000,
    import: 20_000,
    keeper: 40_000,
    lines: 2_000,
    question: 40_000,
    relay: 4_000,
    reset: 40_000,
    sampling: 20_000,
    stream: 10_000,
    uri: 40_000,
}

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds");

fn run(name: &str, runs: u64) {
    let (_, target) = TARGETS.iter().find(|(has, _)| *has == name).unwrap();
    let seeds = seeds(name);
    for seed in &seeds {
        hold(*target, seed);
    }
    let begin = std::env::var("FUZZ_SEED").map_or(0, |number| number.parse().unwrap());
    let mut mutator = Mutator::new(begin, seeds);
    for _ in 0..runs {
        hold(*target, &mutator.next(LONGEST));
    }
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<_> = fs::read_dir(Path::new(SEEDS).join(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort_unstable();
    assert!(!files.is_empty());
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Runs a target, and names the input if it does not hold.
fn hold(target: fn(&[u8]), input: &[u8]) {
    let holds = catch_unwind(AssertUnwindSafe(|| target(input))).is_ok();
    assert!(holds, "does not hold: b\"{}\"", input.escape_ascii());
}
