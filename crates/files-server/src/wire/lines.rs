//! Newline-delimited messages out of a byte stream, bounded.

use std::io::{self, Read};

use memchr::memchr;

/// The longest line that is accepted, in bytes; a longer one is skipped.
pub const MAX_LINE: usize = 64 << 20;

const CHUNK: usize = 64 << 10;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its newline.
    Whole(Vec<u8>),
    /// A line of more than [`MAX_LINE`] bytes, reported once.
    TooLong,
}

/// Splits `input` into lines and never holds more than one too-long line's worth of it.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// Read so far are the first `filled` bytes.
    buffer: Vec<u8>,
    filled: usize,
    /// Where the next line begins.
    start: usize,
    /// Bytes before this hold no newline.
    scanned: usize,
    /// The rest of a too-long line is being dropped.
    skipping: bool,
    ended: bool,
    limit: usize,
}

impl<R: Read> Lines<R> {
    pub fn new(input: R) -> Self {
        Self::with_limit(input, MAX_LINE)
    }

    fn with_limit(input: R, limit: usize) -> Self {
        Self {
            input,
            buffer: vec![0; CHUNK],
            filled: 0,
            start: 0,
            scanned: 0,
            skipping: false,
            ended: false,
            limit,
        }
    }

    pub fn input(&self) -> &R {
        &self.input
    }

    /// The next line that was already read, if one is complete.
    pub fn next_buffered(&mut self) -> Option<Line> {
        loop {
            let newline = memchr(b'\n', &self.buffer[self.scanned..self.filled]);
            let Some(found) = newline.map(|at| self.scanned + at) else {
                return self.unfinished();
            };
            let start = std::mem::replace(&mut self.start, found + 1);
            self.scanned = found + 1;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            return Some(self.bounded(start, found));
        }
    }

    /// Reads once. False at the end of the input, when every line was handed out.
    pub fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.make_room();
        let read = loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.filled += read;
        self.ended = read == 0;
        Ok(!self.ended || self.start < self.filled)
    }

    fn unfinished(&mut self) -> Option<Line> {
        self.scanned = self.filled;
        if self.skipping {
            self.start = self.filled;
            return None;
        }
        if self.filled - self.start > self.limit {
            self.start = self.filled;
            self.skipping = true;
            return Some(Line::TooLong);
        }
        if self.ended && self.start < self.filled {
            let start = std::mem::replace(&mut self.start, self.filled);
            return Some(self.bounded(start, self.filled));
        }
        None
    }

    fn bounded(&mut self, start: usize, end: usize) -> Line {
        if end - start > self.limit {
            return Line::TooLong;
        }
        if end - start < CHUNK || start > 0 {
            return Line::Whole(self.buffer[start..end].to_vec());
        }
        // A long line takes its buffer along, and the little behind it is copied instead.
        let mut rest = vec![0; CHUNK.max(self.filled - self.start)];
        let behind = self.filled - self.start;
        rest[..behind].copy_from_slice(&self.buffer[self.start..self.filled]);
        let mut line = std::mem::replace(&mut self.buffer, rest);
        line.truncate(end);
        (self.filled, self.start, self.scanned) = (behind, 0, 0);
        Line::Whole(line)
    }

    /// Makes room for another read behind what is not handed out yet.
    fn make_room(&mut self) {
        if self.start == self.filled {
            (self.start, self.scanned, self.filled) = (0, 0, 0);
            if self.buffer.len() > CHUNK {
                self.buffer = vec![0; CHUNK];
            }
        }
        if self.filled < self.buffer.len() {
            return;
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.filled, 0);
            self.filled -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        } else {
            let doubled = self.buffer.len() * 2;
            self.buffer.resize(doubled.min(self.limit + CHUNK).max(self.filled + CHUNK), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out its bytes a few at a time, as a pipe may.
    struct Trickle<'a>(&'a [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let given = self.1.min(self.0.len()).min(into.len());
            let (now, later) = self.0.split_at(given);
            into[..given].copy_from_slice(now);
            self.0 = later;
            Ok(given)
        }
    }

    fn split(input: &[u8], step: usize, limit: usize) -> Vec<Option<String>> {
        let mut lines = Lines::with_limit(Trickle(input, step), limit);
        let mut seen = Vec::new();
        loop {
            while let Some(line) = lines.next_buffered() {
                seen.push(match line {
                    Line::Whole(line) => Some(String::from_utf8(line).unwrap()),
                    Line::TooLong => None,
                });
            }
            if !lines.fill().unwrap() {
                return seen;
            }
        }
    }

    fn whole(lines: &[&str]) -> Vec<Option<String>> {
        lines.iter().map(|line| Some((*line).to_owned())).collect()
    }

    #[test]
    fn lines_arrive_whole_however_they_were_cut() {
        for step in 1..12 {
            assert_eq!(split(b"one\n\ntwo\nthree", step, 9), whole(&["one", "", "two", "three"]));
        }
    }

    #[test]
    fn a_long_line_is_reported_once_and_the_next_one_is_read() {
        for step in 1..30 {
            let seen = split(b"first\n0123456789abcdef\nlast\n", step, 8);
            assert_eq!(seen, [Some("first".into()), None, Some("last".into())], "step {step}");
        }
    }

    #[test]
    fn a_line_of_exactly_the_limit_is_accepted() {
        assert_eq!(split(b"12345678\n", 3, 8), whole(&["12345678"]));
    }

    #[test]
    fn a_long_line_is_not_kept_in_memory() {
        let mut lines = Lines::with_limit(io::repeat(b'x').take(64 << 20), 1 << 10);
        let mut refused = 0;
        while lines.fill().unwrap() {
            while lines.next_buffered().is_some() {
                refused += 1;
            }
            assert!(lines.buffer.capacity() < 1 << 20);
        }
        assert_eq!(refused, 1);
    }

    #[test]
    fn a_line_larger_than_the_buffer_and_what_follows_it_are_whole() {
        let long = "x".repeat(3 * CHUNK);
        for step in [1000, CHUNK, 5 * CHUNK] {
            let text = format!("{long}\nsecond\n{long}\nlast");
            let seen = split(text.as_bytes(), step, MAX_LINE);
            assert_eq!(seen, whole(&[&long, "second", &long, "last"]));
        }
    }
}
