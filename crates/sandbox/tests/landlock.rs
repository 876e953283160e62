//! What a server reaches where its grants are fixed by Landlock.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};

use common::confined::{Keeper, World, users};
use common::system;
use paddock_core::Access;
use paddock_sandbox::wire::{Obstacle, Order, Refusal, Report};
use paddock_sandbox::{Capabilities, Gap, Network, Policy, Reach, Tier, Withheld};

/// Tries commands, one a line, and prints which of them work.
const TRY: &str = r#"try() { if sh -c "$1" >/dev/null 2>&1; then echo "works: $1"; fi; }"#;

fn assert_none_works(world: &World, policy: &Policy, commands: &[&str]) {
    let tries: Vec<_> = commands.iter().map(|command| format!("try '{command}'")).collect();
    // That one works shows that they were tried.
    let script = format!("{TRY}\n{}\ntry true", tries.join("\n"));
    assert_eq!(world.sh(&script, policy.clone()), "works: true\n");
}

fn assert_all_work(world: &World, policy: &Policy, commands: &[&str]) {
    for command in commands {
        let output = world.sh(&format!("{command} && echo works"), policy.clone());
        assert!(output.ends_with("works\n"), "{command}: {output}");
    }
}

fn survey(user: u32) -> Capabilities {
    let mut keeper = Keeper::start(user);
    keeper.send(&Order::Survey, &[]);
    let Report::Surveyed(found) = keeper.report() else { panic!("no survey") };
    found
}

#[test]
fn a_granted_file_is_read_and_nothing_beside_it() {
    for user in users() {
        let world = World::of(user);
        let policy = world.policy(vec![world.grant("granted", Access::Read)]);
        assert_eq!(world.sh("cat $W/granted/file", policy.clone()), "granted/file");
        let beside = [
            "cat $W/person/secret",
            "ls $W/person",
            "ls $W",
            "cat $W/canary",
            "cat /etc/passwd",
            "ls /etc",
            "ls /",
            "ls /tmp",
            "cat /dev/kmsg",
            "ls /sys",
        ];
        assert_none_works(&world, &policy, &beside);
    }
}

#[test]
fn a_folder_whose_name_begins_the_same_stays_closed() {
    for user in users() {
        let world = World::of(user);
        let policy = world.policy(vec![world.grant("granted", Access::ReadWrite)]);
        let evil = [
            "cat $W/granted-evil/secret",
            "ls $W/granted-evil",
            "touch $W/granted-evil/new",
            "cat $W/granted/../granted-evil/secret",
        ];
        assert_none_works(&world, &policy, &evil);
    }
}

#[test]
fn no_link_leads_out() {
    for user in users() {
        let world = World::of(user);
        let policy = world.policy(vec![world.grant("granted", Access::ReadWrite)]);
        let out = [
            "cat $W/granted/out/secret",
            "cat $W/granted/out-file",
            "cat $W/granted/root/etc/passwd",
            "echo over > $W/granted/out-file",
            "ln $W/person/secret $W/granted/hard && cat $W/granted/hard",
            "ln -s $W/person/secret $W/granted/soft && cat $W/granted/soft",
            "mv $W/person/secret $W/granted/moved",
            "mv $W/granted/file $W/person/file",
            "cat /proc/self/root/$W/person/secret",
            "cat /proc/$PPID/root/$W/person/secret",
        ];
        assert_none_works(&world, &policy, &out);
        assert_eq!(fs::read(world.path("person/secret")).unwrap(), b"person/secret");
    }
}

#[test]
fn a_folder_to_read_is_not_written() {
    for user in users() {
        let world = World::of(user);
        let policy = world.policy(vec![world.grant("granted", Access::Read)]);
        let writes = [
            "echo x > $W/granted/new",
            "echo x >> $W/granted/file",
            ": > $W/granted/file",
            "truncate -s 0 $W/granted/file",
            "rm -f $W/granted/file",
            "mv $W/granted/file $W/granted/other",
            "mkdir $W/granted/folder",
            "ln -s x $W/granted/link",
            "ln $W/granted/file $W/granted/hard",
            "mkfifo $W/granted/fifo",
            "touch /usr/new",
            "echo x > /proc/self/oom_score_adj",
        ];
        assert_none_works(&world, &policy, &writes);
        assert_eq!(fs::read(world.path("granted/file")).unwrap(), b"granted/file");
    }
}

