//! A call that is being carried out holds up no proof.

use std::collections::BTreeSet;
use std::fs;

use paddock_sandbox::{OnAttempt, Tier};
use rustix::process::{Signal, kill_process};

use super::common::kept::{World, quoted, read};
use super::common::{Watched, children_of};
use super::{guarded, start};

/// Whether the process waits in a call that opens something by name.
fn opens(pid: u32) -> bool {
    let call = fs::read_to_string(format!("/proc/{pid}/syscall")).unwrap_or_default();
    let number = call.split(' ').next().and_then(|number| number.parse().ok());
    number == Some(libc::SYS_openat) || number == Some(libc::SYS_openat2)
}

/// The folder is taken by then. Whoever carries the call out is ended a second later.
#[test]
fn a_revocation_is_proved_before_a_slow_call_is_waited_for() {
    let world = World::new();
    let (project, other) = (world.make("project"), world.make("other"));
    let folders = vec![guarded(&project), read(&other)];
    let mut server = start(&world, Tier::LiveMounts, OnAttempt::Ignore, folders);
    let keeper = server.kept.keeper.id();
    let before: BTreeSet<_> = children_of(keeper).into_iter().collect();
    server.succeeds(&format!("cd {} && echo x >first", quoted(&project)));
    let came = children_of(keeper).into_iter().filter(|pid| !before.contains(pid));
    let carriers: Vec<_> = came.map(Watched::new).collect();
    assert!(!carriers.is_empty());
    for carrier in &carriers {
        kill_process(carrier.pid(), Signal::STOP).unwrap();
    }
    server.begin("echo x >second");
    while !opens(server.pid) {
        std::thread::yield_now();
    }
    let proof = server.enforce(vec![guarded(&project)]);
    assert!(proof.holds());
    assert!(carriers.iter().all(|it| !it.has_ended()), "the call was waited for first");
    assert_eq!(server.outcome().1, 0);
    assert!(project.join("second").exists());
    server.fails(&format!("cat {}", quoted(&other.join("note"))));
}
