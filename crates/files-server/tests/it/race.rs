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
    tools::{self, Tool},
    work::Work,
};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::json;

/// How often is tried, unless that takes too long.
const ROUNDS: usize = 100_000;

/// Fewer, where a round is more than one access and goes the same ways.
const FEWER: usize = 10_000;

/// How long is tried at most: on a slow disk each round takes its time.
const BUDGET: Duration = Duration::from_secs(30);

#[test]
fn ghsa_53mr_reads_while_a_folder_is_swapped_for_a_link() {
    let world = World::new();
    let (folder, file) = (world.root.join("folder"), world.root.join("folder/secret.txt"));
    fs::create_dir(&folder).unwrap();
    fs::write(&file, "inside").unwrap();
    let link = world.link("link", &world.outside);
    raced(&world, [&folder, &link], ROUNDS, |roots| {
        let mut text = String::new();
        let opened = reach::read(roots, &file);
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
    raced(&world, [&file, &link], ROUNDS, |roots| {
        let mut text = String::new();
        let opened = reach::read(roots, &file);
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
    raced(&world, [&folder, &link], ROUNDS, |roots| {
        reach::write(roots, &existing, b"overwritten").is_ok()
    });
}

#[test]
fn ghsa_53mr_edits_while_a_folder_is_swapped_for_a_link() {
    let world = World::new();
    let (folder, file) = (world.root.join("folder"), world.root.join("folder/secret.txt"));
    fs::create_dir(&folder).unwrap();
    fs::write(&file, "inside").unwrap();
    let link = world.link("link", &world.outside);
    let edit = tool("edit_file");
    let passage = json!([{ "oldText": "s", "newText": "s" }]);
    let arguments = json!({ "path": file, "edits": passage }).to_string();
    raced(&world, [&folder, &link], FEWER, |roots| {
        let edited = edit.call(&arguments, roots, &mut Work::alone());
        let said = edited.as_ref().ok().and_then(|said| said.escaped());
        let leaked = said.is_some_and(|said| said.as_bytes().windows(3).any(|word| word == b"the"));
        assert!(!leaked, "the secret was shown");
        edited.is_ok()
    });
}

#[test]
fn ghsa_53mr_moves_while_the_goal_is_swapped_for_a_link() {
    let world = World::new();
    let folder = world.root.join("folder");
    fs::create_dir(&folder).unwrap();
    let link = world.link("link", &world.outside);
    let (here, there) = (world.root.join("file.txt"), folder.join("moved.txt"));
    raced(&world, [&folder, &link], FEWER, |roots| {
        let moved = reach::rename(roots, &here, &there).is_ok();
        // Back again, once the folder is in its place.
        let deadline = Instant::now() + BUDGET;
        while moved && reach::rename(roots, &there, &here).is_err() {
            assert!(Instant::now() < deadline, "the folder is never in its place");
            thread::yield_now();
        }
        moved
    });
}

#[test]
fn ghsa_53mr_copies_and_appends_while_a_folder_is_swapped_for_a_link() {
    let world = World::new();
    let folder = world.root.join("folder");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("secret.txt"), "inside").unwrap();
    let link = world.link("link", &world.outside);
    let (from, copy) = (folder.join("secret.txt"), world.root.join("copy"));
    raced(&world, [&folder, &link], FEWER, |roots| {
        let copied = reach::copy(roots, &from, &copy).is_ok();
        if copied {
            assert_ne!(fs::read_to_string(&copy).unwrap(), SECRET);
            fs::remove_file(&copy).unwrap();
        }
        let appended = reach::append(roots, &from, b"").is_ok();
        copied && appended
    });
}

#[test]
fn ghsa_53mr_walks_while_a_folder_is_swapped_for_a_link() {
    let world = World::new();
    let folder = world.root.join("folder");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("inside.txt"), "inside").unwrap();
    let link = world.link("link", &world.outside);
    let search = tool("search_content");
    let arguments = json!({ "path": world.root, "pattern": "." }).to_string();
    // Each round goes through the whole root.
    raced(&world, [&folder, &link], FEWER / 5, |roots| {
        let found = search.call(&arguments, roots, &mut Work::alone()).unwrap();
        let text = str::from_utf8(found.escaped().unwrap().as_bytes()).unwrap();
        assert!(!text.contains("secret"), "{text}");
        text.contains("folder/inside.txt")
    });
}

fn tool(name: &str) -> &'static Tool {
    tools::named(name).unwrap()
}

/// Runs `attempt` so often while `names` trade places without rest, and until both outcomes were
/// seen. Nothing outside the root may have changed then.
fn raced(world: &World, names: [&Path; 2], rounds: usize, attempt: impl Fn(&Roots) -> bool) {
    let roots = Roots::new(vec![Root::new(world.root.clone(), Access::ReadWrite)]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                renameat_with(CWD, names[0], CWD, names[1], RenameFlags::EXCHANGE).unwrap();
                // A single processor is let go in either state.
                thread::yield_now();
            }
        });
        let _stop = Stop(&done);
        let deadline = Instant::now() + BUDGET;
        let (mut allowed, mut refused) = (0, 0);
        while Instant::now() < deadline
            && (allowed + refused < rounds || allowed == 0 || refused == 0)
        {
            if attempt(&roots) {
                allowed += 1;
            } else {
                refused += 1;
            }
        }
        assert!(allowed > 0 && refused > 0, "never raced: {allowed} allowed, {refused} refused");
        assert!(
            allowed + refused >= rounds / 100,
            "too slow: {allowed} allowed, {refused} refused"
        );
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
