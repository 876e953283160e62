//! The watches of the operating system: the only file that knows `notify`.
//!
//! `notify` keeps its watches by path, while an inotify watch is on an inode: the watch of a folder
//! that is moved away stays with it, and two paths to one folder (a bind mount) share one watch,
//! whose events carry the path that came last and which ends when either is let go. So what is held
//! is kept here together with the folder it was set on.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use notify::event::{EventKind, ModifyKind};
use notify::{
    ErrorKind, Event, RecommendedWatcher, RecursiveMode, Watcher as _, recommended_watcher,
};
use paddock_core::AbsolutePath;

use crate::inbox::Extent;
use crate::look::Place;

/// Why changes of a root may go unseen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Blindness {
    /// On Linux `fs.inotify.max_user_watches`, which all programs of a user share.
    #[error("changes go unseen: the system's limit on watched folders is reached")]
    LimitReached,
    /// A folder above the root may be passed but not listed.
    #[error("what appears in a folder above goes unseen: it can't be listed: {}", .folder.as_path().display())]
    Unreadable { folder: AbsolutePath },
    #[error("changes go unseen: folder can't be watched: {}: {kind}", .folder.as_path().display())]
    Refused { folder: AbsolutePath, kind: io::ErrorKind },
    /// Nothing tells any more of what is mounted and unmounted.
    #[error("mounts go unseen: the list of mounts can't be waited on")]
    Mounts,
}

/// What an event says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Touch<'a> {
    Place(&'a Path, Extent),
    /// Events were lost.
    Everything,
}

#[derive(Debug)]
pub(crate) struct Watches {
    notify: RecommendedWatcher,
    held: BTreeMap<PathBuf, Held>,
    shaken: Vec<PathBuf>,
}

#[derive(Debug)]
struct Held {
    folder: FolderNumber,
    /// Whether it is still known to be on the folder that stands at its path.
    trusted: bool,
    /// How many looks had begun when it was set.
    set: u64,
    /// Whether a look that began later saw `folder` at its path, and nothing happened there since.
    ///
    /// Otherwise it may be on another folder, to which the path led for the moment in which it was
    /// set, and which may be watched by another path too. One folder has one watch: it tells the
    /// path that was set last, and ends for all.
    confirmed: bool,
    /// A look did not come there any more.
    left: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FolderNumber {
    device: u64,
    inode: u64,
}

impl From<&Place> for FolderNumber {
    fn from(place: &Place) -> Self {
        Self { device: place.identity.device, inode: place.identity.inode }
    }
}

impl Watches {
    /// Calls `touched` on a thread of its own for all that may matter.
    pub(crate) fn new(mut touched: impl FnMut(Touch<'_>) + Send + 'static) -> io::Result<Self> {
        let notify = recommended_watcher(move |event: notify::Result<Event>| match event {
            Ok(event) => each_touch(&event, &mut touched),
            Err(error) => {
                tracing::warn!(%error, "events were lost");
                touched(Touch::Everything);
            }
        });
        let notify = notify.map_err(into_io)?;
        Ok(Self { notify, held: BTreeMap::new(), shaken: Vec::new() })
    }

    /// Watches the folder at a place, which a look saw that began as number `look` of the
    /// `begun`, unless it is known to be watched.
    ///
    /// What happened there before is not told: look again afterwards, at what
    /// [`take_shaken`](Self::take_shaken) names.
    pub(crate) fn add(&mut self, place: &Place, look: u64, begun: u64) -> Result<(), Blindness> {
        let path = place.path.as_path();
        let folder = FolderNumber::from(place);
        if let Some(held) = self.held.get_mut(path) {
            if held.trusted && held.folder == folder {
                held.confirmed |= look > held.set;
                return Ok(());
            }
            held.confirmed &= held.folder == folder;
        }
        self.release(path);
        match self.notify.watch(path, RecursiveMode::NonRecursive) {
            Ok(()) => {
                let held =
                    Held { folder, trusted: true, set: begun, confirmed: false, left: false };
                self.held.insert(path.to_path_buf(), held);
                self.shaken.push(path.to_path_buf());
                Ok(())
            }
            Err(error) => refused(place, error),
        }
    }

    /// Another folder may stand at a path: doubts the watches there and beneath, and no longer
    /// believes those that share a folder with one of them.
    pub(crate) fn doubt(&mut self, path: &Path) {
        self.distrust(path);
        for path in self.beneath(path) {
            self.held.entry(path).and_modify(|held| held.confirmed = false);
        }
    }

    fn distrust(&mut self, path: &Path) {
        for held in self.beneath(path) {
            for other in self.same_folder(&held) {
                self.distrust_one(other);
            }
            self.distrust_one(held);
        }
    }

    fn distrust_one(&mut self, path: PathBuf) {
        if let Some(held) = self.held.get_mut(&path) {
            held.trusted = false;
            self.shaken.push(path);
        }
    }

    fn beneath(&self, path: &Path) -> Vec<PathBuf> {
        let from = self.held.range(path.to_path_buf()..);
        from.take_while(|(held, _)| held.starts_with(path)).map(|(held, _)| held.clone()).collect()
    }

    /// Lets go of the watch at a path, if there is one, and of those that share its folder, as they
    /// may end with it. With one that is not confirmed any may end, so all have to.
    pub(crate) fn release(&mut self, path: &Path) {
        let Some(held) = self.held.get(path) else { return };
        if !held.confirmed {
            return self.release_all();
        }
        self.distrust(path);
        for other in self.same_folder(path) {
            self.release_one(&other);
        }
        self.release_one(path);
    }

    /// Lets go of the watch at a path that a look did not come to.
    ///
    /// One that is not confirmed stays until a look comes there again: the others, which have to go
    /// with it, could not all be set anew while what is above can't be entered.
    pub(crate) fn leave(&mut self, path: &Path) {
        match self.held.get_mut(path) {
            Some(held) if !held.confirmed => (held.trusted, held.left) = (false, true),
            _ => self.release(path),
        }
    }

    pub(crate) fn release_all(&mut self) {
        while let Some((path, _)) = self.held.pop_first() {
            self.release_one(&path);
            self.shaken.push(path);
        }
    }

    fn release_one(&mut self, path: &Path) {
        self.held.remove(path);
        if let Err(error) = self.notify.unwatch(path) {
            // It ends by itself when its folder is removed.
            tracing::trace!(%error, "watch was gone already");
        }
    }

    /// Lets go of all watches but those at the paths to `keep`.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Path) -> bool) {
        let unneeded: Vec<_> = self.held.keys().filter(|path| !keep(path)).cloned().collect();
        for path in unneeded {
            self.release(&path);
        }
    }

