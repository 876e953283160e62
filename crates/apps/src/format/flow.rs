//! Pairs in brackets, with commas.

use std::ops::Range;

use super::Format;
use crate::splice::{Edit, indent_before, is_blank, line_end, line_start, newline};
use crate::tree::{Node, Pair};

/// Puts `new` behind `pair`: on lines of their own, if it has one of its own.
pub(super) fn insert(text: &str, open: usize, pair: &Pair, new: &[String]) -> Edit {
    let start = pair.key_span.start;
    let own_line = line_start(text, start) > open && indent_before(text, start).is_some();
    let between = if own_line {
        format!(",{}{}", newline(text, start), indent_before(text, start).unwrap_or_default())
    } else {
        ", ".to_owned()
    };
    let at = pair.node.span.end;
    let text = new.iter().fold(String::new(), |out, pair| out + &between + pair);
    Edit { span: at..at, text }
}

/// Takes `pair` out, with the comma that is one too many then.
pub(super) fn remove(format: Format, text: &str, holder: &Node, pair: &Pair) -> Option<Vec<Edit>> {
    let pairs = &holder.map()?.pairs;
    let index = pairs.iter().position(|it| std::ptr::eq(it, pair))?;
    let whole = pair.parts.first().filter(|_| pair.parts.len() == 1)?.clone();
    let close = holder.span.end.checked_sub(1)?;
    let until = pairs.get(index + 1).map_or(close, |next| next.key_span.start);
    if let Some(comma) = comma(format, text, whole.end..until) {
        return Some(vec![cut(text, whole.start..comma + 1)]);
    }
    let Some(before) = index.checked_sub(1).and_then(|at| pairs.get(at)) else {
        return Some(vec![cut(text, whole)]);
    };
    let comma = comma(format, text, before.node.span.end..whole.start)?;
    if is_blank(&text[comma + 1..whole.start]) {
        return Some(vec![Edit { span: comma..whole.end, text: String::new() }]);
    }
    Some(vec![Edit { span: comma..comma + 1, text: String::new() }, cut(text, whole)])
}

/// Takes out `span`: its lines, if nothing else is on them, otherwise what is blank behind it.
fn cut(text: &str, span: Range<usize>) -> Edit {
    let end = line_end(text, span.end);
    let alone = is_blank(&text[span.end..end]) && indent_before(text, span.start).is_some();
    let (start, end) = if alone && end < text.len() {
        let newline = if text[end..].starts_with('\r') { 2 } else { 1 };
        (line_start(text, span.start), end + newline)
    } else {
        let behind = &text[span.end..end];
        (span.start, end - behind.trim_start_matches([' ', '\t']).len())
    };
    Edit { span: start..end, text: String::new() }
}

/// The first comma in `span` that is not in a comment.
fn comma(format: Format, text: &str, span: Range<usize>) -> Option<usize> {
    let mut at = span.start;
    while at < span.end {
        let rest = &text[at..span.end];
        let line = || rest.find('\n').unwrap_or(rest.len());
        at += match format {
            Format::Json if rest.starts_with("//") => line(),
            Format::Json if rest.starts_with("/*") => {
                rest.find("*/").map_or(rest.len(), |it| it + 2)
            }
            Format::Toml | Format::Yaml if rest.starts_with('#') => line(),
            Format::Json | Format::Toml | Format::Yaml => {
                let c = rest.chars().next()?;
                if c == ',' {
                    return Some(at);
                }
                c.len_utf8()
            }
        };
    }
    None
}
