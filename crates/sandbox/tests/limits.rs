//! A server that wants all of the machine for itself.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::confined::{World, users};
use common::kept::Kept;
use paddock_core::Limits;
use paddock_sandbox::wire::{End, Obstacle};
use paddock_sandbox::{Bounds, ByGroup, Launch, Policy, Tier};
use rustix::process::geteuid;

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

/// Takes memory piece by piece, then tries to be allowed more.
const GLUTTON: &str = r"
import mmap, resource
held = []
try:
    while len(held) < 64:
        held.append(bytearray(16 << 20))
    print('free')
except MemoryError:
    print('refused', len(held) * 16)
held.clear()
mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
try:
    mmap.mmap(-1, 700 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100)
    print('raised')
except OSError:
    pass
for most in [(-1, -1), (1 << 40, 1 << 40)]:
    try:
        resource.setrlimit(resource.RLIMIT_DATA, most)
        print('raised')
    except (ValueError, PermissionError):
        pass
";

fn limited(launch: Launch, processes: u32, memory: Option<u32>) -> Launch {
    let limits = Limits { processes, memory };
    Launch { bounds: Bounds { limits, by_group: ByGroup::default() }, ..launch }
}

#[test]
fn memory_is_refused_beyond_the_limit_and_nobody_raises_it() {
    for user in users() {
        for tier in [Tier::LiveMounts, Tier::Landlock] {
            let world = World::of(user);
            let policy = Policy { tier, ..world.policy(Vec::new()) };
            let launch = world.launch("/usr/bin/python3", &["-c", GLUTTON], policy.clone());
            let output = world.start(limited(launch.clone(), 4096, Some(256))).output();
            let refused: u32 = output.trim().strip_prefix("refused ").unwrap().parse().unwrap();
            assert!((128..256).contains(&refused), "{tier} {user}: {output}");
            let script = "import resource; print(resource.getrlimit(resource.RLIMIT_STACK)[1])";
            let stack = world.launch("/usr/bin/python3", &["-c", script], policy.clone());
            let stack = world.start(limited(stack, 4096, Some(256))).output();
            assert!(stack.trim().parse::<u64>().is_ok_and(|most| most <= 64 << 20), "{stack}");
            // Without a limit it gets all that it asks for.
            let output = world.start(limited(launch, 4096, None)).output();
            assert!(output.starts_with("free"), "{tier} {user}: {output}");
        }
    }
}

#[test]
fn a_server_has_as_many_processes_as_it_was_given() {
    let limited_here = Kept::survey().processes_limited;
    for user in users().into_iter().filter(|user| *user != 0 || limited_here) {
        let world = World::of(user);
        let launch = world.launch("/usr/bin/python3", &["-c", BOMB], live(&world));
        let answer = world.start(limited(launch, 64, None)).line();
        let count: u32 = answer.trim().strip_prefix("refused ").unwrap().parse().unwrap();
        assert!((48..64).contains(&count), "{answer}");
    }
}

#[test]
fn a_group_that_cannot_be_made_is_no_reason_to_go_without() {
    if Kept::survey().by_group.any() {
        return paddock_skip::skip("there are control groups here");
    }
    let world = World::of(users()[0]);
    let launch = world.launch("/bin/true", &[], world.policy(Vec::new()));
    let by_group = ByGroup { processes: true, memory: true };
    let bounds = Bounds { by_group, ..Bounds::default() };
    let refusal = world.try_start(Launch { bounds, ..launch }).err().unwrap();
    assert_eq!(refusal.obstacle, Obstacle::Limits);
}

/// Run by whoever delegated a control group to this test, such as
/// `systemd-run --user --scope -p Delegate=yes`.
#[test]
fn all_that_a_server_starts_counts_together_in_its_group() {
    if let Err(why) = paddock_supervisor::settle_in_group() {
        return paddock_skip::skip(why);
    }
    let by_group = Kept::survey().by_group;
    for tier in [Tier::LiveMounts, Tier::Landlock] {
        let world = World::of(geteuid().as_raw());
        let policy = Policy { tier, ..world.policy(Vec::new()) };
        let launch = world.launch("/usr/bin/python3", &["-c", BOMB], policy.clone());
        let limits = Limits { processes: 64, memory: Some(256) };
        let bounds = Bounds { limits, by_group };
        if by_group.processes {
            let answer = world.start(Launch { bounds, ..launch.clone() }).line();
            let count: u32 = answer.trim().strip_prefix("refused ").unwrap().parse().unwrap();
            assert!((48..64).contains(&count), "{tier}: {answer}");
        }
        if by_group.memory {
            let hungry = world.launch("/usr/bin/python3", &["-c", HUNGRY_FAMILY], policy);
            assert_eq!(world.end_of(Launch { bounds, ..hungry }), End::OutOfMemory, "{tier}");
        }
    }
    assert!(!groups_are_left(), "a group outlived its server");
}

/// None of them uses more than the limit, and all together do.
const HUNGRY_FAMILY: &str = r"
import os, time
for _ in range(4):
    if os.fork() == 0:
        held = bytearray(b'x' * (128 << 20))
        time.sleep(3600)
time.sleep(3600)
";

fn groups_are_left() -> bool {
    let own = paddock_sandbox::cgroup::own().unwrap();
    let beside = std::fs::read_dir(own.parent().unwrap()).unwrap();
    let names = beside.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.into_iter().any(|name| name.starts_with(paddock_sandbox::cgroup::SERVER))
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
