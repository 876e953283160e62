use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use paddock_core::Root;
use paddock_watcher::resolve;
use tempfile::TempDir;

use crate::failure::unresolved;
use crate::view::{Code, Failure};

/// What whoever reads a file of the fixture has read.
pub(super) const CONTENT: &str = "Whoever reads this was let in.\n";

const GUARDED: &str = ".git/config";

/// A folder to be granted and what lies around it, in a folder of its own that goes away with it.
pub(super) struct Fixture {
    folder: TempDir,
    root: Root,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // The server that is tried may have dug deep in it. What is left goes as other such folders do.
        let _ = crate::homes::remove_all(self.folder.path());
    }
}

impl Fixture {
    pub(super) fn make() -> Result<Self, Failure> {
        let not_made = |error: io::Error| Failure::new(Code::ProveUnprepared).with("reason", error);
        let folder =
            tempfile::Builder::new().prefix("paddock-prove-").tempdir().map_err(not_made)?;
        furnish(folder.path()).map_err(not_made)?;
        let granted = folder.path().join("granted");
        let root = resolve(&granted).map_err(|error| unresolved(&granted, &error))?;
        Ok(Self { folder, root })
    }

    pub(super) fn root(&self) -> Root {
        self.root.clone()
    }

    /// The folder that is granted.
    pub(super) fn granted(&self) -> PathBuf {
        self.root.path.as_path().to_path_buf()
    }

    /// A file in it.
    pub(super) fn inside(&self) -> PathBuf {
        self.granted().join("inside.txt")
    }

    /// A file in it that other programs run by.
    pub(super) fn guarded(&self) -> PathBuf {
        self.granted().join(GUARDED)
    }

    /// A symbolic link in it that leads out.
    pub(super) fn link_out(&self) -> PathBuf {
        self.granted().join("out")
    }

    /// A folder whose path begins like that of the granted one.
    pub(super) fn sibling(&self) -> PathBuf {
        self.beside("granted-evil")
    }

    /// A file that has nothing to do with it.
    pub(super) fn outside(&self) -> PathBuf {
        self.beside("outside").join("secret.txt")
    }

    /// For the host's own data.
    pub(super) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// For the server's home.
    pub(super) fn home(&self) -> PathBuf {
        self.data().join("servers").join("proved")
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.granted().with_file_name(name)
    }
}

fn furnish(folder: &Path) -> io::Result<()> {
    for name in ["granted", "granted/.git", "granted-evil", "outside", "data"] {
        fs::create_dir(folder.join(name))?;
    }
    for file in ["granted/inside.txt", "granted-evil/secret.txt", "outside/secret.txt"] {
        fs::write(folder.join(file), CONTENT)?;
    }
    fs::write(folder.join("granted").join(GUARDED), "[core]\n")?;
    link(&folder.join("outside/secret.txt"), &folder.join("granted/out"))
}

#[cfg(unix)]
fn link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target, link)
}
