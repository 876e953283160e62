//! A server is started again and again while its neighbours change what its paths lead to, as any
//! program of the person's account could, and root: a few times in every test, and a thousand times by
//! `npm run races`, which takes minutes.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::env;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::in_a_mount_namespace;
use common::kept::{World, read, root_of, try_launch};
use paddock_core::{Need, Owned, Part, RootEntry};
use paddock_sandbox::{Launch, OnAttempt, Tier};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::mount::{UnmountFlags, mount_bind, unmount};

const TOKEN: &str = "nobody may read this";

/// How often each path is read in one run of the server.
const READS: u32 = 5;

#[derive(Debug, Default)]
struct Outcome {
    refused: u32,
    /// Runs that read what is theirs.
    inside: u32,
    /// Runs that were let less in.
    withheld: u32,
    /// Runs that read what is not.
    outside: u32,
}

/// What the neighbours and the server all have to do with.
struct Ground {
    work: PathBuf,
    program: PathBuf,
    granted: PathBuf,
    secret: PathBuf,
    part: Part,
    entry: RootEntry,
}

impl Ground {
    fn new(world: &World) -> Self {
        let work = world.make("work");
        let [program, granted, secret] =
            ["work/mcp", "work/granted", "secret"].map(|name| world.make(name));
        fs::write(secret.join("note"), TOKEN).unwrap();
        for name in ["mcp", "granted"] {
            symlink(&secret, work.join(format!("{name}.link"))).unwrap();
        }
        let own = Owned {
            identity: root_of(&program).identity,
            files: 1,
            bytes: 1,
            all: true,
            hidden: Vec::new(),
        };
        let part = Part { path: program.clone(), need: Need::Program, own: Some(own) };
        let entry = read(&granted);
        Self { work, program, granted, secret, part, entry }
    }

    fn launch(&self, world: &World, tier: Tier, number: u32) -> Launch {
        let paths = [self.program.join("note"), self.granted.join("note"), PathBuf::from("note")];
        let paths = paths.map(|path| common::kept::quoted(&path)).join(" ");
        let reads = format!("cat {paths} 2>/dev/null;").repeat(READS as usize);
        let mut launch = world.shell(vec![self.entry.clone()]);
        launch.args = vec!["-c".into(), reads.into()];
        if number.is_multiple_of(2) {
            launch.cwd.clone_from(&self.program);
        }
        let policy = launch.policy.as_mut().unwrap();
        policy.readable.push(self.part.clone());
        (policy.tier, policy.attempts) = (tier, OnAttempt::Ignore);
        launch
    }
}

/// Each change lasts for a while, and so does what it was before: every step of a start meets both.
struct Pause(u64);

impl Pause {
    fn rest(&mut self) {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let end = Instant::now() + Duration::from_micros(self.0 % 5_000);
        while Instant::now() < end {
            thread::yield_now();
        }
    }
}

/// Swaps both folders with links out, and moves the folder around them.
fn swap_links(ground: &Ground, done: &AtomicBool, swaps: &AtomicU64) {
    let mut pause = Pause(1);
    let moved = ground.work.with_file_name("moved");
    let exchange = |name: &str| {
        let (folder, link) = (ground.work.join(name), ground.work.join(format!("{name}.link")));
        _ = renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE);
    };
    while !done.load(Ordering::Relaxed) {
        for name in ["mcp", "granted"] {
            exchange(name);
            pause.rest();
            // Unless it was mounted on, and not swapped at all.
            if ground.work.join(name).is_symlink() {
                exchange(name);
            }
            pause.rest();
        }
        _ = fs::rename(&ground.work, &moved);
        pause.rest();
        _ = fs::rename(&moved, &ground.work);
        pause.rest();
        swaps.fetch_add(6, Ordering::Relaxed);
    }
}

/// Mounts what is outside on both folders, and takes it off.
fn swap_mounts(ground: &Ground, done: &AtomicBool, swaps: &AtomicU64) {
    let mut pause = Pause(2);
    while !done.load(Ordering::Relaxed) {
        for folder in [&ground.program, &ground.granted] {
            let is_mounted = mount_bind(&ground.secret, folder).is_ok();
            pause.rest();
            // It may have been moved meanwhile, with the folder around it.
            while is_mounted
                && !done.load(Ordering::Relaxed)
                && unmount(folder, UnmountFlags::DETACH).is_err()
            {
                thread::yield_now();
            }
            pause.rest();
        }
        swaps.fetch_add(4, Ordering::Relaxed);
    }
}

