//! Lines from a child: bounded however long the child makes them.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

/// Capacity kept between lines; what one long line needed beyond it is given back.
const KEPT: usize = 64 * 1024;

/// How much of an oversized line is held while the rest of it is thrown away.
const SKIP: u64 = 8 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// One line without its terminator (`\n` or `\r\n`); never blank.
    Bytes(&'a [u8]),
    /// A line over the limit; all of it has been skipped.
    TooLong,
}

#[derive(Debug)]
pub(crate) struct LineReader<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// `limit` counts the bytes of a line without its `\n`.
    pub(crate) fn new(reader: R, limit: usize) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new(), limit }
    }

    /// The next line that is not blank; `None` at the end. A last line may lack its terminator.
    ///
    /// Dropping the future loses what was read of the line.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            self.line.clear();
            self.line.shrink_to(KEPT);
            let most = (self.limit as u64).saturating_add(1);
            (&mut self.reader).take(most).read_until(b'\n', &mut self.line).await?;
            if self.line.is_empty() {
                return Ok(None);
            }
            if self.line.len() > self.limit && !self.line.ends_with(b"\n") {
                self.skip_rest().await?;
                return Ok(Some(Line::TooLong));
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(Line::Bytes(without_terminator(&self.line))));
            }
        }
    }

    pub(crate) fn into_inner(self) -> R {
        self.reader.into_inner()
    }

    async fn skip_rest(&mut self) -> io::Result<()> {
        loop {
            self.line.clear();
            self.line.shrink_to(KEPT);
            (&mut self.reader).take(SKIP).read_until(b'\n', &mut self.line).await?;
            if self.line.is_empty() || self.line.ends_with(b"\n") {
                return Ok(());
            }
        }
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
    async fn memory_stays_flat_for_a_line_of_a_gigabyte() {
        let endless = repeat(b'x').take(1 << 30).chain(&b"\nnext\n"[..]);
        let limit = 1 << 20;
        let mut lines = LineReader::new(endless, limit);

        assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong));
        assert!(lines.line.capacity() <= 2 * KEPT, "{} bytes kept", lines.line.capacity());
        assert_eq!(lines.next().await.unwrap(), Some(Line::Bytes(b"next")));
    }

    #[tokio::test]
    async fn room_for_a_long_line_is_given_back() {
        let mut input = vec![b'x'; 1 << 20];
        input.extend_from_slice(b"\nnext\n");
        let mut lines = LineReader::new(&input[..], 1 << 20);

        assert!(
            matches!(lines.next().await.unwrap(), Some(Line::Bytes(line)) if line.len() == 1 << 20)
        );
        assert_eq!(lines.next().await.unwrap(), Some(Line::Bytes(b"next")));
        assert!(lines.line.capacity() <= 2 * KEPT, "{} bytes kept", lines.line.capacity());
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
