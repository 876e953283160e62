//! Doors into the kernel that a server has no business with.

use std::fs::File;
use std::os::fd::AsRawFd as _;

use rustix::io::Errno;

use crate::context::did;
use crate::sys::{descriptor, syscall};
use crate::{Context, Failed, Tried};

pub(crate) fn userfault(_: &Context<'_>) -> Tried {
    const USER_MODE_ONLY: i32 = 1;
    syscall!(libc::SYS_userfaultfd, libc::O_CLOEXEC | USER_MODE_ONLY)?;
    did("handles page faults")
}

pub(crate) fn bpf(_: &Context<'_>) -> Tried {
    const MAP_CREATE: i32 = 0;
    // An array of one element with keys and values of four bytes.
    let mut attributes = [0_u32; 32];
    attributes[..4].copy_from_slice(&[2, 4, 4, 1]);
    syscall!(libc::SYS_bpf, MAP_CREATE, attributes.as_ptr(), size_of_val(&attributes))?;
    did("made a map")
}

pub(crate) fn performance(_: &Context<'_>) -> Tried {
    // A software clock of this process, without the kernel's part.
    let mut attributes = [0_u32; 28];
    attributes[..2].copy_from_slice(&[1, 112]);
    attributes[2] = 1;
    attributes[10] = 0b110_0000;
    let at = attributes.as_ptr();
    syscall!(libc::SYS_perf_event_open, at, 0, -1, -1, 0)?;
    did("counts events")
}

pub(crate) fn fanotify(_: &Context<'_>) -> Tried {
    const REPORT_FID: i32 = 0x200;
    syscall!(libc::SYS_fanotify_init, REPORT_FID, libc::O_RDONLY)?;
    did("watches a filesystem")
}

/// Reading the kernel's log; nothing is taken out of it.
pub(crate) fn log(_: &Context<'_>) -> Tried {
    const SIZE_UNREAD: i32 = 9;
    const READ_ALL: i32 = 3;
    syscall!(libc::SYS_syslog, SIZE_UNREAD, 0, 0)?;
    let mut bytes = [0_u8; 512];
    let count = syscall!(libc::SYS_syslog, READ_ALL, bytes.as_mut_ptr(), bytes.len())?;
    if count > 0 { did(format!("{count} bytes of the log")) } else { Err(Failed::because("empty")) }
}

/// With numbers that make it do nothing: who may not reboot is told so before they are looked at.
pub(crate) fn reboot(_: &Context<'_>) -> Tried {
    refused_for_the_argument(syscall!(libc::SYS_reboot, 1, 2, 3, 0), Errno::INVAL)
}

pub(crate) fn host_name(_: &Context<'_>) -> Tried {
    refused_for_the_argument(syscall!(libc::SYS_sethostname, 0, -1), Errno::INVAL)
}

pub(crate) fn clock(_: &Context<'_>) -> Tried {
    const ADJ_TICK: u32 = 0x4000;
    let mut change = [0_u32; 64];
    change[0] = ADJ_TICK;
    refused_for_the_argument(syscall!(libc::SYS_adjtimex, change.as_mut_ptr()), Errno::INVAL)
}

pub(crate) fn module(_: &Context<'_>) -> Tried {
    let loaded = syscall!(libc::SYS_finit_module, -1, c"", 0);
    match loaded {
        Err(Errno::NOSYS) => Err(Failed::lacking("modules")),
        loaded => refused_for_the_argument(loaded, Errno::BADF),
    }
}

pub(crate) fn swap(_: &Context<'_>) -> Tried {
    refused_for_the_argument(syscall!(libc::SYS_swapoff, c"/nowhere"), Errno::NOENT)
}

pub(crate) fn accounting(_: &Context<'_>) -> Tried {
    match syscall!(libc::SYS_acct, c"/nowhere") {
        Err(Errno::NOSYS) => Err(Failed::lacking("accounting")),
        refused => refused_for_the_argument(refused, Errno::NOENT),
    }
}

/// A file by its number, whatever folder it is in.
pub(crate) fn handle(context: &Context<'_>) -> Tried {
    let (kind, bytes) = context.world.handle.as_ref().ok_or_else(|| Failed::lacking("handles"))?;
    let mut handle = u32::try_from(bytes.len()).unwrap_or_default().to_ne_bytes().to_vec();
    handle.extend(kind.to_ne_bytes());
    handle.extend(bytes);
    let granted = File::open(context.world.granted())?;
    let at = granted.as_raw_fd();
    let fd = syscall!(libc::SYS_open_by_handle_at, at, handle.as_ptr(), libc::O_RDONLY)?;
    crate::context::read_file(&mut File::from(descriptor(fd)))
}

/// That the call fails for want of a good argument shows that it was not for want of the right.
fn refused_for_the_argument(result: Result<libc::c_long, Errno>, errno: Errno) -> Tried {
    match result {
        Err(refused) if refused != errno => Err(refused.into()),
        _ => did("only the argument was wrong"),
    }
}
