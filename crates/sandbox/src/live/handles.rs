//! What the server still holds of folders that were taken out.
//!
//! A file that was opened before stays open, whatever is unmounted. It is told by the number of its
//! mount (`proc_pid_fdinfo(5)`), which is nobody else's while it is held. Of a file that is only
//! mapped, one that is on its way through a socket, and one of a thread that shares neither
//! descriptors nor folder with its process, nothing is to be seen but that the mount is held.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawDir, SeekFrom, open, openat, seek, stat, statat,
};
use rustix::io::Errno;
use rustix::process::Pid;

use super::limbo::Taken;
use super::mounts::{Mount, mount_id};
use super::namespaces::Views;
use super::table::{Device, Table, read_all};

/// How many names are looked at below one folder to find what the server watches there.
const LOOK_LIMIT: usize = 20_000;
/// And how deep: as many folders are open at once.
const LOOK_DEPTH: usize = 64;

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

pub(super) struct Handles {
    processes: Processes,
    /// Numbers of mounts that were taken out.
    gone: BTreeSet<u64>,
    /// What was watched in a folder that was taken out (`inotify(7)`): a watch has no mount.
    watched: BTreeMap<PathBuf, BTreeSet<Watch>>,
    /// The mounts as they were when the current change began to take some out.
    before: Option<Table>,
}

/// An inode that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Watch {
    device: Device,
    inode: u64,
}

/// The processes of the sandbox.
struct Processes {
    procfs: OwnedFd,
    /// Where the procfs shows others too, those of this process namespace.
    namespace: Option<u64>,
    init: OwnedFd,
}

impl Handles {
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
        Ok(Self {
            processes: Processes { procfs, namespace, init },
            gone: BTreeSet::new(),
            watched: BTreeMap::new(),
            before: None,
        })
    }

    /// The mounts that the server sees.
    pub(super) fn mounts(&self) -> Result<Table, Errno> {
        Table::read(&self.processes.init, c"mountinfo")
    }

    /// Notes that `mount` is about to be taken out of `path`. The mounts in `others` are not, or are on
    /// their own, even if they were below it.
    pub(super) fn note_gone(
        &mut self,
        path: &Path,
        mount: Mount,
        others: &BTreeSet<u64>,
    ) -> Result<Taken, Errno> {
        let id = mount.id()?;
        let before = match self.before.take() {
            Some(before) => before,
            None => self.mounts()?,
        };
        let below = before.below(id, others);
        let devices = below.iter().filter_map(|id| before.device(*id)).collect();
        if let Some(device) = before.device(id) {
            self.note_watched(path, &mount, device);
        }
        let has_mounts = below.len() > 1;
        self.gone.extend(below);
        self.before = Some(before);
        Ok(Taken { mount, devices, has_mounts })
    }

    fn note_watched(&mut self, path: &Path, mount: &Mount, device: Device) {
        let mut watched = BTreeSet::new();
        self.processes.each(|process| {
            watched.extend(process.watches().filter(|watch| watch.device == device));
        });
        if watched.is_empty() {
            return;
        }
        let inodes = inodes_in(mount);
        watched.retain(|watch| inodes.contains(&watch.inode));
        if !watched.is_empty() {
            self.watched.insert(path.into(), watched);
        }
    }

    /// Notes that what is at `path` may be watched again.
    pub(super) fn note_granted(&mut self, path: &Path) {
        self.watched.remove(path);
    }

    /// How many of them are held now, at the end of a change. `in_limbo` tells the mounts of which
    /// the kernel says that they are: each counts, even if nobody is seen to hold it.
    pub(super) fn count(
        &mut self,
        mut in_limbo: impl FnMut() -> Result<BTreeSet<u64>, Errno>,
    ) -> Result<u32, Errno> {
        self.before = None;
        if self.gone.is_empty() && self.watched.is_empty() {
            return Ok(0);
        }
        // A number that is in use again is not held: it would not be free.
        let attached = self.mounts()?.ids();
        self.gone.retain(|id| !attached.contains(id));
        let mut held = in_limbo()?;
        let mut seen = BTreeSet::new();
        let mut count = 0;
        let watched: BTreeSet<_> = self.watched.values().flatten().collect();
        self.processes.each(|process| {
            process.each_held(|id| {
                if self.gone.contains(&id) {
                    seen.insert(id);
                    count += 1;
                }
            });
            count += process.watches().filter(|watch| watched.contains(watch)).count();
        });
        if !held.is_subset(&seen) {
            // It may only have been passed through, by a path that was being looked up.
            held = in_limbo()?;
        }
        count += held.difference(&seen).count();
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}

