//! What a server's program must be able to read in order to run, and no more.
//!
//! The disk is looked at, and nothing is started to find out: what a version manager's stand-in
//! would run, which interpreter a script names and where its packages are follow from plain files.
//! Four rules hold throughout:
//!
//! - A file or folder is needed because of what the *program* is, never because an argument names
//!   it: folders for the server to work on are grants.
//! - What the server's own files say counts for less than what the person said: a script, a link or a
//!   list in a package must not lead to other files of the person's. They lead to interpreters, and to
//!   what is in the same package.
//! - Both the path by which a thing is found and the one behind its symbolic links are named, so
//!   that it is found inside as it was outside.
//! - The person's home, what lies above it, places that hold secrets and the app's own data are not
//!   needed by any program ([`Reserved`]).
//!
//! The server has a home of its own. What `npx`, `uvx` and others keep there is private to it.

mod command;
mod environment;
mod executable;
mod java;
mod missing;
mod node;
mod package;
mod python;
mod reserved;
mod settings;
mod shell;
mod shims;
mod system;
mod unconfinable;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

pub use environment::environment;
pub use missing::{Ending, missing};
pub use reserved::Reserved;
pub use unconfinable::{Acts, Unconfinable};

use crate::Launch;

/// Names and values, as [`std::env::vars_os`] yields them.
pub type Variables = [(OsString, OsString)];

/// How many symbolic links are followed, as many as Linux does (`path_resolution(7)`).
const HOPS: usize = 40;

/// How many commands are looked at, with all that a command wraps.
const COMMANDS: usize = 100;

/// What a program needs besides its grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// What to execute. It is not the launch's own program where that is a version manager's
    /// stand-in, which would need all of the version manager in order to find the real one.
    pub program: PathBuf,
    /// Sorted by path, and none inside another.
    pub readable: Vec<Need>,
    /// What must be set, sorted by name.
    pub env: Vec<(OsString, OsString)>,
}

/// One file or folder, and why it is needed. Where it is a symbolic link, what it leads to is a need
/// of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Need {
    pub path: PathBuf,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Programs and libraries of the operating system.
    System,
    /// Whom to trust in the network.
    Certificates,
    /// Names of hosts, users and services.
    Names,
    /// An interpreter and its library.
    Runtime,
    /// The server itself, and the packages beside it.
    Program,
    /// A person said so.
    Chosen,
}

/// What surrounds a launch.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The person's home.
    pub home: &'a Path,
    /// The server's own.
    pub private_home: &'a Path,
    /// Folders that hold the app's own data.
    pub own_data: &'a [PathBuf],
    /// The app's environment: it tells where version managers are installed.
    pub inherited: &'a Variables,
    /// What a person allowed this server to read.
    pub chosen: &'a [PathBuf],
}

/// What `launch` needs in order to run. Its environment must hold the `PATH` and the server's own
/// variables.
///
/// # Errors
/// The command does its work outside of any sandbox.
pub fn of(launch: &Launch, around: &Surroundings<'_>) -> Result<Needs, Unconfinable> {
    let mut search = Search::new(launch, around);
    system::add(&mut search);
    environment::add(&mut search);
    let program = command::add(&mut search, &launch.program, &launch.args)?;
    for path in around.chosen {
        search.add(path, Why::Chosen);
    }
    Ok(search.finish(program))
}

/// What has been found so far.
struct Search<'a> {
    launch: &'a Launch,
    around: &'a Surroundings<'a>,
    reserved: Reserved,
    readable: BTreeMap<PathBuf, Why>,
    /// Whether what is looked at now was said by a file, and not by the person.
    hearsay: bool,
    commands_left: usize,
    /// Folders of programs found through a version manager, which go before the others.
    path: Vec<PathBuf>,
    /// Folders of programs that are only to be found when nothing else is.
    path_end: Vec<PathBuf>,
    env: BTreeMap<OsString, OsString>,
}

impl<'a> Search<'a> {
    fn new(launch: &'a Launch, around: &'a Surroundings<'a>) -> Self {
        Self {
            launch,
            around,
            reserved: Reserved::new(around.home, around.own_data),
            readable: BTreeMap::new(),
            hearsay: false,
            commands_left: COMMANDS,
            path: Vec::new(),
            path_end: Vec::new(),
            env: BTreeMap::new(),
        }
    }

    /// Adds `path`, if it exists and is not reserved, and what it leads to through symbolic links.
    /// Whether it may be read.
    fn add(&mut self, path: &Path, why: Why) -> bool {
        let Ok(real) = path.canonicalize() else { return false };
        if self.reserved.holds(&real) {
            return false;
        }
        let mut next = Some(path.to_path_buf());
        for _ in 0..HOPS {
            let Some(hop) = next.take() else { break };
            self.insert(&hop, why);
            next = follow(&hop);
            if let Some(physical) = next.as_deref().and_then(physical) {
                self.insert(&physical, why);
            }
        }
        self.insert(&real, why);
        true
    }

