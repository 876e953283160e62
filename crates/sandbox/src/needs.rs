//! What a server's program must be able to read in order to run, and no more.
//!
//! The disk is looked at, within limits, and nothing is started to find out: what a version manager's
//! stand-in would run, which interpreter a script names and where its packages are follow from plain
//! files. Six rules hold throughout:
//!
//! - A file or folder is needed because of what the *program* is, never because an argument names
//!   it: folders for the server to work on are grants. A runner's options end at what it runs.
//! - What the server's own files say counts for less than what the person said: a script, a link or a
//!   list in a package must not lead to other files of the person's. They lead to interpreters, and to
//!   what is in the same package.
//! - What any server may write is not believed: it leads nowhere.
//! - Of a script its own package is needed: the nearest, never what is above it, and no folder that
//!   holds other projects.
//! - The path without links is named, and apart from it each link that leads there, so that a thing
//!   is found inside as it was outside.
//! - The person's home, what lies above it, places that hold secrets and the host's own data are not
//!   needed by any program ([`Reserved`]).
//!
//! The server has a home of its own. What `npx`, `uvx` and others keep there is private to it.

mod command;
mod environment;
mod executable;
mod java;
mod kept;
mod lookups;
mod missing;
mod modules;
mod node;
mod nodes;
mod package;
mod parts;
mod python;
mod reading;
mod reserved;
mod settings;
mod shell;
mod shims;
mod system;
mod text;
mod told;
mod unconfinable;
pub mod words;
mod wrappers;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use paddock_core::{Coverage, Footprint, Link};

pub use environment::{environment, is_of_proxies, may_be_known};
use kept::entry;
pub use kept::{State, compare, entries_now, resolve};
pub use lookups::{is_led_by_its_folder, lookups, needs_safe_path};
pub use missing::{Ending, missing};
pub use paddock_core::Acts;
pub use paddock_core::Need as Why;
pub use parts::hide_what_came;
pub use python::is_interpreter as is_python;
pub use reserved::Reserved;
pub use text::fills_text;
pub use told::FilledIn;
pub use unconfinable::Unconfinable;

use crate::Launch;
use crate::disk::{Disk, Follow};
use reading::Reader;
pub(crate) use reading::start_of;

/// Names and values, as [`std::env::vars_os`] yields them.
pub type Variables = [(OsString, OsString)];

/// How many commands are looked at, with all that a command wraps.
const COMMANDS: usize = 100;

/// One file or folder, and why it is needed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Need {
    pub path: PathBuf,
    pub why: Why,
}

/// What surrounds a launch.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The person's home.
    pub home: &'a Path,
    /// The server's own.
    pub private_home: &'a Path,
    /// Folders that hold the host's own data.
    pub own_data: &'a [PathBuf],
    /// Each folder right in it is one program, whatever is in that folder.
    pub bundles: &'a Path,
    /// The host's environment: it tells where version managers are installed.
    pub inherited: &'a Variables,
    /// Folders that any server may write: what stands there is not believed.
    pub writable: &'a [PathBuf],
    /// The folder that the server starts in is chosen with each start.
    pub starts_anywhere: bool,
}

/// Why a command has no footprint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unworkable {
    #[error(transparent)]
    Unconfinable(#[from] Unconfinable),
    #[error(transparent)]
    FilledIn(#[from] FilledIn),
    /// Files that say what is needed are too many, too long, or too slow to read.
    #[error("what the program needs could not be found out within the limits of time and files")]
    OverBudget,
}

/// What `launch` needs in order to run. Its environment must hold the `PATH` and the server's own
/// variables. Blocks, for a moment or at worst for as long as its limits allow.
///
/// # Errors
/// The command does its work outside of any sandbox, or it is too much work to tell what it needs.
pub fn footprint(launch: &Launch, around: &Surroundings<'_>) -> Result<Footprint, Unworkable> {
    let mut search = Search::new(launch, around);
    system::add(&mut search);
    environment::add(&mut search);
    if fills_text(&launch.program, &launch.args) {
        return Err(FilledIn::Text.into());
    }
    search.check_variables();
    let program = command::add(&mut search, &launch.program, &launch.args);
    if let Some(filled_in) = search.filled_in {
        return Err(filled_in.into());
    }
    let program = program?;
    search.add_bundles();
    search.finish(program)
}

/// What has been found so far.
struct Search<'a> {
    launch: &'a Launch,
    around: &'a Surroundings<'a>,
    reserved: Reserved,
    disk: Disk,
    reader: Reader,
    found: BTreeMap<PathBuf, Why>,
    links: BTreeMap<PathBuf, PathBuf>,
    /// Scripts that are run, in the order in which they are reached.
    entries: Vec<PathBuf>,
    /// Whether what is looked at now was said by a file, and not by the person.
    hearsay: bool,
    /// Where what is looked at now starts.
    cwd: PathBuf,
    /// What is run is told by the words of the command.
    is_told: bool,
    filled_in: Option<FilledIn>,
    commands_left: usize,
    /// Folders of programs found through a version manager, which go before the others.
    path: Vec<PathBuf>,
    /// Folders of programs that are only to be found when nothing else is.
    path_end: Vec<PathBuf>,
    env: BTreeMap<OsString, OsString>,
}

impl<'a> Search<'a> {
    fn new(launch: &'a Launch, around: &'a Surroundings<'a>) -> Self {
        let writable = around.writable.iter().cloned().chain([around.private_home.to_path_buf()]);
        Self {
            launch,
            around,
            reserved: Reserved::new(around.home, around.own_data),
            disk: Disk::new(writable, Follow::Person),
            reader: Reader::new(),
            found: BTreeMap::new(),
            links: BTreeMap::new(),
            entries: Vec::new(),
            hearsay: false,
            cwd: launch.cwd.clone(),
            is_told: true,
            filled_in: None,
            commands_left: COMMANDS,
            path: Vec::new(),
            path_end: Vec::new(),
            env: BTreeMap::new(),
        }
    }

