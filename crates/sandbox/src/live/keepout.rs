//! Folders that are never let in, whatever is granted.

use std::collections::BTreeSet;
use std::os::fd::AsFd;
use std::path::Path;

use paddock_core::Root;
use paddock_sandbox::Policy;
use rustix::fs::{fstat, stat};
use rustix::io::Errno;

/// What is not made of files but of the kernel, and would tell of every process here.
const NOT_FILES: [&str; 3] = ["/proc", "/sys", "/dev"];

/// The folders that hold the canary or the server's own home, up to the root: the app's own data is
/// in them, and what is around a home is another server's.
pub(super) struct Keepout {
    /// Device and inode, so that no other path to them helps.
    folders: BTreeSet<(u64, u64)>,
}

impl Keepout {
    /// In the host's view.
    pub(super) fn around(policy: &Policy) -> Self {
        let homes = [&policy.home, &policy.canary].into_iter().filter_map(|path| {
            // One that is not there holds nothing; the canary is missed by the proof.
            path.canonicalize().ok()
        });
        let folders = homes
            .flat_map(|home| {
                home.ancestors().filter_map(|folder| key(stat(folder))).collect::<Vec<_>>()
            })
            .collect();
        Self { folders }
    }

    /// `EPERM` for a folder that must not be let in.
    pub(super) fn check(&self, root: &Root, folder: impl AsFd) -> Result<(), Errno> {
        let path: &Path = root.path.as_path();
        let held = key(fstat(folder)).is_none_or(|key| self.folders.contains(&key));
        if held || NOT_FILES.iter().any(|not_files| path.starts_with(not_files)) {
            Err(Errno::PERM)
        } else {
            Ok(())
        }
    }
}

fn key(stat: Result<rustix::fs::Stat, Errno>) -> Option<(u64, u64)> {
    stat.ok().map(|stat| (stat.st_dev, stat.st_ino))
}
