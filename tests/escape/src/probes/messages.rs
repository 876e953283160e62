//! What processes share besides files: keys, segments, semaphores, queues.

use std::ffi::CString;
use std::path::Path;

use rustix::io::Errno;

use crate::context::{bytes_of, did, heard, read};
use crate::sys::{descriptor, memory, syscall};
use crate::{Context, Failed, Tried};

const KEYCTL_DESCRIBE: i32 = 6;
const KEYCTL_SEARCH: i32 = 10;
const KEYCTL_READ: i32 = 11;
const KEY_SPEC_USER_KEYRING: i32 = -4;

/// What the person's process looks for.
pub(crate) const ADDED_KEY: &str = "paddock-escape-added";

pub(crate) fn read_key(context: &Context<'_>) -> Tried {
    read_key_numbered(key(context)?)
}

pub(crate) fn search_key(context: &Context<'_>) -> Tried {
    key(context)?;
    let name = CString::new(context.world.person.posix.as_str()).unwrap_or_default();
    let ring = KEY_SPEC_USER_KEYRING;
    let found = syscall!(libc::SYS_keyctl, KEYCTL_SEARCH, ring, c"user", &*name, 0)?;
    read_key_numbered(i32::try_from(found).unwrap_or_default())
}

pub(crate) fn request_key(context: &Context<'_>) -> Tried {
    key(context)?;
    let name = CString::new(context.world.person.posix.as_str()).unwrap_or_default();
    let found = syscall!(libc::SYS_request_key, c"user", &*name, 0, 0)?;
    read_key_numbered(i32::try_from(found).unwrap_or_default())
}

pub(crate) fn describe_key(context: &Context<'_>) -> Tried {
    let mut bytes = [0_u8; 256];
    let number = key(context)?;
    let (start, size) = (bytes.as_mut_ptr(), bytes.len());
    let count = syscall!(libc::SYS_keyctl, KEYCTL_DESCRIBE, number, start, size)?;
    did(String::from_utf8_lossy(&bytes[..bounded(count, bytes.len())]))
}

pub(crate) fn add_key(context: &Context<'_>) -> Tried {
    key(context)?;
    let name = CString::new(ADDED_KEY).unwrap_or_default();
    let ring = KEY_SPEC_USER_KEYRING;
    syscall!(libc::SYS_add_key, c"user", &*name, b"x".as_ptr(), 1, ring)?;
    heard("key")
}

pub(crate) fn segment(context: &Context<'_>) -> Tried {
    let number = syscall!(libc::SYS_shmget, context.world.person.system_v, 0, 0)?;
    let address = syscall!(libc::SYS_shmat, number, 0, libc::SHM_RDONLY)?;
    Ok(bytes_of(&memory(usize::try_from(address).map_err(|_| Errno::FAULT)?, 64)))
}

pub(crate) fn semaphore(context: &Context<'_>) -> Tried {
    const SETVAL: i32 = 16;
    let number = syscall!(libc::SYS_semget, context.world.person.system_v, 0, 0)?;
    syscall!(libc::SYS_semctl, number, 0, SETVAL, 7)?;
    heard("semaphore")
}

pub(crate) fn system_v_queue(context: &Context<'_>) -> Tried {
    let number = syscall!(libc::SYS_msgget, context.world.person.system_v, 0)?;
    let mut message = [0_u8; 8 + 64];
    let (start, room) = (message.as_mut_ptr(), 64);
    let flags = libc::IPC_NOWAIT | libc::MSG_NOERROR;
    let count = syscall!(libc::SYS_msgrcv, number, start, room, 1, flags)?;
    Ok(bytes_of(&message[8..8 + bounded(count, room)]))
}

pub(crate) fn posix_queue(context: &Context<'_>) -> Tried {
    let name = CString::new(context.world.person.posix.as_str()).unwrap_or_default();
    let flags = libc::O_RDONLY | libc::O_NONBLOCK | libc::O_CLOEXEC;
    let queue = match syscall!(libc::SYS_mq_open, &*name, flags, 0, 0) {
        Err(Errno::NOSYS) => return Err(Failed::because(Errno::NOSYS.to_string())),
        queue => descriptor(queue?),
    };
    let mut bytes = [0_u8; 8192];
    let (start, room) = (bytes.as_mut_ptr(), bytes.len());
    let count = syscall!(libc::SYS_mq_timedreceive, &queue, start, room, 0, 0)?;
    Ok(bytes_of(&bytes[..bounded(count, room)]))
}

pub(crate) fn posix_segment(context: &Context<'_>) -> Tried {
    read(&Path::new("/dev/shm").join(&context.world.person.posix))
}

/// What somebody types.
pub(crate) fn terminal(context: &Context<'_>) -> Tried {
    let terminal = context.world.person.terminal.as_ref();
    let terminal = terminal.ok_or_else(|| Failed::lacking("a pseudoterminal"))?;
    let path = crate::context::c_path(terminal)?;
    let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_NONBLOCK;
    let fd = descriptor(syscall!(libc::SYS_openat, libc::AT_FDCWD, &*path, flags)?);
    let mut bytes = [0; 256];
    let count = rustix::io::read(&fd, &mut bytes)?;
    Ok(bytes_of(&bytes[..count]))
}

/// Types for somebody else (`TIOCSTI`).
pub(crate) fn type_for_another(context: &Context<'_>) -> Tried {
    let terminal = context.world.person.terminal.as_ref();
    let terminal = terminal.ok_or_else(|| Failed::lacking("a pseudoterminal"))?;
    let path = crate::context::c_path(terminal)?;
    let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_NONBLOCK;
    let fd = descriptor(syscall!(libc::SYS_openat, libc::AT_FDCWD, &*path, flags)?);
    match syscall!(libc::SYS_ioctl, &fd, libc::TIOCSTI, b"\n".as_ptr()) {
        Err(Errno::IO) => Err(Failed::lacking("dev.tty.legacy_tiocsti")),
        typed => did(format!("typed {}", typed?)),
    }
}

fn read_key_numbered(number: i32) -> Tried {
    let mut bytes = [0_u8; 256];
    let (start, size) = (bytes.as_mut_ptr(), bytes.len());
    let count = syscall!(libc::SYS_keyctl, KEYCTL_READ, number, start, size)?;
    Ok(bytes_of(&bytes[..bounded(count, bytes.len())]))
}

fn key(context: &Context<'_>) -> Result<i32, Failed> {
    context.world.person.key.ok_or_else(|| Failed::lacking("key retention"))
}

fn bounded(count: libc::c_long, room: usize) -> usize {
    usize::try_from(count).unwrap_or_default().min(room)
}
