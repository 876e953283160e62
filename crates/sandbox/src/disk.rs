//! What a path leads to, told link by link, and whose it is.
//!
//! A symbolic link is followed only where whoever could have made it is trusted with it: root, or
//! the person in a folder that no server may write.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

use paddock_core::{Identity, Link};

/// As many symbolic links as the kernel follows in one path (`path_resolution(7)`).
const MOST_LINKS: usize = 40;

/// Where the system's own is. What root keeps elsewhere may be anybody's.
const SYSTEM: &[&str] = &[
    "/Library",
    "/System",
    "/bin",
    "/etc",
    "/gnu/store",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/mnt/wsl/resolv.conf",
    "/nix/store",
    "/opt",
    "/run/NetworkManager",
    "/run/current-system",
    "/run/resolvconf",
    RESOLVED,
    "/sbin",
    "/snap",
    "/usr",
    "/var/cache/fontconfig",
    "/var/lib/ca-certificates",
];

/// What this holds belongs to a user of its own, who is not a person.
const RESOLVED: &str = "/run/systemd/resolve";

/// Links in these are root's only by name where the person is root.
const HOMES: &[&str] = &["/home", "/root"];

/// The disk as it is looked at for one purpose. Each thing is looked at once.
#[derive(Debug)]
pub struct Disk {
    /// No link in these is followed.
    writable: Vec<PathBuf>,
    follows: Follow,
    seen: RefCell<HashMap<PathBuf, Seen>>,
}

/// Whose symbolic links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// The system's own.
    System,
    /// Those of the person too.
    Person,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// With no link on the way.
    pub real: PathBuf,
    /// Those that were followed, in order.
    pub links: Vec<Link>,
    /// Whether all of them are the system's own.
    pub by_system: bool,
}

/// Why a path leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    Missing,
    /// Too many links, or one that is not followed.
    Link,
    Denied,
}

#[derive(Clone, Debug)]
struct Seen {
    target: Option<PathBuf>,
    is_roots: bool,
    #[cfg(target_os = "linux")]
    identity: Identity,
}

impl Disk {
    /// `writable`: folders that a server may write.
    pub fn new(writable: impl IntoIterator<Item = PathBuf>, follows: Follow) -> Self {
        let both = |path: PathBuf| [path.canonicalize().ok(), Some(path)].into_iter().flatten();
        let writable = writable.into_iter().flat_map(both).collect();
        Self { writable, follows, seen: RefCell::default() }
    }

    /// Whether no server can have written what stands at `real`, which leads through no link.
    pub fn is_believed(&self, real: &Path) -> bool {
        !self.writable.iter().any(|folder| real.starts_with(folder))
    }

    /// Where the absolute `path` leads.
    pub fn trace(&self, path: &Path) -> Result<Trace, Lost> {
        let mut trace = Trace { real: PathBuf::new(), links: Vec::new(), by_system: true };
        let mut left = steps(path);
        while let Some(step) = left.pop() {
            if step == ".." {
                trace.real.pop();
                continue;
            }
            let next = trace.real.join(&step);
            match self.seen(&next)?.target {
                None => trace.real = next,
                Some(target) => {
                    trace.by_system &= self.checked(&next)?;
                    if trace.links.len() >= MOST_LINKS {
                        return Err(Lost::Link);
                    }
                    left.extend(steps(&target));
                    trace.links.push(Link { path: next, target });
                }
            }
        }
        Ok(trace)
    }

    /// Whether the link is the system's own; an error if it is not to be followed.
    fn checked(&self, link: &Path) -> Result<bool, Lost> {
        let is_homes = HOMES.iter().any(|home| link.starts_with(home));
        let is_system = !is_homes && self.is_roots(link);
        let follows = is_system || self.follows == Follow::Person;
        if follows && self.is_believed(link) { Ok(is_system) } else { Err(Lost::Link) }
    }

    /// Whether `real`, which leads through no link, is the system's own: nobody but root can put
    /// something else there.
    pub fn is_systems(&self, real: &Path) -> bool {
        SYSTEM.iter().any(|top| real.starts_with(top))
            && self.is_believed(real)
            && self.is_roots(real)
    }

    /// Which file or folder it is that `real` was seen to be.
    #[cfg(target_os = "linux")]
    pub fn identity(&self, real: &Path) -> Result<Identity, Lost> {
        Ok(self.seen(real)?.identity)
    }

