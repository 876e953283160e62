//! Counting what is in a folder.

use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt as _;
use std::time::{Duration, Instant};

use paddock_core::Root;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::path::Arg;

use super::Extent;

/// Entries that are looked at, and how long, at the most.
const ENTRIES: u32 = 200_000;
const PATIENCE: Duration = Duration::from_secs(2);
/// Folders within each other that are looked into. Each is held open meanwhile.
const DEEPEST: usize = 64;

/// Counts what is in a folder, as far as that goes in a short time. No link is followed, and no
/// other filesystem is entered. Nothing if another folder stands there now. Blocks as long as the
/// filesystem does.
pub(crate) fn of(root: &Root) -> Option<Extent> {
    counted(root, ENTRIES, PATIENCE)
}

fn counted(root: &Root, entries: u32, patience: Duration) -> Option<Extent> {
    let top = File::from(opened(CWD, root.path.as_path())?);
    let there = top.metadata().ok()?;
    if (there.dev(), there.ino()) != (root.identity.device, root.identity.inode) {
        return None;
    }
    let device = fstat(&top).ok()?.st_dev;
    let began = Instant::now();
    let mut extent = Extent::default();
    let mut left = entries;
    let mut within = vec![Dir::new(top).ok()?];
    while let Some(folder) = within.last_mut() {
        let entry = match folder.read() {
            Some(Ok(entry)) => entry,
            unreadable => {
                extent.is_part |= unreadable.is_some();
                within.pop();
                continue;
            }
        };
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        if left == 0 || began.elapsed() > patience {
            return Some(Extent { is_part: true, ..extent });
        }
        left -= 1;
        let seen = folder.fd().and_then(|at| statat(at, name, AtFlags::SYMLINK_NOFOLLOW));
        let Ok(seen) = seen else {
            extent.is_part = true;
            continue;
        };
        match FileType::from_raw_mode(seen.st_mode) {
            FileType::RegularFile => {
                extent.files = extent.files.saturating_add(1);
                let bytes = u64::try_from(seen.st_size).unwrap_or(0);
                extent.bytes = extent.bytes.saturating_add(bytes);
            }
            FileType::Directory => {
                let is_near = within.len() < DEEPEST && seen.st_dev == device;
                let inner = within.last().filter(|_| is_near).and_then(|at| at.fd().ok());
                match inner.and_then(|at| opened(at, name)).and_then(|it| Dir::new(it).ok()) {
                    Some(inner) => within.push(inner),
                    None => extent.is_part = true,
                }
            }
            FileType::Symlink
            | FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => {}
        }
    }
    Some(extent)
}

fn opened(at: impl AsFd, name: impl Arg) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(at, name, flags, Mode::empty()).ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use paddock_watcher::resolve;

    use super::*;

    #[test]
    fn what_is_in_a_folder_is_counted_without_following_links() {
        let world = tempfile::tempdir().unwrap();
        let (acme, beside) = (world.path().join("acme"), world.path().join("beside"));
        fs::create_dir_all(acme.join("src/deep")).unwrap();
        fs::create_dir(&beside).unwrap();
        fs::write(acme.join("a"), [0; 10]).unwrap();
        fs::write(acme.join("src/deep/b"), [0; 20]).unwrap();
        fs::write(beside.join("c"), [0; 40]).unwrap();
        std::os::unix::fs::symlink(&beside, acme.join("link")).unwrap();
        std::os::unix::fs::symlink(beside.join("c"), acme.join("src/file")).unwrap();
        std::os::unix::fs::symlink(&acme, acme.join("round")).unwrap();
        let root = resolve(&acme).unwrap();
        let all = Extent { files: 2, bytes: 30, is_part: false };
        assert_eq!(of(&root), Some(all));
        let some = counted(&root, 2, PATIENCE).unwrap();
        assert!(some.is_part && some.files <= 2, "{some:?}");
        assert!(counted(&root, ENTRIES, Duration::ZERO).unwrap().is_part);
    }

    #[test]
    fn another_folder_that_stands_there_is_not_counted() {
        let world = tempfile::tempdir().unwrap();
        let acme = world.path().join("acme");
        fs::create_dir(&acme).unwrap();
        let root = resolve(&acme).unwrap();
        fs::rename(&acme, world.path().join("gone")).unwrap();
        fs::create_dir(&acme).unwrap();
        assert_eq!(of(&root), None);
        fs::remove_dir(&acme).unwrap();
        std::os::unix::fs::symlink(world.path().join("gone"), &acme).unwrap();
        assert_eq!(of(&root), None);
    }
}