    /// Adds what a command names, unless only a file said so and it is not in what is known to be
    /// needed.
    fn add_named(&mut self, path: &Path, why: Why) -> bool {
        (!self.hearsay || self.is_known(path)) && self.add(path, why)
    }

    /// Adds what is expected to be in `folder`, unless a symbolic link leads out of it.
    fn add_inside(&mut self, folder: &Path, part: impl AsRef<Path>, why: Why) -> bool {
        let path = folder.join(part);
        let (Ok(folder), Ok(real)) = (folder.canonicalize(), path.canonicalize()) else {
            return false;
        };
        real.starts_with(folder) && self.add(&path, why)
    }

    /// Whether `path`, and what is behind it, is in what is needed already.
    fn is_known(&self, path: &Path) -> bool {
        let is_in = |path: &Path| path.ancestors().any(|above| self.readable.contains_key(above));
        path.canonicalize().is_ok_and(|real| is_in(&real))
    }

    fn insert(&mut self, path: &Path, why: Why) {
        let plain = path.is_absolute() && !path.components().any(|it| it == Component::ParentDir);
        if plain && !self.reserved.holds(path) && path.symlink_metadata().is_ok() {
            self.readable.entry(path.components().collect()).or_insert(why);
        }
    }

    /// A variable of the server, or else of the app.
    fn variable(&self, name: &str) -> Option<&'a OsStr> {
        value(&self.launch.env, name).or_else(|| value(self.around.inherited, name))
    }

    /// A folder that a variable may move, and that is usually under the person's home.
    fn folder(&self, variable: &str, usual: &str) -> PathBuf {
        let moved = self.variable(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        moved.unwrap_or_else(|| self.around.home.join(usual))
    }

    /// The file that the server's `PATH`, or its folder for a name with a slash, has for `name`.
    fn find_program(&self, name: &Path) -> Option<PathBuf> {
        let bare = name.components().count() == 1 && name.is_relative();
        if !bare || name.as_os_str().as_encoded_bytes().contains(&b'/') {
            return Some(self.launch.cwd.join(name)).filter(|file| file.is_file());
        }
        let folders = std::env::split_paths(value(&self.launch.env, "PATH")?);
        let absolute = folders.filter(|folder| folder.is_absolute());
        absolute.map(|folder| folder.join(name)).find(|file| is_executable(file))
    }

    fn finish(mut self, program: PathBuf) -> Needs {
        let home = self.around.private_home;
        self.set("HOME", home);
        self.set("TMPDIR", home.join("tmp"));
        if !self.path.is_empty() || !self.path_end.is_empty() {
            let usual = value(&self.launch.env, "PATH").unwrap_or_default();
            let folders = self.path.iter().cloned();
            let folders = folders.chain(std::env::split_paths(usual));
            if let Ok(path) = std::env::join_paths(folders.chain(self.path_end.iter().cloned())) {
                self.set("PATH", path);
            }
        }
        let readable = outermost(self.readable);
        Needs { program, readable, env: self.env.into_iter().collect() }
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.env.insert(name.into(), value.into());
    }
}

fn value<'a>(variables: &'a Variables, name: &str) -> Option<&'a OsStr> {
    let found = variables.iter().rev().find(|(candidate, _)| candidate == name);
    found.map(|(_, value)| value.as_os_str()).filter(|value| !value.is_empty())
}

/// Leaves out what is inside another.
fn outermost(readable: BTreeMap<PathBuf, Why>) -> Vec<Need> {
    let mut kept: Vec<Need> = Vec::new();
    // A `PathBuf` sorts by its parts, so a folder comes right before all that is in it.
    for (path, why) in readable {
        if !kept.last().is_some_and(|last| path.starts_with(&last.path)) {
            kept.push(Need { path, why });
        }
    }
    kept
}

/// Where the symbolic link `path` leads, by its text alone.
fn follow(path: &Path) -> Option<PathBuf> {
    let target = fs::read_link(path).ok()?;
    Some(without_climbing(&path.parent()?.join(target)))
}

/// `path` with no symbolic link on the way to its last part.
fn physical(path: &Path) -> Option<PathBuf> {
    Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
}

/// Takes `..` for the part before it, as holds where that is no symbolic link.
fn without_climbing(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => plain.push(part),
        }
    }
    plain
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

/// The start of a text file, or nothing if it is no text.
fn read_text(file: &Path) -> Option<String> {
    use std::io::Read as _;
    const LIMIT: u64 = 64 << 10;
    if !file.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(file).ok()?.take(LIMIT).read_to_end(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

/// The paths in `folder`, as many as are looked at, in order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    const LIMIT: usize = 4096;
    let found = fs::read_dir(folder).into_iter().flatten().take(LIMIT);
    let mut paths: Vec<_> = found.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests;
