//! The namespaces that the keeper makes, and the process that holds them.

use std::fs;
use std::io::{self, PipeReader, PipeWriter, Read as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};

use paddock_sandbox::{Facility, Lacking, Network};
use rustix::fs::{CWD, Mode, OFlags, open};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags,
    fsconfig_create, fsmount, fsopen, mount_change, move_mount,
};
use rustix::process::{
    DumpableBehavior, Pid, Signal, getgid, getuid, set_dumpable_behavior,
    set_parent_process_death_signal,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, LinkNameSpaceType, UnshareFlags, move_into_link_name_space,
    set_capabilities, unshare_unsafe,
};

use super::lacking;
use crate::forked::{exit_at_once, fork};

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
}

fn this_view() -> Result<OwnedFd, Errno> {
    open("/proc/self/ns/mnt", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
}

fn enter(view: BorrowedFd<'_>) -> Result<(), Errno> {
    move_into_link_name_space(view, Some(LinkNameSpaceType::Mount))
}

/// Makes the keeper the owner of namespaces of its own, all but the second mount namespace. What it
/// does there stays there; what the host mounts and unmounts is still seen.
pub(super) fn leave_the_host(network: Network) -> Result<(), Lacking> {
    own_user_namespace().map_err(lacking(Facility::UserNamespace))?;
    let slave = MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC;
    mount_change("/", slave).map_err(lacking(Facility::Mount))?;

    let apart = UnshareFlags::NEWPID
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    unshare(apart).map_err(lacking(Facility::PidNamespace))?;
    if network != Network::Open {
        unshare(UnshareFlags::NEWNET).map_err(lacking(Facility::NetworkNamespace))?;
    }
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

fn unshare(what: UnshareFlags) -> Result<(), Errno> {
    #[expect(unsafe_code, reason = "for `CLONE_FILES`, which is not used here")]
    // SAFETY: no descriptor table is unshared.
    unsafe {
        unshare_unsafe(what)
    }
}

/// The first process of the sandbox. It does nothing: it takes in orphans, and when it is killed the
/// kernel kills every other process of its namespace.
pub(super) struct Init {
    pub(super) pid: Pid,
    /// Whether the sandbox has a `/proc`. Some containers don't let one be mounted.
    pub(super) proc_mounted: Result<(), Errno>,
}

impl Init {
    /// Forks the first process into the new process namespace and waits until it is set up.
    pub(super) fn start(views: &Views) -> Result<Self, Errno> {
        let (answer, answers) = pipe()?;
        let Some(pid) = fork().map_err(|error| errno(&error))? else {
            drop(answer);
            hold_namespaces(views, &answers)
        };
        drop(answers);
        Ok(Self { pid, proc_mounted: hear(answer)? })
    }
}

fn pipe() -> Result<(PipeReader, PipeWriter), Errno> {
    io::pipe().map_err(|error| errno(&error))
}

/// `ESRCH` if the process ended before it answered.
fn hear(mut answer: PipeReader) -> Result<Result<(), Errno>, Errno> {
    let mut errno = [0; 4];
    answer.read_exact(&mut errno).map_err(|_| Errno::SRCH)?;
    Ok(match i32::from_ne_bytes(errno) {
        0 => Ok(()),
        errno => Err(Errno::from_raw_os_error(errno)),
    })
}

/// In the child. Nothing in here allocates.
fn hold_namespaces(views: &Views, answers: &PipeWriter) -> ! {
    // A new procfs may only be made where a whole one is seen, which is in the host's view.
    let procfs = new_procfs();
    if views.enter_sandbox().is_err() {
        exit_at_once();
    }
    let mounted = procfs.and_then(|procfs| mount_procfs(&procfs));
    let errno = mounted.err().map_or(0, Errno::raw_os_error);
    if give_up_everything().is_err() {
        exit_at_once();
    }
    _ = rustix::io::write(answers, &errno.to_ne_bytes());
    close_all();
    loop {
        #[expect(unsafe_code, reason = "rustix has no `pause`")]
        // SAFETY: it only waits.
        unsafe {
            libc::pause();
        }
    }
}

fn new_procfs() -> Result<OwnedFd, Errno> {
    let filesystem = fsopen(c"proc", FsOpenFlags::FSOPEN_CLOEXEC)?;
    fsconfig_create(&filesystem)?;
    let attributes = MountAttrFlags::MOUNT_ATTR_RDONLY
        | MountAttrFlags::MOUNT_ATTR_NOSUID
        | MountAttrFlags::MOUNT_ATTR_NODEV
        | MountAttrFlags::MOUNT_ATTR_NOEXEC;
    fsmount(&filesystem, FsMountFlags::FSMOUNT_CLOEXEC, attributes)
}

fn mount_procfs(procfs: &OwnedFd) -> Result<(), Errno> {
    move_mount(procfs, c"", CWD, c"/proc", MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
}

fn give_up_everything() -> Result<(), Errno> {
    let nothing = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, nothing)?;
    #[expect(unsafe_code, reason = "rustix has no `signal`")]
    // SAFETY: no handler is set, children are only not to become zombies.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_IGN);
    }
    set_parent_process_death_signal(Some(Signal::KILL))
}

/// The keeper's descriptors, its socket among them, are of no use to a process that does nothing.
fn close_all() {
    #[expect(unsafe_code, reason = "rustix has no `close_range`")]
    // SAFETY: this process never returns to anything that owns a descriptor.
    unsafe {
        libc::syscall(libc::SYS_close_range, 0_u32, u32::MAX, 0_u32);
    }
}

fn errno(error: &io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}
