//! What a server tries to reach beyond its grants.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::kept::{Server, World, launch, quoted, read, write};
use paddock_core::RootEntry;
use paddock_sandbox::wire::{End, Order, Report};
use paddock_sandbox::{Attempt, DeniedBy, Launch, OnAttempt, Proof, Tier};

const TIERS: [Tier; 2] = [Tier::LiveMounts, Tier::Landlock];

fn shell(world: &World, tier: Tier, attempts: OnAttempt, folders: Vec<RootEntry>) -> Launch {
    let mut launch = world.shell(folders);
    let policy = launch.policy.as_mut().unwrap();
    (policy.tier, policy.attempts) = (tier, attempts);
    launch
}

fn reporting(world: &World, tier: Tier) -> Server {
    launch(shell(world, tier, OnAttempt::Report, vec![]))
}

fn holding(world: &World) -> Server {
    launch(shell(world, Tier::LiveMounts, OnAttempt::Hold, vec![]))
}

/// All that was reported and not taken yet.
fn attempts(server: &mut Server) -> Vec<Attempt> {
    server.kept.send(&Order::Try { ticket: 1, paths: vec![] });
    let (attempts, last) = attempts_before(server);
    assert!(matches!(last, Report::Tried { ticket: 1, .. }), "{last:?}");
    attempts
}

fn attempts_before(server: &mut Server) -> (Vec<Attempt>, Report) {
    let mut attempts = Vec::new();
    loop {
        let report = server.kept.report();
        let Report::Attempted(attempt) = report else { return (attempts, report) };
        attempts.push(attempt);
    }
}

fn next_attempt(server: &mut Server) -> Attempt {
    let report = server.kept.report();
    let Report::Attempted(attempt) = report else { panic!("{report:?}") };
    attempt
}

fn enforce(server: &mut Server, change: u64, folders: Vec<RootEntry>) -> Proof {
    server.kept.send(&Order::Enforce { change, folders });
    let report = attempts_before(server).1;
    let Report::Proven(proof) = report else { panic!("{report:?}") };
    proof
}

fn reading(path: impl Into<PathBuf>) -> Attempt {
    Attempt { path: path.into(), write: false, denied_by: DeniedBy::Grants, held: None }
}

fn writing(path: impl Into<PathBuf>) -> Attempt {
    Attempt { write: true, ..reading(path) }
}

/// A program in its own language that reads the file named by the last argument.
const NODE: &str = "node -e 'require(\"fs\").readFileSync(process.argv[1])'";
const PYTHON: &str = "/usr/bin/python3 -c 'import sys; open(sys.argv[1]).read()'";

#[test]
fn a_file_that_a_runtime_reads_is_told_and_nothing_else() {
    for tier in TIERS {
        for program in [NODE, PYTHON, "cat"] {
            let world = World::new();
            let note = world.make("a b\u{fc}").join("note");
            let mut server = reporting(&world, tier);
            server.fails(&format!("{program} {}", quoted(&note)));
            server.fails(&format!("{program} {}", quoted(&note)));
            assert_eq!(attempts(&mut server), [reading(note)], "{program} under {tier}");
        }
    }
}

/// `realpath(3)` asks of each folder on the way whether it is a link.
#[test]
fn the_file_is_told_and_no_folder_on_the_way() {
    const NODE: &str = "node -e 'require(\"fs\").realpathSync.native(process.argv[1])'";
    for program in ["realpath -e", NODE] {
        let world = World::new();
        let note = world.make("a/b").join("note");
        let mut server = reporting(&world, Tier::LiveMounts);
        server.fails(&format!("{program} {}", quoted(&note)));
        assert_eq!(attempts(&mut server), [reading(note)], "{program}");
    }
}

#[test]
fn nothing_is_told_where_nobody_asked() {
    for tier in TIERS {
        let world = World::new();
        let note = quoted(&world.make("a").join("note"));
        let mut server = launch(shell(&world, tier, OnAttempt::Ignore, vec![]));
        server.fails(&format!("cat {note}"));
        assert_eq!(attempts(&mut server), []);
    }
}

