//! Lines from a child: bounded however long the child makes them.

use std::io;

use memchr::memchr;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Capacity kept between lines; what one long line needed beyond it is given back.
const KEPT: usize = 64 * 1024;

/// How much is read at once, at least.
const CHUNK: usize = 8 * 1024;

/// What a [`LineReader`] yields.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// One line without its terminator (`\n` or `\r\n`); never blank.
    Bytes(&'a [u8]),
    /// A line over the limit; all of it has been skipped.
    TooLong,
}

/// Cuts a stream into lines. A line over the limit is skipped without being held.
#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Where the next line begins in the buffer.
    start: usize,
    /// How far the buffer was searched for its end.
    searched: usize,
    limit: usize,
    /// What comes belongs to a line over the limit.
    skipping: bool,
}

/// What was found in the buffer.
enum Found {
    /// From here to there, with its `\n` if it has one.
    Line(usize, usize),
    TooLong,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// `limit` counts the bytes of a line without its `\n`.
    pub fn new(reader: R, limit: usize) -> Self {
        Self { reader, buffer: Vec::new(), start: 0, searched: 0, limit, skipping: false }
    }

    /// The next line that is not blank; `None` at the end. A last line may lack its terminator.
    ///
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            let found = match self.find() {
                Some(found) => found,
                None if self.fill().await? > 0 => continue,
                None => match self.rest() {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            match found {
                Found::TooLong => return Ok(Some(Line::TooLong)),
                Found::Line(from, to) if self.buffer[from..to].trim_ascii().is_empty() => {}
                Found::Line(from, to) => {
                    return Ok(Some(Line::Bytes(without_terminator(&self.buffer[from..to]))));
                }
            }
        }
    }

    pub(crate) fn into_inner(self) -> R {
        self.reader
    }

    /// The next whole line in the buffer.
    fn find(&mut self) -> Option<Found> {
        let Some(end) = memchr(b'\n', &self.buffer[self.searched..]) else {
            self.searched = self.buffer.len();
            if self.skipping || self.searched - self.start > self.limit {
                self.skipping = true;
                self.start = self.searched;
            }
            return None;
        };
        let (from, end) = (self.start, self.searched + end);
        (self.start, self.searched) = (end + 1, end + 1);
        let too_long = std::mem::take(&mut self.skipping) || end - from > self.limit;
        Some(if too_long { Found::TooLong } else { Found::Line(from, end + 1) })
    }

    /// What is left when nothing more comes.
    fn rest(&mut self) -> Option<Found> {
        let from = std::mem::replace(&mut self.start, self.buffer.len());
        if std::mem::take(&mut self.skipping) {
            return Some(Found::TooLong);
        }
        (from < self.buffer.len()).then_some(Found::Line(from, self.buffer.len()))
    }

    /// Reads more of a line whose end is not in the buffer. How much; nothing at the end.
    async fn fill(&mut self) -> io::Result<usize> {
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        if self.buffer.len() < KEPT {
            self.buffer.shrink_to(KEPT);
        }
        if self.buffer.capacity() - self.buffer.len() < CHUNK {
            // Twice as much, but no more than the longest line that is taken.
            let most = (self.limit + CHUNK).saturating_sub(self.buffer.len()).max(CHUNK);
            self.buffer.reserve_exact(self.buffer.len().clamp(CHUNK, most));
        }
        self.reader.read_buf(&mut self.buffer).await
    }
}

