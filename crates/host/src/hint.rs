//! What may help where something failed, guessed by the signs there are. What a program says is its
//! own word: it is searched for phrases, and nothing of it is taken over.

use std::path::Path;

use paddock_supervisor::{Exit, Tier};

use crate::view::{Hint, PartView};

/// How much of what a program said is searched, from its end.
const SEARCHED: usize = 64 << 10;

/// The code with which shells and `env` end if there is no such program.
const NO_SUCH_PROGRAM: i32 = 127;
/// The code with which many programs end if they were called in a wrong way.
const WRONG_USE: i32 = 2;

/// What browsers say that could not make a sandbox of their own, in small letters.
const NO_BROWSER_SANDBOX: &[&str] = &[
    "no usable sandbox",
    "namespace sandbox",
    "failed to move to new namespace",
    "suid sandbox helper",
    "without --no-sandbox",
    // Playwright and chrome-devtools-mcp, in place of what the browser says.
    "chromium sandboxing failed",
    "crbug.com/638180",
];

/// What Puppeteer says of a browser that ended at its start, in small letters. Why, the browser said
/// alone, and nobody heard it.
const ENDED_AT_START: &[&str] = &["(target.setdiscovertargets): target closed"];

/// What browsers say that can make no Unix socket, in small letters. Chromium ends for want of one.
const NO_BROWSER_SOCKET: &[&str] = &["process_singleton_posix"];

/// What version managers say that have no version to run, in small letters.
const NO_VERSION: &[&str] = &[
    // asdf, mise
    "no version is set",
    "perhaps you have to reshim",
    // pyenv, nodenv, rbenv
    "command exists in these",
    "is not installed (set by",
    // nvm
    "n/a: version",
    // Volta
    "volta install",
];

/// How lines of version managers begin, in small letters.
const VERSION_MANAGERS: &[&str] =
    &["pyenv:", "nodenv:", "rbenv:", "goenv:", "asdf:", "mise error", "volta error"];

/// What is said of arguments that are not understood, in small letters.
const NOT_UNDERSTOOD: &[&str] = &[
    "unrecognized argument",
    "unrecognized option",
    "unknown option",
    "unknown argument",
    "unknown flag",
    "unexpected argument",
    "invalid option",
    "bad option",
    "no such option",
    "flag provided but not defined",
    "arguments are required",
    "required arguments were not provided",
    "missing required argument",
];

/// How programs end with the same code that met an error of their own, in small letters.
const OWN_ERRORS: &[&str] = &["panic:", "fatal error:", "goroutine "];

/// Where a program that is not there comes from.
pub(crate) fn of_missing(program: &Path) -> Option<Hint> {
    let name = program.file_name()?.to_str()?;
    let is_python = |name: &str| {
        let version = name.strip_prefix("python").or_else(|| name.strip_prefix("pip"));
        version.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
    };
    match name {
        "node" | "nodejs" | "npm" | "npx" | "corepack" => Some(Hint::Node),
        "uv" | "uvx" => Some(Hint::Uv),
        "docker" | "docker-compose" => Some(Hint::Docker),
        "podman" => Some(Hint::Podman),
        "bun" | "bunx" => Some(Hint::Bun),
        "deno" => Some(Hint::Deno),
        "java" => Some(Hint::Java),
        name if is_python(name) => Some(Hint::Python),
        _ => None,
    }
}

/// What may help a program that ended like this, after it wrote this to standard error. `tier`: how
/// it was confined, if it was.
pub(crate) fn of_end(exit: Exit, stderr: &str, tier: Option<Tier>) -> Option<Hint> {
    let said = searched(stderr);
    if let Some(hint) = tier.and_then(|tier| of_browser(tier, &said)) {
        return Some(hint);
    }
    let Exit::Code(code) = exit else { return None };
    if has_no_version(code, &said) {
        return Some(Hint::VersionManager);
    }
    let missing = (code == NO_SUCH_PROGRAM).then(|| missing_program(&said)).flatten();
    missing.or_else(|| is_misused(code, &said).then_some(Hint::Arguments))
}

