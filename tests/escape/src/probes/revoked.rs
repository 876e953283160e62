//! A folder that was granted, and what was opened while it was.

use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, mkdirat, openat, renameat, statat, unlinkat};
use rustix::mount::{MountPropagationFlags, mount_change};

use crate::context::{bytes_of, c_path, did, read, read_file, write, wrote};
use crate::sys::{memory, syscall};
use crate::{Context, Evidence, Held, Tried, World};

impl Held {
    /// Opens all there is to hold, and enters the folder.
    pub fn take(world: &World) -> Result<Self, crate::Failed> {
        let folder = world.revoked();
        let open = |path: PathBuf| File::options().read(true).write(true).open(path);
        let watch = crate::sys::descriptor(syscall!(
            libc::SYS_inotify_init1,
            libc::O_CLOEXEC | libc::O_NONBLOCK
        )?);
        let path = c_path(&folder)?;
        syscall!(libc::SYS_inotify_add_watch, &watch, &*path, libc::IN_CREATE)?;
        let to_map = File::open(folder.join("mapped.txt"))?;
        let mapped = crate::sys::map(&to_map.into(), 64, libc::PROT_READ, 0)?;
        rustix::process::chdir(&folder)?;
        Ok(Self {
            folder: File::open(&folder)?.into(),
            file: File::open(folder.join("held.txt"))?,
            busy: File::open(world.busy())?.into(),
            busy_file: open(world.busy().join("held.txt"))?,
            watch,
            mapped,
            narrowed: File::open(world.narrowed())?.into(),
            narrowed_file: open(world.narrowed().join("held.txt"))?,
        })
    }
}

pub(crate) fn by_path(context: &Context<'_>) -> Tried {
    read(&victim(context))
}

pub(crate) fn write_by_path(context: &Context<'_>) -> Tried {
    write(&World::fresh(&context.world.revoked(), context.probe))
}

pub(crate) fn status_by_path(context: &Context<'_>) -> Tried {
    Ok(Evidence::Inode(rustix::fs::stat(victim(context))?.st_ino))
}

pub(crate) fn open(context: &Context<'_>) -> Tried {
    let file = openat(&context.held()?.folder, name(context), OFlags::RDONLY, Mode::empty())?;
    read_file(&mut File::from(file))
}

pub(crate) fn open_to_write(context: &Context<'_>) -> Tried {
    let file = openat(&context.held()?.folder, name(context), OFlags::WRONLY, Mode::empty())?;
    File::from(file).write_all(b"written by the server")?;
    wrote(&victim(context))
}

pub(crate) fn create(context: &Context<'_>) -> Tried {
    let flags = OFlags::CREATE | OFlags::WRONLY;
    openat(&context.held()?.folder, new_name(context), flags, Mode::RUSR)?;
    made(context)
}

pub(crate) fn unlink(context: &Context<'_>) -> Tried {
    unlinkat(&context.held()?.folder, name(context), AtFlags::empty())?;
    wrote(&victim(context))
}

pub(crate) fn rename(context: &Context<'_>) -> Tried {
    let folder = &context.held()?.folder;
    renameat(folder, name(context), folder, new_name(context))?;
    made(context)
}

pub(crate) fn rename_into_granted(context: &Context<'_>) -> Tried {
    renameat(&context.held()?.folder, name(context), CWD, context.own())?;
    read(&context.own())
}

pub(crate) fn link_into_granted(context: &Context<'_>) -> Tried {
    linkat(&context.held()?.folder, name(context), CWD, context.own(), AtFlags::empty())?;
    read(&context.own())
}

pub(crate) fn folder(context: &Context<'_>) -> Tried {
    mkdirat(&context.held()?.folder, new_name(context), Mode::RWXU)?;
    made(context)
}

pub(crate) fn mode(context: &Context<'_>) -> Tried {
    let (folder, path) = (&context.held()?.folder, c_path(&name(context))?);
    syscall!(libc::SYS_fchmodat, folder, &*path, 0o777)?;
    wrote(&victim(context))
}

pub(crate) fn mode_while_busy(context: &Context<'_>) -> Tried {
    let (folder, path) = (&context.held()?.busy, c_path(&name(context))?);
    syscall!(libc::SYS_fchmodat, folder, &*path, 0o777)?;
    wrote(&World::victim(&context.world.busy(), context.probe))
}

pub(crate) fn times(context: &Context<'_>) -> Tried {
    let long_ago = [1_i64, 0, 1, 0];
    let (folder, path) = (&context.held()?.folder, c_path(&name(context))?);
    syscall!(libc::SYS_utimensat, folder, &*path, long_ago.as_ptr(), 0)?;
    wrote(&victim(context))
}

/// By the descriptor of a file that was open to be read.
pub(crate) fn mode_of_file(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_fchmod, context.held()?.file.as_raw_fd(), 0o777)?;
    wrote(&context.world.revoked().join("held.txt"))
}

pub(crate) fn listing(context: &Context<'_>) -> Tried {
    let own = openat(&context.held()?.folder, ".", OFlags::DIRECTORY, Mode::empty());
    let folder =
        own.or_else(|_| context.held()?.folder.try_clone().map_err(crate::Failed::from))?;
    let mut names = String::new();
    for entry in rustix::fs::Dir::new(folder)? {
        names.push_str(&entry?.file_name().to_string_lossy());
        names.push('\n');
    }
    Ok(bytes_of(names.as_bytes()))
}

