//! Opening files and folders beneath a folder that is held open, and nowhere else.
//!
//! Every operation takes a handle and a relative path; the operating system resolves the path and
//! refuses to leave the folder, so a folder swapped for a link between two steps changes nothing.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod unix;
#[cfg(not(unix))]
mod unsupported;
#[cfg(unix)]
pub mod walk;

#[cfg(unix)]
pub use unix::Folder;
#[cfg(not(unix))]
pub use unsupported::Folder;

use std::ffi::OsString;

/// Which folder a handle stands for, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    pub device: u64,
    pub inode: u64,
}

/// One name in a folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: OsString,
    pub is_folder: bool,
}

/// Whether a link on the way could be why the operating system refused to resolve a path.
pub fn met_a_link(error: &std::io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        matches!(Errno::from_io_error(error), Some(Errno::XDEV | Errno::LOOP | Errno::NOTDIR))
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}
