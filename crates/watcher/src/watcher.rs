//! The lookout: one thread that owns every watch and knows what was last seen of every root.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use paddock_core::{Reachability, Root};
use tokio::sync::mpsc;

use crate::inbox::{Extent, Inbox, News, Surveyed, Wanted};
use crate::look::{Place, Survey, survey};
#[cfg(target_os = "linux")]
use crate::mounts::Mounts;
use crate::watches::{Blindness, Watches};

const TIMES: Times = Times { patience: Duration::from_secs(10), retry: Duration::from_secs(5) };
/// Beyond this many looks under way, others wait for their turn.
const MOST_LOOKS: usize = 32;
/// Sightings that wait for the receiver; beyond them changes are merged.
const MOST_SIGHTINGS: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Times {
    /// How long a look may take before its root counts as denied.
    patience: Duration,
    /// When to look again at a root that is out of reach and whose return might not be told.
    retry: Duration,
}

/// Watches roots until it is dropped.
#[derive(Debug)]
pub struct Watcher {
    inbox: Arc<Inbox>,
    looks: Arc<AtomicU64>,
}

/// What was seen of a root: at first, and then whenever it has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    pub root: Root,
    pub reachability: Reachability,
    /// Why later changes may go unseen, if they may.
    pub blindness: Option<Blindness>,
}

