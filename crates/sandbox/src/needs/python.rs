use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::command::Args;
use super::words::with_value;
use super::{Search, Why, executable, name, package, settings, system};

/// Whether a program of this name is Python.
pub fn is_interpreter(name: &str) -> bool {
    let version = ["python", "pypy"].iter().find_map(|python| name.strip_prefix(python));
    version.is_some_and(|it| it.chars().all(|c| c.is_ascii_digit() || c == '.'))
}

/// Whether conda says so of an environment: it notes there what it did.
pub(super) fn is_condas(prefix: &Path) -> bool {
    prefix.join("conda-meta/history").is_file()
}

/// Adds the installation of Python, or the virtual environment, that `program` is in.
pub(super) fn add_installation(search: &mut Search<'_>, program: &Path) {
    let Some(prefix) = program.parent().and_then(Path::parent) else { return };
    if let Some(settings) = search.read_text(&prefix.join("pyvenv.cfg")) {
        add_venv(search, prefix, &settings, name(program));
    } else if is_condas(prefix) && package::may_be_prefix(search, prefix) {
        search.add(prefix, Why::Runtime);
    } else if is_interpreter(name(program)) {
        add_prefix(search, prefix);
    }
}

/// A virtual environment has its packages, and the library of the Python it was made with.
fn add_venv(search: &mut Search<'_>, venv: &Path, settings: &str, program: &str) {
    if !search.add(venv, Why::Runtime) {
        return;
    }
    let value = |line: &str| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "home").then(|| PathBuf::from(value.trim()))
    };
    if let Some(home) = settings.lines().find_map(value) {
        let base = [program, "python3", "python"].map(|name| home.join(name));
        for base in base.iter().filter(|base| is_interpreter(name(base)) && base.is_file()).take(1)
        {
            executable::add(search, base);
        }
    }
    if let Some(project) = venv.parent().filter(|project| !search.reserved.holds(project)) {
        add_linked_packages(search, venv, project);
    }
}

/// How many lists of folders are read of one environment.
const LISTS: usize = 64;
/// How many folders of one list are looked at.
const LINES: usize = 32;

/// Adds those folders of a project that its environment has as packages (`pip install -e`).
fn add_linked_packages(search: &mut Search<'_>, venv: &Path, project: &Path) {
    let packages: Vec<_> =
        libraries(search, venv).into_iter().map(|library| library.join("site-packages")).collect();
    let lists = packages.iter().flat_map(|folder| search.entries_of(folder));
    let lists: Vec<_> =
        lists.filter(|file| file.extension() == Some("pth".as_ref())).take(LISTS).collect();
    for text in lists.iter().filter_map(|file| search.read_text(file)).collect::<Vec<_>>() {
        let folders = text.lines().map(str::trim).filter(|line| line.starts_with('/'));
        for folder in folders.take(LINES) {
            search.add_inside(project, folder, Why::Program);
        }
    }
}

fn add_prefix(search: &mut Search<'_>, prefix: &Path) {
    let libraries = libraries(search, prefix);
    if libraries.is_empty() {
        return;
    }
    if system::holds(&prefix.join("bin")) {
        // Where distributions have `pip` install for everyone.
        for library in &libraries {
            search.add(&Path::new("/usr/local/lib").join(name(library)), Why::Runtime);
        }
    } else if search.reserved.holds(prefix) {
        for library in &libraries {
            search.add(library, Why::Runtime);
        }
    } else {
        search.add(prefix, Why::Runtime);
    }
    add_user_packages(search, &libraries);
}

/// `pip install --user` puts packages under the person's home, and Python looks for them under the
/// server's.
fn add_user_packages(search: &mut Search<'_>, libraries: &[PathBuf]) {
    let base = search.folder("PYTHONUSERBASE", ".local");
    let mut found = false;
    for library in libraries {
        let packages = base.join("lib").join(name(library)).join("site-packages");
        found |= search.add(&packages, Why::Program);
    }
    if found {
        search.set("PYTHONUSERBASE", base);
    }
}

