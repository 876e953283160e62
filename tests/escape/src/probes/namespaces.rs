//! New namespaces, and those of others.

use std::fs::{self, File};
use std::os::fd::AsRawFd as _;

use rustix::io::Errno;

use super::processes::pidfd;
use crate::context::{did, read};
use crate::sys::syscall;
use crate::{Context, Failed, Tried};

pub(crate) fn user(_: &Context<'_>) -> Tried {
    syscall!(libc::SYS_unshare, libc::CLONE_NEWUSER)?;
    did("has a user namespace of its own")
}

/// With all the privileges that a new user namespace brings.
pub(crate) fn user_and_mount(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_unshare, libc::CLONE_NEWUSER | libc::CLONE_NEWNS)?;
    let (top, at) = (c"tmpfs", c"/");
    let private = libc::MS_REC | libc::MS_PRIVATE;
    syscall!(libc::SYS_mount, 0, at, 0, private, 0)?;
    fs::create_dir_all(context.own())?;
    let target = crate::context::c_path(&context.own())?;
    syscall!(libc::SYS_mount, top, &*target, top, 0, 0)?;
    did("mounted in a namespace of its own")
}

pub(crate) fn mount(_: &Context<'_>) -> Tried {
    syscall!(libc::SYS_unshare, libc::CLONE_NEWNS)?;
    did("has a mount namespace of its own")
}

pub(crate) fn network(_: &Context<'_>) -> Tried {
    syscall!(libc::SYS_unshare, libc::CLONE_NEWNET)?;
    did("has a network namespace of its own")
}

/// By the call whose flags a filter cannot see.
pub(crate) fn clone3(_: &Context<'_>) -> Tried {
    let mut arguments = [0_u64; 11];
    arguments[0] = u64::from(libc::CLONE_NEWUSER.unsigned_abs());
    arguments[4] = u64::from(libc::SIGCHLD.unsigned_abs());
    match syscall!(libc::SYS_clone3, arguments.as_ptr(), size_of_val(&arguments)) {
        Ok(0) => std::process::exit(0),
        made => did(format!("process {} has a user namespace of its own", made?)),
    }
}

pub(crate) fn clone(_: &Context<'_>) -> Tried {
    let flags = libc::CLONE_NEWUSER | libc::SIGCHLD;
    match syscall!(libc::SYS_clone, flags, 0, 0, 0, 0) {
        Ok(0) => std::process::exit(0),
        made => did(format!("process {} has a user namespace of its own", made?)),
    }
}

pub(crate) fn join_by_proc(context: &Context<'_>) -> Tried {
    let namespace = File::open(format!("/proc/{}/ns/mnt", context.world.person.pid))?;
    syscall!(libc::SYS_setns, namespace.as_raw_fd(), libc::CLONE_NEWNS)?;
    read(&context.victim())
}

pub(crate) fn join_by_pidfd(context: &Context<'_>) -> Tried {
    let process = pidfd(context)?;
    syscall!(libc::SYS_setns, &process, libc::CLONE_NEWNS)?;
    read(&context.victim())
}

/// By asking a namespace of the own for its parent (`ioctl_ns(2)`).
pub(crate) fn parent(_: &Context<'_>) -> Tried {
    const NS_GET_PARENT: u32 = 0xb702;
    let own = File::open("/proc/self/ns/user")?;
    match syscall!(libc::SYS_ioctl, own.as_raw_fd(), NS_GET_PARENT) {
        // The host's is the topmost one.
        Err(Errno::PERM) => Err(Failed::because("there is none above that may be seen")),
        parent => did(format!("descriptor {}", parent?)),
    }
}
