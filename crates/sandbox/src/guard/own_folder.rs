//! Git's own folder, whatever it is called: that of a bare repository, or beside its worktrees.
//!
//! A server makes none, for it makes no `HEAD`.

use std::path::Path;

use rustix::fs::{AtFlags, CWD, statat};

/// Whether `folder` is one. Both are looked for as its filesystem compares names.
pub(super) fn is_gits(folder: &Path) -> bool {
    has(folder, "HEAD") && (has(folder, "objects") || has(folder, "commondir"))
}

fn has(folder: &Path, name: &str) -> bool {
    statat(CWD, folder.join(name), AtFlags::SYMLINK_NOFOLLOW).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_by_what_git_looks_for() {
        let world = tempfile::tempdir().unwrap();
        let folder = world.path();
        std::fs::create_dir(folder.join("objects")).unwrap();
        assert!(!is_gits(folder));
        std::fs::write(folder.join("HEAD"), "").unwrap();
        assert!(is_gits(folder));
        std::fs::rename(folder.join("objects"), folder.join("refs")).unwrap();
        assert!(!is_gits(folder));
        std::fs::write(folder.join("commondir"), "").unwrap();
        assert!(is_gits(folder));
    }
}
