//! From a change to its sighting: `npm run bench -- folders`.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use paddock_core::Reachability;

use crate::apart::among_own_mounts;
use crate::mounts::{mount_empty, unmount_when_idle};
use crate::somebody::as_somebody;
use crate::world::{Watch, World};

const TIMES: usize = 100;
const VICTIMS: [&str; 3] = ["root", "parent", "grandparent"];

#[test]
#[ignore = "measures"]
fn of_changes() {
    as_somebody(|| {
        for (which, victim) in VICTIMS.iter().enumerate() {
            measure(
                &format!("{victim} renamed"),
                which,
                Reachability::Missing,
                rename,
                rename_back,
            );
            measure(
                &format!("{victim} replaced"),
                which,
                Reachability::Replaced,
                replace,
                put_back,
            );
            measure(&format!("{victim} chmod 000"), which, Reachability::Denied, deny, allow);
        }
        measure_removal();
    });
}

#[test]
#[ignore = "measures"]
fn of_mounts() {
    among_own_mounts("latency::of_mounts", || {
        for (which, victim) in VICTIMS.iter().enumerate() {
            let covered = if which == 0 { Reachability::Replaced } else { Reachability::Missing };
            measure(
                &format!("{victim} mounted over"),
                which,
                covered,
                mount_empty,
                unmount_when_idle,
            );
        }
    });
}

fn measure(what: &str, which: usize, gone: Reachability, go: fn(&Path), come: fn(&Path)) {
    let world = World::new();
    let mut watch = Watch::start(&world.root());
    let victim = &world.line()[which];
    let (mut going, mut coming) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        going.push(time(|| go(victim), || drop(watch.expect(gone))));
        coming.push(time(|| come(victim), || drop(watch.expect(Reachability::Reachable))));
    }
    print(what, &going);
    print(&format!("{what}, and back"), &coming);
}

fn measure_removal() {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let world = World::new();
        let mut watch = Watch::start(&world.root());
        let remove = || fs::remove_dir(world.root()).unwrap();
        times.push(time(remove, || drop(watch.expect(Reachability::Missing))));
    }
    print("root removed", &times);
}

/// From the end of the change to its sighting.
fn time(change: impl FnOnce(), seen: impl FnOnce()) -> Duration {
    change();
    let changed = Instant::now();
    seen();
    changed.elapsed()
}

/// One line of JSON, as `npm run bench` reads it.
fn print(what: &str, times: &[Duration]) {
    let samples: Vec<_> = times.iter().map(|time| time.as_nanos().to_string()).collect();
    let samples = samples.join(",");
    eprintln!(r#"{{"group":"sighting","name":"{what}","unit":"ns","samples":[{samples}]}}"#);
}

fn rename(victim: &Path) {
    fs::rename(victim, victim.with_file_name("away")).unwrap();
}

fn rename_back(victim: &Path) {
    fs::rename(victim.with_file_name("away"), victim).unwrap();
}

fn replace(victim: &Path) {
    rename(victim);
    fs::create_dir_all(victim.join("parent/root")).unwrap();
    fs::create_dir_all(victim.join("root")).unwrap();
}

fn put_back(victim: &Path) {
    fs::remove_dir_all(victim).unwrap();
    rename_back(victim);
}

fn deny(victim: &Path) {
    fs::set_permissions(victim, Permissions::from_mode(0o000)).unwrap();
}

fn allow(victim: &Path) {
    fs::set_permissions(victim, Permissions::from_mode(0o700)).unwrap();
}
