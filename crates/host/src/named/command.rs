//! What of a command is its program's, and what it gives to the server.

use std::path::Path;

use paddock_supervisor::needs::is_python;
use paddock_supervisor::needs::words::{
    INTERPRETERS, SHELLS, is_wrapper, of_env, of_shell, of_wrapper, with_text, with_value,
};

/// Commands that wrap each other, looked through at the most.
const DEPTH: usize = 8;
/// Commands of one text of a shell.
const COMMANDS: usize = 16;

/// These run what is elsewhere, or as somebody else.
const ELSEWHERE: &[&str] =
    &["docker", "flatpak", "nerdctl", "podman", "snap", "ssh", "su", "sudo", "wsl"];
/// Programs that run a command in the environment of a project.
const PROJECT_RUNNERS: &[&str] =
    &["conda", "hatch", "mamba", "micromamba", "pdm", "pipenv", "poetry", "rye"];
/// More interpreters, whose own options are not the same.
const OF_TYPESCRIPT: &[&str] = &["nodemon", "ts-node", "tsx"];

/// Words of a shell's own that give nothing to a server.
const OF_SHELLS: &[&str] = &[
    ":", "echo", "exit", "export", "false", "printf", "readonly", "set", "true", "ulimit", "umask",
    "unset",
];

const OF_PROJECT: &[&str] =
    &["-C", "--directory", "-e", "-n", "--name", "-p", "--prefix", "--project"];

/// A command taken apart.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Programs, scripts, packages and values of options for those that run them.
    pub(super) own: Vec<String>,
    /// What the server is given.
    pub(super) rest: Vec<String>,
}

enum Next {
    /// It runs this command.
    Command(Vec<String>),
    /// It runs these, one after the other.
    Commands(Vec<Vec<String>>),
    /// This is for the server.
    Server(Vec<String>),
    /// Nothing that can be told.
    Unknown,
}

pub(super) fn parts(program: &str, args: &[String], home: &Path) -> Parts {
    let mut parts = Parts { own: vec![program.to_owned()], rest: Vec::new() };
    parts.add(program, args, home, DEPTH);
    parts
}

impl Parts {
    fn add(&mut self, program: &str, args: &[String], home: &Path, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match next(program, args, home, &mut self.own) {
            Next::Command(words) => self.add_command(&words, home, depth),
            Next::Commands(commands) => {
                for words in commands.iter().take(COMMANDS) {
                    self.add_simple(words, home, depth);
                }
            }
            Next::Server(rest) => self.rest.extend(rest),
            Next::Unknown => {}
        }
    }

    fn add_command(&mut self, words: &[String], home: &Path, depth: usize) {
        let Some((first, after)) = words.split_first() else { return };
        self.own.push(first.clone());
        self.add(first, after, home, depth);
    }

    fn add_simple(&mut self, words: &[String], home: &Path, depth: usize) {
        match words.split_first() {
            // Where the program is started, as with `uv --directory`.
            Some((first, after)) if first == "cd" => self.own.extend_from_slice(after),
            Some((first, _)) if OF_SHELLS.contains(&first.as_str()) => {}
            Some(_) | None => self.add_command(words, home, depth),
        }
    }
}

