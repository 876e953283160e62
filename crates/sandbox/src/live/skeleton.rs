//! The view that a server starts with: what its program needs to run, and nothing of the person's.

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use paddock_core::Access;
use paddock_sandbox::disk::open_plain;
use paddock_sandbox::{Facility, Lacking, Network, Policy, Withheld};
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;
use rustix::mount::{MountAttrFlags, UnmountFlags, unmount};
use rustix::process::{chdir, fchdir, pivot_root};

use super::ground::{Ground, Kind, current_root};
use super::limbo::Limbo;
use super::mounts::Mount;
use super::namespaces::Views;
use super::{lacking, network};
use crate::needed::{Needed, is_folder};

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

/// Builds it and makes it the root of the sandbox's view. The keeper is in the host's view before and
/// after.
pub(super) fn build(
    policy: &Policy,
    needed: Needed,
) -> Result<(Views, Ground, Vec<Withheld>), Lacking> {
    let by_mount = lacking(Facility::Mount);
    let mut parts = Parts::gather(policy, needed).map_err(by_mount)?;
    if policy.network == Network::Destinations {
        parts.files = network::files();
    }
    let withheld = std::mem::take(&mut parts.withheld);
    let views = Views::divide().map_err(lacking(Facility::MountNamespace))?;
    let ground = raise(parts).map_err(by_mount)?;
    views.enter_host().map_err(by_mount)?;
    Ok((views, ground, withheld))
}

fn raise(parts: Parts) -> Result<Ground, Errno> {
    let limbo = Limbo::new()?;
    limbo.base().attach(current_root()?)?;
    fchdir(limbo.base())?;
    // The old root lands on the new one and is taken off it, with everything in it.
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    // Whoever enters the view from here on has this for a root.
    let root = Mount::in_memory(&ROOT, MountAttrFlags::MOUNT_ATTR_NOEXEC)?;
    root.attach(current_root()?)?;

    let hidden = Mount::in_memory(&ROOT, MountAttrFlags::MOUNT_ATTR_NOEXEC)?;
    rustix::fs::mkdirat(&root, "proc", Mode::from_raw_mode(0o555))?;
    hidden.attach_at(&root, "proc")?;
    let mut ground = Ground::new(root, hidden, limbo)?;

    for (path, options) in [("/tmp", &TMP), ("/dev/shm", &SHARED_MEMORY)] {
        let memory = Mount::in_memory(options, MountAttrFlags::empty())?;
        ground.raise(&memory, Path::new(path), Kind::Folder)?;
        ground.set_loose(&memory)?;
    }
    for (path, target) in DEVICE_LINKS {
        ground.link(Path::new(path), Path::new(target))?;
    }
    for (path, part) in parts.mounts {
        ground.raise(&part.mount, &path, part.kind)?;
        if part.access == Access::ReadWrite {
            ground.set_loose(&part.mount)?;
        }
        ground.always_there(path);
    }
    for (path, text) in &parts.files {
        ground.put(Path::new(path), text)?;
    }
    for (path, target) in parts.links {
        ground.link(&path, &target)?;
    }
    ground.cover_all(&parts.hidden)?;
    ground.seal()?;
    Ok(ground)
}

/// What is taken over from the host.
#[derive(Default)]
struct Parts {
    links: BTreeMap<PathBuf, PathBuf>,
    /// Parents come before what is in them.
    mounts: BTreeMap<PathBuf, Part>,
    /// What is written here.
    files: Vec<(&'static str, String)>,
    /// What is to be covered.
    hidden: Vec<PathBuf>,
    withheld: Vec<Withheld>,
}

struct Part {
    mount: Mount,
    kind: Kind,
    access: Access,
}

impl Parts {
    fn gather(policy: &Policy, needed: Needed) -> Result<Self, Errno> {
        let Needed { home, mut found, links, withheld } = needed;
        let home = home.unwrap_or_else(|| policy.home.clone());
        let mut parts = Self { links, withheld, ..Self::default() };
        let place = open_plain(&home)?;
        parts.add(home, place, Access::ReadWrite)?;
        // Parents first.
        found.sort_by(|one, other| one.path.cmp(&other.path));
        for part in found {
            if !part.is_own && parts.comes_with_its_parent(&part.path) {
                continue;
            }
            let added =
                part.open().and_then(|place| parts.add(part.path.clone(), place, Access::Read));
            match added {
                Ok(()) => parts.hidden.extend(part.hidden),
                Err(errno) if part.is_own => {
                    parts.withheld.push(Withheld { path: part.path, errno: errno.raw_os_error() });
                }
                Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS | Errno::LOOP | Errno::STALE) => {}
                Err(errno) => return Err(errno),
            }
        }
        for name in DEVICES {
            parts.add_device(Path::new("/dev").join(name))?;
        }
        Ok(parts)
    }

    fn add(&mut self, path: PathBuf, place: OwnedFd, access: Access) -> Result<(), Errno> {
        // The root would be mounted over everything else.
        if path == Path::new("/") || self.mounts.contains_key(&path) {
            return Ok(());
        }
        if access == Access::Read && self.comes_with_its_parent(&path) {
            return Ok(());
        }
        let kind = if is_folder(&place)? { Kind::Folder } else { Kind::File };
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

    /// A read-only folder is copied with all that is in it.
    fn comes_with_its_parent(&self, path: &Path) -> bool {
        let nearest = path.ancestors().skip(1).find_map(|above| self.mounts.get(above));
        nearest.is_some_and(|above| above.access == Access::Read)
    }
}
