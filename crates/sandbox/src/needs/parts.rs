use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use paddock_core::likely_secret::{is_fetched, is_left_out};
use paddock_core::{Footprint, Owned, Part};

use super::Why;
use super::reading::Reader;
use crate::disk::{Disk, identity_at};

/// How many things are looked at for secrets in all parts together.
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
        let is_searched = part.own.is_some() && is_searched(&part.path, part.need);
        let Some(own) = part.own.clone().filter(|_| is_searched) else {
            parts.push(part);
            continue;
        };
        if let Some(secrets) = counter.secrets(&part.path) {
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

/// Whether secrets are looked for in a folder. An environment can be in a project itself.
fn is_searched(path: &Path, need: Why) -> bool {
    match need {
        Why::Program => !is_fetched(path) && path.is_dir(),
        Why::Runtime => path.join("pyvenv.cfg").is_file(),
        Why::System | Why::Certificates | Why::Names => false,
    }
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
    to_count: u32,
    reader: &'a Reader,
}

impl<'a> Counter<'a> {
    fn new(reader: &'a Reader) -> Self {
        Self { to_search: SEARCHED, to_count: COUNTED, reader }
    }

    /// Nothing if it can't be opened, is neither a file nor a folder, or may hold secrets that were
    /// not found.
    fn own(&mut self, path: &Path, need: Why) -> Option<Owned> {
        let identity = identity_at(path).ok()?;
        let mut own = Owned { identity, files: 0, bytes: 0, all: true, hidden: Vec::new() };
        let kind = fs::symlink_metadata(path).ok()?;
        if kind.is_file() {
            // A person who names a file of certificates has it read, whatever else is in it.
            let is_named = need == Why::Certificates && path.extension() == Some("pem".as_ref());
            if is_left_out(path, false) && !is_named {
                return None;
            }
            (own.files, own.bytes) = (1, kind.len());
            return Some(own);
        }
        if !kind.is_dir() {
            return None;
        }
        let mut fetched = VecDeque::new();
        if is_searched(path, need) {
            self.search(path, &mut own, &mut fetched)?;
        } else {
            fetched.push_back(path.to_path_buf());
        }
        let mut rest = VecDeque::new();
        while let Some(folder) = fetched.pop_front() {
            if !self.folder(&folder, &mut own, None, &mut rest)? {
                own.all = false;
                break;
            }
            fetched.append(&mut rest);
        }
        own.hidden.sort();
        Some(own)
    }

    /// The secrets in a folder, or nothing if it may hold others.
    fn secrets(&mut self, path: &Path) -> Option<Vec<PathBuf>> {
        let identity = identity_at(path).ok()?;
        let mut own = Owned { identity, files: 0, bytes: 0, all: true, hidden: Vec::new() };
        self.search(path, &mut own, &mut VecDeque::new())?;
        Some(own.hidden)
    }

    /// Looks for secrets everywhere but in `fetched`, which is left to be counted. Nothing if there
    /// may be others.
    fn search(
        &mut self,
        path: &Path,
        own: &mut Owned,
        fetched: &mut VecDeque<PathBuf>,
    ) -> Option<()> {
        let mut searched = VecDeque::from([path.to_path_buf()]);
        while let Some(folder) = searched.pop_front() {
            if !self.folder(&folder, own, Some(&mut searched), fetched)? {
                return None;
            }
        }
        Some(())
    }

    /// Counts what is right in a folder, and looks for secrets if there is a place for the folders in
    /// which to go on. `false` if not all of it was looked at.
    fn folder(
        &mut self,
        folder: &Path,
        own: &mut Owned,
        mut searched: Option<&mut VecDeque<PathBuf>>,
        fetched: &mut VecDeque<PathBuf>,
    ) -> Option<bool> {
        // What the person can't read, no server of theirs can.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let left = if searched.is_some() { &mut self.to_search } else { &mut self.to_count };
            let Some(rest) = left.checked_sub(1) else { return Some(false) };
            *left = rest;
            // Not to have counted all is no trouble.
            let may_go_on = if searched.is_some() { Reader::may_go_on } else { Reader::has_time };
            if rest % 64 == 0 && !may_go_on(self.reader) {
                return Some(false);
            }
            let (Ok(kind), path) = (entry.file_type(), entry.path()) else { continue };
            if kind.is_symlink() {
                continue;
            }
            if searched.is_some() && is_left_out(&path, kind.is_dir()) {
                own.hidden.push(path);
                if own.hidden.len() > HIDDEN {
                    return None;
                }
            } else if kind.is_dir() {
                match &mut searched {
                    Some(searched) if !is_fetched(&path) => searched.push_back(path),
                    Some(_) | None => fetched.push_back(path),
                }
            } else if let Ok(file) = entry.metadata() {
                own.files += 1;
                own.bytes = own.bytes.saturating_add(file.len());
            }
        }
        Some(true)
    }
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
