//! Absolute paths, the only kind a grant knows.

use std::ffi::OsStr;
use std::path::{Component, Components, Path, PathBuf};

/// A path that is absolute and holds no `.` or `..`.
///
/// It says nothing of the disk: whether a folder stands there, and which one, is
/// [`Identity`](crate::Identity)'s matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AbsolutePath(PathBuf);

/// Why a path is not an [`AbsolutePath`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("path is not absolute")]
    NotAbsolute,
    #[error("path climbs with `..`")]
    Climbs,
    #[error("path holds a NUL byte")]
    Nul,
}

impl AbsolutePath {
    /// Takes `path` as it is, without its `.` parts and doubled separators.
    ///
    /// # Errors
    /// A relative path, one with `..` (which only the disk can resolve), or one with a NUL byte.
    pub fn new(path: impl AsRef<Path>) -> Result<Self, PathError> {
        let path = path.as_ref();
        if path.as_os_str().as_encoded_bytes().contains(&0) {
            return Err(PathError::Nul);
        }
        if !path.is_absolute() {
            return Err(PathError::NotAbsolute);
        }
        if path.components().any(|part| part == Component::ParentDir) {
            return Err(PathError::Climbs);
        }
        // No part makes it longer, and with each it would be moved to where there is room again.
        let mut plain = PathBuf::with_capacity(path.as_os_str().len());
        plain.extend(path.components());
        Ok(Self(plain))
    }

    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// Last part of the path; the whole path where there is no last part, as for `/`.
    pub fn name(&self) -> &OsStr {
        self.0.file_name().unwrap_or(self.0.as_os_str())
    }

    /// Whether `self` is `above`, or lies beneath it, part by part: `/a-evil` is not within `/a`.
    pub fn is_within(&self, above: &Self) -> bool {
        self.0.starts_with(&above.0)
    }

    /// From the path itself up to the top.
    pub fn ancestors(&self) -> impl Iterator<Item = Self> + '_ {
        self.0.ancestors().map(|path| Self(path.to_path_buf()))
    }

    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0.parent().map(|path| Self(path.to_path_buf()))
    }

    pub(crate) fn parts(&self) -> Components<'_> {
        self.0.components()
    }
}

impl AsRef<Path> for AbsolutePath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_paths_without_climbing_are_taken() {
        assert_eq!(AbsolutePath::new("a/b"), Err(PathError::NotAbsolute));
        assert_eq!(AbsolutePath::new("/a/../b"), Err(PathError::Climbs));
        assert_eq!(AbsolutePath::new("/a\0b"), Err(PathError::Nul));
        assert_eq!(AbsolutePath::new("//a/./b/").unwrap().as_path(), Path::new("/a/b"));
    }

    #[test]
    fn a_sibling_with_the_same_prefix_is_not_within() {
        let above = AbsolutePath::new("/a").unwrap();
        assert!(!AbsolutePath::new("/a-evil/x").unwrap().is_within(&above));
        assert!(AbsolutePath::new("/a/x").unwrap().is_within(&above));
        assert!(above.is_within(&above));
    }

    #[test]
    fn the_top_is_its_own_name() {
        assert_eq!(AbsolutePath::new("/").unwrap().name(), OsStr::new("/"));
        assert_eq!(AbsolutePath::new("/a/b").unwrap().name(), OsStr::new("b"));
    }
}
