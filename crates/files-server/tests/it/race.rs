//! A folder and a link trade places while the server reads and writes (GHSA-53mr-w429-c597).

use std::{
    fs,
    io::Read,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::common::{SECRET, World};
use paddock_files::{
    reach,
    roots::{Access, Root, Roots},
};
use rustix::fs::{CWD, RenameFlags, renameat_with};

const ROUNDS: usize = 100_000;

/// On a busy machine fewer rounds than that must do, after this long.
const ENOUGH: usize = 20_000;
const BUDGET: Duration = Duration::from_secs(20);

#[test]
fn ghsa_53mr_reads_while_a_folder_is_swapped_for_a_link() {
    let world = World::new();
    let (folder, file) = (world.root.join("folder"), world.root.join("folder/secret.txt"));
    fs::create_dir(&folder).unwrap();
    fs::write(&file, "inside").unwrap();
    let link = world.link("link", &world.outside);
    raced(&world, [&folder, &link], |roots| {
        let mut text = String::new();
        let opened = reach::read(roots, file.to_str().unwrap());
        let read = opened.map(|mut file| file.read_to_string(&mut text).unwrap());
        assert_ne!(text, SECRET);
        read.is_ok()
    });
}

#[test]
fn ghsa_53mr_reads_while_a_file_is_swapped_for_a_link() {
    let world = World::new();
    let file = world.root.join("file.txt");
    let link = world.link("link", "../outside/secret.txt");
    raced(&world, [&file, &link], |roots| {
        let mut text = String::new();
        let opened = reach::read(roots, file.to_str().unwrap());
        let read = opened.map(|mut file| file.read_to_string(&mut text).unwrap());
        assert_ne!(text, SECRET);
        read.is_ok()
    });
}

#[test]
fn ghsa_53mr_writes_while_a_folder_in_the_middle_is_swapped_for_a_link() {
    let world = World::new();
    let folder = world.root.join("folder");
    fs::create_dir_all(folder.join("inner")).unwrap();
    let link = world.link("link", &world.outside);
    let existing = folder.join("secret.txt");
    raced(&world, [&folder, &link], |roots| {
        reach::write(roots, existing.to_str().unwrap(), b"overwritten").is_ok()
    });
}

/// Runs `attempt` until it was tried often and both outcomes were seen, while `names` trade places
/// without rest. Nothing outside the root may have changed then.
fn raced(world: &World, names: [&Path; 2], attempt: impl Fn(&Roots) -> bool) {
    let roots = Roots::new(vec![Root::new(world.root.clone(), Access::ReadWrite)]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                renameat_with(CWD, names[0], CWD, names[1], RenameFlags::EXCHANGE).unwrap();
            }
        });
        let _stop = Stop(&done);
        let deadline = Instant::now() + BUDGET;
        let (mut allowed, mut refused) = (0, 0);
        while allowed + refused < ROUNDS || allowed == 0 || refused == 0 {
            if attempt(&roots) {
                allowed += 1;
            } else {
                refused += 1;
            }
            if allowed + refused >= ENOUGH && Instant::now() > deadline {
                break;
            }
        }
        assert!(allowed > 0 && refused > 0, "never raced: {allowed} allowed, {refused} refused");
    });
    world.assert_outside_untouched();
}

/// Stops the swapping, also when an attempt panics.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