fn race(tier: Tier, restarts: u32) -> (Outcome, u64) {
    let world = World::new();
    let ground = Ground::new(&world);
    let (done, swaps) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut outcome = Outcome::default();
    thread::scope(|scope| {
        scope.spawn(|| swap_links(&ground, &done, &swaps));
        scope.spawn(|| swap_mounts(&ground, &done, &swaps));
        for number in 0..restarts {
            outcome.add(ground.launch(&world, tier, number));
        }
        done.store(true, Ordering::Relaxed);
    });
    let swaps = swaps.into_inner();
    (outcome, swaps)
}

impl Outcome {
    fn add(&mut self, launch: Launch) {
        let Ok(mut server) = try_launch(launch) else {
            self.refused += 1;
            return;
        };
        let mut text = String::new();
        server.stdout.read_to_string(&mut text).unwrap();
        self.outside += u32::from(text.contains(TOKEN));
        self.inside += u32::from(text.contains("work/granted") || text.contains("work/mcp"));
        let proof = server.proof.as_ref().unwrap();
        self.withheld += u32::from(!proof.withheld.is_empty());
    }
}

/// That the same reads without a sandbox do get out.
#[expect(clippy::disallowed_methods, reason = "it is to be held to nothing")]
fn bites(restarts: u32) -> u32 {
    let world = World::new();
    let ground = Ground::new(&world);
    let (done, swaps) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut read = 0;
    thread::scope(|scope| {
        scope.spawn(|| swap_links(&ground, &done, &swaps));
        scope.spawn(|| swap_mounts(&ground, &done, &swaps));
        for _ in 0..restarts {
            let Launch { program, args, .. } = ground.launch(&world, Tier::Landlock, 0);
            let mut run = std::process::Command::new(program);
            let output = run.args(args).current_dir("/").output().unwrap();
            read += u32::from(String::from_utf8_lossy(&output.stdout).contains(TOKEN));
        }
        done.store(true, Ordering::Relaxed);
    });
    read
}

#[test]
fn nothing_outside_is_read_in_a_few_starts_beside_hostile_neighbours() {
    let start_a_few = || {
        for tier in [Tier::LiveMounts, Tier::Landlock] {
            let (outcome, _) = race(tier, 30);
            assert_eq!(outcome.outside, 0, "{tier}: {outcome:?}");
        }
    };
    if rustix::process::geteuid().is_root() {
        let name = "nothing_outside_is_read_in_a_few_starts_beside_hostile_neighbours";
        in_a_mount_namespace(name, start_a_few);
    } else {
        start_a_few();
    }
}

#[test]
#[ignore = "takes minutes: `npm run races`"]
fn nothing_outside_is_read_however_often_a_server_is_started_beside_hostile_neighbours() {
    let name =
        "nothing_outside_is_read_however_often_a_server_is_started_beside_hostile_neighbours";
    // An ordinary user mounts nothing: links and names alone are swapped then.
    if rustix::process::geteuid().is_root() {
        in_a_mount_namespace(name, count);
    } else {
        count();
    }
}

#[expect(clippy::print_stdout, reason = "what was counted is told")]
fn count() {
    let restarts = env::var("RESTARTS").map_or(1000, |count| count.parse().unwrap());
    let bare = bites(restarts.min(100));
    println!("without a sandbox: {bare} of {} runs read it", restarts.min(100));
    assert!(bare > 0, "the neighbours never get in the way");
    for tier in [Tier::LiveMounts, Tier::Landlock] {
        let (outcome, swaps) = race(tier, restarts);
        println!("{tier}: {restarts} starts, {swaps} swaps, {outcome:?}");
        assert_eq!(outcome.outside, 0, "{tier}");
        assert!(outcome.inside > 0 && outcome.withheld + outcome.refused > 0, "{outcome:?}");
    }
}
