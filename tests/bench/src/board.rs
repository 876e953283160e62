//! One slot a server in a file that all map: what list it holds, since when, and how many it was given.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::mm::{MapFlags, ProtFlags, mmap};

/// Bytes a slot; a cache line, so that servers do not slow one another down.
pub const SLOT: usize = 64;

/// The slot of one server.
#[derive(Debug)]
pub struct Slot {
    words: NonNull<AtomicU64>,
}

impl Slot {
    /// # Errors
    /// The file can't be opened or mapped, or is too short.
    pub fn open(board: &Path, number: usize) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(board)?;
        let length = usize::try_from(file.metadata()?.len()).unwrap_or(0);
        if length < (number + 1) * SLOT {
            return Err(io::Error::other("the board has no such slot"));
        }
        let (protection, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED);
        #[expect(unsafe_code, reason = "a mapping that all processes share")]
        // SAFETY: a new mapping at a place of the kernel's choice; it stays until the process ends.
        let start = unsafe { mmap(std::ptr::null_mut(), length, protection, flags, &file, 0)? };
        let slot = start.cast::<AtomicU64>().wrapping_add(number * SLOT / size_of::<AtomicU64>());
        let words = NonNull::new(slot).ok_or_else(|| io::Error::other("no mapping"))?;
        Ok(Self { words })
    }

    /// A list of this version arrived at this time.
    pub fn hold(&self, version: u64, at: u64) {
        self.word(1).store(at, Ordering::Relaxed);
        self.word(2).fetch_add(1, Ordering::Relaxed);
        self.word(0).store(version, Ordering::Release);
    }

    fn word(&self, index: usize) -> &AtomicU64 {
        #[expect(unsafe_code, reason = "a word of the mapping")]
        // SAFETY: a slot has eight aligned words, lies within the mapping, and the mapping stays.
        unsafe {
            self.words.add(index).as_ref()
        }
    }
}
