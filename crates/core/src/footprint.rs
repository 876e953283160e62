//! What a command needs of the disk in order to run, as a person agreed to it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::likely_secret::{is_fetched, is_left_out};
use crate::{Identity, ResolvedProgram};

/// What a command needs besides its grants: worked out once, when the command is added or changed,
/// consented to with it, and kept. Every launch uses what was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// What to execute. It is not the command's own program where that is a version manager's
    /// stand-in.
    pub program: PathBuf,
    /// The scripts or package entries that are really run, in the order in which they are reached.
    pub entries: Vec<Entry>,
    /// Sorted by path, and none inside another.
    pub parts: Vec<Part>,
    /// Symbolic links that the program is found through, to be made as they are written here,
    /// sorted by path. The system's own are among them only where they lead to what is not.
    pub links: Vec<Link>,
    /// What must be set, sorted by name.
    pub env: Vec<(OsString, OsString)>,
    pub told: Coverage,
}

/// Whether the entries and parts are all that is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coverage {
    /// It was worked out before this was asked.
    #[default]
    Unasked,
    Whole,
    /// The command runs something that its words do not name plainly. Whoever can change that decides
    /// what it does.
    Partly,
}

/// A file that is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub file: ResolvedProgram,
    /// Of a file that was small enough to be read. It says more than times: package managers share
    /// files between projects by hard links, and each link changes them.
    pub content: Option<Content>,
}

/// What a file holds, by its SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content(pub [u8; 32]);

impl Content {
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

/// One file or folder that is read and executed, and never written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// With no symbolic link on the way, unless it is the system's own.
    pub path: PathBuf,
    pub need: Need,
    /// None of what is the system's own: nobody but root can put something else there.
    pub own: Option<Owned>,
}

/// A part that the person's account, or a program of theirs, could have made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owned {
    pub identity: Identity,
    /// How many files were counted in it. Counting ends at a limit.
    pub files: u32,
    /// The size in bytes of those that were counted.
    pub bytes: u64,
    /// Every file in it was counted.
    pub all: bool,
    /// Likely secrets in it, which are left out. Absolute and sorted.
    pub hidden: Vec<PathBuf>,
}

/// A symbolic link and what is written in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    pub path: PathBuf,
    pub target: PathBuf,
}

/// Why a part is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
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
}

impl Footprint {
    /// Parts that are not the system's own: what a person is shown.
    pub fn own(&self) -> impl Iterator<Item = (&Part, &Owned)> {
        self.parts.iter().filter_map(|part| Some((part, part.own.as_ref()?)))
    }

    /// Whether `path` is the person's and can be read: it is in a part that is not the system's own,
    /// and not left out of it.
    pub fn holds(&self, path: &Path) -> bool {
        self.own().any(|(part, own)| own.shows(part, path))
    }

    /// The same of the next launch, which leaves out likely secrets that came since.
    pub fn will_hold(&self, path: &Path, is_folder: bool) -> bool {
        let comes_to_be_hidden =
            |part: &Part| part.need == Need::Program && is_likely_in(&part.path, path, is_folder);
        self.own().any(|(part, own)| own.shows(part, path) && !comes_to_be_hidden(part))
    }

    /// Whether `path` is in a part that is the system's own.
    pub fn is_of_the_system(&self, path: &Path) -> bool {
        let mut parts = self.parts.iter().filter(|part| part.own.is_none());
        parts.any(|part| path.starts_with(&part.path))
    }

    /// Whether `path` is in any part, the system's own among them, whatever is left out of it: a
    /// server may be started there.
    pub fn reads(&self, path: &Path) -> bool {
        self.parts.iter().any(|part| path.starts_with(&part.path))
    }
}

impl Owned {
    fn shows(&self, part: &Part, path: &Path) -> bool {
        path.starts_with(&part.path) && !self.hidden.iter().any(|hidden| path.starts_with(hidden))
    }
}

/// Whether `path` is a likely secret in `folder`, or in one.
fn is_likely_in(folder: &Path, path: &Path, is_folder: bool) -> bool {
    let Ok(below) = path.strip_prefix(folder) else { return false };
    let mut at = folder.to_path_buf();
    for name in below {
        if is_fetched(&at) {
            return false;
        }
        at.push(name);
        if is_left_out(&at, is_folder || at != path) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_launch_leaves_out_what_looks_like_a_secret() {
        let own = |hidden: &[&str]| Owned {
            identity: Identity { device: 1, inode: 1, born: None },
            files: 0,
            bytes: 0,
            all: true,
            hidden: hidden.iter().map(PathBuf::from).collect(),
        };
        let part = |path: &str, need, own| Part { path: path.into(), need, own };
        let parts = vec![
            part("/a/app", Need::Program, Some(own(&["/a/app/notes"]))),
            part("/a/node", Need::Runtime, Some(own(&[]))),
            part("/usr/lib", Need::System, None),
        ];
        let footprint = Footprint { parts, ..Footprint::default() };
        let will_hold = |path: &str| footprint.will_hold(path.as_ref(), false);
        for path in ["/a/app", "/a/app/x.js", "/a/app/node_modules/x/.env", "/a/node/lib/.npmrc"] {
            assert!(footprint.holds(path.as_ref()) && will_hold(path), "{path}");
        }
        for path in
            ["/a/app/.env", "/a/app/config/.env.local", "/a/app/.aws/config", "/a/app/.git/x"]
        {
            assert!(footprint.holds(path.as_ref()) && !will_hold(path), "{path}");
        }
        assert!(footprint.will_hold("/a/app/.env".as_ref(), true), "an environment");
        for path in ["/a/app/notes/1", "/usr/lib/x", "/a/other"] {
            assert!(!footprint.holds(path.as_ref()) && !will_hold(path), "{path}");
        }
        assert!(footprint.reads("/usr/lib/x".as_ref()) && footprint.reads("/a/app/notes".as_ref()));
    }
}
