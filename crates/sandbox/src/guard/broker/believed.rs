//! What Git believes gets to its place only once it was read, and as a copy of what was read.
//!
//! What a server made it may still have open, or by another name. The copy it never has: until that is
//! in place it stands where nobody's broker writes, and from there on it can be moved away, but neither
//! opened to be written nor given a second name. What was moved away comes back as another copy.

use std::ffi::{CString, OsStr};
use std::fs::{File, FileTimes, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use paddock_core::guarded::Believed;
use paddock_sandbox::DeniedBy;
use paddock_sandbox::believed::{Doubt, LARGEST, LARGEST_SETTINGS, check, id_length};
use rustix::fs::{
    AtFlags, CWD, Mode, OFlags, RenameFlags, openat, renameat_with, statat, unlinkat,
};
use rustix::io::Errno;

use super::{Broker, Failure};
use crate::guard::place::Spot;
use crate::guard::zones::Verdict;

/// How many names are tried for a copy. One that is taken was left behind, or is another broker's.
const NAMES: u32 = 16;

/// How long an id is in bytes, unless the settings say otherwise.
const USUAL_ID: usize = 20;

impl Broker {
    /// As [`judge`](Self::judge), of what would be changed in place or come to have two names.
    pub(super) fn judge_content(&self, spot: &Spot<'_>) -> Verdict {
        let verdict = self.judge(spot);
        let is_believed = verdict == Verdict::Free && self.zones.believed(&spot.real).is_some();
        if is_believed { Verdict::Guarded } else { verdict }
    }

    /// As [`judge_open`](Self::judge_open), likewise.
    pub(super) fn judge_open_content(&self, file: &OwnedFd) -> Result<PathBuf, Failure> {
        let real = self.judge_open(file)?;
        if self.zones.believed(&real).is_some() { Err(self.refused(&real)) } else { Ok(real) }
    }

    /// What Git believes is not made there.
    pub(super) fn permit_new(&self, spot: &Spot<'_>) -> Result<(), Failure> {
        let is_believed = self.zones.believed(&spot.real).is_some();
        if is_believed { Err(self.there_or_refused(spot)) } else { Ok(()) }
    }

    /// Nor does it change places with anything.
    pub(super) fn permit_exchange(&self, one: &Spot<'_>, other: &Spot<'_>) -> Result<(), Failure> {
        let believed = [one, other].into_iter().find(|it| self.zones.believed(&it.real).is_some());
        believed.map_or(Ok(()), |spot| Err(self.refused(&spot.real)))
    }

    /// Moves what Git would believe at `to`: a copy gets there, and what is at `from` goes.
    pub(super) fn put_in_place(
        &self,
        from: &Spot<'_>,
        to: &Spot<'_>,
        believed: Believed,
        flags: RenameFlags,
    ) -> Result<(), Failure> {
        let doubted = |doubt| Failure::Guarded(to.real.clone(), DeniedBy::Content(doubt));
        let as_it_is = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let old = File::from(openat(from, from.name.as_c_str(), as_it_is, Mode::empty())?);
        if !old.metadata()?.is_file() {
            return Err(doubted(Doubt::NoFile));
        }
        let id_length = match believed {
            Believed::Index => id_length_of(&to.real).map_err(doubted)?,
            Believed::Reference | Believed::PackedReferences => USUAL_ID,
        };
        // It takes a while of a large one, and what is read is what gets there.
        self.turns.leave()?;
        let content = read_within(&old, LARGEST)?.ok_or(Doubt::TooLarge).map_err(doubted)?;
        check(believed, &content, id_length).map_err(doubted)?;
        self.turns.take(to.device()?)?;
        let is_synced = believed != Believed::Index;
        put_copy(&old, &content, is_synced, to, flags)?;
        Ok(remove_if(from, &old)?)
    }
}

/// `None` of more than that.
fn read_within(file: &File, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut content = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut content)?;
    Ok((content.len() <= most).then_some(content))
}

/// How long ids are in Git's folder around this.
fn id_length_of(index: &Path) -> Result<usize, Doubt> {
    let is_gits = |folder: &&Path| folder.file_name() == Some(OsStr::new(".git"));
    let git = index.ancestors().filter(is_gits).last().ok_or(Doubt::Settings)?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let settings = match openat(CWD, git.join("config"), flags, Mode::empty()) {
        Err(Errno::NOENT) => return Ok(USUAL_ID),
        opened => File::from(opened.map_err(|_| Doubt::Settings)?),
    };
    let settings = read_within(&settings, LARGEST_SETTINGS).map_err(|_| Doubt::Settings)?;
    let settings = settings.ok_or(Doubt::Settings)?;
    id_length(&String::from_utf8_lossy(&settings)).ok_or(Doubt::Settings)
}

/// What is synced is on the disk before it is in place, as Git has it of references.
fn put_copy(
    old: &File,
    content: &[u8],
    is_synced: bool,
    to: &Spot<'_>,
    flags: RenameFlags,
) -> io::Result<()> {
    let (name, new) = make_beside(to, old)?;
    let put = fill(&new, old, content)
        .and_then(|()| if is_synced { new.sync_all() } else { Ok(()) })
        .and_then(|()| Ok(renameat_with(to, name.as_c_str(), to, to.name.as_c_str(), flags)?));
    if put.is_err() {
        _ = unlinkat(to, name.as_c_str(), AtFlags::empty());
    }
    put
}

/// By a name that no broker lets be written, and that Git passes over among references.
fn make_beside(spot: &Spot<'_>, old: &File) -> io::Result<(CString, File)> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let inode = old.metadata()?.ino();
    for number in 0..NAMES {
        let name = CString::new(format!(".paddock-{inode:x}-{number}.lock"))?;
        match openat(spot, name.as_c_str(), flags, Mode::RUSR | Mode::WUSR) {
            Err(Errno::EXIST) => {}
            made => return Ok((name, File::from(made?))),
        }
    }
    Err(Errno::EXIST.into())
}

/// Its times count: by those of the index Git tells which files may have changed since.
fn fill(mut new: &File, old: &File, content: &[u8]) -> io::Result<()> {
    let seen = old.metadata()?;
    new.write_all(content)?;
    new.set_permissions(Permissions::from_mode(seen.mode() & 0o777))?;
    new.set_times(FileTimes::new().set_accessed(seen.accessed()?).set_modified(seen.modified()?))
}

/// If it is still that file: it can have been the one that was replaced.
fn remove_if(spot: &Spot<'_>, file: &File) -> io::Result<()> {
    let (seen, own) =
        (statat(spot, spot.name.as_c_str(), AtFlags::SYMLINK_NOFOLLOW)?, file.metadata()?);
    if (seen.st_dev, seen.st_ino) == (own.dev(), own.ino()) {
        unlinkat(spot, spot.name.as_c_str(), AtFlags::empty())?;
    }
    Ok(())
}