    fn is_roots(&self, path: &Path) -> bool {
        path.ancestors().all(|it| self.seen(it).is_ok_and(|seen| seen.is_roots))
    }

    fn seen(&self, path: &Path) -> Result<Seen, Lost> {
        if let Some(seen) = self.seen.borrow().get(path) {
            return Ok(seen.clone());
        }
        let metadata = fs::symlink_metadata(path).map_err(|error| Lost::from(&error))?;
        let target = metadata.is_symlink().then(|| fs::read_link(path));
        let target = target.transpose().map_err(|error| Lost::from(&error))?;
        let is_roots = is_roots(path, &metadata);
        let seen = Seen {
            target,
            is_roots,
            #[cfg(target_os = "linux")]
            identity: identity_of(&metadata),
        };
        self.seen.borrow_mut().insert(path.to_path_buf(), seen.clone());
        Ok(seen)
    }
}

impl From<&io::Error> for Lost {
    fn from(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::PermissionDenied { Self::Denied } else { Self::Missing }
    }
}

/// Last one first. The root is one of them: joined to anything, it is the root again.
fn steps(path: &Path) -> Vec<OsString> {
    let steps = path.components().filter(|step| *step != Component::CurDir);
    steps.rev().map(|step| step.as_os_str().to_owned()).collect()
}

/// Whether only root may change it, taken by itself.
#[cfg(unix)]
fn is_roots(path: &Path, seen: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let is_roots = seen.uid() == 0 || (path.starts_with(RESOLVED) && !is_a_persons(seen.uid()));
    let open_to_group = seen.mode() & 0o020 != 0 && may_write(path, seen.gid());
    is_roots && (seen.is_symlink() || (seen.mode() & 0o002 == 0 && !open_to_group))
}

#[cfg(not(unix))]
fn is_roots(_path: &Path, _seen: &Metadata) -> bool {
    false
}

/// Whether the owner may be who uses this.
#[cfg(unix)]
fn is_a_persons(owner: u32) -> bool {
    const FIRST: u32 = 1000;
    #[cfg(target_os = "linux")]
    if owner == rustix::process::geteuid().as_raw() {
        return true;
    }
    owner >= FIRST
}

/// Whether the group, or a list that only shows as the group's right, lets the person write.
#[cfg(target_os = "linux")]
fn may_write(path: &Path, group: u32) -> bool {
    use rustix::process::{getegid, geteuid, getgroups};
    if !geteuid().is_root() {
        return rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok();
    }
    let groups = getgroups().unwrap_or_default();
    groups.iter().chain([&getegid()]).any(|mine| mine.as_raw() == group && group != 0)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn may_write(_path: &Path, _group: u32) -> bool {
    true
}

/// Opens `path` as a pointer; `ELOOP` if there is a symbolic link on the way or at its end.
#[cfg(target_os = "linux")]
pub fn open_plain(path: &Path) -> Result<std::os::fd::OwnedFd, rustix::io::Errno> {
    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
    let links = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    openat2(CWD, path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty(), links)
}

/// Which file or folder it is. Safe to call between fork and exec.
#[cfg(target_os = "linux")]
pub fn identity(place: impl std::os::fd::AsFd) -> Result<Identity, rustix::io::Errno> {
    use rustix::fs::{AtFlags, StatxFlags, makedev, statx};
    let wanted = StatxFlags::INO | StatxFlags::BTIME;
    let seen = statx(place, c"", AtFlags::EMPTY_PATH, wanted)?;
    let knows_birth = StatxFlags::from_bits_retain(seen.stx_mask).contains(StatxFlags::BTIME);
    let born =
        knows_birth.then(|| nanoseconds(seen.stx_btime.tv_sec, seen.stx_btime.tv_nsec)).flatten();
    let device = makedev(seen.stx_dev_major, seen.stx_dev_minor);
    Ok(Identity { device, inode: seen.stx_ino, born })
}

#[cfg(target_os = "linux")]
fn identity_of(seen: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    use std::time::UNIX_EPOCH;
    let born = seen.created().ok().and_then(|born| match born.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok().map(|nanos| -nanos),
    });
    Identity { device: seen.dev(), inode: seen.ino(), born }
}

#[cfg(target_os = "linux")]
fn nanoseconds(seconds: i64, nanoseconds: u32) -> Option<i64> {
    seconds.checked_mul(1_000_000_000)?.checked_add(i64::from(nanoseconds))
}

