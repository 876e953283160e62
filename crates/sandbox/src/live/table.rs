//! Mounts as the kernel tells them: of one mount by `listmount(2)`, of all by `/proc/PID/mountinfo`
//! (`proc_pid_mountinfo(5)`).

use std::collections::BTreeSet;
use std::os::fd::AsFd;

use rustix::fs::{AtFlags, Mode, OFlags, SeekFrom, StatxFlags, openat, seek, statx};
use rustix::io::{Errno, read, retry_on_intr};
use rustix::path::Arg;

/// The mounts of one namespace.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    id: u64,
    parent: u64,
    device: Device,
}

/// The filesystem's own device number, which need not be the one `stat(2)` tells.
pub(super) type Device = (u32, u32);

impl Table {
    /// `path` is that of a `mountinfo`.
    pub(super) fn read(folder: impl AsFd, path: impl Arg) -> Result<Self, Errno> {
        Ok(Self::parse(&read_all(folder, path)?))
    }

    /// `mount` and all that is mounted on it, in the view that this process is in.
    ///
    /// # Errors
    ///
    /// `ENOSYS` before Linux 6.8.
    pub(super) fn of(mount: impl AsFd) -> Result<Self, Errno> {
        let id = lasting_id(mount)?;
        let mut rows = vec![ask(id)?];
        for id in list(id)? {
            rows.push(ask(id)?);
        }
        Ok(Self { rows })
    }

    pub(super) fn parse(text: &[u8]) -> Self {
        Self { rows: text.split(|byte| *byte == b'\n').filter_map(Row::parse).collect() }
    }

    pub(super) fn ids(&self) -> BTreeSet<u64> {
        self.rows.iter().map(|row| row.id).collect()
    }

    pub(super) fn devices(&self) -> BTreeSet<Device> {
        self.rows.iter().map(|row| row.device).collect()
    }

    pub(super) fn device(&self, id: u64) -> Option<Device> {
        self.rows.iter().find(|row| row.id == id).map(|row| row.device)
    }

    /// The mount `id` and those below it, down to those in `other` and not those.
    pub(super) fn below(&self, id: u64, other: &BTreeSet<u64>) -> BTreeSet<u64> {
        let mut found = BTreeSet::from([id]);
        let mut parents = vec![id];
        while let Some(parent) = parents.pop() {
            for row in self.rows.iter().filter(|row| row.parent == parent) {
                if !other.contains(&row.id) && found.insert(row.id) {
                    parents.push(row.id);
                }
            }
        }
        found
    }
}

impl Row {
    fn parse(line: &[u8]) -> Option<Self> {
        let mut fields = line.split(|byte| *byte == b' ');
        let mut next = || str::from_utf8(fields.next()?).ok();
        let id = next()?.parse().ok()?;
        let parent = next()?.parse().ok()?;
        let (major, minor) = next()?.split_once(':')?;
        Some(Self { id, parent, device: (major.parse().ok()?, minor.parse().ok()?) })
    }
}

/// A number that no other mount gets, ever: the one that these calls take.
fn lasting_id(mount: impl AsFd) -> Result<u64, Errno> {
    /// `STATX_MNT_ID_UNIQUE`.
    const LASTING: u32 = 0x4000;
    let stat = statx(mount, c"", AtFlags::EMPTY_PATH, StatxFlags::from_bits_retain(LASTING))?;
    if stat.stx_mask & LASTING == 0 { Err(Errno::NOSYS) } else { Ok(stat.stx_mnt_id) }
}

/// What is asked of which mount (`struct mnt_id_req`, its first version).
#[repr(C)]
struct Question {
    size: u32,
    unused: u32,
    id: u64,
    parameter: u64,
}

impl Question {
    fn of(id: u64, parameter: u64) -> Self {
        Self { size: 24, unused: 0, id, parameter }
    }
}

/// What is told of a mount (`struct statmount`), as far as it is asked for.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct StatMount {
    size: u32,
    options: u32,
    told: u64,
    major: u32,
    minor: u32,
    magic: u64,
    flags: u32,
    kind: u32,
    lasting_id: u64,
    lasting_parent: u64,
    id: u32,
    parent: u32,
}