pub(crate) fn status(context: &Context<'_>) -> Tried {
    let status = statat(&context.held()?.folder, name(context), AtFlags::empty())?;
    Ok(Evidence::Inode(status.st_ino))
}

pub(crate) fn upwards(context: &Context<'_>) -> Tried {
    let path = Path::new("../secret/victims").join(context.probe);
    let file = openat(&context.held()?.folder, path, OFlags::RDONLY, Mode::empty())?;
    read_file(&mut File::from(file))
}

/// The server is still in the folder.
pub(crate) fn from_here(context: &Context<'_>) -> Tried {
    read(&name(context))
}

pub(crate) fn upwards_from_here(context: &Context<'_>) -> Tried {
    read(&Path::new("../secret/victims").join(context.probe))
}

pub(crate) fn by_proc(context: &Context<'_>) -> Tried {
    let held = context.held()?.folder.as_raw_fd();
    read(&Path::new("/proc/self/fd").join(held.to_string()).join(name(context)))
}

pub(crate) fn by_proc_upwards(context: &Context<'_>) -> Tried {
    let held = context.held()?.folder.as_raw_fd();
    let path = Path::new("/proc/self/fd").join(held.to_string());
    read(&path.join("../secret/victims").join(context.probe))
}

pub(crate) fn by_proc_cwd(context: &Context<'_>) -> Tried {
    read(&Path::new("/proc/self/cwd").join(name(context)))
}

pub(crate) fn execute_from_here(context: &Context<'_>) -> Tried {
    let program = openat(&context.held()?.folder, "program", OFlags::PATH, Mode::empty())?;
    let none = [std::ptr::null::<u8>()];
    let (none, flags) = (none.as_ptr(), libc::AT_EMPTY_PATH);
    // The program ends with a code of its own.
    let child = crate::in_child(|| {
        let _ = syscall!(libc::SYS_execveat, &program, c"", none, none, flags);
        crate::sys::call(libc::SYS_exit_group, &[77]).ok();
    })?;
    let ended = rustix::process::waitpid(Some(child), rustix::process::WaitOptions::empty())?;
    match ended.and_then(|(_, status)| status.exit_status()) {
        Some(43) => did("executed a program of the folder"),
        Some(_) | None => Err(crate::Failed::because("not executed")),
    }
}

/// Puts the folder's mount, which is nowhere any more, somewhere again.
pub(crate) fn mount_again(context: &Context<'_>) -> Tried {
    fs::create_dir_all(context.own())?;
    let (from, to) = (&context.held()?.folder, c_path(&context.own())?);
    let clone = syscall!(libc::SYS_open_tree, from, c"", 0x1001)?;
    if syscall!(libc::SYS_unshare, libc::CLONE_NEWNS).is_ok() {
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change("/", private)?;
    }
    syscall!(libc::SYS_move_mount, clone, c"", libc::AT_FDCWD, &*to, 4)?;
    read(&context.own().join(name(context)))
}

pub(crate) fn held_file(context: &Context<'_>) -> Tried {
    let mut file = &context.held()?.file;
    file.rewind()?;
    read_file(&mut file.try_clone()?)
}

pub(crate) fn held_file_written(context: &Context<'_>) -> Tried {
    let mut file = &context.held()?.busy_file;
    file.write_all(b"written by the server")?;
    wrote(&context.world.busy().join("held.txt"))
}

pub(crate) fn held_file_reopened(context: &Context<'_>) -> Tried {
    let held = context.held()?.file.as_raw_fd();
    read(&Path::new("/proc/self/fd").join(held.to_string()))
}

pub(crate) fn held_memory(context: &Context<'_>) -> Tried {
    Ok(bytes_of(&memory(context.held()?.mapped, 64)))
}

/// Names that others make in the folder after it was taken back.
pub(crate) fn held_watch(context: &Context<'_>) -> Tried {
    let mut bytes = [0; 4096];
    let count = rustix::io::read(&context.held()?.watch, &mut bytes)?;
    Ok(bytes_of(&bytes[..count]))
}

pub(crate) fn narrowed_by_path(context: &Context<'_>) -> Tried {
    write(&World::fresh(&context.world.narrowed(), context.probe))
}

pub(crate) fn narrowed_by_folder(context: &Context<'_>) -> Tried {
    let flags = OFlags::CREATE | OFlags::WRONLY;
    openat(&context.held()?.narrowed, new_name(context), flags, Mode::RUSR)?;
    wrote(&World::fresh(&context.world.narrowed(), context.probe))
}

pub(crate) fn narrowed_held_file(context: &Context<'_>) -> Tried {
    let mut file = &context.held()?.narrowed_file;
    file.write_all(b"written by the server")?;
    wrote(&context.world.narrowed().join("held.txt"))
}

fn victim(context: &Context<'_>) -> PathBuf {
    World::victim(&context.world.revoked(), context.probe)
}

fn name(context: &Context<'_>) -> PathBuf {
    World::victim(Path::new(""), context.probe)
}

fn new_name(context: &Context<'_>) -> PathBuf {
    World::fresh(Path::new(""), context.probe)
}

fn made(context: &Context<'_>) -> Tried {
    wrote(&World::fresh(&context.world.revoked(), context.probe))
}
