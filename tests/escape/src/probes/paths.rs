//! The secret by its path, however it is written.

use std::fs::{self, File};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::process::chdir;

use crate::context::{read, read_file, write, wrote};
use crate::sys::{descriptor, syscall};
use crate::{Context, Tried};

pub(crate) fn absolute(context: &Context<'_>) -> Tried {
    read(&context.victim())
}

pub(crate) fn absolute_write(context: &Context<'_>) -> Tried {
    write(&context.victim())
}

pub(crate) fn dot_dot(context: &Context<'_>) -> Tried {
    read(&upwards(context))
}

pub(crate) fn dot_dot_write(context: &Context<'_>) -> Tried {
    write(&upwards(context))?;
    wrote(&context.victim())
}

pub(crate) fn dot_dot_from_here(context: &Context<'_>) -> Tried {
    chdir(context.world.granted())?;
    read(&Path::new("../secret/victims").join(context.probe))
}

pub(crate) fn above_the_top(context: &Context<'_>) -> Tried {
    let many = "../".repeat(64);
    chdir(context.world.granted())?;
    read(&PathBuf::from(many).join(context.victim().strip_prefix("/").unwrap_or(Path::new(""))))
}

/// A folder beside the granted one, whose name a careless comparison takes for the granted one's.
pub(crate) fn spelled(context: &Context<'_>) -> Tried {
    read(&context.world.spelled(context.probe).join("secret.txt"))
}

pub(crate) fn spelled_write(context: &Context<'_>) -> Tried {
    write(&context.world.spelled("sibling-prefix").join("written.txt"))
}

pub(crate) fn nul(context: &Context<'_>) -> Tried {
    let mut path = context.world.granted().into_os_string().into_vec();
    path.extend_from_slice(b"/none\0/../../secret/victims/nul\0");
    let fd = syscall!(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), libc::O_RDONLY)?;
    read_file(&mut File::from(descriptor(fd)))
}

/// As long a path as the kernel takes.
pub(crate) fn very_long(context: &Context<'_>) -> Tried {
    let end = Path::new("../secret/victims").join(context.probe);
    let start = context.world.granted();
    let room = libc::PATH_MAX.unsigned_abs() as usize - 2;
    let used = start.as_os_str().as_bytes().len() + end.as_os_str().as_bytes().len() + 2;
    let padding = "./".repeat((room - used) / 2);
    read(&start.join(padding).join(end))
}

/// One part of the path at a time.
pub(crate) fn walk_down(context: &Context<'_>) -> Tried {
    let victim = context.victim();
    let parts: Vec<_> = victim
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .map(Component::as_os_str)
        .collect();
    let mut folder = open_folder(CWD, Path::new("/"))?;
    for part in &parts[..parts.len() - 1] {
        folder = open_folder(folder.as_fd(), Path::new(part))?;
    }
    let file = openat(&folder, context.probe, OFlags::RDONLY, Mode::empty())?;
    read_file(&mut File::from(file))
}

/// From the granted folder's own descriptor.
pub(crate) fn walk_up(context: &Context<'_>) -> Tried {
    let granted = open_folder(CWD, &context.world.granted())?;
    let above = open_folder(granted.as_fd(), Path::new(".."))?;
    let path = Path::new("secret/victims").join(context.probe);
    let file = openat(&above, path, OFlags::RDONLY, Mode::empty())?;
    read_file(&mut File::from(file))
}

pub(crate) fn other_home(context: &Context<'_>) -> Tried {
    read(&context.world.other_home().join("secret.txt"))
}

pub(crate) fn persons_key(context: &Context<'_>) -> Tried {
    read(&context.world.person_home().join(".ssh/id_ed25519"))
}

pub(crate) fn app_data(context: &Context<'_>) -> Tried {
    read(&context.world.app_data().join("paddock.db"))
}

pub(crate) fn canary(context: &Context<'_>) -> Tried {
    read(&context.world.canary())
}

pub(crate) fn shell_history(context: &Context<'_>) -> Tried {
    // By way of a home found in the environment of a program, not by a known name.
    let home = fs::canonicalize(context.world.person_home())?;
    read(&home.join(".bash_history"))
}

fn upwards(context: &Context<'_>) -> PathBuf {
    context.world.granted().join("../secret/victims").join(context.probe)
}

fn open_folder(
    from: rustix::fd::BorrowedFd<'_>,
    name: &Path,
) -> Result<OwnedFd, rustix::io::Errno> {
    openat(from, name, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty())
}
