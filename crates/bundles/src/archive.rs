use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use zip::{CompressionMethod, ZipArchive};

use crate::names::{Seen, plain};
use crate::{BundleError, Manifest};

/// The largest file, in bytes: it is held in memory, so that what is unpacked is what was looked at.
const LARGEST: u64 = 256 << 20;
/// The most that it unpacks to, in bytes.
const MOST_UNPACKED: u64 = 1 << 30;
pub(crate) const MOST_ENTRIES: usize = 50_000;
/// Files that are packed as they are may be archives themselves, and hold headers of their own.
const MOST_HEADERS: usize = 4 * MOST_ENTRIES;
/// More than this from one byte is no program, if it is much.
const TIGHTEST: u64 = 200;
const MUCH: u64 = 8 << 20;
pub(crate) const LARGEST_MANIFEST: u64 = 1 << 20;

pub(crate) const MANIFEST: &str = "manifest.json";

const KIND: u32 = 0o170_000;
const FILE: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;

/// A copy of a bundle shares its bytes.
pub(crate) type Packed = Cursor<Arc<[u8]>>;

/// A bundle that was looked through: every entry lands in its folder and is within bounds.
#[derive(Clone, Debug)]
pub struct Bundle {
    pub manifest: Manifest,
    /// Of the whole file, in hexadecimal digits.
    pub digest: String,
    pub(crate) entries: Vec<Entry>,
    pub(crate) archive: ZipArchive<Packed>,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) is_folder: bool,
    pub(crate) is_executable: bool,
    pub(crate) size: u64,
}

impl Bundle {
    /// # Errors
    /// It can't be read, or something in it is not as it should be.
    pub fn open(file: &Path) -> Result<Self, BundleError> {
        // What is no file may keep whoever opens it waiting.
        let is_file = file.metadata()?.is_file();
        if !is_file {
            return Err(BundleError::NotZip { reason: "it is no file".to_owned() });
        }
        let mut bytes = Vec::new();
        File::open(file)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
        Self::read(bytes)
    }

    /// # Errors
    /// Something in it is not as it should be.
    pub fn read(bytes: Vec<u8>) -> Result<Self, BundleError> {
        if bytes.len() as u64 > LARGEST {
            return Err(BundleError::TooLarge { most: LARGEST >> 20 });
        }
        let digest = hex(&Sha256::digest(&bytes));
        let told = told_count(&bytes);
        if told == Stated::Beyond
            || matches!(told, Stated::Count(told) if told > MOST_ENTRIES)
            || has_too_many_headers(&bytes)
        {
            return Err(BundleError::Bomb);
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes.into())).map_err(not_zip)?;
        if archive.len() > MOST_ENTRIES {
            return Err(BundleError::Bomb);
        }
        // The reader keeps the last of those that have the same name.
        if matches!(told, Stated::Count(told) if told != archive.len()) {
            return Err(BundleError::Twice { name: "an entry".to_owned() });
        }
        let entries = entries(&mut archive)?;
        let manifest = manifest(&mut archive, &entries)?;
        Ok(Self { manifest, digest, entries, archive })
    }

    /// Whether a file of that name is packed.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.entries.iter().any(|entry| !entry.is_folder && entry.path == path)
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// What the end of the file says of the number of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stated {
    Nothing,
    Count(usize),
    /// It is told in the larger form (Zip64), which no bundle within bounds needs, and which readers
    /// of the smaller one overlook.
    Beyond,
}

/// APPNOTE.TXT, 4.3.15 and 4.3.16.
fn told_count(bytes: &[u8]) -> Stated {
    const LOCATOR: usize = 20;
    let told = || {
        let at = bytes.windows(4).rposition(|it| it == b"PK\x05\x06")?;
        let count = u16::from_le_bytes(bytes.get(at + 10..at + 12)?.try_into().ok()?);
        let before = at.checked_sub(LOCATOR).and_then(|before| bytes.get(before..at));
        let is_larger = before.is_some_and(|it| it.starts_with(b"PK\x06\x07"));
        let is_beyond = is_larger || count == u16::MAX;
        Some(if is_beyond { Stated::Beyond } else { Stated::Count(usize::from(count)) })
    };
    told().unwrap_or(Stated::Nothing)
}

/// Whether a reader could find more entries than are told, and keep each in memory before they can be
/// counted: where the last end of an archive makes no sense to it, as one in a comment, it goes by
/// one before that.
fn has_too_many_headers(bytes: &[u8]) -> bool {
    bytes.windows(4).filter(|it| *it == b"PK\x01\x02").nth(MOST_HEADERS).is_some()
}

fn not_zip(error: impl std::fmt::Display) -> BundleError {
    BundleError::NotZip { reason: error.to_string() }
}

fn entries(archive: &mut ZipArchive<Packed>) -> Result<Vec<Entry>, BundleError> {
    let (mut seen, mut total) = (Seen::default(), 0_u64);
    let mut entries = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let packed = archive.by_index_raw(index).map_err(not_zip)?;
        let bad = || BundleError::BadEntry {
            name: String::from_utf8_lossy(packed.name_raw()).chars().take(200).collect(),
        };
        let path = plain(packed.name_raw()).ok_or_else(bad)?.to_owned();
        let is_folder = packed.name_raw().ends_with(b"/");
        let mode = packed.unix_mode().unwrap_or_default();
        let kind = if is_folder { FOLDER } else { FILE };
        let is_plain = mode & KIND == 0 || mode & KIND == kind;
        let method = packed.compression();
        let is_known = matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated);
        if !is_plain || packed.encrypted() || !is_known {
            return Err(bad());
        }
        let (size, compressed) = (packed.size(), packed.compressed_size());
        total = total.saturating_add(size);
        let is_tight = size > MUCH && size / TIGHTEST > compressed;
        if total > MOST_UNPACKED || is_tight {
            return Err(BundleError::Bomb);
        }
        seen.add(&path, is_folder)?;
        entries.push(Entry { path, is_folder, is_executable: mode & 0o111 != 0, size });
    }
    Ok(entries)
}

fn manifest(archive: &mut ZipArchive<Packed>, entries: &[Entry]) -> Result<Manifest, BundleError> {
    let is_it = |entry: &Entry| entry.path == MANIFEST && !entry.is_folder;
    let index = entries.iter().position(is_it).ok_or(BundleError::NoManifest)?;
    let mut text = Vec::new();
    let packed = archive.by_index(index).map_err(not_zip)?;
    packed.take(LARGEST_MANIFEST + 1).read_to_end(&mut text).map_err(not_zip)?;
    if text.len() as u64 > LARGEST_MANIFEST {
        let reason = format!("it is longer than {} MiB", LARGEST_MANIFEST >> 20);
        return Err(BundleError::BadManifest { reason });
    }
    Manifest::read(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_end_in_a_comment_hides_is_counted_before_it_is_read() {
        let header = [b"PK\x01\x02".as_slice(), &[0; 42]].concat();
        let end = |count: u16| {
            let count = count.to_le_bytes();
            [b"PK\x05\x06".as_slice(), &[0; 4], &count, &count, &[0xff; 8], &[0; 2]].concat()
        };
        let hiding = |headers: usize| [header.repeat(headers), end(u16::MAX), end(1)].concat();
        let many = hiding(MOST_HEADERS + 1);
        assert_eq!(told_count(&many), Stated::Count(1));
        assert!(has_too_many_headers(&many) && !has_too_many_headers(&hiding(MOST_HEADERS)));
        assert!(matches!(Bundle::read(many), Err(BundleError::Bomb)));
    }
}
