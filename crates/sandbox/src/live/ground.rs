//! What the server's folders are mounted on: a root in memory that the server can't change, and a
//! place out of its sight.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use paddock_core::Access;
use rustix::fs::{
    AtFlags, CWD, FileType, Mode, OFlags, RenameFlags, ResolveFlags, mkdirat, mknodat, openat2,
    renameat_with, symlinkat, unlinkat,
};
use rustix::io::Errno;
use rustix::mount::MountAttrFlags;

use super::limbo::{Limbo, Taken};
use super::mounts::{Mount, mount_id};
use crate::needed::is_folder;

/// What is mounted on a secret, in the hidden place.
const EMPTY_FOLDER: &str = "empty-folder";
const EMPTY_FILE: &str = "empty-file";

const MODE: Mode = Mode::from_raw_mode(0o755);
const NO_LINKS: ResolveFlags = ResolveFlags::NO_SYMLINKS.union(ResolveFlags::NO_MAGICLINKS);

/// Everything here is to be used in the sandbox's view.
pub(super) struct Ground {
    root: Mount,
    root_id: u64,
    /// The same filesystem as the root, where it is not read-only.
    back: Mount,
    /// Hidden by what is mounted on it: to be reached by this descriptor only.
    hidden: Mount,
    places_hidden: usize,
    pub(super) limbo: Limbo,
    /// Mounts where the server can have put anything at any name.
    loose: Vec<u64>,
    /// Folders that are there only as mount points.
    made: BTreeSet<PathBuf>,
    /// Those of them on which nothing is mounted, as long as nothing but what is needed is there.
    bare: BTreeSet<PathBuf>,
    /// What the server sees whatever is granted.
    always: Vec<PathBuf>,
}

/// What is to be mounted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Folder,
    File,
}

impl Ground {
    /// `root` is attached on that of `limbo`, `hidden` somewhere below.
    pub(super) fn new(root: Mount, hidden: Mount, limbo: Limbo) -> Result<Self, Errno> {
        Ok(Self {
            root_id: root.id()?,
            back: root.twin()?,
            root,
            hidden,
            places_hidden: 0,
            limbo,
            loose: Vec::new(),
            made: BTreeSet::new(),
            bare: BTreeSet::from([PathBuf::new()]),
            always: Vec::new(),
        })
    }

    /// Mounts what is needed, while nobody else is here.
    pub(super) fn raise(&mut self, mount: &Mount, path: &Path, kind: Kind) -> Result<(), Errno> {
        if let Some(from_root) = self.make_bare(path, kind)? {
            // Every folder on the way was just made, so the name leads nowhere else.
            return mount.attach_at(&self.root, from_root);
        }
        let from_root = path.strip_prefix("/").map_err(|_| Errno::INVAL)?;
        self.bare.retain(|bare| !bare.starts_with(from_root));
        mount.attach(self.place(path, kind)?)
    }

