//! A filesystem that makes folders, and copies of whole ones, by a call on a folder that is open to read.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::kept::{World, launch, quoted, root_of};
use paddock_core::{Access, RootEntry};
use paddock_sandbox::{OnAttempt, Tier};

/// Makes a folder of a name in another one, empty or as a copy of a third.
const MAKE: &str = r"
import fcntl, os, struct, sys
folder = os.open(sys.argv[1], os.O_RDONLY)
name = sys.argv[2].encode()
if len(sys.argv) > 3:
    source = struct.pack('qQQ32x', os.open(sys.argv[3], os.O_RDONLY), 0, 0)
    fcntl.ioctl(folder, 0x50009417, bytearray(source + name.ljust(4040, b'\0')))
else:
    fcntl.ioctl(folder, 0x5000940e, bytearray(struct.pack('q', 0) + name.ljust(4088, b'\0')))
";

#[expect(clippy::disallowed_methods, reason = "a person mounts a disk, and makes folders on it")]
fn ran(program: &str, args: &[&Path]) -> bool {
    Command::new(program).args(args).status().is_ok_and(|it| it.success())
}

/// A disk with Btrfs, mounted until it is dropped.
struct Disk(PathBuf);

impl Disk {
    fn mounted_at(folder: PathBuf, image: &Path) -> Option<Self> {
        fs::File::create(image).unwrap().set_len(128 << 20).unwrap();
        if !ran("mkfs.btrfs", &["-q".as_ref(), image]) {
            paddock_skip::skip("there is no mkfs.btrfs here");
            return None;
        }
        if !ran("mount", &["-o".as_ref(), "loop".as_ref(), image, &folder]) {
            paddock_skip::skip("no disk can be mounted here");
            return None;
        }
        Some(Self(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        ran("umount", &["-l".as_ref(), &self.0]);
    }
}

#[test]
fn no_folder_comes_to_be_by_a_call_on_another() {
    let world = World::new();
    let Some(_disk) = Disk::mounted_at(world.make("disk"), &world.path().join("image")) else {
        return;
    };
    let work = world.make("disk/work");
    let script = world.home().join("make.py");
    fs::write(&script, MAKE).unwrap();
    assert!(
        ran("/usr/bin/python3", &[&script, &work, "source".as_ref()]),
        "without a sandbox it is"
    );
    fs::write(work.join("source/tasks.json"), "{}").unwrap();
    for tier in [Tier::LiveMounts, Tier::Landlock] {
        for access in [Access::Read, Access::WriteGuarded, Access::ReadWrite] {
            let mut launched = world.shell(vec![RootEntry { root: root_of(&work), access }]);
            let policy = launched.policy.as_mut().unwrap();
            (policy.tier, policy.attempts) = (tier, OnAttempt::Ignore);
            let mut server = launch(launched);
            let make = format!("/usr/bin/python3 {} {}", quoted(&script), quoted(&work));
            server.fails(&format!("{make} .vscode"));
            server.fails(&format!("{make} .vscode {}", quoted(&work.join("source"))));
            assert!(!work.join(".vscode").exists(), "{tier} {access:?}");
            if access.writes() {
                let work = quoted(&work);
                server.succeeds(&format!("cd {work} && cp --reflink=always note copy"));
            }
        }
    }
}