/// Why nothing can be watched.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    #[error("folders can't be watched: {0}")]
    Folders(#[source] io::Error),
    #[error("mounts can't be watched: {0}")]
    Mounts(#[source] io::Error),
    #[error("folders can't be watched: no thread for it: {0}")]
    Thread(#[source] io::Error),
}

impl Watcher {
    /// Starts with nothing to watch.
    ///
    /// The receiver ends when nothing is watched any more: after the watcher was dropped, or when
    /// watching has broken down, and then no root can be relied on.
    ///
    /// # Errors
    /// The operating system has no watches, or no thread, to give.
    pub fn start() -> Result<(Self, mpsc::Receiver<Sighting>), WatchError> {
        Self::start_with(survey, TIMES)
    }

    fn start_with(
        survey: fn(&Root) -> Survey,
        times: Times,
    ) -> Result<(Self, mpsc::Receiver<Sighting>), WatchError> {
        let inbox = Arc::new(Inbox::default());
        let looks = Arc::default();
        let (sightings, receiver) = mpsc::channel(MOST_SIGHTINGS);
        let noted = Arc::clone(&inbox);
        let watches = Watches::new(move |touch| noted.touch(touch)).map_err(WatchError::Folders)?;
        let lookout = Lookout {
            #[cfg(target_os = "linux")]
            _mounts: Mounts::watch(Arc::clone(&inbox)).map_err(WatchError::Mounts)?,
            inbox: Arc::clone(&inbox),
            watches,
            roots: BTreeMap::new(),
            sightings,
            mounts_lost: false,
            looks_under_way: 0,
            looks: Arc::clone(&looks),
            survey,
            times,
        };
        thread::Builder::new()
            .name("paddock-watcher".into())
            .spawn(move || lookout.run())
            .map_err(WatchError::Thread)?;
        Ok((Self { inbox, looks }, receiver))
    }

    /// Watches a root; nothing happens if it is watched already.
    pub fn watch(&self, root: Root) {
        self.inbox.watch(root);
    }

    /// Watches a root no longer; sightings on their way may still arrive.
    pub fn unwatch(&self, root: &Root) {
        self.inbox.unwatch(root);
    }

    /// How many times a root was looked at since the start: the cost of watching.
    pub fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.inbox.close();
    }
}

struct Lookout {
    inbox: Arc<Inbox>,
    watches: Watches,
    #[cfg(target_os = "linux")]
    _mounts: Mounts,
    roots: BTreeMap<Root, Watched>,
    sightings: mpsc::Sender<Sighting>,
    mounts_lost: bool,
    looks_under_way: usize,
    looks: Arc<AtomicU64>,
    survey: fn(&Root) -> Survey,
    times: Times,
}

struct Watched {
    wish: u64,
    last: Option<Sighting>,
    /// Something may have happened since the last look was started.
    stale: bool,
    looking: bool,
    /// When to stop waiting for a look.
    due: Option<Instant>,
    /// When to look again without having been told of anything.
    again: Option<Instant>,
}

/// Nobody receives any more.
struct Unheard;

impl Lookout {
    fn run(mut self) {
        loop {
            let news = self.inbox.wait(self.next_due());
            if news.closed || self.take(news).is_err() {
                return;
            }
        }
    }

    fn take(&mut self, news: News) -> Result<(), Unheard> {
        self.retry();
        if let Some(wanted) = news.wanted {
            self.want(wanted);
        }
        self.mounts_lost |= news.mounts_lost;
        if news.everything_touched || news.mounts_lost {
            self.begin_anew();
        }
        for (path, extent) in news.touched {
            self.touched(&path, extent);
        }
        self.start_looks();
        for answer in news.answers {
            self.answered(answer)?;
        }
        self.start_looks();
        self.give_up_waiting()
    }

    fn retry(&mut self) {
        let now = Instant::now();
        for watched in self.roots.values_mut() {
            if watched.again.take_if(|again| *again <= now).is_some() {
                watched.look_again(now + self.times.patience);
            }
        }
    }

    fn want(&mut self, wanted: Wanted) {
        self.roots.retain(|root, watched| wanted.get(root) == Some(&watched.wish));
        for (root, wish) in wanted {
            self.roots.entry(root).or_insert_with(|| Watched::new(wish, self.times.patience));
        }
        let roots = &self.roots;
        self.watches.retain(|path| roots.keys().any(|root| lies_within(root, path)));
        self.look_again_at_shaken();
    }

    fn begin_anew(&mut self) {
        self.watches.release_all();
        self.look_again_at(|_| true);
    }

    fn touched(&mut self, path: &Path, extent: Extent) {
        if self.watches.is_left(path) {
            return self.begin_anew();
        }
        for place in self.watches.names_of(path) {
            self.look_again_at(|root| lies_within(root, &place));
            if extent == Extent::Entry {
                self.watches.doubt(&place);
            }
        }
        self.look_again_at_shaken();
    }

    fn look_again_at_shaken(&mut self) {
        for path in self.watches.take_shaken() {
            self.look_again_at(|root| lies_within(root, &path));
        }
    }

    fn look_again_at(&mut self, concerned: impl Fn(&Root) -> bool) {
        for (root, watched) in &mut self.roots {
            if concerned(root) {
                watched.look_again(Instant::now() + self.times.patience);
            }
        }
    }

    fn start_looks(&mut self) {
        for (root, watched) in &mut self.roots {
            if self.looks_under_way == MOST_LOOKS {
                return;
            }
            if !watched.stale || watched.looking {
                continue;
            }
            let (root, wish) = (root.clone(), watched.wish);
            let (inbox, survey) = (Arc::clone(&self.inbox), self.survey);
            let look = self.looks.load(Ordering::Relaxed) + 1;
            let go = move || {
                let survey = survey(&root);
                inbox.answer(Surveyed { root, wish, look, survey });
            };
            if let Err(error) = thread::Builder::new().name("paddock-look".into()).spawn(go) {
                tracing::error!(%error, "no thread to look at a root");
                return;
            }
            (watched.stale, watched.looking) = (false, true);
            self.looks_under_way += 1;
            self.looks.store(look, Ordering::Relaxed);
        }
    }

    fn answered(&mut self, answer: Surveyed) -> Result<(), Unheard> {
        let Surveyed { root, wish, look, survey } = answer;
        self.looks_under_way -= 1;
        if self.roots.get(&root).is_none_or(|watched| watched.wish != wish) {
            return Ok(());
        }
        let blindness = self.follow(&root, look, &survey);
        let again = self.may_return_untold(&survey, blindness.as_ref());
        let again = again.then(|| Instant::now() + self.times.retry);
        if let Some(watched) = self.roots.get_mut(&root) {
            watched.looking = false;
            (watched.due, watched.again) = (None, again);
        }
        self.look_again_at_shaken();
        if let Some(watched) = self.roots.get_mut(&root)
            && watched.stale
        {
            watched.due = Some(Instant::now() + self.times.patience);
        }
        self.tell(Sighting { root, reachability: survey.reachability, blindness })
    }

    /// Sets the watches on the way to a root, from the top, and leaves those beyond where the look
    /// came.
    fn follow(&mut self, root: &Root, look: u64, survey: &Survey) -> Option<Blindness> {
        let begun = self.looks.load(Ordering::Relaxed);
        let mut blindness = self.mounts_lost.then_some(Blindness::Mounts);
        let mut parent_tells = false;
        for place in &survey.passed {
            let is_told = parent_tells && !place.tops_mount;
            if place.path == root.path && is_told {
                break;
            }
            let added = self.watches.add(place, look, begun);
            parent_tells = added.is_ok();
            if let Err(blind) = added
                && !(is_told && stopped_at(place, survey))
            {
                blindness.get_or_insert(blind);
            }
        }
        for path in root.path.ancestors().take(depth(root) - survey.passed.len()) {
            self.watches.leave(path.as_path());
        }
        blindness
    }

    /// Whether a root is out of reach, and where the look ended nothing may tell that it returns.
    fn may_return_untold(&self, survey: &Survey, blindness: Option<&Blindness>) -> bool {
        let is_watched = |end: &Place| self.watches.holds(end.path.as_path());
        let end_is_watched = survey.passed.last().is_some_and(is_watched);
        survey.reachability != Reachability::Reachable
            && (self.mounts_lost || (blindness.is_some() && !end_is_watched))
    }

    fn tell(&mut self, sighting: Sighting) -> Result<(), Unheard> {
        let Some(watched) = self.roots.get_mut(&sighting.root) else { return Ok(()) };
        if watched.last.as_ref() == Some(&sighting) {
            return Ok(());
        }
        watched.last = Some(sighting.clone());
        self.sightings.blocking_send(sighting).map_err(|_| Unheard)
    }

    fn next_due(&self) -> Option<Instant> {
        self.roots.values().flat_map(|watched| [watched.due, watched.again]).flatten().min()
    }

    fn give_up_waiting(&mut self) -> Result<(), Unheard> {
        let now = Instant::now();
        let mut overdue = Vec::new();
        for (root, watched) in &mut self.roots {
            if watched.due.is_some_and(|due| due <= now) {
                // A look that couldn't even be started is tried again.
                watched.due = (!watched.looking).then(|| now + self.times.patience);
                overdue.push((root.clone(), watched.last.as_ref()));
            }
        }
        let unanswered = |(root, last): (Root, Option<&Sighting>)| Sighting {
            root,
            reachability: Reachability::Denied,
            blindness: last.and_then(|last| last.blindness.clone()),
        };
        let sightings: Vec<_> = overdue.into_iter().map(unanswered).collect();
        sightings.into_iter().try_for_each(|sighting| self.tell(sighting))
    }
}

impl Watched {
    fn new(wish: u64, patience: Duration) -> Self {
        let due = Some(Instant::now() + patience);
        Self { wish, last: None, stale: true, looking: false, due, again: None }
    }

    fn look_again(&mut self, due: Instant) {
        self.stale = true;
        self.due.get_or_insert(due);
    }
}

fn lies_within(root: &Root, path: &Path) -> bool {
    root.path.as_path().starts_with(path)
}

fn depth(root: &Root) -> usize {
    root.path.ancestors().count()
}

/// Whether a look ended at a place that can't be entered: only once that changes, which its parent
/// tells, can anything beneath be reached.
fn stopped_at(place: &Place, survey: &Survey) -> bool {
    survey.reachability == Reachability::Denied
        && survey.passed.last().is_some_and(|last| last.path == place.path)
}

#[cfg(test)]
mod tests;
