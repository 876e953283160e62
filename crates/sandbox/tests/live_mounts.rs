//! What a server finds in a sandbox whose grants come and go, and how it ends there.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;

use common::kept::{
    Kept, World, assert_all_end, assert_kept, launch, quoted, read, try_launch, write,
};
use common::{own, system};
use paddock_core::Link;
use paddock_sandbox::wire::{End, Obstacle, Order, Refusal};
use paddock_sandbox::{Launch, Network, Reach, Tier};
use rustix::process::{Signal, kill_process};

#[test]
fn it_is_surveyed() {
    let capabilities = Kept::survey();
    assert_eq!(capabilities.best(), Some(Tier::LiveMounts), "{capabilities:?}");
    assert!(capabilities.held_folders_end && capabilities.network_off, "{capabilities:?}");
    assert!(capabilities.destinations, "{capabilities:?}");
}

#[test]
fn a_server_ends_with_its_own_code() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    assert_kept(server.proof.as_ref().unwrap());
    assert_eq!(server.succeeds("echo here"), "here");
    drop(server.stdin.take());
    assert_eq!(server.end(), End::Code(0));
}

#[test]
fn a_server_ends_with_its_own_signal() {
    let world = World::new();
    let mut server = launch(Launch { args: script("kill -USR1 $$"), ..world.shell(vec![]) });
    assert_eq!(server.end(), End::Signal(10));
}

#[test]
fn sigterm_reaches_the_server() {
    let world = World::new();
    let waiting = script("trap 'exit 7' TERM; echo ready; while :; do sleep 1000 & wait; done");
    let mut server = launch(Launch { args: waiting, ..world.shell(vec![]) });
    server.stdout.read_exact(&mut [0; 6]).unwrap();
    server.kept.send(&Order::Terminate);
    assert_eq!(server.end(), End::Code(7));
}

#[test]
fn a_kill_ends_the_family() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    server.succeeds(DAEMONS);
    let family = server.family();
    server.kept.send(&Order::Kill);
    assert_eq!(server.end(), End::Signal(9));
    assert_all_end(&family);
}

#[test]
fn what_a_server_leaves_behind_ends_with_it() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    server.succeeds(DAEMONS);
    let family = server.family();
    drop(server.stdin.take());
    assert_eq!(server.end(), End::Code(0));
    assert_all_end(&family);
}

#[test]
fn nothing_outlives_a_killed_keeper() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    server.succeeds(DAEMONS);
    let family = server.family();
    // The first process, the server, and what became of the daemons.
    assert!(family.len() >= 4, "{family:?}");
    server.kept.keeper.kill().unwrap();
    assert_all_end(&family);
}

#[test]
fn nothing_outlives_the_app() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    server.succeeds(DAEMONS);
    let family = server.family();
    server.kept.hang_up();
    assert_all_end(&family);
}

#[test]
fn the_server_cannot_end_the_first_process() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    _ = server.run("kill -KILL 1; kill -STOP 1; kill -TERM 1");
    assert_eq!(server.succeeds("echo here"), "here");
}

#[test]
fn a_first_process_that_is_killed_takes_the_server_along() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    let init = server
        .family()
        .into_iter()
        .find(|process| process.pid().as_raw_pid().cast_unsigned() != server.pid)
        .unwrap();
    kill_process(init.pid(), Signal::KILL).unwrap();
    assert_eq!(server.end(), End::Signal(9));
}

#[test]
fn it_sees_nobody_but_itself() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    let numbers = server.succeeds("cd /proc; echo [0-9]*");
    let numbers: Vec<u32> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
    assert!(numbers.iter().all(|number| *number < 10), "{numbers:?}");
}

#[test]
fn it_has_no_rights_but_its_own() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    let status = server.succeeds("cat /proc/self/status");
    for line in status.lines().filter(|line| line.starts_with("Cap")) {
        assert!(line.ends_with("\t0000000000000000"), "{line}");
    }
    assert!(status.contains("NoNewPrivs:\t1"), "{status}");
    server.fails("umount /tmp");
    server.fails("mount -t tmpfs none /tmp");
    server.fails("unshare --user --map-root-user --mount true");
}

