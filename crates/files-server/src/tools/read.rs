use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use serde::Deserialize;

use paddock_core::text::spelled;

use super::{Count, Effect, Failure, Output, PathText, Tool};
use crate::{
    reach,
    roots::Roots,
    wire::{answer::Outcome, escaped::Escaped},
    work::Work,
};

/// How much of a file one call reads, in bytes. The answer carries it up to twice.
const MAX_READ: u64 = 64 << 20;

/// How much of it is sent, in bytes: control characters take more than they are.
const MAX_SENT: usize = 128 << 20;

pub(super) const READ_FILE: Tool = Tool {
    name: "read_file",
    title: "Read File (Deprecated)",
    description: "Another name for read_text_file, which is the one to use.",
    input: INPUT,
    output: Output::Text,
    effect: Effect::Reads,
    run: read,
};

pub(super) const READ_TEXT_FILE: Tool = Tool {
    name: "read_text_file",
    title: "Read Text File",
    description: "Read a UTF-8 text file in one of the granted folders: whole, its first (head) \
                  or last (tail) lines, the lines from startLine to endLine, or length bytes from \
                  offset on.",
    input: INPUT,
    output: Output::Text,
    effect: Effect::Reads,
    run: read,
};

pub(super) const READ_MULTIPLE_FILES: Tool = Tool {
    name: "read_multiple_files",
    title: "Read Multiple Files",
    description: "Read several UTF-8 text files in the granted folders. Each is told with its \
                  path; one that cannot be read is told with the reason and spoils no other.",
    input: r#"{"type":"object","properties":{"paths":{"type":"array","items":{"type":"string"},"minItems":1,"description":"Array of file paths to read. Each path must be a string pointing to a valid file within allowed directories."}},"required":["paths"]}"#,
    output: Output::Text,
    effect: Effect::Reads,
    run: read_multiple,
};

const INPUT: &str = r#"{"type":"object","properties":{"path":{"type":"string"},"tail":{"type":"number","description":"If provided, returns only the last N lines of the file"},"head":{"type":"number","description":"If provided, returns only the first N lines of the file"},"startLine":{"type":"number","description":"If provided, returns only the lines from this one on; the first line is 1"},"endLine":{"type":"number","description":"If provided, returns only the lines up to this one"},"offset":{"type":"number","description":"If provided, returns only what follows this many bytes"},"length":{"type":"number","description":"If provided, returns at most this many bytes"}},"required":["path"]}"#;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
    head: Option<Count>,
    tail: Option<Count>,
    start_line: Option<Count>,
    end_line: Option<Count>,
    offset: Option<Count>,
    length: Option<Count>,
}

/// Which part of a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Last(u64),
    /// Lines from the first on, which is 1; none of them beyond the second.
    Lines(u64, u64),
    Bytes(u64, u64),
}

impl Arguments<'_> {
    fn part(&self) -> Result<Part, Failure> {
        // As in the common server, 0 lines at either end mean all of them.
        let end = |count: Option<Count>| count.map(|Count(lines)| lines).filter(|&lines| lines > 0);
        let lines = self.start_line.is_some() || self.end_line.is_some();
        let bytes = self.offset.is_some() || self.length.is_some();
        let number = |count: Option<Count>, otherwise| count.map_or(otherwise, |Count(n)| n);
        match (end(self.head), end(self.tail), lines, bytes) {
            (None, None, false, false) => Ok(Part::Whole),
            (Some(head), None, false, false) => Ok(Part::Lines(1, head)),
            (None, Some(tail), false, false) => Ok(Part::Last(tail)),
            (None, None, true, false) => {
                Ok(Part::Lines(number(self.start_line, 1), number(self.end_line, u64::MAX)))
            }
            (None, None, false, true) => {
                Ok(Part::Bytes(number(self.offset, 0), number(self.length, MAX_READ)))
            }
            (Some(_), Some(_), ..) => Err(Failure::Together("head and tail")),
            _ => Err(Failure::Together("two ways to choose a part of the file")),
        }
    }
}

fn read(arguments: &str, roots: &Roots, work: &mut Work<'_>) -> Result<Outcome, Failure> {
    let arguments: Arguments<'_> = serde_json::from_str(arguments)?;
    let part = arguments.part()?;
    let file = reach::read(roots, &arguments.path)?;
    let mut text = Escaped::default();
    read_part(file, part, &mut Reading { path: &arguments.path, text: &mut text, work })?;
    Ok(Outcome::text(text))
}

