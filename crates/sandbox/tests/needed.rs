//! What is let in for being needed is what was consented to, in every tier.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use common::kept::{Server, World, assert_kept, launch, quoted, write};
use common::{own, system};
use paddock_core::{Link, Part};
use paddock_sandbox::{Reach, Tier, Withheld};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

const TIERS: [Tier; 2] = [Tier::LiveMounts, Tier::Landlock];

/// A world with a secret of the person's, and a package.
fn world() -> (World, PathBuf, PathBuf) {
    let world = World::new();
    let secret = world.make("taxes");
    let package = world.make("package");
    (world, package, secret)
}

/// A shell in `tier` that needs `parts` too.
fn shell(world: &World, tier: Tier, parts: &[Part], reserved: &[&Path]) -> Server {
    let mut launched = world.shell(vec![]);
    let policy = launched.policy.as_mut().unwrap();
    policy.tier = tier;
    policy.readable.extend(parts.iter().cloned());
    policy.reserved = reserved.iter().map(|path| path.to_path_buf()).collect();
    launch(launched)
}

fn withheld(server: &Server) -> Vec<(PathBuf, Errno)> {
    let withheld = server.proof.as_ref().unwrap().withheld.iter();
    let errno = |it: &Withheld| Errno::from_raw_os_error(it.errno);
    withheld.map(|it| (it.path.clone(), errno(it))).collect()
}

#[test]
fn a_part_is_read_and_not_written() {
    let (world, package, secret) = world();
    for tier in TIERS {
        let mut server = shell(&world, tier, &[own(&package, &[])], &[]);
        assert_kept(server.proof.as_ref().unwrap());
        assert_eq!(server.reach(&package), Reach::Read, "{tier}");
        assert_eq!(server.reach(&secret.join("note")), Reach::Nothing, "{tier}");
        assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&package))), "package");
    }
}

#[test]
fn what_is_another_thing_by_then_is_withheld() {
    for tier in TIERS {
        let (world, package, secret) = world();
        let file = package.join("server.py");
        fs::write(&file, "").unwrap();
        let (folder, script) = (own(&package, &[]), own(&file, &[]));
        fs::remove_file(&file).unwrap();
        symlink(secret.join("note"), &file).unwrap();
        let mut server = shell(&world, tier, std::slice::from_ref(&script), &[]);
        assert_eq!(withheld(&server), [(file.clone(), Errno::LOOP)], "{tier}");
        assert_eq!(server.reach(&secret.join("note")), Reach::Nothing, "{tier}");

        fs::rename(&package, world.path().join("files/moved")).unwrap();
        let mut server = shell(&world, tier, std::slice::from_ref(&folder), &[]);
        assert_eq!(withheld(&server), [(package.clone(), Errno::NOENT)], "{tier}");
        assert_eq!(server.reach(&package), Reach::Nothing, "{tier}");

        symlink(&secret, &package).unwrap();
        let mut server = shell(&world, tier, &[folder.clone(), script], &[]);
        assert_eq!(withheld(&server), [(package.clone(), Errno::LOOP), (file, Errno::LOOP)]);
        assert_eq!(server.reach(&secret), Reach::Nothing, "{tier}");

        fs::remove_file(&package).unwrap();
        world.make("package");
        let mut server = shell(&world, tier, &[folder], &[]);
        assert_eq!(withheld(&server), [(package.clone(), Errno::STALE)], "{tier}");
        assert_eq!(server.reach(&package.join("note")), Reach::Nothing, "{tier}");
    }
}

#[test]
fn no_link_of_the_persons_leads_a_part_of_the_systems_elsewhere() {
    let (world, package, secret) = world();
    let link = package.join("lib");
    symlink(&secret, &link).unwrap();
    for tier in TIERS {
        let parts = [&link, &secret].map(|path| system(path.to_str().unwrap()));
        let mut server = shell(&world, tier, &parts, &[]);
        assert_eq!(withheld(&server), [(secret.clone(), Errno::PERM)], "{tier}");
        assert_eq!(server.reach(&secret.join("note")), Reach::Nothing, "{tier}");
    }
}

