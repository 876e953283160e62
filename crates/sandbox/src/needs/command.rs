use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use paddock_core::says_what_is_run;

use super::unconfinable::{self, Unconfinable};
use super::words::{INTERPRETERS, SHELLS, with_value};
use super::{
    Search, Why, executable, java, name, node, package, python, settings, shell, shims, told,
    wrappers,
};

/// Options of interpreters that load nothing.
const LOADING_NOTHING: &[&str] =
    &["--", "-File", "-NoLogo", "-NoProfile", "-NonInteractive", "-T", "-W", "-w"];

/// Words of a shell's own that run nothing, and may say what does.
const SETTING: &[&str] = &["export", "readonly", "unset"];

/// Words of a shell's own that run nothing.
const HARMLESS: &[&str] =
    &[":", "echo", "exit", "false", "printf", "set", "true", "ulimit", "umask"];

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
    if add_known(search, name(program), program, &args)? {
        return Ok(());
    }
    // A link's name may hide what it leads to.
    let real = search.real(program);
    let behind = real.as_deref().map(name).filter(|behind| *behind != name(program));
    if let Some(behind) = behind
        && add_known(search, behind, program, &args)?
    {
        return Ok(());
    }
    // A file that a program of the system's is given may be what it runs.
    if real.is_some_and(|real| search.disk.is_systems(&real)) && names_file(search, &args) {
        search.cannot_tell();
    }
    Ok(())
}

fn names_file(search: &Search<'_>, args: &Args<'_>) -> bool {
    args.all.iter().any(|arg| {
        let value = arg.to_str().and_then(|arg| arg.split_once('=')).map(|(_, value)| value);
        search.cwd.join(arg).is_file() || value.is_some_and(|it| search.cwd.join(it).is_file())
    })
}

/// `false` if nothing is known of programs of that name.
fn add_known(
    search: &mut Search<'_>,
    called: &str,
    program: &Path,
    args: &Args<'_>,
) -> Result<bool, Unconfinable> {
    // What these run is not followed, only told where to come from.
    match called {
        "pip" | "pip3" | "pipx" => settings::pip::add_indexes(search),
        "go" => settings::go::add_proxies(search),
        _ => {}
    }
    match called {
        "env" => add_env(search, args)?,
        other if wrappers::is_wrapper(other) => match wrappers::wrapped(other, args.all) {
            Some(wrapped) => {
                search.runs(wrapped.own);
                add_command(search, wrapped.command)?;
            }
            None => search.cannot_follow(args.all),
        },
        sh if SHELLS.contains(&sh) => add_shell(search, args)?,
        "node" | "nodejs" => node::add_entry(search, args),
        "tsx" | "ts-node" | "nodemon" => {
            // Their own options may be followed by values, and name what is run.
            if args.all.first().is_some_and(|it| it.as_encoded_bytes().starts_with(b"-")) {
                search.cannot_tell();
            }
            node::add_entry(search, args);
        }
        "npm" | "npx" | "pnpm" | "pnpx" | "yarn" | "bunx" => {
            node::add_package_runner(search, called, args);
        }
        "deno" | "bun" => node::add_other_runtime(search, args),
        "uv" | "uvx" => {
            // `uvx` runs the `uv` beside it.
            search.add_inside(program.parent().unwrap_or(program), "uv", Why::Program);
            add_uv(search, called, args)?;
        }
        "java" => java::add_entry(search, args),
        "dotnet" => add_script(search, args, &[]),
        other if python::is_interpreter(other) => python::add_entry(search, program, args),
        other if INTERPRETERS.contains(&other) => {
            add_script(search, args, with_value::OTHER_INTERPRETERS);
        }
        other if wrappers::is_runner(other) => match wrappers::handed_on(other, args.all) {
            Some(handed) => add_handed_on(search, &handed)?,
            None => search.cannot_follow(args.all),
        },
        _ => return Ok(false),
    }
    Ok(true)
}

