//! Watches of folders that were taken out: a watch has no mount that the kernel could be asked about.
//!
//! What is watched is told by its inode, so a folder is looked through when it is taken out. A watch
//! whose descriptor is in flight through a socket is in no process; that there is one, the kernel
//! says by how many watches there are altogether.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::fs;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;

use super::mounts::Mount;
use super::open::{FOLDER, Held, Watch};
use super::table::Device;
use crate::folder::for_each_name;

/// How many names are looked at below one folder. Beyond that, what is watched on its filesystem
/// counts as if it were in it.
const LOOK_LIMIT: usize = 200_000;

/// How many watches there may be in this user namespace (`namespaces(7)`).
const LIMIT: &str = "/proc/sys/user/max_inotify_watches";

#[derive(Default)]
pub(super) struct Watches {
    /// What may be watched in each folder that was taken out.
    gone: BTreeMap<PathBuf, Gone>,
}

struct Gone {
    device: Device,
    inodes: Inodes,
}

enum Inodes {
    These(BTreeSet<u64>),
    /// The folder could not be looked through.
    All,
}

impl Watches {
    pub(super) fn is_empty(&self) -> bool {
        self.gone.is_empty()
    }

    /// Notes what is watched, or may be, of the folder that was taken out of `path`. `folder` is
    /// another mount of it.
    pub(super) fn note_gone(
        &mut self,
        path: PathBuf,
        folder: &Result<Mount, Errno>,
        device: Device,
        held: &[Held],
    ) {
        let watches = held.iter().flat_map(Held::watches).filter(|it| it.device == device);
        let seen: BTreeSet<_> = watches.map(|watch| watch.inode).collect();
        let some_unseen = are_unseen(held);
        if seen.is_empty() && !some_unseen {
            return;
        }
        let sought = (!some_unseen).then_some(&seen);
        let found = folder.as_ref().map_err(|errno| *errno);
        let inodes = match (found.and_then(|it| look_through(it, sought)), some_unseen) {
            (Ok(found), _) => Inodes::These(found),
            (Err(_), false) => Inodes::These(seen),
            (Err(_), true) => Inodes::All,
        };
        if !matches!(&inodes, Inodes::These(inodes) if inodes.is_empty()) {
            self.gone.insert(path, Gone { device, inodes });
        }
    }

    /// Notes that what is at `path` may be watched again.
    pub(super) fn note_granted(&mut self, path: &Path) {
        self.gone.remove(path);
    }

    /// How many there are still. Of those that can't be seen, it is not known where they are nor how
    /// many: together they are one.
    pub(super) fn count(&self, held: &[Held]) -> usize {
        if self.gone.is_empty() {
            return 0;
        }
        let is_gone = |watch: &Watch| self.gone.values().any(|gone| gone.has(watch));
        let seen = held.iter().flat_map(Held::watches).filter(is_gone).count();
        seen + usize::from(are_unseen(held))
    }
}

impl Gone {
    fn has(&self, watch: &Watch) -> bool {
        let may_be = match &self.inodes {
            Inodes::These(inodes) => inodes.contains(&watch.inode),
            Inodes::All => true,
        };
        may_be && watch.device == self.device
    }
}

/// Whether there are watches that no process is seen to have. Only asked where descriptors are in
/// flight, for while the kernel is asked the server can't make one.
fn are_unseen(held: &[Held]) -> bool {
    if !held.iter().any(Held::awaits_descriptors) {
        return false;
    }
    // Processes that share what watches are not told from ones that each watch the same under the
    // same number: taken for less, they make it one too many, never one too few.
    let seen: BTreeSet<_> = held.iter().flat_map(Held::watches).collect();
    are_more_than(seen.len()).unwrap_or(true)
}

/// # Errors
///
/// It can't be told.
fn are_more_than(count: usize) -> std::io::Result<bool> {
    let limit = fs::read_to_string(LIMIT)?;
    let own = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
    fs::write(LIMIT, (count + 1).to_string())?;
    let added = inotify::add_watch(&own, "/", WatchFlags::DELETE_SELF);
    fs::write(LIMIT, limit.trim())?;
    match added {
        Ok(_) => Ok(false),
        Err(Errno::NOSPC) => Ok(true),
        Err(errno) => Err(errno.into()),
    }
}

/// The inodes of a folder and of what is in it; no others than those sought, if any are.
///
/// # Errors
///
/// It could not be looked through, or only in part. All that are sought and were not found may be
/// there.
fn look_through(mount: &Mount, sought: Option<&BTreeSet<u64>>) -> Result<BTreeSet<u64>, Errno> {
    let folder = openat(mount.as_fd(), c".", FOLDER, Mode::empty())?;
    let mut looking = Looking { found: BTreeSet::new(), sought, left: LOOK_LIMIT };
    looking.note(statat(&folder, c"", AtFlags::EMPTY_PATH)?.st_ino);
    looking.below(folder)?;
    Ok(looking.found)
}

struct Looking<'a> {
    found: BTreeSet<u64>,
    sought: Option<&'a BTreeSet<u64>>,
    /// How many names may still be looked at.
    left: usize,
}

/// A folder on the way down, which is not kept open: a way may be longer than there are descriptors.
struct Above {
    inode: u64,
    /// Folders in it that were not looked through yet.
    left: Vec<CString>,
}

impl Looking<'_> {
    fn note(&mut self, inode: u64) {
        if self.sought.is_none_or(|sought| sought.contains(&inode)) {
            self.found.insert(inode);
        }
    }

    fn has_all(&self) -> bool {
        self.sought.is_some_and(|sought| self.found.len() == sought.len())
    }

    fn below(&mut self, top: OwnedFd) -> Result<(), Errno> {
        let mut way = vec![self.names_in(&top)?];
        let mut here = top;
        while let Some(above) = way.last_mut() {
            if self.has_all() {
                return Ok(());
            }
            if let Some(name) = above.left.pop() {
                match openat(&here, &name, FOLDER | OFlags::NOFOLLOW, Mode::empty()) {
                    Ok(folder) => {
                        way.push(self.names_in(&folder)?);
                        here = folder;
                    }
                    // It is gone, or something else by now.
                    Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
                    Err(errno) => return Err(errno),
                }
                continue;
            }
            way.pop();
            if let Some(above) = way.last() {
                let folder = openat(&here, c"..", FOLDER, Mode::empty())?;
                // It was moved meanwhile.
                if statat(&folder, c"", AtFlags::EMPTY_PATH)?.st_ino != above.inode {
                    return Err(Errno::STALE);
                }
                here = folder;
            }
        }
        Ok(())
    }

    fn names_in(&mut self, folder: &OwnedFd) -> Result<Above, Errno> {
        let inode = statat(folder, c"", AtFlags::EMPTY_PATH)?.st_ino;
        let mut left = Vec::new();
        let mut count = 0;
        for_each_name(folder, |name, inode, kind| {
            count += 1;
            self.note(inode);
            if matches!(kind, FileType::Directory | FileType::Unknown) {
                left.push(name.to_owned());
            }
        })?;
        // What is mounted in it has another inode than its place.
        self.note(inode);
        self.left = self.left.checked_sub(count).ok_or(Errno::TOOBIG)?;
        Ok(Above { inode, left })
    }
}
