//! Programs that run the command which follows their own options.

use std::ffi::OsString;

struct Wrapper {
    name: &'static str,
    /// Options that are followed by a value, or have it after an equals sign, or a letter's right
    /// behind it.
    with_value: &'static [&'static str],
    /// Options without one.
    alone: &'static [&'static str],
    /// How many words of its own come before the command.
    words: usize,
}

const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        name: "ionice",
        with_value: &["-c", "--class", "-n", "--classdata"],
        alone: &["-t", "--ignore"],
        words: 0,
    },
    Wrapper { name: "nice", with_value: &["-n", "--adjustment"], alone: &[], words: 0 },
    Wrapper { name: "nohup", with_value: &[], alone: &[], words: 0 },
    Wrapper {
        name: "setsid",
        with_value: &[],
        alone: &["-c", "--ctty", "-f", "--fork", "-w", "--wait"],
        words: 0,
    },
    Wrapper {
        name: "stdbuf",
        with_value: &["-i", "--input", "-o", "--output", "-e", "--error"],
        alone: &[],
        words: 0,
    },
    Wrapper {
        name: "time",
        with_value: &["-f", "--format", "-o", "--output"],
        alone: &["-a", "--append", "-p", "--portability", "-q", "--quiet", "-v", "--verbose"],
        words: 0,
    },
    Wrapper {
        name: "timeout",
        with_value: &["-k", "--kill-after", "-s", "--signal"],
        alone: &["-f", "--foreground", "-p", "--preserve-status", "-v", "--verbose"],
        words: 1,
    },
];

/// Programs that run what a file or their arguments say, in ways that are not followed.
const RUNNERS: &[&str] = &[
    "ant",
    "arch",
    "asdf",
    "awk",
    "bundle",
    "bwrap",
    "caffeinate",
    "cargo",
    "chroot",
    "chrt",
    "cmake",
    "composer",
    "conda",
    "direnv",
    "doppler",
    "dotenv",
    "dotenvx",
    "entr",
    "erl",
    "expect",
    "faketime",
    "fastmcp",
    "find",
    "firejail",
    "flask",
    "flock",
    "gawk",
    "gdb",
    "ghci",
    "gmake",
    "go",
    "gradle",
    "groovy",
    "gunicorn",
    "hatch",
    "hypercorn",
    "iex",
    "ipython",
    "ipython3",
    "jbang",
    "jshell",
    "just",
    "kotlin",
    "ltrace",
    "make",
    "mamba",
    "mawk",
    "mcp",
    "micromamba",
    "mise",
    "mix",
    "mono",
    "mvn",
    "ninja",
    "nix",
    "nix-shell",
    "numactl",
    "ocaml",
    "op",
    "osascript",
    "parallel",
    "pdm",
    "pixi",
    "poetry",
    "prlimit",
    "rake",
    "runghc",
    "rye",
    "sbcl",
    "sbt",
    "scala",
    "screen",
    "script",
    "setarch",
    "setpriv",
    "socat",
    "strace",
    "streamlit",
    "swift",
    "task",
    "taskset",
    "tclsh",
    "tmux",
    "unbuffer",
    "unshare",
    "uvicorn",
    "watch",
    "wine",
    "xargs",
];

/// Runners that hand what is behind a command on to it as it is, with the word before the command.
/// Those that make shell text of it are not among them.
const HANDING_ON: &[(&str, &str)] = &[
    ("cargo", "run"),
    ("doppler", "run"),
    ("dotenvx", "run"),
    ("go", "run"),
    ("mise", "exec"),
    ("op", "run"),
    ("poetry", "run"),
];
/// Those of them that have no options of their own behind the program. Of others, `--` says where those
/// end.
const PROGRAM_ENDS_OPTIONS: &[&str] = &["go", "poetry"];

/// What is known of a wrapper's arguments.
pub(super) struct Wrapped<'a> {
    /// Its own, up to the command.
    pub(super) own: &'a [OsString],
    pub(super) command: &'a [OsString],
}

