//! Whatever happens, what was told last is true.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use paddock_watcher::resolve;
use proptest::prelude::*;

use crate::world::{World, watch_all};

const PLACES: [&str; 6] = ["a", "b", "a/x", "b/x", "a/x/y", "b/x/y"];

#[derive(Clone, Debug)]
enum Step {
    Make(&'static str),
    Remove(&'static str),
    Move(&'static str, &'static str),
    Link(&'static str, &'static str),
    Write(&'static str),
}

impl Step {
    /// Does it if it can be done now.
    fn go(&self, world: &Path) {
        let at = |place: &str| world.join(place);
        let _ = match self {
            Self::Make(place) => fs::create_dir_all(at(place)),
            Self::Remove(place) => remove(&at(place)),
            Self::Move(from, to) => fs::rename(at(from), at(to)),
            Self::Link(to, place) => symlink(at(to), at(place)),
            Self::Write(place) => {
                fs::OpenOptions::new().write(true).create_new(true).open(at(place)).map(drop)
            }
        };
    }
}

fn remove(path: &Path) -> std::io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}

fn place() -> impl Strategy<Value = &'static str> {
    prop::sample::select(PLACES.as_slice())
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => place().prop_map(Step::Make),
        2 => place().prop_map(Step::Remove),
        5 => (place(), place()).prop_map(|(from, to)| Step::Move(from, to)),
        1 => (place(), place()).prop_map(|(to, place)| Step::Link(to, place)),
        1 => place().prop_map(Step::Write),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_told_last_is_true(rounds in prop::collection::vec(prop::collection::vec(step(), 1..12), 1..8)) {
        let world = World::new();
        let places: Vec<PathBuf> = PLACES.iter().map(|place| world.place.join(place)).collect();
        for place in &places {
            fs::create_dir_all(place).unwrap();
        }
        let roots: Vec<_> = places.iter().map(|place| resolve(place).unwrap()).collect();
        let (_watcher, mut seen) = watch_all(&roots);
        seen.expect_truth();
        for round in rounds {
            for step in round {
                step.go(&world.place);
            }
            seen.expect_truth();
        }
    }
}
