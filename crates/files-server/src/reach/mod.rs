//! Finding what a call names, beneath the roots and nowhere else.

mod change;
mod refused;

pub use change::{TRASH, append, copy, make_folders, rename, trash, write};
pub use refused::Refused;

use std::{
    borrow::Cow,
    ffi::OsStr,
    fs::{File, Metadata},
    io::{self, ErrorKind},
    path::{Component, Path, PathBuf},
};

use paddock_core::text::spelled;

use crate::{
    beneath::{Entries, Folder, met_a_link},
    roots::{Place, Roots},
};

/// How many links a path may go through, as in Linux (`path_resolution(7)`).
const MAX_LINKS: usize = 40;

/// Opens the regular file that `path` names for reading.
pub fn read(roots: &Roots, path: &Path) -> Result<File, Refused> {
    let asked = Lookup { roots, verb: "read", path };
    let place = asked.place()?;
    asked.must_not_end_as_a_folder()?;
    asked.resolve(place, Folder::read).map(|(file, _)| file)
}

/// The folder that `path` names, and where that is.
pub fn folder<'a>(roots: &'a Roots, path: &Path) -> Result<(Folder, Place<'a>), Refused> {
    let asked = Lookup { roots, verb: "list", path };
    asked.resolve(asked.place()?, Folder::folder)
}

/// What is in the folder that `path` names, sorted by name; at most `limit` entries.
pub fn entries(roots: &Roots, path: &Path, limit: usize) -> Result<(Folder, Entries), Refused> {
    let asked = Lookup { roots, verb: "list", path };
    let (folder, _) = asked.resolve(asked.place()?, Folder::folder)?;
    let mut entries = Entries::default();
    folder
        .listing(Path::new(""))
        .and_then(|listing| listing.read(&mut entries, limit))
        .map_err(|error| asked.failed(error))?;
    entries.sort_from(0);
    Ok((folder, entries))
}

/// What is known of the file or folder that `path` names.
pub fn about(roots: &Roots, path: &Path) -> Result<Metadata, Refused> {
    let asked = Lookup { roots, verb: "look at", path };
    asked.resolve(asked.place()?, Folder::about).map(|(about, _)| about)
}

/// The absolute path that `path` stands for; by name only.
pub fn absolute(roots: &Roots, path: &Path) -> Result<PathBuf, Refused> {
    Lookup { roots, verb: "find", path }.absolute()
}

/// One call's path, for finding it and for telling why not.
struct Lookup<'a, 'p> {
    roots: &'a Roots,
    verb: &'static str,
    path: &'p Path,
}