pub(super) fn is_wrapper(name: &str) -> bool {
    WRAPPERS.iter().any(|wrapper| wrapper.name == name)
}

pub(super) fn is_runner(name: &str) -> bool {
    RUNNERS.contains(&name)
}

/// The command that a runner hands words on to, if nothing before it may have a value. Of `cargo` and of
/// sources of `go`, all that is left is what the program is told.
pub(super) fn handed_on<'a>(name: &str, args: &'a [OsString]) -> Option<Wrapped<'a>> {
    let (_, before) = HANDING_ON.iter().find(|(runner, _)| *runner == name)?;
    let (first, rest) = args.split_first()?;
    let has_end = rest.first().is_some_and(|it| it == "--");
    // Poetry takes its options from among the program's, if a `--` follows anywhere.
    let ends_later = !has_end && name == "poetry" && rest.iter().any(|it| it == "--");
    let is_told = has_end || PROGRAM_ENDS_OPTIONS.contains(&name) && !ends_later;
    if first != before || !is_told {
        return None;
    }
    let own = if has_end { 2 } else { 1 };
    let is_source = |word: &OsString| word.as_encoded_bytes().ends_with(b".go");
    let sources = args[own..].iter().take_while(|it| name == "go" && is_source(it)).count();
    let (own, command) = args.split_at(own + sources);
    if name == "cargo" || sources > 0 {
        return Some(Wrapped { own, command: &[] });
    }
    let program = command.first()?;
    let is_option = program.as_encoded_bytes().starts_with(b"-");
    (!is_option).then_some(Wrapped { own, command })
}

/// The command that a wrapper runs, if all before it is known.
pub(super) fn wrapped<'a>(name: &str, args: &'a [OsString]) -> Option<Wrapped<'a>> {
    let wrapper = WRAPPERS.iter().find(|wrapper| wrapper.name == name)?;
    let mut at = 0;
    while let Some(text) = args.get(at).and_then(|arg| arg.to_str()) {
        if text == "--" {
            at += 1;
            break;
        }
        if !text.starts_with('-') || text == "-" {
            break;
        }
        at += wrapper.skipped(text)?;
    }
    let start = at + wrapper.words;
    let (own, command) = args.split_at_checked(start)?;
    (!command.is_empty()).then_some(Wrapped { own, command })
}

impl Wrapper {
    /// How many arguments an option takes, if it is known.
    fn skipped(&self, option: &str) -> Option<usize> {
        let (long, value) = option.split_once('=').unwrap_or((option, ""));
        let has_value = |known: &&&str| match known.strip_prefix("--") {
            Some(_) => long == **known && !value.is_empty(),
            None => option.starts_with(**known),
        };
        let is_number = option[1..].chars().all(|c| c.is_ascii_digit());
        if self.with_value.contains(&option) {
            return Some(2);
        }
        let is_known = self.alone.contains(&option)
            || self.with_value.iter().any(|known| has_value(&known))
            || self.name == "nice" && is_number;
        is_known.then_some(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapper_s_own_words_are_told_from_the_command() {
        let of = |words: &[&str]| {
            let args: Vec<_> = words[1..].iter().map(OsString::from).collect();
            wrapped(words[0], &args).map(|it| it.command.join("|".as_ref()))
        };
        let command = Some("python3|-k|x".into());
        for before in [
            &["timeout", "1000"][..],
            &["timeout", "-k", "5", "--signal=KILL", "--foreground", "10m"],
            &["timeout", "-sKILL", "--", "5"],
            &["nice", "-n", "10"],
            &["nice", "-10"],
            &["stdbuf", "-oL", "-e", "0"],
            &["ionice", "-c3"],
            &["setsid", "--wait"],
            &["nohup"],
        ] {
            assert_eq!(of(&[before, &["python3", "-k", "x"]].concat()), command, "{before:?}");
        }
        for unknown in [&["timeout", "5"][..], &["timeout", "--other", "5", "x"], &["nohup"]] {
            assert_eq!(of(unknown), None, "{unknown:?}");
        }
    }
}
