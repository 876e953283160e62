//! What a server said and what was noticed of it: a bounded log.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use paddock_core::text::shown;
use tokio::sync::watch;

use crate::clock;
use crate::view::{LogLine, LogSource};

const MOST_LINES: usize = 2000;
const MOST_BYTES: usize = 512 * 1024;

/// Clones share one log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    ring: Mutex<Ring>,
    /// Lines ever written.
    written: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<LogLine>,
    bytes: usize,
    written: u64,
}

impl Journal {
    pub(crate) fn write(&self, source: LogSource, level: Option<String>, text: &str) {
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
        self.0.written.send_replace(ring.written);
    }

    /// All that is kept, how many lines are not any more, and who waits for what comes after it.
    pub(crate) fn follow(&self) -> (Vec<LogLine>, u64, LogFollower) {
        let ring = self.ring();
        let follower = LogFollower {
            journal: self.clone(),
            seen: ring.written,
            written: self.0.written.subscribe(),
        };
        let dropped = ring.written - ring.lines.len() as u64;
        (ring.lines.iter().cloned().collect(), dropped, follower)
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.0.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads on in a log, at its own pace.
#[derive(Debug)]
pub struct LogFollower {
    journal: Journal,
    seen: u64,
    written: watch::Receiver<u64>,
}

impl LogFollower {
    /// What was written since the last time, as far as it is kept; waits until there is something.
    pub async fn more(&mut self) -> Vec<LogLine> {
        let seen = self.seen;
        // The sender is in the journal that this holds.
        let _ = self.written.wait_for(|written| *written > seen).await;
        let ring = self.journal.ring();
        let new = usize::try_from(ring.written - seen).unwrap_or(usize::MAX);
        self.seen = ring.written;
        let skipped = ring.lines.len().saturating_sub(new);
        ring.lines.iter().skip(skipped).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[LogLine]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[tokio::test]
    async fn each_follower_reads_on_at_its_own_pace() {
        let journal = Journal::default();
        journal.write(LogSource::Stderr, None, "before");
        let (kept, _, mut first) = journal.follow();
        assert_eq!(texts(&kept), ["before"]);
        journal.write(LogSource::Stderr, None, "a");
        let (kept, _, mut second) = journal.follow();
        assert_eq!(texts(&kept), ["before", "a"]);
        journal.write(LogSource::Stderr, None, "b");
        assert_eq!(texts(&first.more().await), ["a", "b"]);
        assert_eq!(texts(&second.more().await), ["b"]);
        let (more, ()) = tokio::join!(first.more(), async {
            journal.write(LogSource::Stderr, None, "c");
        });
        assert_eq!(texts(&more), ["c"]);
    }

    #[test]
    fn a_flood_keeps_the_last_lines_only() {
        let journal = Journal::default();
        for number in 0..MOST_LINES * 2 {
            journal.write(LogSource::Stderr, None, &number.to_string());
        }
        let (lines, dropped, _) = journal.follow();
        assert_eq!((lines.len(), dropped), (MOST_LINES, MOST_LINES as u64));
        for _ in 0..100 {
            journal.write(LogSource::Stderr, None, &"x".repeat(MOST_BYTES / 10));
        }
        assert!(journal.follow().0.len() <= 10);
    }
}
