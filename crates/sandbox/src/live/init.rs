//! The first process of the sandbox.
//!
//! It is forked before anything is mounted. Meanwhile it makes what the keeper can do without for a
//! while: a procfs, which only a process of the namespace can make, and the network.

use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};

use paddock_sandbox::Network;
use rustix::fs::{CWD, Mode, OFlags, open};
use rustix::io::{Errno, retry_on_intr};
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MoveMountFlags, fsconfig_create, fsmount, fsopen,
    move_mount,
};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use rustix::process::{Pid, Signal, set_parent_process_death_signal};
use rustix::thread::{
    CapabilitySet, CapabilitySets, LinkNameSpaceType, UnshareFlags, move_into_link_name_space,
    set_capabilities,
};

use super::namespaces::{Views, enter, unshare};
use super::network;
use crate::forked::{exit_at_once, fork};

/// The first process of the sandbox. It does nothing: it takes in orphans, and when it is killed the
/// kernel kills every other process of its namespace.
pub(super) struct Init {
    pub(super) pid: Pid,
    /// Whether the sandbox has a `/proc`. Some containers don't let one be mounted.
    pub(super) proc_mounted: Result<(), Errno>,
}

/// The same before it is in the sandbox. It ends if the keeper lets go of it.
pub(super) struct Begun {
    pid: Pid,
    channel: Channel,
}

impl Begun {
    /// Forks it into the new process namespace, in the host's view.
    pub(super) fn begin(network: Network) -> Result<Self, Errno> {
        let (ours, its) = Channel::pair()?;
        let Some(pid) = fork().map_err(|error| super::errno(&error))? else {
            drop(ours);
            hold_namespaces(network, &its)
        };
        Ok(Self { pid, channel: ours })
    }

    /// Moves the keeper into the network that the sandbox has of its own.
    pub(super) fn enter_network(&self) -> Result<(), Errno> {
        let network = self.channel.hear()?.ok_or(Errno::BADF)?;
        move_into_link_name_space(network.as_fd(), Some(LinkNameSpaceType::Network))
    }

    /// Lets it into the sandbox's view and waits until it is set up there.
    pub(super) fn finish(self, views: &Views) -> Result<Init, Errno> {
        self.channel.tell(Ok(Some(views.sandbox())))?;
        match self.channel.hear() {
            Err(Errno::SRCH) => Err(Errno::SRCH),
            heard => Ok(Init { pid: self.pid, proc_mounted: heard.map(drop) }),
        }
    }
}

/// What the two tell each other: that something was done, with a descriptor or without, or why not.
struct Channel(OwnedFd);

impl Channel {
    fn pair() -> Result<(Self, Self), Errno> {
        let kind = SocketType::SEQPACKET;
        let (one, other) = socketpair(AddressFamily::UNIX, kind, SocketFlags::CLOEXEC, None)?;
        Ok((Self(one), Self(other)))
    }

    fn tell(&self, done: Result<Option<BorrowedFd<'_>>, Errno>) -> Result<(), Errno> {
        let errno = done.err().map_or(0, Errno::raw_os_error).to_ne_bytes();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        let descriptors = done.ok().flatten().map(|descriptor| [descriptor]);
        if let Some(descriptors) = &descriptors
            && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors))
        {
            return Err(Errno::NOBUFS);
        }
        let parts = [IoSlice::new(&errno)];
        retry_on_intr(|| sendmsg(&self.0, &parts, &mut ancillary, SendFlags::NOSIGNAL)).map(drop)
    }

    /// `ESRCH` if the other one is gone.
    fn hear(&self) -> Result<Option<OwnedFd>, Errno> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut errno = [0; 4];
        let heard = retry_on_intr(|| {
            let mut parts = [IoSliceMut::new(&mut errno)];
            recvmsg(&self.0, &mut parts, &mut ancillary, RecvFlags::CMSG_CLOEXEC)
        });
        if !heard.is_ok_and(|heard| heard.bytes == errno.len()) {
            return Err(Errno::SRCH);
        }
        match i32::from_ne_bytes(errno) {
            0 => Ok(ancillary.drain().find_map(|message| {
                let RecvAncillaryMessage::ScmRights(mut descriptors) = message else { return None };
                descriptors.next()
            })),
            errno => Err(Errno::from_raw_os_error(errno)),
        }
    }
}

/// In the child. It was the only thread, as the keeper was: it may allocate.
fn hold_namespaces(network: Network, channel: &Channel) -> ! {
    // A new procfs may only be made where a whole one is seen, which is in the host's view.
    let procfs = new_procfs();
    if network != Network::Open {
        let made = make(network);
        let made = made.as_ref().map(|network| Some(network.as_fd())).map_err(|errno| *errno);
        if channel.tell(made).is_err() {
            exit_at_once();
        }
    }
    let Ok(Some(view)) = channel.hear() else { exit_at_once() };
    if enter(view.as_fd()).is_err() {
        exit_at_once();
    }
    let mounted = procfs.and_then(|procfs| mount_procfs(&procfs));
    if give_up_everything().is_err() || channel.tell(mounted.map(|()| None)).is_err() {
        exit_at_once();
    }
    close_all();
    loop {
        rustix::event::pause();
    }
}

fn make(network: Network) -> Result<OwnedFd, Errno> {
    unshare(UnshareFlags::NEWNET)?;
    if network == Network::Destinations {
        network::lead_here()?;
    }
    open("/proc/self/ns/net", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
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
