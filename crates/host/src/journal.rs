//! What a server said and what was noticed of it, in all of its sessions: a bounded log.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use paddock_core::text::shown;
use tokio::sync::watch;

use crate::clock;
use crate::view::{LogLine, LogSession, LogSource};

const MOST_LINES: usize = 2000;
const MOST_BYTES: usize = 512 * 1024;

/// Clones share one log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    log: Arc<Shared>,
    /// Whose lines are written.
    session: Option<LogSession>,
}

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
    /// The same log, for what is written of a session of an app.
    pub(crate) fn of_session(&self, number: u32, app: &str) -> Self {
        let session = LogSession { number, app: shown(app) };
        Self { log: Arc::clone(&self.log), session: Some(session) }
    }

    pub(crate) fn write(&self, source: LogSource, level: Option<String>, text: &str) {
        let mut ring = self.ring();
        #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
        let at = clock::now().0 as f64;
        let session = self.session.clone();
        let line = LogLine { at, session, source, level, text: shown(text) };
        ring.bytes += weight(&line);
        ring.written += 1;
        ring.lines.push_back(line);
        while ring.lines.len() > MOST_LINES || ring.bytes > MOST_BYTES {
            let Some(oldest) = ring.lines.pop_front() else { break };
            ring.bytes -= weight(&oldest);
        }
        self.log.written.send_replace(ring.written);
    }

    /// All that is kept, how many lines are not any more, and who waits for what comes after it.
    pub(crate) fn follow(&self) -> (Vec<LogLine>, u64, LogFollower) {
        let ring = self.ring();
        let follower = LogFollower {
            journal: self.clone(),
            seen: ring.written,
            written: self.log.written.subscribe(),
        };
        let dropped = ring.written - ring.lines.len() as u64;
        (ring.lines.iter().cloned().collect(), dropped, follower)
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.log.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn weight(line: &LogLine) -> usize {
    line.text.len() + line.session.as_ref().map_or(0, |it| it.app.len())
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
    fn each_line_says_of_which_session_it_is() {
        let journal = Journal::default();
        journal.write(LogSource::Stderr, None, "own");
        journal.of_session(3, "Claude\u{202e} Code").write(LogSource::Stderr, None, "of an app");
        let (lines, ..) = journal.follow();
        assert_eq!(texts(&lines), ["own", "of an app"]);
        assert_eq!(lines[0].session, None);
        let app = shown("Claude\u{202e} Code");
        assert_eq!(lines[1].session, Some(LogSession { number: 3, app }));
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
