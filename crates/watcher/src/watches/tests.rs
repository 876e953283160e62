use std::fs;
use std::os::unix::fs::symlink;

use paddock_core::AbsolutePath;
use tempfile::TempDir;

use super::*;
use crate::look::survey;
use crate::resolve;

fn place(path: &Path) -> Place {
    survey(&resolve(path).unwrap()).passed.pop().unwrap()
}

fn moved(place: &Place, to: &Path) -> Place {
    Place { path: AbsolutePath::new(to).unwrap(), ..place.clone() }
}

/// A look saw one folder at `stale`; when its watch is set, a link to `watched` is there.
#[test]
fn a_watch_that_was_set_on_another_folder_does_not_end_that_ones_unseen() {
    let world = TempDir::new().unwrap();
    let at = |name: &str| world.path().join(name);
    for name in ["seen", "watched"] {
        fs::create_dir(at(name)).unwrap();
    }
    let mut watches = Watches::new(|_| {}).unwrap();
    let other = place(&at("watched"));
    watches.add(&other, 1, 1).unwrap();
    watches.add(&other, 2, 2).unwrap();
    symlink(at("watched"), at("stale")).unwrap();
    watches.add(&moved(&place(&at("seen")), &at("stale")), 3, 3).unwrap();
    watches.take_shaken();

    watches.release(&at("stale"));

    assert!(watches.take_shaken().contains(&at("watched")));
}

#[test]
fn a_watch_that_was_confirmed_ends_alone() {
    let world = TempDir::new().unwrap();
    let at = |name: &str| world.path().join(name);
    let mut watches = Watches::new(|_| {}).unwrap();
    for name in ["one", "other"] {
        fs::create_dir(at(name)).unwrap();
        watches.add(&place(&at(name)), 1, 1).unwrap();
        watches.add(&place(&at(name)), 2, 2).unwrap();
    }
    watches.take_shaken();

    watches.release(&at("one"));

    assert_eq!(watches.take_shaken(), [at("one")]);
}

/// What is above could not be watched again while nobody may list it.
#[test]
fn a_watch_that_no_look_came_to_costs_no_other_one() {
    let world = TempDir::new().unwrap();
    let (above, beneath) = (world.path().to_path_buf(), world.path().join("beneath"));
    fs::create_dir(&beneath).unwrap();
    let mut watches = Watches::new(|_| {}).unwrap();
    watches.add(&place(&above), 1, 1).unwrap();
    watches.add(&place(&beneath), 1, 1).unwrap();
    watches.take_shaken();

    watches.leave(&beneath);

    assert_eq!(watches.take_shaken(), Vec::<PathBuf>::new());
    assert_eq!([&above, &beneath].map(|path| watches.is_left(path)), [false, true]);
}
