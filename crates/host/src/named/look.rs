//! What is there of what a command names.

use std::path::{Path, PathBuf};

use paddock_core::text::shown;
use paddock_core::{AbsolutePath, CustomCommand};

use super::{Named, Reading};
use crate::view::{Code, Failure, NamedBy, NamedView};

/// Folders proposed of one command at the most.
const PROPOSALS: usize = 20;

/// Where the system keeps its own files, which are read by other rules.
const OF_THE_SYSTEM: &[&str] = &[
    "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/nix", "/opt", "/proc", "/run",
    "/sbin", "/snap", "/sys", "/usr", "/var/run",
];
/// What paths in examples begin with, at the top of disks on which there is no such folder.
const OF_EXAMPLES: &[&str] = &[
    "Users",
    "absolute",
    "directory",
    "folder",
    "full",
    "home",
    "path",
    "projects",
    "your",
    "workspace",
];
const NO_FILES: &[&str] = &["/dev", "/proc", "/sys"];

/// A folder that a command names, as it was found. Only a person makes more of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    pub(crate) folder: AbsolutePath,
    pub(crate) named: NamedView,
}

impl Proposal {
    /// The folder, safe to show.
    pub(crate) fn shown(&self) -> String {
        shown(self.folder.as_path())
    }
}

/// What was found of all that a command names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    pub(crate) proposals: Vec<Proposal>,
    /// What is not there, as it is written.
    pub(crate) missing: Vec<String>,
    /// What a person should know of the rest.
    pub(crate) troubles: Vec<Failure>,
}

/// Looks at what `command` names. Blocks as long as the filesystem does.
pub(crate) fn survey(command: &CustomCommand, home: &Path) -> Survey {
    let reading = super::read(command, home);
    let home = home.canonicalize().unwrap_or_else(|_| home.to_path_buf());
    let mut survey = Survey::default();
    for named in &reading.named {
        match look(named, &reading, &home) {
            Found::Folder(folder, file) => survey.add(folder, named.by.clone(), file),
            Found::Loose(file) => survey.say(Code::NamedLoose, &file),
            Found::Missing => {
                survey.missing.push(named.written.clone());
                survey.say(Code::NamedMissing, &named.path);
            }
            Found::Nothing => {}
        }
    }
    survey
}

impl Survey {
    fn add(&mut self, folder: PathBuf, by: NamedBy, file: Option<String>) {
        let Ok(folder) = AbsolutePath::new(folder) else { return };
        let known = self.proposals.iter().any(|known| known.folder == folder);
        if !known && self.proposals.len() < PROPOSALS {
            self.proposals.push(Proposal { folder, named: NamedView { by, file } });
        }
    }

    fn say(&mut self, code: Code, path: &Path) {
        if self.troubles.len() < PROPOSALS {
            self.troubles.push(Failure::new(code).with_path("path", path));
        }
    }
}

enum Found {
    /// A folder, or the one that a named file is in.
    Folder(PathBuf, Option<String>),
    /// A file right in the home folder, which is never offered for a file's sake.
    Loose(PathBuf),
    Missing,
    /// Nothing to grant.
    Nothing,
}

fn look(named: &Named, reading: &Reading, home: &Path) -> Found {
    let Ok(path) = named.path.canonicalize() else { return look_for_new(named, reading, home) };
    let Ok(about) = path.metadata() else { return Found::Nothing };
    if about.is_file() {
        return if is_executable(&about) { Found::Nothing } else { beside(&path, reading, home) };
    }
    let by_cwd = named.by == NamedBy::WorkingFolder;
    let is_none = !about.is_dir() || is_in(&path, NO_FILES) || (by_cwd && home.starts_with(&path));
    if is_none { Found::Nothing } else { Found::Folder(path, None) }
}

/// A file that the server may be about to make, such as a database.
fn look_for_new(named: &Named, reading: &Reading, home: &Path) -> Found {
    let there = named.path.parent().and_then(|parent| parent.canonicalize().ok());
    let name = named.path.file_name().filter(|_| named.path.extension().is_some());
    if let (Some(folder), Some(name)) = (there.filter(|it| it.parent().is_some()), name) {
        return beside(&folder.join(name), reading, home);
    }
    let above = named.path.ancestors().find(|above| above.exists());
    // Routes of web servers begin like paths, and nothing of them is there.
    let is_below = above.is_some_and(|above| above.parent().is_some());
    let meant = named.plain && (is_below || is_of_example(&named.path));
    if meant { Found::Missing } else { Found::Nothing }
}

/// Whether it is a path of an example, such as `/path/to/folder`, which is to be replaced.
fn is_of_example(path: &Path) -> bool {
    let mut parts = path.iter().skip(1);
    let first = parts.next().and_then(|first| first.to_str());
    parts.next().is_some() && first.is_some_and(|first| OF_EXAMPLES.contains(&first))
}

