//! Writing, making, moving, copying and throwing away beneath the roots.

use std::{
    ffi::{OsStr, OsString},
    io::ErrorKind,
    path::{Path, PathBuf},
    time::SystemTime,
};

use chrono::{DateTime, Utc};
use paddock_core::percent;
use paddock_core::text::spelled;

use super::{Lookup, MAX_LINKS, Refused};
use crate::{
    beneath::{Folder, Kind},
    roots::{Access, Place, Root, Roots},
};

/// Where what was deleted goes: in the root it was in, because that is all this server can reach.
/// Inside it is laid out as the trash of freedesktop.org is. It is not called `.Trash-UID`, for
/// desktops look for that at the top of a volume only, and a root seldom is one.
pub const TRASH: &str = ".paddock-trash";

/// A name in a folder where something may be changed.
struct Spot<'a> {
    folder: Folder,
    name: OsString,
    /// Where the folder is.
    place: Place<'a>,
}

impl Spot<'_> {
    fn path(&self) -> PathBuf {
        self.place.root.path().join(&self.place.rest).join(&self.name)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A link at the end stands for what it points to.
    Follow,
    /// A link at the end stands for itself.
    Keep,
}

/// Creates or replaces the file that `path` names, all at once.
pub fn write(roots: &Roots, path: &Path, contents: &[u8]) -> Result<(), Refused> {
    let asked = Lookup { roots, verb: "write", path };
    asked.must_not_end_as_a_folder()?;
    let spot = asked.spot(Last::Follow)?;
    spot.folder.replace(&spot.name, contents).map_err(|error| asked.failed(error))
}

/// Appends to the file that `path` names, which is made if it is not there.
pub fn append(roots: &Roots, path: &Path, contents: &[u8]) -> Result<(), Refused> {
    let asked = Lookup { roots, verb: "append to", path };
    asked.must_not_end_as_a_folder()?;
    let spot = asked.spot(Last::Follow)?;
    spot.folder.append(&spot.name, contents).map_err(|error| asked.failed(error))
}

/// Makes the folder that `path` names, and those above it that are missing.
pub fn make_folders(roots: &Roots, path: &Path) -> Result<(), Refused> {
    let asked = Lookup { roots, verb: "create", path };
    let Place { root, rest } = asked.place()?;
    let mut here = PathBuf::new();
    let mut names = rest.components();
    loop {
        let place = Place { root, rest: here.clone() };
        match asked.resolve(place, Folder::folder) {
            Ok(_) => {}
            Err(Refused::Failed { source, .. }) if source.kind() == ErrorKind::NotFound => {
                let at = root.path().join(&here);
                let at = Lookup { path: &at, ..asked };
                let spot = at.spot_of(Place { root, rest: here.clone() }, Last::Follow)?;
                match spot.folder.make(&spot.name) {
                    Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                        return Err(asked.failed(error));
                    }
                    _ => {}
                }
            }
            Err(refused) => return Err(refused),
        }
        match names.next() {
            Some(name) => here.push(name),
            None => return Ok(()),
        }
    }
}

/// Moves what `from` names to `to`, where nothing may be. A link is moved itself.
pub fn rename(roots: &Roots, from: &Path, to: &Path) -> Result<(), Refused> {
    let (source, target) = (
        Lookup { roots, verb: "move", path: from },
        Lookup { roots, verb: "move something to", path: to },
    );
    let spot = source.spot(Last::Keep)?;
    source.must_hold_no_root(&spot)?;
    let goal = target.spot(Last::Keep)?;
    match spot.folder.rename(&spot.name, &goal.folder, &goal.name) {
        // A granted folder may be a file system of its own, as it is in a sandbox.
        Err(error)
            if error.kind() == ErrorKind::CrossesDevices
                && spot.folder.kind(&spot.name).is_ok_and(|kind| kind == Kind::File) =>
        {
            let failed = |error| source.failed(error);
            let mut file = spot.folder.read(Path::new(&spot.name)).map_err(failed)?;
            goal.folder.put_copy(&goal.name, &mut file).map_err(|error| target.failed(error))?;
            spot.folder.remove(&spot.name).map_err(failed)
        }
        // Told of the source: it names what is missing.
        Err(error) if error.kind() == ErrorKind::NotFound => Err(source.failed(error)),
        Err(error) => Err(target.failed(error)),
        Ok(()) => Ok(()),
    }
}