#[test]
fn a_folder_to_write_and_the_home_are_written() {
    for user in users() {
        let world = World::of(user);
        let policy = world.policy(vec![world.grant("granted", Access::ReadWrite)]);
        let writes = [
            "echo x > $W/granted/new && mkdir -p $W/granted/a/b && mv $W/granted/new $W/granted/a/b",
            "truncate -s 1 $W/granted/a/b/new && rm -r $W/granted/a",
            "echo x > $HOME/new && mkdir $HOME/bin && mv $HOME/new $HOME/bin",
            "printf \"#!/bin/sh\\nexit 0\\n\" > $HOME/run && chmod +x $HOME/run && $HOME/run",
            "echo x > /dev/null && head -c 8 /dev/urandom | wc -c && cat /proc/self/status",
        ];
        assert_all_work(&world, &policy, &writes);
    }
}

#[test]
fn no_socket_of_the_host_is_reached() {
    for user in users() {
        let world = World::of(user);
        let path = world.path("granted/socket");
        let _by_path = UnixListener::bind(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        let name = format!("paddock-test-{}-{user}", std::process::id());
        let abstract_name = SocketAddr::from_abstract_name(&name).unwrap();
        let _by_name = UnixListener::bind_addr(&abstract_name).unwrap();
        let letterbox = world.path("granted/letterbox");
        let received = UnixDatagram::bind(&letterbox).unwrap();
        fs::set_permissions(&letterbox, fs::Permissions::from_mode(0o777)).unwrap();
        let program = format!(
            r#"
import socket
for address in ["{}", "\0{name}"]:
    try:
        socket.socket(socket.AF_UNIX).connect(address)
        print("connected", address)
    except OSError as error:
        print(type(error).__name__, error.errno)
try:
    socket.socketpair(type=socket.SOCK_DGRAM)[0].sendto(b"x", "{}")
    print("sent")
except OSError as error:
    print(type(error).__name__, error.errno)
a, b = socket.socketpair()
a.send(b"pairs work")
print(b.recv(99).decode())
"#,
            path.display(),
            letterbox.display()
        );
        let policy = world.policy(vec![world.grant("granted", Access::ReadWrite)]);
        let refused = format!("OSError {}\n", libc::EAFNOSUPPORT);
        let unconnected = format!("OSError {}\n", libc::ESOCKTNOSUPPORT);
        let expected = format!("{refused}{refused}{unconnected}pairs work\n");
        assert_eq!(world.python(&program, policy), expected);
        received.set_nonblocking(true).unwrap();
        let error = received.recv(&mut [0]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
    }
}

#[test]
fn the_network_is_open_or_off() {
    for user in users() {
        let world = World::of(user);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let program = format!(
            r#"
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 20)
    print("connected")
except OSError as error:
    print(error.errno)
"#
        );
        let open = world.policy(Vec::new());
        let off = Policy { network: Network::Off, ..open.clone() };
        assert_eq!(world.python(&program, open), "connected\n");
        assert_eq!(world.python(&program, off), format!("{}\n", libc::EAFNOSUPPORT));
    }
}

#[test]
fn what_servers_are_written_in_runs() {
    for user in users() {
        let world = World::of(user);
        world.make_folder("granted/repository");
        let policy = world.policy(vec![world.grant("granted", Access::ReadWrite)]);
        let programs: [(&str, &[&str], &str); 6] = [
            ("/bin/sh", &["-c", "echo $((6 * 7))"], "42\n"),
            ("/bin/bash", &["-c", "echo $(cat <(echo 42))"], "42\n"),
            ("/usr/bin/python3", &["-c", PYTHON], "42\n"),
            ("/usr/bin/node", &["-e", NODE], "42\n"),
            ("/usr/bin/env", &["sh", "-c", GIT], "42\n"),
            ("/usr/bin/env", &["sh", "-c", "npx --version >/dev/null && echo 42"], "42\n"),
        ];
        for (program, args, expected) in programs {
            let output = world.start(world.launch(program, args, policy.clone())).output();
            assert_eq!(output, expected, "{program}");
        }
    }
}

/// Threads, children and files.
const PYTHON: &str = r#"
import os, subprocess, tempfile, threading
with tempfile.NamedTemporaryFile() as file:
    thread = threading.Thread(target=lambda: os.write(file.fileno(), b"42"))
    thread.start()
    thread.join()
    print(subprocess.run(["cat", file.name], capture_output=True, check=True).stdout.decode())
"#;
const NODE: &str = r#"
const fs = require("fs"), os = require("os"), { execFile, spawnSync } = require("child_process");
const { Worker } = require("worker_threads");
os.cpus(); os.networkInterfaces(); os.totalmem();
const file = process.env.HOME + "/node";
new Worker("require('fs').writeFileSync(process.env.HOME + '/node', '42')", { eval: true })
    .on("exit", () => execFile("cat", [file], (error, text) => {
        if (error || spawnSync("cat", [file]).stdout.toString() !== text) throw error;
        console.log(text);
    }));
"#;
const GIT: &str = r#"
cd "$W/granted/repository" && git -c init.defaultBranch=main init -q . && echo x > file && git add . &&
git -c user.name=a -c user.email=a@b commit -qm x && git log --oneline | wc -l | sed s/1/42/
"#;

#[test]
fn the_server_has_no_rights_but_its_users() {
    for user in users() {
        let world = World::of(user);
        let script = "grep -E '^(Cap...|NoNewPrivs|Seccomp):' /proc/self/status; ulimit -c";
        let status = world.sh(script, world.policy(Vec::new()));
        let of = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_ascii_whitespace().nth(1).unwrap().to_owned()
        };
        for set in ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"] {
            assert_eq!(of(set), "0000000000000000", "{set} of user {user}");
        }
        if user == 0 {
            assert_eq!(of("CapBnd:"), "0000000000000000");
        }
        assert_eq!((of("NoNewPrivs:"), of("Seccomp:")), ("1".into(), "2".into()));
        assert_eq!(status.lines().last(), Some("0"), "blocks of core dump");
    }
}

