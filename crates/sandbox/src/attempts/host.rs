//! What exists on the host, by ordinary look-ups with the person's own rights.
//!
//! Where a server may not look it must not have the keeper look for it: a look-up on a network
//! filesystem leaves this machine, one on an automounter asks any machine that the path names, and
//! both may hang. So nothing is looked up there, and nothing there is told. Each look-up is of a path
//! without links, so that no link leads there, however fast it is put in place.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Component, Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, openat2, readlinkat};
use rustix::io::Errno;

use super::paths::{is_plain, is_within};

const MOUNTS: &str = "/proc/self/mountinfo";

/// As many symbolic links as the kernel follows in one path (`path_resolution(7)`).
const LINK_LIMIT: usize = 40;

pub(super) struct Host {
    /// Tells by `POLLPRI` that mounts have changed (`proc_pid_mounts(5)`).
    mounts: File,
    /// Where a look-up may leave this machine.
    remote: Vec<PathBuf>,
}

impl Host {
    /// The one that the keeper sees now.
    pub(super) fn new() -> io::Result<Self> {
        let mounts = File::open(MOUNTS)?;
        Ok(Self { mounts, remote: remote(&fs::read(MOUNTS)?) })
    }

    /// The path without links, `..` and `.` of what stands at the absolute `path`; `None` if nothing
    /// does, or nothing may be looked up there.
    ///
    /// Opens nothing: no device is woken, no pipe waited for.
    pub(super) fn find(&mut self, path: &Path, follow: bool) -> Option<PathBuf> {
        self.note_changed_mounts();
        self.find_at_once(path, follow)
    }

    /// As [`find`](Self::find), right after [`new`](Self::new): no mounts have changed.
    pub(super) fn find_at_once(&self, path: &Path, follow: bool) -> Option<PathBuf> {
        if !is_plain(path) {
            return self.walk(path, follow);
        }
        let last = if follow { OFlags::empty() } else { OFlags::NOFOLLOW };
        match self.look_up(path, last) {
            Ok(_) => Some(path.to_path_buf()),
            Err(Errno::LOOP) => self.walk(path, follow),
            Err(_) => None,
        }
    }

    /// Whether there is a link in `path`, which is plain, or at its end.
    pub(super) fn leads_through_link(&self, path: &Path) -> bool {
        matches!(self.look_up(path, OFlags::empty()), Err(Errno::LOOP))
    }

    /// Whether a folder stands at `path`, which is plain.
    pub(super) fn is_folder(&self, path: &Path) -> bool {
        let place =
            self.look_up(path, OFlags::NOFOLLOW).and_then(|place| rustix::fs::fstat(&place));
        place.is_ok_and(|it| FileType::from_raw_mode(it.st_mode) == FileType::Directory)
    }

    /// Follows links one by one.
    fn walk(&self, path: &Path, follow: bool) -> Option<PathBuf> {
        let mut reached = PathBuf::from("/");
        let mut rest: VecDeque<OsString> = names(path).collect();
        let mut links = 0;
        while let Some(name) = rest.pop_front() {
            if name == ".." {
                reached.pop();
                continue;
            }
            let next = reached.join(name);
            let place = self.look_up(&next, OFlags::NOFOLLOW).ok()?;
            let target = readlinkat(&place, c"", Vec::new()).ok();
            let Some(target) = target.filter(|_| follow || !rest.is_empty()) else {
                reached = next;
                continue;
            };
            links += 1;
            if links > LINK_LIMIT {
                return None;
            }
            let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
            if target.is_absolute() {
                reached = PathBuf::from("/");
            }
            for name in names(&target).collect::<Vec<_>>().into_iter().rev() {
                rest.push_front(name);
            }
        }
        Some(reached)
    }

