//! Changes to a folder that may only be read.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::fs::symlink;

use crate::context::{c_path, write, wrote};
use crate::sys::{descriptor, map, set_memory, syscall};
use crate::{Context, Failed, Tried};

const HERE: i32 = libc::AT_FDCWD;

pub(crate) fn open(context: &Context<'_>) -> Tried {
    OpenOptions::new().append(true).open(context.readonly_victim())?.write_all(b"more")?;
    changed(context)
}

pub(crate) fn open_truncate(context: &Context<'_>) -> Tried {
    // A plain reader that asks for the file to be emptied.
    let path = c_path(&context.readonly_victim())?;
    syscall!(libc::SYS_openat, HERE, &*path, libc::O_RDONLY | libc::O_TRUNC)?;
    changed(context)
}

pub(crate) fn truncate(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_truncate, &*c_path(&context.readonly_victim())?, 0)?;
    changed(context)
}

pub(crate) fn truncate_reader(context: &Context<'_>) -> Tried {
    let file = File::open(context.readonly_victim())?;
    syscall!(libc::SYS_ftruncate, file.as_raw_fd(), 0)?;
    changed(context)
}

pub(crate) fn mode(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_fchmodat, HERE, &*c_path(&context.readonly_victim())?, 0o777)?;
    changed(context)
}

pub(crate) fn mode_of_reader(context: &Context<'_>) -> Tried {
    let file = File::open(context.readonly_victim())?;
    syscall!(libc::SYS_fchmod, file.as_raw_fd(), 0o777)?;
    changed(context)
}

/// The newer call, which a filter may not know.
pub(crate) fn mode_anew(context: &Context<'_>) -> Tried {
    let path = c_path(&context.readonly_victim())?;
    syscall!(libc::SYS_fchmodat2, HERE, &*path, 0o777, libc::AT_SYMLINK_NOFOLLOW)?;
    changed(context)
}

pub(crate) fn owner(context: &Context<'_>) -> Tried {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let path = c_path(&context.readonly_victim())?;
    syscall!(libc::SYS_fchownat, HERE, &*path, user, group, 0)?;
    changed(context)
}

pub(crate) fn times(context: &Context<'_>) -> Tried {
    let long_ago = [1_i64, 0, 1, 0];
    let path = c_path(&context.readonly_victim())?;
    syscall!(libc::SYS_utimensat, HERE, &*path, long_ago.as_ptr(), 0)?;
    changed(context)
}

pub(crate) fn times_of_reader(context: &Context<'_>) -> Tried {
    let long_ago = [1_i64, 0, 1, 0];
    let file = File::open(context.readonly_victim())?;
    syscall!(libc::SYS_utimensat, file.as_raw_fd(), 0, long_ago.as_ptr(), 0)?;
    changed(context)
}

pub(crate) fn attribute(context: &Context<'_>) -> Tried {
    let path = c_path(&context.readonly_victim())?;
    syscall!(libc::SYS_setxattr, &*path, c"user.note", b"x".as_ptr(), 1, 0)?;
    changed(context)
}

pub(crate) fn attribute_of_reader(context: &Context<'_>) -> Tried {
    let file = File::open(context.readonly_victim())?;
    syscall!(libc::SYS_fsetxattr, file.as_raw_fd(), c"user.note", b"x".as_ptr(), 1, 0)?;
    changed(context)
}

pub(crate) fn inode_flags(context: &Context<'_>) -> Tried {
    const GET: u32 = 0x8008_6601;
    const SET: u32 = 0x4008_6602;
    const NO_DUMP: i32 = 0x40;
    let file = File::open(context.readonly_victim())?;
    let mut flags = 0_i32;
    match syscall!(libc::SYS_ioctl, file.as_raw_fd(), GET, &raw mut flags) {
        Err(rustix::io::Errno::NOTTY) => return Err(Failed::lacking("flags on this filesystem")),
        got => got?,
    };
    flags |= NO_DUMP;
    syscall!(libc::SYS_ioctl, file.as_raw_fd(), SET, &raw const flags)?;
    changed(context)
}

pub(crate) fn rename(context: &Context<'_>) -> Tried {
    fs::rename(context.readonly_victim(), context.readonly_fresh())?;
    changed(context)
}

