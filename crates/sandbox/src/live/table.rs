//! Mounts as `/proc/PID/mountinfo` tells them (`proc_pid_mountinfo(5)`).

use std::collections::BTreeSet;
use std::os::fd::AsFd;

use rustix::fs::{Mode, OFlags, SeekFrom, openat, seek};
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
    fn a_mount_has_all_that_is_below_it() {
        let table = Table::parse(TEXT);
        assert_eq!(table.below(20, &BTreeSet::new()), BTreeSet::from([20, 21, 22]));
        assert_eq!(table.below(20, &BTreeSet::from([21])), BTreeSet::from([20]));
        assert_eq!(table.device(22), Some((0, 9)));
        assert_eq!(table.ids(), BTreeSet::from([1, 20, 21, 22]));
    }
}
