//! The mount tree.

use std::ffi::CStr;
use std::fs::File;
use std::os::fd::AsRawFd as _;
use std::path::Path;

use rustix::io::Errno;

use crate::context::{c_path, did, read, read_file, write};
use crate::sys::{descriptor, syscall};
use crate::{Context, Failed, Tried, World};

const OPEN_TREE_CLONE: i32 = 1;
const AT_RECURSIVE: i32 = 0x8000;
const MOVE_MOUNT_F_EMPTY_PATH: i32 = 4;

pub(crate) fn bind(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    std::fs::create_dir_all(context.own())?;
    let (from, to) = (c_path(&context.world.secret())?, c_path(&context.own())?);
    syscall!(libc::SYS_mount, &*from, &*to, 0, libc::MS_BIND, 0)?;
    read(&World::victim(&context.own(), context.probe))
}

pub(crate) fn tmpfs(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    std::fs::create_dir_all(context.own())?;
    let to = c_path(&context.own())?;
    syscall!(libc::SYS_mount, c"tmpfs", &*to, c"tmpfs", 0, 0)?;
    did("mounted a tmpfs")
}

/// Another view of `/proc`, without what covers parts of the first.
pub(crate) fn proc(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    std::fs::create_dir_all(context.own())?;
    let to = c_path(&context.own())?;
    syscall!(libc::SYS_mount, c"proc", &*to, c"proc", 0, 0)?;
    did("mounted a procfs")
}

pub(crate) fn remount(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    let at = c_path(&context.world.readonly())?;
    let flags = libc::MS_REMOUNT | libc::MS_BIND;
    syscall!(libc::SYS_mount, 0, &*at, 0, flags, 0)?;
    write(&context.readonly_victim())
}

pub(crate) fn set_attributes(context: &Context<'_>) -> Tried {
    const MOUNT_ATTR_RDONLY: u64 = 1;
    keep_off_the_host()?;
    let at = c_path(&context.world.readonly())?;
    let attributes = [0, MOUNT_ATTR_RDONLY, 0, 0];
    let (fd, size) = (libc::AT_FDCWD, size_of_val(&attributes));
    syscall!(libc::SYS_mount_setattr, fd, &*at, 0, attributes.as_ptr(), size)?;
    write(&context.readonly_victim())
}

pub(crate) fn unmount_read_only(context: &Context<'_>) -> Tried {
    unmount(&c_path(&context.world.readonly())?)?;
    write(&context.readonly_victim())
}

pub(crate) fn unmount_granted(context: &Context<'_>) -> Tried {
    unmount(&c_path(&context.world.granted())?)?;
    did("took the granted folder off")
}

pub(crate) fn unmount_tmp(context: &Context<'_>) -> Tried {
    unmount(c"/tmp")?;
    read(&context.victim())
}

pub(crate) fn unmount_proc(_: &Context<'_>) -> Tried {
    unmount(c"/proc")?;
    did("took /proc off")
}

pub(crate) fn unmount_programs(_: &Context<'_>) -> Tried {
    unmount(c"/usr")?;
    did("took /usr off")
}

pub(crate) fn unmount_top(context: &Context<'_>) -> Tried {
    unmount(c"/")?;
    read(&context.victim())
}

/// Looks a path up without mounting anything.
pub(crate) fn open_tree(context: &Context<'_>) -> Tried {
    let path = c_path(&context.victim())?;
    let found = descriptor(syscall!(libc::SYS_open_tree, libc::AT_FDCWD, &*path, 0)?);
    read(Path::new(&format!("/proc/self/fd/{}", found.as_raw_fd())))
}

pub(crate) fn clone_tree(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    let path = c_path(&context.world.granted())?;
    let flags = OPEN_TREE_CLONE | AT_RECURSIVE;
    syscall!(libc::SYS_open_tree, libc::AT_FDCWD, &*path, flags)?;
    did("cloned a mount")
}

pub(crate) fn open_filesystem(_: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    syscall!(libc::SYS_fsopen, c"tmpfs", 0)?;
    did("opened a filesystem")
}

pub(crate) fn pick_filesystem(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    let path = c_path(&context.world.granted())?;
    syscall!(libc::SYS_fspick, libc::AT_FDCWD, &*path, 0)?;
    did("picked a filesystem to change it")
}

/// Takes the granted folder away from where it stands.
pub(crate) fn move_mount(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    let from = c_path(&context.world.granted())?;
    let to = c_path(&context.world.home())?;
    let folder = syscall!(libc::SYS_openat, libc::AT_FDCWD, &*from, libc::O_PATH)?;
    let (fd, at) = (descriptor(folder), libc::AT_FDCWD);
    syscall!(libc::SYS_move_mount, &fd, c"", at, &*to, MOVE_MOUNT_F_EMPTY_PATH)?;
    did("moved a mount")
}

pub(crate) fn pivot_root(context: &Context<'_>) -> Tried {
    keep_off_the_host()?;
    let at = c_path(&context.world.granted())?;
    syscall!(libc::SYS_mount, &*at, &*at, 0, libc::MS_BIND, 0).ok();
    syscall!(libc::SYS_pivot_root, &*at, &*at)?;
    did("put another folder in place of the top")
}

/// Steps out of a `chroot(2)` with a descriptor from before it.
pub(crate) fn chroot(context: &Context<'_>) -> Tried {
    let top = File::open("/")?;
    syscall!(libc::SYS_chroot, &*c_path(&context.world.granted())?)?;
    syscall!(libc::SYS_fchdir, top.as_raw_fd())?;
    for _ in 0..64 {
        std::env::set_current_dir("..")?;
    }
    let victim = context.victim();
    let mut file = File::open(victim.strip_prefix("/").unwrap_or(&victim))?;
    read_file(&mut file)
}

fn unmount(path: &CStr) -> Result<(), Failed> {
    keep_off_the_host()?;
    syscall!(libc::SYS_umount2, path, libc::MNT_DETACH)?;
    Ok(())
}

/// Where this may mount at all, it does so in a namespace of its own: without a sandbox and as root
/// the host would suffer. In a sandbox this fails, and the mounts are tried as they are.
fn keep_off_the_host() -> Result<(), Errno> {
    if syscall!(libc::SYS_unshare, libc::CLONE_NEWNS).is_ok() {
        let private = libc::MS_REC | libc::MS_PRIVATE;
        syscall!(libc::SYS_mount, 0, c"/", 0, private, 0)?;
    }
    Ok(())
}
