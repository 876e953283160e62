use std::path::{Component, Path};

use paddock_core::guarded::Believed;
use paddock_sandbox::believed::check;

/// How long the numbers before a name are, without its id.
const HEAD: usize = 40;

/// Reads `data` as a file in Git's folder, and its first byte as which one.
///
/// # Panics
///
/// It may be believed, and Git would be led out of the repository, or find it to be another thing where
/// it begins to read it elsewhere.
pub fn believed(data: &[u8]) {
    let Some((kind, content)) = data.split_first() else { return };
    let (believed, id) = match kind % 4 {
        0 => (Believed::Index, 20),
        1 => (Believed::Index, 32),
        2 => (Believed::Reference, 20),
        _ => (Believed::PackedReferences, 20),
    };
    if check(believed, content, id).is_err() {
        return;
    }
    match believed {
        Believed::Index => index(content, id),
        Believed::Reference => reference(content),
        Believed::PackedReferences => packed(content),
    }
}

fn reference(content: &[u8]) {
    let line = content.strip_suffix(b"\n").unwrap_or(content);
    match line.strip_prefix(b"ref: ") {
        Some(name) => is_below_refs(name),
        None => assert!(line.iter().all(u8::is_ascii_hexdigit)),
    }
}

fn packed(content: &[u8]) {
    let lines = content.split(|&byte| byte == b'\n');
    for line in lines.filter(|line| !matches!(line, [] | [b'#' | b'^', ..])) {
        let name = line.iter().position(|&byte| byte == b' ').expect("a name comes after an id");
        is_below_refs(&line[name + 1..]);
    }
}

fn is_below_refs(name: &[u8]) {
    assert!(name.starts_with(b"refs/"), "{}", name.escape_ascii());
    is_inside(name);
}

fn is_inside(path: &[u8]) {
    let text = String::from_utf8_lossy(path);
    let mut parts = Path::new(&*text).components();
    assert!(!path.is_empty() && parts.all(is_name), "{}", path.escape_ascii());
}

fn is_name(part: Component<'_>) -> bool {
    match part {
        Component::Normal(name) => !name.eq_ignore_ascii_case(".git"),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => {
            false
        }
    }
}

fn index(content: &[u8], id: usize) {
    let (names, end) = entries(content, 12, number(content, 8), id);
    for name in &names {
        is_inside(name);
    }
    let last = content.len() - id;
    // Git looks there for where the extensions begin.
    if let Some(at) = last.checked_sub(12 + id).filter(|at| content[*at..].starts_with(b"EOIE")) {
        assert_eq!(number(content, at + 8), end);
    }
    let mut at = end;
    while at < last {
        let part = &content[at + 8..at + 8 + number(content, at + 4)];
        match &content[at..at + 4] {
            b"link" => panic!("a part of it is elsewhere"),
            b"IEOT" => {
                let blocks = part[4..].chunks_exact(8);
                let blocks = blocks.map(|it| entries(content, number(it, 0), number(it, 4), id).0);
                assert_eq!(blocks.flatten().collect::<Vec<_>>(), names);
            }
            _ => {}
        }
        at += 8 + part.len();
    }
    assert_eq!(at, last);
}

/// The names of so many from there on, as Git reads them where nothing comes before, and where the
/// next one would begin.
fn entries(content: &[u8], mut at: usize, count: usize, id: usize) -> (Vec<Vec<u8>>, usize) {
    let is_shortened = number(content, 4) == 4;
    let mut names: Vec<Vec<u8>> = Vec::new();
    for _ in 0..count {
        let (begin, flags) = (at, short(content, at + HEAD + id));
        at += HEAD + id + if flags & 0x4000 == 0 { 2 } else { 4 };
        let mut name = names.last().filter(|_| is_shortened).cloned().unwrap_or_default();
        if is_shortened {
            let left_out = varying(content, &mut at);
            name.truncate(name.len().saturating_sub(left_out));
        }
        let rest = match flags & 0xfff {
            0xfff => content[at..].iter().position(|&byte| byte == 0).expect("it has an end"),
            length => length - name.len(),
        };
        name.extend(&content[at..at + rest]);
        at += rest + 1;
        if !is_shortened {
            at = begin + (at - begin).next_multiple_of(8);
        }
        names.push(name);
    }
    (names, at)
}

fn number(content: &[u8], at: usize) -> usize {
    let bytes = content[at..].first_chunk().expect("it has four bytes");
    usize::try_from(u32::from_be_bytes(*bytes)).expect("it is a length")
}

fn short(content: &[u8], at: usize) -> usize {
    let bytes = content[at..].first_chunk().expect("it has two bytes");
    usize::from(u16::from_be_bytes(*bytes))
}

fn varying(content: &[u8], at: &mut usize) -> usize {
    let mut length = 0;
    loop {
        let byte = content[*at];
        *at += 1;
        length += usize::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return length;
        }
        length = (length + 1) << 7;
    }
}