/// The folder of a file.
fn beside(file: &Path, reading: &Reading, home: &Path) -> Found {
    let Some((folder, name)) = file.parent().zip(file.file_name()) else { return Found::Nothing };
    let own = |own: &PathBuf| own.canonicalize().is_ok_and(|it| is_of(&it, folder));
    if is_in(file, OF_THE_SYSTEM) || reading.own.iter().any(own) {
        return Found::Nothing;
    }
    if home.starts_with(folder) {
        return Found::Loose(file.to_path_buf());
    }
    Found::Folder(folder.to_path_buf(), Some(shown(name)))
}

/// Whether `folder` is the program's own one.
fn is_of(own: &Path, folder: &Path) -> bool {
    own == folder || (own.is_file() && own.parent() == Some(folder))
}

fn is_in(path: &Path, folders: &[&str]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

#[cfg(unix)]
fn is_executable(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn world() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap().join("home");
        for inner in ["a", "data", "src"] {
            fs::create_dir_all(home.join(inner)).unwrap();
        }
        for file in ["data/x.db", "src/server.py", "src/config.json", "loose.db"] {
            fs::write(home.join(file), "").unwrap();
        }
        (folder, home)
    }

    fn found(home: &Path, line: &str, cwd: Option<&str>) -> (Vec<String>, Vec<Code>) {
        let mut words = line.split(' ').map(str::to_owned);
        let program = words.next().unwrap();
        let cwd = cwd.map(PathBuf::from);
        let command = CustomCommand { program, args: words.collect(), cwd, ..Default::default() };
        let survey = survey(&command, home);
        let below = |folder: &AbsolutePath| {
            let path = folder.as_path();
            path.strip_prefix(home).unwrap_or(path).display().to_string()
        };
        let proposal = |it: &Proposal| match &it.named.file {
            Some(file) => format!("{} for {file}", below(&it.folder)),
            None => below(&it.folder),
        };
        let troubles = survey.troubles.into_iter().map(|failure| failure.code).collect();
        (survey.proposals.iter().map(proposal).collect(), troubles)
    }

    #[test]
    fn folders_are_proposed_and_of_files_the_folder_they_are_in() {
        let (_world, home) = world();
        let of = |line: &str| found(&home, line, None).0;
        assert_eq!(of("npx -y fs ~/a ~/data/../a ~/data/x.db"), ["a", "data for x.db"]);
        assert_eq!(of("npx -y sqlite --db-path ~/data/new.db"), ["data for new.db"]);
        assert_eq!(of("x sqlite:///~/a /usr /proc/self /etc/passwd /usr/bin/env"), ["/usr"]);
    }

    #[test]
    fn what_is_the_program_s_own_is_not_proposed() {
        let (_world, home) = world();
        let of = |line: &str| found(&home, line, None).0;
        assert_eq!(of("python ~/src/server.py --config ~/src/config.json ~/a"), ["a"]);
        assert_eq!(of("uv run --directory ~/src x ~/src/config.json"), [""; 0]);
        assert_eq!(of("uv run --directory ~/src x ~/src"), ["src"]);
    }

    #[test]
    fn where_it_starts_is_proposed_unless_it_is_home() {
        let (_world, home) = world();
        assert_eq!(found(&home, "npx x .", Some("~/a")).0, ["a"]);
        assert_eq!(found(&home, "npx x", Some("~")).0, [""; 0]);
        assert_eq!(found(&home, "npx x", Some("/")).0, [""; 0]);
    }

    #[test]
    fn what_is_not_there_is_said_and_a_route_is_not() {
        let (_world, home) = world();
        let said = |line: &str| found(&home, line, None);
        assert_eq!(said("npx x ~/gone"), (vec![], vec![Code::NamedMissing]));
        assert_eq!(said("npx x --path /mcp --prefix /api/v1.json"), (vec![], vec![]));
        for example in ["/path/to/allowed/dir", "/Users/username/Desktop", "/path/to/x.json"] {
            let said = said(&format!("npx x {example}"));
            assert_eq!(said, (vec![], vec![Code::NamedMissing]), "{example}");
        }
        assert_eq!(said("npx x --path /workspace"), (vec![], vec![]));
        assert_eq!(said("npx x ~/loose.db"), (vec![], vec![Code::NamedLoose]));
        assert_eq!(said("npx x ~/never.db"), (vec![], vec![Code::NamedLoose]));
    }

    #[test]
    #[cfg(unix)]
    fn what_is_proposed_is_where_links_lead() {
        let (_world, home) = world();
        std::os::unix::fs::symlink(home.join("data"), home.join("link")).unwrap();
        assert_eq!(found(&home, "npx x ~/link ~/data", None).0, ["data"]);
    }
}
