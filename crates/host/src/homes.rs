//! Homes of servers: one each, private to it.

#[cfg(unix)]
mod tree;

use std::fs;
use std::io;
use std::path::Path;

/// What is on its way to be removed ends so.
const REMOVED: &str = ".removed";

/// Makes the home and a folder for what is temporary in it, shut to everyone else.
pub(crate) fn make(home: &Path) -> io::Result<()> {
    fs::create_dir_all(home.join("tmp"))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(home, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Takes the home away, and what is in it in the background: caches can be large.
pub(crate) fn remove(home: &Path) {
    let aside = home.with_extension(&REMOVED[1..]);
    if fs::rename(home, &aside).is_ok() {
        tokio::task::spawn_blocking(move || remove_all(&aside));
    }
}

/// Goes on with what an earlier run of the host did not get done.
pub(crate) fn finish_removing(homes: &Path) {
    for entry in fs::read_dir(homes).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(REMOVED) {
            tokio::task::spawn_blocking(move || remove_all(&entry.path()));
        }
    }
}

/// Removes a folder in which a server had its way, with all that is in it.
#[cfg(unix)]
pub(crate) fn remove_all(folder: &Path) -> io::Result<()> {
    tree::remove_all(folder)
}

#[cfg(not(unix))]
pub(crate) fn remove_all(folder: &Path) -> io::Result<()> {
    fs::remove_dir_all(folder)
}