    /// What stands at `path`, which is plain. `ELOOP` if it leads through a link, `EREMOTE` if nothing
    /// may be looked up there.
    fn look_up(&self, path: &Path, last: OFlags) -> Result<OwnedFd, Errno> {
        if self.remote.iter().any(|remote| is_within(path, remote)) {
            return Err(Errno::REMOTE);
        }
        let flags = OFlags::PATH | OFlags::CLOEXEC | last;
        openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS)
    }

    fn note_changed_mounts(&mut self) {
        let mut polled = [PollFd::new(&self.mounts, PollFlags::PRI)];
        if poll(&mut polled, Some(&Timespec::default())) != Ok(0) {
            // Where nobody can tell any more nothing is looked up.
            self.remote = fs::read(MOUNTS).map_or_else(|_| vec!["/".into()], |text| remote(&text));
        }
    }
}

fn names(path: &Path) -> impl Iterator<Item = OsString> {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    })
}

/// The mount points in a `mountinfo` (`proc_pid_mountinfo(5)`) beneath which a look-up may leave this
/// machine. Of those at one path the last hides the others.
fn remote(mounts: &[u8]) -> Vec<PathBuf> {
    let mounts: BTreeMap<_, _> = mounts.split(|&byte| byte == b'\n').filter_map(mount).collect();
    mounts.into_iter().filter(|(_, is_remote)| *is_remote).map(|(path, _)| path).collect()
}

fn mount(line: &[u8]) -> Option<(PathBuf, bool)> {
    let mut fields = line.split(|&byte| byte == b' ');
    let path = unescaped(fields.nth(4)?);
    let kind = fields.skip_while(|field| *field != b"-").nth(1)?;
    Some((OsString::from_vec(path).into(), is_remote(kind)))
}

/// A filesystem in user space may be anything, but for that on a disk (`fuseblk`).
fn is_remote(kind: &[u8]) -> bool {
    const KINDS: [&[u8]; 9] =
        [b"afs", b"autofs", b"ceph", b"cifs", b"fuse", b"nfs", b"nfs4", b"smb3", b"smbfs"];

    KINDS.contains(&kind) || kind.starts_with(b"fuse.")
}

/// A blank, a line feed and the like are written as a backslash and three octal digits.
pub(crate) fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = field;
    while let [first, after @ ..] = rest {
        let escaped = match after {
            [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] if *first == b'\\' => {
                Some((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'))
            }
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[3..] } else { after };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    const TEXT: &[u8] = b"20 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n\
        21 20 0:30 / /net rw shared:2 master:3 - autofs /etc/auto.net rw\n\
        22 20 0:31 / /mnt/a\\040b\\134 rw - nfs4 host:/x rw\n\
        23 20 0:32 / /data rw - autofs systemd-1 rw\n\
        24 23 8:2 / /data rw - ext4 /dev/sda2 rw\n\
        25 20 0:33 / /run/user/1/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw\n\
        26 20 8:3 / /media/disk rw - fuseblk /dev/sdb1 rw\n\
        nonsense\n";

    #[test]
    fn what_may_leave_this_machine_is_told_by_its_kind() {
        let expected = ["/mnt/a b\\", "/net", "/run/user/1/gvfs"].map(PathBuf::from);
        assert_eq!(remote(TEXT), expected);
    }

    #[test]
    fn nothing_is_looked_up_there_not_even_by_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let far = folder.join("far");
        fs::create_dir(&far).unwrap();
        fs::write(far.join("file"), "x").unwrap();
        symlink("far", folder.join("link")).unwrap();
        let paths = ["far/file", "link/file", "link/../far/file"].map(|path| folder.join(path));
        let mut host = Host::new().unwrap();
        for path in &paths {
            assert_eq!(host.find(path, true), Some(far.join("file")), "{path:?}");
        }
        host.remote = vec![far];
        for path in &paths {
            assert_eq!(host.find(path, true), None, "{path:?}");
        }
        assert_eq!(host.find(&folder.join("link"), false), Some(folder.join("link")));
    }

    #[test]
    fn links_in_a_circle_lead_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().canonicalize().unwrap().join("link");
        symlink("link", &link).unwrap();
        let mut host = Host::new().unwrap();
        assert_eq!(host.find(&link, true), None);
        assert_eq!(host.find(&link, false), Some(link));
    }
}
