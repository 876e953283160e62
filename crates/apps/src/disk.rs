//! Files as they are opened and replaced.

use std::path::{Path, PathBuf};

use crate::error::AppError;
use crate::places::Places;

#[cfg(not(unix))]
#[path = "disk/elsewhere.rs"]
mod system;
#[cfg(unix)]
#[path = "disk/unix.rs"]
mod system;

pub(crate) use system::{Stand, replace};

/// The largest config that is read, in bytes. Claude Code keeps histories in its own, which are
/// some megabytes.
pub const LARGEST: u64 = 16 << 20;

/// A config as it was read.
pub(crate) struct Opened {
    /// Where all links were followed to.
    pub(crate) target: PathBuf,
    pub(crate) bytes: Vec<u8>,
    pub(crate) stand: Stand,
}

/// Opens a config, following links. Nothing but a regular file is opened.
pub(crate) fn open(path: &Path) -> Result<Opened, AppError> {
    let target = path.canonicalize().map_err(|error| unreadable(&error))?;
    let (bytes, stand) = system::read(&target, LARGEST)?;
    Ok(Opened { target, bytes, stand })
}

/// Where another file is and what it holds, opened in the same way.
pub(crate) fn read(path: &Path, most: u64) -> Result<(PathBuf, Vec<u8>), AppError> {
    let target = path.canonicalize().map_err(|error| unreadable(&error))?;
    let (bytes, _) = system::read(&target, most)?;
    Ok((target, bytes))
}

impl Opened {
    /// Why this file is not one to write to, if so.
    pub(crate) fn obstacle(&self, places: &Places, project: Option<&Path>) -> Option<AppError> {
        let of_project = project.and_then(|folder| folder.canonicalize().ok());
        let inside = match of_project {
            Some(folder) => self.target.starts_with(folder),
            None => places.hold(&self.target),
        };
        if !inside {
            return Some(AppError::LeadsOut { to: self.target.clone() });
        }
        self.stand.obstacle(&self.target)
    }
}

fn unreadable(error: &std::io::Error) -> AppError {
    if error.kind() == std::io::ErrorKind::NotFound {
        return AppError::Gone;
    }
    AppError::Unreadable { reason: error.to_string() }
}
