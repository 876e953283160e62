//! Whether a granted folder is to be filled in within text that is run as a program.
//!
//! The words of a command are read as the programs among them would read them, as far as their options
//! are known. A long option that is not known is taken for one with a value, and a letter that is not
//! known hides none behind it: rather a folder too many is refused than a name run.

mod programs;

use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::Path;

use self::programs::{EVALUATING, Evaluating, LONG, LONG_FLAGS, LONG_FLAGS_BY_START, Words};
use super::told::is_filled_in;

/// Commands of package managers, behind which their own options go on.
const OF_NPM: (&[&str], &[&str]) = (&["npm", "pnpm", "yarn"], &["dlx", "exec", "x"]);

/// Subcommands of which the next operand is text.
const SUBCOMMANDS: &[(&str, &str)] = &[("bun", "exec"), ("deno", "eval")];

/// Programs that hand all their words to a shell.
const TO_A_SHELL: &[&str] = &["concurrently", "nodemon", "sg", "ssh", "supergateway"];

/// Words that are programs of their own only at the beginning, or behind a program that starts others.
const EVERYDAY_WORDS: &[&str] = &["runuser", "script", "sg", "ssh", "su"];
const STARTING: &[&str] = &[
    "docker",
    "env",
    "flatpak",
    "nerdctl",
    "nice",
    "nohup",
    "podman",
    "setsid",
    "sudo",
    "systemd-run",
    "timeout",
];

/// Options of which the value may be called as a program is, and is none.
const BEFORE_A_NAME: &[&str] =
    &["--hostname", "--lang", "--language", "--lsp", "--name", "--network", "--runtime", "--shell"];
/// The same for those that start containers.
const CONTAINERS: &[&str] = &["docker", "nerdctl", "podman"];
const BEFORE_A_USER: &[&str] = &["-u", "--user"];

/// Options of which the value is the program. Options of the container, and the image or app that it is
/// in, come before its own.
const BEFORE_A_PROGRAM: &[&str] = &["--command", "--entrypoint"];
/// Options of containers without a value.
const OF_CONTAINERS: &[&str] = &[
    "--detach",
    "--init",
    "--interactive",
    "--privileged",
    "--read-only",
    "--rm",
    "--tty",
    "-P",
    "-d",
    "-i",
    "-it",
    "-t",
    "-ti",
];

/// Options of which the value is text, whatever program they are of, if it is more than one word.
const BEFORE_A_LINE: &[&str] = &["--command", "--commands", "--eval", "--exec", "--execute"];

/// What only program text has.
const OF_SHELLS: &[&str] = &["&&", "||", " | ", "`", "$(", "\n"];

/// Whether a granted folder is to be filled in within text that one of these words has run. Told by the
/// words alone, so that it holds for programs that are not followed.
pub fn fills_text(program: &Path, args: &[OsString]) -> bool {
    let words: Vec<&OsStr> =
        iter::once(program.as_os_str()).chain(args.iter().map(OsString::as_os_str)).collect();
    (0..words.len()).any(|at| is_text(&words, at) || program_fills_text(&words, at))
}

/// Whether this word is text by its looks, or by the option before it.
fn is_text(words: &[&OsStr], at: usize) -> bool {
    if !is_filled_in(words[at]) {
        return false;
    }
    let text = words[at].to_string_lossy();
    let is_line = |value: &str| value.trim().contains(' ');
    let option = before(words, at);
    let (attached, value) = text.split_once('=').unwrap_or_default();
    // Settings have `; ` between them as well: `Data Source=…; Mode=ro`.
    let parts = text.split_once("; ").is_some_and(|(first, _)| !first.contains('='));
    text.starts_with("cd ")
        || parts
        || OF_SHELLS.iter().any(|mark| text.contains(mark))
        || BEFORE_A_LINE.contains(&option) && is_line(&text)
        || BEFORE_A_LINE.contains(&attached) && is_line(value)
}

fn before<'a>(words: &[&'a OsStr], at: usize) -> &'a str {
    at.checked_sub(1).and_then(|at| words[at].to_str()).unwrap_or_default()
}

/// Whether a folder is filled into the text of the program that this word may be.
fn program_fills_text(words: &[&OsStr], at: usize) -> bool {
    let option = before(words, at);
    let first = words[0].to_str().and_then(plain_name).unwrap_or_default();
    let is_user = CONTAINERS.contains(&first) && BEFORE_A_USER.contains(&option);
    if is_user || BEFORE_A_NAME.contains(&option) {
        return false;
    }
    let Some(word) = words[at].to_str() else { return false };
    let (word, option) = match word.split_once('=') {
        Some((option, value)) if BEFORE_A_PROGRAM.contains(&option) => (value, option),
        _ => (word, option),
    };
    let Some(name) = plain_name(word) else { return false };
    if EVERYDAY_WORDS.contains(&name) && at > 0 && !STARTING.contains(&first) {
        return false;
    }
    let after = &words[at + 1..];
    let fills = |after: &[&OsStr]| {
        EVALUATING.iter().any(|it| it.names.contains(&name) && it.fills_text(name, after))
    };
    if TO_A_SHELL.contains(&name) {
        return after.iter().any(|word| is_filled_in(word));
    }
    match option {
        "--entrypoint" => fills(behind_image(after)),
        // Before an app, or before the program's own options.
        "--command" => fills(after) || fills(behind_image(after)),
        _ => fills(after),
    }
}

