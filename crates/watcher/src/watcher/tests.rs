use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex};

use paddock_core::{AbsolutePath, Identity};

use super::*;

const SOON: Times = Times { patience: Duration::from_millis(20), retry: Duration::from_millis(20) };

/// A filesystem that doesn't answer for the roots beneath `/dead` until it is revived.
static REVIVED: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

fn survey_of_the_dead(root: &Root) -> Survey {
    let (revived, bell) = &REVIVED;
    if root.path.as_path().starts_with("/dead") {
        drop(bell.wait_while(revived.lock().unwrap(), |revived| !*revived).unwrap());
    }
    Survey { passed: Vec::new(), reachability: Reachability::Reachable }
}

fn revive() {
    *REVIVED.0.lock().unwrap() = true;
    REVIVED.1.notify_all();
}

fn root(path: &str) -> Root {
    let identity = Identity { device: 1, inode: 1, born: None };
    Root { path: AbsolutePath::new(path).unwrap(), identity }
}

fn sighting(path: &str, reachability: Reachability) -> Sighting {
    Sighting { root: root(path), reachability, blindness: None }
}

#[cfg(unix)]
#[test]
fn a_disk_that_does_not_answer_is_denied_until_it_does_and_holds_up_nobody() {
    let (watcher, mut sightings) = Watcher::start_with(survey_of_the_dead, SOON).unwrap();
    watcher.watch(root("/dead"));
    let denied = sighting("/dead", Reachability::Denied);
    assert_eq!(sightings.blocking_recv(), Some(denied));
    watcher.watch(root("/alive"));
    let seen = std::iter::from_fn(|| sightings.blocking_recv())
        .find(|seen| *seen == sighting("/alive", Reachability::Reachable));
    assert!(seen.is_some());
    revive();
    let seen = std::iter::from_fn(|| sightings.blocking_recv())
        .find(|seen| *seen == sighting("/dead", Reachability::Reachable));
    assert!(seen.is_some());
}

#[cfg(target_os = "linux")]
static UNLOCKED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
fn survey_of_the_locked(_: &Root) -> Survey {
    let unlocked = UNLOCKED.load(Ordering::SeqCst);
    let reachability = if unlocked { Reachability::Reachable } else { Reachability::Denied };
    Survey { passed: Vec::new(), reachability }
}

#[cfg(target_os = "linux")]
#[test]
fn a_root_whose_return_nothing_would_tell_is_looked_at_again() {
    let (watcher, mut sightings) = Watcher::start_with(survey_of_the_locked, SOON).unwrap();
    watcher.inbox.lose_mounts();
    watcher.watch(root("/locked"));
    let mut told = std::iter::from_fn(|| sightings.blocking_recv());
    let blind = |reachability| {
        let blindness = Some(Blindness::Mounts);
        Sighting { blindness, ..sighting("/locked", reachability) }
    };
    assert!(told.any(|told| told == blind(Reachability::Denied)));
    UNLOCKED.store(true, Ordering::SeqCst);
    assert!(told.any(|told| told == blind(Reachability::Reachable)));
}