    /// Adds `path`, if it exists and is not reserved, with the links that lead there. Whether it may
    /// be read.
    fn add(&mut self, path: &Path, why: Why) -> bool {
        let Some(trace) = self.reader.may_look().then(|| self.disk.trace(path).ok()).flatten()
        else {
            return false;
        };
        if self.reserved.holds(&trace.real) {
            return false;
        }
        if trace.by_system && self.disk.is_systems(&trace.real) {
            // The keeper follows the system's links by itself.
            self.found.entry(as_written(path).unwrap_or(trace.real)).or_insert(why);
            return true;
        }
        self.found.entry(trace.real).or_insert(why);
        let links = trace.links.into_iter().filter(|link| !self.reserved.lies_in(&link.path));
        self.links.extend(links.map(|link| (link.path, link.target)));
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
        let (Some(folder), Some(real)) = (self.real(folder), self.real(&path)) else {
            return false;
        };
        real.starts_with(folder) && self.add(&path, why)
    }

    /// Adds the bundles that something is needed of, whole.
    fn add_bundles(&mut self) {
        let Some(bundles) = self.real(self.around.bundles) else { return };
        let inner = self.found.keys().filter_map(|path| path.strip_prefix(&bundles).ok());
        let names = inner.filter_map(|path| path.components().next());
        let whole: Vec<_> = names.map(|name| bundles.join(name)).collect();
        for bundle in whole {
            self.add(&bundle, Why::Program);
        }
    }

    /// Notes that the file `real` is run, unless it is the system's own.
    fn enter(&mut self, real: &Path) {
        if !self.entries.iter().any(|entry| entry == real) && !self.disk.is_systems(real) {
            self.entries.push(real.to_path_buf());
        }
    }

    /// Whether `path`, and what is behind it, is in what is needed already.
    fn is_known(&self, path: &Path) -> bool {
        let is_in = |path: &Path| path.ancestors().any(|above| self.found.contains_key(above));
        self.real(path).is_some_and(|real| is_in(&real))
    }

    /// Where `path` leads, by no link that is not to be followed.
    fn real(&self, path: &Path) -> Option<PathBuf> {
        if !self.reader.may_look() {
            return None;
        }
        self.disk.trace(path).ok().map(|trace| trace.real)
    }

    /// Where `path` leads, if no server can have written what stands there.
    fn believed(&self, path: &Path) -> Option<PathBuf> {
        self.real(path).filter(|real| self.disk.is_believed(real))
    }

    /// The start of a text file, or nothing if it is no text or not believed.
    fn read_text(&self, file: &Path) -> Option<String> {
        self.reader.text(&self.believed(file)?)
    }

    /// The paths in `folder`, as many as are looked at, in order; none if it is not believed.
    fn entries_of(&self, folder: &Path) -> Vec<PathBuf> {
        let Some(real) = self.believed(folder) else { return Vec::new() };
        let names = self.reader.entries(&real);
        names.iter().filter_map(|path| Some(folder.join(path.file_name()?))).collect()
    }

    /// Whether a file is there that may be read for what it says.
    fn has_file(&self, file: &Path) -> bool {
        self.believed(file).is_some_and(|real| real.is_file())
    }

    /// Whether programs are started from `folder` by their names.
    fn is_on_path(&self, folder: &Path) -> bool {
        let path = value(&self.launch.env, "PATH").unwrap_or_default();
        std::env::split_paths(path).any(|on_path| {
            on_path == folder || on_path.parent() == Some(folder) && name(&on_path) == "bin"
        })
    }

    /// A variable of the server, or else of the host.
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
            return Some(self.cwd.join(name)).filter(|file| file.is_file());
        }
        let folders = std::env::split_paths(value(&self.launch.env, "PATH")?);
        let absolute = folders.filter(|folder| folder.is_absolute());
        absolute.map(|folder| folder.join(name)).find(|file| is_executable(file))
    }

    fn finish(mut self, program: PathBuf) -> Result<Footprint, Unworkable> {
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
        let entries: Vec<_> = self.entries.iter().filter_map(|it| entry(it).ok()).collect();
        let parts = parts::gather(self.found, &self.entries, &self.disk, &self.reader);
        if self.reader.is_over() {
            return Err(Unworkable::OverBudget);
        }
        let is_there = |link: &Path| parts.iter().any(|part| link.starts_with(&part.path));
        let links = self.links.into_iter().filter(|(path, _)| !is_there(path));
        let links = links.map(|(path, target)| Link { path, target }).collect();
        let env = self.env.into_iter().collect();
        let told = if self.is_told { Coverage::Whole } else { Coverage::Partly };
        Ok(Footprint { program, entries, parts, links, env, told })
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.env.insert(name.into(), value.into());
    }
}

fn value<'a>(variables: &'a Variables, name: &str) -> Option<&'a OsStr> {
    let found = variables.iter().rev().find(|(candidate, _)| candidate == name);
    found.map(|(_, value)| value.as_os_str()).filter(|value| !value.is_empty())
}

/// `path` if nothing in it climbs.
fn as_written(path: &Path) -> Option<PathBuf> {
    let plain = path.is_absolute() && !path.components().any(|it| it == Component::ParentDir);
    plain.then(|| path.components().collect())
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

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests;
