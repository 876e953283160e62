//! From the folders that are mounted to those that are wanted, step by step. Pure.

use std::collections::BTreeMap;
use std::path::PathBuf;

use paddock_core::RootEntry;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// From read-write to read-only.
    Narrow(PathBuf),
    Revoke(PathBuf),
    /// Instead of another folder at the same path, if one is mounted there.
    Grant(RootEntry),
    /// From read-only to read-write.
    Widen(PathBuf),
}

/// What takes comes before what gives; what is in a folder goes before it and comes after it.
pub(super) fn steps(
    mounted: &BTreeMap<PathBuf, RootEntry>,
    wanted: &BTreeMap<PathBuf, RootEntry>,
) -> Vec<Step> {
    let mut narrow = Vec::new();
    let mut revoke = Vec::new();
    let mut widen = Vec::new();
    for (path, entry) in mounted {
        match wanted.get(path) {
            None => revoke.push(Step::Revoke(path.clone())),
            Some(wanted) if !wanted.root.is_same_folder(&entry.root) => {}
            Some(wanted) => match (entry.access.writes(), wanted.access.writes()) {
                (true, false) => narrow.push(Step::Narrow(path.clone())),
                (false, true) => widen.push(Step::Widen(path.clone())),
                (false, false) | (true, true) => {}
            },
        }
    }
    revoke.reverse();
    let is_new = |(path, entry): &(&PathBuf, &RootEntry)| {
        !mounted.get(*path).is_some_and(|mounted| mounted.root.is_same_folder(&entry.root))
    };
    let grant = wanted.iter().filter(is_new).map(|(_, entry)| Step::Grant(entry.clone()));
    narrow.into_iter().chain(revoke).chain(grant).chain(widen).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use paddock_core::{AbsolutePath, Access, Identity, Root};

    use super::*;

    fn folders(folders: &[(&str, u64, Access)]) -> BTreeMap<PathBuf, RootEntry> {
        let entry = |(path, inode, access): &(&str, u64, Access)| {
            let identity = Identity { device: 1, inode: *inode, born: None };
            let root = Root { path: AbsolutePath::new(path).unwrap(), identity };
            (PathBuf::from(path), RootEntry { root, access: *access })
        };
        folders.iter().map(entry).collect()
    }

    #[test]
    fn what_stays_needs_no_step() {
        let same = folders(&[("/a", 1, Access::Read), ("/b", 2, Access::ReadWrite)]);
        assert_eq!(steps(&same, &same), []);
    }

    #[test]
    fn what_takes_comes_first_and_parents_hold_children() {
        let mounted = folders(&[
            ("/a", 1, Access::Read),
            ("/b", 2, Access::Read),
            ("/b/c", 3, Access::Read),
            ("/d", 4, Access::ReadWrite),
        ]);
        let wanted = folders(&[
            ("/a", 1, Access::ReadWrite),
            ("/d", 4, Access::Read),
            ("/e", 5, Access::Read),
            ("/e/f", 6, Access::Read),
        ]);
        let grant = |path: &str| Step::Grant(wanted[Path::new(path)].clone());
        assert_eq!(
            steps(&mounted, &wanted),
            [
                Step::Narrow("/d".into()),
                Step::Revoke("/b/c".into()),
                Step::Revoke("/b".into()),
                grant("/e"),
                grant("/e/f"),
                Step::Widen("/a".into()),
            ]
        );
    }

    #[test]
    fn another_folder_at_the_same_path_is_granted_anew() {
        let mounted = folders(&[("/a", 1, Access::ReadWrite)]);
        let wanted = folders(&[("/a", 2, Access::ReadWrite)]);
        let expected = [Step::Grant(wanted[Path::new("/a")].clone())];
        assert_eq!(steps(&mounted, &wanted), expected);
    }
}
