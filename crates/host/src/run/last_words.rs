//! What a server last wrote to standard error, as far as it tells why it ended.

use paddock_supervisor::Job;

/// Lines that are shown with its end.
const SHOWN: usize = 8;

/// What the programs that start servers say whatever happens, by how it begins.
const CHATTER: &[&str] = &[
    "npm notice",
    "npm warn",
    "npm info",
    "npm error A complete log of this run",
    "npm error     /",
    "npm ERR! A complete log of this run",
    "npm ERR!     /",
    "[notice]",
    "[pip] ",
    "Node.js v",
    "(Use `node --trace-",
];

/// Edges of the boxes in which update notifiers write.
const BOXES: &[char] = &['╭', '╰', '│', '┌', '└', '┃', '┏', '┗'];

/// The end of what a process wrote to standard error.
pub(super) fn last_lines(job: &Job) -> String {
    const LINES: usize = 100;
    let tail = job.stderr().tail(0);
    let from = tail.lines.len().saturating_sub(LINES);
    let lines: Vec<_> = tail.lines[from..].iter().map(|line| line.text.as_ref()).collect();
    lines.join("\n")
}

/// Its last lines that say something.
pub(super) fn last_words(stderr: &str) -> String {
    let lines = stderr.lines().map(str::trim_end).filter(|line| says_something(line));
    let mut last: Vec<_> = lines.rev().take(SHOWN).collect();
    last.reverse();
    last.join("\n")
}

fn says_something(line: &str) -> bool {
    let text = line.trim_start();
    let is_chatter = CHATTER.iter().any(|chatter| begins_with(text, chatter));
    let is_frame = text.len() < line.len() && text.starts_with("at ");
    !text.is_empty() && !is_chatter && !is_frame && !text.starts_with(BOXES)
}

fn begins_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_npm_says_of_itself_are_nobodys_last_words() {
        let stderr = "npm warn deprecated node-domexception@1.0.0: use the platform\n\
            Usage: mcp-server <folder>\n\
            npm notice\n\
            npm notice New major version of npm available! 10.8.2 -> 11.6.0\n\
            npm notice To update run: npm install -g npm@11.6.0\n\
            npm notice\n";
        assert_eq!(last_words(stderr), "Usage: mcp-server <folder>");
        let stderr = "missing DATABASE_URL\n╭───────╮\n│ Update available 1 → 2 │\n╰───────╯\n\n";
        assert_eq!(last_words(stderr), "missing DATABASE_URL");
        let stderr = "npm error code E404\nnpm error 404 Not Found: no-such-package\n\
            npm error A complete log of this run can be found in:\n\
            npm error     /home/ada/.npm/_logs/x.log";
        let said = "npm error code E404\nnpm error 404 Not Found: no-such-package";
        assert_eq!(last_words(stderr), said);
    }

    #[test]
    fn a_usage_is_shown_whole_and_a_trace_without_its_frames() {
        let usage = "error: no folder given\nUsage: server [OPTIONS] <FOLDER>\n  --help  this";
        assert_eq!(last_words(usage), usage);
        let frames = "    at Module.load (node:internal:1)\n".repeat(20);
        let trace = format!("Error: Cannot find module 'x'\n{frames}\nNode.js v22.1.0\n");
        assert_eq!(last_words(&trace), "Error: Cannot find module 'x'");
        let many = "a line\n".repeat(100);
        assert_eq!(last_words(&many).lines().count(), SHOWN);
    }
}
