use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::unconfinable::{self, Unconfinable};
use super::{Search, Why, executable, java, name, node, package, python, shell, shims};

/// Programs that run a file of source text given as their first argument.
const INTERPRETERS: &[&str] = &[
    "Rscript", "elixir", "guile", "julia", "lua", "luajit", "perl", "php", "pwsh", "racket", "ruby",
];

const SHELLS: &[&str] = &["ash", "bash", "busybox", "dash", "fish", "ksh", "sh", "zsh"];

/// Programs that run the command which follows their own options.
const WRAPPERS: &[&str] = &["exec", "nice", "nohup", "setsid", "stdbuf", "time"];

/// Adds what a command needs, through all that it wraps. What is to be executed in place of
/// `program`.
pub(super) fn add(
    search: &mut Search<'_>,
    program: &Path,
    args: &[OsString],
) -> Result<PathBuf, Unconfinable> {
    // Scripts may call each other in circles.
    let Some(left) = search.commands_left.checked_sub(1) else { return Ok(program.to_path_buf()) };
    search.commands_left = left;
    unconfinable::check(program)?;
    let real = shims::real(search, program);
    if real != program {
        unconfinable::check(&real)?;
        let folder = real.parent().map(Path::to_path_buf);
        search.path.extend(folder.filter(|folder| !search.path.contains(folder)));
    }
    executable::add(search, &real);
    add_arguments(search, &real, args)?;
    if let Some(line) = executable::interpreter(search, &real) {
        let script = real.clone().into_os_string();
        let whole: Vec<_> = line.args.into_iter().chain([script]).chain(args.to_vec()).collect();
        let before = std::mem::replace(&mut search.hearsay, true);
        let added = add(search, &line.program, &whole);
        search.hearsay = before;
        added?;
    }
    Ok(real)
}

/// What the program's arguments make it run.
fn add_arguments(
    search: &mut Search<'_>,
    program: &Path,
    args: &[OsString],
) -> Result<(), Unconfinable> {
    let args = Args::new(args);
    match name(program) {
        "env" => return add_command(search, &shell::after_env(args.all)),
        wrapper if WRAPPERS.contains(&wrapper) => {
            return add_command(search, args.after_options(&["-n", "-i", "-o", "-e"]));
        }
        sh if SHELLS.contains(&sh) => return add_shell(search, &args),
        "node" | "nodejs" | "tsx" | "ts-node" | "nodemon" => node::add_entry(search, &args),
        "npm" | "npx" | "pnpm" | "pnpx" | "yarn" | "bunx" => {
            node::add_package_runner(search, name(program), &args);
        }
        "deno" | "bun" => node::add_other_runtime(search, &args),
        "uv" | "uvx" => {
            // `uvx` runs the `uv` beside it.
            search.add_inside(program.parent().unwrap_or(program), "uv", Why::Program);
            return add_uv(search, name(program), &args);
        }
        "java" => java::add_entry(search, &args),
        "dotnet" => {
            if let Some(entry) = args.operand(&[]) {
                package::add(search, Path::new(entry));
            }
        }
        other if python::is_interpreter(other) => python::add_entry(search, program, &args),
        other if INTERPRETERS.contains(&other) => {
            if let Some(entry) = args.operand(&["-e", "-I", "-r"]) {
                package::add(search, Path::new(entry));
            }
        }
        _ => {}
    }
    Ok(())
}

fn add_command(search: &mut Search<'_>, words: &[OsString]) -> Result<(), Unconfinable> {
    let Some((program, args)) = words.split_first() else { return Ok(()) };
    unconfinable::check(Path::new(program))?;
    let Some(program) = search.find_program(Path::new(program)) else { return Ok(()) };
    add(search, &program, args).map(drop)
}