/// Numbers of calls, which `libc` does not know yet.
const STATMOUNT: libc::c_long = 457;
const LISTMOUNT: libc::c_long = 458;

/// `STATMOUNT_SB_BASIC` and `STATMOUNT_MNT_BASIC`.
const ASKED: u64 = 0x1 | 0x2;

fn ask(id: u64) -> Result<Row, Errno> {
    let question = Question::of(id, ASKED);
    let mut answer = StatMount::default();
    #[expect(unsafe_code, reason = "rustix has no `statmount`")]
    // SAFETY: both are as large as said, and the kernel writes nothing but numbers.
    let done = unsafe {
        libc::syscall(STATMOUNT, &raw const question, &raw mut answer, size_of_val(&answer), 0)
    };
    if done != 0 {
        return Err(last_error());
    }
    if answer.told & ASKED != ASKED {
        return Err(Errno::NOSYS);
    }
    let device = (answer.major, answer.minor);
    Ok(Row { id: answer.id.into(), parent: answer.parent.into(), device })
}

/// So many are told of at once.
const LISTED: usize = 64;

/// All that is below a mount.
fn list(id: u64) -> Result<Vec<u64>, Errno> {
    let mut all = Vec::new();
    loop {
        // Those after the last.
        let question = Question::of(id, all.last().copied().unwrap_or(0));
        let mut ids = [0_u64; LISTED];
        #[expect(unsafe_code, reason = "rustix has no `listmount`")]
        // SAFETY: the question is as large as it says, and there is room for so many numbers.
        let count =
            unsafe { libc::syscall(LISTMOUNT, &raw const question, ids.as_mut_ptr(), LISTED, 0) };
        let count = usize::try_from(count).map_err(|_| last_error())?;
        all.extend(&ids[..count.min(LISTED)]);
        if count < LISTED {
            return Ok(all);
        }
    }
}

fn last_error() -> Errno {
    Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO)
}

/// The whole of a file of `/proc`.
pub(super) fn read_all(folder: impl AsFd, path: impl Arg) -> Result<Vec<u8>, Errno> {
    read_again(openat(folder, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
}

/// The whole of an open file of `/proc` as it is now.
pub(super) fn read_again(file: impl AsFd) -> Result<Vec<u8>, Errno> {
    seek(&file, SeekFrom::Start(0))?;
    let mut text = Vec::new();
    let mut page = [0; 4096];
    loop {
        match retry_on_intr(|| read(&file, &mut page))? {
            0 => return Ok(text),
            count => text.extend_from_slice(&page[..count]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"1 0 0:1 / / rw - rootfs none rw\n\
        20 1 8:1 / /a\\040b rw,nosuid shared:1 - ext4 /dev/sda1 rw\n\
        21 20 8:2 / /a\\040b/c rw - ext4 /dev/sda2 rw\n\
        22 21 0:9 / /a\\040b/c/d rw - tmpfs tmpfs rw\n\
        nonsense\n";

    #[test]
    fn one_mount_is_told_of_as_in_the_list_of_all() {
        let place = rustix::fs::open("/proc", OFlags::PATH, Mode::empty()).unwrap();
        let one = match Table::of(&place) {
            // An older kernel.
            Err(Errno::NOSYS) => return,
            one => one.unwrap(),
        };
        let all = Table::read(rustix::fs::CWD, "/proc/self/mountinfo").unwrap();
        let id = one.rows[0].id;
        assert_eq!(one.ids(), all.below(id, &BTreeSet::new()));
        for row in &one.rows {
            assert!(all.rows.contains(row), "{row:?}");
        }
    }

    #[test]
    fn a_mount_has_all_that_is_below_it() {
        let table = Table::parse(TEXT);
        assert_eq!(table.below(20, &BTreeSet::new()), BTreeSet::from([20, 21, 22]));
        assert_eq!(table.below(20, &BTreeSet::from([21])), BTreeSet::from([20]));
        assert_eq!(table.device(22), Some((0, 9)));
        assert_eq!(table.ids(), BTreeSet::from([1, 20, 21, 22]));
    }
}