fn next(program: &str, args: &[String], home: &Path, own: &mut Vec<String>) -> Next {
    let mut words = Arguments { rest: args, own };
    let known = |command: Option<Vec<String>>| command.map_or(Next::Unknown, Next::Command);
    match name(program).as_str() {
        "env" => known(of_env(args)),
        "cmd" => {
            words.skip_while(|word| word.starts_with('/') && word.len() == 2);
            Next::Command(words.rest.to_vec())
        }
        "command" | "exec" => {
            words.skip_options(&[]);
            Next::Command(words.rest.to_vec())
        }
        other if is_wrapper(other) => known(of_wrapper(other, args)),
        other if ELSEWHERE.contains(&other) => Next::Unknown,
        other if SHELLS.contains(&other) => {
            let written_out: Vec<_> = args.iter().map(|arg| without_home(arg, home)).collect();
            match of_shell(&written_out) {
                Some(commands) => Next::Commands(commands),
                None => words.operand(with_value::SHELL),
            }
        }
        "npx" | "bunx" | "pnpx" => words.operand(with_value::PACKAGE_RUNNERS),
        "npm" | "pnpm" | "yarn" => words.of_package_manager(with_value::PACKAGE_RUNNERS),
        "bun" | "deno" => words.of_package_manager(with_value::OTHER_RUNTIMES),
        "uvx" => words.operand(with_value::UV),
        "uv" => words.of_uv(),
        "pipx" => {
            words.subcommand(&["run"], with_value::PIPX);
            words.operand(with_value::PIPX)
        }
        "node" | "nodejs" => words.of_interpreter(with_value::NODE, with_text::NODE),
        "java" => words.of_java(),
        "dotnet" | "cargo" if words.has("--") => {
            words.skip_while(|word| word != "--");
            Next::Server(words.rest.to_vec())
        }
        "go" => {
            words.subcommand(&["run"], with_value::GO);
            words.operand(with_value::GO)
        }
        other if PROJECT_RUNNERS.contains(&other) => {
            words.subcommand(&["run"], OF_PROJECT);
            words.skip_options(OF_PROJECT);
            Next::Command(words.rest.to_vec())
        }
        other if is_python(other) || other == "py" => {
            words.of_interpreter(with_value::PYTHON, with_text::PYTHON)
        }
        other if INTERPRETERS.contains(&other) || OF_TYPESCRIPT.contains(&other) => {
            words.of_interpreter(with_value::OTHER_INTERPRETERS, with_text::OTHER_INTERPRETERS)
        }
        "dotnet" => words.operand(with_value::OTHER_INTERPRETERS),
        _ => Next::Server(args.to_vec()),
    }
}

/// A text for a shell, with what a shell makes of `~/` and `$HOME` written out: all else that is only
/// known when it runs ends a command.
fn without_home(text: &str, home: &Path) -> String {
    let Some(home) = home.to_str() else { return text.to_owned() };
    let text = text.replace("${HOME}", home).replace("$HOME/", &format!("{home}/"));
    text.replace(" ~/", &format!(" {home}/"))
}

/// Arguments of one program, read from the front.
struct Arguments<'a, 'b> {
    rest: &'a [String],
    own: &'b mut Vec<String>,
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
                self.own.extend(value.map(str::to_owned));
            } else if let Some((_, value)) = option.split_once('=') {
                self.own.push(value.to_owned());
            }
        }
    }

    /// The first operand is what is run, all behind it is for the server.
    fn operand(mut self, with_value: &[&str]) -> Next {
        self.skip_options(with_value);
        let run = self.take();
        self.own.extend(run.map(str::to_owned));
        Next::Server(self.rest.to_vec())
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

    fn of_package_manager(mut self, with_value: &[&str]) -> Next {
        self.subcommand(&["dlx", "exec", "run", "run-script", "serve", "task", "x"], with_value);
        self.operand(with_value)
    }

    fn of_uv(mut self) -> Next {
        if self.subcommand(&["tool"], with_value::UV) {
            self.subcommand(&["run"], with_value::UV);
            return self.operand(with_value::UV);
        }
        self.subcommand(&["run"], with_value::UV);
        // A module, which Python runs.
        if self.rest.iter().take_while(|it| it.starts_with('-')).any(|it| it == "-m") {
            self.skip_while(|word| word != "-m");
            return self.operand(&[]);
        }
        self.skip_options(with_value::UV);
        Next::Command(self.rest.to_vec())
    }

    /// An archive or a module, or else a class.
    fn of_java(mut self) -> Next {
        while let Some(option) = self.rest.first().filter(|it| it.starts_with('-')) {
            self.take();
            if with_value::JAVA.contains(&option.as_str()) {
                let value = self.take();
                self.own.extend(value.map(str::to_owned));
            }
            if matches!(option.as_str(), "-jar" | "-m" | "--module") {
                return Next::Server(self.rest.to_vec());
            }
        }
        self.operand(&[])
    }

    /// A script, or what one of the options `running` says.
    fn of_interpreter(mut self, with_value: &[&str], running: &[&str]) -> Next {
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
                return Next::Server(self.rest.to_vec());
            }
            if with_value.contains(&option.as_str()) {
                let value = self.take();
                self.own.extend(value.map(str::to_owned));
            }
        }
        self.operand(&[])
    }
}

/// Letters may share a dash: `-um module`.
fn ends_like(option: &str, letter: &str) -> bool {
    letter.len() == 2 && option.ends_with(&letter[1..])
}

/// The last part of a path, without the ending of programs on Windows.
fn name(program: &str) -> String {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ending = [".exe", ".cmd", ".bat"].iter().find_map(|it| name.strip_suffix(it));
    ending.map(str::to_owned).unwrap_or(name)
}
