//! What stands at a path, and which folder it is.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
use elsewhere as os;
#[cfg(target_os = "linux")]
use linux as os;

use std::io;
use std::path::Path;

use paddock_core::{AbsolutePath, Identity, PathError, Reachability, Root};

/// Why a path can't become a [`Root`].
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    #[error("path can't name a folder: {0}")]
    Path(#[from] PathError),
    #[error("nothing is there")]
    Missing,
    #[error("what is there is not a folder")]
    NotAFolder,
    #[error("folder can't be opened: permission denied")]
    Denied,
    /// It was moved, removed or replaced between two looks at it.
    #[error("folder changed while it was looked at")]
    Changed,
    #[error("folder can't be looked at: {0}")]
    Io(#[source] io::Error),
}

/// Finds the folder that `path` leads to, through symbolic links and `..`, and which one it is.
///
/// The canonical path it returns was seen to lead to that very folder.
///
/// # Errors
/// A relative path, or one that doesn't lead to a folder that can be listed.
pub fn resolve(path: &Path) -> Result<Root, ResolveError> {
    if !path.is_absolute() {
        return Err(PathError::NotAbsolute.into());
    }
    let (canonical, identity) = os::resolve(path)?;
    let root = Root { path: AbsolutePath::new(canonical)?, identity };
    match look(&root) {
        Reachability::Reachable => Ok(root),
        Reachability::Denied => Err(ResolveError::Denied),
        Reachability::Missing | Reachability::Replaced | Reachability::NotAFolder => {
            Err(ResolveError::Changed)
        }
    }
}

/// Looks at what stands at a root's path now.
///
/// Blocks as long as the filesystem does, which for a dead network disk may be for ever.
///
/// A symbolic link anywhere in the path counts as [`Replaced`](Reachability::Replaced), wherever
/// it leads; a file on the way as [`NotAFolder`](Reachability::NotAFolder); a folder that can't be
/// listed and entered, and whatever else stops the look, as [`Denied`](Reachability::Denied).
pub fn look(root: &Root) -> Reachability {
    survey(root).reachability
}

/// Everything one look at a root has seen.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    /// The folders on the way, from the top, as far as the look came; the root is the last.
    pub(crate) passed: Vec<Place>,
    pub(crate) reachability: Reachability,
}

/// A folder on the way to a root.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) path: AbsolutePath,
    pub(crate) identity: Identity,
    /// Whether it is the top of a mount, so that its parent isn't told of what happens to it.
    pub(crate) tops_mount: bool,
}

pub(crate) fn survey(root: &Root) -> Survey {
    let mut passed = Vec::new();
    let reachability = os::walk(&root.path, &mut passed).and_then(|folder| match passed.last() {
        Some(last) if last.identity.is_same(&root.identity) => os::check_open(&folder),
        Some(_) | None => Err(Reachability::Replaced),
    });
    let reachability = reachability.map_or_else(|stopped| stopped, |()| Reachability::Reachable);
    Survey { passed, reachability }
}

/// From the top down to the path itself.
fn descent(path: &AbsolutePath) -> Vec<AbsolutePath> {
    let mut places: Vec<_> = path.ancestors().collect();
    places.reverse();
    places
}

/// Nanoseconds since the Unix epoch, if they fit.
fn nanoseconds(seconds: i64, nanoseconds: u32) -> Option<i64> {
    seconds.checked_mul(1_000_000_000)?.checked_add(i64::from(nanoseconds))
}

#[cfg(test)]
mod tests;