    /// Makes the place at `path`, and says where it is from the root. `None` if something is there, or
    /// mounted on the way: that is looked at step by step.
    fn make_bare<'a>(&mut self, path: &'a Path, kind: Kind) -> Result<Option<&'a Path>, Errno> {
        let from_root = path.strip_prefix("/").map_err(|_| Errno::INVAL)?;
        let is_plain = from_root.components().all(|it| matches!(it, Component::Normal(_)));
        let bare_above = from_root.parent().filter(|above| is_plain && self.make_way(above));
        let made = bare_above.map(|_| match kind {
            Kind::Folder => mkdirat(&self.back, from_root, MODE),
            Kind::File => mknodat(&self.back, from_root, FileType::RegularFile, MODE, 0),
        });
        match made {
            Some(Ok(())) => {
                if kind == Kind::Folder {
                    self.made.insert(from_root.into());
                }
                Ok(Some(from_root))
            }
            None | Some(Err(Errno::EXIST)) => Ok(None),
            Some(Err(errno)) => Err(errno),
        }
    }

    /// Whether `folder` is a bare one, or could be made.
    fn make_way(&mut self, folder: &Path) -> bool {
        if self.bare.contains(folder) {
            return true;
        }
        let is_made = folder.parent().is_some_and(|above| self.make_way(above))
            && mkdirat(&self.back, folder, MODE).is_ok();
        if is_made {
            self.made.insert(folder.into());
            self.bare.insert(folder.into());
        }
        is_made
    }

    /// From now on the server sees the root read-only.
    pub(super) fn seal(&mut self) -> Result<(), Errno> {
        self.bare.clear();
        self.root.set_access_of_this_one(Access::Read)
    }

    pub(super) fn set_loose(&mut self, mount: &Mount) -> Result<(), Errno> {
        self.loose.push(mount.id()?);
        Ok(())
    }

    pub(super) fn always_there(&mut self, path: PathBuf) {
        self.always.push(path);
    }

    /// Whether the server sees what is at `path` on the host without a grant.
    pub(super) fn is_always_there(&self, path: &Path) -> bool {
        self.always.iter().any(|always| path.starts_with(always))
    }

    /// The place at `path` to mount something on; made if it is not there, and if the server has put
    /// something else there, that is moved aside. No symbolic link is followed.
    pub(super) fn place(&mut self, path: &Path, kind: Kind) -> Result<OwnedFd, Errno> {
        let mut names = Vec::new();
        for part in path.components() {
            match part {
                Component::Normal(name) => names.push(name),
                Component::RootDir | Component::CurDir => {}
                Component::ParentDir | Component::Prefix(_) => return Err(Errno::INVAL),
            }
        }
        let Some((last, above)) = names.split_last() else {
            return open_in(&self.root, OsStr::new("."), Kind::Folder);
        };
        let folders = Path::new(".").join(above.iter().collect::<PathBuf>());
        let folder = match open_in(&self.root, folders.as_os_str(), Kind::Folder) {
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => self.steps(above)?,
            opened => opened?,
        };
        self.step(&folder, &names.iter().collect::<PathBuf>(), last, kind)
    }

    fn steps(&mut self, names: &[&OsStr]) -> Result<OwnedFd, Errno> {
        let mut path = PathBuf::new();
        let mut place = open_in(&self.root, OsStr::new("."), Kind::Folder)?;
        for name in names {
            path.push(name);
            place = self.step(&place, &path, name, Kind::Folder)?;
        }
        Ok(place)
    }

    fn step(
        &mut self,
        folder: &OwnedFd,
        path: &Path,
        name: &OsStr,
        kind: Kind,
    ) -> Result<OwnedFd, Errno> {
        match open_in(folder, name, kind) {
            Err(Errno::NOENT) => {}
            Err(Errno::NOTDIR | Errno::LOOP) if self.loose.contains(&mount_id(folder)?) => {
                move_aside(folder, name)?;
            }
            opened => return opened,
        }
        self.make(folder, path, name, kind)?;
        open_in(folder, name, kind)
    }

    fn make(
        &mut self,
        folder: &OwnedFd,
        path: &Path,
        name: &OsStr,
        kind: Kind,
    ) -> Result<(), Errno> {
        let id = mount_id(folder)?;
        let (base, path_there) = if id == self.root_id {
            (self.back.as_fd(), path)
        } else if self.loose.contains(&id) {
            (folder.as_fd(), Path::new(name))
        } else {
            return Err(Errno::NOENT);
        };
        match kind {
            Kind::Folder => {
                mkdirat(base, path_there, MODE)?;
                self.made.insert(path.into());
            }
            Kind::File => {
                mknodat(base, path_there, FileType::RegularFile, MODE, 0)?;
            }
        }
        Ok(())
    }

    /// Makes a symbolic link, unless something is at `path`. In a folder of the host's nothing is made:
    /// the link is there.
    pub(super) fn link(&mut self, path: &Path, target: &Path) -> Result<(), Errno> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(Errno::INVAL);
        };
        let from_root = path.strip_prefix("/").map_err(|_| Errno::INVAL)?;
        let is_bare = parent.strip_prefix("/").is_ok_and(|above| self.bare.contains(above));
        let made = if is_bare {
            symlinkat(target, &self.back, from_root)
        } else {
            self.link_in(parent, name, from_root, target)
        };
        match made {
            Err(Errno::EXIST) => Ok(()),
            made => made,
        }
    }

    fn link_in(
        &mut self,
        parent: &Path,
        name: &OsStr,
        from_root: &Path,
        target: &Path,
    ) -> Result<(), Errno> {
        let folder = self.place(parent, Kind::Folder)?;
        let id = mount_id(&folder)?;
        if id == self.root_id {
            symlinkat(target, &self.back, from_root)
        } else if self.loose.contains(&id) {
            symlinkat(target, &folder, name)
        } else {
            Ok(())
        }
    }

    /// Mounts a file that says `text` at `path`, for good.
    pub(super) fn put(&mut self, path: &Path, text: &str) -> Result<(), Errno> {
        let name = path.file_name().ok_or(Errno::INVAL)?;
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = openat2(&self.hidden, name, flags, Mode::from_raw_mode(0o444), NO_LINKS)?;
        if rustix::io::write(&file, text.as_bytes())? != text.len() {
            return Err(Errno::IO);
        }
        let made = open_in(&self.hidden, name, Kind::File)?;
        self.raise(&Mount::copy(made, Access::Read)?, path, Kind::File)?;
        self.always_there(path.into());
        Ok(())
    }

    /// Mounts something empty on each of `paths` that is there, for good. Where a symbolic link leads
    /// there is nothing to cover: what it leads to is there by a path of its own, or is not.
    pub(super) fn cover_all(&self, paths: &[PathBuf]) -> Result<(), Errno> {
        if paths.is_empty() {
            return Ok(());
        }
        mkdirat(&self.hidden, EMPTY_FOLDER, Mode::from_raw_mode(0o555))?;
        mknodat(&self.hidden, EMPTY_FILE, FileType::RegularFile, Mode::from_raw_mode(0o444), 0)?;
        for path in paths {
            let from_root = path.strip_prefix("/").map_err(|_| Errno::INVAL)?;
            let place = match open_in(&self.root, from_root.as_os_str(), Kind::File) {
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => continue,
                opened => opened?,
            };
            let empty = if is_folder(&place)? { EMPTY_FOLDER } else { EMPTY_FILE };
            let empty = open_in(&self.hidden, OsStr::new(empty), Kind::File)?;
            Mount::copy(empty, Access::Read)?.attach(place)?;
        }
        Ok(())
    }

    /// Removes the mount point at `path` and what led only there.
    pub(super) fn forget(&mut self, path: &Path) {
        for folder in path.ancestors() {
            let Ok(from_root) = folder.strip_prefix("/") else { return };
            if !self.made.contains(from_root) || self.remove(from_root).is_err() {
                return;
            }
            self.made.remove(from_root);
        }
    }

    fn remove(&self, from_root: &Path) -> Result<(), Errno> {
        let (Some(parent), Some(name)) = (from_root.parent(), from_root.file_name()) else {
            return Err(Errno::INVAL);
        };
        let parent_path = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        let folder = openat2(&self.root, parent_path, FOLDER, Mode::empty(), NO_LINKS)?;
        if mount_id(&folder)? == self.root_id {
            unlinkat(&self.back, from_root, AtFlags::REMOVEDIR)
        } else {
            unlinkat(&folder, name, AtFlags::REMOVEDIR)
        }
    }

    /// Takes `mount` and all that is mounted on it out of the server's sight; not out of its reach if
    /// it has a folder open there.
    pub(super) fn hide(&mut self, mount: &Mount) -> Result<(), Errno> {
        let number = self.places_hidden;
        let name = number.to_string();
        match mkdirat(&self.hidden, &name, MODE) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno),
        }
        mount.attach_at(&self.hidden, &name)?;
        self.places_hidden += 1;
        Ok(())
    }

    /// Takes mounts away for good, the first with all that is mounted on it, which the others may be.
    ///
    /// Read-only first, for Landlock doesn't keep a folder held open from being changed in its mode
    /// or times. That fails while a file is open for writing, which is then reported as held open.
    pub(super) fn discard(&mut self, all: Vec<Taken>) -> Result<(), Errno> {
        if let Some(first) = all.first() {
            _ = first.mount.set_access(Access::Read);
        }
        self.limbo.take(all)
    }

    /// Mounts something empty on the hidden place.
    pub(super) fn cover_hidden(&self) -> Result<(), Errno> {
        let cover = Mount::in_memory(&[("mode", "555")], MountAttrFlags::MOUNT_ATTR_RDONLY)?;
        cover.attach(&self.hidden)
    }

    /// Says that nothing is hidden any more.
    pub(super) fn nothing_hidden(&mut self) {
        self.places_hidden = 0;
    }
}

