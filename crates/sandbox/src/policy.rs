//! What a server may reach, as one value that a tier carries out.

use std::path::{Path, PathBuf};

use paddock_core::{Access, Link, Part, RootEntry};

use crate::Tier;

/// Everything one server may reach. What is not in it is not there for the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    pub tier: Tier,
    /// The folders granted, each once. Of nested ones the nearest decides.
    pub folders: Vec<RootEntry>,
    /// What the program needs in order to run: read and executed, never written. A missing part of
    /// the system's is left out; any other that is missing, or is not what was consented to, is
    /// withheld.
    pub readable: Vec<Part>,
    /// Symbolic links that the program is found through, made as they are written here wherever
    /// nothing else is.
    pub links: Vec<Link>,
    /// Places of which nothing is needed: a part that is one, is in one or holds one is withheld.
    pub reserved: Vec<PathBuf>,
    /// Files and folders that this server's program, or another's, is made of. None of them is
    /// written, whatever is granted around them.
    pub programs: Vec<PathBuf>,
    /// The server's own home, the only place besides its grants where it may write what lasts. The
    /// app makes it before the launch.
    pub home: PathBuf,
    pub network: Network,
    /// The ports at which connections are taken under [`Network::Destinations`], besides those of the
    /// web. More can follow while the server runs.
    pub ports: Vec<u16>,
    pub attempts: OnAttempt,
    /// A file outside of everything above that the host has made: that it can't be read from inside
    /// is part of every [`Proof`](crate::Proof).
    pub canary: PathBuf,
    /// The host's own data, with the homes of all servers: nothing of it is granted, by whatever path.
    pub data: Vec<PathBuf>,
    /// A few files and folders of the person's own, where they matter most, and of the host's: that
    /// none of them is reached from inside is part of every proof too. What is not there, or lies in
    /// a granted folder, is left out.
    pub kept_out: Vec<PathBuf>,
}

impl Policy {
    /// Whether the folder at `path` was granted for writing and may only be read all the same.
    pub fn only_reads(&self, path: &Path) -> bool {
        let is_it = |entry: &&RootEntry| entry.root.path.as_path() == path;
        let narrowed =
            |entry: &RootEntry| entry.access.writes() && Self::is_narrowed(entry, &self.folders);
        self.tier == Tier::Landlock && self.folders.iter().find(is_it).is_some_and(narrowed)
    }

    /// Landlock joins the rights of all rules on the way up, so a folder granted for reading only
    /// inside of one granted for writing would become writable. The outer one is then let in for
    /// reading only: a server gets less than it was granted, but never more.
    pub fn is_narrowed(entry: &RootEntry, all: &[RootEntry]) -> bool {
        all.iter().any(|inner| {
            let within = inner.root.path.as_path().starts_with(entry.root.path.as_path());
            inner.access == Access::Read && (within || inner.root.is_same_folder(&entry.root))
        })
    }
}

/// The most ports of one server at which connections are taken.
pub const MOST_PORTS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// The same as the person's own programs have.
    Open,
    /// None, not even to this machine.
    Off,
    /// A network of the server's own in which every address leads to Paddock, which decides by the
    /// name that was asked for. Only for a live tier.
    Destinations,
}

/// What is done about an access to something that exists and is not granted. It is denied in any
/// case, unless it is held and then granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnAttempt {
    /// Nothing; opening a file costs what it costs without a sandbox.
    Ignore,
    /// It is reported.
    Report,
    /// It is reported, and waits for an answer.
    Hold,
}
