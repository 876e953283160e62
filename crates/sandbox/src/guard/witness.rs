//! The process that knows the files of programs, whatever other names these have.
//!
//! A broker sees what its server sees, which need not be all of a program. This one sees what the
//! keeper does. It opens nothing but folders, and all that it says is yes or no.

use std::collections::VecDeque;
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::io::{Errno, read, retry_on_intr, write};

/// How much of programs is looked through for one file. What takes more counts as found.
const FILES: u32 = 200_000;
const TIME: Duration = Duration::from_secs(2);

/// A file, by device and inode.
type Key = (u64, u64);

/// The broker's way to ask.
pub(super) struct Witness(pub(super) OwnedFd);

impl Witness {
    /// Whether a program is made of this file. One that nobody can tell of counts as such.
    pub(super) fn knows(&self, device: u64, inode: u64) -> bool {
        self.ask(device, inode).unwrap_or(true)
    }

    fn ask(&self, device: u64, inode: u64) -> Result<bool, Errno> {
        let mut question = [0; 16];
        question[..8].copy_from_slice(&device.to_le_bytes());
        question[8..].copy_from_slice(&inode.to_le_bytes());
        retry_on_intr(|| write(&self.0, &question))?;
        let mut answer = [1];
        let count = retry_on_intr(|| read(&self.0, &mut answer))?;
        Ok(count != 1 || answer != [0])
    }
}

/// Answers until nobody asks any more.
pub(super) fn serve(socket: &OwnedFd, programs: &[PathBuf]) {
    let mut question = [0; 16];
    while retry_on_intr(|| read(socket, &mut question)) == Ok(question.len()) {
        let (device, inode) = question.split_at(8);
        let number = |half: &[u8]| half.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let found = Search::new().finds((number(device), number(inode)), programs);
        if retry_on_intr(|| write(socket, &[u8::from(found)])).is_err() {
            return;
        }
    }
}

struct Search {
    left: u32,
    until: Instant,
}

impl Search {
    fn new() -> Self {
        Self { left: FILES, until: Instant::now() + TIME }
    }

    fn finds(&mut self, file: Key, programs: &[PathBuf]) -> bool {
        let mut folders = VecDeque::new();
        for program in programs {
            match fs::symlink_metadata(program) {
                Ok(found) if found.is_dir() => folders.push_back(program.clone()),
                Ok(found) if key(&found) == file => return true,
                Ok(_) | Err(_) => {}
            }
        }
        while let Some(folder) = folders.pop_front() {
            if self.finds_in(file, &folder, &mut folders) {
                return true;
            }
        }
        false
    }

    fn finds_in(&mut self, file: Key, folder: &Path, folders: &mut VecDeque<PathBuf>) -> bool {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if self.is_over() {
                return true;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push_back(entry.path()),
                Ok(kind) if kind.is_symlink() => {}
                Ok(_) | Err(_) => {
                    if entry.metadata().is_ok_and(|found| key(&found) == file) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn is_over(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 || self.left.is_multiple_of(64) && Instant::now() >= self.until
    }
}

fn key(file: &fs::Metadata) -> Key {
    (file.dev(), file.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_a_program_is_found_however_deep_and_no_other() {
        let world = tempfile::tempdir().unwrap();
        let path = |name: &str| world.path().join(name);
        fs::create_dir_all(path("program/a/b")).unwrap();
        for name in ["program/a/b/file", "alone", "other"] {
            fs::write(path(name), "").unwrap();
        }
        let programs = [path("program"), path("alone"), path("missing")];
        let finds = |name: &str, mut search: Search| {
            search.finds(key(&fs::metadata(path(name)).unwrap()), &programs)
        };
        assert!(finds("program/a/b/file", Search::new()));
        assert!(finds("alone", Search::new()));
        assert!(!finds("other", Search::new()));
        assert!(finds("other", Search { left: 1, ..Search::new() }));
    }

    #[test]
    fn without_a_witness_every_file_counts_as_a_programs() {
        let (ours, theirs) = rustix::net::socketpair(
            rustix::net::AddressFamily::UNIX,
            rustix::net::SocketType::SEQPACKET,
            rustix::net::SocketFlags::CLOEXEC,
            None,
        )
        .unwrap();
        drop(theirs);
        assert!(Witness(ours).knows(1, 2));
    }
}