fn read_multiple(arguments: &str, roots: &Roots, work: &mut Work<'_>) -> Result<Outcome, Failure> {
    #[derive(Deserialize)]
    struct Arguments<'a> {
        #[serde(borrow)]
        paths: Vec<PathText<'a>>,
    }
    let Arguments { paths } = serde_json::from_str(arguments)?;
    if paths.is_empty() {
        return Err(Failure::NoPaths);
    }
    let mut text = Escaped::default();
    for (index, path) in paths.iter().enumerate() {
        work.step("files")?;
        if index > 0 {
            text.push_raw("\\n---\\n");
        }
        let start = text.len();
        text.push(&spelled(path));
        let named = text.len();
        text.push_raw(":\\n");
        let read = reach::read(roots, path).map_err(Failure::from).and_then(|file| {
            if text.len() as u64 > MAX_READ {
                return Err(Failure::TooLarge { path: spelled(path), limit: MAX_READ });
            }
            read_part(file, Part::Whole, &mut Reading { path, text: &mut text, work })
        });
        match read {
            Ok(()) => text.push_raw("\\n"),
            Err(Failure::Stopped(stopped)) => return Err(stopped.into()),
            Err(failure) => {
                text.truncate(named.max(start));
                text.push_raw(": Error - ");
                text.push(&failure.to_string());
            }
        }
    }
    Ok(Outcome::text(text))
}

/// The text of a file that is not too large.
pub(crate) fn text(roots: &Roots, path: &Path) -> Result<String, Failure> {
    let file = reach::read(roots, path)?;
    let mut bytes = Vec::new();
    file.take(MAX_READ + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| Failure::Reading { path: spelled(path), source })?;
    if bytes.len() as u64 > MAX_READ {
        return Err(Failure::TooLarge { path: spelled(path), limit: MAX_READ });
    }
    String::from_utf8(bytes).map_err(|error| Failure::Binary {
        path: spelled(path),
        at: error.utf8_error().valid_up_to() as u64,
    })
}

/// What is read, and where to.
struct Reading<'a, 'w> {
    path: &'a Path,
    text: &'a mut Escaped,
    work: &'a mut Work<'w>,
}

impl Reading<'_, '_> {
    fn failed(&self, source: io::Error) -> Failure {
        Failure::Reading { path: spelled(self.path), source }
    }

    fn too_large(&self) -> Failure {
        Failure::TooLarge { path: spelled(self.path), limit: MAX_READ }
    }

    fn binary(&self, at: u64) -> Failure {
        Failure::Binary { path: spelled(self.path), at }
    }

    fn push(&mut self, bytes: &[u8], from: u64) -> Result<(), Failure> {
        match str::from_utf8(bytes) {
            Ok(text) => {
                self.text.push(text);
                Ok(())
            }
            Err(error) => Err(self.binary(from + error.valid_up_to() as u64)),
        }
    }
}

fn read_part(mut file: File, part: Part, into: &mut Reading<'_, '_>) -> Result<(), Failure> {
    match part {
        Part::Whole => {
            let size = file.metadata().map_err(|error| into.failed(error))?.len();
            if size > MAX_READ {
                return Err(into.too_large());
            }
            read_bytes(&mut file, 0, MAX_READ + 1, size, into)
        }
        Part::Bytes(from, length) => {
            let from = to_a_character(&mut file, from).map_err(|error| into.failed(error))?;
            let length = length.min(MAX_READ);
            read_bytes(&mut file, from, length, length, into)
        }
        Part::Last(lines) => {
            let last = last_lines(&mut file, lines).map_err(|error| into.failed(error))?;
            let (from, bytes) = last.ok_or_else(|| into.too_large())?;
            into.push(&bytes, from)
        }
        Part::Lines(first, last) => read_lines(&file, first, last, into),
    }
}

/// Moves to the next character that begins at `from` or behind it, and says where that is.
fn to_a_character(file: &mut File, from: u64) -> io::Result<u64> {
    let mut bytes = [0; 3];
    file.seek(SeekFrom::Start(from))?;
    let mut read = 0;
    while read < bytes.len() {
        match file.read(&mut bytes[read..])? {
            0 => break,
            more => read += more,
        }
    }
    let within = bytes[..read].iter().take_while(|&&byte| byte & 0xc0 == 0x80).count();
    let within = if from == 0 { 0 } else { within as u64 };
    file.seek(SeekFrom::Start(from + within))
}

