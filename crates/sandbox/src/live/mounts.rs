//! Mounts by descriptor: no path is looked up twice, so nothing can be swapped in between.

use std::ffi::CStr;
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd};

use paddock_core::Access;
use rustix::fs::{AtFlags, StatxFlags, statx};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MoveMountFlags, OpenTreeFlags, fsconfig_create,
    fsconfig_set_string, fsmount, fsopen, move_mount, open_tree,
};
use rustix::path::Arg;

use crate::needed::is_folder;

/// A mount and what is mounted on it, attached or not. An unattached one is gone when dropped.
#[derive(Debug)]
pub(crate) struct Mount(OwnedFd);

impl Mount {
    /// A copy of what is mounted at `place` and below, with no set-user-id program and no device node
    /// in it, that no mount elsewhere is handed on to.
    ///
    /// # Errors
    ///
    /// `ESTALE` if something else was mounted over `place` since that was opened: it would come along,
    /// and be found in its stead.
    pub(super) fn copy(place: impl AsFd, access: Access) -> Result<Self, Errno> {
        let is_folder = is_folder(&place)?;
        let mut flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_EMPTY_PATH;
        // On a file there is nothing but what covers it.
        flags.set(OpenTreeFlags::AT_RECURSIVE, is_folder);
        let copy = Self(open_tree(place, c"", flags)?);
        let always = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
        copy.change(Change { set: always | read_only(access), private: true, ..RECURSIVE })?;
        if is_folder && copy.is_covered()? {
            return Err(Errno::STALE);
        }
        Ok(copy)
    }

    /// Whether something is mounted over the top of it, which has nothing above it: so `..` is the top
    /// once more, as a path comes to it (`path_resolution(7)`).
    fn is_covered(&self) -> Result<bool, Errno> {
        Ok(mount_id_at(self, c"..")? != self.id()?)
    }

    /// A copy of one device node, which works in spite of the mount being read-only.
    pub(super) fn copy_device(node: impl AsFd) -> Result<Self, Errno> {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_EMPTY_PATH;
        let copy = Self(open_tree(node, c"", flags)?);
        let set = MountAttrFlags::MOUNT_ATTR_RDONLY
            | MountAttrFlags::MOUNT_ATTR_NOSUID
            | MountAttrFlags::MOUNT_ATTR_NOEXEC;
        copy.change(Change { set, private: true, recursive: false, ..RECURSIVE })?;
        Ok(copy)
    }

    /// An empty filesystem in memory that belongs to nobody else.
    pub(super) fn in_memory(
        options: &[(&str, &str)],
        attributes: MountAttrFlags,
    ) -> Result<Self, Errno> {
        let filesystem = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
        for (name, value) in options {
            fsconfig_set_string(&filesystem, *name, *value)?;
        }
        fsconfig_create(&filesystem)?;
        let attributes =
            attributes | MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
        fsmount(&filesystem, FsMountFlags::FSMOUNT_CLOEXEC, attributes).map(Self)
    }

    /// The same filesystem by another mount that is attached nowhere.
    pub(super) fn twin(&self) -> Result<Self, Errno> {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_EMPTY_PATH;
        open_tree(&self.0, c"", flags).map(Self)
    }

    /// As [`twin`](Self::twin), with what is mounted on it.
    pub(super) fn twin_with_all(&self) -> Result<Self, Errno> {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_EMPTY_PATH
            | OpenTreeFlags::AT_RECURSIVE;
        open_tree(&self.0, c"", flags).map(Self)
    }

    /// Mounts it at `place`, or moves it there with all that is mounted on it.
    pub(super) fn attach(&self, place: impl AsFd) -> Result<(), Errno> {
        self.move_to(place, c"", MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH)
    }

    /// Like [`attach`](Self::attach); `name` is looked up in `folder`.
    pub(super) fn attach_at(&self, folder: impl AsFd, name: impl Arg) -> Result<(), Errno> {
        self.move_to(folder, name, MoveMountFlags::empty())
    }

    /// Mounts it where `other` is, hidden by it (Linux 6.5).
    pub(super) fn attach_beneath(&self, other: &Self) -> Result<(), Errno> {
        let beneath = MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_BENEATH;
        self.move_to(other, c"", beneath)
    }