#[test]
fn no_process_outside_is_touched() {
    for user in users() {
        let world = World::of(user);
        let outsider = world.start(world.launch("/bin/sleep", &["1000"], world.policy(vec![])));
        let pid = outsider.pid;
        let policy = world.policy(Vec::new());
        let looks = [
            &format!("cat /proc/{pid}/environ")[..],
            &format!("readlink /proc/{pid}/fd/0"),
            &format!("cat /proc/{pid}/maps"),
            &format!("prlimit --pid {pid} --nofile=1"),
        ];
        assert_none_works(&world, &policy, &looks);
        let signals = [
            &format!("kill -0 {pid}")[..],
            &format!("kill -9 {pid}"),
            "kill -0 $PPID && kill -0 $(cut -d\\  -f4 /proc/$PPID/stat)",
            &format!("kill -0 {}", std::process::id()),
        ];
        if !survey(user).gaps.contains(&Gap::Signals) {
            assert_none_works(&world, &policy, &signals);
        }
        assert_all_work(&world, &policy, &["sleep 1000 & kill -9 $!"]);
    }
}

#[test]
fn the_proof_tells_of_each_folder() {
    for user in users() {
        let world = World::of(user);
        world.make_folder("read");
        let folders =
            vec![world.grant("granted", Access::ReadWrite), world.grant("read", Access::Read)];
        let proof = world.start(world.launch("/bin/true", &[], world.policy(folders))).proof;
        assert_eq!(proof.change, 0);
        assert_eq!((proof.withheld, proof.open_handles), (vec![], 0));
        let found: Vec<_> =
            proof.findings.iter().map(|it| (it.path.clone(), it.expected, it.found)).collect();
        let expected = [
            (world.path("canary"), Reach::Nothing, Reach::Nothing),
            (world.path("read"), Reach::Read, Reach::Read),
            (world.path("granted"), Reach::Write, Reach::Write),
        ];
        assert_eq!(found, expected);
        assert_eq!(fs::read_dir(world.path("read")).unwrap().count(), 0);
    }
}