/// Copies the file that `from` names to `to`, where nothing may be.
pub fn copy(roots: &Roots, from: &Path, to: &Path) -> Result<(), Refused> {
    let mut file = super::read(roots, from)?;
    let target = Lookup { roots, verb: "copy to", path: to };
    target.must_not_end_as_a_folder()?;
    let goal = target.spot(Last::Keep)?;
    goal.folder.put_copy(&goal.name, &mut file).map_err(|error| target.failed(error))
}

/// Moves what `path` names into the trash of its root, and says where to.
pub fn trash(roots: &Roots, path: &Path, now: SystemTime) -> Result<PathBuf, Refused> {
    /// Names tried beside each other.
    const TRIES: usize = 1000;
    let asked = Lookup { roots, verb: "delete", path };
    let spot = asked.spot(Last::Keep)?;
    asked.must_hold_no_root(&spot)?;
    let root = spot.place.root;
    let within = spot.place.rest.join(&spot.name);
    if within.starts_with(TRASH) {
        return Err(Refused::InTheTrash { path: spelled(path) });
    }
    spot.folder.kind(&spot.name).map_err(|error| asked.failed(error))?;
    let trash = root.path().join(TRASH);
    for part in ["files", "info"] {
        make_folders(roots, &trash.join(part))?;
    }
    let open = |part: &str| {
        let place = Place { root, rest: Path::new(TRASH).join(part) };
        asked.spot_of(Place { rest: place.rest.join("x"), ..place }, Last::Keep)
    };
    let (files, info) = (open("files")?, open("info")?);
    for number in 1..=TRIES {
        let mut name = spot.name.clone();
        if number > 1 {
            name.push(format!(".{number}"));
        }
        match spot.folder.rename(&spot.name, &files.folder, &name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(asked.failed(error)),
            Ok(()) => {
                let mut about = name.clone();
                about.push(".trashinfo");
                // It can be found without: what matters has been done.
                let _ = info.folder.replace(&about, trashinfo(&within, now).as_bytes());
                return Ok(trash.join("files").join(name));
            }
        }
    }
    Err(asked.failed(ErrorKind::AlreadyExists.into()))
}

/// What the trash remembers: where it was, beneath the root, and when it was deleted.
fn trashinfo(path: &Path, now: SystemTime) -> String {
    let (escaped, when) = (percent::encoded(path), DateTime::<Utc>::from(now));
    format!("[Trash Info]\nPath=../{escaped}\nDeletionDate={}\n", when.format("%FT%T"))
}

impl<'a> Lookup<'a, '_> {
    /// The spot that the path names, if it may be changed.
    fn spot(&self, last: Last) -> Result<Spot<'a>, Refused> {
        self.spot_of(self.place()?, last)
    }

    fn spot_of(&self, place: Place<'a>, last: Last) -> Result<Spot<'a>, Refused> {
        let mut place = place;
        for _ in 0..MAX_LINKS {
            self.must_be_writable(place.root, place.root.access())?;
            let Some(name) = place.rest.file_name().map(OsStr::to_owned) else {
                return Err(self.failed(ErrorKind::IsADirectory.into()));
            };
            place.rest.pop();
            let (folder, above) = self.resolve(place, Folder::folder)?;
            if last == Last::Follow
                && let Some(target) = folder.link(&name).map_err(|error| self.failed(error))?
            {
                place = self.follow(&above, &target)?;
                continue;
            }
            let again = folder.folder(Path::new("")).map_err(|error| self.failed(error))?;
            let access = self.roots.access_in(again).map_err(|error| self.failed(error))?;
            self.must_be_writable(above.root, access)?;
            if folder.is_read_only() {
                return Err(self.read_only(above.root));
            }
            return Ok(Spot { folder, name, place: above });
        }
        Err(self.too_many_links())
    }

    /// A folder that is granted does not go away by a call.
    fn must_hold_no_root(&self, spot: &Spot<'_>) -> Result<(), Refused> {
        let path = spot.path();
        match self.roots.iter().find(|root| root.path().starts_with(&path)) {
            Some(root) => {
                Err(Refused::HoldsARoot { path: self.shown(), root: spelled(root.path()) })
            }
            None => Ok(()),
        }
    }

    fn must_be_writable(&self, root: &Root, access: Access) -> Result<(), Refused> {
        match access {
            Access::ReadWrite => Ok(()),
            Access::Read => Err(self.read_only(root)),
        }
    }

    fn read_only(&self, root: &Root) -> Refused {
        Refused::ReadOnly { path: self.shown(), root: spelled(root.path()) }
    }
}
