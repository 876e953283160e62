//! Names of what is packed: each lands in the folder, and nowhere twice.

use std::collections::HashMap;

use crate::BundleError;
use crate::archive::MOST_ENTRIES;

/// The longest path and the longest name in one, in bytes, and the deepest.
const LONGEST_PATH: usize = 1024;
const LONGEST_NAME: usize = 255;
const DEEPEST: usize = 64;

/// Names that were seen, without regard to case: as they were written, and whether they are folders.
#[derive(Debug, Default)]
pub(crate) struct Seen(HashMap<String, (String, bool)>);

impl Seen {
    /// Takes the next name, and the folders it is in.
    pub(crate) fn add(&mut self, path: &str, is_folder: bool) -> Result<(), BundleError> {
        for (at, _) in path.match_indices('/') {
            self.put(&path[..at], true)?;
        }
        if self.put(path, is_folder)? && !is_folder {
            return Err(BundleError::Twice { name: path.to_owned() });
        }
        Ok(())
    }

    /// Whether it was there already.
    fn put(&mut self, path: &str, is_folder: bool) -> Result<bool, BundleError> {
        // Folders count that no entry is for.
        if self.0.len() > MOST_ENTRIES {
            return Err(BundleError::Bomb);
        }
        let now = (path.to_owned(), is_folder);
        match self.0.insert(path.to_lowercase(), now.clone()) {
            Some(before) if before != now => Err(BundleError::Twice { name: path.to_owned() }),
            before => Ok(before.is_some()),
        }
    }
}

/// A name as it is packed, without the slash at a folder's end; `None` for one that could land
/// elsewhere.
pub(crate) fn plain(name: &[u8]) -> Option<&str> {
    let name = std::str::from_utf8(name).ok()?;
    let path = name.strip_suffix('/').unwrap_or(name);
    let is_plain = |part: &str| {
        !matches!(part, "" | "." | "..")
            && part.len() <= LONGEST_NAME
            && !part.contains(['\\', ':'])
            && !part.chars().any(char::is_control)
    };
    let fits = path.len() <= LONGEST_PATH && path.split('/').count() <= DEEPEST;
    (fits && path.split('/').all(is_plain)).then_some(path)
}
