//! A folder that can be granted, and whether it is still there.

use crate::{AbsolutePath, FileUri};

/// Which folder it is, whatever its path: what consent is bound to.
///
/// Inode numbers are used again: on ext4 a folder made after another was removed often gets the
/// same one. Where the filesystem tells when a folder was born (`statx(2)`, `stx_btime`), that
/// moment tells them apart. Device numbers change between boots on many filesystems, so a folder
/// with the same inode and the same moment of birth is the same folder on whatever device number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    pub device: u64,
    pub inode: u64,
    /// Nanoseconds since the Unix epoch, where the filesystem knows.
    pub born: Option<i64>,
}

impl Identity {
    /// Whether both are one folder.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self.born, other.born) {
            (Some(mine), Some(its)) => self.inode == other.inode && mine == its,
            (None, None) => self.inode == other.inode && self.device == other.device,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

/// A folder: where it stands and which one it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Root {
    /// Canonical: no symbolic link in it when it was consented to.
    pub path: AbsolutePath,
    pub identity: Identity,
}

impl Root {
    pub fn uri(&self) -> FileUri {
        FileUri::from_path(&self.path)
    }

    /// Whether both are one folder, by whatever paths.
    pub fn is_same_folder(&self, other: &Self) -> bool {
        self.identity.is_same(&other.identity)
    }
}

/// What stands at a root's path now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reachability {
    /// The folder that was consented to.
    Reachable,
    /// Nothing.
    Missing,
    /// Another folder, or a symbolic link on the way; it needs consent of its own.
    Replaced,
    /// Something that is not a folder.
    NotAFolder,
    /// It can't be looked at or opened.
    Denied,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BORN: Identity = Identity { device: 1, inode: 7, born: Some(100) };

    #[test]
    fn a_folder_made_again_with_the_same_inode_is_another() {
        assert!(!BORN.is_same(&Identity { born: Some(101), ..BORN }));
    }

    #[test]
    fn a_device_number_that_changed_between_boots_does_not_matter() {
        assert!(BORN.is_same(&Identity { device: 2, ..BORN }));
    }

    #[test]
    fn without_a_moment_of_birth_the_device_decides() {
        let old = Identity { born: None, ..BORN };
        assert!(old.is_same(&old));
        assert!(!old.is_same(&Identity { device: 2, ..old }));
        assert!(!old.is_same(&BORN));
    }
}
