use std::ffi::CString;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::{Evidence, Failed, Tried, World};

/// The most that is read of anything.
const ENOUGH: u64 = 64 << 10;

/// What a probe has to work with.
#[derive(Debug)]
pub struct Context<'a> {
    pub world: &'a World,
    pub probe: &'a str,
    /// Descriptors beyond the standard ones that this program was born with.
    pub inherited: &'a [i32],
    pub held: Option<&'a Held>,
}

/// What was opened before the revocation.
#[derive(Debug)]
pub struct Held {
    /// The folder that was taken back.
    pub folder: OwnedFd,
    /// A file in it, opened to be read.
    pub file: File,
    /// Another folder that was taken back.
    pub busy: OwnedFd,
    /// A file in it, opened to be written.
    pub busy_file: File,
    /// An inotify instance that watches the folder.
    pub watch: OwnedFd,
    /// Address of a file of the folder that is mapped; its descriptor is closed.
    pub mapped: usize,
    /// The folder that may only be read any more.
    pub narrowed: OwnedFd,
    /// A file in it, opened to be read and written.
    pub narrowed_file: File,
}

impl Context<'_> {
    /// A file that is not granted and holds the secret.
    pub fn victim(&self) -> PathBuf {
        World::victim(&self.world.secret(), self.probe)
    }

    /// A file that is not granted and not there yet.
    pub fn fresh(&self) -> PathBuf {
        World::fresh(&self.world.secret(), self.probe)
    }

    /// A file in the folder that may only be read.
    pub fn readonly_victim(&self) -> PathBuf {
        World::victim(&self.world.readonly(), self.probe)
    }

    /// A file that is not yet in the folder that may only be read.
    pub fn readonly_fresh(&self) -> PathBuf {
        World::fresh(&self.world.readonly(), self.probe)
    }

    /// A name of the probe's own in the granted folder.
    pub fn own(&self) -> PathBuf {
        World::fresh(&self.world.granted(), self.probe)
    }

    pub fn held(&self) -> Result<&Held, Failed> {
        self.held.ok_or_else(|| Failed::because("nothing is held"))
    }
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Tried {
    read_file(&mut File::open(path)?)
}

pub(crate) fn read_file(file: &mut File) -> Tried {
    let mut bytes = Vec::new();
    file.take(ENOUGH).read_to_end(&mut bytes)?;
    Ok(bytes_of(&bytes))
}

pub(crate) fn bytes_of(bytes: &[u8]) -> Evidence {
    Evidence::Bytes(String::from_utf8_lossy(bytes).into_owned())
}

/// Makes or overwrites a file.
pub(crate) fn write(path: &Path) -> Tried {
    fs::write(path, "written by the server")?;
    wrote(path)
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a probe")]
pub(crate) fn wrote(path: &Path) -> Tried {
    Ok(Evidence::Wrote(path.into()))
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a probe")]
pub(crate) fn did(what: impl Into<String>) -> Tried {
    Ok(Evidence::Did(what.into()))
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a probe")]
pub(crate) fn heard(word: &str) -> Tried {
    Ok(Evidence::Heard(word.into()))
}

/// `path` for the kernel.
pub(crate) fn c_path(path: &Path) -> Result<CString, Failed> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::INVAL.into())
}
