//! Tables for people: aligned, as wide as the terminal at the most, and whole where there is none.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::out::{Out, Tone};

const GAP: usize = 2;
/// What a column keeps when there is too little room.
const LEAST: usize = 8;

#[derive(Debug)]
pub(crate) struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Cell {
    text: String,
    tone: Tone,
}

impl Cell {
    pub(crate) fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::toned(text, Tone::Plain)
    }
}

impl Table {
    pub(crate) fn new(heads: impl IntoIterator<Item = String>) -> Self {
        Self { heads: heads.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row: one cell for each column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as lines, without a last line's end.
    pub(crate) fn written(&self, out: &Out) -> String {
        let widths = self.widths(out.width());
        let heads: Vec<_> = self.heads.iter().map(|it| Cell::toned(it, Tone::Faint)).collect();
        let rows = std::iter::once(&heads).chain(&self.rows);
        let lines = rows.map(|row| line(row, &widths, out));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn widths(&self, room: Option<usize>) -> Vec<usize> {
        let mut widths: Vec<_> = self.heads.iter().map(|head| head.width()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.text.width().max(*width);
            }
        }
        let Some(room) = room else { return widths };
        let gaps = GAP * widths.len().saturating_sub(1);
        while widths.iter().sum::<usize>() + gaps > room {
            // The widest gives way.
            match widths.iter_mut().max() {
                Some(widest) if *widest > LEAST => *widest -= 1,
                _ => break,
            }
        }
        widths
    }
}

fn line(row: &[Cell], widths: &[usize], out: &Out) -> String {
    let mut line = String::new();
    let mut owed = 0;
    for (cell, width) in row.iter().zip(widths) {
        let text = cut(&cell.text, *width);
        if !text.is_empty() {
            line.push_str(&" ".repeat(owed));
            owed = 0;
            line.push_str(&out.paint(cell.tone, &text));
        }
        owed += width - text.width().min(*width) + GAP;
    }
    line
}

/// Text with its middle left out where it is too wide: beginnings and ends of paths tell most.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let head = taken(text.chars(), kept / 2);
    let tail = taken(text.chars().rev(), kept - kept / 2);
    let tail: String = tail.chars().rev().collect();
    format!("{head}…{tail}")
}

fn taken(chars: impl Iterator<Item = char>, room: usize) -> String {
    let mut used = 0;
    chars
        .take_while(|c| {
            used += c.width().unwrap_or(0);
            used <= room
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["Name".to_owned(), "Folder".to_owned(), "State".to_owned()]);
        table.row(["日本".into(), "/home/ann/projects/acme/website".into(), "Running".into()]);
        table.row(["notes".into(), String::new().into(), "Stopped".into()]);
        table
    }

    #[test]
    fn without_a_terminal_nothing_is_cut() {
        let written = table().written(&Out::new(false));
        let lines: Vec<_> = written.lines().collect();
        assert_eq!(lines[0], "Name   Folder                           State");
        assert_eq!(lines[1], "日本   /home/ann/projects/acme/website  Running");
        assert_eq!(lines[2], "notes                                   Stopped");
    }

    #[test]
    fn in_a_narrow_terminal_the_widest_column_gives_way() {
        let widths = table().widths(Some(36));
        assert_eq!(widths, [5, 20, 7]);
        assert_eq!(cut("/home/ann/projects/acme/website", 20), "/home/ann…me/website");
        assert_eq!(table().widths(Some(3)), [5, 8, 7], "no column vanishes");
    }

    #[test]
    fn what_is_cut_is_never_wider_than_its_room() {
        for width in 1..12 {
            assert!(cut("日本語の長い名前", width).width() <= width);
        }
    }
}
