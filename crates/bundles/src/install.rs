//! Unpacked bundles: a folder each, named after its bundle and the digest of its bytes.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use crate::archive::{LARGEST_MANIFEST, MANIFEST};
use crate::same::is_same;
use crate::{Bundle, BundleError, Manifest};

/// Digits of the digest in a folder's name.
const DIGITS: usize = 16;
const LONGEST_NAME: usize = 60;

/// Where bundles are unpacked: beside the folder of Paddock's data, of which no server is shown
/// anything.
pub fn bundles_beside(data: &Path) -> PathBuf {
    let mut name = data.file_name().unwrap_or_default().to_os_string();
    name.push("-bundles");
    data.with_file_name(name)
}

impl Bundle {
    /// The name of the folder it is unpacked into.
    pub fn folder_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let name: String = self.manifest.name.chars().take(LONGEST_NAME).map(plain).collect();
        format!("{}-{}", name.to_ascii_lowercase(), &self.digest[..DIGITS])
    }

    /// Unpacks it whole or not at all, for nobody to write to. A folder of its name that is there
    /// already stays if it holds the same to the byte, and is replaced otherwise.
    ///
    /// # Errors
    /// The disk fails, or an entry is not as long as it was said to be.
    pub fn unpack(&mut self, bundles: &Path) -> Result<PathBuf, BundleError> {
        let folder = bundles.join(self.folder_name());
        fs::create_dir_all(bundles)?;
        shut(bundles)?;
        let begun = tempfile::Builder::new().prefix(".begun-").tempdir_in(bundles)?;
        for index in 0..self.entries.len() {
            self.unpack_entry(index, begun.path())?;
        }
        if folder.symlink_metadata().is_ok() {
            if is_same(begun.path(), &folder) {
                return Ok(folder);
            }
            remove(&folder)?;
        }
        let begun = begun.keep();
        if let Err(error) = fs::rename(&begun, &folder) {
            let _ = fs::remove_dir_all(&begun);
            return Err(error.into());
        }
        Ok(folder)
    }

    fn unpack_entry(&mut self, index: usize, folder: &Path) -> Result<(), BundleError> {
        let entry = self.entries[index].clone();
        let to = folder.join(&entry.path);
        if entry.is_folder {
            return Ok(fs::create_dir_all(to)?);
        }
        if let Some(above) = to.parent() {
            fs::create_dir_all(above)?;
        }
        let not_zip =
            |error: zip::result::ZipError| BundleError::NotZip { reason: error.to_string() };
        let packed = self.archive.by_index(index).map_err(not_zip)?;
        let mut file = File::create_new(&to)?;
        let written = io::copy(&mut packed.take(entry.size.saturating_add(1)), &mut file);
        if written.map_err(|error| BundleError::NotZip { reason: error.to_string() })? != entry.size
        {
            return Err(BundleError::Bomb);
        }
        file.flush()?;
        let server = &self.manifest.server;
        let is_run =
            entry.is_executable || server.entry_point.trim_start_matches("./") == entry.path;
        read_only(&file, is_run)
    }
}

#[cfg(unix)]
fn shut(folder: &Path) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn shut(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn read_only(file: &File, is_run: bool) -> Result<(), BundleError> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    Ok(file.set_permissions(Permissions::from_mode(if is_run { 0o555 } else { 0o444 }))?)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn read_only(_: &File, _: bool) -> Result<(), BundleError> {
    Ok(())
}

/// The folder of the bundle that a word of a command lies in.
fn bundle_of(bundles: &Path, word: &str) -> Option<PathBuf> {
    let mut inner = Path::new(word).strip_prefix(bundles).ok()?.components();
    let Component::Normal(name) = inner.next()? else { return None };
    (!name.as_encoded_bytes().starts_with(b".")).then(|| bundles.join(name))
}

/// The folders of bundles that words of a command lie in: whole words, and what stands in one after
/// `=` or between `:`.
pub fn bundles_in<'a>(
    bundles: &Path,
    words: impl IntoIterator<Item = &'a str>,
) -> BTreeSet<PathBuf> {
    let words = words.into_iter();
    let words = words.flat_map(|word| std::iter::once(word).chain(word.split(['=', ':'])));
    words.filter_map(|word| bundle_of(bundles, word)).collect()
}

/// What an unpacked bundle says of itself. Programs of the person may have written it anew.
///
/// # Errors
/// It is no plain file, can't be read, or is not as it should be.
pub fn manifest_in(folder: &Path) -> Result<Manifest, BundleError> {
    let file = folder.join(MANIFEST);
    let is_plain = folder.symlink_metadata()?.is_dir() && file.symlink_metadata()?.is_file();
    let bad = |reason: &str| BundleError::BadManifest { reason: reason.to_owned() };
    if !is_plain {
        return Err(bad("it is no plain file"));
    }
    let mut text = Vec::new();
    File::open(file)?.take(LARGEST_MANIFEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST_MANIFEST {
        return Err(bad("it is too long"));
    }
    Manifest::read(&text)
}

/// Whether both folders are of bundles with the same name.
pub fn is_same_name(one: &Path, two: &Path) -> bool {
    let name = |folder: &Path| {
        let name = folder.file_name()?.to_str()?;
        name.len().checked_sub(DIGITS + 1).and_then(|end| name.get(..end)).map(str::to_owned)
    };
    name(one).is_some() && name(one) == name(two)
}

/// Removes an unpacked bundle: at once from where it is looked for, then from the disk.
///
/// # Errors
/// The disk fails.
pub fn remove(folder: &Path) -> io::Result<()> {
    let bundles = folder.parent().unwrap_or(Path::new("/"));
    let aside = tempfile::Builder::new().prefix(".removed-").tempdir_in(bundles)?;
    fs::rename(folder, aside.path().join("bundle"))?;
    aside.close()
}
