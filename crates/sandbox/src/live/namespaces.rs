//! The namespaces that the keeper makes.

use std::fs;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};

use paddock_sandbox::{Facility, Lacking};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::mount::{MountPropagationFlags, mount_change};
use rustix::process::{DumpableBehavior, getgid, getuid, set_dumpable_behavior};
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space, unshare_unsafe};

use super::lacking;
use crate::confine::empty_bounding_set;

/// The keeper's two views: what the host has, and what the server sees.
pub(crate) struct Views {
    host: OwnedFd,
    sandbox: OwnedFd,
}

impl Views {
    /// Leaves the host's view for a new one that begins as its copy. The keeper is in it afterwards.
    pub(super) fn divide() -> Result<Self, Errno> {
        let host = this_view()?;
        unshare(UnshareFlags::NEWNS)?;
        Ok(Self { host, sandbox: this_view()? })
    }

    /// Runs `act` in the sandbox's view.
    ///
    /// # Errors
    ///
    /// The outer one if the keeper can't change between the views: then it is good for nothing.
    pub(super) fn in_sandbox<T>(&self, act: impl FnOnce() -> T) -> Result<T, Errno> {
        self.enter_sandbox()?;
        let done = act();
        self.enter_host()?;
        Ok(done)
    }

    /// Safe to call between fork and exec. The working folder is then the root of the sandbox.
    pub(crate) fn enter_sandbox(&self) -> Result<(), Errno> {
        enter(self.sandbox.as_fd())
    }

    pub(super) fn enter_host(&self) -> Result<(), Errno> {
        enter(self.host.as_fd())
    }

    pub(super) fn sandbox(&self) -> BorrowedFd<'_> {
        self.sandbox.as_fd()
    }
}

fn this_view() -> Result<OwnedFd, Errno> {
    open("/proc/self/ns/mnt", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
}

pub(super) fn enter(view: BorrowedFd<'_>) -> Result<(), Errno> {
    move_into_link_name_space(view, Some(LinkNameSpaceType::Mount))
}

/// Makes the keeper the owner of namespaces of its own, all but the second mount namespace. What it
/// does there stays there; what the host mounts and unmounts is still seen. The network is left later.
pub(super) fn leave_the_host() -> Result<(), Lacking> {
    own_user_namespace().map_err(lacking(Facility::UserNamespace))?;
    // Once, for all that is forked from here.
    empty_bounding_set().map_err(lacking(Facility::UserNamespace))?;
    let slave = MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC;
    mount_change("/", slave).map_err(lacking(Facility::Mount))?;

    let apart = UnshareFlags::NEWPID
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    unshare(apart).map_err(lacking(Facility::PidNamespace))?;
    // A mount namespace nested in the server's would keep what is taken out of that one. Where this
    // can't be written, the system call filter alone stands against it.
    _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
    Ok(())
}

/// Enters a user namespace with nobody in it. Safe to call between fork and exec.
pub(crate) fn leave_user_namespace() -> Result<(), Errno> {
    unshare(UnshareFlags::NEWUSER)
}

/// Every file keeps its owner: each identity stands for itself.
fn own_user_namespace() -> Result<(), Errno> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    // `/proc/self` of a process that is not dumpable belongs to root.
    set_dumpable_behavior(DumpableBehavior::Dumpable)?;
    unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWNS)?;
    let map = || -> io::Result<()> {
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
    };
    let mapped = map();
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    mapped.map_err(|error| errno(&error))
}

pub(super) fn unshare(what: UnshareFlags) -> Result<(), Errno> {
    #[expect(unsafe_code, reason = "for `CLONE_FILES`, which is not used here")]
    // SAFETY: no descriptor table is unshared.
    unsafe {
        unshare_unsafe(what)
    }
}

fn errno(error: &io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}
