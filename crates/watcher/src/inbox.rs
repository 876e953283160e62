//! What waits for the lookout: wishes, events and answers, merged as they come in, so that it never
//! holds more than a few entries a root however much happens.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use paddock_core::Root;

use crate::look::Survey;
use crate::watches::Touch;

/// Beyond so many changed places it is cheaper to look at every root.
const MOST_TOUCHED: usize = 1024;

#[derive(Debug, Default)]
pub(crate) struct Inbox {
    waiting: Mutex<Waiting>,
    bell: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    wanted: Wanted,
    /// The names of all parts of all wanted roots: other events are nobody's concern.
    names: HashSet<OsString>,
    news: News,
}

/// The roots to watch, each with the number of the wish: a root that is given up and wanted again
/// is looked at as for the first time.
pub(crate) type Wanted = BTreeMap<Root, u64>;

#[derive(Debug, Default)]
pub(crate) struct News {
    /// Set when it has changed.
    pub(crate) wanted: Option<Wanted>,
    pub(crate) touched: BTreeMap<PathBuf, Extent>,
    pub(crate) everything_touched: bool,
    pub(crate) mounts_lost: bool,
    pub(crate) answers: Vec<Surveyed>,
    pub(crate) closed: bool,
    wishes: u64,
}

/// How much of a place has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Extent {
    /// The folder is the same; who may do what with it has changed.
    Attributes,
    /// Another folder, or nothing, may stand there.
    Entry,
}

/// What a look came to.
#[derive(Debug)]
pub(crate) struct Surveyed {
    pub(crate) root: Root,
    pub(crate) wish: u64,
    /// Counts up: which of two looks began later.
    pub(crate) look: u64,
    pub(crate) survey: Survey,
}

impl Inbox {
    /// Waits for news, or until the deadline, and takes all there is.
    pub(crate) fn wait(&self, deadline: Option<Instant>) -> News {
        let mut waiting = self.lock();
        while waiting.news.is_empty() {
            waiting = match deadline.map(|at| at.saturating_duration_since(Instant::now())) {
                None => self.bell.wait(waiting).unwrap_or_else(PoisonError::into_inner),
                Some(left) if left.is_zero() => break,
                Some(left) => {
                    let woken = self.bell.wait_timeout(waiting, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        let wishes = waiting.news.wishes;
        std::mem::replace(&mut waiting.news, News { wishes, ..News::default() })
    }

    pub(crate) fn watch(&self, root: Root) {
        let mut waiting = self.lock();
        if waiting.wanted.contains_key(&root) {
            return;
        }
        waiting.news.wishes += 1;
        let wish = waiting.news.wishes;
        waiting.wanted.insert(root, wish);
        self.wishes_changed(waiting);
    }

    pub(crate) fn unwatch(&self, root: &Root) {
        let mut waiting = self.lock();
        if waiting.wanted.remove(root).is_some() {
            self.wishes_changed(waiting);
        }
    }

    fn wishes_changed(&self, mut waiting: MutexGuard<'_, Waiting>) {
        let names = waiting
            .wanted
            .keys()
            .flat_map(|root| root.path.as_path())
            .map(OsString::from)
            .collect();
        waiting.names = names;
        waiting.news.wanted = Some(waiting.wanted.clone());
        self.bell.notify_one();
    }

    /// Takes note of a change, if it can concern a root.
    pub(crate) fn touch(&self, touch: Touch<'_>) {
        let mut waiting = self.lock();
        match touch {
            Touch::Everything => waiting.news.everything_touched = true,
            Touch::Place(path, extent) => {
                if waiting.news.everything_touched || !waiting.concerns(path) {
                    return;
                }
                waiting.news.touched(path, extent);
            }
        }
        self.bell.notify_one();
    }

    /// From now on nothing tells of mounts.
    #[cfg(target_os = "linux")]
    pub(crate) fn lose_mounts(&self) {
        self.lock().news.mounts_lost = true;
        self.bell.notify_one();
    }

    pub(crate) fn answer(&self, answer: Surveyed) {
        self.lock().news.answers.push(answer);
        self.bell.notify_one();
    }

    pub(crate) fn close(&self) {
        self.lock().news.closed = true;
        self.bell.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn concerns(&self, path: &Path) -> bool {
        path.file_name().is_none_or(|name| self.names.contains(name))
    }
}

impl News {
    fn touched(&mut self, path: &Path, extent: Extent) {
        if let Some(known) = self.touched.get_mut(path) {
            *known = extent.max(*known);
        } else if self.touched.len() < MOST_TOUCHED {
            self.touched.insert(path.to_path_buf(), extent);
        } else {
            self.touched.clear();
            self.everything_touched = true;
        }
    }

    fn is_empty(&self) -> bool {
        self.wanted.is_none()
            && self.touched.is_empty()
            && self.answers.is_empty()
            && !(self.everything_touched || self.mounts_lost || self.closed)
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::{AbsolutePath, Identity};

    use super::*;

    fn root(path: &str) -> Root {
        let identity = Identity { device: 1, inode: 1, born: None };
        Root { path: AbsolutePath::new(path).unwrap(), identity }
    }

    fn inbox(path: &str) -> Inbox {
        let inbox = Inbox::default();
        inbox.watch(root(path));
        inbox.wait(None);
        inbox
    }

    fn nothing(inbox: &Inbox) -> bool {
        inbox.wait(Some(Instant::now())).is_empty()
    }

    #[cfg(unix)]
    #[test]
    fn only_parts_of_a_root_are_noted() {
        let inbox = inbox("/home/me/work");
        inbox.touch(Touch::Place(Path::new("/home/me/other"), Extent::Entry));
        assert!(nothing(&inbox));
        inbox.touch(Touch::Place(Path::new("/home/me/work"), Extent::Entry));
        inbox.touch(Touch::Place(Path::new("/"), Extent::Attributes));
        assert_eq!(inbox.wait(None).touched.len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn the_greater_change_of_a_place_is_kept() {
        let inbox = inbox("/work");
        for extent in [Extent::Attributes, Extent::Entry, Extent::Attributes] {
            inbox.touch(Touch::Place(Path::new("/work"), extent));
        }
        assert_eq!(inbox.wait(None).touched[Path::new("/work")], Extent::Entry);
    }

    #[cfg(unix)]
    #[test]
    fn a_flood_becomes_a_look_at_everything() {
        let inbox = inbox("/work");
        for place in 0..=MOST_TOUCHED {
            inbox.touch(Touch::Place(
                &Path::new("/").join(place.to_string()).join("work"),
                Extent::Entry,
            ));
        }
        let news = inbox.wait(None);
        assert!(news.everything_touched && news.touched.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_root_wanted_again_is_a_new_wish() {
        let inbox = Inbox::default();
        inbox.watch(root("/work"));
        inbox.watch(root("/work"));
        assert_eq!(inbox.wait(None).wanted, Some(Wanted::from([(root("/work"), 1)])));
        inbox.unwatch(&root("/work"));
        inbox.watch(root("/work"));
        assert_eq!(inbox.wait(None).wanted, Some(Wanted::from([(root("/work"), 2)])));
    }
}
