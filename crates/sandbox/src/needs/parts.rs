use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use paddock_core::likely_secret::{is_fetched, is_left_out, is_repository};
use paddock_core::{Footprint, Owned, Part};

use super::python::{is_condas, is_interpreter};
use super::reading::Reader;
use super::{Why, name};
use crate::disk::{Disk, identity_at};

/// How many things are looked at for secrets in all programs together, and in all that is around them.
const SEARCHED: u32 = 20_000;
/// How many more are only counted.
const COUNTED: u32 = 3_000;
/// How many secrets are hidden in one part.
const HIDDEN: usize = 128;

/// Makes parts of what was found, by path, with what is inside another left out. A folder in which
/// secrets can't be looked for within the limits is left out, but for the `entries`.
pub(super) fn gather(
    found: BTreeMap<PathBuf, Why>,
    entries: &[PathBuf],
    disk: &Disk,
    reader: &Reader,
) -> Vec<Part> {
    let mut counter = Counter::new(reader);
    let mut parts = BTreeMap::new();
    // What is looked through for secrets is looked through first.
    let (first, last): (Vec<_>, Vec<_>) =
        outermost(found).into_iter().partition(|(_, need)| *need == Why::Program);
    for (path, need) in first.into_iter().chain(last) {
        if disk.is_systems(&path)
            || disk.trace(&path).is_ok_and(|it| it.by_system && disk.is_systems(&it.real))
        {
            parts.insert(path.clone(), Part { path, need, own: None });
            continue;
        }
        if let Some(own) = counter.own(&path, need) {
            parts.insert(path.clone(), Part { path, need, own: Some(own) });
            continue;
        }
        for entry in entries.iter().filter(|entry| entry.starts_with(&path)) {
            if let Some(own) = counter.own(entry, need) {
                parts.insert(entry.clone(), Part { path: entry.clone(), need, own: Some(own) });
            }
        }
    }
    parts.into_values().collect()
}

/// Looks once more for secrets in what was agreed to, and leaves out what came since; with each
/// folder that is left out whole, but for its entries, since that was too much work. Blocks as long as
/// the disk does.
pub fn hide_what_came(footprint: Footprint) -> (Footprint, Vec<PathBuf>) {
    let reader = Reader::new();
    let mut counter = Counter::new(&reader);
    let (mut parts, mut given_up) = (Vec::new(), Vec::new());
    for part in footprint.parts {
        let is_searched = part.own.is_some() && is_searched(&part.path);
        let Some(own) = part.own.clone().filter(|_| is_searched) else {
            parts.push(part);
            continue;
        };
        if let Some(secrets) = counter.secrets(&part.path, part.need) {
            let hidden: BTreeSet<_> = own.hidden.into_iter().chain(secrets).collect();
            let own = Owned { hidden: hidden.into_iter().collect(), ..own };
            parts.push(Part { own: Some(own), ..part });
            continue;
        }
        let entries = footprint.entries.iter().map(|entry| &entry.file.path);
        for entry in entries.filter(|entry| entry.starts_with(&part.path)) {
            let own = counter.own(entry, part.need);
            parts.extend(own.map(|own| Part {
                path: entry.clone(),
                need: part.need,
                own: Some(own),
            }));
        }
        given_up.push(part.path);
    }
    parts.sort_by(|a, b| a.path.cmp(&b.path));
    (Footprint { parts, ..footprint }, given_up)
}

/// Whether secrets are looked for in a folder.
fn is_searched(path: &Path) -> bool {
    path.is_dir() && !is_foreign(path)
}

/// Whether a folder holds what came from elsewhere and nothing of the person's: packages, the library of
/// Python, what conda has fetched.
fn is_foreign(folder: &Path) -> bool {
    let is_library = || is_interpreter(name(folder)) && folder.join("os.py").is_file();
    let is_fetched_by_conda = || name(folder) == "pkgs" && folder.parent().is_some_and(is_condas);
    is_fetched(folder) || is_library() || is_fetched_by_conda()
}

/// Whether a folder is filled by what installs runtimes, and may have more in it than is looked at.
fn is_installed(folder: &Path, need: Why) -> bool {
    let is_brews = |above: &Path| above.join("Cellar").is_dir() && above.join("bin/brew").is_file();
    need == Why::Runtime && (is_condas(folder) || folder.parent().is_some_and(is_brews))
}

/// Leaves out what is inside another.
fn outermost(found: BTreeMap<PathBuf, Why>) -> Vec<(PathBuf, Why)> {
    let mut kept: Vec<(PathBuf, Why)> = Vec::new();
    // A `PathBuf` sorts by its parts, so a folder comes right before all that is in it.
    for (path, why) in found {
        if !kept.last().is_some_and(|(last, _)| path.starts_with(last)) {
            kept.push((path, why));
        }
    }
    kept
}

