//! Whether what is on the disk is what was unpacked.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

/// Whether both folders hold the same names, kinds, rights and bytes. What can't be read, and what
/// is neither file nor folder, is not the same.
pub(crate) fn is_same(one: &Path, two: &Path) -> bool {
    folders(one, two).unwrap_or(false)
}

fn folders(one: &Path, two: &Path) -> io::Result<bool> {
    // A link to a folder is none.
    if !two.symlink_metadata()?.is_dir() {
        return Ok(false);
    }
    let (ours, theirs) = (entries(one)?, entries(two)?);
    if !ours.keys().eq(theirs.keys()) {
        return Ok(false);
    }
    for ((name, our), their) in ours.iter().zip(theirs.values()) {
        let (one, two) = (one.join(name), two.join(name));
        let same = if our.is_dir() {
            folders(&one, &two)?
        } else {
            is_like(our, their) && files(&one, &two)?
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

fn entries(folder: &Path) -> io::Result<BTreeMap<OsString, Metadata>> {
    let of = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.file_name(), entry.path().symlink_metadata()?))
    };
    fs::read_dir(folder)?.map(of).collect()
}

fn is_like(one: &Metadata, two: &Metadata) -> bool {
    two.is_file() && one.len() == two.len() && one.permissions() == two.permissions()
}

/// Both are of one length.
fn files(one: &Path, two: &Path) -> io::Result<bool> {
    const AT_ONCE: u64 = 64 << 10;
    let (mut one, mut two) = (File::open(one)?, File::open(two)?);
    let (mut here, mut there) = (Vec::new(), Vec::new());
    loop {
        here.clear();
        there.clear();
        one.by_ref().take(AT_ONCE).read_to_end(&mut here)?;
        two.by_ref().take(AT_ONCE).read_to_end(&mut there)?;
        if here != there {
            return Ok(false);
        }
        if here.is_empty() {
            return Ok(true);
        }
    }
}
