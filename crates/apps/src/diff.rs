//! What a change looks like to a person.

use std::ops::Range;

use paddock_core::text::shown_lines;
use similar::TextDiff;

use crate::config::Config;
use crate::mask::{masked, spans};

/// Where an entry stands before and after a change.
pub(crate) struct Region {
    pub(crate) before: Range<usize>,
    pub(crate) after: Range<usize>,
}

/// Lines longer than this, in bytes, are cut.
const LONGEST: usize = 2000;

/// The difference of two texts of one config, safe to show, with secrets masked, but for literals
/// that are `ours`. A config in one long line is compared in the `regions` that change.
pub(crate) fn diff(old: &Config, new: &Config, regions: &[Region], ours: &[String]) -> String {
    let (old_spans, mut new_spans) = (spans(&old.root, &old.text), spans(&new.root, &new.text));
    new_spans.retain(|span| {
        let written = |it: &Region| it.after.start <= span.start && span.end <= it.after.end;
        let is_ours = ours.iter().any(|it| *it == new.text[span.clone()]);
        !(is_ours && regions.iter().any(written))
    });
    let has_long_lines = old.text.lines().any(|line| line.len() > LONGEST);
    if !has_long_lines {
        return unified(&masked(&old.text, &old_spans), &masked(&new.text, &new_spans));
    }
    let parts = regions.iter().map(|Region { before, after }| {
        unified(&part(&old.text, &old_spans, before), &part(&new.text, &new_spans, after))
    });
    parts.collect()
}

fn part(text: &str, spans: &[Range<usize>], region: &Range<usize>) -> String {
    let within = spans.iter().filter(|it| region.start <= it.start && it.end <= region.end);
    let moved: Vec<_> = within.map(|it| it.start - region.start..it.end - region.start).collect();
    masked(&text[region.clone()], &moved) + "\n"
}

fn unified(old: &str, new: &str) -> String {
    // The line ends stay; to show each would hide what changes.
    let (old, new) = (old.replace("\r\n", "\n"), new.replace("\r\n", "\n"));
    let diff = TextDiff::from_lines(&old, &new).unified_diff().context_radius(3).to_string();
    let lines = diff.lines().map(|line| {
        let line = shown_lines(line);
        if line.len() <= LONGEST {
            return line;
        }
        format!("{}…", &line[..line.floor_char_boundary(LONGEST)])
    });
    lines.fold(String::new(), |out, line| out + &line + "\n")
}