    fn move_to(&self, to: impl AsFd, path: impl Arg, flags: MoveMountFlags) -> Result<(), Errno> {
        move_mount(&self.0, c"", to, path, flags | MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
    }

    /// Changes it and what came with it at once, or nothing of it.
    ///
    /// # Errors
    ///
    /// `EBUSY` if it is to become read-only while a file in it is open for writing, `EPERM` if it is
    /// to become writable and the system has it read-only.
    pub(super) fn set_access(&self, access: Access) -> Result<(), Errno> {
        self.change(Change { recursive: true, ..Change::to(access) })
    }

    /// Like [`set_access`](Self::set_access), but what is mounted on it stays as it is.
    pub(super) fn set_access_of_this_one(&self, access: Access) -> Result<(), Errno> {
        self.change(Change { recursive: false, ..Change::to(access) })
    }

    /// The number that tells this mount from any other (`statx(2)`, Linux 5.8).
    pub(super) fn id(&self) -> Result<u64, Errno> {
        mount_id(self)
    }

    fn change(&self, change: Change) -> Result<(), Errno> {
        let attributes = libc::mount_attr {
            attr_set: change.set.bits().into(),
            attr_clr: change.clear.bits().into(),
            propagation: if change.private { libc::MS_PRIVATE } else { 0 },
            userns_fd: 0,
        };
        let recursive = if change.recursive { libc::AT_RECURSIVE } else { 0 };
        #[expect(unsafe_code, reason = "rustix has no `mount_setattr`")]
        // SAFETY: the path is a C string and the attributes are as large as said.
        let changed = unsafe {
            libc::syscall(
                libc::SYS_mount_setattr,
                self.0.as_raw_fd(),
                c"".as_ptr(),
                libc::AT_EMPTY_PATH | recursive,
                &raw const attributes,
                size_of_val(&attributes),
            )
        };
        if changed == 0 { Ok(()) } else { Err(last_error()) }
    }
}

impl AsFd for Mount {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// A change of attributes (`mount_setattr(2)`, Linux 5.12).
#[derive(Clone, Copy)]
struct Change {
    set: MountAttrFlags,
    clear: MountAttrFlags,
    private: bool,
    recursive: bool,
}

impl Change {
    fn to(access: Access) -> Self {
        match access {
            Access::Read => Self { set: MountAttrFlags::MOUNT_ATTR_RDONLY, ..RECURSIVE },
            Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => {
                Self { clear: MountAttrFlags::MOUNT_ATTR_RDONLY, ..RECURSIVE }
            }
        }
    }
}

const RECURSIVE: Change = Change {
    set: MountAttrFlags::empty(),
    clear: MountAttrFlags::empty(),
    private: false,
    recursive: true,
};

fn read_only(access: Access) -> MountAttrFlags {
    match access {
        Access::Read => MountAttrFlags::MOUNT_ATTR_RDONLY,
        Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => MountAttrFlags::empty(),
    }
}

/// Which mount something is on.
pub(super) fn mount_id(place: impl AsFd) -> Result<u64, Errno> {
    mount_id_at(place, c"")
}

fn mount_id_at(folder: impl AsFd, path: &CStr) -> Result<u64, Errno> {
    const STATX_MNT_ID: StatxFlags = StatxFlags::from_bits_retain(libc::STATX_MNT_ID);
    Ok(statx(folder, path, AtFlags::EMPTY_PATH, STATX_MNT_ID)?.stx_mnt_id)
}

fn last_error() -> Errno {
    Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rustix::fs::{CWD, Mode, OFlags, open, openat};
    use rustix::mount::{MountPropagationFlags, mount_bind, mount_change};
    use rustix::thread::{UnshareFlags, unshare_unsafe};

    use super::*;

    /// Whether this thread has mounts of its own from now on.
    fn has_own_mounts() -> bool {
        #[expect(unsafe_code, reason = "the thread and what it made are over with the test")]
        // SAFETY: no descriptor is unshared, and nobody else uses this thread.
        let unshared = unsafe { unshare_unsafe(UnshareFlags::NEWNS) };
        let alone = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        unshared.and_then(|()| mount_change("/", alone)).is_ok()
    }

    #[test]
    fn what_was_mounted_over_a_place_since_it_was_opened_does_not_come_along() {
        let tried = std::thread::spawn(|| {
            if !has_own_mounts() {
                return paddock_skip::skip_for_tier("only root may mount over what was opened");
            }
            let world = tempfile::tempdir().unwrap();
            let [granted, inner, other] =
                ["granted", "granted/inner", "other"].map(|name| world.path().join(name));
            for folder in [&granted, &inner, &other] {
                fs::create_dir(folder).unwrap();
            }
            let [file, secret] = [world.path().join("file"), other.join("secret")];
            fs::write(&file, "own").unwrap();
            fs::write(&secret, "secret").unwrap();
            let opened = |path| open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).unwrap();
            let (folder, of_file) = (opened(&granted), opened(&file));

            // What is mounted below is the folder's.
            mount_bind(&other, &inner).unwrap();
            let copy = Mount::copy(&folder, Access::Read).unwrap();
            let flags = OFlags::PATH | OFlags::CLOEXEC;
            assert!(openat(&copy, "inner/secret", flags, Mode::empty()).is_ok());

            mount_bind(&other, &granted).unwrap();
            assert_eq!(Mount::copy(&folder, Access::Read).unwrap_err(), Errno::STALE);
            assert!(Mount::copy(opened(&granted), Access::Read).is_ok());

            mount_bind(&secret, &file).unwrap();
            let place = world.path().join("place");
            fs::write(&place, "").unwrap();
            let copy = Mount::copy(&of_file, Access::Read).unwrap();
            copy.attach_at(CWD, &place).unwrap();
            assert_eq!(fs::read(&place).unwrap(), b"own");
        });
        tried.join().unwrap();
    }
}