/// What a runner makes of its command, such as where it looks for the program, is not followed.
fn add_handed_on(
    search: &mut Search<'_>,
    handed: &wrappers::Wrapped<'_>,
) -> Result<(), Unconfinable> {
    search.cannot_tell();
    search.runs(handed.own);
    let Some((program, args)) = handed.command.split_first() else { return Ok(()) };
    let program = Path::new(program);
    unconfinable::check(program)?;
    search.runs([program]);
    match search.find_program(program) {
        Some(_) => add_command(search, handed.command),
        // The runner may find it elsewhere. Of a known one it is told by its name what it runs.
        None => add_known(search, name(program), program, &Args::new(args)).map(drop),
    }
}

/// The script that an interpreter is given. Its options may load others.
fn add_script(search: &mut Search<'_>, args: &Args<'_>, with_value: &[&str]) {
    let options = args.options(with_value);
    search.runs(options.all);
    let loads_nothing = |it: &OsString| it.to_str().is_some_and(|it| LOADING_NOTHING.contains(&it));
    if !options.all.iter().all(loads_nothing) {
        search.cannot_tell();
    }
    let Some(entry) = args.operand(with_value) else { return search.cannot_tell() };
    let Some(script) = search.script(entry) else { return };
    package::add(search, &script);
    search.expect(&script);
}

fn add_env(search: &mut Search<'_>, args: &Args<'_>) -> Result<(), Unconfinable> {
    let Some(env) = shell::after_env(args.all) else {
        search.cannot_follow(args.all);
        return Ok(());
    };
    let own = args.all.len() - env.command.len().min(args.all.len());
    search.runs(&args.all[..own]);
    search.runs(&env.folder);
    if env.sets.iter().any(|name| says_what_is_run(name)) {
        search.cannot_tell();
    }
    let folder = env.folder.map(|folder| search.cwd.join(folder));
    if folder.as_ref().is_some_and(|folder| !folder.is_dir()) {
        search.cannot_tell();
    }
    let before = search.cwd.clone();
    search.cwd = folder.unwrap_or_else(|| before.clone());
    let added = add_command(search, &env.command);
    search.cwd = before;
    added
}

fn add_command(search: &mut Search<'_>, words: &[OsString]) -> Result<(), Unconfinable> {
    let Some((program, args)) = words.split_first() else {
        search.cannot_tell();
        return Ok(());
    };
    unconfinable::check(Path::new(program))?;
    search.runs([program]);
    let is_in_folder = program.as_encoded_bytes().contains(&b'/');
    if is_in_folder && search.script(program).is_none() {
        return Ok(());
    }
    let Some(program) = search.find_program(Path::new(program)) else {
        search.cannot_follow(words);
        return Ok(());
    };
    add(search, &program, args).map(drop)
}

fn add_shell(search: &mut Search<'_>, args: &Args<'_>) -> Result<(), Unconfinable> {
    if let Some((text, after)) = args.shell_command() {
        return add_text(search, text, after);
    }
    search.runs(args.options(with_value::SHELL).all);
    let Some(script) = args.operand(with_value::SHELL) else {
        search.cannot_follow(args.all);
        return Ok(());
    };
    let Some(script) = search.script(script) else { return Ok(()) };
    package::add(search, &script);
    search.expect(&script);
    let text = search.read_text(&script).unwrap_or_default();
    let before = std::mem::replace(&mut search.hearsay, true);
    // What a script comes down to is its last command; the others may be for other occasions.
    let mut last = Ok(());
    for command in shell::read(&text).commands {
        if !command.words.is_empty() {
            last = add_command(search, &command.words);
        }
    }
    search.hearsay = before;
    last
}

/// Adds what the text after `-c` runs, which is given the words `after` it.
fn add_text(search: &mut Search<'_>, text: &str, after: &[OsString]) -> Result<(), Unconfinable> {
    search.evaluates([text]);
    let before = (search.cwd.clone(), std::mem::replace(&mut search.is_told, true));
    let read = shell::read(text);
    let mut added = Ok(());
    for (at, command) in read.commands.iter().enumerate() {
        added = added.and_then(|()| add_simple(search, command, at == 0));
    }
    if !read.is_whole {
        search.cannot_tell();
    }
    if !search.is_told {
        // It may run what it is given.
        search.runs(after);
        if search.fills_variables() {
            search.filled_in.get_or_insert(told::FilledIn::Run);
        }
    }
    search.cwd = before.0;
    search.is_told &= before.1;
    added
}

