//! What is special about a file: whose rights it gives, and who waits for whom.

use std::fs;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::io::Errno;

use crate::context::{c_path, did};
use crate::sys::syscall;
use crate::{Context, Failed, Tried};

const FCHMODAT2: i64 = 452;
const F_SETLEASE: i32 = 1024;
const F_NOTIFY: i32 = 1026;
const HERE: i32 = libc::AT_FDCWD;
const FILE: u32 = libc::S_IFREG;
const MAKE: i32 = libc::O_CREAT | libc::O_WRONLY;

/// A file of the person's that runs as them, whoever runs it.
pub(crate) fn user_changed(context: &Context<'_>) -> Tried {
    changed(context, 0o4755)
}

pub(crate) fn group_changed(context: &Context<'_>) -> Tried {
    changed(context, 0o2755)
}

pub(crate) fn user_made(context: &Context<'_>) -> Tried {
    made(context, 0o4755)
}

pub(crate) fn group_made(context: &Context<'_>) -> Tried {
    made(context, 0o2755)
}

fn changed(context: &Context<'_>, mode: u32) -> Tried {
    let file = fs::File::create(context.own())?;
    let path = c_path(&context.own())?;
    let ways = [
        fs::set_permissions(context.own(), fs::Permissions::from_mode(mode)).err(),
        file.set_permissions(fs::Permissions::from_mode(mode)).err(),
    ];
    let last = ways.into_iter().flatten().last();
    let _ = syscall!(libc::SYS_fchmodat, HERE, &*path, mode);
    let _ = syscall!(FCHMODAT2, HERE, &*path, mode, 0);
    let _ = syscall!(FCHMODAT2, file.as_raw_fd(), c"", mode, libc::AT_EMPTY_PATH);
    found(&context.own())?
        .map_or_else(|| Err(last.map_or(Failed::because("kept"), Failed::from)), did)
}

/// The kernel itself leaves these bits out when it makes a folder.
fn made(context: &Context<'_>, mode: u32) -> Tried {
    let folder = context.own();
    fs::create_dir(&folder)?;
    let path = |name: &str| c_path(&folder.join(name));
    let how = [u64::from(MAKE.cast_unsigned()), mode.into(), 0];
    let size = size_of_val(&how);
    let unnamed = libc::O_TMPFILE | libc::O_RDWR;
    let ways = [
        syscall!(libc::SYS_openat, HERE, &*path("opened")?, MAKE, mode),
        syscall!(libc::SYS_openat2, HERE, &*path("opened-by-structure")?, how.as_ptr(), size),
        syscall!(libc::SYS_mknodat, HERE, &*path("made")?, FILE | mode, 0),
        syscall!(libc::SYS_openat, HERE, &*path("")?, unnamed, mode).and_then(|file| {
            let from =
                c_path(Path::new(&format!("/proc/self/fd/{file}"))).map_err(|_| Errno::INVAL)?;
            let to = path("unnamed").map_err(|_| Errno::INVAL)?;
            syscall!(libc::SYS_linkat, HERE, &*from, HERE, &*to, libc::AT_SYMLINK_FOLLOW)
        }),
    ];
    #[cfg(target_arch = "x86_64")]
    {
        let _ = syscall!(libc::SYS_open, &*path("old-open")?, MAKE, mode);
        let _ = syscall!(libc::SYS_creat, &*path("created")?, mode);
        let _ = syscall!(libc::SYS_mknod, &*path("old-made")?, FILE | mode, 0);
    }
    let _ = syscall!(libc::SYS_mkdirat, HERE, &*path("folder")?, mode);
    for entry in fs::read_dir(&folder)? {
        if let Some(what) = found(&entry?.path())? {
            return did(what);
        }
    }
    Err(ways.into_iter().find_map(Result::err).map_or(Failed::because("kept"), Failed::from))
}

fn found(path: &Path) -> Result<Option<String>, Failed> {
    let mode = fs::symlink_metadata(path)?.mode();
    Ok((mode & 0o6000 != 0).then(|| format!("{} has mode {mode:o}", path.display())))
}

/// Whoever opens the file to write waits until the server lets go of it, 45 s at most.
pub(crate) fn lease(context: &Context<'_>) -> Tried {
    let file = fs::File::open(context.readonly_victim())?;
    syscall!(libc::SYS_fcntl, file.as_raw_fd(), F_SETLEASE, libc::F_RDLCK)?;
    did("keeps the person's own programs waiting")
}

/// Being told of changes by a signal, as long as the folder is open.
pub(crate) fn notice(context: &Context<'_>) -> Tried {
    let folder = fs::File::open(context.world.readonly())?;
    // Any change.
    match syscall!(libc::SYS_fcntl, folder.as_raw_fd(), F_NOTIFY, 0x3f) {
        Err(Errno::INVAL) => Err(Failed::lacking("signals for changes")),
        Err(errno) => Err(errno.into()),
        Ok(_) => did("is told of changes"),
    }
}
