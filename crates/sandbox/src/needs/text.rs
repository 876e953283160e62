//! Whether a granted folder is to be filled in within text that is run as a program.
//!
//! The words of a command are read as the programs among them would read them, as far as their options
//! are known. What is not known is taken for an option with a value: rather a folder too many is
//! refused than a name run.

use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::Path;

use super::told::is_filled_in;

/// Programs that are given text to run.
struct Evaluating {
    /// Without the version that may be behind it.
    names: &'static [&'static str],
    /// Short options before text.
    text: &'static str,
    /// Short options without a value.
    flags: &'static str,
    /// Short options before the program, which ends the options.
    program: &'static str,
    /// Where the text may be.
    words: Words,
}

/// Which words are text, or may say that text follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// One word; those behind it are the text's own arguments.
    One,
    /// As many as there are options for.
    Several,
    /// Options stand before and behind other words, or all words become one text.
    All,
}

const EVALUATING: &[Evaluating] = &[
    Evaluating {
        names: &["ash", "bash", "dash", "ksh", "mksh", "rbash", "sh", "yash", "zsh"],
        text: "c",
        flags: "abefhiklmnprstuvxBCDEHPT",
        program: "",
        words: Words::One,
    },
    Evaluating {
        names: &["csh", "elvish", "fish", "nu", "tcsh", "xonsh"],
        text: "cC",
        flags: "ilNnPv",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["ipython", "micropython", "pypy", "python"],
        text: "c",
        flags: "bBdEhiIOPqRsSuvVx",
        program: "m",
        words: Words::One,
    },
    Evaluating {
        names: &["bun", "deno", "node", "nodejs", "ts-node", "tsx"],
        text: "ep",
        flags: "ibcATsv",
        program: "",
        words: Words::One,
    },
    Evaluating {
        names: &["R", "Rscript", "elixir", "julia", "lua", "luajit", "ruby"],
        text: "eE",
        flags: "acdhinqsvwWS",
        program: "",
        words: Words::Several,
    },
    Evaluating { names: &["guile"], text: "ce", flags: "qs", program: "", words: Words::Several },
    Evaluating {
        names: &["perl"],
        text: "eE",
        flags: "acfnpstTuUvwWX",
        program: "",
        words: Words::Several,
    },
    Evaluating {
        names: &["php"],
        text: "rBRE",
        flags: "aCehilmnqsvw",
        program: "f",
        words: Words::Several,
    },
    Evaluating {
        names: &["bunx", "npm", "npx", "pnpm", "yarn"],
        text: "c",
        flags: "gqryDs",
        program: "",
        words: Words::One,
    },
    Evaluating {
        names: &["powershell", "pwsh"],
        text: "",
        flags: "",
        program: "",
        words: Words::All,
    },
    Evaluating {
        names: &["runuser", "script", "sg", "su"],
        text: "c",
        flags: "",
        program: "",
        words: Words::All,
    },
    Evaluating { names: &["nix-shell"], text: "", flags: "", program: "", words: Words::All },
];

/// Long options before text, of whatever program.
const LONG: &[&str] = &["call", "command", "eval", "init-command", "print", "run"];

/// Long options without a value: these, and those that begin so.
const LONG_FLAGS: &[&str] = &[
    "experimental-fetch",
    "experimental-modules",
    "experimental-sqlite",
    "experimental-strip-types",
    "experimental-transform-types",
    "experimental-vm-modules",
    "expose-gc",
    "inspect",
    "isolated",
    "login",
    "norc",
    "noprofile",
    "permission",
    "preserve-symlinks",
    "quiet",
    "silent",
    "transpile-only",
    "vanilla",
    "watch",
    "yes",
];
const LONG_FLAGS_BY_START: &[&str] = &["enable-", "no-", "prefer-", "trace-"];

/// Commands of package managers, behind which their own options go on.
const OF_NPM: (&[&str], &[&str]) = (&["npm", "pnpm", "yarn"], &["dlx", "exec", "x"]);

/// Subcommands of which the next operand is text.
const SUBCOMMANDS: &[(&str, &str)] = &[("deno", "eval"), ("bun", "exec")];

/// Programs that hand all their words to a shell.
const TO_A_SHELL: &[&str] = &["concurrently", "nodemon", "ssh", "supergateway"];

/// Options of which the value is called as a program is, and is none.
const BEFORE_A_NAME: &[&str] = &[
    "-u",
    "--hostname",
    "--lang",
    "--language",
    "--name",
    "--network",
    "--runtime",
    "--shell",
    "--user",
];

/// Options of which the value is the program. Options of others, and the image that it is in, come
/// before its own.
const BEFORE_A_PROGRAM: &[&str] = &["--command", "--entrypoint"];

/// What only program text has.
const OF_SHELLS: &[&str] = &["&&", "||", "; ", " | ", "`", "$(", "\n"];