/// What may help where a tool of a server that is confined by `tier` failed and gave these `parts`.
pub(crate) fn of_failed_call(parts: &[PartView], tier: Tier) -> Option<Hint> {
    let texts = parts.iter().filter_map(|part| {
        let PartView::Text { text } = part else { return None };
        Some(text)
    });
    texts.take(8).find_map(|text| of_browser(tier, &searched(text)))
}

/// What may help a browser that says this in a sandbox.
fn of_browser(tier: Tier, said: &str) -> Option<Hint> {
    let speaks = |phrases: &[&str]| phrases.iter().any(|phrase| said.contains(phrase));
    let wants_sandbox = speaks(NO_BROWSER_SANDBOX) || speaks(ENDED_AT_START);
    match tier {
        Tier::LiveMounts => wants_sandbox.then_some(Hint::BrowserSandbox),
        // Without a sandbox of its own it would still lack a socket.
        Tier::Landlock => {
            (wants_sandbox || speaks(NO_BROWSER_SOCKET)).then_some(Hint::BrowserLandlock)
        }
    }
}

/// The end of what was said, in small letters.
fn searched(said: &str) -> String {
    let from = said.ceil_char_boundary(said.len().saturating_sub(SEARCHED));
    said[from..].to_lowercase()
}

fn has_no_version(code: i32, said: &str) -> bool {
    let mut lines = said.lines().map(str::trim_start);
    NO_VERSION.iter().any(|phrase| said.contains(phrase))
        || (code == NO_SUCH_PROGRAM && said.contains("/shims/"))
        || lines.any(|line| VERSION_MANAGERS.iter().any(|manager| line.starts_with(manager)))
}

/// Where the program comes from that a shell or `env` looked for in vain.
fn missing_program(said: &str) -> Option<Hint> {
    let in_vain = |line: &&str| line.contains("not found") || line.contains("no such file");
    let is_within = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let words = said.lines().filter(in_vain).flat_map(|line| line.split(|c| !is_within(c)));
    words.filter(|word| !word.is_empty()).find_map(|word| of_missing(Path::new(word)))
}