fn add_shell(search: &mut Search<'_>, args: &Args<'_>) -> Result<(), Unconfinable> {
    if let Some(text) = args.shell_command() {
        for words in shell::commands(text) {
            add_command(search, &words)?;
        }
    } else if let Some(script) = args.operand(&["-o", "-O", "--rcfile", "--init-file"]) {
        let script = search.launch.cwd.join(script);
        package::add(search, &script);
        let text = search.read_text(&script).unwrap_or_default();
        let before = std::mem::replace(&mut search.hearsay, true);
        // What a script comes down to is its last command; the others may be for other occasions.
        let mut last = Ok(());
        for words in shell::commands(&text) {
            last = add_command(search, &words);
        }
        search.hearsay = before;
        last?;
    }
    Ok(())
}

/// `uv run` runs a file or a program of the project's; all else comes from a package index.
fn add_uv(search: &mut Search<'_>, program: &str, args: &Args<'_>) -> Result<(), Unconfinable> {
    let command = python::add_uv(search, program, args);
    for python in ["python3", "python"] {
        add_command(search, &[python.into()])?;
    }
    match command.split_first() {
        Some((program, rest)) if python::is_interpreter(name(Path::new(program))) => {
            python::add_entry(search, Path::new(program), &Args::new(rest));
            Ok(())
        }
        Some((program, _)) if Path::new(program).extension() == Some(OsStr::new("py")) => {
            package::add(search, Path::new(program));
            Ok(())
        }
        Some(_) => add_command(search, &command),
        None => Ok(()),
    }
}

/// The arguments of one program.
pub(super) struct Args<'a> {
    pub(super) all: &'a [OsString],
}

impl<'a> Args<'a> {
    pub(super) fn new(all: &'a [OsString]) -> Self {
        Self { all }
    }

    /// The first argument that is no option and, for options `with_value`, not the value of one.
    pub(super) fn operand(&self, with_value: &[&str]) -> Option<&'a OsStr> {
        self.after_options(with_value).first().map(OsString::as_os_str)
    }

    /// The options before the first operand, with their values. What comes after it is the operand's.
    pub(super) fn options(&self, with_value: &[&str]) -> Self {
        let rest = self.after_options(with_value).len();
        Self::new(&self.all[..self.all.len() - rest])
    }

    pub(super) fn after_options(&self, with_value: &[&str]) -> &'a [OsString] {
        let mut rest = self.all;
        while let Some((first, after)) = rest.split_first() {
            let skipped = match first.to_str() {
                Some("--") => return after,
                Some(option) if with_value.contains(&option) => 2,
                Some(option) if option.len() > 1 && option.starts_with('-') => 1,
                Some(_) | None => return rest,
            };
            rest = rest.get(skipped..).unwrap_or_default();
        }
        rest
    }

    /// The values of the options `names`, written `--name value` or `--name=value`.
    pub(super) fn values(&self, names: &[&str]) -> Vec<&'a OsStr> {
        let mut values = Vec::new();
        for (at, arg) in self.all.iter().enumerate() {
            let Some(text) = arg.to_str() else { continue };
            if names.contains(&text) {
                values.extend(self.all.get(at + 1).map(OsString::as_os_str));
            } else if let Some((name, value)) = text.split_once('=')
                && names.contains(&name)
            {
                values.push(OsStr::new(value));
            }
        }
        values
    }

    /// The text after `-c`, which may stand in one argument with other letters.
    fn shell_command(&self) -> Option<&'a str> {
        let options = self.all.iter().take_while(|arg| {
            arg.as_encoded_bytes().starts_with(b"-") || arg.as_encoded_bytes().starts_with(b"+")
        });
        let has_c = |arg: &OsString| {
            arg.to_str().is_some_and(|it| !it.starts_with("--") && it.contains('c'))
        };
        let at = options.into_iter().position(has_c)?;
        let text = self.all[at + 1..].iter().find(|arg| !arg.as_encoded_bytes().starts_with(b"-"));
        text.and_then(|text| text.to_str())
    }
}