/// The folders of the standard library, one a version.
fn libraries(search: &Search<'_>, prefix: &Path) -> Vec<PathBuf> {
    let found = ["lib", "lib64"].iter().flat_map(|lib| search.entries_of(&prefix.join(lib)));
    found.filter(|path| is_interpreter(name(path)) && path.is_dir()).collect()
}

/// `python script`, `python -m module`.
pub(super) fn add_entry(search: &mut Search<'_>, program: &Path, args: &Args<'_>) {
    for folder in
        super::value(&search.launch.env, "PYTHONPATH").iter().flat_map(std::env::split_paths)
    {
        package::add_named(search, &search.cwd.join(folder), Why::Program);
    }
    let mut rest = args.all;
    while let Some((first, after)) = rest.split_first() {
        search.runs([first]);
        let text = first.to_str().unwrap_or_default();
        rest = match text.strip_prefix('-') {
            Some("-check-hash-based-pycs") => after.get(1..).unwrap_or_default(),
            Some(long) if long.starts_with('-') => after,
            // Letters may share a dash, and the last one with its value: `-um module`.
            Some(letters) if !letters.is_empty() => {
                let Some(at) = letters.find(['c', 'm', 'W', 'X']) else {
                    rest = after;
                    continue;
                };
                let (letter, own) = (&letters[at..=at], &letters[at + 1..]);
                let joined = (!own.is_empty()).then(|| OsString::from(own));
                let value = joined.as_ref().or(after.first());
                match letter {
                    "m" => return add_module(search, program, value),
                    "c" => {
                        search.evaluates(value);
                        return search.cannot_tell();
                    }
                    _ if joined.is_some() => after,
                    _ => after.get(1..).unwrap_or_default(),
                }
            }
            Some(_) | None => return add_script(search, first),
        }
    }
    search.cannot_tell();
}

fn add_script(search: &mut Search<'_>, script: &OsString) {
    let Some(script) = search.script(script) else { return };
    let main = script.join("__main__.py");
    let script = if script.is_dir() { main } else { script };
    let installed = script.parent().and_then(Path::parent).map(|it| it.join("pyvenv.cfg"));
    if installed.is_some_and(|it| search.has_file(&it)) {
        executable::add(search, &script);
    } else {
        package::add(search, &script);
    }
    search.expect(&script);
}

/// A module is looked for in the folder that the server starts in first, and then in the environment
/// of `program`, which is there with all that is in it.
fn add_module(search: &mut Search<'_>, program: &Path, module: Option<&OsString>) {
    search.runs(module);
    let Some(module) = module.and_then(|module| module.to_str()) else {
        return search.cannot_tell();
    };
    let inside = Path::new(&module.replace('.', "/")).to_path_buf();
    if !module.split('.').all(|part| !part.is_empty() && !part.contains('/')) {
        return search.cannot_tell();
    }
    let files = [inside.with_extension("py"), inside.join("__main__.py")];
    let cwd = search.cwd.clone();
    if let Some(file) = files.iter().map(|file| cwd.join(file)).find(|file| file.is_file()) {
        let top = inside.components().next().map(|top| cwd.join(top)).unwrap_or_default();
        package::add(search, &file);
        search.add_inside(&cwd, top, Why::Program);
        search.expect(&file);
        if search.starts_anywhere() {
            search.cannot_tell();
        }
        return;
    }
    let Some(prefix) = program.parent().and_then(Path::parent) else {
        return search.cannot_tell();
    };
    let folders = libraries(search, prefix).into_iter().flat_map(|library| {
        ["site-packages", "dist-packages", ""].map(|packages| library.join(packages))
    });
    let found = folders.flat_map(|folder| files.clone().map(|file| folder.join(file)));
    match found.filter(|file| file.is_file()).find_map(|file| search.believed(&file)) {
        Some(real) => search.enter(&real),
        None => search.cannot_tell(),
    }
}

/// Options of `uv run` and `uvx` that name a package by its folder, or a file to read.
const UV_PACKAGES: &[&str] = &["--from", "--with", "--with-editable", "--with-requirements"];

/// Options that name a project, or a folder in one.
const UV_PROJECTS: &[&str] = &["--project", "--directory"];