#[test]
fn no_part_is_is_in_or_holds_a_reserved_place() {
    let (world, package, secret) = world();
    let data = world.path().join("data");
    let keys = world.make("package/.keys");
    for tier in TIERS {
        for part in [&secret, &package, &keys, &world.path(), &data, &world.home(), &world.canary()]
        {
            let reserved: [&Path; 2] = [&secret, &keys];
            let server = shell(&world, tier, &[own(part, &[])], &reserved);
            assert_eq!(withheld(&server), [(part.clone(), Errno::PERM)], "{tier}: {part:?}");
        }
        let inner = own(&keys.join("note"), &[]);
        let server = shell(&world, tier, &[inner], &[&keys]);
        assert_eq!(withheld(&server), [(keys.join("note"), Errno::PERM)], "{tier}");
        // Called something else, it is the same place.
        let alias = world.path().join("files/alias");
        _ = symlink(&keys, &alias);
        let server = shell(&world, tier, &[own(&keys, &[])], &[&alias]);
        assert_eq!(withheld(&server), [(keys.clone(), Errno::PERM)], "{tier}");
    }
}

#[test]
fn secrets_in_a_part_are_left_out() {
    let (world, package, _) = world();
    fs::create_dir_all(package.join(".git/hooks")).unwrap();
    fs::create_dir_all(package.join("deep/down")).unwrap();
    for file in [".git/config", "deep/.env", "deep/down/x", "deep/y", "index.js"] {
        fs::write(package.join(file), file).unwrap();
    }
    let part = own(&package, &[".git", "deep/.env", "gone"]);
    // It came since the part was looked through.
    fs::write(package.join(".npmrc"), "token").unwrap();
    for tier in TIERS {
        let mut server = shell(&world, tier, std::slice::from_ref(&part), &[]);
        assert_kept(server.proof.as_ref().unwrap());
        let folder = quoted(&package);
        for file in [".git/config", "deep/.env", ".npmrc"] {
            let (said, _) = server.run(&format!("cat {folder}/{file}"));
            assert!(!said.contains("token") && !said.ends_with(file), "{tier}: {said}");
        }
        for file in ["deep/down/x", "deep/y", "index.js"] {
            assert_eq!(server.succeeds(&format!("cat {folder}/{file}")), file, "{tier}");
        }
        let names = server.succeeds(&format!("ls {folder}"));
        assert!(names.contains("index.js"), "{tier}: {names}");
        server.fails(&format!("echo x >{folder}/.npmrc"));
        server.fails(&format!("mkdir {folder}/.git/x"));
    }
}

#[test]
fn a_secret_stays_covered_beside_grants() {
    let (world, package, other) = world();
    fs::write(package.join(".env"), "token").unwrap();
    let mut server = shell(&world, Tier::LiveMounts, &[own(&package, &[".env"])], &[]);
    let read = format!("cat {}/.env", quoted(&package));
    server.grant(vec![write(&other)]);
    assert_eq!(server.succeeds(&read), "");
    server.grant(vec![write(&package)]);
    assert_eq!(server.succeeds(&read), "token");
    server.grant(vec![]);
    assert_eq!(server.succeeds(&read), "");
}

#[test]
fn links_are_made_as_they_were_consented_to() {
    let (world, package, secret) = world();
    let [link, other] = ["current", "other"].map(|name| world.path().join("files").join(name));
    symlink(&secret, &link).unwrap();
    let mut launched = world.shell(vec![]);
    let policy = launched.policy.as_mut().unwrap();
    policy.readable.extend([own(&package, &[]), own(&secret, &[])]);
    policy.links = vec![
        Link { path: link.clone(), target: "package".into() },
        Link { path: other.clone(), target: "current".into() },
    ];
    let mut server = launch(launched);
    for link in [link, other] {
        assert_eq!(server.succeeds(&format!("cat {}/note", quoted(&link))), "package");
    }
}

/// How often a server is started while another swaps its package for a link.
const STARTS: usize = 150;
const SWAPS: usize = 1_000;

#[test]
fn a_link_that_is_swapped_in_while_a_server_starts_leads_nowhere() {
    let (world, package, secret) = world();
    fs::write(secret.join("note"), "hunter2").unwrap();
    let outside = world.path().join("files/outside");
    fs::create_dir(&outside).unwrap();
    let other = outside.join("link");
    symlink(&secret, &other).unwrap();
    let part = own(&package, &[]);
    let done = AtomicBool::new(false);
    let swaps = AtomicUsize::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) || swaps.load(Ordering::Relaxed) < SWAPS {
                renameat_with(CWD, &package, CWD, &other, RenameFlags::EXCHANGE).unwrap();
                swaps.fetch_add(1, Ordering::Relaxed);
            }
        });
        for start in 0..STARTS {
            let tier = TIERS[start % TIERS.len()];
            let mut server = shell(&world, tier, std::slice::from_ref(&part), &[]);
            let read = format!("cat {}/note {}/note", quoted(&package), quoted(&secret));
            let (said, _) = server.run(&read);
            if said.contains("hunter2") {
                done.store(true, Ordering::Relaxed);
                panic!("{tier}: {said}");
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}
