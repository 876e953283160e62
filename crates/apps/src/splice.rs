//! Edits of a text: all that no edit names stays as it is, to the byte.

use std::ops::Range;

/// What to put in place of a part of the text.
#[derive(Debug)]
pub(crate) struct Edit {
    pub(crate) span: Range<usize>,
    pub(crate) text: String,
}

/// The text with all edits made; none if two of them are in each other's way.
pub(crate) fn apply(text: &str, edits: &mut [Edit]) -> Option<String> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits.iter() {
        out.push_str(text.get(at..edit.span.start)?);
        out.push_str(&edit.text);
        text.get(edit.span.clone())?;
        at = edit.span.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

/// Where a part of the old text that no edit reaches out of is in the new one.
pub(crate) fn moved(part: &Range<usize>, edits: &[Edit]) -> Range<usize> {
    let grown = |wanted: &dyn Fn(&Edit) -> bool, at: usize| {
        edits
            .iter()
            .filter(|edit| wanted(edit))
            .fold(at, |at, edit| (at + edit.text.len()).saturating_sub(edit.span.len()))
    };
    let start = grown(&|edit| edit.span.start < part.start, part.start);
    start..grown(&|edit| edit.span.start <= part.end, part.end)
}

/// Where the line begins in which `at` is.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line ends in which `at` is, before its line end.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    if end > at && text[..end].ends_with('\r') { end - 1 } else { end }
}

/// Where the line above a line that begins at `start` ends.
pub(crate) fn step_back(text: &str, start: usize) -> Option<usize> {
    let above = text[..start].strip_suffix('\n')?;
    Some(above.strip_suffix('\r').unwrap_or(above).len())
}

/// What is before `at` on its line, if that is blank.
pub(crate) fn indent_before(text: &str, at: usize) -> Option<&str> {
    Some(&text[line_start(text, at)..at]).filter(|before| is_blank(before))
}

pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' ' | '\t' | '\r' | '\n'))
}

/// The line end in use around `at`.
pub(crate) fn newline(text: &str, at: usize) -> &'static str {
    let near = text[at..].find('\n').map(|newline| at + newline).or_else(|| text[..at].rfind('\n'));
    match near {
        Some(newline) if text[..newline].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// The line and column of `at`, both from 1; columns count characters.
pub(crate) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.matches('\n').count() + 1;
    (line, before[line_start(before, before.len())..].chars().count() + 1)
}
