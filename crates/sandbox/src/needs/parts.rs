use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use paddock_core::{Owned, Part};

use super::reading::Reader;
use super::{Why, name};
use crate::disk::{Disk, identity_at};
use crate::secrets;

/// How many things are looked at for secrets in all parts together.
const SEARCHED: u32 = 20_000;
/// How many more are only counted.
const COUNTED: u32 = 3_000;
/// How many secrets are hidden in one part.
const HIDDEN: usize = 128;

/// Packages that came from elsewhere: nobody keeps secrets among them.
const FETCHED: &[&str] = &["__pycache__", "dist-packages", "node_modules", "site-packages"];

/// Makes parts of what was found, by path, with what is inside another left out. A folder in which
/// secrets can't be looked for within the limits is left out, but for the `entries`.
pub(super) fn gather(
    found: BTreeMap<PathBuf, Why>,
    entries: &[PathBuf],
    disk: &Disk,
    reader: &Reader,
) -> Vec<Part> {
    let mut counter = Counter { to_search: SEARCHED, to_count: COUNTED, reader };
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

impl Counter<'_> {
    /// Nothing if it can't be opened, is neither a file nor a folder, or may hold secrets that were
    /// not found.
    fn own(&mut self, path: &Path, need: Why) -> Option<Owned> {
        let identity = identity_at(path).ok()?;
        let mut own = Owned { identity, files: 0, bytes: 0, all: true, hidden: Vec::new() };
        let kind = fs::symlink_metadata(path).ok()?;
        if kind.is_file() {
            if secrets::hides(path, false) {
                return None;
            }
            (own.files, own.bytes) = (1, kind.len());
            return Some(own);
        }
        if !kind.is_dir() {
            return None;
        }
        let mut fetched = VecDeque::new();
        let mut searched = VecDeque::new();
        let is_fetched = need != Why::Program || is_fetched(path);
        if is_fetched { &mut fetched } else { &mut searched }.push_back(path.to_path_buf());
        while let Some(folder) = searched.pop_front() {
            if !self.folder(&folder, &mut own, Some(&mut searched), &mut fetched)? {
                return None;
            }
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
            if rest % 64 == 0 && !self.reader.has_time() {
                return Some(false);
            }
            let (Ok(kind), path) = (entry.file_type(), entry.path()) else { continue };
            if kind.is_symlink() {
                continue;
            }
            if searched.is_some() && secrets::hides(&path, kind.is_dir()) {
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

fn is_fetched(folder: &Path) -> bool {
    FETCHED.contains(&name(folder)) || folder.join("pyvenv.cfg").is_file()
}
