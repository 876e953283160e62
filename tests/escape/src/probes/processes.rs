//! Other processes of the same user.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;

use crate::context::{bytes_of, did, heard};
use crate::probes::proc::SECRET_SIZE;
use crate::sys::{descriptor, syscall};
use crate::{Context, Failed, Tried};

/// The generic number of `fcntl(2)`, which `libc` lacks.
const F_SETSIG: i32 = 10;

pub(crate) fn trace(context: &Context<'_>) -> Tried {
    let pid = context.world.person.pid;
    syscall!(libc::SYS_ptrace, libc::PTRACE_SEIZE, pid, 0, 0)?;
    did("traces the person's process")
}

pub(crate) fn trace_init(_: &Context<'_>) -> Tried {
    syscall!(libc::SYS_ptrace, libc::PTRACE_SEIZE, 1, 0, 0)?;
    did("traces process 1")
}

pub(crate) fn read_memory(context: &Context<'_>) -> Tried {
    let mut bytes = [0_u8; SECRET_SIZE];
    let ours = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let theirs = [context.world.person.address, SECRET_SIZE as u64];
    let pid = context.world.person.pid;
    let theirs = theirs.as_ptr();
    syscall!(libc::SYS_process_vm_readv, pid, &raw const ours, 1, theirs, 1, 0)?;
    Ok(bytes_of(&bytes))
}

pub(crate) fn write_memory(context: &Context<'_>) -> Tried {
    let bytes = *b"overwritten";
    let ours = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // Behind the secret, which others want to read.
    let theirs = [context.world.person.address + SECRET_SIZE as u64, bytes.len() as u64];
    let pid = context.world.person.pid;
    let theirs = theirs.as_ptr();
    syscall!(libc::SYS_process_vm_writev, pid, &raw const ours, 1, theirs, 1, 0)?;
    heard("memory")
}

pub(crate) fn take_descriptor(context: &Context<'_>) -> Tried {
    let process = pidfd(context)?;
    let wanted = context.world.person.descriptor;
    let taken = syscall!(libc::SYS_pidfd_getfd, &process, wanted, 0)?;
    let file = File::from(descriptor(taken));
    let mut bytes = [0; SECRET_SIZE];
    let count = file.read_at(&mut bytes, 0)?;
    Ok(bytes_of(&bytes[..count]))
}

pub(crate) fn signal(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_kill, context.world.person.pid, libc::SIGUSR1)?;
    heard("kill")
}

pub(crate) fn signal_by_pidfd(context: &Context<'_>) -> Tried {
    let process = pidfd(context)?;
    syscall!(libc::SYS_pidfd_send_signal, &process, libc::SIGUSR2, 0, 0)?;
    heard("pidfd_send_signal")
}

/// The kernel sends it, on behalf of whoever owns the descriptor.
pub(crate) fn signal_by_descriptor(context: &Context<'_>) -> Tried {
    let (reader, writer) = std::io::pipe()?;
    let reader = OwnedFd::from(reader);
    syscall!(libc::SYS_fcntl, &reader, libc::F_SETOWN, context.world.person.pid)?;
    syscall!(libc::SYS_fcntl, &reader, F_SETSIG, libc::SIGWINCH)?;
    syscall!(libc::SYS_fcntl, &reader, libc::F_SETFL, libc::O_ASYNC | libc::O_NONBLOCK)?;
    rustix::io::write(&writer, b"x")?;
    heard("F_SETOWN")
}

pub(crate) fn affinity(context: &Context<'_>) -> Tried {
    let first: u64 = 1;
    let pid = context.world.person.pid;
    syscall!(libc::SYS_sched_setaffinity, pid, size_of::<u64>(), &raw const first)?;
    did("chose the processor of the person's process")
}

pub(crate) fn limit(context: &Context<'_>) -> Tried {
    let few = libc::rlimit64 { rlim_cur: 999, rlim_max: 999 };
    let pid = context.world.person.pid;
    syscall!(libc::SYS_prlimit64, pid, libc::RLIMIT_SIGPENDING, &raw const few, 0)?;
    heard("prlimit")
}

pub(crate) fn priority(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_setpriority, libc::PRIO_PROCESS, context.world.person.pid, 7)?;
    did("slowed the person's process down")
}

pub(crate) fn scheduling(context: &Context<'_>) -> Tried {
    let parameter = libc::sched_param { sched_priority: 0 };
    let pid = context.world.person.pid;
    syscall!(libc::SYS_sched_setscheduler, pid, libc::SCHED_BATCH, &raw const parameter)?;
    did("scheduled the person's process otherwise")
}

pub(crate) fn compare(context: &Context<'_>) -> Tried {
    const KCMP_VM: i32 = 1;
    let own = std::process::id();
    let order = syscall!(libc::SYS_kcmp, context.world.person.pid, own, KCMP_VM, 0, 0);
    match order {
        Err(rustix::io::Errno::NOSYS) => Err(Failed::lacking("kcmp")),
        order => did(format!("order {}", order?)),
    }
}

/// Whether such a process exists.
pub(crate) fn exists(context: &Context<'_>) -> Tried {
    let pid = context.world.person.pid;
    let group = syscall!(libc::SYS_getpgid, pid)?;
    did(format!("process {pid} is in group {group}"))
}

pub(super) fn pidfd(context: &Context<'_>) -> Result<OwnedFd, rustix::io::Errno> {
    syscall!(libc::SYS_pidfd_open, context.world.person.pid, 0).map(descriptor)
}