/// Which file or folder stands at `path`, reached through no link.
#[cfg(target_os = "linux")]
pub fn identity_at(path: &Path) -> Result<Identity, Lost> {
    use rustix::io::Errno;
    open_plain(path).and_then(identity).map_err(|errno| match errno {
        Errno::LOOP => Lost::Link,
        Errno::ACCESS | Errno::PERM => Lost::Denied,
        _ => Lost::Missing,
    })
}

#[cfg(not(target_os = "linux"))]
pub fn identity_at(path: &Path) -> Result<Identity, Lost> {
    let real = path.canonicalize().map_err(|error| Lost::from(&error))?;
    if real != path {
        return Err(Lost::Link);
    }
    let seen = fs::symlink_metadata(path).map_err(|error| Lost::from(&error))?;
    let born = seen.created().ok().and_then(|it| it.duration_since(std::time::UNIX_EPOCH).ok());
    let born = born.and_then(|since| i64::try_from(since.as_nanos()).ok());
    #[cfg(unix)]
    let (device, inode) = {
        use std::os::unix::fs::MetadataExt as _;
        (seen.dev(), seen.ino())
    };
    #[cfg(not(unix))]
    let (device, inode) = (0, 0);
    Ok(Identity { device, inode, born })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::create_dir_all;
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    fn folders() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        for name in ["lib/deep", "secret", "project"] {
            create_dir_all(path.join(name)).unwrap();
        }
        (folder, path)
    }

    fn real(disk: &Disk, path: &Path) -> Result<PathBuf, Lost> {
        disk.trace(path).map(|trace| trace.real)
    }

    #[test]
    fn links_are_followed_as_the_kernel_does() {
        let (_folder, top) = folders();
        symlink("lib/deep", top.join("relative")).unwrap();
        symlink(top.join("relative"), top.join("absolute")).unwrap();
        symlink("absolute/..", top.join("above")).unwrap();
        for name in
            ["lib", "relative", "absolute", "above", "absolute/../deep/.", "above/../secret"]
        {
            let path = top.join(name);
            let disk = Disk::new([], Follow::Person);
            assert_eq!(real(&disk, &path), Ok(path.canonicalize().unwrap()), "{name}");
        }
        assert_eq!(real(&Disk::new([], Follow::Person), Path::new("/")), Ok("/".into()));
    }

    #[test]
    fn no_link_is_followed_where_a_server_may_write() {
        let (_folder, top) = folders();
        let project = top.join("project");
        symlink("../secret", project.join("modules")).unwrap();
        symlink("project/modules", top.join("outside")).unwrap();
        let disk = Disk::new([project.clone()], Follow::Person);
        for path in [project.join("modules"), project.join("modules/x"), top.join("outside")] {
            assert_eq!(real(&disk, &path), Err(Lost::Link), "{path:?}");
        }
        assert_eq!(real(&disk, &project), Ok(project.clone()));
    }

    #[test]
    fn of_the_person_only_those_links_are_followed_that_may_be() {
        let (_folder, top) = folders();
        symlink("lib", top.join("link")).unwrap();
        let disk = Disk::new([], Follow::System);
        assert_eq!(real(&disk, &top.join("link")), Err(Lost::Link));
        let system = disk.trace("/proc/self/../mounts".as_ref());
        assert!(system.is_ok_and(|trace| trace.by_system), "links of the system's are followed");
        assert!(!disk.is_systems(&top) && disk.is_systems("/usr/bin".as_ref()));
        assert!(!disk.is_systems("/tmp".as_ref()) && !disk.is_systems("/root".as_ref()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_was_seen_is_what_is_opened() {
        let (_folder, top) = folders();
        let disk = Disk::new([], Follow::Person);
        for path in [top.join("lib"), "/usr/bin".into(), "/proc".into(), "/dev/null".into()] {
            assert_eq!(disk.identity(&path).ok(), identity_at(&path).ok(), "{path:?}");
        }
    }

    #[test]
    fn what_leads_nowhere_is_not_found() {
        let (_folder, top) = folders();
        symlink("round", top.join("round")).unwrap();
        let disk = Disk::new([], Follow::Person);
        assert_eq!(real(&disk, &top.join("round")), Err(Lost::Link));
        assert_eq!(real(&disk, &top.join("nothing")), Err(Lost::Missing));
    }
}
