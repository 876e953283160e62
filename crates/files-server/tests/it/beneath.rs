//! Whatever is let in lies under the root, by the word of `openat2(RESOLVE_BENEATH)`.

use std::{
    fs::{self, File},
    os::{
        fd::AsFd,
        unix::fs::{MetadataExt, symlink},
    },
    path::{Path, PathBuf},
};

use crate::common::World;
use paddock_files::{
    beneath::walk,
    reach,
    roots::{Access, Root, Roots},
};
use proptest::prelude::*;
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat, openat2};

/// Few names, so that paths and links meet.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[abc]",
        1 => Just("..".to_owned()),
        1 => Just(".".to_owned()),
        1 => Just("file.txt".to_owned()),
        1 => Just("sub".to_owned()),
        1 => Just("secret.txt".to_owned()),
    ]
}

fn relative() -> impl Strategy<Value = String> {
    prop::collection::vec(name(), 1..4).prop_map(|names| names.join("/"))
}

/// Where a link points: relative, inside by an absolute path, outside, or to the top.
#[derive(Clone, Debug)]
enum Target {
    Relative(String),
    Inside(String),
    Outside,
    Secret,
    Top,
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        5 => relative().prop_map(Target::Relative),
        4 => relative().prop_map(Target::Inside),
        3 => Just(Target::Outside),
        3 => Just(Target::Secret),
        1 => Just(Target::Top),
    ]
}

#[derive(Clone, Debug)]
enum Node {
    Folder(String),
    File(String),
    Link(String, Target),
}

fn node() -> impl Strategy<Value = Node> {
    prop_oneof![
        relative().prop_map(Node::Folder),
        relative().prop_map(Node::File),
        (relative(), target()).prop_map(|(at, target)| Node::Link(at, target)),
    ]
}

/// Builds what can be built of `nodes`, inside the root only.
fn build(world: &World, nodes: &[Node]) {
    let root = openat(CWD, &world.root, OFlags::PATH | OFlags::DIRECTORY, Mode::empty()).unwrap();
    for node in nodes {
        let (Node::Folder(at) | Node::File(at) | Node::Link(at, _)) = node;
        let parent = Path::new(at).parent().filter(|parent| *parent != Path::new(""));
        let parent = parent.unwrap_or(Path::new("."));
        let flags = OFlags::PATH | OFlags::DIRECTORY;
        let beneath = ResolveFlags::BENEATH;
        let Ok(parent) = openat2(&root, parent, flags, Mode::empty(), beneath) else { continue };
        let Some(name) = Path::new(at).file_name() else { continue };
        let at = Path::new("/proc/self/fd").join(raw(&parent)).join(name);
        // What is in the way stays in the way.
        let _ = match node {
            Node::Folder(_) => fs::create_dir(at),
            Node::File(_) => File::create_new(at).map(drop),
            Node::Link(_, target) => symlink(resolved(world, target), at),
        };
    }
}

fn raw(fd: &impl std::os::fd::AsRawFd) -> String {
    fd.as_raw_fd().to_string()
}

fn resolved(world: &World, target: &Target) -> PathBuf {
    match target {
        Target::Relative(path) => path.into(),
        Target::Inside(path) => world.root.join(path),
        Target::Outside => world.outside.clone(),
        Target::Secret => world.secret.clone(),
        Target::Top => "/".into(),
    }
}

/// The kernel's own answer to where an open file lies.
fn place_of(file: &File) -> PathBuf {
    fs::read_link(Path::new("/proc/self/fd").join(raw(file))).unwrap()
}

fn beneath(world: &World, path: &Path, resolve: ResolveFlags) -> rustix::io::Result<File> {
    let root = openat(CWD, &world.root, OFlags::PATH | OFlags::DIRECTORY, Mode::empty())?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK;
    let resolve = resolve | ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    Ok(openat2(root, path, flags, Mode::empty(), resolve)?.into())
}

fn same(one: &File, other: &File) -> bool {
    let (one, other) = (one.metadata().unwrap(), other.metadata().unwrap());
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_let_in_is_under_the_root(
        nodes in prop::collection::vec(node(), 0..14),
        paths in prop::collection::vec(relative(), 1..12),
    ) {
        let world = World::new();
        build(&world, &nodes);
        let roots = Roots::new(vec![Root::new(world.root.clone(), Access::ReadWrite)]);
        for path in &paths {
            let asked = world.root.join(path);
            let read = reach::read(&roots, &asked);
            if let Ok(file) = &read {
                let place = place_of(file);
                let inside = place.strip_prefix(&world.root).unwrap().to_owned();
                let again = beneath(&world, &inside, ResolveFlags::NO_SYMLINKS).unwrap();
                prop_assert!(same(file, &again), "{} is {}", asked.display(), place.display());
            }
            let climbs = path.split('/').any(|name| name == "..");
            if let Ok(expected) = beneath(&world, Path::new(path), ResolveFlags::empty())
                && expected.metadata().unwrap().is_file() && !climbs
            {
                let file = read.map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert!(same(&file, &expected), "{}", asked.display());
            }
            let _ = reach::write(&roots, &asked, b"written");
            let _ = reach::entries(&roots, &asked, 100);
            world.assert_outside_untouched();
        }
    }

    #[test]
    fn the_walk_lets_in_what_the_kernel_does_without_links(
        nodes in prop::collection::vec(node(), 0..14),
        paths in prop::collection::vec(relative(), 1..12),
    ) {
        let world = World::new();
        build(&world, &nodes);
        let root = openat(CWD, &world.root, OFlags::PATH | OFlags::DIRECTORY, Mode::empty()).unwrap();
        for path in &paths {
            let path = Path::new(path);
            let walked = walk::open(root.as_fd(), path, OFlags::RDONLY).map(File::from);
            // The walk looks at names: it does not require what `.` and a trailing slash imply.
            match (walked, beneath(&world, path, ResolveFlags::NO_SYMLINKS)) {
                (Ok(walked), Ok(expected)) => prop_assert!(same(&walked, &expected)),
                (Ok(walked), Err(_)) => {
                    prop_assert!(place_of(&walked).starts_with(&world.root), "{}", path.display());
                }
                (Err(error), Ok(_)) => prop_assert!(false, "{}: {error}", path.display()),
                (Err(_), Err(_)) => {}
            }
        }
    }
}
