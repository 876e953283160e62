//! The granted folders that are mounted, and how one set of them becomes another.
//!
//! Granted folders may be nested; the nearest one decides. A folder is mounted on the nearest granted
//! one above it, or on the ground. Folders that are nested in one another are changed together.
//!
//! Nothing is ever wider than the old and the new grants together, also for a server that holds a
//! folder open: such a one sees beneath a mount that was there later. So nothing that narrows is
//! mounted on a folder in use, and nothing that narrows is taken off one. Where that would be needed,
//! all of them are copied anew out of the server's sight and take the place of the old ones at once.

mod anew;
mod nesting;

use std::collections::{BTreeMap, BTreeSet};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use paddock_core::{Access, RootEntry};
use paddock_sandbox::Withheld;
use rustix::fs::{Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;

use self::nesting::{above, at_and_below, by_bytes, entries_within, has_below, tops, within};
use super::ground::{Ground, Kind};
use super::handles::Handles;
use super::mounts::Mount;
use super::namespaces::Views;
use super::plan::{self, Step};
use super::sockets::Sockets;
use super::table::Table;
use crate::folder;
use crate::keepout::Keepout;

#[derive(Default)]
pub(super) struct Folders {
    mounted: BTreeMap<PathBuf, Granted>,
}

struct Granted {
    entry: RootEntry,
    mount: Mount,
    id: u64,
    /// Something was mounted on it while it was in use: it can be seen beneath.
    seen_beneath: bool,
    /// It stands in for a withheld folder.
    is_cover: bool,
}

impl Granted {
    fn new(entry: RootEntry, mount: Mount) -> Result<Self, Errno> {
        let id = mount.id()?;
        Ok(Self { entry, mount, id, seen_beneath: false, is_cover: false })
    }
}

/// What came of a change.
#[derive(Default)]
pub(super) struct Outcome {
    /// At and below these paths something was changed, or could not be.
    pub(super) touched: BTreeSet<PathBuf>,
    pub(super) revoked: Vec<RootEntry>,
    pub(super) withheld: Vec<Withheld>,
}

/// What a change is made on.
pub(super) struct On<'a> {
    pub(super) views: &'a Views,
    pub(super) ground: &'a mut Ground,
    pub(super) keepout: &'a Keepout,
    pub(super) sockets: &'a Sockets,
    pub(super) handles: &'a mut Handles,
}

/// A change under way. The keeper is in the host's view between its steps.
struct Change<'a> {
    mounted: &'a mut BTreeMap<PathBuf, Granted>,
    on: On<'a>,
    outcome: Outcome,
}

type Entries = BTreeMap<PathBuf, RootEntry>;

impl Folders {
    /// The folders that are mounted.
    pub(super) fn entries(&self) -> Vec<RootEntry> {
        self.mounted.values().map(|granted| granted.entry.clone()).collect()
    }

    /// Makes what is mounted what is wanted. A folder that can't be is withheld.
    ///
    /// # Errors
    ///
    /// Something can't be taken out: the server must end.
    pub(super) fn change(&mut self, wanted: &[RootEntry], on: On<'_>) -> Result<Outcome, Errno> {
        let (refused, wanted): (Vec<_>, Vec<_>) =
            wanted.iter().partition(|it| on.sockets.could_be_in(it));
        let tops = self.tops_of_what_differs(&wanted);
        let mut change = self.begin(on);
        for entry in refused {
            change.withhold(entry.root.path.as_path().into(), Errno::BUSY);
        }
        for top in &tops {
            change.family(top, entries_within(&wanted, top))?;
        }
        Ok(Outcome { touched: tops, ..change.outcome })
    }

    /// The families in which something is to change: among many folders it is mostly one.
    fn tops_of_what_differs(&self, wanted: &[&RootEntry]) -> BTreeSet<PathBuf> {
        // By their bytes: to compare very many paths part by part takes longer than a change.
        let wanted = by_bytes(wanted.iter().copied());
        let mounted = by_bytes(self.mounted.values().map(|granted| &granted.entry));
        let gone = mounted.iter().filter(|(path, _)| !wanted.contains_key(*path));
        let other = wanted.iter().filter(|(path, entry)| mounted.get(*path) != Some(*entry));
        let is_there = |path: &Path| {
            let path = path.as_os_str();
            mounted.contains_key(path) || wanted.contains_key(path)
        };
        let differs = gone.chain(other).map(|(path, _)| Path::new(*path));
        let tops = differs.filter_map(|path| path.ancestors().filter(|it| is_there(it)).last());
        tops.map(Path::to_path_buf).collect()
    }

