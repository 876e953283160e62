//! Reading, listing and writing what a call names, beneath the roots and nowhere else.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, ErrorKind},
    path::{Component, Path, PathBuf},
};

use crate::{
    beneath::{Entry, Folder, met_a_link},
    roots::{Access, Place, Root, Roots, Unreachable},
    shown::shown,
};

/// How many links a path may go through, as in Linux (`path_resolution(7)`).
const MAX_LINKS: usize = 40;

/// Why something was not done, in words for the person and the model that asked.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("no folder is granted to this server. Grant one in the host app to go on")]
    NothingGranted,
    #[error(
        "{path} is outside the folders granted to this server: {granted}. \
         Grant it in the host app to go on"
    )]
    Outside { path: String, granted: String },
    #[error(
        "{path} may be read but not written: {root} is granted for reading only. \
         Let this server write there in the host app to go on"
    )]
    ReadOnly { path: String, root: String },
    #[error(
        "{path} is a relative path, and it could be meant in any of the granted folders: {granted}. \
         Use an absolute path"
    )]
    Ambiguous { path: String, granted: String },
    #[error("this is not a path: {0}")]
    NotAPath(&'static str),
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    #[error("cannot {verb} {path}: {}", cause(.source))]
    Failed { verb: &'static str, path: String, source: io::Error },
}

/// Opens the regular file that `path` names for reading.
pub fn read(roots: &Roots, path: &str) -> Result<File, Refused> {
    let asked = Asked { roots, verb: "read", path };
    let place = asked.place()?;
    asked.must_not_end_as_a_folder()?;
    asked.resolve(place, Folder::read).map(|(file, _)| file)
}

/// What is in the folder that `path` names, in no order; at most `limit` entries.
pub fn entries(roots: &Roots, path: &str, limit: usize) -> Result<Vec<Entry>, Refused> {
    let asked = Asked { roots, verb: "list", path };
    let place = asked.place()?;
    let list = |folder: &Folder, rest: &Path| folder.entries(rest, limit);
    asked.resolve(place, list).map(|(entries, _)| entries)
}

/// Creates or replaces the file that `path` names, all at once.
pub fn write(roots: &Roots, path: &str, contents: &[u8]) -> Result<(), Refused> {
    let asked = Asked { roots, verb: "write", path };
    let mut place = asked.place()?;
    asked.must_not_end_as_a_folder()?;
    for _ in 0..MAX_LINKS {
        asked.must_be_writable(place.root, place.root.access())?;
        let Some(name) = place.rest.file_name().map(OsStr::to_owned) else {
            return Err(asked.failed(ErrorKind::IsADirectory.into()));
        };
        place.rest.pop();
        let (folder, above) = asked.resolve(place, Folder::folder)?;
        if let Some(target) = folder.link(&name).map_err(|error| asked.failed(error))? {
            place = asked.follow(&above, &target)?;
            continue;
        }
        let again = folder.folder(Path::new("")).map_err(|error| asked.failed(error))?;
        let access = roots.access_in(again).map_err(|error| asked.failed(error))?;
        asked.must_be_writable(above.root, access)?;
        return folder.replace(&name, contents).map_err(|error| asked.failed(error));
    }
    Err(asked.too_many_links())
}

/// One call's path, for finding it and for telling why not.
struct Asked<'a> {
    roots: &'a Roots,
    verb: &'static str,
    path: &'a str,
}

impl<'a> Asked<'a> {
    /// Which root the path belongs to by name.
    fn place(&self) -> Result<Place<'a>, Refused> {
        if self.path.is_empty() {
            return Err(Refused::NotAPath("it is empty"));
        }
        if self.path.contains('\0') {
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
        let path = Path::new(self.path);
        if path.is_absolute() {
            return Ok(path.to_owned());
        }
        match self.roots.only() {
            Some(root) => Ok(root.path().join(path)),
            None => Err(Refused::Ambiguous { path: shown(path), granted: self.roots.to_string() }),
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
        if self.path.ends_with(std::path::is_separator) {
            return Err(self.failed(ErrorKind::IsADirectory.into()));
        }
        Ok(())
    }

    fn must_be_writable(&self, root: &Root, access: Access) -> Result<(), Refused> {
        match access {
            Access::ReadWrite => Ok(()),
            Access::Read => Err(Refused::ReadOnly { path: self.shown(), root: shown(root.path()) }),
        }
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
        shown(Path::new(self.path))
    }
}

/// The real path of `path`, or of what it would be in its folder's real path.
fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize()
        .or_else(|_| Ok::<_, io::Error>(parent(path)?.canonicalize()?.join(name(path)?)))
        .ok()
}

fn parent(path: &Path) -> io::Result<&Path> {
    path.parent().ok_or_else(|| ErrorKind::NotFound.into())
}

fn name(path: &Path) -> io::Result<&OsStr> {
    path.file_name().ok_or_else(|| ErrorKind::NotFound.into())
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the kinds are open-ended, and the others explain themselves"
)]
fn cause(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".into(),
        ErrorKind::PermissionDenied => "the system does not permit it".into(),
        ErrorKind::IsADirectory => "it is a folder".into(),
        ErrorKind::NotADirectory => "it, or a part of its path, is not a folder".into(),
        ErrorKind::InvalidInput => "it is not a regular file".into(),
        ErrorKind::ReadOnlyFilesystem => "it is on a read-only file system".into(),
        ErrorKind::FileTooLarge => "there is too much in it".into(),
        _ => error.to_string(),
    }
}
