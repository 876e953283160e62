//! A shell script that says to a server again what was said to it.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::PathBuf;

use paddock_core::text::{is_hidden, shown};

use super::{Kept, Masks};
use crate::view::Direction;

/// How a server was launched, as far as a script needs it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Launched {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
    pub(crate) cwd: PathBuf,
    /// Variables that are the server's own, without their values.
    pub(crate) env_names: Vec<String>,
}

/// For POSIX shells. What was waited for then is given a second now, or `$PAUSE`.
pub(super) fn write(name: &str, launched: &Launched, masks: &Masks, messages: &[Kept]) -> String {
    let mut script = String::from("#!/bin/sh\n");
    // Escaped, so that a name can't end its line.
    let _ = writeln!(script, "# Says to the server {} again what Paddock said to it.", shown(name));
    script.push_str(
        "# Secrets are masked: put them where *** stands, or into the variables below.\n\
         set -eu\n",
    );
    for variable in launched.env_names.iter().filter(|name| is_name(name)) {
        let _ =
            writeln!(script, ": \"${{{variable}?is a variable of this server: set it first}}\"");
        let _ = writeln!(script, "export {variable}");
    }
    script.push_str("pause() { sleep \"${PAUSE:-1}\"; }\nsay() { printf '%s\\n' \"$1\"; }\n");
    if words(launched, masks).any(|word| word.contains(is_hidden)) {
        script.push_str("# Characters of its command that can't be seen are spelled out.\n");
    }
    let quoted_cwd = quoted(&shown(&*launched.cwd.to_string_lossy()));
    let _ = writeln!(script, "cd -- {quoted_cwd}\n\n{{");
    say_all(&mut script, masks, messages);
    script.push_str("    pause\n} | ");
    let line: Vec<_> = words(launched, masks).skip(1).map(|word| quoted(&shown(word))).collect();
    script.push_str(&line.join(" "));
    script.push('\n');
    script
}

/// Where the server starts, its program and its arguments.
fn words<'a>(launched: &'a Launched, masks: &'a Masks) -> impl Iterator<Item = String> + 'a {
    let paths = [&launched.cwd, &launched.program].into_iter();
    let paths = paths.map(|path| path.to_string_lossy().into_owned());
    paths.chain(launched.args.iter().map(|arg| masks.mask(&arg.to_string_lossy())))
}

/// The same message with its hidden characters as JSON spells them: pasted into a terminal, they would
/// take back what stands before them. All are in strings, but for spaces between values.
fn spelled_out(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    for c in message.chars() {
        match c {
            '\t' | '\r' | '\n' => text.push(' '),
            _ if is_hidden(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
            _ => text.push(c),
        }
    }
    text
}

fn say_all(script: &mut String, masks: &Masks, messages: &[Kept]) {
    let mut heard = false;
    let mut last = None;
    for message in messages {
        if last.is_some_and(|last: u32| message.number > last + 1) {
            script.push_str("    # Messages between these are no longer kept.\n");
        }
        last = Some(message.number);
        if message.direction == Direction::FromServer {
            heard = true;
            continue;
        }
        if std::mem::take(&mut heard) {
            script.push_str("    pause\n");
        }
        if message.cut() {
            let (kept, size) = (message.line.len(), message.size);
            let _ = writeln!(script, "    # Left out: only {kept} of its {size} bytes are kept.");
        } else {
            let _ = writeln!(script, "    say {}", quoted(&spelled_out(&message.text(masks))));
        }
    }
}

/// One word of a POSIX shell, whatever is in it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Whether a shell knows it as the name of a variable.
fn is_name(text: &str) -> bool {
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(begins) && text.chars().all(|c| begins(c) || c.is_ascii_digit())
}
