//! Sockets with a path: by one in a folder that two servers share, one could hand the other what it has
//! open.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;

use common::kept::{Server, World, assert_kept, launch, quoted, read, write};
use paddock_core::{Access, RootEntry};
use paddock_sandbox::{OnAttempt, Reach};
use rustix::io::Errno;

fn no_python() -> bool {
    let none = !Path::new("/usr/bin/python3").exists();
    if none {
        paddock_skip::skip("there is no Python");
    }
    none
}

fn bind(kind: &str, path: &Path) -> String {
    let path = path.to_str().unwrap();
    format!("python3 -c \"import socket; socket.socket(1, socket.SOCK_{kind}).bind('{path}')\"")
}

#[test]
fn sockets_are_made_in_its_own_home_and_tmp_only() {
    if no_python() {
        return;
    }
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![write(&folder)]));
    for kind in ["STREAM", "DGRAM", "SEQPACKET"] {
        for own in [world.home(), "/tmp".into()] {
            server.succeeds(&bind(kind, &own.join(kind)));
        }
        for shared in [folder.clone(), "/dev/shm".into()] {
            server.fails(&bind(kind, &shared.join(kind)));
        }
    }
    let late = world.make("late");
    server.grant(vec![write(&folder), write(&late)]);
    server.fails(&bind("STREAM", &late.join("socket")));
}

/// One server has a file open, another is to have it without ever having been granted it.
#[test]
fn no_accomplice_is_handed_anything_in_a_shared_folder() {
    if no_python() {
        return;
    }
    let world = World::new();
    let other = World::new();
    let (secret, shared) = (world.make("secret"), world.make("shared"));
    let mut server = launch(world.shell(vec![read(&secret), write(&shared)]));
    let mut accomplice = launch(other.shell(vec![write(&shared)]));
    let socket = shared.join("socket");
    let at = quoted(&socket);
    let own = world.home().join("own");
    server.succeeds(&bind("STREAM", &own));
    let own = quoted(&own);
    for way in [
        bind("STREAM", &socket),
        format!("python3 -c \"import os; os.mknod('{}', 0o140600)\"", socket.display()),
        format!("mv {own} {at} && test -S {at}"),
        format!("ln {own} {at}"),
        format!("cp -a {own} {at} && test -S {at}"),
    ] {
        server.fails(&way);
        server.run(&format!("rm -f {at}"));
        accomplice.fails(&format!("test -e {at}"));
    }
    accomplice.fails(&bind("STREAM", &socket));
    // Nor is there anything of one server's in the other's places.
    accomplice.fails(&format!("ls {}", quoted(&world.home())));
    server.succeeds("echo x >/tmp/mine");
    accomplice.fails("ls /tmp/mine");
}

#[test]
fn a_folder_in_tmp_holds_no_sockets() {
    if no_python() {
        return;
    }
    let world = World::in_tmp();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![write(&folder)]));
    for place in [folder.clone(), "/tmp".into()] {
        server.fails(&bind("STREAM", &place.join("socket")));
    }
    server.succeeds(&bind("STREAM", &world.home().join("socket")));

    // Where sockets may be made, none that can be written comes in.
    let mut server = launch(world.shell(vec![]));
    server.succeeds(&bind("STREAM", Path::new("/tmp/socket")));
    assert_kept(&server.grant(vec![read(&folder)]));
    withheld(&mut server, &folder);
    server.grant(vec![]);
    withheld(&mut server, &folder);
    assert_kept(&server.grant(vec![read(&folder)]));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

    let mut launched = world.shell(vec![]);
    launched.policy.as_mut().unwrap().attempts = OnAttempt::Report;
    let mut server = launch(launched);
    for access in [Access::WriteGuarded, Access::WriteCommits] {
        is_withheld(&mut server, RootEntry { access, ..write(&folder) });
    }
}

fn withheld(server: &mut Server, folder: &Path) {
    is_withheld(server, write(folder));
}

fn is_withheld(server: &mut Server, entry: RootEntry) {
    let folder = entry.root.path.as_path().to_path_buf();
    let folder = folder.as_path();
    let proof = server.enforce(vec![entry]);
    assert!(proof.holds(), "{proof:?}");
    let withheld: Vec<_> = proof.withheld.iter().map(|it| (it.path.as_path(), it.errno)).collect();
    assert_eq!(withheld, [(folder, Errno::BUSY.raw_os_error())]);
    assert_eq!(server.reach(folder), Reach::Nothing);
}
