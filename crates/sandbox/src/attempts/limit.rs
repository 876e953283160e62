//! How much is told.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What was told lately, so that it is told once.
#[derive(Default)]
pub(super) struct Seen {
    paths: HashMap<PathBuf, Reported>,
    told: u64,
}

struct Reported {
    write: bool,
    /// Counts up.
    order: u64,
}

const REMEMBERED: usize = 256;

impl Seen {
    pub(super) fn knows(&self, path: &Path, write: bool) -> bool {
        self.paths.get(path).is_some_and(|told| told.write || !write)
    }

    pub(super) fn add(&mut self, path: PathBuf, write: bool) {
        self.told += 1;
        self.paths.insert(path, Reported { write, order: self.told });
        if self.paths.len() > REMEMBERED {
            let oldest = self.told.saturating_sub(REMEMBERED as u64);
            self.paths.retain(|_, told| told.order > oldest);
        }
    }

    pub(super) fn forget(&mut self, mut is_over: impl FnMut(&Path) -> bool) {
        self.paths.retain(|path, _| !is_over(path));
    }
}

/// A few at once, then one every so often.
#[derive(Default)]
pub(super) struct Rate {
    /// When as many can be told at once as ever; not set while none was told.
    full: Option<Instant>,
}

const AT_ONCE: u32 = 32;
const EVERY: Duration = Duration::from_millis(500);

impl Rate {
    pub(super) fn is_spent(&self, now: Instant) -> bool {
        self.next(now).saturating_duration_since(now) > EVERY * AT_ONCE
    }

    /// Whether one more may be told.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let is_spent = self.is_spent(now);
        if !is_spent {
            self.full = Some(self.next(now));
        }
        !is_spent
    }

    fn next(&self, now: Instant) -> Instant {
        self.full.map_or(now, |full| full.max(now)) + EVERY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_known_and_writing_is_news() {
        let mut seen = Seen::default();
        seen.add("/a".into(), false);
        assert!(seen.knows(Path::new("/a"), false));
        assert!(!seen.knows(Path::new("/a"), true));
        seen.add("/a".into(), true);
        assert!(seen.knows(Path::new("/a"), true));
        assert!(seen.knows(Path::new("/a"), false));
        assert!(!seen.knows(Path::new("/a/b"), false));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut seen = Seen::default();
        for number in 0..1000 {
            seen.add(format!("/{number}").into(), false);
            assert!(seen.paths.len() <= REMEMBERED);
        }
        assert!(seen.knows(Path::new("/999"), false));
        assert!(seen.knows(Path::new("/744"), false));
        assert!(!seen.knows(Path::new("/743"), false));
    }

    #[test]
    fn some_are_told_at_once_and_then_one_at_a_time() {
        let mut rate = Rate::default();
        let start = Instant::now();
        let at_once = (0..1000).filter(|_| rate.take(start)).count();
        assert_eq!(at_once, AT_ONCE as usize);
        assert!(rate.is_spent(start));
        assert!(rate.is_spent(start + EVERY / 2));
        assert!(rate.take(start + EVERY));
        assert!(!rate.take(start + EVERY));
        let later = start + EVERY * 1000;
        assert_eq!((0..1000).filter(|_| rate.take(later)).count(), AT_ONCE as usize);
    }
}
