//! What a program needs in order to run, found so that no server can have put something else in its
//! place.

use std::ffi::OsString;
use std::fs::read_link;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use paddock_core::Access;
use paddock_sandbox::Policy;
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;

/// As many symbolic links as the kernel follows in one path (`path_resolution(7)`).
const MOST_LINKS: usize = 40;

/// Opens a readable path of a policy as a pointer. Links are followed, for `/bin` is one; but not
/// where the server may write (`ELOOP`): it could have left one there in an earlier run, and would
/// now be let in wherever that leads.
pub(crate) fn open_needed(path: &Path, policy: &Policy) -> Result<OwnedFd, Errno> {
    let found = follow(path, &writable(policy))?;
    let pointer = OFlags::PATH | OFlags::CLOEXEC;
    let links = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    openat2(CWD, &found, pointer, Mode::empty(), links)
}

fn writable(policy: &Policy) -> Vec<&Path> {
    let folders = policy.folders.iter().filter(|entry| entry.access == Access::ReadWrite);
    folders.map(|entry| entry.root.path.as_path()).chain([policy.home.as_path()]).collect()
}

/// Where a path leads, with no link left in it.
fn follow(path: &Path, writable: &[&Path]) -> Result<PathBuf, Errno> {
    let mut found = PathBuf::new();
    let mut links = 0;
    let mut left = steps(path);
    while let Some(step) = left.pop() {
        if step == ".." {
            found.pop();
            continue;
        }
        let next = found.join(&step);
        let target = match read_link(&next) {
            Ok(target) => target,
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
                found = next;
                continue;
            }
            Err(error) => return Err(Errno::from_io_error(&error).unwrap_or(Errno::IO)),
        };
        links += 1;
        if links > MOST_LINKS || writable.iter().any(|folder| next.starts_with(folder)) {
            return Err(Errno::LOOP);
        }
        left.extend(steps(&target));
    }
    Ok(found)
}

/// Last one first. The root is one of them: joined to anything, it is the root again.
fn steps(path: &Path) -> Vec<OsString> {
    let steps = path.components().filter(|step| *step != Component::CurDir);
    steps.rev().map(|step| step.as_os_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::fs::create_dir_all;
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    fn folders() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        for name in ["lib/deep", "secret", "project"] {
            create_dir_all(path.join(name)).unwrap();
        }
        (folder, path)
    }

    #[test]
    fn links_are_followed_as_the_kernel_does() {
        let (_folder, top) = folders();
        symlink("lib/deep", top.join("relative")).unwrap();
        symlink(top.join("relative"), top.join("absolute")).unwrap();
        symlink("absolute/..", top.join("above")).unwrap();
        for name in
            ["lib", "relative", "absolute", "above", "absolute/../deep/.", "above/../secret"]
        {
            let path = top.join(name);
            assert_eq!(follow(&path, &[]).as_ref(), Ok(&path.canonicalize().unwrap()), "{name}");
        }
        assert_eq!(follow(Path::new("/"), &[]), Ok("/".into()));
    }

    #[test]
    fn no_link_is_followed_where_the_server_may_write() {
        let (_folder, top) = folders();
        let project = top.join("project");
        symlink("../secret", project.join("modules")).unwrap();
        symlink("project/modules", top.join("outside")).unwrap();
        for path in [project.join("modules"), project.join("modules/x"), top.join("outside")] {
            assert_eq!(follow(&path, &[&project]), Err(Errno::LOOP), "{path:?}");
        }
        assert_eq!(follow(&project, &[&project]), Ok(project.clone()));
    }

    #[test]
    fn what_leads_nowhere_is_not_found() {
        let (_folder, top) = folders();
        symlink("round", top.join("round")).unwrap();
        assert_eq!(follow(&top.join("round"), &[]), Err(Errno::LOOP));
        assert_eq!(follow(&top.join("nothing"), &[]), Err(Errno::NOENT));
    }
}