/// Whether a granted folder is to be filled in within text that one of these words has run. Told by the
/// words alone, so that it holds for programs that are not followed.
pub fn fills_text(program: &Path, args: &[OsString]) -> bool {
    let words: Vec<&OsStr> =
        iter::once(program.as_os_str()).chain(args.iter().map(OsString::as_os_str)).collect();
    words.iter().any(|word| looks_like_text(word))
        || (0..words.len()).any(|at| program_fills_text(&words, at))
}

fn looks_like_text(word: &OsStr) -> bool {
    let text = word.to_string_lossy();
    is_filled_in(word)
        && (text.starts_with("cd ") || OF_SHELLS.iter().any(|mark| text.contains(mark)))
}

/// The same for the program that this word may be.
fn program_fills_text(words: &[&OsStr], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| words[at].to_str()).unwrap_or_default();
    if BEFORE_A_NAME.contains(&before) {
        return false;
    }
    let Some(word) = words[at].to_str() else { return false };
    let (word, is_inside) = match word.split_once('=') {
        Some((option, value)) if BEFORE_A_PROGRAM.contains(&option) => (value, true),
        _ => (word, BEFORE_A_PROGRAM.contains(&before)),
    };
    let Some(name) = plain_name(word) else { return false };
    let after = &words[at + 1..];
    if TO_A_SHELL.contains(&name) {
        return after.iter().any(|word| is_filled_in(word));
    }
    let found = EVALUATING.iter().find(|it| it.names.contains(&name));
    found.is_some_and(|it| it.fills_text(name, after, is_inside))
}

/// The name of a program, without its folder and version.
fn plain_name(word: &str) -> Option<&str> {
    let name = Path::new(word).file_name()?.to_str()?;
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let version = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    Some(name[..version].trim_end_matches('-'))
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
    /// Whether a folder is filled in within the options, their values or the text, and there is a text.
    fn fills_text(&self, name: &str, words: &[&OsStr], all: bool) -> bool {
        let all = all || self.words == Words::All;
        let (mut asks, mut fills) = (false, false);
        let (mut last, mut modes, mut ended) = (Says::Nothing, 0, false);
        for word in words {
            let text = word.to_string_lossy();
            fills |= is_filled_in(word);
            if ended {
                break;
            }
            ended = text == "--" && !all;
            if text.starts_with('-') || self.has_modes() && text.starts_with('+') {
                last = self.says(&text);
                asks |= last == Says::Text;
                modes += usize::from(last == Says::Text && self.names_mode(&text));
                if last == Says::Program && (all || text.len() > 2) {
                    break;
                }
                continue;
            }
            let goes_on = match last {
                Says::MaybeValue => true,
                Says::Text => self.words == Words::Several,
                Says::Nothing | Says::Program => false,
            };
            last = Says::Nothing;
            if SUBCOMMANDS.contains(&(name, &*text)) {
                asks = true;
            } else if modes > 0 {
                modes -= 1;
            } else if !all && !goes_on && !is_of_npm(name, &text) {
                break;
            }
        }
        asks && fills
    }

    fn says(&self, option: &str) -> Says {
        if self.names.contains(&"pwsh") {
            return match option.trim_start_matches('-').to_ascii_lowercase().as_str() {
                "c" | "command" => Says::Text,
                "f" | "file" => Says::Program,
                _ => Says::Nothing,
            };
        }
        match option.strip_prefix("--") {
            Some(long) => says_long(long),
            None => self.says_short(option),
        }
    }

    fn says_short(&self, option: &str) -> Says {
        let is_plus = option.starts_with('+');
        let mut letters = option[1..].chars();
        while let Some(letter) = letters.next() {
            if !is_plus && self.text.contains(letter) {
                return Says::Text;
            }
            if self.program.contains(letter) {
                return Says::Program;
            }
            // The name of a mode is the next word, and not what is behind the letter.
            let is_mode = self.has_modes() && matches!(letter, 'o' | 'O');
            if !is_mode && !self.flags.contains(letter) && !letter.is_ascii_digit() {
                // What is behind it may be its value.
                return if letters.as_str().is_empty() { Says::MaybeValue } else { Says::Nothing };
            }
        }
        if self.names_mode(option) { Says::MaybeValue } else { Says::Nothing }
    }

    /// Shells take the name of a mode behind an `o` among letters, as in `-euo pipefail`.
    fn has_modes(&self) -> bool {
        self.names.contains(&"sh")
    }

    fn names_mode(&self, option: &str) -> bool {
        self.has_modes() && !option.starts_with("--") && option.contains(['o', 'O'])
    }
}

fn is_of_npm(name: &str, word: &str) -> bool {
    OF_NPM.0.contains(&name) && OF_NPM.1.contains(&word)
}

fn says_long(option: &str) -> Says {
    let (name, has_value) =
        option.split_once('=').map_or((option, false), |(name, _)| (name, true));
    let is_flag = LONG_FLAGS.contains(&name)
        || LONG_FLAGS_BY_START.iter().any(|start| name.starts_with(start));
    if LONG.contains(&name) {
        Says::Text
    } else if is_flag || has_value || name.is_empty() {
        Says::Nothing
    } else {
        Says::MaybeValue
    }
}

#[cfg(test)]
mod tests;
