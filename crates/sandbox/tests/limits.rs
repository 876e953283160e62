//! A server that wants all of the machine for itself.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::confined::{World, users};
use common::kept::Kept;
use paddock_sandbox::{Policy, Tier};

/// Forks until it may not, more often than it should be let, and counts those that live.
const BOMB: &str = r"
import os, time
read, write = os.pipe()
count = 0
while count < 6000:
    try:
        child = os.fork()
    except OSError as error:
        print('refused', count, flush=True)
        break
    if child == 0:
        os.close(write)
        os.read(read, 1)
        os._exit(0)
    count += 1
else:
    print('free', flush=True)
os.read(read, 1)
";

fn live(world: &World) -> Policy {
    Policy { tier: Tier::LiveMounts, ..world.policy(Vec::new()) }
}

/// Root outside of the server's namespace is not counted by the kernel, and `paddock system` says so.
#[test]
fn a_fork_bomb_ends_with_itself_and_its_neighbour_goes_on() {
    let limited = Kept::survey().processes_limited;
    for user in users() {
        if user == 0 {
            assert!(!limited, "root is counted here: have this test try it");
            continue;
        }
        let world = World::of(user);
        let mut bomb = world.start(world.launch("/usr/bin/python3", &["-c", BOMB], live(&world)));
        let answer = bomb.line();
        let count: u32 = answer.trim().strip_prefix("refused ").unwrap().parse().unwrap();
        assert!((3000..4096).contains(&count), "{answer}");
        // While all of them live: what is another's, or the person's own, is counted apart.
        assert_eq!(world.sh("sh -c 'echo lives'", live(&world)).trim(), "lives");
    }
}

#[test]
fn a_server_ends_before_others_when_memory_runs_out() {
    for user in users() {
        for tier in [Tier::LiveMounts, Tier::Landlock] {
            let world = World::of(user);
            let policy = Policy { tier, ..world.policy(Vec::new()) };
            let read = "cat /proc/self/oom_score_adj; (echo 0 > /proc/self/oom_score_adj) || :";
            let policy = Policy {
                readable: policy
                    .readable
                    .iter()
                    .cloned()
                    .chain([common::system("/proc")])
                    .collect(),
                ..policy
            };
            let script = format!("({read}; cat /proc/self/oom_score_adj) 2>/dev/null");
            assert_eq!(world.sh(&script, policy).trim(), "300\n300", "{tier} {user}");
        }
    }
}
