//! Filesystems that the host mounts and unmounts while a server is let into them. Each test runs itself
//! again in a mount namespace of its own, where it may mount.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;
use std::time::Instant;

use common::kept::{Server, World, assert_kept, launch, quoted, read, write};
use common::{PATIENCE, in_a_mount_namespace};
use paddock_sandbox::Reach;
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};

#[test]
fn a_disk_that_is_unmounted_is_let_go() {
    in_a_mount_namespace("a_disk_that_is_unmounted_is_let_go", || {
        let world = World::new();
        let (disk, other) = (world.make("disk"), world.make("other"));
        mount_memory(&disk);
        fs::write(disk.join("note"), "on disk").unwrap();
        let mut server = launch(world.shell(vec![write(&disk), read(&other)]));
        assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&disk))), "on disk");
        server.grant(vec![write(&disk), read(&other)]);

        unmount(&disk, UnmountFlags::empty()).unwrap();
        until_gone(&mut server, &disk);
        assert_eq!(server.reach(&other), Reach::Read);
        // What is at its place now is another folder.
        let proof = server.enforce(vec![read(&other)]);
        assert_kept(&proof);
        assert_eq!(proof.open_handles, 0);
    });
}

#[test]
fn a_disk_in_a_folder_is_let_go() {
    in_a_mount_namespace("a_disk_in_a_folder_is_let_go", || {
        let world = World::new();
        let (folder, disk) = (world.make("a"), world.make("a/disk"));
        mount_memory(&disk);
        fs::write(disk.join("note"), "on disk").unwrap();
        let inner = world.make("a/inner");
        let mut server = launch(world.shell(vec![write(&folder), read(&inner)]));
        assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&disk))), "on disk");

        unmount(&disk, UnmountFlags::empty()).unwrap();
        let devices = format!("grep -c {} /proc/self/mountinfo || :", quoted(&disk));
        until(|| server.succeeds(&devices) == "0");
        assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&disk))), "a/disk");
        assert_eq!(server.reach(&folder), Reach::Write);
        assert_eq!(server.reach(&inner), Reach::Read);
    });
}

#[test]
fn a_mount_in_a_folder_comes_with_it_and_is_read_only_with_it() {
    in_a_mount_namespace("a_mount_in_a_folder_comes_with_it_and_is_read_only_with_it", || {
        let world = World::new();
        let (folder, disk) = (world.make("a"), world.make("a/disk"));
        mount_memory(&disk);
        fs::create_dir(disk.join("deep")).unwrap();
        mount_memory(&disk.join("deep"));
        let inner = world.make("a/inner");
        let new = quoted(&disk.join("deep/new"));
        let mut server = launch(world.shell(vec![]));
        for grants in [vec![read(&folder)], vec![read(&folder), write(&inner)]] {
            server.grant(grants);
            server.succeeds(&format!("ls {}", quoted(&disk.join("deep"))));
            server.fails(&format!("echo x >{new}"));
        }
        for grants in [vec![write(&folder), read(&inner)], vec![write(&folder)]] {
            server.grant(grants);
            server.succeeds(&format!("echo x >{new}"));
        }
        server.grant(vec![read(&folder)]);
        server.fails(&format!("echo x >{new}"));
        server.grant(vec![]);
        assert_eq!(server.succeeds("grep -c /files /proc/self/mountinfo || :"), "0");
    });
}

#[test]
fn a_mount_that_is_read_only_on_the_host_stays_so() {
    in_a_mount_namespace("a_mount_that_is_read_only_on_the_host_stays_so", || {
        let world = World::new();
        let (folder, disk) = (world.make("a"), world.make("a/disk"));
        mount("memory", &disk, "tmpfs", MountFlags::RDONLY, None).unwrap();
        let mut server = launch(world.shell(vec![read(&folder)]));
        server.grant(vec![write(&folder)]);
        assert_eq!(server.reach(&folder), Reach::Write);
        server.fails(&format!("echo x >{}/new", quoted(&disk)));
        server.grant(vec![read(&folder)]);
        server.grant(vec![write(&folder)]);
        server.fails(&format!("echo x >{}/new", quoted(&disk)));
    });
}

#[test]
fn what_is_mounted_later_stays_out() {
    in_a_mount_namespace("what_is_mounted_later_stays_out", || {
        let world = World::new();
        let (folder, disk) = (world.make("a"), world.make("a/disk"));
        let mut server = launch(world.shell(vec![read(&folder)]));
        mount_memory(&disk);
        fs::write(disk.join("note"), "later").unwrap();
        assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&disk))), "a/disk");
        server.grant(vec![]);
        server.grant(vec![read(&folder)]);
        assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&disk))), "later");
    });
}

/// Some containers hide parts of `/proc`; then the kernel lets nobody mount a whole one.
#[test]
fn a_sandbox_does_without_proc() {
    in_a_mount_namespace("a_sandbox_does_without_proc", || {
        mount_memory(Path::new("/proc/sys"));
        let world = World::new();
        let (a, b) = (world.make("a"), world.make("b"));
        let mut server = launch(world.shell(vec![write(&a)]));
        assert_eq!(server.succeeds("ls /proc | wc -l"), "0");
        server.fails("mkdir /proc/new");
        server.succeeds(&format!("cd {}", quoted(&a)));
        server.grant(vec![write(&a), read(&b)]);
        assert_eq!(server.grant(vec![read(&b)]).open_handles, 1);
        server.succeeds("cd /");
        assert_eq!(server.grant(vec![]).open_handles, 0);
    });
}

fn mount_memory(folder: &Path) {
    mount("memory", folder, "tmpfs", MountFlags::empty(), None).unwrap();
}

fn until_gone(server: &mut Server, disk: &Path) {
    let mounted = format!("grep -c {} /proc/self/mountinfo || :", quoted(disk));
    until(|| server.succeeds(&mounted) == "0");
    assert_eq!(server.reach(disk), Reach::Nothing);
}

fn until(mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "waited in vain");
        std::thread::yield_now();
    }
}
