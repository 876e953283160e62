//! A new text for one file, shown before it is written.

use std::fmt;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::config::Config;
use crate::disk::{self, Opened};
use crate::entry::FileRef;
use crate::error::AppError;

/// What is to be written to one file, and what it was made from.
#[derive(Clone)]
pub struct Change {
    pub file: FileRef,
    /// Where the links of its path lead; this is what is replaced.
    pub target: PathBuf,
    pub(crate) before: Vec<u8>,
    pub(crate) stand: disk::Stand,
    pub(crate) after: Vec<u8>,
    /// For the person: unified, safe to show, with secrets masked.
    pub diff: String,
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change")
            .field("file", &self.file)
            .field("diff", &self.diff)
            .finish_non_exhaustive()
    }
}

impl Change {
    pub(crate) fn new(file: &FileRef, opened: Opened, config: &Config, diff: String) -> Self {
        Self {
            file: file.clone(),
            target: opened.target,
            before: opened.bytes,
            stand: opened.stand,
            after: config.bytes(),
            diff,
        }
    }

    /// The whole new text.
    pub fn after(&self) -> &[u8] {
        &self.after
    }

    pub(crate) fn hash_before(&self) -> String {
        digest(&self.before)
    }

    pub(crate) fn hash_after(&self) -> String {
        digest(&self.after)
    }
}

/// SHA-256, in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Writes exactly this, if the file is still byte for byte what the change was made from. What was
/// there is kept at `backup` first, which must be in a folder that exists, and not be taken by
/// anything else. Replaces the file in one step, keeping mode and group; through links to what they
/// lead to. Blocks as long as the disk does.
pub fn write(change: &Change, backup: &Path) -> Result<(), AppError> {
    if change.file.path.canonicalize().ok().as_ref() != Some(&change.target) {
        return Err(AppError::ChangedMeanwhile);
    }
    disk::replace(change, backup)
}