impl<'a> Lookup<'a, '_> {
    /// Which root the path belongs to by name.
    fn place(&self) -> Result<Place<'a>, Refused> {
        let bytes = self.path.as_os_str().as_encoded_bytes();
        if bytes.is_empty() {
            return Err(Refused::NotAPath("it is empty"));
        }
        if bytes.contains(&0) {
            return Err(Refused::NotAPath("it holds a NUL character"));
        }
        if self.roots.is_empty() {
            return Err(Refused::NothingGranted);
        }
        let path = self.absolute()?;
        if let Some(place) = self.roots.locate(&path) {
            return Ok(place);
        }
        // The same folder may have been named through a link above the root.
        real(&path).and_then(|real| self.roots.locate(&real)).ok_or_else(|| self.outside())
    }

    fn absolute(&self) -> Result<PathBuf, Refused> {
        if cfg!(unix) && is_windows_path(self.path.as_os_str().as_encoded_bytes()) {
            return Err(Refused::NotAPath("it is a path of Windows, and this is another system"));
        }
        let path = at_home(self.path);
        let path = path.as_ref();
        if path.is_absolute() {
            return Ok(path.to_owned());
        }
        match self.roots.only() {
            Some(root) => Ok(root.path().join(path)),
            None => {
                Err(Refused::Ambiguous { path: spelled(path), granted: self.roots.to_string() })
            }
        }
    }

    /// Opens `place` with `open`, which resolves beneath a root; a link that leads out of the
    /// root it is in is followed here, into a root or not at all.
    fn resolve<T>(
        &self,
        mut place: Place<'a>,
        open: impl Fn(&Folder, &Path) -> io::Result<T>,
    ) -> Result<(T, Place<'a>), Refused> {
        for _ in 0..MAX_LINKS {
            let folder = place.root.open()?;
            match open(&folder, &place.rest) {
                Ok(opened) => return Ok((opened, place)),
                Err(error) if met_a_link(&error) => {
                    place = match self.past_first_link(&folder, &place)? {
                        Some(next) => next,
                        None if error.kind() == ErrorKind::CrossesDevices => {
                            return Err(self.outside());
                        }
                        None => return Err(self.failed(error)),
                    }
                }
                Err(error) => return Err(self.failed(error)),
            }
        }
        Err(self.too_many_links())
    }

    /// `place` with its first link replaced by what it points to, if there is a link in it.
    ///
    /// What comes before the first link holds none, so climbing from there is exact.
    fn past_first_link(
        &self,
        folder: &Folder,
        place: &Place<'a>,
    ) -> Result<Option<Place<'a>>, Refused> {
        let mut before = PathBuf::new();
        let mut components = place.rest.components();
        while let Some(component) = components.next() {
            if let Component::Normal(name) = component {
                let here = match folder.folder(&before) {
                    Ok(here) => here,
                    Err(error) if met_a_link(&error) => return Ok(None),
                    Err(error) => return Err(self.failed(error)),
                };
                let link = here.link(name).map_err(|error| self.failed(error))?;
                if let Some(target) = link {
                    let place = Place { root: place.root, rest: before };
                    return self.follow(&place, &target.join(components.as_path())).map(Some);
                }
            }
            before.push(component);
        }
        Ok(None)
    }

    /// Where a link in the folder `place` leads.
    fn follow(&self, place: &Place<'a>, target: &Path) -> Result<Place<'a>, Refused> {
        if target.is_absolute() {
            return self.roots.locate(target).ok_or_else(|| self.outside());
        }
        Ok(Place { root: place.root, rest: place.rest.join(target) })
    }

    fn must_not_end_as_a_folder(&self) -> Result<(), Refused> {
        let last = self.path.as_os_str().as_encoded_bytes().last();
        if last.is_some_and(|&last| std::path::is_separator(char::from(last))) {
            return Err(self.failed(ErrorKind::IsADirectory.into()));
        }
        Ok(())
    }

    fn outside(&self) -> Refused {
        Refused::Outside { path: self.shown(), granted: self.roots.to_string() }
    }

    fn too_many_links(&self) -> Refused {
        self.failed(io::Error::other("it goes through too many links"))
    }

    fn failed(&self, source: io::Error) -> Refused {
        Refused::Failed { verb: self.verb, path: self.shown(), source }
    }

    fn shown(&self) -> String {
        spelled(self.path)
    }
}

/// The real path of `path`, or of what it would be in its folder's real path.
fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize()
        .or_else(|_| Ok::<_, io::Error>(parent(path)?.canonicalize()?.join(name(path)?)))
        .ok()
}

/// A drive and a colon, alone or before a slash of either kind.
fn is_windows_path(path: &[u8]) -> bool {
    match path {
        [drive, b':'] | [drive, b':', b'\\' | b'/', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// `path` with its leading `~` as the home folder, if there is one.
fn at_home(path: &Path) -> Cow<'_, Path> {
    let Ok(rest) = path.strip_prefix("~") else { return Cow::Borrowed(path) };
    match std::env::home_dir().filter(|home| home.is_absolute()) {
        Some(home) => Cow::Owned(home.join(rest)),
        None => Cow::Borrowed(path),
    }
}

fn parent(path: &Path) -> io::Result<&Path> {
    path.parent().ok_or_else(|| ErrorKind::NotFound.into())
}

fn name(path: &Path) -> io::Result<&OsStr> {
    path.file_name().ok_or_else(|| ErrorKind::NotFound.into())
}
