//! What a server said and what was noticed of it: a bounded log.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use paddock_core::text::shown;

use crate::clock;
use crate::view::{LogLine, LogSource};

const MOST_LINES: usize = 2000;
const MOST_BYTES: usize = 512 * 1024;

/// Clones share one log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal(Arc<Mutex<Ring>>);

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<LogLine>,
    bytes: usize,
    /// Lines ever written.
    written: u64,
    /// Lines that the follower was given.
    followed: Option<u64>,
    /// The follower was told that there is more.
    told: bool,
}

impl Journal {
    /// Adds a line. Whether a follower must be told that there is more.
    #[must_use]
    pub(crate) fn write(&self, source: LogSource, level: Option<String>, text: &str) -> bool {
        let mut ring = self.ring();
        #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
        let at = clock::now().0 as f64;
        let text = shown(text);
        ring.bytes += text.len();
        ring.written += 1;
        ring.lines.push_back(LogLine { at, source, level, text });
        while ring.lines.len() > MOST_LINES || ring.bytes > MOST_BYTES {
            let Some(oldest) = ring.lines.pop_front() else { break };
            ring.bytes -= oldest.text.len();
        }
        ring.followed.is_some() && !std::mem::replace(&mut ring.told, true)
    }

    /// All that is kept; from now on `news` yields what comes after it.
    pub(crate) fn follow(&self) -> (Vec<LogLine>, u64) {
        let mut ring = self.ring();
        ring.followed = Some(ring.written);
        ring.told = false;
        let dropped = ring.written - ring.lines.len() as u64;
        (ring.lines.iter().cloned().collect(), dropped)
    }

    pub(crate) fn unfollow(&self) {
        self.ring().followed = None;
    }

    /// What was written since the follower last asked, as far as it is kept.
    pub(crate) fn news(&self) -> Vec<LogLine> {
        let mut ring = self.ring();
        let written = ring.written;
        let Some(followed) = ring.followed.replace(written) else { return Vec::new() };
        ring.told = false;
        let new = usize::try_from(ring.written - followed).unwrap_or(usize::MAX);
        let skipped = ring.lines.len().saturating_sub(new);
        ring.lines.iter().skip(skipped).cloned().collect()
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[LogLine]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn a_follower_is_told_once_until_it_asks() {
        let journal = Journal::default();
        assert!(!journal.write(LogSource::Stderr, None, "before"));
        assert_eq!(texts(&journal.follow().0), ["before"]);
        assert!(journal.write(LogSource::Stderr, None, "a"));
        assert!(!journal.write(LogSource::Stderr, None, "b"));
        assert_eq!(texts(&journal.news()), ["a", "b"]);
        assert!(journal.write(LogSource::Stderr, None, "c"));
        assert_eq!(texts(&journal.news()), ["c"]);
    }

    #[test]
    fn a_flood_keeps_the_last_lines_only() {
        let journal = Journal::default();
        for number in 0..MOST_LINES * 2 {
            let _ = journal.write(LogSource::Stderr, None, &number.to_string());
        }
        let (lines, dropped) = journal.follow();
        assert_eq!((lines.len(), dropped), (MOST_LINES, MOST_LINES as u64));
        for _ in 0..100 {
            let _ = journal.write(LogSource::Stderr, None, &"x".repeat(MOST_BYTES / 10));
        }
        assert!(journal.follow().0.len() <= 10);
    }
}