struct Counter<'a> {
    to_search: u32,
    to_search_around: u32,
    to_count: u32,
    reader: &'a Reader,
}

/// What is known of one part.
struct Found<'a> {
    path: &'a Path,
    need: Why,
    own: Owned,
    /// What is not looked through for secrets by name.
    foreign: VecDeque<PathBuf>,
    hidden: BTreeSet<PathBuf>,
    /// Files that have other names, and those of them that are hidden.
    linked: Vec<(Key, PathBuf)>,
    secret: BTreeSet<Key>,
}

/// A file, by device and inode.
type Key = (u64, u64);

/// Not all of it was looked at.
enum Unsearched {
    /// More is in it than is looked at.
    TooMuch,
    /// More is hidden than can be.
    TooManySecrets,
}

impl<'a> Counter<'a> {
    fn new(reader: &'a Reader) -> Self {
        Self { to_search: SEARCHED, to_search_around: SEARCHED, to_count: COUNTED, reader }
    }

    /// Nothing if it can't be opened, is neither a file nor a folder, or may hold secrets that were
    /// not found.
    fn own(&mut self, path: &Path, need: Why) -> Option<Owned> {
        let mut found = Found::at(path, need)?;
        let kind = fs::symlink_metadata(path).ok()?;
        if kind.is_file() {
            if is_left_out(path, false) && !found.is_named(path) {
                return None;
            }
            (found.own.files, found.own.bytes) = (1, kind.len());
            return Some(found.own);
        }
        if !kind.is_dir() {
            return None;
        }
        if is_searched(path) {
            self.search(&mut found)?;
        } else {
            found.foreign.push_back(path.to_path_buf());
        }
        self.count(&mut found);
        found.own.hidden = found.hidden.into_iter().collect();
        Some(found.own)
    }

    /// The secrets in a folder, or nothing if it may hold others.
    fn secrets(&mut self, path: &Path, need: Why) -> Option<BTreeSet<PathBuf>> {
        let mut found = Found::at(path, need)?;
        self.search(&mut found)?;
        Some(found.hidden)
    }

    /// Looks for secrets everywhere but in what is foreign, which is left to be counted. Nothing if
    /// there may be others.
    fn search(&mut self, found: &mut Found<'_>) -> Option<()> {
        match self.search_by_name(found).and_then(|()| self.search_other_names(found)) {
            Ok(()) => Some(()),
            Err(Unsearched::TooMuch) if is_installed(found.path, found.need) => {
                found.own.all = false;
                Some(())
            }
            Err(Unsearched::TooMuch | Unsearched::TooManySecrets) => None,
        }
    }