    /// Lets go of the folders whose filesystem the host has unmounted, so that it can be ejected.
    ///
    /// # Errors
    ///
    /// As for [`change`](Self::change).
    pub(super) fn let_go_of_unmounted(&mut self, host: &Table, on: On<'_>) -> Result<(), Errno> {
        let seen = on.handles.mounts()?;
        let present = host.devices();
        let is_gone = |id| seen.device(id).is_some_and(|device| !present.contains(&device));
        let ids: BTreeSet<_> = self.mounted.values().map(|granted| granted.id).collect();
        let holds_gone = |granted: &Granted| seen.below(granted.id, &ids).into_iter().any(is_gone);

        let hit = self.mounted.iter().filter(|(_, granted)| holds_gone(granted));
        let hit: Vec<_> = hit.map(|(path, _)| path.clone()).collect();
        let stay = self.mounted.iter().filter(|(_, granted)| !is_gone(granted.id));
        let stay: Entries =
            stay.map(|(path, granted)| (path.clone(), granted.entry.clone())).collect();
        let tops = tops(self.mounted.keys());
        let mut change = self.begin(on);
        for top in tops.iter().filter(|top| hit.iter().any(|path| path.starts_with(top))) {
            change.rebuild(top, within(&stay, top))?;
        }
        Ok(())
    }

    fn begin<'a>(&'a mut self, on: On<'a>) -> Change<'a> {
        Change { mounted: &mut self.mounted, on, outcome: Outcome::default() }
    }
}

/// A step with all that it needs of the host's view.
enum Ready {
    Narrow(PathBuf),
    Revoke(PathBuf),
    Grant(Granted),
    Widen(PathBuf),
}