#[test]
fn writing_is_told() {
    for tier in TIERS {
        let world = World::new();
        let (hidden, granted) = (world.make("a"), world.make("b"));
        let mut server = launch(shell(&world, tier, OnAttempt::Report, vec![read(&granted)]));
        server.succeeds(&format!("cat {}", quoted(&granted.join("note"))));
        server.fails(&format!("echo x >{}", quoted(&hidden.join("new"))));
        server.fails(&format!("echo x >{}", quoted(&granted.join("note"))));
        server.fails(&format!("mkdir {}", quoted(&granted.join("new"))));
        let told = [hidden.join("new"), granted.join("note"), granted.join("new")].map(writing);
        assert_eq!(attempts(&mut server), told, "{tier}");
    }
}

#[test]
fn a_path_is_told_as_it_is_on_the_host() {
    for tier in TIERS {
        let world = World::new();
        let (hidden, granted) = (world.make("a"), world.make("b"));
        symlink(&hidden, granted.join("link")).unwrap();
        symlink("../a", granted.join("near")).unwrap();
        let name = OsStr::from_bytes(b"\xff\xfe");
        for name in [OsStr::new("1"), OsStr::new("2"), OsStr::new("3"), OsStr::new("4"), name] {
            fs::write(hidden.join(name), "x").unwrap();
        }
        let mut server = launch(shell(&world, tier, OnAttempt::Report, vec![write(&granted)]));
        server.succeeds(&format!("cd {}", quoted(&granted)));
        server.fails("cat ../a/1");
        server.fails("cat link/2");
        server.fails("cat near/3");
        server.fails(&format!("(cd /usr; cat {}/../a/4)", quoted(&granted)));
        server.fails(&format!("cat {}/$(printf '\\377\\376')", quoted(&hidden)));
        let told = [OsStr::new("1"), OsStr::new("2"), OsStr::new("3"), OsStr::new("4"), name];
        let told = told.map(|name| reading(hidden.join(name)));
        assert_eq!(attempts(&mut server), told, "{tier}");
    }
}

#[test]
fn secrets_are_told_of() {
    for tier in TIERS {
        let world = World::new();
        let secrets = [world.make(".ssh").join("note"), world.make("a").join(".env")];
        fs::write(&secrets[1], "x").unwrap();
        let mut server = reporting(&world, tier);
        for secret in &secrets {
            server.fails(&format!("cat {}", quoted(secret)));
        }
        assert_eq!(attempts(&mut server), secrets.map(reading), "{tier}");
    }
}

#[test]
fn processes_that_left_the_server_are_seen_too() {
    for tier in TIERS {
        let world = World::new();
        let note = world.make("a").join("note");
        let mut server = reporting(&world, tier);
        server.begin(&format!("(setsid sh -c '(cat {})' 2>/dev/null &)", quoted(&note)));
        assert_eq!(next_attempt(&mut server), reading(note), "{tier}");
    }
}

#[test]
fn an_access_that_is_held_finds_what_was_granted_meanwhile() {
    for program in [NODE, PYTHON, "cat"] {
        let world = World::new();
        let folder = world.make("a");
        let mut server = holding(&world);
        server.begin(&format!("{program} {}", quoted(&folder.join("note"))));
        let attempt = next_attempt(&mut server);
        assert_eq!(attempt, Attempt { held: Some(1), ..reading(folder.join("note")) });
        assert!(enforce(&mut server, 1, vec![read(&folder)]).holds());
        server.kept.send(&Order::Decide { held: 1 });
        let (output, status) = server.outcome();
        assert_eq!(status, 0, "{program}: {output}");
        assert_eq!(attempts(&mut server), []);
    }
}

#[test]
fn an_access_that_is_held_and_not_granted_fails() {
    let world = World::new();
    let note = world.make("a").join("note");
    let mut server = holding(&world);
    server.begin(&format!("cat {}", quoted(&note)));
    assert_eq!(next_attempt(&mut server).held, Some(1));
    server.kept.send(&Order::Decide { held: 1 });
    let (output, status) = server.outcome();
    assert_ne!(status, 0);
    assert!(output.contains("No such file"), "{output}");
}

#[test]
#[ignore = "waits for three quarters of a minute"]
fn an_access_is_not_held_forever() {
    let world = World::new();
    let note = world.make("a").join("note");
    let mut server = holding(&world);
    let start = Instant::now();
    server.begin(&format!("cat {}", quoted(&note)));
    assert_ne!(server.outcome().1, 0);
    let waited = start.elapsed().as_secs();
    assert!((45..90).contains(&waited), "{waited} s");
}

