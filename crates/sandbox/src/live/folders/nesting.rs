//! Which folders are in which.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use paddock_core::RootEntry;

use super::Entries;

/// The nearest folder above `path`.
pub(super) fn above<T>(folders: &BTreeMap<PathBuf, T>, path: &Path) -> Option<PathBuf> {
    let mut above = path.ancestors().skip(1);
    above.find(|above| folders.contains_key(*above)).map(Path::to_path_buf)
}

pub(super) fn has_below<T>(folders: &BTreeMap<PathBuf, T>, path: &Path) -> bool {
    at_and_below(folders, path).any(|(below, _)| below != path)
}

/// Paths are ordered part by part, so what is in a folder follows it.
pub(super) fn at_and_below<'a, T>(
    folders: &'a BTreeMap<PathBuf, T>,
    path: &'a Path,
) -> impl Iterator<Item = (&'a PathBuf, &'a T)> {
    folders.range(path.to_path_buf()..).take_while(move |(below, _)| below.starts_with(path))
}

pub(super) fn by_bytes<'a>(
    entries: impl Iterator<Item = &'a RootEntry>,
) -> HashMap<&'a OsStr, &'a RootEntry> {
    entries.map(|entry| (entry.root.path.as_path().as_os_str(), entry)).collect()
}

pub(super) fn entries_within(entries: &[&RootEntry], top: &Path) -> Entries {
    let of = |entry: &&&RootEntry| entry.root.path.as_path().starts_with(top);
    let inside = entries.iter().filter(of);
    inside.map(|entry| (entry.root.path.as_path().into(), (*entry).clone())).collect()
}

pub(super) fn within(entries: &Entries, top: &Path) -> Entries {
    at_and_below(entries, top).map(|(path, entry)| (path.clone(), entry.clone())).collect()
}

/// Those paths that are in no other of them.
pub(super) fn tops<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
    let paths: BTreeSet<_> = paths.collect();
    let mut tops: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !tops.last().is_some_and(|top| path.starts_with(top)) {
            tops.push(path.clone());
        }
    }
    tops
}
