//! Mounting over a root and over the folders above it, and taking it away again.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Instant;

use paddock_core::Reachability;
use paddock_watcher::{Blindness, resolve};
use rustix::io::Errno;
use rustix::mount::{MountFlags, UnmountFlags, mount, mount_bind, unmount};
use rustix::thread::{CapabilitySet, capabilities, set_capabilities};

use crate::apart::among_own_mounts;
use crate::world::{DEADLINE, Watch, World, watch_all};

pub(crate) fn mount_empty(at: &Path) {
    mount("none", at, "tmpfs", MountFlags::empty(), None).unwrap();
}

/// A look that has just started may keep a mount busy, and it is let go of soon.
pub(crate) fn unmount_when_idle(at: &Path) {
    let started = Instant::now();
    while let Err(error) = unmount(at, UnmountFlags::empty()) {
        assert_eq!(error, Errno::BUSY);
        assert!(started.elapsed() < DEADLINE, "mount is held");
        std::thread::yield_now();
    }
}

#[test]
fn mounted_over_and_unmounted() {
    among_own_mounts("mounts::mounted_over_and_unmounted", || {
        for which in 0..3 {
            let world = World::new();
            let mut watch = Watch::start(&world.root());
            let victim = &world.line()[which];
            let covered = if which == 0 { Reachability::Replaced } else { Reachability::Missing };
            for _ in 0..3 {
                mount_empty(victim);
                watch.expect(covered);
                unmount_when_idle(victim);
                watch.expect(Reachability::Reachable);
            }
        }
    });
}

#[test]
fn another_folder_bound_over() {
    among_own_mounts("mounts::another_folder_bound_over", || {
        for which in 0..3 {
            let world = World::new();
            let mut watch = Watch::start(&world.root());
            let victim = &world.line()[which];
            let other = world.place.join("other");
            fs::create_dir_all(other.join(world.root().strip_prefix(victim).unwrap())).unwrap();
            mount_bind(&other, victim).unwrap();
            watch.expect(Reachability::Replaced);
            unmount_when_idle(victim);
            watch.expect(Reachability::Reachable);
        }
    });
}

#[test]
fn changes_beneath_a_mount_are_told() {
    among_own_mounts("mounts::changes_beneath_a_mount_are_told", || {
        let world = World::new();
        mount_empty(&world.grandparent());
        fs::create_dir_all(world.root()).unwrap();
        let mut watch = Watch::start(&world.root());
        for victim in [world.root(), world.parent()] {
            fs::rename(&victim, victim.with_file_name("away")).unwrap();
            watch.expect(Reachability::Missing);
            fs::rename(victim.with_file_name("away"), &victim).unwrap();
            watch.expect(Reachability::Reachable);
        }
    });
}

#[test]
fn permission_of_the_top_of_a_mount_lost_and_back() {
    among_own_mounts("mounts::permission_of_the_top_of_a_mount_lost_and_back", || {
        for which in 0..3 {
            let world = World::new();
            let victim = &world.line()[which];
            mount_empty(victim);
            fs::create_dir_all(world.root()).unwrap();
            be_bound_by_permissions();
            let mut watch = Watch::start(&world.root());
            for _ in 0..3 {
                fs::set_permissions(victim, Permissions::from_mode(0o000)).unwrap();
                watch.expect(Reachability::Denied);
                fs::set_permissions(victim, Permissions::from_mode(0o700)).unwrap();
                let sighting = watch.expect(Reachability::Reachable);
                assert_eq!(sighting.blindness, None);
            }
        }
    });
}

/// From now on this thread, and those it starts, may mount but not pass what it can't read.
fn be_bound_by_permissions() {
    let mut sets = capabilities(None).unwrap();
    let overriding = CapabilitySet::DAC_OVERRIDE | CapabilitySet::DAC_READ_SEARCH;
    sets.effective.remove(overriding);
    set_capabilities(None, sets).unwrap();
}

#[test]
fn a_disk_that_goes_and_comes_back() {
    among_own_mounts("mounts::a_disk_that_goes_and_comes_back", || {
        let world = World::new();
        let disk = world.place.join("disk");
        fs::create_dir(&disk).unwrap();
        mount_empty(&disk);
        fs::create_dir_all(disk.join("parent/root")).unwrap();
        fs::remove_dir_all(world.parent()).unwrap();
        mount_bind(&disk, world.grandparent()).unwrap();
        let mut watch = Watch::start(&world.root());
        for _ in 0..3 {
            unmount_when_idle(&world.grandparent());
            watch.expect(Reachability::Missing);
            mount_bind(&disk, world.grandparent()).unwrap();
            watch.expect(Reachability::Reachable);
            fs::rename(world.parent(), world.grandparent().join("away")).unwrap();
            watch.expect(Reachability::Missing);
            fs::rename(world.grandparent().join("away"), world.parent()).unwrap();
            watch.expect(Reachability::Reachable);
        }
    });
}