fn without_terminator(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tokio::io::{AsyncWriteExt, duplex, repeat};

    use super::*;

    const LIMIT: usize = 8;

    /// What a future gives when it is polled once and dropped.
    macro_rules! poll {
        ($future:expr) => {
            tokio::select! {
                biased;
                line = $future => Some(line),
                () = std::future::ready(()) => None,
            }
        };
    }

    /// Owned copy of what the reader yields; `None` stands for an oversized line.
    async fn collect(reader: impl AsyncRead + Unpin, limit: usize) -> Vec<Option<Vec<u8>>> {
        let mut lines = LineReader::new(reader, limit);
        let mut all = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            all.push(match line {
                Line::Bytes(bytes) => Some(bytes.to_vec()),
                Line::TooLong => None,
            });
        }
        all
    }

    fn bytes(text: &str) -> Vec<u8> {
        text.as_bytes().to_vec()
    }

    #[tokio::test]
    async fn std_1_one_message_a_line() {
        let input: &[u8] = b"one\ntwo\r\n\n\r\n  \nlast";
        assert_eq!(
            collect(input, LIMIT).await,
            [Some(bytes("one")), Some(bytes("two")), Some(bytes("last"))]
        );
    }

    #[tokio::test]
    async fn an_oversized_line_is_skipped_and_the_next_is_read() {
        let input: &[u8] = b"12345678\n123456789\nnext\n123456789";
        assert_eq!(
            collect(input, LIMIT).await,
            [Some(bytes("12345678")), None, Some(bytes("next")), None]
        );
    }

    #[tokio::test]
    async fn a_dropped_wait_loses_nothing() {
        let (mut near, far) = duplex(64);
        let mut lines = LineReader::new(far, LIMIT);
        for piece in ["12", "34\n123456", "7890", "1\nnext\n"] {
            assert!(poll!(lines.next()).is_none());
            near.write_all(piece.as_bytes()).await.unwrap();
            if piece.starts_with("34") {
                assert_eq!(lines.next().await.unwrap(), Some(Line::Bytes(b"1234")));
            }
        }
        assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong));
        assert_eq!(lines.next().await.unwrap(), Some(Line::Bytes(b"next")));
    }

    #[tokio::test]
    async fn memory_stays_flat_for_a_line_of_a_gigabyte() {
        let endless = repeat(b'x').take(1 << 30).chain(&b"\nnext\n"[..]);
        let limit = 1 << 20;
        let mut lines = LineReader::new(endless, limit);

        assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong));
        assert!(lines.buffer.capacity() <= 2 * KEPT, "{} bytes kept", lines.buffer.capacity());
        assert_eq!(lines.next().await.unwrap(), Some(Line::Bytes(b"next")));
    }

    #[tokio::test]
    async fn room_for_a_long_line_is_given_back() {
        let limit = (1 << 20) + 1;
        let mut input = vec![b'x'; limit];
        input.extend_from_slice(b"\nnext\n");
        let mut lines = LineReader::new(&input[..], limit);

        assert!(
            matches!(lines.next().await.unwrap(), Some(Line::Bytes(line)) if line.len() == limit)
        );
        assert!(lines.buffer.capacity() <= limit + 2 * CHUNK, "{}", lines.buffer.capacity());
        assert_eq!(lines.next().await.unwrap(), Some(Line::Bytes(b"next")));
        assert_eq!(lines.next().await.unwrap(), None);
        assert!(lines.buffer.capacity() <= 2 * KEPT, "{} bytes kept", lines.buffer.capacity());
    }

    /// The same rule, written without a stream.
    fn expected(input: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
        if lines.last().is_some_and(|last| last.is_empty()) {
            lines.pop();
        }
        lines
            .into_iter()
            .filter(|line| line.len() > LIMIT || !line.trim_ascii().is_empty())
            .map(|line| {
                let text = line.strip_suffix(b"\r").unwrap_or(line);
                (line.len() <= LIMIT).then(|| text.to_vec())
            })
            .collect()
    }

    proptest! {
        #[test]
        fn any_chunking_gives_the_same_lines(
            input in proptest::collection::vec(
                prop_oneof![Just(b'\n'), Just(b'\r'), Just(b' '), any::<u8>()], 0..200),
            chunks in proptest::collection::vec(1..20_usize, 1..20),
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            // A terminator on the last line makes its `\r` unambiguous.
            let mut input = input;
            input.push(b'\n');
            let lines = runtime.block_on(async {
                let (mut near, far) = duplex(16);
                let write = async {
                    let mut rest = &input[..];
                    for size in chunks.iter().cycle() {
                        if rest.is_empty() {
                            break;
                        }
                        let (chunk, after) = rest.split_at(rest.len().min(*size));
                        near.write_all(chunk).await.unwrap();
                        rest = after;
                    }
                    drop(near);
                };
                tokio::join!(write, collect(far, LIMIT)).1
            });
            prop_assert_eq!(lines, expected(&input));
        }
    }
}
