//! Where apps work, looked at. The folders are theirs to name: what can't be looked at is none.

use std::path::Path;

use paddock_core::consent::is_secret;
use paddock_core::{FileUri, Place};
use paddock_watcher::resolve;

use crate::Places;

/// Folders of one statement that are looked at.
const MOST: usize = 16;

/// The folders that an app says it works in, as addresses.
pub(crate) fn stated(folders: &[String], places: &Places) -> Vec<Place> {
    let paths =
        folders.iter().take(MOST).filter_map(|uri| FileUri::parse(uri).ok()?.to_path().ok());
    paths.filter_map(|path| place(path.as_path(), places)).collect()
}

/// A folder that an app works in. Blocks as long as the filesystem does.
pub(crate) fn place(folder: &Path, places: &Places) -> Option<Place> {
    let root = resolve(folder).ok()?;
    let path = root.path.as_path();
    let own = places.own.iter().chain([&places.data]);
    let too_much = places.home.starts_with(path)
        || own.into_iter().any(|it| path.starts_with(it) || it.starts_with(path));
    let proposable = !too_much && !is_secret(&root.path);
    Some(Place { root, proposable })
}