#[test]
fn it_finds_what_it_needs_and_nothing_else() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    let top = server.succeeds("ls /");
    for name in top.lines() {
        assert!(
            ["bin", "dev", "etc", "lib", "lib64", "proc", "tmp", "usr", "var"].contains(&name),
            "{top}"
        );
    }
    assert_eq!(server.succeeds("ls /etc"), "ld.so.cache\nssl");
    for path in ["/etc/passwd", "/root", "/home", "/run", "/sys", "/var/lib", "/boot"] {
        server.fails(&format!("ls {path}"));
    }
    assert_eq!(server.reach(&world.canary()), Reach::Nothing);
}

#[test]
fn it_can_change_nothing_of_what_it_finds() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    let attempts = [
        "mkdir /new",
        "echo x >/new",
        "rm /bin",
        "ln -s / /etc/new",
        "touch /usr/new",
        "chmod 777 /",
        "chmod 777 /dev/null",
        "mv /etc /tmp",
        "echo 1 >/proc/self/oom_score_adj",
        "mknod /tmp/null c 1 3",
    ];
    for attempt in attempts {
        server.fails(attempt);
    }
}

#[test]
fn its_home_lasts_and_its_tmp_does_not() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    server.succeeds(&format!("echo kept >{}/file", quoted(&world.home())));
    server.succeeds("echo gone >/tmp/paddock-test-file; echo gone >/dev/shm/paddock-test-file");
    assert_eq!(fs::read_to_string(world.home().join("file")).unwrap(), "kept\n");
    assert!(!Path::new("/tmp/paddock-test-file").exists());
    assert!(!Path::new("/dev/shm/paddock-test-file").exists());
}

#[test]
fn its_tmp_is_bounded() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    let output = server.fails("head -c 1200m /dev/zero >/tmp/file");
    assert!(output.contains("No space left"), "{output}");
}

#[test]
fn devices_work() {
    let world = World::new();
    let mut server = launch(world.shell(vec![]));
    server.succeeds("echo x >/dev/null && echo x >/dev/fd/1 && echo x >/dev/stdout");
    assert_eq!(server.succeeds("head -c 9 /dev/urandom | wc -c"), "9");
    assert_eq!(server.succeeds("head -c 9 /dev/zero | wc -c"), "9");
    server.fails("echo x >/dev/full");
}

#[test]
fn python_and_node_run() {
    let world = World::new();
    let folder = world.make("a");
    for network in [Network::Open, Network::Off] {
        let mut launched = world.shell(vec![write(&folder)]);
        launched.policy.as_mut().unwrap().network = network;
        let mut server = launch(launched);
        let note = folder.join("note");
        let programs = [
            (
                "/usr/bin/python3",
                format!("-c 'import os; os.urandom(8); print(open({note:?}).read())'"),
            ),
            (
                "/usr/bin/node",
                format!(
                    "-p 'require(`crypto`).randomBytes(8); require(`fs`).readFileSync({note:?}, `utf8`)'"
                ),
            ),
        ];
        for (program, args) in programs {
            if Path::new(program).exists() {
                assert_eq!(server.succeeds(&format!("{program} {args}")), "a");
            } else {
                paddock_skip::skip(format_args!("there is no {program}"));
            }
        }
    }
}

#[test]
fn the_network_can_be_off_and_open() {
    let world = World::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let connect =
        format!("bash -c ': </dev/tcp/127.0.0.1/{}'", listener.local_addr().unwrap().port());
    let mut server = launch(world.shell(vec![]));
    server.succeeds(&connect);
    drop(server);

    let mut launched = world.shell(vec![]);
    launched.policy.as_mut().unwrap().network = Network::Off;
    launch(launched).fails(&connect);
}

#[test]
fn environment_and_streams_are_untouched() {
    let world = World::new();
    let mut launched = Launch {
        program: "/usr/bin/env".into(),
        args: vec![],
        env: vec![("B".into(), "two words".into()), ("A".into(), "".into())],
        ..world.shell(vec![])
    };
    launched.cwd = "/".into();
    let mut server = launch(launched);
    let mut output = String::new();
    server.stdout.read_to_string(&mut output).unwrap();
    let mut lines: Vec<_> = output.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["A=", "B=two words"]);

    let mut server = launch(Launch { args: script("ls /proc/$$/fd; :"), ..world.shell(vec![]) });
    let mut output = String::new();
    server.stdout.read_to_string(&mut output).unwrap();
    assert_eq!(output, "0\n1\n2\n");
}