/// What `uv run` is to run.
#[derive(Default)]
pub(super) struct Uv {
    pub(super) command: Vec<OsString>,
    /// A project was found in which it is run.
    pub(super) has_project: bool,
}

/// Adds what `uv` and `uvx` use besides their private caches. What `uv run` is to run.
pub(super) fn add_uv(search: &mut Search<'_>, program: &str, args: &Args<'_>) -> Uv {
    settings::add_indexes(search);
    add_managed_pythons(search);
    let mut options = vec![args.options(with_value::UV)];
    let mut rest = args.after_options(with_value::UV);
    let mut runs = false;
    while program != "uvx"
        && let Some((command, after)) = rest.split_first()
        && matches!(command.to_str(), Some("run" | "tool" | "x"))
    {
        let after = Args::new(after);
        options.push(after.options(with_value::UV));
        rest = after.after_options(with_value::UV);
        runs |= command == "run";
        // `tool` is followed by another `run`.
        if command != "tool" {
            runs &= options.len() == 2;
            break;
        }
    }
    let values = |names: &[&str]| -> Vec<PathBuf> {
        let values = options.iter().flat_map(|options| options.values(names));
        values.map(|value| search.cwd.join(value)).collect()
    };
    let (packages, named) = (values(UV_PACKAGES), values(UV_PROJECTS).pop());
    let is_named = named.is_some();
    for options in &options {
        search.runs(options.all);
    }
    search.runs(rest.first());
    for path in packages {
        let is_added = if path.is_file() {
            search.add_named(&path, Why::Program)
        } else {
            !path.exists() || package::add_folder(search, &path)
        };
        if !is_added {
            search.cannot_tell();
        }
    }
    if !runs {
        // All else comes from a package index, unless it is a path.
        if rest.first().is_none_or(|it| it.as_encoded_bytes().contains(&b'/')) {
            search.cannot_tell();
        }
        return Uv::default();
    }
    let folder = named.unwrap_or_else(|| search.cwd.clone());
    let project = search.real(&folder).and_then(|folder| {
        let is_one = search.has_file(&folder.join("pyproject.toml"));
        if is_one { Some(folder) } else { package::marked(search, &folder) }
    });
    let mut has_project = false;
    if let Some(project) = project.filter(|it| !search.reserved.holds(it))
        && package::add_folder(search, &project)
    {
        add_project(search, &project);
        has_project = is_named || !search.starts_anywhere();
    }
    let mut command = rest.to_vec();
    if let Some(first) = command.first_mut()
        && folder.join(&*first).is_file()
    {
        *first = folder.join(&*first).into();
    }
    if command.is_empty() {
        search.cannot_tell();
    }
    Uv { command, has_project }
}

/// `uv run` makes a project's environment before it uses it. The project is not written to, so one
/// that is there is used as it is, and else one is made in the server's home.
fn add_project(search: &mut Search<'_>, project: &Path) {
    let venv = project.join(".venv");
    if search.has_file(&venv.join("pyvenv.cfg")) {
        executable::add(search, &venv.join("bin/python3"));
        search.set("UV_NO_SYNC", "1");
    } else {
        let private = search.around.private_home.join(".venv");
        search.set("UV_PROJECT_ENVIRONMENT", private);
    }
    if project.join("uv.lock").is_file() {
        search.set("UV_FROZEN", "1");
    }
}

/// The Pythons that `uv` installed for the person are found by `PATH`: what it installs for the
/// server goes to the server's home.
fn add_managed_pythons(search: &mut Search<'_>) {
    let data = search.folder("XDG_DATA_HOME", ".local/share");
    let moved = search.variable("UV_PYTHON_INSTALL_DIR").map(PathBuf::from);
    let folder = moved.unwrap_or_else(|| data.join("uv/python"));
    for python in search.entries_of(&folder).into_iter().rev() {
        let bin = python.join("bin");
        if !python.is_symlink()
            && bin.join("python3").is_file()
            && search.add(&python, Why::Runtime)
        {
            search.path_end.push(bin);
        }
    }
}