#[test]
fn nothing_is_held_where_grants_cannot_come() {
    let world = World::new();
    let note = world.make("a").join("note");
    let mut server = launch(shell(&world, Tier::Landlock, OnAttempt::Hold, vec![]));
    server.fails(&format!("cat {}", quoted(&note)));
    assert_eq!(attempts(&mut server), [reading(note)]);
}

#[test]
fn a_server_is_killed_while_held() {
    let world = World::new();
    let note = world.make("a").join("note");
    let mut server = holding(&world);
    server.begin(&format!("read x <{}", quoted(&note)));
    assert_eq!(next_attempt(&mut server).held, Some(1));
    server.kept.send(&Order::Kill);
    assert_eq!(server.end(), End::Signal(9));
}

#[test]
fn a_server_that_is_held_hears_that_it_is_to_end() {
    let world = World::new();
    let note = world.make("a").join("note");
    let mut server = holding(&world);
    server.begin(&format!("trap 'exit 7' TERM; read x <{}", quoted(&note)));
    assert_eq!(next_attempt(&mut server).held, Some(1));
    server.kept.send(&Order::Terminate);
    assert_eq!(server.end(), End::Code(7));
}

#[test]
fn one_that_died_while_held_is_forgotten() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = holding(&world);
    server.begin(&format!("timeout -s KILL 0.1 cat {}", quoted(&folder.join("note"))));
    assert_eq!(next_attempt(&mut server).held, Some(1));
    assert_ne!(server.outcome().1, 0);
    server.kept.send(&Order::Decide { held: 1 });
    server.begin(&format!("ls {}", quoted(&folder)));
    assert_eq!(next_attempt(&mut server), Attempt { held: Some(2), ..reading(folder) });
    server.kept.send(&Order::Decide { held: 2 });
    assert_ne!(server.outcome().1, 0);
}

/// Opens a hundred thousand times what is hidden, under a thousand names.
fn flood(folder: &Path) -> String {
    for number in 0..1000 {
        fs::write(folder.join(number.to_string()), "x").unwrap();
    }
    let script = "import os, sys\nfor n in range(100000):\n try: os.open(f'{sys.argv[1]}/{n % 1000}', 0)\n except OSError: pass";
    format!("/usr/bin/python3 -c \"{}\" {}", script.replace('\n', "\\n"), quoted(folder))
        .replacen("-c \"", "-c \"$(printf '%b' \"", 1)
        .replacen("pass\"", "pass\")\"", 1)
}

#[test]
fn a_flood_keeps_nobody_waiting_and_is_told_in_part() {
    for attempts in [OnAttempt::Report, OnAttempt::Hold] {
        let world = World::new();
        let (hidden, granted) = (world.make("a"), world.make("b"));
        let mut server = launch(shell(&world, Tier::LiveMounts, attempts, vec![]));
        let start = Instant::now();
        server.begin(&flood(&hidden));
        let mut told = vec![next_attempt(&mut server)];
        let mut slowest = Duration::ZERO;
        for change in 1..=10 {
            let folders = if change % 2 == 0 { vec![] } else { vec![read(&granted)] };
            let start = Instant::now();
            server.kept.send(&Order::Enforce { change, folders });
            let (attempts, last) = attempts_before(&mut server);
            slowest = slowest.max(start.elapsed());
            told.extend(attempts);
            assert!(matches!(last, Report::Proven(proof) if proof.change == change));
        }
        assert!(slowest < Duration::from_secs(5), "a change took {slowest:?}");
        for held in told.iter().filter_map(|attempt| attempt.held) {
            server.kept.send(&Order::Decide { held });
        }
        if attempts == OnAttempt::Report {
            assert_eq!(server.outcome().1, 0);
            told.extend(self::attempts(&mut server));
            let most = 32 + 2 * (start.elapsed().as_secs() + 1);
            assert!((32..=most).contains(&(told.len() as u64)), "{} were told", told.len());
        }
        println!("{} told, slowest change {slowest:?}, all in {:?}", told.len(), start.elapsed());
    }
}
