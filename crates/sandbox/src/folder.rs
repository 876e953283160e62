//! Folders that were granted, opened so that nothing else can stand in for them.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};

use paddock_core::Root;
pub(crate) use paddock_sandbox::disk::identity;
use rustix::fs::{CWD, FileType, Mode, OFlags, RawDir, ResolveFlags, SeekFrom, openat2, seek};
use rustix::io::Errno;

/// A folder to name something by, without the right to list it.
pub(crate) const POINTER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Opens the folder that was consented to; `ESTALE` if another one stands there, `ELOOP` if a
/// symbolic link does.
pub(crate) fn open_granted(root: &Root) -> Result<OwnedFd, Errno> {
    let links = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let folder = openat2(CWD, root.path.as_path(), POINTER, Mode::empty(), links)?;
    if identity(&folder)?.is_same(&root.identity) { Ok(folder) } else { Err(Errno::STALE) }
}

/// Looks at each name in a folder that is open to be read, with its inode and what it is.
///
/// # Errors
///
/// Not all of them could be read.
pub(crate) fn for_each_name(
    folder: impl AsFd,
    mut look: impl FnMut(&CStr, u64, FileType),
) -> Result<(), Errno> {
    // The folder of all processes is read again and again.
    seek(&folder, SeekFrom::Start(0))?;
    let mut space = [MaybeUninit::uninit(); 2048];
    let mut entries = RawDir::new(folder, &mut space);
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name();
        if name != c"." && name != c".." {
            look(name, entry.ino(), entry.file_type());
        }
    }
    Ok(())
}