fn is_misused(code: i32, said: &str) -> bool {
    let shows_use = said.lines().any(|line| line.trim_start().starts_with("usage:"));
    shows_use
        || NOT_UNDERSTOOD.iter().any(|phrase| said.contains(phrase))
        || (code == WRONG_USE && !OWN_ERRORS.iter().any(|phrase| said.contains(phrase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: Option<Tier> = Some(Tier::LiveMounts);

    #[test]
    fn where_a_program_comes_from_is_told_by_its_name() {
        let told = [
            ("npx", Hint::Node),
            ("/usr/local/bin/node", Hint::Node),
            ("uvx", Hint::Uv),
            ("python", Hint::Python),
            ("python3.12", Hint::Python),
            ("docker", Hint::Docker),
            ("podman", Hint::Podman),
            ("bunx", Hint::Bun),
            ("deno", Hint::Deno),
            ("java", Hint::Java),
        ];
        for (program, hint) in told {
            assert_eq!(of_missing(Path::new(program)), Some(hint), "{program}");
        }
        for program in ["", "/", "my-server", "pythonic", "nodemon", "node.js"] {
            assert_eq!(of_missing(Path::new(program)), None, "{program}");
        }
    }

    #[test]
    fn a_version_manager_without_a_version_is_known_by_its_words() {
        let said = [
            (
                127,
                "pyenv: python3.9: command not found\n\nThe `python3.9' command exists in these Python versions:\n  3.9.1\n",
            ),
            (1, "pyenv: version `3.9' is not installed (set by /home/ada/.python-version)"),
            (
                127,
                "/home/ada/.pyenv/shims/python: line 8: /home/ada/.pyenv/libexec/pyenv: No such file or directory",
            ),
            (
                126,
                "No version is set for command node\nConsider adding one of the following versions",
            ),
            (1, "mise ERROR No version is set for shim: node"),
            (3, "N/A: version \"v20\" is not yet installed."),
            (
                126,
                "Volta error: Node is not available.\nTo run any Node command, first set a default version using `volta install node`",
            ),
        ];
        for (code, said) in said {
            assert_eq!(of_end(Exit::Code(code), said, LIVE), Some(Hint::VersionManager), "{said}");
        }
    }

    #[test]
    fn a_program_that_a_shell_looks_for_in_vain_is_known() {
        let said = [
            "/usr/bin/env: 'node': No such file or directory",
            "env: ‘node’: No such file or directory",
            "sh: 1: npx: not found",
            "/home/ada/run.sh: line 3: /opt/node: No such file or directory",
        ];
        for said in said {
            assert_eq!(of_end(Exit::Code(127), said, LIVE), Some(Hint::Node), "{said}");
        }
        assert_eq!(of_end(Exit::Code(127), "sh: 1: my-server: not found", LIVE), None);
        assert_eq!(of_end(Exit::Code(1), "404: node: not found", LIVE), None);
    }

    #[test]
    fn arguments_are_to_be_checked_where_they_are_not_understood() {
        let said = [
            (1, "error: unknown option '--foler'"),
            (1, "Usage: mcp-server <folder>"),
            (2, "usage: server [-h]\nserver: error: unrecognized arguments: --foler"),
            (2, "error: unexpected argument '--foler' found"),
            (2, "python3: can't open file '/x/server.py': [Errno 2] No such file or directory"),
            (9, "node: bad option: --foler"),
        ];
        for (code, said) in said {
            assert_eq!(of_end(Exit::Code(code), said, LIVE), Some(Hint::Arguments), "{said}");
        }
        let others = [
            (1, "DATABASE_URL is not set"),
            (1, "memory usage: 5 MB"),
            (2, "panic: no database\n\ngoroutine 1 [running]:"),
        ];
        for (code, said) in others {
            assert_eq!(of_end(Exit::Code(code), said, LIVE), None, "{said}");
        }
        assert_eq!(of_end(Exit::Signal(9), "Usage: server", LIVE), None);
    }

    #[test]
    fn a_browser_is_told_of_a_sandbox_only_where_there_is_one() {
        let said = "[12:12:FATAL:zygote_host_impl_linux.cc(127)] No usable sandbox! If you are …";
        let as_root = "Running as root without --no-sandbox is not supported.";
        for (exit, said) in [(Exit::Signal(5), said), (Exit::Code(1), as_root)] {
            assert_eq!(of_end(exit, said, LIVE), Some(Hint::BrowserSandbox));
            assert_eq!(of_end(exit, said, Some(Tier::Landlock)), Some(Hint::BrowserLandlock));
            assert_eq!(of_end(exit, said, None), None);
        }
        let part = |text: &str| PartView::Text { text: text.to_owned() };
        let failed =
            [part("Error: launch"), part("Failed to move to new namespace: PID namespaces")];
        assert_eq!(of_failed_call(&failed, Tier::LiveMounts), Some(Hint::BrowserSandbox));
        for said in [
            "Browser logs:\nChromium sandboxing failed!\n====",
            "it is running as root and Chrome does not start as root (https://crbug.com/638180)",
            "Protocol error (Target.setDiscoverTargets): Target closed\nCause: ",
        ] {
            let hint = of_failed_call(&[part(said)], Tier::LiveMounts);
            assert_eq!(hint, Some(Hint::BrowserSandbox), "{said}");
        }
        for tier in Tier::ALL {
            assert_eq!(of_failed_call(&[part("no such page")], tier), None);
        }
    }

    #[test]
    fn a_browser_is_told_of_sockets_only_where_there_are_none() {
        let said = "[FATAL:chrome/browser/process_singleton_posix.cc:297] Check failed: . socket() \
            failed: Address family not supported by protocol (97)";
        let failed = [PartView::Text { text: said.to_owned() }];
        let hint = Some(Hint::BrowserLandlock);
        assert_eq!(of_failed_call(&failed, Tier::Landlock), hint);
        assert_eq!(of_end(Exit::Signal(5), said, Some(Tier::Landlock)), hint);
        assert_eq!(of_failed_call(&failed, Tier::LiveMounts), None);
        assert_eq!(of_end(Exit::Signal(5), said, LIVE), None);
    }

    #[test]
    fn no_more_than_the_end_of_it_is_searched() {
        let far = format!("Usage: server\n{}", "ä".repeat(SEARCHED));
        assert_eq!(of_end(Exit::Code(1), &far, LIVE), None);
        let near = format!("{}\nUsage: server", "ä".repeat(SEARCHED));
        assert_eq!(of_end(Exit::Code(1), &near, LIVE), Some(Hint::Arguments));
    }
}