/// Reads `length` bytes at most, up to the last whole character, in pieces that are checked and
/// escaped while they are at hand.
fn read_bytes(
    file: &mut File,
    from: u64,
    length: u64,
    expected: u64,
    into: &mut Reading<'_, '_>,
) -> Result<(), Failure> {
    const PIECE: usize = 256 << 10;
    let expected = usize::try_from(expected.min(MAX_READ)).unwrap_or(PIECE);
    if expected > PIECE {
        *into.text = reserved(into.text, expected);
    }
    let mut piece = vec![0; PIECE.min(expected + 1)];
    let (mut kept, mut done) = (0, 0_u64);
    loop {
        let room = piece.len() - kept;
        let room = usize::try_from(length - done).map_or(room, |left| left.min(room));
        let read = match file.read(&mut piece[kept..kept + room]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|error| into.failed(error))?,
        };
        let (begin, filled) = (from + done - kept as u64, kept + read);
        done += read as u64;
        if done > MAX_READ {
            return Err(into.too_large());
        }
        let whole = match str::from_utf8(&piece[..filled]) {
            Ok(text) => {
                into.text.push(text);
                if into.text.len() > MAX_SENT {
                    return Err(into.too_large());
                }
                filled
            }
            // The rest of a character may be in the next piece, or behind what was asked for.
            Err(error) if error.error_len().is_none() && (read > 0 || done == length) => {
                let whole = error.valid_up_to();
                into.push(&piece[..whole], begin)?;
                whole
            }
            Err(error) => return Err(into.binary(begin + error.valid_up_to() as u64)),
        };
        if read == 0 || done == length {
            return Ok(());
        }
        piece.copy_within(whole..filled, 0);
        kept = filled - whole;
        into.work.look(done, None, "bytes")?;
    }
}

/// The same text with room for `more` bytes of ordinary text.
fn reserved(text: &Escaped, more: usize) -> Escaped {
    let mut roomy = Escaped::with_capacity(text.len() + more + more / 16);
    roomy.append(text);
    roomy
}

/// The lines from `first` to `last`, without the last one's newline.
fn read_lines(
    file: &File,
    first: u64,
    last: u64,
    into: &mut Reading<'_, '_>,
) -> Result<(), Failure> {
    let mut reader = BufReader::with_capacity(64 << 10, file);
    let (mut line, mut number, mut at) = (Vec::new(), 1, 0);
    let mut newline = false;
    while number <= last {
        if number < first {
            let skipped = reader.skip_until(b'\n').map_err(|error| into.failed(error))?;
            if skipped == 0 {
                break;
            }
            at += skipped as u64;
            into.work.step("lines")?;
            number += 1;
            continue;
        }
        line.clear();
        let read = reader
            .by_ref()
            .take(MAX_READ + 1)
            .read_until(b'\n', &mut line)
            .map_err(|error| into.failed(error))?;
        if read == 0 {
            break;
        }
        if newline {
            into.text.push_raw("\\n");
        }
        if into.text.len() + line.len() > MAX_SENT / 2 {
            return Err(into.too_large());
        }
        newline = line.pop_if(|byte| *byte == b'\n').is_some();
        into.push(&line, at)?;
        at += read as u64;
        into.work.step("lines")?;
        number += 1;
    }
    Ok(())
}

