//! A small world on disk, `WORLD/grandparent/parent/root`, and what is seen of the roots in it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use paddock_core::{Reachability, Root};
use paddock_watcher::{Blindness, Sighting, Watcher, look, resolve};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::Receiver;

pub(crate) const DEADLINE: Duration = Duration::from_secs(20);

pub(crate) struct World {
    pub(crate) place: PathBuf,
    _removed_at_the_end: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let place = fs::canonicalize(folder.path()).unwrap();
        let world = Self { place, _removed_at_the_end: folder };
        fs::create_dir_all(world.root()).unwrap();
        world
    }

    pub(crate) fn grandparent(&self) -> PathBuf {
        self.place.join("grandparent")
    }

    pub(crate) fn parent(&self) -> PathBuf {
        self.grandparent().join("parent")
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.parent().join("root")
    }

    /// The root, and the folders above it that a test may change.
    pub(crate) fn line(&self) -> [PathBuf; 3] {
        [self.root(), self.parent(), self.grandparent()]
    }

    /// Filesystems count births in ticks of a few milliseconds, and use an inode number again at
    /// once: a folder made in the tick of `root` could be taken for it.
    pub(crate) fn pass_the_tick_of(&self, root: &Root) {
        let born = || {
            let other = self.place.join("tick");
            fs::create_dir(&other).unwrap();
            let born = resolve(&other).unwrap().identity.born;
            fs::remove_dir(&other).unwrap();
            born
        };
        while root.identity.born.is_some() && born() == root.identity.born {}
    }
}

/// One watched root.
pub(crate) struct Watch {
    pub(crate) watcher: Watcher,
    pub(crate) root: Root,
    seen: Seen,
}

impl Watch {
    /// Watches a folder that is there.
    pub(crate) fn start(path: &Path) -> Self {
        Self::start_when(resolve(path).unwrap(), Reachability::Reachable)
    }

    /// Watches a root that is first seen so.
    pub(crate) fn start_when(root: Root, first: Reachability) -> Self {
        let (watcher, seen) = watch_all(std::slice::from_ref(&root));
        let mut watch = Self { watcher, root, seen };
        watch.expect(first);
        watch
    }

    /// Waits until the root is next seen so; what is seen in between doesn't matter.
    pub(crate) fn expect(&mut self, expected: Reachability) -> Sighting {
        self.seen.last.insert(self.root.clone(), None);
        self.seen.expect(&self.root, expected)
    }

    /// Why changes may go unseen, as far as was told.
    pub(crate) fn blindness(&self) -> Option<&Blindness> {
        self.seen.last.get(&self.root)?.as_ref()?.blindness.as_ref()
    }

    /// Waits for the end of what is told, after the watcher was dropped.
    pub(crate) fn expect_end(self) {
        let Self { watcher, mut seen, .. } = self;
        drop(watcher);
        while seen.next().is_some() {}
    }
}

/// What was last seen of several roots.
pub(crate) struct Seen {
    last: BTreeMap<Root, Option<Sighting>>,
    told: Vec<Sighting>,
    sightings: Receiver<Sighting>,
    clock: Runtime,
}

pub(crate) fn watch_all(roots: &[Root]) -> (Watcher, Seen) {
    let (watcher, sightings) = Watcher::start().unwrap();
    for root in roots {
        watcher.watch(root.clone());
    }
    let last = roots.iter().map(|root| (root.clone(), None)).collect();
    let clock = Builder::new_current_thread().enable_time().build().unwrap();
    (watcher, Seen { last, told: Vec::new(), sightings, clock })
}

impl Seen {
    pub(crate) fn forget(&mut self, root: &Root) {
        self.last.remove(root);
    }

    pub(crate) fn expect(&mut self, root: &Root, expected: Reachability) -> Sighting {
        loop {
            if let Some(Some(last)) = self.last.get(root)
                && last.reachability == expected
            {
                return last.clone();
            }
            self.expect_news(&format!("{} to be {expected:?}", root.path.as_path().display()));
        }
    }

    pub(crate) fn expect_all(&mut self, expected: Reachability) {
        let roots: Vec<_> = self.last.keys().cloned().collect();
        for root in roots {
            self.expect(&root, expected);
        }
    }

    /// Waits until what was last seen of every root is what a look at it sees.
    pub(crate) fn expect_truth(&mut self) {
        let is_true = |(root, last): (&Root, &Option<Sighting>)| {
            last.as_ref().is_some_and(|last| last.reachability == look(root))
        };
        while !self.last.iter().all(is_true) {
            self.expect_news("the truth");
        }
    }

    fn expect_news(&mut self, awaited: &str) {
        let news = self.next();
        assert!(news.is_some(), "watching ended while waiting for {awaited}: {self}");
        self.told.extend(news.clone());
        self.last.extend(news.map(|news| (news.root.clone(), Some(news))));
    }

    fn next(&mut self) -> Option<Sighting> {
        let next = async { tokio::time::timeout(DEADLINE, self.sightings.recv()).await };
        let next = self.clock.block_on(next);
        next.unwrap_or_else(|_| panic!("nothing was told in time: {self}"))
    }
}

/// All that was told, and what a look at each root sees now.
impl fmt::Display for Seen {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Sighting { root, reachability, blindness } in &self.told {
            let path = root.path.as_path().display();
            writeln!(to, "{path}: told {reachability:?}, {blindness:?}")?;
        }
        self.last.keys().try_for_each(|root| {
            writeln!(to, "{}: is {:?}", root.path.as_path().display(), look(root))
        })
    }
}