    pub(crate) fn holds(&self, path: &Path) -> bool {
        self.held.contains_key(path)
    }

    /// Whether an event's path can stand for any place: it comes of a watch that was left.
    pub(crate) fn is_left(&self, path: &Path) -> bool {
        let watches = [Some(path), path.parent()].into_iter().flatten();
        watches.filter_map(|path| self.held.get(path)).any(|held| held.left)
    }

    /// Where an event's path stands for: the path itself, and the same place by other paths.
    pub(crate) fn names_of(&self, path: &Path) -> Vec<PathBuf> {
        let mut names = self.same_folder(path);
        if let (Some(parent), Some(name)) = (path.parent(), path.file_name()) {
            names.extend(self.same_folder(parent).into_iter().map(|other| other.join(name)));
        }
        names.push(path.to_path_buf());
        names
    }

    fn same_folder(&self, path: &Path) -> Vec<PathBuf> {
        let Some(folder) = self.held.get(path).map(|held| held.folder) else { return Vec::new() };
        let others = self
            .held
            .iter()
            .filter(|(other, held)| held.folder == folder && other.as_path() != path);
        others.map(|(other, _)| other.clone()).collect()
    }

    /// The paths whose watches were set, lost or doubted: what happened beneath went unseen.
    pub(crate) fn take_shaken(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.shaken)
    }
}

fn refused(place: &Place, error: notify::Error) -> Result<(), Blindness> {
    let folder = place.path.clone();
    let kind = match error.kind {
        ErrorKind::MaxFilesWatch => return Err(Blindness::LimitReached),
        // Gone since it was looked at, which its parent's watch tells.
        ErrorKind::PathNotFound => return Ok(()),
        ErrorKind::Io(_)
        | ErrorKind::Generic(_)
        | ErrorKind::WatchNotFound
        | ErrorKind::InvalidConfig(_) => into_io(error).kind(),
    };
    if kind == io::ErrorKind::PermissionDenied {
        return Err(Blindness::Unreadable { folder });
    }
    Err(Blindness::Refused { folder, kind })
}

fn each_touch(event: &Event, touched: &mut impl FnMut(Touch<'_>)) {
    if event.need_rescan() {
        return touched(Touch::Everything);
    }
    let Some(extent) = extent(event.kind) else { return };
    for path in &event.paths {
        touched(Touch::Place(path, extent));
    }
}

/// Nothing for what happens to contents only, such as the opening of a folder to look at it.
fn extent(kind: EventKind) -> Option<Extent> {
    match kind {
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Data(_)) => None,
        EventKind::Modify(ModifyKind::Metadata(_)) => Some(Extent::Attributes),
        EventKind::Modify(ModifyKind::Any | ModifyKind::Name(_) | ModifyKind::Other)
        | EventKind::Any
        | EventKind::Create(_)
        | EventKind::Remove(_)
        | EventKind::Other => Some(Extent::Entry),
    }
}

fn into_io(error: notify::Error) -> io::Error {
    match error.kind {
        ErrorKind::Io(error) => error,
        ErrorKind::Generic(_)
        | ErrorKind::PathNotFound
        | ErrorKind::WatchNotFound
        | ErrorKind::InvalidConfig(_)
        | ErrorKind::MaxFilesWatch => io::Error::other(error.to_string()),
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
