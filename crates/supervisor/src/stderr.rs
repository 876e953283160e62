use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The most lines kept.
const LINES: usize = 2000;
/// The most bytes of text kept.
const BYTES: usize = 256 << 10;
/// The most bytes kept of one line.
const LINE_BYTES: usize = 4 << 10;

/// A server that writes more than `PACE_BYTES` in `PACE_TIME` waits for the rest of that time: its
/// flood must not cost the host a processor.
const PACE_BYTES: usize = 256 << 10;
const PACE_TIME: Duration = Duration::from_millis(100);

/// The latest lines a server wrote to standard error. Clones share one log.
///
/// Holds 2000 lines, 256 KiB of text and 4 KiB of a line at most. The text is the server's own:
/// whoever shows it has to neutralise control characters.
#[derive(Debug, Clone)]
pub struct StderrLog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    ring: Mutex<Ring>,
    lines_seen: watch::Sender<u64>,
}

/// One line, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1 since the server started.
    pub number: u64,
    /// What is not UTF-8 in it is replaced by U+FFFD.
    pub text: Arc<str>,
    /// Whether the end of it was thrown away.
    pub cut: bool,
}

/// A part of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tail {
    /// Oldest first.
    pub lines: Vec<Line>,
    /// Lines seen since the server started, those no longer kept included.
    pub lines_seen: u64,
    /// Bytes seen since the server started.
    pub bytes_seen: u64,
}

impl Default for StderrLog {
    fn default() -> Self {
        let lines_seen = watch::Sender::new(0);
        Self(Arc::new(Shared { ring: Mutex::default(), lines_seen }))
    }
}

impl StderrLog {
    /// What is kept of the lines after number `after`; 0 yields all.
    pub fn tail(&self, after: u64) -> Tail {
        let ring = self.ring();
        let lines = ring.lines.iter().filter(|line| line.number > after).cloned().collect();
        Tail { lines, lines_seen: ring.lines_seen, bytes_seen: ring.bytes_seen }
    }

    /// The number of the last line, as it changes.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.0.lines_seen.subscribe()
    }

    fn push(&self, bytes: &[u8]) {
        self.update(|ring| ring.push(bytes));
    }

    fn finish(&self) {
        self.update(Ring::finish);
    }

    fn update(&self, change: impl FnOnce(&mut Ring)) {
        let lines_seen = {
            let mut ring = self.ring();
            change(&mut ring);
            ring.lines_seen
        };
        self.0
            .lines_seen
            .send_if_modified(|seen| std::mem::replace(seen, lines_seen) != lines_seen);
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.0.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads `pipe` to its end.
pub(crate) async fn collect(mut pipe: impl AsyncRead + Unpin, log: StderrLog) {
    let mut chunk = vec![0; 8 << 10];
    let mut pace = Pace { since: Instant::now(), bytes: 0 };
    while let Ok(count @ 1..) = pipe.read(&mut chunk).await {
        log.push(&chunk[..count]);
        pace.keep(count).await;
    }
    log.finish();
}

struct Pace {
    since: Instant,
    bytes: usize,
}

impl Pace {
    async fn keep(&mut self, bytes: usize) {
        self.bytes += bytes;
        let until = self.since + PACE_TIME;
        if self.bytes > PACE_BYTES {
            sleep_until(until).await;
        }
        let now = Instant::now();
        if now >= until {
            *self = Self { since: now, bytes: 0 };
        }
    }
}

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<Line>,
    bytes_kept: usize,
    lines_seen: u64,
    bytes_seen: u64,
    unfinished: Vec<u8>,
    unfinished_is_cut: bool,
}

