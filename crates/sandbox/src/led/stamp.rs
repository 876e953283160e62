//! What tells that something was changed, whoever sets its times.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// How long a further change may have the time of the one before, by the clock of any kernel.
const TICK: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    found: Option<Found>,
    /// What was changed right before may have changed once more without a trace.
    is_fresh: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    device: u64,
    inode: u64,
    size: u64,
    /// Of a folder of Git's nothing: what Git does there each time leads nowhere.
    changed: Option<SystemTime>,
}

impl Stamp {
    /// Of what is to be looked at after this was called.
    pub(super) fn of(path: &Path) -> Self {
        let found = Found::at(path);
        let changed = found.and_then(|found| found.changed);
        Self { found, is_fresh: changed.is_some_and(is_fresh) }
    }

    /// Which folder it is, whatever is in it. Of anything else as [`of`](Self::of).
    pub(super) fn of_place(path: &Path) -> Self {
        if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
            Self { found: Found::place_at(path), is_fresh: false }
        } else {
            Self::of(path)
        }
    }

    pub(super) fn is_there(&self) -> bool {
        self.found.is_some()
    }

    /// Whether nothing there was changed since.
    pub(super) fn holds(&self, path: &Path) -> bool {
        let is_place = self.found.is_some_and(|found| found.changed.is_none());
        let now = if is_place { Found::place_at(path) } else { Found::at(path) };
        !self.is_fresh && now == self.found
    }
}

impl Found {
    fn at(path: &Path) -> Option<Self> {
        fs::symlink_metadata(path).ok().map(|found| Self::of(&found))
    }

    fn place_at(path: &Path) -> Option<Self> {
        let found = fs::symlink_metadata(path).ok().filter(Metadata::is_dir)?;
        Some(Self { size: 0, changed: None, ..Self::of(&found) })
    }

    #[cfg(unix)]
    fn of(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        let since = Duration::new(
            u64::try_from(found.ctime()).unwrap_or_default(),
            u32::try_from(found.ctime_nsec()).unwrap_or_default(),
        );
        Self {
            device: found.dev(),
            inode: found.ino(),
            size: found.len(),
            changed: Some(SystemTime::UNIX_EPOCH + since),
        }
    }

    #[cfg(not(unix))]
    fn of(found: &Metadata) -> Self {
        let changed = Some(found.modified().unwrap_or(SystemTime::UNIX_EPOCH));
        Self { device: 0, inode: 0, size: found.len(), changed }
    }
}

fn is_fresh(changed: SystemTime) -> bool {
    match SystemTime::now().duration_since(changed) {
        Ok(ago) => ago < TICK,
        Err(ahead) => ahead.duration() < TICK,
    }
}