#[test]
fn a_new_disk_in_the_place_of_the_old_is_another() {
    among_own_mounts("mounts::a_new_disk_in_the_place_of_the_old_is_another", || {
        let world = World::new();
        fs::remove_dir_all(world.parent()).unwrap();
        mount_empty(&world.grandparent());
        fs::create_dir_all(world.root()).unwrap();
        let mut watch = Watch::start(&world.root());
        unmount_when_idle(&world.grandparent());
        watch.expect(Reachability::Missing);
        world.pass_the_tick_of(&watch.root);
        mount_empty(&world.grandparent());
        fs::create_dir_all(world.root()).unwrap();
        watch.expect(Reachability::Replaced);
    });
}

#[test]
fn one_folder_by_two_paths_is_told_for_both() {
    among_own_mounts("mounts::one_folder_by_two_paths_is_told_for_both", || {
        let world = World::new();
        let bound = world.place.join("bound");
        fs::create_dir(&bound).unwrap();
        mount_bind(world.grandparent(), &bound).unwrap();
        let roots = [world.root(), bound.join("parent/root")].map(|path| resolve(&path).unwrap());
        let (watcher, mut seen) = watch_all(&roots);
        seen.expect_all(Reachability::Reachable);
        for victim in [world.parent(), bound.join("parent"), world.root()] {
            fs::rename(&victim, victim.with_file_name("away")).unwrap();
            seen.expect_all(Reachability::Missing);
            fs::rename(victim.with_file_name("away"), &victim).unwrap();
            seen.expect_all(Reachability::Reachable);
        }
        let [kept, given_up] = roots;
        watcher.unwatch(&given_up);
        seen.forget(&given_up);
        fs::rename(world.root(), world.parent().join("away")).unwrap();
        seen.expect(&kept, Reachability::Missing);
        fs::rename(world.parent().join("away"), world.root()).unwrap();
        seen.expect(&kept, Reachability::Reachable);
    });
}

#[test]
fn watches_that_share_a_folder_do_not_chase_each_other() {
    among_own_mounts("mounts::watches_that_share_a_folder_do_not_chase_each_other", || {
        let world = World::new();
        let bound = world.place.join("bound");
        fs::create_dir(&bound).unwrap();
        mount_bind(world.grandparent(), &bound).unwrap();
        let roots = [world.root(), bound.join("parent/root")].map(|path| resolve(&path).unwrap());
        let (watcher, mut seen) = watch_all(&roots);
        seen.expect_all(Reachability::Reachable);

        let other = World::new();
        let mut watch = Watch::start(&other.root());
        let looks = watcher.looks();
        for _ in 0..100 {
            mount_empty(&other.root());
            watch.expect(Reachability::Replaced);
            unmount_when_idle(&other.root());
            watch.expect(Reachability::Reachable);
        }
        let after_mounts = watcher.looks();
        for _ in 0..200 {
            fs::rename(other.root(), other.parent().join("away")).unwrap();
            watch.expect(Reachability::Missing);
            fs::rename(other.parent().join("away"), other.root()).unwrap();
            watch.expect(Reachability::Reachable);
        }
        let while_idle = watcher.looks() - after_mounts;
        assert!(while_idle <= 20, "{while_idle} looks, after {} at mounts", after_mounts - looks);
    });
}

#[test]
fn the_limit_on_watches_is_told() {
    among_own_mounts("mounts::the_limit_on_watches_is_told", || {
        let world = World::new();
        let root = resolve(&world.root()).unwrap();
        fs::write("/proc/sys/user/max_inotify_watches", "2").unwrap();
        let mut watch = Watch::start_when(root, Reachability::Reachable);
        assert_eq!(watch.blindness(), Some(&Blindness::LimitReached));
        fs::write("/proc/sys/user/max_inotify_watches", "1000").unwrap();
        mount_empty(&world.root());
        watch.expect(Reachability::Replaced);
        unmount_when_idle(&world.root());
        assert_eq!(watch.expect(Reachability::Reachable).blindness, None);
    });
}
