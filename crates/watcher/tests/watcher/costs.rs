//! What is only watched costs nothing.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use notify::{RecursiveMode, Watcher as _};
use paddock_core::Reachability;
use paddock_watcher::resolve;

use crate::apart::alone;
use crate::world::{Watch, World, watch_all};

#[test]
fn watches_grow_with_roots_and_their_depth_only() {
    alone("costs::watches_grow_with_roots_and_their_depth_only", || {
        let world = World::new();
        for branch in 0..50 {
            for twig in 0..100 {
                fs::create_dir_all(world.root().join(format!("{branch}/{twig}"))).unwrap();
            }
        }
        let watch = Watch::start(&world.root());
        let above = world.root().ancestors().count() - 1;
        assert_eq!(watches_settle_at(above), above);
        watch.expect_end();

        let sibling = world.parent().join("sibling");
        fs::create_dir(&sibling).unwrap();
        let roots = [world.root(), sibling].map(|path| resolve(&path).unwrap());
        let (_watcher, mut seen) = watch_all(&roots);
        seen.expect_all(Reachability::Reachable);
        assert_eq!(watches_settle_at(above), above);
    });
}

#[test]
fn watches_are_let_go_of() {
    alone("costs::watches_are_let_go_of", || {
        let world = World::new();
        let mut watch = Watch::start(&world.root());
        let before = watches();
        for victim in world.line() {
            fs::rename(&victim, victim.with_file_name("away")).unwrap();
            watch.expect(Reachability::Missing);
            fs::rename(victim.with_file_name("away"), &victim).unwrap();
            watch.expect(Reachability::Reachable);
        }
        assert_eq!(watches_settle_at(before), before);
    });
}

#[test]
fn what_is_no_concern_of_a_root_wakes_nobody() {
    alone("costs::what_is_no_concern_of_a_root_wakes_nobody", || {
        let world = World::new();
        let mut watch = Watch::start(&world.root());
        let (looks, wakes) = (watch.watcher.looks(), wakes("paddock-watcher"));
        for file in 0..10_000 {
            fs::write(world.root().join(file.to_string()), "").unwrap();
            fs::write(world.parent().join(file.to_string()), "").unwrap();
        }
        fs::rename(world.root(), world.parent().join("away")).unwrap();
        watch.expect(Reachability::Missing);
        let looks = watch.watcher.looks() - looks;
        let wakes = self::wakes("paddock-watcher") - wakes;
        eprintln!("20,000 files made: {looks} looks, {wakes} wakes");
        assert!(looks <= 100, "{looks} looks");
        assert!(wakes <= 400, "{wakes} wakes");
    });
}

#[test]
fn only_the_folders_above_a_root_are_watched() {
    alone("costs::only_the_folders_above_a_root_are_watched", || {
        let world = World::new();
        let _watch = Watch::start(&world.root());
        let above = world
            .root()
            .ancestors()
            .skip(1)
            .map(|path| fs::metadata(path).unwrap().ino())
            .collect();
        assert_eq!(watched_inodes(), above);
    });
}

#[test]
#[ignore = "measures"]
fn over_a_large_tree() {
    const BRANCHES: u64 = 100;
    const TWIGS: u64 = 1000;
    alone("costs::over_a_large_tree", || {
        let world = World::new();
        for folder in 0..BRANCHES * TWIGS {
            let path = format!("{}/{}", folder / TWIGS, folder % TWIGS);
            fs::create_dir_all(world.root().join(path)).unwrap();
        }
        let above = world.root().ancestors().count() - 1;
        let watch = Watch::start(&world.root());
        tell("ours", watches_settle_at(above));
        watch.expect_end();
        let mut recursive = notify::recommended_watcher(|_| {}).unwrap();
        recursive.watch(&world.root(), RecursiveMode::Recursive).unwrap();
        tell("recursive", watches());
    });
}

fn tell(name: &str, count: usize) {
    eprintln!(r#"{{"group":"watches","name":"{name}","unit":"count","samples":[{count}]}}"#);
}

/// The watches once there are so many, or after a while: a sighting may come before the watch that
/// its own look asked for.
fn watches_settle_at(expected: usize) -> usize {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let now = watches();
        if now == expected || Instant::now() >= deadline {
            return now;
        }
        thread::yield_now();
    }
}

/// The watches of this process.
fn watches() -> usize {
    watch_lines().len()
}

fn watched_inodes() -> BTreeSet<u64> {
    let inode = |line: &String| {
        let field = line.split(' ').find_map(|field| field.strip_prefix("ino:"));
        u64::from_str_radix(field.unwrap(), 16).unwrap()
    };
    watch_lines().iter().map(inode).collect()
}

/// One line a watch, as `proc_pid_fdinfo(5)` has them.
fn watch_lines() -> Vec<String> {
    let descriptors = fs::read_dir("/proc/self/fdinfo").unwrap();
    let infos = descriptors.filter_map(|entry| fs::read_to_string(entry.unwrap().path()).ok());
    let lines = infos.flat_map(|info| info.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter(|line| line.starts_with("inotify ")).collect()
}

/// How many times the thread of that name has gone to sleep.
fn wakes(thread: &str) -> u64 {
    let tasks = fs::read_dir("/proc/self/task").unwrap().map(|entry| entry.unwrap().path());
    let named = |task: &Path| {
        fs::read_to_string(task.join("comm")).is_ok_and(|name| name.trim_end() == thread)
    };
    let task = tasks.into_iter().find(|task| named(task)).unwrap();
    let status = fs::read_to_string(task.join("status")).unwrap();
    let count = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
    count.unwrap().trim().parse().unwrap()
}
