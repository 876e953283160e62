//! Where a path leads: to a folder that is open, and a name in it.

use std::ffi::{CString, OsString};
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use rustix::fs::{
    AtFlags, CWD, FileType, Mode, OFlags, ResolveFlags, fstat, openat2, readlinkat, statat,
};
use rustix::io::Errno;
use rustix::process::{fchdir, getcwd};

use super::message::Name;

/// A name in a folder. What is done there is done to the folder that was judged, wherever its path
/// leads by then.
pub(super) struct Spot<'base> {
    folder: Folder<'base>,
    /// Never a path: at most with a slash at its end, or `.` for the folder itself.
    pub(super) name: CString,
    /// Where that is, without links.
    pub(super) real: PathBuf,
    /// The path up to the name.
    before: Vec<u8>,
    ends_with_slash: bool,
}

enum Folder<'base> {
    Opened(OwnedFd),
    Base(BorrowedFd<'base>),
}

impl<'base> Spot<'base> {
    /// All links on the way are followed, none at the end. Nobody comes through `/proc` to what another
    /// process has open: there this process would be meant, not the caller.
    pub(super) fn find(
        name: &'base Name,
        path: &[u8],
        resolve: ResolveFlags,
    ) -> Result<Self, Errno> {
        let (before, last, ends_with_slash) = split(path)?;
        let folder = if before.is_empty() {
            Folder::Base(name.base.as_ref().ok_or(Errno::NOENT)?.as_fd())
        } else {
            Folder::Opened(open_folder(name, before, resolve)?)
        };
        fchdir(&folder)?;
        let mut real = PathBuf::from(OsString::from_vec(getcwd(Vec::new())?.into_bytes()));
        if !real.is_absolute() {
            // It is in nothing that is mounted here any more.
            return Err(Errno::ACCESS);
        }
        if last != b"." {
            real.push(OsString::from_vec(last.to_vec()));
        }
        let mut name = last.to_vec();
        name.extend(ends_with_slash.then_some(b'/'));
        let name = CString::new(name).map_err(|_| Errno::INVAL)?;
        Ok(Self { folder, name, real, before: before.to_vec(), ends_with_slash })
    }

    pub(super) fn kind(&self) -> Option<FileType> {
        let name = self.bare_name();
        let seen = statat(self, name.as_c_str(), AtFlags::SYMLINK_NOFOLLOW).ok()?;
        Some(FileType::from_raw_mode(seen.st_mode))
    }

    /// The number of the filesystem that the folder is on.
    pub(super) fn device(&self) -> Result<u64, Errno> {
        Ok(fstat(self)?.st_dev)
    }

    pub(super) fn is_there(&self) -> bool {
        self.kind().is_some()
    }

    /// Whether there is something by another name in the same folder.
    pub(super) fn has_beside(&self, name: &str) -> bool {
        statat(self, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// Where the link here leads, as a path from where this one started. `None` if it is none.
    pub(super) fn linked_path(&self) -> Option<Vec<u8>> {
        let target = readlinkat(self, self.bare_name().as_c_str(), Vec::new()).ok()?.into_bytes();
        if target.starts_with(b"/") {
            return Some(target);
        }
        let mut path = self.before.clone();
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend(target);
        path.extend(self.ends_with_slash.then_some(b'/'));
        Some(path)
    }

    pub(super) fn bare_name(&self) -> CString {
        let bytes = self.name.as_bytes();
        CString::new(bytes.strip_suffix(b"/").unwrap_or(bytes)).unwrap_or_default()
    }
}

impl AsFd for Spot<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.folder.as_fd()
    }
}

impl AsFd for Folder<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Opened(folder) => folder.as_fd(),
            Self::Base(base) => *base,
        }
    }
}

/// The path up to the last name, and that name: `.` if it is not one. Whether a slash comes after it.
fn split(path: &[u8]) -> Result<(&[u8], &[u8], bool), Errno> {
    let end = path.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
    let (bare, ends_with_slash) = (&path[..end], end < path.len());
    if path.is_empty() {
        return Err(Errno::NOENT);
    }
    let start = bare.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    match &bare[start..] {
        b"" | b"." | b".." => Ok((path, b".", false)),
        name => Ok((&path[..start], name, ends_with_slash)),
    }
}

fn open_folder(name: &Name, path: &[u8], resolve: ResolveFlags) -> Result<OwnedFd, Errno> {
    let base = match &name.base {
        Some(base) => base.as_fd(),
        None if path.starts_with(b"/") => CWD,
        None => return Err(Errno::NOENT),
    };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat2(base, path, flags, Mode::empty(), resolve | ResolveFlags::NO_MAGICLINKS)
}

/// The path of what is open, whatever it is: to be looked at, and to be opened once more.
pub(super) fn path_of_open(file: impl AsFd) -> CString {
    let path = format!("/proc/self/fd/{}", file.as_fd().as_raw_fd());
    CString::new(path).unwrap_or_default()
}

/// The path by which it was opened, as far as that goes: all that the kernel tells.
pub(super) fn real_path_of_open(file: impl AsFd) -> Result<PathBuf, Errno> {
    let path = readlinkat(CWD, path_of_open(file).as_c_str(), Vec::new())?;
    Ok(PathBuf::from(OsString::from_vec(path.into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_split_before_its_last_name() {
        type Parts = (&'static str, &'static str, bool);
        let cases: [(&str, Parts); 12] = [
            ("a", ("", "a", false)),
            ("a/b", ("a/", "b", false)),
            ("/a", ("/", "a", false)),
            ("a//b//", ("a//", "b", true)),
            ("/", ("/", ".", false)),
            ("//", ("//", ".", false)),
            (".", (".", ".", false)),
            ("..", ("..", ".", false)),
            ("a/..", ("a/..", ".", false)),
            ("a/./", ("a/./", ".", false)),
            ("../a", ("../", "a", false)),
            ("...", ("", "...", false)),
        ];
        for (path, (before, name, slash)) in cases {
            let expected = (before.as_bytes(), name.as_bytes(), slash);
            assert_eq!(split(path.as_bytes()), Ok(expected), "{path}");
        }
        assert_eq!(split(b""), Err(Errno::NOENT));
    }
}