    fn search_by_name(&mut self, found: &mut Found<'_>) -> Result<(), Unsearched> {
        let mut folders = VecDeque::from([found.path.to_path_buf()]);
        while let Some(folder) = folders.pop_front() {
            // What the person can't read, no server of theirs can.
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                self.spend(found.need)?;
                let (Ok(kind), path) = (entry.file_type(), entry.path()) else { continue };
                if kind.is_symlink() {
                    found.hide_behind(&path);
                } else if is_left_out(&path, kind.is_dir()) && !found.is_named(&path) {
                    found.hide(path);
                } else if kind.is_dir() && is_foreign(&path) {
                    found.foreign.push_back(path);
                } else if kind.is_dir() {
                    folders.push_back(path);
                } else if let Ok(file) = entry.metadata() {
                    found.add(path, &file);
                }
                if found.hidden.len() > HIDDEN {
                    return Err(Unsearched::TooManySecrets);
                }
            }
        }
        Ok(())
    }

    /// Hides every name of a file that has one which is hidden.
    fn search_other_names(&mut self, found: &mut Found<'_>) -> Result<(), Unsearched> {
        for hidden in found.hidden.clone() {
            self.note_hidden(hidden, found)?;
        }
        if found.secret.is_empty() {
            return Ok(());
        }
        let mut linked = std::mem::take(&mut found.linked);
        let mut folders = found.foreign.clone();
        while let Some(folder) = folders.pop_front() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                self.spend(found.need)?;
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push_back(entry.path()),
                    Ok(kind) if kind.is_file() => {
                        linked.extend(entry.metadata().ok().map(|it| (key(&it), entry.path())));
                    }
                    Ok(_) | Err(_) => {}
                }
            }
        }
        let secret = linked.into_iter().filter(|(key, _)| found.secret.contains(key));
        found.hidden.extend(secret.map(|(_, path)| path));
        if found.hidden.len() > HIDDEN { Err(Unsearched::TooManySecrets) } else { Ok(()) }
    }

    /// Which files are hidden that have other names. Of repositories none: nothing of what is in their
    /// folders is called a secret.
    fn note_hidden(&mut self, hidden: PathBuf, found: &mut Found<'_>) -> Result<(), Unsearched> {
        let mut left = VecDeque::from([hidden]);
        while let Some(path) = left.pop_front() {
            let Ok(seen) = fs::symlink_metadata(&path) else { continue };
            if seen.is_file() && has_other_names(&seen) {
                found.secret.insert(key(&seen));
            } else if seen.is_dir() && !is_repository(&path) {
                for entry in fs::read_dir(path).into_iter().flatten().flatten() {
                    self.spend(found.need)?;
                    left.push_back(entry.path());
                }
            }
        }
        Ok(())
    }

    fn spend(&mut self, need: Why) -> Result<(), Unsearched> {
        let left =
            if need == Why::Program { &mut self.to_search } else { &mut self.to_search_around };
        *left = left.checked_sub(1).ok_or(Unsearched::TooMuch)?;
        if left.is_multiple_of(64) && !self.reader.may_go_on() {
            return Err(Unsearched::TooMuch);
        }
        Ok(())
    }

    /// Not to have counted all is no trouble.
    fn count(&mut self, found: &mut Found<'_>) {
        while let Some(folder) = found.foreign.pop_front() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let Some(rest) = self.to_count.checked_sub(1) else {
                    found.own.all = false;
                    return;
                };
                self.to_count = rest;
                if rest % 64 == 0 && !self.reader.has_time() {
                    found.own.all = false;
                    return;
                }
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => found.foreign.push_back(entry.path()),
                    Ok(kind) if !kind.is_symlink() => {
                        if let Ok(file) = entry.metadata() {
                            count(&mut found.own, &file);
                        }
                    }
                    Ok(_) | Err(_) => {}
                }
            }
        }
    }
}

impl<'a> Found<'a> {
    fn at(path: &'a Path, need: Why) -> Option<Self> {
        let identity = identity_at(path).ok()?;
        Some(Self {
            path,
            need,
            own: Owned { identity, files: 0, bytes: 0, all: true, hidden: Vec::new() },
            foreign: VecDeque::new(),
            hidden: BTreeSet::new(),
            linked: Vec::new(),
            secret: BTreeSet::new(),
        })
    }

    /// A person who names certificates has them read, whatever else is in the file.
    fn is_named(&self, path: &Path) -> bool {
        self.need == Why::Certificates && path.extension() == Some("pem".as_ref())
    }

    fn add(&mut self, path: PathBuf, file: &Metadata) {
        count(&mut self.own, file);
        if has_other_names(file) {
            self.linked.push((key(file), path));
        }
    }

    fn hide(&mut self, path: PathBuf) {
        self.hidden.insert(path);
    }

    /// What a link with a secret's name leads to is a secret by whatever name.
    fn hide_behind(&mut self, link: &Path) {
        let Ok(behind) = link.canonicalize() else { return };
        let is_inside = behind.starts_with(self.path) && !link.starts_with(&behind);
        if is_inside && is_left_out(link, behind.is_dir()) && !self.is_named(link) {
            self.hide(behind);
        }
    }
}

fn count(own: &mut Owned, file: &Metadata) {
    own.files += 1;
    own.bytes = own.bytes.saturating_add(file.len());
}

#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.nlink() > 1
}

#[cfg(unix)]
fn key(file: &Metadata) -> Key {
    use std::os::unix::fs::MetadataExt as _;
    (file.dev(), file.ino())
}

/// Nothing is let in there.
#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn key(_: &Metadata) -> Key {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Follow;

    #[test]
    fn what_there_was_no_time_to_look_through_is_not_left_out_in_silence() {
        let world = tempfile::tempdir().unwrap();
        fs::write(world.path().join("pyvenv.cfg"), "").unwrap();
        for number in 0..100 {
            fs::write(world.path().join(number.to_string()), "").unwrap();
        }
        let found = || BTreeMap::from([(world.path().to_path_buf(), Why::Runtime)]);
        let disk = Disk::new([], Follow::Person);
        let reader = Reader::new();
        assert_eq!(gather(found(), &[], &disk, &reader).len(), 1);
        assert!(!reader.is_over());
        let reader = Reader::without_time();
        assert_eq!(gather(found(), &[], &disk, &reader), []);
        assert!(reader.is_over());
    }
}