/// The name of a program, without its folder and version, and that of an image or package of it.
fn plain_name(word: &str) -> Option<&str> {
    let name = Path::new(word).file_name()?.to_str()?;
    let end = name.char_indices().skip(1).find(|(_, c)| matches!(c, '@' | ':'));
    let name = end.map_or(name, |(end, _)| &name[..end]);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let digit = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (plain, version) = name.split_at(digit);
    let number = version.split('-').next().unwrap_or_default();
    let is_version = number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 't'));
    Some(if is_version { plain.trim_end_matches('-') } else { name })
}

/// What is behind the options of a container, and its image.
fn behind_image<'a, 'b>(mut words: &'a [&'b OsStr]) -> &'a [&'b OsStr] {
    while let Some((word, rest)) = words.split_first() {
        let text = word.to_string_lossy();
        words = rest;
        if !text.starts_with('-') {
            return words;
        }
        if !text.contains('=') && !OF_CONTAINERS.contains(&&*text) {
            words = words.get(1..).unwrap_or_default();
        }
    }
    words
}

/// What an option says of the words behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Text,
    Nothing,
    /// It may have a value.
    MaybeValue,
    /// What it is followed by, or holds, is the program.
    Program,
}

impl Evaluating {
    /// Whether a folder is filled into text among these words behind the program.
    fn fills_text(&self, name: &str, words: &[&OsStr]) -> bool {
        let (mut asks, mut is_next) = (false, false);
        let (mut last, mut modes) = (Says::Nothing, 0);
        for (at, word) in words.iter().enumerate() {
            let text = word.to_string_lossy();
            if text == "--" && self.words != Words::All {
                return is_next && words.get(at + 1).is_some_and(|text| is_filled_in(text));
            }
            if text.starts_with('-') || text.starts_with('+') {
                last = self.says(&text);
                match last {
                    Says::Text if is_filled_in(word) => return true,
                    Says::Text => (asks, is_next) = (true, true),
                    Says::Program if text.len() > 2 || self.words == Words::All => return false,
                    Says::Program | Says::Nothing | Says::MaybeValue => {}
                }
                modes += usize::from(last == Says::Text && self.names_mode(&text));
                continue;
            }
            let was = std::mem::replace(&mut last, Says::Nothing);
            let may_be_text = is_next || asks && self.words == Words::All;
            if may_be_text && is_filled_in(word) {
                return true;
            }
            if modes > 0 {
                modes -= 1;
                continue;
            }
            // It may be no text yet.
            if was == Says::MaybeValue || is_of_npm(name, &text) {
                continue;
            }
            if SUBCOMMANDS.contains(&(name, &*text)) {
                (asks, is_next) = (true, true);
            } else if is_next && self.words != Words::One {
                is_next = false;
            } else if self.words != Words::All || self.is_powershell() && !asks {
                return false;
            }
        }
        false
    }

    fn says(&self, option: &str) -> Says {
        if self.is_powershell() {
            return match option.trim_start_matches('-').to_ascii_lowercase().as_str() {
                "c" | "command" | "commandwithargs" | "cwa" => Says::Text,
                "f" | "file" => Says::Program,
                "login" | "mta" | "noexit" | "nologo" | "noninteractive" | "noprofile" | "sta" => {
                    Says::Nothing
                }
                _ => Says::MaybeValue,
            };
        }
        match option.strip_prefix("--") {
            Some(long) => self.says_long(long),
            None => self.says_short(option),
        }
    }

    fn says_long(&self, option: &str) -> Says {
        let (name, has_value) =
            option.split_once('=').map_or((option, false), |(name, _)| (name, true));
        let is_flag = LONG_FLAGS.contains(&name)
            || LONG_FLAGS_BY_START.iter().any(|start| name.starts_with(start));
        if LONG.contains(&name) {
            Says::Text
        } else if self.names.contains(&"R") && ["args", "file"].contains(&name) {
            Says::Program
        } else if is_flag || has_value {
            Says::Nothing
        } else {
            Says::MaybeValue
        }
    }

    fn says_short(&self, option: &str) -> Says {
        if option.starts_with('+') && !self.has_modes() {
            return Says::Nothing;
        }
        let is_minus = option.starts_with('-');
        let (letters, has_value) = option[1..]
            .split_once('=')
            .map_or((&option[1..], false), |(letters, _)| (letters, true));
        let mut maybe = self.names_mode(option);
        for (at, letter) in letters.char_indices() {
            let is_last = at + letter.len_utf8() == letters.len();
            if is_minus && self.text.contains(letter) {
                return Says::Text;
            }
            if self.program.contains(letter) {
                return Says::Program;
            }
            if self.valued.contains(letter) {
                return if is_last && !has_value { Says::MaybeValue } else { Says::Nothing };
            }
            maybe |= !self.flags.contains(letter) && !letter.is_ascii_digit() && !has_value;
        }
        if maybe { Says::MaybeValue } else { Says::Nothing }
    }

    /// Shells take the name of a mode behind an `o` among letters, as in `-euo pipefail`.
    fn has_modes(&self) -> bool {
        self.names.contains(&"sh")
    }

    fn names_mode(&self, option: &str) -> bool {
        self.has_modes() && !option.starts_with("--") && option.contains(['o', 'O'])
    }

    fn is_powershell(&self) -> bool {
        self.names.contains(&"pwsh")
    }
}

fn is_of_npm(name: &str, word: &str) -> bool {
    OF_NPM.0.contains(&name) && OF_NPM.1.contains(&word)
}

#[cfg(test)]
mod tests;
