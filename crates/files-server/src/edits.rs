//! Replacing passages of a text, and showing what that changed.

use std::fmt::Write;

use similar::{Algorithm, DiffOp, TextDiff};

/// One passage to replace.
#[derive(Debug)]
pub(crate) struct Edit<'a> {
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
}

/// A text whose lines end with `\n`, and how they ended.
#[derive(Debug)]
pub(crate) struct Normal<'a> {
    pub(crate) text: String,
    original: &'a str,
}

/// How many equal lines are shown around a change.
const CONTEXT: usize = 4;

impl<'a> Normal<'a> {
    pub(crate) fn of(original: &'a str) -> Self {
        Self { text: unix_lines(original), original }
    }

    /// `edited` with each line ended as it was in the original, and new lines as most were.
    pub(crate) fn with_its_own_line_ends(&self, edited: &str) -> String {
        let crlf = self.original.matches("\r\n").count();
        if crlf == 0 {
            return edited.to_owned();
        }
        let mostly_crlf = crlf * 2 >= self.original.matches('\n').count();
        let old: Vec<_> = self.original.split_inclusive('\n').collect();
        let new: Vec<_> = edited.split_inclusive('\n').collect();
        let mut restored = String::with_capacity(edited.len() + crlf);
        for op in lines(&self.text, edited).ops() {
            if let DiffOp::Equal { old_index, len, .. } = *op {
                restored.extend(old[old_index..old_index + len].iter().copied());
                continue;
            }
            for line in &new[op.new_range()] {
                match line.strip_suffix('\n') {
                    Some(line) if mostly_crlf => restored.extend([line, "\r\n"]),
                    _ => restored.push_str(line),
                }
            }
        }
        restored
    }
}

/// `text` with the edits made one after the other, or the passage that is not in it.
///
/// A passage that is not there to the letter is looked for line by line without regard to the
/// space around each line, and the new lines are indented as the old ones were.
pub(crate) fn apply(text: &str, edits: &[Edit<'_>]) -> Result<String, String> {
    let mut text = text.to_owned();
    for edit in edits {
        let (old, new) = (unix_lines(edit.old), unix_lines(edit.new));
        if text.contains(&old) {
            text = text.replacen(&old, &new, 1);
        } else {
            text = loosely(&text, &old, &new).ok_or_else(|| edit.old.to_owned())?;
        }
    }
    Ok(text)
}

fn loosely(text: &str, old: &str, new: &str) -> Option<String> {
    let (lines, old): (Vec<_>, Vec<_>) = (text.split('\n').collect(), old.split('\n').collect());
    let same =
        |window: &[&str]| window.iter().zip(&old).all(|(line, old)| line.trim() == old.trim());
    let at = lines.windows(old.len()).position(same)?;
    let indent = indent(lines[at]);
    let new =
        new.split('\n').enumerate().map(|(index, line)| reindented(line, index, indent, &old));
    let mut edited: Vec<String> = lines[..at].iter().map(|&line| line.to_owned()).collect();
    edited.extend(new);
    edited.extend(lines[at + old.len()..].iter().map(|&line| line.to_owned()));
    Some(edited.join("\n"))
}

/// The new line at `index`, as deep beneath `base` as it is deeper than the line it replaces.
fn reindented(line: &str, index: usize, base: &str, old: &[&str]) -> String {
    if index == 0 {
        return format!("{base}{}", line.trim_start());
    }
    let (was, is) = (indent(old.get(index).unwrap_or(&"")), indent(line));
    if was.is_empty() || is.is_empty() {
        return line.to_owned();
    }
    let deeper = is.chars().count().saturating_sub(was.chars().count());
    format!("{base}{}{}", " ".repeat(deeper), line.trim_start())
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// What changed, as a unified diff in a Markdown code block.
pub(crate) fn shown_diff(path: &str, old: &str, new: &str) -> String {
    let mut diff = format!("Index: {path}\n{}\n", "=".repeat(67));
    let _ = write!(diff, "--- {path}\toriginal\n+++ {path}\tmodified\n");
    let changes = lines(old, new);
    let (old, new): (Vec<_>, Vec<_>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    for hunk in changes.grouped_ops(CONTEXT) {
        write_hunk(&mut diff, &hunk, &old, &new);
    }
    let mut fence = String::from("```");
    while diff.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}diff\n{diff}{fence}\n\n")
}

fn write_hunk(diff: &mut String, hunk: &[DiffOp], old: &[&str], new: &[&str]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let range = |start: usize, end: usize| {
        // A range of no lines is told by the line before it.
        format!("{},{}", if end > start { start + 1 } else { start }, end - start)
    };
    let was = range(first.old_range().start, last.old_range().end);
    let is = range(first.new_range().start, last.new_range().end);
    let _ = writeln!(diff, "@@ -{was} +{is} @@");
    for op in hunk {
        let is_equal = matches!(op, DiffOp::Equal { .. });
        let removed = if is_equal { ' ' } else { '-' };
        for line in &old[op.old_range()] {
            write_line(diff, removed, line);
        }
        for line in new[op.new_range()].iter().filter(|_| !is_equal) {
            write_line(diff, '+', line);
        }
    }
}

fn write_line(diff: &mut String, sign: char, line: &str) {
    diff.push(sign);
    diff.push_str(line);
    if !line.ends_with('\n') {
        diff.push_str("\n\\ No newline at end of file\n");
    }
}

fn lines<'a>(old: &'a str, new: &'a str) -> TextDiff<'a, 'a, str> {
    TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(old, new)
}

fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, old: &str, new: &str) -> Result<String, String> {
        apply(text, &[Edit { old, new }])
    }

    #[test]
    fn the_first_exact_passage_is_replaced() {
        assert_eq!(edited("a\nb\na\n", "a", "$&"), Ok("$&\nb\na\n".into()));
        assert_eq!(edited("a\nb\n", "a\r\nb", "c"), Ok("c\n".into()));
        assert_eq!(edited("a\n", "x", "y"), Err("x".into()));
    }

    #[test]
    fn a_passage_indented_otherwise_keeps_the_files_indent() {
        let text = "fn f() {\n    if a {\n        b();\n    }\n}\n";
        let old = "if a {\n    b();\n}";
        let new = "if a {\n        c();\n}";
        let expected = "fn f() {\n    if a {\n        c();\n}\n}\n";
        assert_eq!(edited(text, old, new), Ok(expected.into()));
    }

    #[test]
    fn lines_keep_the_ends_they_had() {
        let original = "a\r\nb\r\nc\nd";
        let normal = Normal::of(original);
        assert_eq!(normal.with_its_own_line_ends("a\nx\ny\nc\nd"), "a\r\nx\r\ny\r\nc\nd");
        assert_eq!(normal.with_its_own_line_ends(&normal.text), original);
    }

    #[test]
    fn a_diff_is_unified_and_fenced() {
        let said = shown_diff("/f", "a\nb", "a\n```\n");
        let body = "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+```\n";
        let head = format!("Index: /f\n{}\n--- /f\toriginal\n+++ /f\tmodified\n", "=".repeat(67));
        assert_eq!(said, format!("````diff\n{head}{body}````\n\n"));
    }
}
