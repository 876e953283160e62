//! What of a command is its program's, and what it gives to the server.

use std::path::Path;

/// Commands that wrap each other, looked through at the most.
const DEPTH: usize = 8;

const SHELLS: &[&str] = &["ash", "bash", "busybox", "dash", "fish", "ksh", "sh", "zsh"];
const WRAPPERS: &[&str] = &["command", "exec", "nice", "nohup", "setsid", "stdbuf", "time"];
/// These run what is elsewhere, or as somebody else.
const ELSEWHERE: &[&str] =
    &["docker", "flatpak", "nerdctl", "podman", "snap", "ssh", "su", "sudo", "wsl"];
/// Programs that run a command in the environment of a project.
const PROJECT_RUNNERS: &[&str] =
    &["conda", "hatch", "mamba", "micromamba", "pdm", "pipenv", "poetry", "rye"];
const INTERPRETERS: &[&str] = &[
    "Rscript", "elixir", "guile", "julia", "lua", "luajit", "nodemon", "perl", "php", "pwsh",
    "racket", "ruby", "ts-node", "tsx",
];

const OF_NODE: &[&str] = &[
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
const OF_NPM: &[&str] = &[
    "-p",
    "--package",
    "--prefix",
    "-C",
    "--dir",
    "--cwd",
    "-w",
    "--workspace",
    "--cache",
    "--registry",
    "--userconfig",
    "-c",
    "--call",
];
const OF_BUN: &[&str] = &[
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
const OF_UV: &[&str] = &[
    "--cache-dir",
    "--config-file",
    "-c",
    "--constraint",
    "--default-index",
    "--directory",
    "--env-file",
    "--extra",
    "--extra-index-url",
    "-f",
    "--find-links",
    "--from",
    "--group",
    "-i",
    "--index",
    "--index-url",
    "--only-group",
    "--override",
    "--package",
    "-p",
    "--project",
    "--python",
    "--with",
    "-w",
    "--with-editable",
    "--with-requirements",
];
const OF_PYTHON: &[&str] = &["-W", "-X", "--check-hash-based-pycs"];
const OF_JAVA: &[&str] =
    &["-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules"];
const OF_PROJECT: &[&str] =
    &["-C", "--directory", "-e", "-n", "--name", "-p", "--prefix", "--project"];
const OF_OTHERS: &[&str] = &["-I", "-r", "--project", "--tsconfig", "-P"];

/// A command taken apart.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    /// Programs, scripts, packages and values of options for those that run them.
    pub(super) own: Vec<&'a str>,
    /// What the server is given.
    pub(super) rest: &'a [String],
}

enum Next<'a> {
    /// It runs this command.
    Command(&'a [String]),
    /// This is for the server.
    Server(&'a [String]),
    /// Nothing that can be told.
    Unknown,
}

pub(super) fn parts<'a>(program: &'a str, args: &'a [String]) -> Parts<'a> {
    let mut parts = Parts { own: vec![program], rest: &[] };
    let (mut program, mut args) = (program, args);
    for _ in 0..DEPTH {
        match next(program, args, &mut parts.own) {
            Next::Command(words) => {
                let Some((first, after)) = words.split_first() else { return parts };
                parts.own.push(first);
                (program, args) = (first, after);
            }
            Next::Server(rest) => return Parts { rest, ..parts },
            Next::Unknown => return parts,
        }
    }
    parts
}

fn next<'a>(program: &str, args: &'a [String], own: &mut Vec<&'a str>) -> Next<'a> {
    let mut words = Arguments { rest: args, own };
    match name(program).as_str() {
        "env" => {
            words.skip_options(&["-u", "-C", "--chdir", "--unset"]);
            words.skip_while(|word| word.contains('='));
            Next::Command(words.rest)
        }
        "cmd" => {
            words.skip_while(|word| word.starts_with('/') && word.len() == 2);
            Next::Command(words.rest)
        }
        other if WRAPPERS.contains(&other) => {
            words.skip_options(&["-n", "-i", "-o", "-e"]);
            Next::Command(words.rest)
        }
        other if ELSEWHERE.contains(&other) => Next::Unknown,
        other if SHELLS.contains(&other) => {
            let runs_text = args.iter().take_while(|it| it.starts_with('-'));
            if runs_text.into_iter().any(|it| !it.starts_with("--") && it.contains('c')) {
                return Next::Unknown;
            }
            words.operand(&["-o", "-O", "--rcfile", "--init-file"])
        }
        "npx" | "bunx" | "pnpx" => words.operand(OF_NPM),
        "npm" | "pnpm" | "yarn" => words.of_package_manager(OF_NPM),
        "bun" | "deno" => words.of_package_manager(OF_BUN),
        "uvx" => words.operand(OF_UV),
        "uv" => words.of_uv(),
        "pipx" => {
            words.subcommand(&["run"], &["--spec", "--python", "--with", "--index-url"]);
            words.operand(&["--spec", "--python", "--with", "--index-url"])
        }
        "node" | "nodejs" => words.of_interpreter(OF_NODE, &["-e", "--eval", "-p", "--print"]),
        "java" => words.operand(OF_JAVA),
        "dotnet" | "cargo" if words.has("--") => {
            words.skip_while(|word| word != "--");
            Next::Server(words.rest)
        }
        "go" => {
            words.subcommand(&["run"], &["-C", "-modfile", "-tags"]);
            words.operand(&["-C", "-modfile", "-tags"])
        }
        other if PROJECT_RUNNERS.contains(&other) => {
            words.subcommand(&["run"], OF_PROJECT);
            words.skip_options(OF_PROJECT);
            Next::Command(words.rest)
        }
        other if is_python(other) => words.of_interpreter(OF_PYTHON, &["-c", "-m"]),
        other if INTERPRETERS.contains(&other) || other == "dotnet" => words.operand(OF_OTHERS),
        _ => Next::Server(args),
    }
}

/// Arguments of one program, read from the front.
struct Arguments<'a, 'b> {
    rest: &'a [String],
    own: &'b mut Vec<&'a str>,
}

impl<'a> Arguments<'a, '_> {
    fn take(&mut self) -> Option<&'a str> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn has(&self, word: &str) -> bool {
        self.rest.iter().any(|it| it == word)
    }

    fn skip_while(&mut self, wanted: impl Fn(&str) -> bool) {
        let skipped = self.rest.iter().take_while(|word| wanted(word)).count();
        self.rest = self.rest.get(skipped..).unwrap_or_default();
    }

    /// Takes options, and the values of those `with_value`.
    fn skip_options(&mut self, with_value: &[&str]) {
        while let Some(option) = self.rest.first().filter(|it| it.len() > 1 && it.starts_with('-'))
        {
            self.take();
            if option == "--" {
                return;
            }
            if with_value.contains(&option.as_str()) {
                let value = self.take();
                self.own.extend(value);
            } else if let Some((_, value)) = option.split_once('=') {
                self.own.push(value);
            }
        }
    }

    /// The first operand is what is run, all behind it is for the server.
    fn operand(mut self, with_value: &[&str]) -> Next<'a> {
        self.skip_options(with_value);
        let run = self.take();
        self.own.extend(run);
        Next::Server(self.rest)
    }

    /// Takes one of these words, if it is next behind options.
    fn subcommand(&mut self, words: &[&str], with_value: &[&str]) -> bool {
        self.skip_options(with_value);
        let is_next = self.rest.first().is_some_and(|word| words.contains(&word.as_str()));
        if is_next {
            self.take();
        }
        is_next
    }

    fn of_package_manager(mut self, with_value: &[&str]) -> Next<'a> {
        self.subcommand(&["dlx", "exec", "run", "run-script", "serve", "task", "x"], with_value);
        self.operand(with_value)
    }

    fn of_uv(mut self) -> Next<'a> {
        if self.subcommand(&["tool"], OF_UV) {
            self.subcommand(&["run"], OF_UV);
            return self.operand(OF_UV);
        }
        self.subcommand(&["run"], OF_UV);
        // A module, which Python runs.
        if self.rest.iter().take_while(|it| it.starts_with('-')).any(|it| it == "-m") {
            self.skip_while(|word| word != "-m");
            return self.operand(&[]);
        }
        self.skip_options(OF_UV);
        Next::Command(self.rest)
    }

    /// A script, or what one of the options `running` says.
    fn of_interpreter(mut self, with_value: &[&str], running: &[&str]) -> Next<'a> {
        while let Some(option) = self.rest.first().filter(|it| it.len() > 1 && it.starts_with('-'))
        {
            if option == "--" {
                break;
            }
            self.take();
            let letters = !option.starts_with("--") && with_value.iter().all(|it| it != option);
            let runs = |it: &&str| *it == option.as_str() || (letters && ends_like(option, it));
            if running.iter().any(runs) {
                self.take();
                return Next::Server(self.rest);
            }
            if with_value.contains(&option.as_str()) {
                let value = self.take();
                self.own.extend(value);
            }
        }
        self.operand(&[])
    }
}

/// Letters may share a dash: `-um module`.
fn ends_like(option: &str, letter: &str) -> bool {
    letter.len() == 2 && option.ends_with(&letter[1..])
}

fn is_python(name: &str) -> bool {
    let version = ["python", "pypy"].iter().find_map(|python| name.strip_prefix(python));
    version.is_some_and(|it| it.chars().all(|c| c.is_ascii_digit() || c == '.')) || name == "py"
}

/// The last part of a path, without the ending of programs on Windows.
fn name(program: &str) -> String {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ending = [".exe", ".cmd", ".bat"].iter().find_map(|it| name.strip_suffix(it));
    ending.map(str::to_owned).unwrap_or(name)
}