#[test]
fn another_folder_at_the_path_is_withheld() {
    for user in users() {
        let world = World::of(user);
        let folders =
            vec![world.grant("granted", Access::Read), world.grant("person", Access::Read)];
        fs::rename(world.path("granted"), world.path("moved")).unwrap();
        world.make_folder("granted");
        world.make_file("granted/file");
        fs::rename(world.path("person"), world.path("elsewhere")).unwrap();
        symlink(world.path("elsewhere"), world.path("person")).unwrap();

        let policy = world.policy(folders);
        let server = world.start(world.launch("/bin/true", &[], policy.clone()));
        let withheld = [("granted", libc::ESTALE), ("person", libc::ELOOP)];
        let withheld = withheld.map(|(name, errno)| Withheld { path: world.path(name), errno });
        assert_eq!(server.proof.withheld, withheld);
        let reads = ["cat $W/granted/file", "cat $W/person/secret", "cat $W/elsewhere/secret"];
        assert_none_works(&world, &policy, &reads);
    }
}

#[test]
fn a_folder_to_read_within_one_to_write_is_never_written() {
    for user in users() {
        let world = World::of(user);
        world.make_folder("granted/inner");
        world.make_folder("granted/inner/innermost");
        let policy = world.policy(vec![
            world.grant("granted", Access::ReadWrite),
            world.grant("granted/inner", Access::Read),
            world.grant("granted/inner/innermost", Access::ReadWrite),
        ]);
        let writes = ["touch $W/granted/inner/new", "touch $W/granted/new"];
        assert_none_works(&world, &policy, &writes);
        assert_all_work(&world, &policy, &["touch $W/granted/inner/innermost/new"]);

        let proof = world.start(world.launch("/bin/true", &[], policy)).proof;
        let outer = proof.findings.iter().find(|it| it.path == world.path("granted")).unwrap();
        assert_eq!((outer.expected, outer.found), (Reach::Write, Reach::Read));
        assert_eq!(outer.errno, libc::EACCES);
    }
}

#[test]
fn nothing_starts_that_could_not_be_proved() {
    for user in users() {
        let world = World::of(user);
        let refusal = |policy: Policy| {
            let launch = world.launch("/bin/sh", &["-c", "touch $HOME/ran"], policy);
            world.try_start(launch).err().unwrap()
        };
        let granted = world.policy(vec![world.grant("granted", Access::Read)]);
        let reached = Policy { canary: "/usr/bin/env".into(), ..granted.clone() };
        assert_eq!(refusal(reached).obstacle, Obstacle::Proof);
        let missing = Policy { canary: world.path("nothing"), ..granted };
        let errno = libc::ENOENT;
        assert_eq!(refusal(missing), Refusal { obstacle: Obstacle::Proof, errno });
        assert!(!world.path("home/ran").exists());
    }
}

#[test]
fn a_program_that_is_not_readable_does_not_start() {
    for user in users() {
        let world = World::of(user);
        let path = world.path("person/program");
        fs::copy("/bin/true", &path).unwrap();
        let launch = world.launch(path.to_str().unwrap(), &[], world.policy(Vec::new()));
        let refusal = world.try_start(launch).err().unwrap();
        assert_eq!(refusal, Refusal { obstacle: Obstacle::Program, errno: libc::EACCES });
    }
}

#[test]
fn a_survey_is_answered() {
    for user in users() {
        let found = survey(user);
        assert!(found.works(Tier::Landlock), "{found:?}");
        assert!(found.network_off, "{found:?}");
    }
}

#[test]
fn a_link_left_where_the_program_should_be_lets_nothing_in() {
    for user in users() {
        let world = World::of(user);
        let mut policy = world.policy(vec![world.grant("granted", Access::ReadWrite)]);
        policy.readable.push(system(world.path("granted/modules").to_str().unwrap()));
        assert_all_work(&world, &policy, &["ln -s ../person $W/granted/modules"]);
        let reads = ["cat $W/person/secret", "cat $W/granted/modules/secret"];
        assert_none_works(&world, &policy, &reads);
    }
}
