//! What the processes of the sandbox have open, as `/proc` tells it (`proc_pid_fdinfo(5)`).
//!
//! A thread may have descriptors and a folder of its own, so each is looked at. What threads share
//! counts once: the same file at the same number.

use std::collections::BTreeSet;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{
    AtFlags, Mode, OFlags, StatxFlags, open, openat, readlinkat_raw, stat, statat, statx,
};
use rustix::io::Errno;
use rustix::process::Pid;

use super::namespaces::Views;
use super::table::{Device, Table, read_all};
use crate::folder::for_each_name;

pub(super) const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// The processes of the sandbox.
pub(super) struct Processes {
    procfs: OwnedFd,
    /// Where the procfs shows others too, those of this process namespace.
    namespace: Option<u64>,
    init: OwnedFd,
}

/// What one process holds, with its threads.
#[derive(Default)]
pub(super) struct Held {
    /// Each thing by its place, its mount and its inode.
    things: BTreeSet<(Place, u64, u64)>,
    watches: BTreeSet<(Place, Watch)>,
    /// Descriptors are on their way to it (`unix(7)`).
    awaits: bool,
}

/// Where a thread has something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Folder,
    Root,
    Program,
    Descriptor(u64),
}

/// An inode that is watched (`inotify(7)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Watch {
    pub(super) device: Device,
    pub(super) inode: u64,
    /// Its number where it is watched.
    number: u64,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    All,
    Watches,
}

impl Processes {
    /// In the host's view.
    pub(super) fn of(init: Pid, has_procfs: bool, views: &Views) -> Result<Self, Errno> {
        let init = open(format!("/proc/{}", init.as_raw_pid()), FOLDER, Mode::empty())?;
        let procfs = || open(c"/proc", FOLDER, Mode::empty());
        let (procfs, namespace) = if has_procfs {
            (views.in_sandbox(procfs)??, None)
        } else {
            // Nobody may look into the first process; it is in the one that children come into.
            let namespace = stat("/proc/self/ns/pid_for_children")?.st_ino;
            (procfs()?, Some(namespace))
        };
        Ok(Self { procfs, namespace, init })
    }

    /// The mounts that they see.
    pub(super) fn mounts(&self) -> Result<Table, Errno> {
        Table::read(&self.init, c"mountinfo")
    }

    /// What each of them holds.
    pub(super) fn held(&self, sought: Sought) -> Vec<Held> {
        let mut all = Vec::new();
        for_each_number(&self.procfs, |_, name| {
            // One that has ended meanwhile holds nothing.
            all.extend(self.open(name).and_then(|process| Held::by(&process, sought)));
        });
        all
    }

    fn open(&self, name: &CStr) -> Result<OwnedFd, Errno> {
        let process = openat(&self.procfs, name, FOLDER, Mode::empty())?;
        let is_inside = match self.namespace {
            Some(namespace) => statat(&process, c"ns/pid", AtFlags::empty())?.st_ino == namespace,
            None => true,
        };
        if is_inside { Ok(process) } else { Err(Errno::SRCH) }
    }
}

impl Held {
    fn by(process: &OwnedFd, sought: Sought) -> Result<Self, Errno> {
        let mut held = Self::default();
        let threads = openat(process, c"task", FOLDER, Mode::empty())?;
        for_each_number(&threads, |_, name| {
            if let Ok(thread) = openat(&threads, name, FOLDER, Mode::empty()) {
                held.add(&thread, sought);
            }
        });
        Ok(held)
    }

    /// The mount of each thing.
    pub(super) fn mounts(&self) -> impl Iterator<Item = u64> {
        self.things.iter().map(|(_, mount, _)| *mount)
    }

    pub(super) fn watches(&self) -> impl Iterator<Item = Watch> {
        self.watches.iter().map(|(_, watch)| *watch)
    }

    pub(super) fn awaits_descriptors(&self) -> bool {
        self.awaits
    }