pub(crate) fn rename_over(context: &Context<'_>) -> Tried {
    fs::write(context.own(), "written by the server")?;
    fs::rename(context.own(), context.readonly_victim())?;
    changed(context)
}

pub(crate) fn link(context: &Context<'_>) -> Tried {
    fs::hard_link(context.readonly_victim(), context.readonly_fresh())?;
    made(context)
}

/// A second name where writing is allowed.
pub(crate) fn link_into_writable(context: &Context<'_>) -> Tried {
    fs::hard_link(context.readonly_victim(), context.own())?;
    write(&context.own())?;
    changed(context)
}

pub(crate) fn symbolic_link(context: &Context<'_>) -> Tried {
    symlink("/", context.readonly_fresh())?;
    made(context)
}

pub(crate) fn unlink(context: &Context<'_>) -> Tried {
    fs::remove_file(context.readonly_victim())?;
    changed(context)
}

pub(crate) fn folder(context: &Context<'_>) -> Tried {
    fs::create_dir(context.readonly_fresh())?;
    made(context)
}

pub(crate) fn file(context: &Context<'_>) -> Tried {
    write(&context.readonly_fresh())
}

pub(crate) fn pipe(context: &Context<'_>) -> Tried {
    let path = c_path(&context.readonly_fresh())?;
    syscall!(libc::SYS_mknodat, HERE, &*path, libc::S_IFIFO | 0o600, 0)?;
    made(context)
}

pub(crate) fn nameless(context: &Context<'_>) -> Tried {
    let fresh = context.readonly_fresh();
    let folder = c_path(fresh.parent().unwrap_or(&fresh))?;
    let flags = libc::O_TMPFILE | libc::O_WRONLY;
    let file = descriptor(syscall!(libc::SYS_openat, HERE, &*folder, flags, 0o600)?);
    let name = c_path(format!("/proc/self/fd/{}", file.as_raw_fd()).as_ref())?;
    let to = c_path(&fresh)?;
    syscall!(libc::SYS_linkat, HERE, &*name, HERE, &*to, libc::AT_SYMLINK_FOLLOW)?;
    made(context)
}

pub(crate) fn mapped(context: &Context<'_>) -> Tried {
    let file = OwnedFd::from(File::open(context.readonly_victim())?);
    let address = map(&file, 4, libc::PROT_READ | libc::PROT_WRITE, 0)?;
    set_memory(address, b"more");
    changed(context)
}

/// Mapped to be read, and made writable after.
pub(crate) fn protected(context: &Context<'_>) -> Tried {
    let file = OwnedFd::from(File::open(context.readonly_victim())?);
    let address = map(&file, 4, libc::PROT_READ, 0)?;
    syscall!(libc::SYS_mprotect, address, 4096, libc::PROT_READ | libc::PROT_WRITE)?;
    set_memory(address, b"more");
    changed(context)
}

pub(crate) fn reopened(context: &Context<'_>) -> Tried {
    let file = File::open(context.readonly_victim())?;
    write(format!("/proc/self/fd/{}", file.as_raw_fd()).as_ref())?;
    changed(context)
}

pub(crate) fn allocate(context: &Context<'_>) -> Tried {
    let file = OpenOptions::new().write(true).open(context.readonly_victim())?;
    syscall!(libc::SYS_fallocate, file.as_raw_fd(), 0, 0, 100_000)?;
    changed(context)
}

pub(crate) fn beneath_writable(context: &Context<'_>) -> Tried {
    let path = context.world.granted().join("../readonly/victims").join(context.probe);
    write(&path)?;
    changed(context)
}

/// The folder itself gets another name.
pub(crate) fn moved_away(context: &Context<'_>) -> Tried {
    let aside = context.world.base.join("readonly-aside");
    fs::rename(context.world.readonly(), &aside)?;
    fs::rename(&aside, context.world.readonly())?;
    wrote(&context.world.base)
}

fn changed(context: &Context<'_>) -> Tried {
    wrote(&context.readonly_victim())
}

fn made(context: &Context<'_>) -> Tried {
    wrote(&context.readonly_fresh())
}
