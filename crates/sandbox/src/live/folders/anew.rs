//! A family of nested folders that is changed by taking its place.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use paddock_core::{AbsolutePath, Access, Root, RootEntry};
use rustix::io::Errno;

use std::os::fd::OwnedFd;

use super::nesting::{above, at_and_below, tops};
use super::{Change, Entries, Granted};
use crate::folder;
use crate::live::mounts::Mount;

impl Change<'_> {
    /// Puts a copy of all that is wanted at `top` and below in the place of what is there.
    pub(super) fn rebuild(&mut self, top: &Path, wanted: Entries) -> Result<(), Errno> {
        let copies: Vec<_> = wanted.into_values().map(|entry| (self.copy(&entry), entry)).collect();
        let views = self.on.views;
        views.in_sandbox(|| {
            let paths: Vec<_> =
                at_and_below(self.mounted, top).map(|(path, _)| path.clone()).collect();
            let old: BTreeMap<_, _> =
                paths.into_iter().filter_map(|path| self.mounted.remove_entry(&path)).collect();
            for (copied, entry) in copies {
                self.assemble(copied, &entry);
            }
            self.exchange(top, old)
        })?
    }

    /// Mounts a copy where it belongs, out of the server's sight.
    fn assemble(&mut self, copied: Result<Granted, Errno>, entry: &RootEntry) {
        let path = entry.root.path.as_path();
        let above = above(self.mounted, path);
        let placed = match &above {
            Some(_) => self.place_in_above(path),
            None => Err(Errno::NOENT),
        };
        let attached = copied.and_then(|granted| {
            match &above {
                Some(_) => granted.mount.attach(placed.as_ref().map_err(|errno| *errno)?)?,
                None => drop(self.on.ground.hide(&granted.mount)?),
            }
            Ok(granted)
        });
        let granted = match attached {
            Ok(granted) => Some(granted),
            Err(errno) => {
                self.withhold(path.into(), errno);
                // Nothing is written in its place through the one it is in.
                let wants_cover = entry.access == Access::Read && above.is_some();
                if wants_cover && let Ok(place) = placed { cover(path, &place).ok() } else { None }
            }
        };
        if let Some(granted) = granted {
            self.on.handles.note_granted(path);
            self.mounted.insert(path.into(), granted);
        }
    }

    /// Shows what was assembled and takes the old ones out.
    fn exchange(&mut self, top: &Path, old: BTreeMap<PathBuf, Granted>) -> Result<(), Errno> {
        let shown = tops(at_and_below(self.mounted, top).map(|(path, _)| path));
        let hidden = tops(old.keys());
        let covers_all = shown.iter().any(|path| path == top);
        let hangs = covers_all
            && match old.get(top) {
                Some(old) => self.mounted[top].mount.attach_beneath(&old.mount).is_ok(),
                None => self.hang(top).map(|()| true)?,
            };
        self.discard_all(old)?;
        for path in shown.iter().filter(|_| !hangs) {
            self.hang(path)?;
        }
        for path in &hidden {
            self.on.ground.forget(path);
        }
        self.on.ground.nothing_hidden();
        Ok(())
    }

    pub(super) fn discard_all(&mut self, mut old: BTreeMap<PathBuf, Granted>) -> Result<(), Errno> {
        let others = old.values().map(|granted| granted.id).collect();
        // What is mounted on another goes with it, and comes after it.
        let tops = tops(old.keys());
        for top in tops {
            let paths: Vec<_> = at_and_below(&old, &top).map(|(path, _)| path.clone()).collect();
            let mut taken = Vec::new();
            for (path, granted) in paths.iter().filter_map(|path| old.remove_entry(path)) {
                self.note_revoked(granted.entry);
                taken.push(self.on.handles.note_gone(&path, granted.mount, &others)?);
            }
            self.on.ground.discard(taken)?;
        }
        Ok(())
    }

    /// Unless it was only copied anew.
    pub(super) fn note_revoked(&mut self, entry: RootEntry) {
        let now = self.mounted.get(entry.root.path.as_path());
        if !now.is_some_and(|now| now.entry.root.is_same_folder(&entry.root)) {
            self.outcome.revoked.push(entry);
        }
    }
}

/// What is at `place`, read-only, in place of a folder that is withheld.
fn cover(path: &Path, place: &OwnedFd) -> Result<Granted, Errno> {
    // A folder of its own, not the one wanted: that one is tried again next time.
    let identity = folder::identity(place)?;
    let root = Root { path: AbsolutePath::new(path).map_err(|_| Errno::INVAL)?, identity };
    let mount = Mount::copy(place, Access::Read)?;
    mount.attach(place)?;
    let granted = Granted::new(RootEntry { root, access: Access::Read }, mount)?;
    Ok(Granted { is_cover: true, ..granted })
}
