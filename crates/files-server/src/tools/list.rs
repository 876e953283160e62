use std::{borrow::Cow, fmt::Write, path::Path};

use serde::Deserialize;

use paddock_core::percent;
use paddock_core::text::spelled;

use super::{Effect, Failure, MAX_TEXT, Output, PathText, Tool, search_files::after};
use crate::{
    beneath::Kind,
    reach,
    roots::Roots,
    walk::{MAX_ENTRIES, as_name},
    wire::{answer::Outcome, escaped::Escaped},
    work::Work,
};

pub(super) const LIST_DIRECTORY: Tool = Tool {
    name: "list_directory",
    title: "List Directory",
    description: "List what is in a folder, sorted by name, one entry a line: [DIR] before a \
                  folder, [FILE] before anything else. Works in the granted folders only.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"cursor":{"type":"string","description":"Where an answer before this one stopped"}},"required":["path"]}"#,
    output: Output::Pages,
    effect: Effect::Reads,
    run: list,
};

pub(super) const LIST_DIRECTORY_WITH_SIZES: Tool = Tool {
    name: "list_directory_with_sizes",
    title: "List Directory with Sizes",
    description: "List what is in a folder with the size of each file and their sum, sorted by \
                  name or size. Works in the granted folders only.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"},"sortBy":{"type":"string","enum":["name","size"],"default":"name","description":"Sort entries by name or size"},"cursor":{"type":"string","description":"Where an answer before this one stopped"}},"required":["path"]}"#,
    output: Output::Pages,
    effect: Effect::Reads,
    run: list_with_sizes,
};

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    path: PathText<'a>,
    #[serde(borrow)]
    cursor: Option<Cow<'a, str>>,
    #[serde(default, rename = "sortBy")]
    sort_by: SortBy,
}

#[derive(Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum SortBy {
    #[default]
    Name,
    Size,
}

fn list(arguments: &str, roots: &Roots, work: &mut Work<'_>) -> Result<Outcome, Failure> {
    let Arguments { path, cursor, .. } = serde_json::from_str(arguments)?;
    let after = after(cursor.as_deref())?;
    let after = after.as_ref().map(|after| after.as_os_str().as_encoded_bytes());
    let (_, entries) = reach::entries(roots, &path, MAX_ENTRIES)?;
    let mut text = Escaped::with_capacity(entries.len() * 32);
    let mut last: Option<&[u8]> = None;
    for (name, kind) in entries.iter() {
        if after.is_some_and(|after| name <= after) {
            continue;
        }
        work.step("entries")?;
        if text.len() > MAX_TEXT {
            let cursor = last.map(|last| percent::encoded(Path::new(as_name(last))));
            return Ok(Outcome::text(text).and_more_behind(cursor));
        }
        if !text.is_empty() {
            text.push_raw("\\n");
        }
        text.push_raw(mark(kind));
        push_name(&mut text, name);
        last = Some(name);
    }
    Ok(Outcome::text(text))
}

fn mark(kind: Kind) -> &'static str {
    if kind == Kind::Folder { "[DIR] " } else { "[FILE] " }
}

/// Adds a name as it is spelled.
pub(super) fn push_name(text: &mut Escaped, name: &[u8]) {
    match plain(name) {
        Some(name) => text.push_raw(name),
        None => text.push(&spelled(as_name(name))),
    }
}

/// The name as text, if that needs neither to be spelled nor to be escaped.
pub(super) fn plain(name: &[u8]) -> Option<&str> {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    str::from_utf8(name).ok().filter(|name| name.as_bytes().iter().all(is_plain))
}

fn list_with_sizes(
    arguments: &str,
    roots: &Roots,
    work: &mut Work<'_>,
) -> Result<Outcome, Failure> {
    let Arguments { path, cursor, sort_by } = serde_json::from_str(arguments)?;
    let told_before = cursor.map_or(Ok(0), |cursor| cursor.parse::<usize>());
    let told_before = told_before.map_err(|_| Failure::Cursor)?;
    let (folder, entries) = reach::entries(roots, &path, MAX_ENTRIES)?;
    let mut sized = Vec::with_capacity(entries.len());
    let (mut files, mut folders, mut total) = (0_usize, 0_usize, 0_u64);
    for (name, kind) in entries.iter() {
        work.step("entries")?;
        let own = folder.size(as_name(name)).unwrap_or(Some(0));
        // What a link points to counts if it may be reached.
        let size = own.or_else(|| {
            reach::about(roots, &path.join(as_name(name))).ok().map(|about| about.len())
        });
        let size = size.unwrap_or(0);
        sized.push((name, kind, size));
        if kind == Kind::Folder {
            folders += 1;
        } else {
            files += 1;
            total += size;
        }
    }
    if sort_by == SortBy::Size {
        sized.sort_by_key(|&(_, _, size)| std::cmp::Reverse(size));
    }
    let mut text = Escaped::with_capacity(entries.len() * 56);
    for (index, (name, kind, size)) in sized.into_iter().enumerate().skip(told_before) {
        if text.len() > MAX_TEXT {
            return Ok(Outcome::text(text).and_more_behind(Some(index.to_string())));
        }
        write_sized(&mut text, name, kind, size);
    }
    let _ = write!(text, "\nTotal: {files} files, {folders} directories\n");
    let _ = write!(text, "Combined size: {}", formatted(total));
    Ok(Outcome::text(text))
}

/// A line with columns as the common server has them: names are padded to 30 UTF-16 units.
fn write_sized(text: &mut Escaped, name: &[u8], kind: Kind, size: u64) {
    const NAME: usize = 30;
    text.push_raw(mark(kind));
    let name = spelled(as_name(name));
    let width = name.encode_utf16().count();
    text.push(&name);
    let size = if kind == Kind::Folder { String::new() } else { formatted(size) };
    let padding = NAME.saturating_sub(width);
    let size_width = if kind == Kind::Folder { 0 } else { 10 };
    let _ = writeln!(text, "{:padding$} {size:>size_width$}", "");
}

fn formatted(size: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KB", "MB", "GB", "TB"];
    if size < 1024 {
        return format!("{size} B");
    }
    let unit = (size.ilog2() / 10).min(4);
    #[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
    let number = size as f64 / (1_u64 << (10 * unit)) as f64;
    format!("{number:.2} {}", UNITS[unit as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_as_the_common_server_tells_them() {
        let cases = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KB"),
            (1536, "1.50 KB"),
            (5 << 20, "5.00 MB"),
            (1 << 40, "1.00 TB"),
            (5 << 50, "5120.00 TB"),
        ];
        for (size, expected) in cases {
            assert_eq!(formatted(size), expected);
        }
    }
}