#[test]
fn a_file_keeps_its_owner() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![write(&folder)]));
    let note = folder.join("note");
    let owner = fs::metadata(&note).unwrap();
    let seen = server.succeeds(&format!("stat -c %u:%g {}", quoted(&note)));
    assert_eq!(seen, format!("{}:{}", owner.uid(), owner.gid()));
    server.succeeds(&format!("echo x >{}", quoted(&folder.join("new"))));
    assert_eq!(fs::metadata(folder.join("new")).unwrap().uid(), owner.uid());
}

#[test]
fn a_program_that_is_not_in_the_policy_is_missing() {
    let world = World::new();
    let program = world.make("a").join("program");
    fs::write(&program, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let launched = Launch { program, ..world.shell(vec![]) };
    assert_eq!(refusal(launched), Refusal { obstacle: Obstacle::Program, errno: MISSING });
}

#[test]
fn an_interpreter_that_is_not_in_the_policy_is_missing() {
    let world = World::new();
    let folder = world.make("a");
    let program = folder.join("program");
    fs::write(&program, "#!/nowhere/sh\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let launched = Launch { program, ..world.shell(vec![read(&folder)]) };
    let expected = Refusal { obstacle: Obstacle::Interpreter, errno: MISSING };
    assert_eq!(refusal(launched), expected);
}

#[test]
fn a_folder_to_start_in_that_is_not_in_the_policy_is_missing() {
    let world = World::new();
    let launched = Launch { cwd: world.make("a"), ..world.shell(vec![]) };
    assert_eq!(refusal(launched), Refusal { obstacle: Obstacle::Folder, errno: MISSING });
}

#[test]
fn a_canary_that_nobody_can_read_proves_nothing() {
    let world = World::new();
    fs::remove_file(world.canary()).unwrap();
    assert_eq!(refusal(world.shell(vec![])).obstacle, Obstacle::Proof);
}

#[test]
fn many_things_can_be_readable_and_missing_ones_are_left_out() {
    let world = World::new();
    let folder = world.make("a");
    let mut launched = world.shell(vec![]);
    let readable = &mut launched.policy.as_mut().unwrap().readable;
    for number in 0..500 {
        let file = folder.join(number.to_string());
        fs::write(&file, number.to_string()).unwrap();
        readable.push(own(&file, &[]));
        readable.push(system(&format!("/usr/missing-{number}")));
    }
    let mut server = launch(launched);
    let folder = quoted(&folder);
    assert_eq!(server.succeeds(&format!("ls {folder} | wc -l")), "500");
    assert_eq!(server.succeeds(&format!("cat {folder}/499")), "499");
    server.fails(&format!("echo x >{folder}/499"));
}

#[test]
fn links_on_the_way_to_something_readable_are_there_too() {
    let world = World::new();
    let real = world.make("real");
    let files = real.parent().unwrap();
    symlink("real", files.join("relative")).unwrap();
    symlink(files.join("relative"), files.join("absolute")).unwrap();
    symlink("../absolute/note", real.join("round")).unwrap();
    symlink("loop", files.join("loop")).unwrap();
    let mut launched = world.shell(vec![]);
    let policy = launched.policy.as_mut().unwrap();
    policy.readable.push(own(&real, &[]));
    policy.links = ["relative", "absolute", "loop"]
        .map(|name| files.join(name))
        .map(|path| Link { target: path.read_link().unwrap(), path })
        .to_vec();
    let mut server = launch(launched);
    assert_eq!(server.succeeds(&format!("cat {}", quoted(&files.join("absolute/round")))), "real");
    server.fails(&format!("cat {}", quoted(&files.join("loop"))));
}

/// Processes that have lost their parent and their session, and prove it by being there.
const DAEMONS: &str = "(setsid sleep 1000 >/dev/null 2>&1 &) ; (sleep 1000 >/dev/null 2>&1 &)";

fn script(script: &str) -> Vec<std::ffi::OsString> {
    vec!["-c".into(), script.into()]
}

fn refusal(launched: Launch) -> Refusal {
    match try_launch(launched) {
        Err(refusal) => refusal,
        Ok(server) => panic!("{} started", server.pid),
    }
}

const MISSING: i32 = rustix::io::Errno::NOENT.raw_os_error();
