//! Pairs that have lines of their own.

use std::ops::Range;

use crate::splice::{Edit, indent_before, line_end, line_start, newline, step_back};
use crate::tree::Pair;

/// Puts `new` on lines below `pair`.
pub(super) fn insert(text: &str, pair: &Pair, new: &[String]) -> Edit {
    let start = pair.key_span.start;
    let line = line_start(text, start);
    // A key behind the dash of a list stands where those below it do.
    let indent = indent_before(text, start)
        .map_or_else(|| " ".repeat(text[line..start].chars().count()), str::to_owned);
    let between = format!("{}{indent}", newline(text, start));
    let at = line_end(text, pair.node.span.end);
    let text = new.iter().fold(String::new(), |out, pair| out + &between + pair);
    Edit { span: at..at, text }
}

/// Takes the lines of `pair` out, if none of them is the first of `region`.
pub(super) fn remove(text: &str, region: &Range<usize>, pair: &Pair) -> Option<Vec<Edit>> {
    let parts = pair.parts.iter().map(|part| lines(text, region, part));
    parts.collect()
}

fn lines(text: &str, region: &Range<usize>, part: &Range<usize>) -> Option<Edit> {
    indent_before(text, part.start)?;
    let mut start = step_back(text, line_start(text, part.start))?;
    let is_table = text[part.start..].starts_with('[');
    // A header has empty lines before it, which go with it.
    while is_table && start > region.start {
        let above = line_start(text, start);
        let Some(before) = step_back(text, above) else { break };
        if !text[above..start].trim().is_empty() || before < region.start {
            break;
        }
        start = before;
    }
    if start < region.start {
        return None;
    }
    Some(Edit { span: start..line_end(text, part.end), text: String::new() })
}
