//! Every way a root can go, on the root itself and on the folders above it, and back again.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use paddock_core::Reachability;

use crate::somebody::as_somebody;
use crate::world::{Watch, World};

/// Runs a case for the root and each folder above it.
fn each_of_the_line(case: impl Fn(&World, &Path, &mut Watch)) {
    for which in 0..3 {
        let world = World::new();
        let mut watch = Watch::start(&world.root());
        case(&world, &world.line()[which], &mut watch);
    }
}

fn away(victim: &Path) -> PathBuf {
    victim.with_file_name("away")
}

#[test]
fn renamed_and_back() {
    each_of_the_line(|_, victim, watch| {
        fs::rename(victim, away(victim)).unwrap();
        watch.expect(Reachability::Missing);
        fs::rename(away(victim), victim).unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[test]
fn moved_to_another_folder_and_back() {
    each_of_the_line(|world, victim, watch| {
        let elsewhere = world.place.join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::rename(victim, elsewhere.join("moved")).unwrap();
        watch.expect(Reachability::Missing);
        fs::rename(elsewhere.join("moved"), victim).unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[test]
fn removed_and_made_again_is_another() {
    for which in 0..3 {
        let world = World::new();
        let mut watch = Watch::start(&world.root());
        fs::remove_dir_all(&world.line()[which]).unwrap();
        watch.expect(Reachability::Missing);
        world.pass_the_tick_of(&watch.root);
        fs::create_dir_all(world.root()).unwrap();
        watch.expect(Reachability::Replaced);
    }
}

#[test]
fn replaced_by_another_folder_and_back() {
    each_of_the_line(|world, victim, watch| {
        fs::rename(victim, away(victim)).unwrap();
        fs::create_dir_all(world.root()).unwrap();
        watch.expect(Reachability::Replaced);
        fs::remove_dir_all(victim).unwrap();
        fs::rename(away(victim), victim).unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn exchanged_with_another_folder_and_back() {
    use rustix::fs::{CWD, RenameFlags, renameat_with};

    each_of_the_line(|world, victim, watch| {
        let below = world.root().strip_prefix(victim).unwrap().to_path_buf();
        fs::create_dir_all(away(victim).join(below)).unwrap();
        let exchange = || renameat_with(CWD, victim, CWD, away(victim), RenameFlags::EXCHANGE);
        exchange().unwrap();
        watch.expect(Reachability::Replaced);
        exchange().unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[test]
fn replaced_by_a_link_to_another_folder_and_back() {
    each_of_the_line(|world, victim, watch| {
        let other = World::new();
        let below = world.root().strip_prefix(victim).unwrap().to_path_buf();
        fs::create_dir_all(other.place.join(below)).unwrap();
        fs::rename(victim, away(victim)).unwrap();
        symlink(&other.place, victim).unwrap();
        watch.expect(Reachability::Replaced);
        fs::remove_file(victim).unwrap();
        fs::rename(away(victim), victim).unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[test]
fn replaced_by_a_link_to_the_same_folder_and_back() {
    each_of_the_line(|_, victim, watch| {
        fs::rename(victim, away(victim)).unwrap();
        symlink(away(victim), victim).unwrap();
        watch.expect(Reachability::Replaced);
        fs::remove_file(victim).unwrap();
        fs::rename(away(victim), victim).unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[test]
fn replaced_by_a_file_and_back() {
    each_of_the_line(|_, victim, watch| {
        fs::rename(victim, away(victim)).unwrap();
        fs::write(victim, "").unwrap();
        watch.expect(Reachability::NotAFolder);
        fs::remove_file(victim).unwrap();
        fs::rename(away(victim), victim).unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[test]
fn permission_lost_and_back() {
    as_somebody(|| {
        each_of_the_line(|_, victim, watch| {
            for mode in [0o000, 0o600] {
                fs::set_permissions(victim, Permissions::from_mode(mode)).unwrap();
                watch.expect(Reachability::Denied);
                fs::set_permissions(victim, Permissions::from_mode(0o700)).unwrap();
                watch.expect(Reachability::Reachable);
            }
        });
    });
}

#[test]
fn a_root_that_can_be_entered_but_not_listed_is_denied() {
    as_somebody(|| {
        let world = World::new();
        let mut watch = Watch::start(&world.root());
        fs::set_permissions(world.root(), Permissions::from_mode(0o300)).unwrap();
        watch.expect(Reachability::Denied);
        fs::set_permissions(world.root(), Permissions::from_mode(0o700)).unwrap();
        watch.expect(Reachability::Reachable);
    });
}

#[test]
fn what_stands_above_an_unlistable_folder_is_told_as_blindness() {
    as_somebody(|| {
        let world = World::new();
        fs::set_permissions(world.parent(), Permissions::from_mode(0o300)).unwrap();
        let mut watch = Watch::start(&world.root());
        fs::rename(world.root(), away(&world.root())).unwrap();
        let sighting = watch.expect(Reachability::Missing);
        assert!(sighting.blindness.is_some());
        fs::set_permissions(world.parent(), Permissions::from_mode(0o700)).unwrap();
        fs::rename(away(&world.root()), world.root()).unwrap();
        let sighting = watch.expect(Reachability::Reachable);
        assert_eq!(sighting.blindness, None);
    });
}

#[test]
fn a_long_missing_path_is_followed_as_it_is_made() {
    let world = World::new();
    let mut watch = Watch::start(&world.root());
    for _ in 0..20 {
        fs::remove_dir_all(world.grandparent()).unwrap();
        watch.expect(Reachability::Missing);
        world.pass_the_tick_of(&watch.root);
        fs::create_dir_all(world.root()).unwrap();
        watch.expect(Reachability::Replaced);
    }
}

#[test]
fn a_path_made_again_at_once_is_still_watched() {
    let world = World::new();
    let mut watch = Watch::start(&world.root());
    world.pass_the_tick_of(&watch.root);
    for _ in 0..20 {
        // Often with the same inode numbers, and before anybody has looked.
        fs::remove_dir_all(world.grandparent()).unwrap();
        fs::create_dir_all(world.root()).unwrap();
        fs::rename(world.root(), away(&world.root())).unwrap();
        watch.expect(Reachability::Missing);
        fs::rename(away(&world.root()), world.root()).unwrap();
        watch.expect(Reachability::Replaced);
    }
}

#[test]
fn a_folder_that_moved_from_elsewhere_into_a_made_path_comes_back() {
    let world = World::new();
    let mut watch = Watch::start(&world.root());
    for _ in 0..20 {
        fs::rename(world.root(), world.place.join("kept")).unwrap();
        fs::remove_dir_all(world.grandparent()).unwrap();
        watch.expect(Reachability::Missing);
        fs::create_dir_all(world.parent()).unwrap();
        fs::rename(world.place.join("kept"), world.root()).unwrap();
        watch.expect(Reachability::Reachable);
    }
}

#[test]
fn a_root_is_watched_from_when_it_is_missing() {
    let world = World::new();
    let root = paddock_watcher::resolve(&world.root()).unwrap();
    fs::rename(world.grandparent(), world.place.join("kept")).unwrap();
    let mut watch = Watch::start_when(root, Reachability::Missing);
    fs::rename(world.place.join("kept"), world.grandparent()).unwrap();
    watch.expect(Reachability::Reachable);
}

#[test]
fn a_root_watched_anew_is_told_anew() {
    let world = World::new();
    let mut watch = Watch::start(&world.root());
    watch.watcher.unwatch(&watch.root);
    watch.watcher.watch(watch.root.clone());
    watch.expect(Reachability::Reachable);
}

#[test]
fn a_watcher_that_is_dropped_ends_what_is_told() {
    let world = World::new();
    Watch::start(&world.root()).expect_end();
}

#[test]
fn the_top_of_the_filesystem_can_be_watched() {
    Watch::start(Path::new("/"));
}