impl Processes {
    fn each(&self, mut look: impl FnMut(&Process)) {
        for_each_name(&self.procfs, |name, _, _| {
            let is_number = name.to_bytes().iter().all(u8::is_ascii_digit);
            // One that has ended meanwhile holds nothing.
            if let Some(process) = is_number.then(|| self.open(name)).and_then(Result::ok) {
                look(&process);
            }
        });
    }

    fn open(&self, name: &CStr) -> Result<Process, Errno> {
        let process = Process(openat(&self.procfs, name, FOLDER, Mode::empty())?);
        match self.namespace {
            Some(namespace) if process.namespace()? != namespace => Err(Errno::SRCH),
            _ => Ok(process),
        }
    }
}

/// A folder of `/proc`.
struct Process(OwnedFd);

impl Process {
    fn namespace(&self) -> Result<u64, Errno> {
        Ok(statat(&self.0, c"ns/pid", AtFlags::empty())?.st_ino)
    }

    /// The mount of each thing that it holds.
    fn each_held(&self, mut look: impl FnMut(u64)) {
        for place in [c"cwd", c"root", c"exe"] {
            let flags = OFlags::PATH | OFlags::CLOEXEC;
            let place = openat(&self.0, place, flags, Mode::empty());
            place.and_then(mount_id).into_iter().for_each(&mut look);
        }
        self.each_descriptor(|info| {
            let id = lines(info).find_map(|line| number(line.strip_prefix(b"mnt_id:")?, 10));
            id.into_iter().for_each(&mut look);
        });
    }

    fn watches(&self) -> impl Iterator<Item = Watch> {
        let mut watches = Vec::new();
        self.each_descriptor(|info| {
            watches.extend(lines(info).filter_map(Watch::parse));
        });
        watches.into_iter()
    }

    fn each_descriptor(&self, mut look: impl FnMut(&[u8])) {
        let Ok(infos) = openat(&self.0, c"fdinfo", FOLDER, Mode::empty()) else { return };
        for_each_name(&infos, |name, _, _| {
            if let Ok(info) = read_all(&infos, name) {
                look(&info);
            }
        });
    }
}

impl Watch {
    /// `inotify wd:1 ino:2a sdev:800001 mask:…`, in hexadecimal.
    fn parse(line: &[u8]) -> Option<Self> {
        let mut fields = line.strip_prefix(b"inotify ")?.split(|byte| *byte == b' ');
        let mut inode = None;
        let mut device = None;
        for field in &mut fields {
            if let Some(value) = field.strip_prefix(b"ino:") {
                inode = number(value, 16);
            } else if let Some(value) = field.strip_prefix(b"sdev:") {
                device = number(value, 16);
            }
        }
        // As the kernel keeps it: 20 bits of minor number.
        let device = device?;
        let device = (u32::try_from(device >> 20).ok()?, u32::try_from(device & 0xf_ffff).ok()?);
        Some(Self { device, inode: inode? })
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n')
}

fn number(text: &[u8], radix: u32) -> Option<u64> {
    u64::from_str_radix(str::from_utf8(text).ok()?.trim(), radix).ok()
}

/// The inodes of a folder and of what is in it, as far as can be looked.
fn inodes_in(mount: &Mount) -> BTreeSet<u64> {
    let mut inodes = BTreeSet::new();
    collect_inodes(mount.as_fd(), c".", LOOK_DEPTH, &mut inodes);
    inodes
}

fn collect_inodes(above: BorrowedFd<'_>, name: &CStr, depth: usize, inodes: &mut BTreeSet<u64>) {
    let Ok(folder) = openat(above, name, FOLDER | OFlags::NOFOLLOW, Mode::empty()) else { return };
    inodes.extend(statat(&folder, c"", AtFlags::EMPTY_PATH).map(|stat| stat.st_ino));
    for_each_name(&folder, |name, inode, kind| {
        inodes.insert(inode);
        if kind == FileType::Directory && depth > 0 && inodes.len() < LOOK_LIMIT {
            collect_inodes(folder.as_fd(), name, depth - 1, inodes);
        }
    });
}

fn for_each_name(folder: impl AsFd, mut look: impl FnMut(&CStr, u64, FileType)) {
    // The folder of all processes is read again and again.
    if seek(&folder, SeekFrom::Start(0)).is_err() {
        return;
    }
    let mut space = [MaybeUninit::uninit(); 2048];
    let mut entries = RawDir::new(folder, &mut space);
    while let Some(Ok(entry)) = entries.next() {
        let name = entry.file_name();
        if name != c"." && name != c".." {
            look(name, entry.ino(), entry.file_type());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_is_read() {
        let line = b"inotify wd:1 ino:2a sdev:800001 mask:800afce ignored_mask:0 fhandle-bytes:8";
        assert_eq!(Watch::parse(line), Some(Watch { device: (8, 1), inode: 42 }));
        assert_eq!(Watch::parse(b"pos:\t0"), None);
    }
}