fn add_simple(
    search: &mut Search<'_>,
    command: &shell::Simple,
    is_first: bool,
) -> Result<(), Unconfinable> {
    let sets_what_is_run = |name: &str| says_what_is_run(name.split('=').next().unwrap_or(name));
    if command.sets.iter().any(|name| sets_what_is_run(name)) {
        search.cannot_tell();
    }
    let Some((program, args)) = command.words.split_first() else {
        if command.is_cut {
            search.cannot_tell();
        }
        return Ok(());
    };
    // Options of this one come after what names its classes.
    if command.is_cut && program.to_str().is_some_and(|it| name(Path::new(it)) == "java") {
        search.cannot_tell();
    }
    match program.to_str() {
        Some("cd") => match args {
            [folder] if is_first && command.and && !command.is_cut => enter(search, folder),
            _ => search.cannot_tell(),
        },
        Some(word) if SETTING.contains(&word) => {
            let is_told = |arg: &OsString| arg.to_str().is_some_and(|it| !sets_what_is_run(it));
            if command.is_cut || !args.iter().all(is_told) {
                search.cannot_tell();
            }
        }
        Some(word) if HARMLESS.contains(&word) => {}
        Some(_) | None => return add_command(search, &command.words),
    }
    Ok(())
}

/// Goes on in `folder`.
fn enter(search: &mut Search<'_>, folder: &OsString) {
    if let Some(folder) = search.script(folder).filter(|folder| folder.is_dir()) {
        search.cwd = folder;
    } else {
        search.cannot_tell();
    }
}

/// `uv run` runs a file or a program of the project's; all else comes from a package index.
fn add_uv(search: &mut Search<'_>, program: &str, args: &Args<'_>) -> Result<(), Unconfinable> {
    let python::Uv { command, has_project } = python::add_uv(search, program, args);
    let is_told = search.is_told;
    for python in ["python3", "python"] {
        add_command(search, &[python.into()])?;
    }
    search.is_told = is_told;
    match command.split_first() {
        Some((program, rest)) if python::is_interpreter(name(Path::new(program))) => {
            python::add_entry(search, Path::new(program), &Args::new(rest));
            // The module is one of the project's, or of what that names.
            if has_project && rest.first().is_some_and(|it| it == "-m") {
                search.is_told = is_told;
            }
            Ok(())
        }
        Some((program, _)) if Path::new(program).extension() == Some(OsStr::new("py")) => {
            if let Some(script) = search.script(program) {
                package::add(search, &script);
                search.expect(&script);
            }
            Ok(())
        }
        Some((program, _)) => {
            let added = add_command(search, &command);
            // A name is that of a program of the project's.
            if has_project && !program.as_encoded_bytes().contains(&b'/') {
                search.is_told = is_told;
            }
            added
        }
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

    /// The text after `-c`, which may stand in one argument with other letters, and what comes after
    /// it.
    pub(super) fn shell_command(&self) -> Option<(&'a str, &'a [OsString])> {
        let options = self.all.iter().take_while(|arg| {
            arg.as_encoded_bytes().starts_with(b"-") || arg.as_encoded_bytes().starts_with(b"+")
        });
        let has_c = |arg: &OsString| {
            arg.to_str().is_some_and(|it| !it.starts_with("--") && it.contains('c'))
        };
        let after = options.into_iter().position(has_c)? + 1;
        let is_text = |arg: &OsString| !arg.as_encoded_bytes().starts_with(b"-");
        let text = after + self.all[after..].iter().position(is_text)?;
        Some((self.all[text].to_str()?, &self.all[text + 1..]))
    }
}
