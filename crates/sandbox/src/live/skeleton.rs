//! The view that a server starts with: what its program needs to run, and nothing of the person's.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use paddock_core::Access;
use paddock_sandbox::{Facility, Lacking, Policy};
use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, fstat, openat2};
use rustix::io::Errno;
use rustix::mount::{MountAttrFlags, UnmountFlags, unmount};
use rustix::process::{chdir, fchdir, pivot_root};

use super::ground::{Ground, Kind, current_root};
use super::lacking;
use super::mounts::Mount;
use super::namespaces::Views;

/// What a program may count on in `/dev`. None of it tells anything about this machine.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];
const DEVICE_LINKS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];

/// The most that a server may keep in its own `/tmp` and `/dev/shm`, which is memory.
const TMP: [(&str, &str); 3] = [("mode", "1777"), ("size", "1g"), ("nr_inodes", "200k")];
const SHARED_MEMORY: [(&str, &str); 3] = [("mode", "1777"), ("size", "64m"), ("nr_inodes", "20k")];
/// Only folders, links and empty files are made in these.
const ROOT: [(&str, &str); 2] = [("mode", "755"), ("size", "16m")];

/// As many symbolic links as the kernel follows in one path (`path_resolution(7)`).
const LINK_LIMIT: usize = 40;

/// Builds it and makes it the root of the sandbox's view. The keeper is in the host's view before and
/// after.
pub(super) fn build(policy: &Policy) -> Result<(Views, Ground), Lacking> {
    let by_mount = lacking(Facility::Mount);
    let parts = Parts::gather(policy).map_err(by_mount)?;
    let views = Views::divide().map_err(lacking(Facility::MountNamespace))?;
    let ground = raise(parts).map_err(by_mount)?;
    views.enter_host().map_err(by_mount)?;
    Ok((views, ground))
}

fn raise(parts: Parts) -> Result<Ground, Errno> {
    let root = Mount::in_memory(&ROOT, MountAttrFlags::MOUNT_ATTR_NOEXEC)?;
    root.attach(current_root()?)?;
    fchdir(&root)?;
    // The old root lands on the new one and is taken off it, with everything in it.
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;

    let hidden = Mount::in_memory(&ROOT, MountAttrFlags::MOUNT_ATTR_NOEXEC)?;
    rustix::fs::mkdirat(&root, "proc", Mode::from_raw_mode(0o555))?;
    hidden.attach_at(&root, "proc")?;
    let mut ground = Ground::new(root, hidden)?;

    for (path, options) in [("/tmp", &TMP), ("/dev/shm", &SHARED_MEMORY)] {
        let memory = Mount::in_memory(options, MountAttrFlags::empty())?;
        memory.attach(ground.place(Path::new(path), Kind::Folder)?)?;
        ground.set_loose(&memory)?;
    }
    for (path, target) in DEVICE_LINKS {
        ground.link(Path::new(path), Path::new(target))?;
    }
    for (path, part) in parts.mounts {
        part.mount.attach(ground.place(&path, part.kind)?)?;
        if part.access == Access::ReadWrite {
            ground.set_loose(&part.mount)?;
        }
        ground.always_there(path);
    }
    for (path, target) in parts.links {
        ground.link(&path, &target)?;
    }
    ground.seal()?;
    Ok(ground)
}

/// What is taken over from the host.
#[derive(Default)]
struct Parts {
    links: BTreeMap<PathBuf, PathBuf>,
    /// Parents come before what is in them.
    mounts: BTreeMap<PathBuf, Part>,
}

struct Part {
    mount: Mount,
    kind: Kind,
    access: Access,
}

impl Parts {
    fn gather(policy: &Policy) -> Result<Self, Errno> {
        let mut parts = Self::default();
        parts.add(&policy.home, Access::ReadWrite)?;
        for path in &policy.readable {
            match parts.add(path, Access::Read) {
                Ok(()) | Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS | Errno::LOOP) => {}
                Err(errno) => return Err(errno),
            }
        }
        for name in DEVICES {
            parts.add_device(Path::new("/dev").join(name))?;
        }
        parts.leave_out_what_comes_with_its_parent();
        Ok(parts)
    }

    fn add(&mut self, path: &Path, access: Access) -> Result<(), Errno> {
        let (path, place) = match open(path) {
            Ok(place) if !path.components().any(|part| part == Component::ParentDir) => {
                (path.components().collect(), place)
            }
            Ok(_) | Err(Errno::LOOP) => {
                let path = self.follow(path)?;
                let place = open(&path)?;
                (path, place)
            }
            Err(errno) => return Err(errno),
        };
        // The root would be mounted over everything else.
        if path == Path::new("/") || self.mounts.contains_key(&path) {
            return Ok(());
        }
        let is_folder = FileType::from_raw_mode(fstat(&place)?.st_mode) == FileType::Directory;
        let kind = if is_folder { Kind::Folder } else { Kind::File };
        self.mounts.insert(path, Part { mount: Mount::copy(place, access)?, kind, access });
        Ok(())
    }

    fn add_device(&mut self, path: PathBuf) -> Result<(), Errno> {
        let node = openat2(
            CWD,
            &path,
            OFlags::PATH | OFlags::CLOEXEC,
            Mode::empty(),
            ResolveFlags::NO_SYMLINKS,
        );
        let node = match node {
            Err(Errno::NOENT) => return Ok(()),
            opened => opened?,
        };
        let part =
            Part { mount: Mount::copy_device(node)?, kind: Kind::File, access: Access::Read };
        self.mounts.insert(path, part);
        Ok(())
    }

    /// The path without symbolic links, each of which is noted to be made again.
    fn follow(&mut self, path: &Path) -> Result<PathBuf, Errno> {
        let mut reached = PathBuf::from("/");
        let mut rest: VecDeque<OsString> = names(path).collect();
        let mut followed = 0;
        while let Some(name) = rest.pop_front() {
            if name == ".." {
                reached.pop();
                continue;
            }
            let next = reached.join(name);
            if !fs::symlink_metadata(&next).map_err(|error| errno(&error))?.is_symlink() {
                reached = next;
                continue;
            }
            followed += 1;
            if followed > LINK_LIMIT {
                return Err(Errno::LOOP);
            }
            let target = fs::read_link(&next).map_err(|error| errno(&error))?;
            if target.is_absolute() {
                reached = PathBuf::from("/");
            }
            for name in names(&target).collect::<Vec<_>>().into_iter().rev() {
                rest.push_front(name);
            }
            self.links.insert(next, target);
        }
        Ok(reached)
    }

    /// A read-only folder is copied with all that is in it.
    fn leave_out_what_comes_with_its_parent(&mut self) {
        let read: Vec<_> = self.paths_of(Access::Read);
        let written = self.paths_of(Access::ReadWrite);
        self.mounts.retain(|path, part| {
            let nearest = |paths: &[PathBuf]| {
                let above = paths.iter().filter(|above| *above != path && path.starts_with(above));
                above.map(|above| above.as_os_str().len()).max()
            };
            part.access == Access::ReadWrite || nearest(&read) <= nearest(&written)
        });
    }

    fn paths_of(&self, access: Access) -> Vec<PathBuf> {
        let parts = self.mounts.iter().filter(|(_, part)| part.access == access);
        parts.map(|(path, _)| path.clone()).collect()
    }
}

/// `ELOOP` if there is a symbolic link on the way.
fn open(path: &Path) -> Result<OwnedFd, Errno> {
    let links = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    openat2(CWD, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty(), links)
}

fn names(path: &Path) -> impl Iterator<Item = OsString> {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    })
}

fn errno(error: &io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}
