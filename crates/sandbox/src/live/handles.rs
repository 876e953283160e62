//! What the server still holds of folders that were taken out.
//!
//! A file that was opened before stays open, whatever is unmounted. It is told by the number of its
//! mount, which is nobody else's while it is held. Of a file that is only mapped, and of one that is on
//! its way through a socket, nothing is to be seen but that the mount is held.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::limbo::Taken;
use super::mounts::Mount;
use super::open::{Held, Processes, Sought};
use super::table::{Device, Table};
use super::watches::Watches;

pub(super) struct Handles {
    processes: Processes,
    /// Numbers of mounts that were taken out.
    gone: BTreeSet<u64>,
    /// Of some it is no longer told in limbo that they are held.
    forgets: bool,
    watches: Watches,
    /// Folders that are to be looked through for what is watched, once they are taken out.
    leaving: Vec<Leaving>,
    /// All mounts as they were when the current change began to take some out, where the kernel does not
    /// tell of one alone.
    before: Option<Table>,
}

/// A folder that is taken out in the current change.
struct Leaving {
    path: PathBuf,
    device: Device,
    /// Another mount of it, which the server never sees.
    twin: Result<Mount, Errno>,
}

impl Handles {
    pub(super) fn of(processes: Processes) -> Self {
        Self {
            processes,
            gone: BTreeSet::new(),
            forgets: false,
            watches: Watches::default(),
            leaving: Vec::new(),
            before: None,
        }
    }

    /// The mounts that the server sees.
    pub(super) fn mounts(&self) -> Result<Table, Errno> {
        self.processes.mounts()
    }

    fn before(&mut self) -> Result<&Table, Errno> {
        let read = match self.before.take() {
            Some(before) => before,
            None => self.mounts()?,
        };
        Ok(self.before.insert(read))
    }

    /// Notes that `mount` is about to be taken out of `path`. The mounts in `others` are not, or are on
    /// their own, even if they were below it.
    pub(super) fn note_gone(
        &mut self,
        path: &Path,
        mount: Mount,
        others: &BTreeSet<u64>,
    ) -> Result<Taken, Errno> {
        let id = mount.id()?;
        let of_this_one = Table::of(&mount);
        let seen = match &of_this_one {
            Ok(seen) => seen,
            Err(_) => self.before()?,
        };
        let below = seen.below(id, others);
        let devices = below.iter().filter_map(|id| seen.device(*id)).collect();
        let device = seen.device(id);
        if let Some(device) = device {
            let twin = mount.twin_with_all();
            self.leaving.push(Leaving { path: path.into(), device, twin });
        }
        let has_mounts = below.len() > 1;
        self.gone.extend(below);
        Ok(Taken { mount, devices, has_mounts })
    }

    /// Notes that what is at `path` may be watched again.
    pub(super) fn note_granted(&mut self, path: &Path) {
        self.watches.note_granted(path);
        self.leaving.retain(|leaving| leaving.path != path);
    }

    /// Notes what is watched of the folders that were taken out. Only now nothing more is.
    pub(super) fn note_left(&mut self) {
        if self.leaving.is_empty() {
            return;
        }
        let held = self.processes.held(Sought::Watches);
        for Leaving { path, device, twin } in self.leaving.drain(..) {
            self.watches.note_gone(path, &twin, device, &held);
        }
    }

    /// Notes that limbo has let go of mounts that may be held.
    pub(super) fn note_let_go(&mut self) {
        self.forgets = true;
    }

    /// How many of them are held now, at the end of a change. `in_limbo` tells the mounts of which
    /// the kernel says that they are: each counts, even if nobody is seen to hold it.
    pub(super) fn count(
        &mut self,
        mut in_limbo: impl FnMut() -> Result<BTreeSet<u64>, Errno>,
    ) -> Result<u32, Errno> {
        self.before = None;
        self.note_left();
        if self.gone.is_empty() && self.watches.is_empty() {
            return Ok(0);
        }
        let mut held = in_limbo()?;
        if held.is_empty() && self.watches.is_empty() && !self.forgets {
            self.gone.clear();
            return Ok(0);
        }
        let now = self.processes.held(Sought::All);
        let mut seen = BTreeMap::<u64, usize>::new();
        for id in now.iter().flat_map(Held::mounts).filter(|id| self.gone.contains(id)) {
            *seen.entry(id).or_default() += 1;
        }
        if !seen.is_empty() {
            // A number that is in use again is not held: it would not be free.
            let attached = self.mounts()?.ids();
            self.gone.retain(|id| !attached.contains(id));
            seen.retain(|id, _| !attached.contains(id));
        }
        if !held.iter().all(|id| seen.contains_key(id)) {
            // It may only have been passed through, by a path that was being looked up.
            held = in_limbo()?;
        }
        let unseen = held.iter().filter(|id| !seen.contains_key(id)).count();
        let count = seen.values().sum::<usize>() + self.watches.count(&now) + unseen;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}
