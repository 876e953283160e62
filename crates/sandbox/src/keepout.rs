//! Folders that are never let in, whatever is granted.

use std::collections::BTreeSet;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use paddock_core::Root;
use paddock_sandbox::Policy;
use rustix::fs::{fstat, stat};
use rustix::io::Errno;

use crate::aliases::Mounted;

/// What is not made of files but of the kernel, and would tell of every process here.
const NOT_FILES: [&str; 3] = ["/proc", "/sys", "/dev"];

/// The host's own data, with the homes of all servers, and every folder around it.
pub(crate) struct Keepout {
    /// Device and inode of what is around the canary and the server's own home, so that no other path
    /// to them helps.
    around: BTreeSet<(u64, u64)>,
    /// The data by every path that leads there: of a folder deep in it the identity is not known.
    data: Vec<PathBuf>,
    /// The server's own home: a folder in it can be made less.
    own: Option<PathBuf>,
}

impl Keepout {
    /// In the host's view, where this is `mounted`.
    pub(crate) fn around(policy: &Policy, mounted: &Mounted) -> Self {
        // One that is not there holds nothing; the canary is missed by the proof.
        let real = |path: &PathBuf| path.canonicalize().ok();
        let places: Vec<_> = [&policy.home, &policy.canary].into_iter().filter_map(real).collect();
        let above = places.iter().flat_map(|place| place.ancestors());
        let around = above.filter_map(|folder| key(stat(folder))).collect();
        let data: Vec<_> = policy.data.iter().filter_map(real).collect();
        Self { around, data: mounted.everywhere(&data), own: real(&policy.home) }
    }

    /// `EPERM` for a folder that must not be let in.
    pub(crate) fn check(&self, root: &Root, folder: impl AsFd) -> Result<(), Errno> {
        let path: &Path = root.path.as_path();
        let is_around = key(fstat(folder)).is_none_or(|key| self.around.contains(&key));
        let is_own = self.own.as_ref().is_some_and(|own| path.starts_with(own));
        let is_data = |data: &PathBuf| path.starts_with(data) || data.starts_with(path);
        if is_around
            || !is_own && self.data.iter().any(is_data)
            || NOT_FILES.iter().any(|not_files| path.starts_with(not_files))
        {
            Err(Errno::PERM)
        } else {
            Ok(())
        }
    }
}

fn key(stat: Result<rustix::fs::Stat, Errno>) -> Option<(u64, u64)> {
    stat.ok().map(|stat| (stat.st_dev, stat.st_ino))
}
