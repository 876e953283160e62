//! How the words of a command are told apart: what is run, and what is given to it. Whoever looks for
//! what a command needs and whoever looks for what it names read them by the same tables.

use std::ffi::OsString;

use super::command::Args;
use super::{shell, wrappers};

pub const SHELLS: &[&str] = &["ash", "bash", "busybox", "dash", "fish", "ksh", "sh", "zsh"];

/// Programs that run a file of source text given as their first argument.
pub const INTERPRETERS: &[&str] = &[
    "Rscript", "elixir", "guile", "julia", "lua", "luajit", "perl", "php", "pwsh", "racket", "ruby",
];

/// Options that are followed by a value, by whose they are.
pub mod with_value {
    pub const SHELL: &[&str] = &["-o", "-O", "--rcfile", "--init-file"];

    pub const NODE: &[&str] = &[
        "-C",
        "--conditions",
        "--env-file",
        "--experimental-loader",
        "--import",
        "--input-type",
        "--loader",
        "-r",
        "--require",
        "--title",
    ];

    /// `npx`, `npm` and others.
    pub const PACKAGE_RUNNERS: &[&str] = &[
        "-p",
        "--package",
        "--prefix",
        "-C",
        "--dir",
        "--cwd",
        "-w",
        "--workspace",
        "-c",
        "--call",
        "--registry",
        "--cache",
        "--userconfig",
        "--loglevel",
        "--filter",
        "-F",
    ];

    /// `bun` and `deno`.
    pub const OTHER_RUNTIMES: &[&str] = &[
        "-c",
        "--config",
        "--cwd",
        "--env-file",
        "--import-map",
        "--cert",
        "--lock",
        "-r",
        "--preload",
    ];

    /// `uv run` and `uvx`.
    pub const UV: &[&str] = &[
        "--cache-dir",
        "--config-file",
        "-c",
        "--constraint",
        "--constraints",
        "--default-index",
        "--directory",
        "--env-file",
        "--extra",
        "--extra-index-url",
        "-f",
        "--find-links",
        "--from",
        "--group",
        "--index",
        "--index-url",
        "-i",
        "--only-group",
        "--override",
        "--overrides",
        "--package",
        "--project",
        "--python",
        "-p",
        "--refresh-package",
        "--upgrade-package",
        "-P",
        "--with",
        "-w",
        "--with-editable",
        "--with-requirements",
    ];

    /// `pipx run`.
    pub const PIPX: &[&str] = &["--index-url", "-i", "--pip-args", "--python", "--spec", "--with"];

    /// `go run`.
    pub const GO: &[&str] = &[
        "-C",
        "-asmflags",
        "-exec",
        "-gcflags",
        "-ldflags",
        "-mod",
        "-modfile",
        "-overlay",
        "-p",
        "-pkgdir",
        "-tags",
        "-toolexec",
    ];

    pub const PYTHON: &[&str] = &["-W", "-X", "--check-hash-based-pycs"];

    /// Programs of [`INTERPRETERS`](super::INTERPRETERS), and those that run TypeScript.
    pub const OTHER_INTERPRETERS: &[&str] = &["-e", "-I", "-P", "-r", "--project", "--tsconfig"];

    pub const JAVA: &[&str] = &[
        "-cp",
        "-classpath",
        "--class-path",
        "-p",
        "--module-path",
        "--add-modules",
        "--add-opens",
        "--add-exports",
        "-jar",
        "-m",
        "--module",
    ];
}

/// Options that are followed by text to run, by whose they are.
pub mod with_text {
    pub const NODE: &[&str] = &["-e", "--eval", "-p", "--print"];
    pub const PYTHON: &[&str] = &["-c", "-m"];
    pub const OTHER_INTERPRETERS: &[&str] = &["-e"];
}

/// The commands that the text of a shell runs, each up to a word that is only known when it runs.
/// Nothing if it is given no text.
pub fn of_shell(args: &[String]) -> Option<Vec<Vec<String>>> {
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    let (text, _) = Args::new(&args).shell_command()?;
    Some(shell::read(text).commands.into_iter().map(|command| texts(&command.words)).collect())
}

/// The command that `env` runs, if all of its options are known.
pub fn of_env(args: &[String]) -> Option<Vec<String>> {
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    shell::after_env(&args).map(|env| texts(&env.command))
}

pub fn is_wrapper(name: &str) -> bool {
    wrappers::is_wrapper(name)
}

/// The command that a wrapper runs, such as `timeout`, if all before it is known.
pub fn of_wrapper(name: &str, args: &[String]) -> Option<Vec<String>> {
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    wrappers::wrapped(name, &args).map(|wrapped| texts(wrapped.command))
}

fn texts(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}