impl Ring {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes_seen += bytes.len() as u64;
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(end) => {
                    self.extend(end);
                    self.end_line();
                }
                None => self.extend(piece),
            }
        }
    }

    fn finish(&mut self) {
        if !self.unfinished.is_empty() {
            self.end_line();
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        let room = LINE_BYTES - self.unfinished.len();
        self.unfinished_is_cut |= bytes.len() > room;
        self.unfinished.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn end_line(&mut self) {
        self.lines_seen += 1;
        let bytes = self.unfinished.strip_suffix(b"\r").unwrap_or(&self.unfinished);
        let text = Arc::from(String::from_utf8_lossy(bytes));
        let cut = std::mem::take(&mut self.unfinished_is_cut);
        self.unfinished.clear();
        self.keep(Line { number: self.lines_seen, text, cut });
    }

    fn keep(&mut self, line: Line) {
        self.bytes_kept += line.text.len();
        self.lines.push_back(line);
        while self.lines.len() > LINES || self.bytes_kept > BYTES {
            let Some(oldest) = self.lines.pop_front() else { break };
            self.bytes_kept -= oldest.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log_of(chunks: &[&[u8]]) -> Tail {
        let log = StderrLog::default();
        for chunk in chunks {
            log.push(chunk);
        }
        log.finish();
        log.tail(0)
    }

    fn texts(tail: &Tail) -> Vec<&str> {
        tail.lines.iter().map(|line| &*line.text).collect()
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let whole: &[u8] = b"one\r\n\ntwo \xff\nthree";
        let bytes: Vec<_> = whole.chunks(1).collect();
        let tail = log_of(&[whole]);
        assert_eq!(texts(&tail), ["one", "", "two \u{fffd}", "three"]);
        assert_eq!(tail, log_of(&bytes));
        assert_eq!((tail.lines_seen, tail.bytes_seen), (4, whole.len() as u64));
    }

    #[test]
    fn a_long_line_is_cut_and_says_so() {
        let long = "x".repeat(LINE_BYTES + 1);
        let tail = log_of(&[long.as_bytes(), long.as_bytes(), b"\nnext\n"]);
        assert_eq!(tail.lines[0].text.len(), LINE_BYTES);
        assert!(tail.lines[0].cut);
        assert_eq!((&*tail.lines[1].text, tail.lines[1].cut), ("next", false));
    }

    #[test]
    fn a_line_that_just_fits_is_not_cut() {
        let tail = log_of(&["x".repeat(LINE_BYTES).as_bytes(), b"\n"]);
        assert!(!tail.lines[0].cut);
    }

    #[test]
    fn the_oldest_lines_go_first() {
        let count = LINES as u64 + 7;
        let log = StderrLog::default();
        for number in 1..=count {
            log.push(format!("{number}\n").as_bytes());
        }
        let tail = log.tail(0);
        assert_eq!(tail.lines.len(), LINES);
        assert_eq!(tail.lines[0].number, 8);
        assert_eq!(&*tail.lines[0].text, "8");
        assert_eq!(tail.lines_seen, count);
        assert_eq!(log.tail(count - 1).lines.len(), 1);
    }

    #[test]
    fn bytes_are_bounded_even_when_replacement_makes_them_more() {
        let log = StderrLog::default();
        for _ in 0..200 {
            log.push(&[0xff; 2 * LINE_BYTES]);
            log.push(b"\n");
        }
        let kept: usize = log.tail(0).lines.iter().map(|line| line.text.len()).sum();
        assert!(kept <= BYTES, "{kept}");
        assert_eq!(log.tail(0).lines_seen, 200);
    }

    #[test]
    fn followers_hear_of_lines_and_of_nothing_else() {
        let log = StderrLog::default();
        let mut follower = log.watch();
        log.push(b"no line yet");
        assert!(!follower.has_changed().unwrap());
        log.push(b"\n");
        assert_eq!(*follower.borrow_and_update(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_is_read_at_a_bounded_pace() {
        let log = StderrLog::default();
        let flood = vec![b'\n'; 10 * PACE_BYTES];
        let start = Instant::now();
        collect(flood.as_slice(), log.clone()).await;
        assert!(start.elapsed() >= 9 * PACE_TIME, "{:?}", start.elapsed());
        assert_eq!(log.tail(0).lines_seen, flood.len() as u64);
    }
}
