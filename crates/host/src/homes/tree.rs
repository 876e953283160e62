//! A tree that a server has made, removed whatever it is like: as deep as there is room for, and shut.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, openat, renameat, unlinkat};
use rustix::io::{Errno, Result};
use rustix::path::Arg;

/// Removes a folder with all that is in it. What is in a folder within is moved up to the top first,
/// so that neither the stack nor what is open grows with the depth. No link is followed.
pub(super) fn remove_all(folder: &Path) -> io::Result<()> {
    let mut tree = Tree { top: opened(CWD, folder)?, moved: 0 };
    while tree.pass()? {}
    Ok(unlinkat(CWD, folder, AtFlags::REMOVEDIR)?)
}

struct Tree {
    top: OwnedFd,
    /// How many folders were moved up.
    moved: u64,
}

impl Tree {
    /// Removes what is at the top by now. Whether there may be more; an error if nothing could be
    /// removed.
    fn pass(&mut self) -> Result<bool> {
        let (mut is_further, mut failed) = (false, None);
        for entry in Dir::read_from(&self.top)? {
            let entry = entry?;
            let name = entry.file_name();
            if is_itself(name) {
                continue;
            }
            match self.remove(name) {
                Ok(()) => is_further = true,
                Err(error) => failed = Some(error),
            }
        }
        match failed {
            Some(error) if !is_further => Err(error),
            Some(_) | None => Ok(is_further),
        }
    }

    /// Removes something at the top; the folders in it come to be there.
    fn remove(&mut self, name: &CStr) -> Result<()> {
        if !is_folder(&self.top, name)? {
            return Ok(());
        }
        let folder = opened(&self.top, name)?;
        for entry in Dir::read_from(&folder)? {
            let entry = entry?;
            let inner = entry.file_name();
            if !is_itself(inner) && is_folder(&folder, inner)? {
                self.move_up(&folder, inner)?;
            }
        }
        match unlinkat(&self.top, name, AtFlags::REMOVEDIR) {
            // What was overlooked while others went is seen in the next pass.
            Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(()),
            removed => removed,
        }
    }

    fn move_up(&mut self, from: &OwnedFd, name: &CStr) -> Result<()> {
        let mut was_shut = false;
        loop {
            self.moved += 1;
            match renameat(from, name, &self.top, self.moved.to_string()) {
                Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                Err(Errno::ACCESS) if !was_shut => {
                    open_up(from, name)?;
                    was_shut = true;
                }
                moved => return moved,
            }
        }
    }
}

/// Whether it is a folder; what is none is removed.
fn is_folder(at: &OwnedFd, name: &CStr) -> Result<bool> {
    match unlinkat(at, name, AtFlags::empty()) {
        // The latter elsewhere than on Linux.
        Err(Errno::ISDIR | Errno::PERM) => Ok(true),
        removed => removed.map(|()| false),
    }
}

fn is_itself(name: &CStr) -> bool {
    matches!(name.to_bytes(), b"." | b"..")
}

/// A folder in which something can be removed.
fn opened(at: impl AsFd, name: impl Arg + Copy) -> Result<OwnedFd> {
    let open = || {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        openat(&at, name, flags, Mode::empty())
    };
    // It may be read and not written to, too.
    let opened_up = open_up(&at, name);
    open().or_else(|error| opened_up.and(Err(error)))
}

/// Lets its owner into a folder, and not into what a link leads to.
#[cfg(target_os = "linux")]
fn open_up(at: impl AsFd, name: impl Arg) -> Result<()> {
    use std::os::fd::AsRawFd as _;

    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(at, name, flags, Mode::empty())?;
    rustix::fs::chmod(format!("/proc/self/fd/{}", folder.as_raw_fd()), Mode::RWXU)
}

#[cfg(not(target_os = "linux"))]
fn open_up(_: impl AsFd, _: impl Arg) -> Result<()> {
    Err(Errno::ACCESS)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rustix::fs::mkdirat;

    use super::*;

    /// Folders within each other, by handles: no path is as long.
    fn dig(folder: &Path, depth: usize) {
        let mut at = opened(CWD, folder).unwrap();
        for _ in 0..depth {
            mkdirat(&at, "d", Mode::RWXU).unwrap();
            at = opened(&at, "d").unwrap();
        }
    }

    #[test]
    fn however_deep_it_is_it_goes() {
        let world = tempfile::tempdir().unwrap();
        let home = world.path().join("home");
        fs::create_dir(&home).unwrap();
        dig(&home, 4_000);
        // Names that folders are moved to.
        fs::write(home.join("1"), "").unwrap();
        fs::create_dir_all(home.join("2/x/y")).unwrap();
        remove_all(&home).unwrap();
        assert!(!home.exists());
    }

    #[test]
    fn nothing_goes_that_a_link_leads_to_and_what_is_shut_does() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let world = tempfile::tempdir().unwrap();
        let (home, beside) = (world.path().join("home"), world.path().join("beside"));
        fs::create_dir_all(home.join("a/b/c")).unwrap();
        fs::create_dir(&beside).unwrap();
        fs::write(beside.join("kept"), "").unwrap();
        for link in ["link", "a/link", "a/b/link"] {
            symlink(&beside, home.join(link)).unwrap();
        }
        for shut in ["a/b/c", "a/b", "a", ""] {
            fs::set_permissions(home.join(shut), fs::Permissions::from_mode(0o000)).unwrap();
        }
        remove_all(&home).unwrap();
        assert!(!home.exists() && beside.join("kept").exists());
        symlink(&beside, &home).unwrap();
        assert!(remove_all(&home).is_err() && beside.join("kept").exists());
    }
}
