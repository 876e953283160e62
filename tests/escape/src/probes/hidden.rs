//! Whether something that is not granted can be known to be there.

use std::ffi::CStr;
use std::fs;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::MetadataExt as _;

use rustix::fs::{Access, access, stat, statfs};
use rustix::process::chdir;

use crate::context::{bytes_of, c_path, did, read};
use crate::sys::{descriptor, syscall};
use crate::{Context, Evidence, Tried};

pub(crate) fn status(context: &Context<'_>) -> Tried {
    Ok(Evidence::Inode(stat(context.victim())?.st_ino))
}

pub(crate) fn status_of_link(context: &Context<'_>) -> Tried {
    Ok(Evidence::Inode(fs::symlink_metadata(context.victim())?.ino()))
}

/// By a descriptor that is only good for looking.
pub(crate) fn path_descriptor(context: &Context<'_>) -> Tried {
    let path = c_path(&context.victim())?;
    let fd = syscall!(libc::SYS_openat, libc::AT_FDCWD, &*path, libc::O_PATH)?;
    Ok(Evidence::Inode(rustix::fs::fstat(descriptor(fd))?.st_ino))
}

pub(crate) fn accessible(context: &Context<'_>) -> Tried {
    access(context.victim(), Access::EXISTS)?;
    did("it exists")
}

pub(crate) fn listing(context: &Context<'_>) -> Tried {
    let mut names = String::new();
    for entry in fs::read_dir(context.world.secret())? {
        names.push_str(&entry?.file_name().to_string_lossy());
        names.push('\n');
    }
    Ok(bytes_of(names.as_bytes()))
}

pub(crate) fn top_listing(context: &Context<'_>) -> Tried {
    for entry in fs::read_dir(&context.world.base)? {
        if entry?.file_name() == *"secret" {
            return did("the hidden folder is listed beside the granted one");
        }
    }
    Err(crate::Failed::because("not listed"))
}

pub(crate) fn filesystem(context: &Context<'_>) -> Tried {
    let found = statfs(context.victim())?;
    did(format!("of type {:x}", found.f_type))
}

pub(crate) fn link_target(context: &Context<'_>) -> Tried {
    let target = fs::read_link(context.world.secret().join("link"))?;
    Ok(bytes_of(target.as_os_str().as_encoded_bytes()))
}

pub(crate) fn attribute(context: &Context<'_>) -> Tried {
    let path = c_path(&context.victim())?;
    let mut bytes = [0_u8; 256];
    let (start, size) = (bytes.as_mut_ptr(), bytes.len());
    let count = syscall!(libc::SYS_getxattr, &*path, c"user.secret", start, size)?;
    Ok(bytes_of(&bytes[..usize::try_from(count).unwrap_or_default().min(size)]))
}

pub(crate) fn entered(context: &Context<'_>) -> Tried {
    chdir(context.world.secret())?;
    did("is in the hidden folder")
}

pub(crate) fn handle(context: &Context<'_>) -> Tried {
    let path = c_path(&context.victim())?;
    let mut handle = [128_u32; 2 + 32];
    let mut mount = 0_i32;
    let (at, start) = (libc::AT_FDCWD, handle.as_mut_ptr());
    let named = libc::SYS_name_to_handle_at;
    syscall!(named, at, &*path, start, &raw mut mount, 0)?;
    did(format!("handle of type {}", handle[1]))
}

/// Hears of new names in a hidden folder.
pub(crate) fn watch(context: &Context<'_>) -> Tried {
    let queue = descriptor(syscall!(libc::SYS_inotify_init1, libc::O_CLOEXEC)?);
    let path = c_path(&context.world.secret())?;
    syscall!(libc::SYS_inotify_add_watch, queue.as_raw_fd(), &*path, libc::IN_ALL_EVENTS)?;
    did("watches the hidden folder")
}

/// What the machine is called, and which it is.
pub(crate) fn machine(_: &Context<'_>) -> Tried {
    if !fs::exists("/etc/machine-id").unwrap_or(false) && crate::sys::proc_is_there() {
        return Err(crate::Failed::lacking("/etc/machine-id"));
    }
    read("/etc/machine-id".as_ref())?;
    did("knows which machine this is")
}

/// A file without a name where nothing may be made; it is gone when the probe ends.
pub(crate) fn made_without_a_name(folder: &CStr) -> Tried {
    let flags = libc::O_TMPFILE | libc::O_RDWR;
    syscall!(libc::SYS_openat, libc::AT_FDCWD, folder, flags, 0o600)?;
    did(format!("made a file in {}", folder.to_string_lossy()))
}
