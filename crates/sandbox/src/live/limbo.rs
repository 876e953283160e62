//! Where mounts go that are taken from the server, until nothing holds them.
//!
//! The root that the server sees is mounted on another one, which it never sees: this. Landlock lets
//! it open what is beneath the root that it sees, and nothing in here is. So a mount can stay attached
//! while it is held, and the kernel can be asked, as often as one likes, whether it still is: it
//! unmounts only what nobody holds (`umount(2)`), be it by a descriptor that no process has for the
//! moment, by mapped memory, or by a thread that shares nothing with its process.

use std::collections::{BTreeMap, BTreeSet};

use rustix::fs::{AtFlags, Mode, mkdirat, unlinkat};
use rustix::io::Errno;
use rustix::mount::{MountAttrFlags, UnmountFlags, unmount};
use rustix::process::{chdir, fchdir};

use super::mounts::Mount;
use super::table::Device;

/// To be used in the sandbox's view.
pub(super) struct Limbo {
    base: Mount,
    /// So many have come; each has its number for a name.
    count: u64,
    held: BTreeMap<u64, Held>,
}

struct Held {
    /// The number of the mount.
    id: u64,
    devices: BTreeSet<Device>,
    /// It is no longer here: whether it is held can't be told.
    is_lost: bool,
}

/// A mount that is taken from the server.
pub(super) struct Taken {
    pub(super) mount: Mount,
    /// Of its filesystem, and of those that the host has mounted in it.
    pub(super) devices: BTreeSet<Device>,
    /// Mounts of the host's came with it. The kernel lets nobody take them off it, and so can't be
    /// asked.
    pub(super) has_mounts: bool,
}

/// What is to become of a mount.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    GoesIfFree,
    Goes,
}

impl Limbo {
    /// What is to be the root of the sandbox's view until another is mounted on it. Nobody without
    /// capabilities passes through it.
    pub(super) fn new() -> Result<Self, Errno> {
        let base = Mount::in_memory(&[("mode", "000"), ("size", "16m")], MountAttrFlags::empty())?;
        Ok(Self { base, count: 0, held: BTreeMap::new() })
    }

    pub(super) fn base(&self) -> &Mount {
        &self.base
    }

    /// Takes in mounts, each of which may be mounted on one before it, and lets go of those that
    /// nothing holds.
    pub(super) fn take(&mut self, all: Vec<Taken>) -> Result<(), Errno> {
        let first = self.count;
        let mut inseparable = BTreeSet::new();
        for Taken { mount, devices, has_mounts } in all {
            let name = self.count.to_string();
            mkdirat(&self.base, &name, Mode::empty())?;
            mount.attach_at(&self.base, &name)?;
            self.held.insert(self.count, Held { id: mount.id()?, devices, is_lost: false });
            if has_mounts {
                inseparable.insert(self.count);
            }
            self.count += 1;
        }
        self.release(|number, _| match number {
            number if number < first => Fate::Stays,
            number if inseparable.contains(&number) => Fate::Goes,
            _ => Fate::GoesIfFree,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// The numbers of the mounts that are still held, or may be.
    pub(super) fn held(&mut self) -> Result<BTreeSet<u64>, Errno> {
        self.release(|_, _| Fate::GoesIfFree)?;
        Ok(self.held.values().map(|held| held.id).collect())
    }

    /// Lets go of those with a filesystem that is not among `present`, held or not. Whether any may be
    /// held still.
    pub(super) fn let_go_of_absent(&mut self, present: &BTreeSet<Device>) -> Result<bool, Errno> {
        let is_absent = |held: &Held| !held.devices.is_subset(present);
        self.release(|_, held| if is_absent(held) { Fate::Goes } else { Fate::GoesIfFree })?;
        let count = self.held.len();
        self.held.retain(|_, held| !is_absent(held));
        Ok(self.held.len() < count)
    }

    fn release(&mut self, fate: impl Fn(u64, &Held) -> Fate) -> Result<(), Errno> {
        let here = self.held.iter().filter(|(_, held)| !held.is_lost);
        let fates: Vec<_> = here.map(|(number, held)| (*number, fate(*number, held))).collect();
        if fates.iter().all(|(_, fate)| *fate == Fate::Stays) {
            return Ok(());
        }
        fchdir(&self.base)?;
        for (number, fate) in fates {
            if fate == Fate::Stays {
                continue;
            }
            let name = number.to_string();
            // By name and not by descriptor, which would hold it too.
            match unmount(&name, UnmountFlags::NOFOLLOW) {
                Ok(()) => {
                    self.held.remove(&number);
                }
                Err(Errno::BUSY) if fate == Fate::GoesIfFree => continue,
                Err(Errno::BUSY) => {
                    unmount(&name, UnmountFlags::DETACH | UnmountFlags::NOFOLLOW)?;
                    self.held.entry(number).and_modify(|held| held.is_lost = true);
                }
                Err(errno) => return Err(errno),
            }
            unlinkat(&self.base, &name, AtFlags::REMOVEDIR)?;
        }
        chdir("/")
    }
}