impl Change<'_> {
    /// Changes what is at `top` and below it.
    fn family(&mut self, top: &Path, wanted: Entries) -> Result<(), Errno> {
        let steps = plan::steps(&self.entries_in(top), &wanted);
        if steps.is_empty() {
            return Ok(());
        }
        let Some(ready) = self.prepare(top, steps, &wanted) else {
            return self.rebuild(top, wanted);
        };
        let views = self.on.views;
        let carry_out = || {
            for step in ready {
                if !self.carry_out(step)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        if views.in_sandbox(carry_out)?? { Ok(()) } else { self.rebuild(top, wanted) }
    }

    /// `None` if one of the steps can't be made on folders in use.
    fn prepare(&mut self, top: &Path, steps: Vec<Step>, wanted: &Entries) -> Option<Vec<Ready>> {
        let is_nested = wanted.len() > 1 || steps.len() > 1 || self.mounted.len() > 1;
        let family = at_and_below(self.mounted, top);
        let mut access: BTreeMap<PathBuf, Access> =
            family.map(|(path, it)| (path.clone(), it.entry.access)).collect();
        let family = at_and_below(self.mounted, top);
        let beneath = family.filter(|(_, granted)| granted.seen_beneath);
        let mut beneath: BTreeSet<_> = beneath.map(|(path, _)| path.clone()).collect();
        let mut ready = Vec::new();
        let mut withheld = Vec::new();
        for step in steps {
            if let Some(errno) = self.stays_covered(&step) {
                withheld.push(errno);
                continue;
            }
            if is_nested && !self.is_easy(&step, &access, &beneath, wanted) {
                return None;
            }
            match step {
                Step::Narrow(path) => {
                    access.insert(path.clone(), Access::Read);
                    ready.push(Ready::Narrow(path));
                }
                Step::Widen(path) => {
                    access.insert(path.clone(), Access::ReadWrite);
                    ready.push(Ready::Widen(path));
                }
                Step::Revoke(path) => {
                    access.remove(&path);
                    ready.push(Ready::Revoke(path));
                }
                Step::Grant(entry) => match self.copy(&entry) {
                    Ok(granted) => {
                        beneath.extend(above(&access, entry.root.path.as_path()));
                        access.insert(entry.root.path.as_path().into(), entry.access);
                        ready.push(Ready::Grant(granted));
                    }
                    Err(errno) => {
                        let path = entry.root.path.as_path();
                        let is_there = !matches!(errno, Errno::NOENT | Errno::NOTDIR);
                        if is_there && above(&access, path).is_some() {
                            return None;
                        }
                        if self.mounted.contains_key(path) {
                            ready.push(Ready::Revoke(path.into()));
                        }
                        withheld.push((path.to_path_buf(), errno));
                    }
                },
            }
        }
        for (path, errno) in withheld {
            self.withhold(path, errno);
        }
        Some(ready)
    }

    /// Why a folder that was withheld, and stood in for, still can't be let in.
    fn stays_covered(&self, step: &Step) -> Option<(PathBuf, Errno)> {
        let Step::Grant(entry) = step else { return None };
        let path = entry.root.path.as_path();
        self.mounted.get(path).filter(|granted| granted.is_cover)?;
        Some((path.into(), self.copy(entry).err()?))
    }

    /// Whether a step leaves nothing wider than it should be where it is `now` like this, with some
    /// folders that are seen `beneath`.
    fn is_easy(
        &self,
        step: &Step,
        now: &BTreeMap<PathBuf, Access>,
        beneath: &BTreeSet<PathBuf>,
        wanted: &Entries,
    ) -> bool {
        match step {
            Step::Narrow(path) => {
                let seen_through = above(now, path)
                    .is_some_and(|above| now[&above] > Access::Read && beneath.contains(&above));
                !seen_through && (!has_below(now, path) || !self.comes_with_mounts(path))
            }
            Step::Widen(path) => {
                !has_below(now, path) || !(beneath.contains(path) || self.comes_with_mounts(path))
            }
            Step::Revoke(path) => {
                let then = above(now, path).map(|above| now[&above]);
                let before = now.get(path).copied();
                let after = wanted.get(path).map(|it| it.access).or_else(|| {
                    path.ancestors().find_map(|above| wanted.get(above)).map(|it| it.access)
                });
                !has_below(now, path) && then <= before.max(after)
            }
            Step::Grant(entry) => {
                let path = entry.root.path.as_path();
                match above(now, path) {
                    None if has_below(now, path) => {
                        !now.contains_key(path) && !self.on.ground.is_always_there(path)
                    }
                    None => !now.contains_key(path),
                    Some(above) => {
                        let replaces = now.contains_key(path) || has_below(now, path);
                        !replaces && now[&above] <= entry.access
                    }
                }
            }
        }
    }

    /// Whether the host has something mounted in the folder.
    fn comes_with_mounts(&self, path: &Path) -> bool {
        let ids = self.mounted.values().map(|granted| granted.id).collect();
        self.mounted.get(path).is_none_or(|granted| {
            self.on.handles.mounts().map_or(true, |table| table.below(granted.id, &ids).len() > 1)
        })
    }

    /// In the sandbox's view. `false` if it turns out not to be possible on folders in use.
    fn carry_out(&mut self, step: Ready) -> Result<bool, Errno> {
        match step {
            Ready::Narrow(path) => self.flip(&path, Access::Read),
            Ready::Widen(path) => self.flip(&path, Access::ReadWrite),
            Ready::Revoke(path) => {
                if let Some(granted) = self.mounted.remove(&path) {
                    let entry = self.discard(granted)?;
                    self.outcome.revoked.push(entry);
                }
                if above(self.mounted, &path).is_none() {
                    self.on.ground.forget(&path);
                }
                Ok(true)
            }
            Ready::Grant(granted) => self.grant(granted).map(|()| true),
        }
    }

    /// Mounts a folder on the one in use above it, or below those that are there.
    fn grant(&mut self, granted: Granted) -> Result<(), Errno> {
        let path = granted.entry.root.path.as_path().to_path_buf();
        self.on.handles.note_granted(&path);
        if let Some(old) = self.mounted.remove(&path) {
            let entry = self.discard(old)?;
            self.outcome.revoked.push(entry);
        }
        let above = above(self.mounted, &path);
        let below: Vec<_> = tops(at_and_below(self.mounted, &path).map(|(below, _)| below));
        if !below.is_empty() {
            // What is attached nowhere can't be mounted on before Linux 6.15.
            self.on.ground.hide(&granted.mount)?;
        }
        self.mounted.insert(path.clone(), granted);
        // They leave nothing behind but a place on the ground, and nobody has seen the new one yet.
        for child in &below {
            self.on.ground.hide(&self.mounted[child].mount)?;
            self.hang(child)?;
        }
        self.hang(&path)?;
        if let Some(above) = above.and_then(|above| self.mounted.get_mut(&above)) {
            above.seen_beneath = true;
        }
        self.on.ground.nothing_hidden();
        Ok(())
    }

    /// Changes the access to what is mounted at `path`, and to nothing that is mounted on it.
    fn flip(&mut self, path: &Path, access: Access) -> Result<bool, Errno> {
        let has_below = has_below(self.mounted, path);
        let Some(granted) = self.mounted.get_mut(path) else { return Ok(false) };
        let changed = if has_below {
            granted.mount.set_access_of_this_one(access)
        } else {
            granted.mount.set_access(access)
        };
        match changed {
            Ok(()) => granted.entry.access = access,
            Err(_) if has_below => return Ok(false),
            // A file open for writing, or a mount in it that the system has read-only.
            Err(_) => return self.replace(path, access),
        }
        Ok(true)
    }

    /// Mounts the same folder anew with another access. A folder that the server holds open from
    /// before leads nowhere then. `false` if the folder above would be seen meanwhile.
    fn replace(&mut self, path: &Path, access: Access) -> Result<bool, Errno> {
        let Some(old) = self.mounted.get(path) else { return Ok(false) };
        let entry = RootEntry { access, ..old.entry.clone() };
        self.on.views.enter_host()?;
        let copied = self.copy(&entry);
        self.on.views.enter_sandbox()?;

        let is_beneath =
            copied.as_ref().is_ok_and(|new| new.mount.attach_beneath(&old.mount).is_ok());
        if !is_beneath && above(self.mounted, path).is_some() {
            return Ok(false);
        }
        if let Some(old) = self.mounted.remove(path) {
            let entry = self.discard(old)?;
            if copied.is_err() {
                self.outcome.revoked.push(entry);
            }
        }
        match copied {
            Ok(new) => {
                self.mounted.insert(path.into(), new);
                if !is_beneath {
                    self.hang(path)?;
                }
            }
            Err(errno) => self.withhold(path.into(), errno),
        }
        Ok(true)
    }

    /// Mounts the folder where it belongs. If that can't be, it is withheld, with what is mounted on it.
    fn hang(&mut self, path: &Path) -> Result<(), Errno> {
        let place = match above(self.mounted, path) {
            Some(_) => self.place_in_above(path),
            None => self.on.ground.place(path, Kind::Folder),
        };
        let Some(granted) = self.mounted.get(path) else { return Ok(()) };
        match place.and_then(|place| granted.mount.attach(place)) {
            Ok(()) => Ok(()),
            Err(errno) => self.drop_all_in(path, errno),
        }
    }

    fn drop_all_in(&mut self, path: &Path, errno: Errno) -> Result<(), Errno> {
        let gone: Vec<_> = at_and_below(self.mounted, path).map(|(path, _)| path.clone()).collect();
        let gone: BTreeMap<_, _> =
            gone.into_iter().filter_map(|path| self.mounted.remove_entry(&path)).collect();
        for path in gone.keys() {
            self.withhold(path.clone(), errno);
        }
        self.discard_all(gone)
    }

    fn discard(&mut self, granted: Granted) -> Result<RootEntry, Errno> {
        let others = self.mounted.values().map(|granted| granted.id).collect();
        let path = granted.entry.root.path.as_path();
        let taken = self.on.handles.note_gone(path, granted.mount, &others)?;
        self.on.ground.discard(vec![taken])?;
        Ok(granted.entry)
    }

    fn withhold(&mut self, path: PathBuf, errno: Errno) {
        let withheld = Withheld { path, errno: errno.raw_os_error() };
        if !self.outcome.withheld.iter().any(|it| it.path == withheld.path) {
            self.outcome.withheld.push(withheld);
        }
    }

    fn entries_in(&self, top: &Path) -> Entries {
        let entries = at_and_below(self.mounted, top);
        entries.map(|(path, granted)| (path.clone(), granted.entry.clone())).collect()
    }

    /// The place of `path` in the granted folder above it. No symbolic link is followed.
    fn place_in_above(&self, path: &Path) -> Result<OwnedFd, Errno> {
        let above = above(self.mounted, path).ok_or(Errno::NOENT)?;
        let inner = path.strip_prefix(&above).map_err(|_| Errno::INVAL)?;
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let no_way_out =
            ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        openat2(&self.mounted[&above].mount, inner, flags, Mode::empty(), no_way_out)
    }

    /// In the host's view: the folder consented to, whatever has become of its path.
    fn copy(&self, entry: &RootEntry) -> Result<Granted, Errno> {
        let folder = folder::open_granted(&entry.root).map_err(|errno| match errno {
            // A symbolic link stands on the way: another folder than the one consented to.
            Errno::LOOP => Errno::STALE,
            errno => errno,
        })?;
        self.on.keepout.check(&entry.root, &folder)?;
        Granted::new(entry.clone(), Mount::copy(folder, entry.access)?)
    }
}