    fn add(&mut self, thread: &OwnedFd, sought: Sought) {
        if sought == Sought::All {
            let places =
                [(Place::Folder, c"cwd"), (Place::Root, c"root"), (Place::Program, c"exe")];
            for (place, name) in places {
                self.things.extend(thing(thread, name).map(|(mount, inode)| (place, mount, inode)));
            }
        }
        let folder = |name: &CStr| openat(thread, name, FOLDER, Mode::empty());
        let (Ok(links), Ok(infos)) = (folder(c"fd"), folder(c"fdinfo")) else { return };
        for_each_number(&links, |number, name| {
            let kind = Kind::of(&links, name);
            if kind == Kind::File && sought == Sought::Watches {
                return;
            }
            let Ok(info) = read_all(&infos, name) else { return };
            let place = Place::Descriptor(number);
            match kind {
                Kind::File => {
                    let mount = field(&info, b"mnt_id:");
                    // Told since Linux 5.14.
                    let inode = field(&info, b"ino:").unwrap_or_default();
                    self.things.extend(mount.map(|mount| (place, mount, inode)));
                }
                Kind::Anonymous => {
                    let watches = lines(&info).filter_map(Watch::parse);
                    self.watches.extend(watches.map(|watch| (place, watch)));
                }
                Kind::Socket => self.awaits |= field(&info, b"scm_fds:") > Some(0),
            }
        });
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Socket,
    /// Of the kernel's own: what watches, among others.
    Anonymous,
}

impl Kind {
    /// By what its link says: what has a path begins with `/` or `(`.
    fn of(links: &OwnedFd, name: &CStr) -> Self {
        let mut space = [MaybeUninit::uninit(); 16];
        match readlinkat_raw(links, name, &mut space) {
            Ok((text, _)) if text.starts_with(b"socket:") => Self::Socket,
            Ok((text, _)) if text.starts_with(b"anon_inode:") => Self::Anonymous,
            _ => Self::File,
        }
    }
}

impl Watch {
    /// `inotify wd:1 ino:2a sdev:800001 mask:…`, in hexadecimal.
    fn parse(line: &[u8]) -> Option<Self> {
        let fields = line.strip_prefix(b"inotify ")?.split(|byte| *byte == b' ');
        let (mut watch, mut inode, mut device) = (None, None, None);
        for field in fields {
            if let Some(value) = field.strip_prefix(b"wd:") {
                watch = number(value, 16);
            } else if let Some(value) = field.strip_prefix(b"ino:") {
                inode = number(value, 16);
            } else if let Some(value) = field.strip_prefix(b"sdev:") {
                device = number(value, 16);
            }
        }
        // As the kernel keeps it: 20 bits of minor number.
        let device = device?;
        let device = (u32::try_from(device >> 20).ok()?, u32::try_from(device & 0xf_ffff).ok()?);
        Some(Self { device, inode: inode?, number: watch? })
    }
}

/// The mount and the inode of what a link of `/proc` leads to.
fn thing(thread: &OwnedFd, name: &CStr) -> Option<(u64, u64)> {
    const MOUNT: StatxFlags = StatxFlags::from_bits_retain(libc::STATX_MNT_ID);
    let place = openat(thread, name, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let stat = statx(place, c"", AtFlags::EMPTY_PATH, MOUNT | StatxFlags::INO).ok()?;
    Some((stat.stx_mnt_id, stat.stx_ino))
}

fn field(info: &[u8], name: &[u8]) -> Option<u64> {
    lines(info).find_map(|line| number(line.strip_prefix(name)?, 10))
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n')
}

fn number(text: &[u8], radix: u32) -> Option<u64> {
    u64::from_str_radix(str::from_utf8(text).ok()?.trim(), radix).ok()
}

fn for_each_number(folder: impl AsFd, mut look: impl FnMut(u64, &CStr)) {
    _ = for_each_name(folder, |name, _, _| {
        if let Some(number) = number(name.to_bytes(), 10) {
            look(number, name);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_is_read() {
        let line = b"inotify wd:1 ino:2a sdev:800001 mask:800afce ignored_mask:0 fhandle-bytes:8";
        let watch = Watch { device: (8, 1), inode: 42, number: 1 };
        assert_eq!(Watch::parse(line), Some(watch));
        assert_eq!(Watch::parse(b"pos:\t0"), None);
    }
}
