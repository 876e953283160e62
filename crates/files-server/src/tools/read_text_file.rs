use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use serde::Deserialize;

use super::{Count, Failure, READ_ONLY, Tool};
use crate::{reach, roots::Roots, shown::shown};

/// How much of a file one call reads, in bytes. The answer carries it up to twice.
pub(super) const MAX_READ: u64 = 16 << 20;

pub(super) const TOOL: Tool = Tool {
    name: "read_text_file",
    title: "Read text file",
    description: "Read a UTF-8 text file in one of the granted folders, whole, or only its first \
                  (head) or last (tail) lines.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"head":{"type":"number","description":"Read only this many lines from the start; 0 reads all"},"tail":{"type":"number","description":"Read only this many lines from the end; 0 reads all"}},"required":["path"]}"#,
    annotations: READ_ONLY,
    run,
};

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    path: Cow<'a, str>,
    head: Option<Count>,
    tail: Option<Count>,
}

fn run(arguments: &str, roots: &Roots) -> Result<String, Failure> {
    let Arguments { path, head, tail } = serde_json::from_str(arguments)?;
    let given = |count: Option<Count>| count.map_or(0, |Count(lines)| lines);
    let part = match (given(head), given(tail)) {
        (0, 0) => whole,
        (_, 0) => first_lines,
        (0, _) => last_lines,
        _ => return Err(Failure::HeadAndTail),
    };
    let mut file = reach::read(roots, &path)?;
    let shown = || shown(Path::new(&*path));
    let bytes = part(&mut file, given(head).max(given(tail)))
        .map_err(|source| Failure::Reading { path: shown(), source })?
        .ok_or_else(|| Failure::TooLarge { path: shown(), limit: MAX_READ })?;
    String::from_utf8(bytes)
        .map_err(|error| Failure::Binary { path: shown(), at: error.utf8_error().valid_up_to() })
}

/// The file's bytes, none if there are too many.
fn whole(file: &mut File, _lines: usize) -> io::Result<Option<Vec<u8>>> {
    let size = file.metadata()?.len();
    if size > MAX_READ {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    // The file may grow meanwhile, and some tell no size at all.
    file.take(MAX_READ + 1).read_to_end(&mut bytes)?;
    Ok(within_limit(bytes))
}

/// The first `lines` lines without the last one's newline, none if they are too long.
fn first_lines(file: &mut File, lines: usize) -> io::Result<Option<Vec<u8>>> {
    let mut reader = BufReader::new(file.take(MAX_READ + 1));
    let mut bytes = Vec::new();
    for _ in 0..lines {
        if reader.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
    }
    without_last_newline(&mut bytes);
    Ok(within_limit(bytes))
}

/// The last `lines` lines without the last one's newline, none if they are too long.
fn last_lines(file: &mut File, lines: usize) -> io::Result<Option<Vec<u8>>> {
    const CHUNK: u64 = 64 << 10;
    let mut from = file.seek(SeekFrom::End(0))?;
    // Back to front, so that earlier chunks are appended.
    let mut backwards: Vec<u8> = Vec::new();
    let mut wanted = lines;
    while from > 0 {
        let size = from.min(CHUNK);
        from -= size;
        file.seek(SeekFrom::Start(from))?;
        let mut chunk = Vec::new();
        file.by_ref().take(size).read_to_end(&mut chunk)?;
        for byte in chunk.into_iter().rev() {
            if byte == b'\n' && !backwards.is_empty() {
                wanted -= 1;
                if wanted == 0 {
                    return Ok(forwards(backwards));
                }
            }
            backwards.push(byte);
        }
        if backwards.len() as u64 > MAX_READ {
            return Ok(None);
        }
    }
    Ok(forwards(backwards))
}

fn forwards(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    bytes.reverse();
    without_last_newline(&mut bytes);
    within_limit(bytes)
}

fn without_last_newline(bytes: &mut Vec<u8>) {
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
}

fn within_limit(bytes: Vec<u8>) -> Option<Vec<u8>> {
    (bytes.len() as u64 <= MAX_READ).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(
        part: fn(&mut File, usize) -> io::Result<Option<Vec<u8>>>,
        text: &str,
        lines: usize,
    ) -> String {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        String::from_utf8(part(&mut file, lines).unwrap().unwrap()).unwrap()
    }

    #[test]
    fn head_and_tail_count_lines_not_newlines() {
        for text in ["a\nb\nc", "a\nb\nc\n"] {
            assert_eq!(read(first_lines, text, 1), "a");
            assert_eq!(read(first_lines, text, 2), "a\nb");
            assert_eq!(read(first_lines, text, 9), "a\nb\nc");
            assert_eq!(read(last_lines, text, 1), "c");
            assert_eq!(read(last_lines, text, 2), "b\nc");
            assert_eq!(read(last_lines, text, 9), "a\nb\nc");
        }
        assert_eq!(read(last_lines, "a\n\n\n", 2), "\n");
        assert_eq!(read(first_lines, "", 3), "");
        assert_eq!(read(last_lines, "", 3), "");
    }

    #[test]
    fn tail_reads_over_chunks() {
        let line = "x".repeat(50_000);
        let text = format!("{line}\n{line}\n{line}\n");
        assert_eq!(read(last_lines, &text, 2), format!("{line}\n{line}"));
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let mut file = tempfile::tempfile().unwrap();
        file.set_len(MAX_READ + 1).unwrap();
        for part in [whole, first_lines, last_lines] {
            file.seek(SeekFrom::Start(0)).unwrap();
            assert_eq!(part(&mut file, 1).unwrap(), None);
        }
        file.set_len(MAX_READ).unwrap();
        for part in [whole, first_lines, last_lines] {
            file.seek(SeekFrom::Start(0)).unwrap();
            assert_eq!(part(&mut file, 1).unwrap().unwrap().len() as u64, MAX_READ);
        }
    }
}
