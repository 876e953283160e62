//! Searching one file, and telling the lines found.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkContext, SinkMatch};

use paddock_core::text::spelled;

use crate::{
    wire::escaped::Escaped,
    work::{Stopped, Work},
};

/// How much of a line is shown, in characters.
const MAX_SHOWN: usize = 500;

/// How many lines of one file an answer shows before it stops in it.
const MAX_LINES: usize = 10_000;

/// The lines found so far, and what finds more.
pub(super) struct Lines {
    pub(super) matcher: RegexMatcher,
    pub(super) searcher: Searcher,
    pub(super) text: Escaped,
    /// Lines up to this one were told before.
    pub(super) after: u64,
}

impl Lines {
    /// Adds the lines that match, and says after which one it stopped if there may be more.
    pub(super) fn search(
        &mut self,
        file: &mut Reading<'_, '_>,
        path: &Path,
    ) -> io::Result<Option<u64>> {
        let begun = self.text.len();
        let path = spelled(path);
        let mut told = Found {
            text: &mut self.text,
            path: &path,
            begun,
            after: self.after,
            lines: 0,
            cut: None,
            is_binary: false,
        };
        let searched = self.searcher.search_reader(&self.matcher, file, &mut told);
        let (cut, is_binary) = (told.cut, told.is_binary);
        if is_binary || searched.is_err() {
            self.text.truncate(begun);
            return searched.map(|()| None);
        }
        Ok(cut)
    }
}

/// A file that is read until the call is told to stop.
pub(super) struct Reading<'a, 'w> {
    pub(super) file: &'a File,
    /// How much was read, of how much, if that is to be told.
    pub(super) told: Option<(u64, u64)>,
    pub(super) work: &'a mut Work<'w>,
    pub(super) stopped: Option<Stopped>,
}

impl Read for Reading<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        let on = match &mut self.told {
            Some((done, total)) => {
                *done += read as u64;
                self.work.look(*done, Some(*total), "bytes")
            }
            None => self.work.go_on(),
        };
        on.map(|()| read).map_err(|stopped| {
            self.stopped = Some(stopped);
            io::Error::other(stopped)
        })
    }
}

struct Found<'a> {
    text: &'a mut Escaped,
    path: &'a str,
    begun: usize,
    after: u64,
    lines: usize,
    cut: Option<u64>,
    is_binary: bool,
}

impl Found<'_> {
    fn line(&mut self, number: Option<u64>, mark: &str, line: &[u8]) -> bool {
        let number = number.unwrap_or(0);
        if number <= self.after {
            return true;
        }
        if !self.text.is_empty() {
            self.text.push_raw("\\n");
        }
        self.text.push(self.path);
        self.text.push_raw(mark);
        self.text.push_raw(&number.to_string());
        self.text.push_raw(mark);
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches(['\n', '\r']);
        match line.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => {
                self.text.push(&line[..end]);
                self.text.push(" […]");
            }
            None => self.text.push(line),
        }
        self.lines += 1;
        self.cut = (self.lines >= MAX_LINES).then_some(number);
        self.cut.is_none()
    }
}

impl Sink for Found<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        Ok(self.line(found.line_number(), ":", found.bytes()))
    }

    fn context(&mut self, _: &Searcher, found: &SinkContext<'_>) -> io::Result<bool> {
        Ok(self.line(found.line_number(), "-", found.bytes()))
    }

    fn context_break(&mut self, _: &Searcher) -> io::Result<bool> {
        if self.text.len() > self.begun {
            self.text.push_raw("\\n--");
        }
        Ok(true)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> io::Result<bool> {
        self.is_binary = true;
        Ok(false)
    }
}