const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

fn open_in(folder: impl AsFd, name: &OsStr, kind: Kind) -> Result<OwnedFd, Errno> {
    let flags = match kind {
        Kind::Folder => FOLDER,
        Kind::File => OFlags::PATH | OFlags::CLOEXEC,
    };
    openat2(folder, name, flags, Mode::empty(), NO_LINKS)
}

/// Renames what has no business at `name`, whatever it is.
fn move_aside(folder: &OwnedFd, name: &OsStr) -> Result<(), Errno> {
    for attempt in 1..1000_u32 {
        let mut aside = OsString::from(name);
        aside.push(format!(".aside-{attempt}"));
        match renameat_with(folder, name, folder, &aside, RenameFlags::NOREPLACE) {
            Err(Errno::EXIST) => {}
            // A name may be as long as names can be.
            Err(Errno::NAMETOOLONG) => {
                let short = format!("aside-{attempt}");
                return renameat_with(folder, name, folder, short, RenameFlags::NOREPLACE);
            }
            moved => return moved,
        }
    }
    Err(Errno::EXIST)
}

/// The root of the view, opened so as to be mounted on.
pub(super) fn current_root() -> Result<OwnedFd, Errno> {
    rustix::fs::openat(CWD, "/", FOLDER, Mode::empty())
}