/// The last `lines` lines without the last one's newline and where they begin, none if they are
/// too long.
fn last_lines(file: &mut File, lines: u64) -> io::Result<Option<(u64, Vec<u8>)>> {
    const CHUNK: u64 = 64 << 10;
    let end = file.seek(SeekFrom::End(0))?;
    let (mut from, mut wanted) = (end, lines);
    let mut chunks: Vec<Vec<u8>> = Vec::new();
    'search: while from > 0 {
        let size = from.min(CHUNK);
        file.seek(SeekFrom::Start(from - size))?;
        let mut chunk = Vec::new();
        file.by_ref().take(size).read_to_end(&mut chunk)?;
        let begin = from - size;
        for at in memchr::memrchr_iter(b'\n', &chunk) {
            if begin + at as u64 + 1 == end {
                continue;
            }
            wanted -= 1;
            if wanted == 0 {
                chunk.drain(..=at);
                from = begin + at as u64 + 1;
                chunks.push(chunk);
                break 'search;
            }
        }
        from = begin;
        chunks.push(chunk);
        if end - from > MAX_READ {
            return Ok(None);
        }
    }
    chunks.reverse();
    let mut bytes = chunks.concat();
    bytes.pop_if(|byte| *byte == b'\n');
    Ok((end - from <= MAX_READ).then_some((from, bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn part_of(bytes: &[u8], part: Part) -> Result<String, String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        let mut text = Escaped::default();
        let work = &mut Work::alone();
        read_part(file, part, &mut Reading { path: "f".as_ref(), text: &mut text, work })
            .map_err(|failure| failure.to_string())?;
        let quoted = format!("\"{}\"", str::from_utf8(text.as_bytes()).unwrap());
        Ok(serde_json::from_str(&quoted).unwrap())
    }

    fn read(text: &str, part: Part) -> String {
        part_of(text.as_bytes(), part).unwrap()
    }

    #[test]
    fn head_and_tail_count_lines_not_newlines() {
        let head = |lines| Part::Lines(1, lines);
        for text in ["a\nb\nc", "a\nb\nc\n"] {
            assert_eq!(read(text, head(1)), "a");
            assert_eq!(read(text, head(2)), "a\nb");
            assert_eq!(read(text, head(9)), "a\nb\nc");
            assert_eq!(read(text, Part::Last(1)), "c");
            assert_eq!(read(text, Part::Last(2)), "b\nc");
            assert_eq!(read(text, Part::Last(9)), "a\nb\nc");
            assert_eq!(read(text, Part::Lines(2, 2)), "b");
            assert_eq!(read(text, Part::Lines(2, u64::MAX)), "b\nc");
            assert_eq!(read(text, Part::Lines(4, 9)), "");
            assert_eq!(read(text, Part::Lines(0, 1)), read(text, head(1)));
        }
        assert_eq!(read("a\n\n\n", Part::Last(2)), "\n");
        assert_eq!(read("a\n\n\n", head(2)), "a\n");
        assert_eq!(read("", head(3)), "");
        assert_eq!(read("", Part::Last(3)), "");
    }

    #[test]
    fn tail_reads_over_chunks() {
        let line = "x".repeat(50_000);
        let text = format!("{line}\n{line}\n{line}\n");
        assert_eq!(read(&text, Part::Last(2)), format!("{line}\n{line}"));
        assert_eq!(read(&text, Part::Last(3)), text.trim_end());
    }

    #[test]
    fn a_part_in_bytes_keeps_characters_whole() {
        assert_eq!(read("aüb", Part::Bytes(0, 2)), "a");
        assert_eq!(read("aüb", Part::Bytes(2, 2)), "b");
        assert_eq!(read("aüb", Part::Bytes(1, 2)), "ü");
        assert_eq!(read("aüb", Part::Bytes(9, 2)), "");
        assert_eq!(read("aüb", Part::Bytes(1, 0)), "");
    }

    #[test]
    fn characters_are_whole_over_pieces() {
        for shift in 0..4 {
            let text = format!("{}{}", "x".repeat(shift), "🦊ü".repeat(200_000));
            assert_eq!(read(&text, Part::Whole), text);
        }
    }

    #[test]
    fn what_is_not_text_says_from_where() {
        let whole = |bytes: &[u8]| part_of(bytes, Part::Whole).unwrap_err();
        assert!(whole(b"text\xff").contains("from byte 4 on"));
        assert!(whole(b"text\xc3").contains("from byte 4 on"));
        let late = [vec![b'x'; 300 << 10], vec![0xff]].concat();
        assert!(whole(&late).contains("from byte 307200 on"));
        assert!(part_of(b"a\n\xff\n", Part::Last(1)).unwrap_err().contains("from byte 2 on"));
        assert!(part_of(b"a\n\xff\n", Part::Lines(2, 2)).unwrap_err().contains("from byte 2 on"));
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        for part in [Part::Whole, Part::Last(1), Part::Lines(1, 1)] {
            let file = tempfile::tempfile().unwrap();
            file.set_len(MAX_READ + 1).unwrap();
            let mut text = Escaped::default();
            let work = &mut Work::alone();
            let read =
                read_part(file, part, &mut Reading { path: "f".as_ref(), text: &mut text, work });
            assert!(matches!(read, Err(Failure::TooLarge { .. })), "{part:?}");
        }
    }
}
