use std::cell::Cell;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many names of folders, and paths that a file names, are looked at for one command.
const ENTRIES: usize = 20_000;
/// Bytes of text.
const TEXT: usize = 4 << 20;
/// A disk that was asleep, or is busy with other things, takes seconds for one environment.
const TIME: Duration = Duration::from_secs(8);

/// The most that is read of one file.
const FILE: usize = 64 << 10;
/// How many names of one folder are looked at.
const FOLDER: usize = 4096;

/// Reads the disk within limits: what is read may have been written to cost its reader dear.
#[derive(Debug)]
pub(super) struct Reader {
    entries: Cell<usize>,
    text: Cell<usize>,
    until: Instant,
    is_over: Cell<bool>,
}

impl Reader {
    pub(super) fn new() -> Self {
        Self {
            entries: Cell::new(ENTRIES),
            text: Cell::new(TEXT),
            until: Instant::now() + TIME,
            is_over: Cell::new(false),
        }
    }

    #[cfg(test)]
    pub(super) fn without_time() -> Self {
        Self { until: Instant::now(), ..Self::new() }
    }

    /// Whether something was left unread for want of time or room.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.get()
    }

    /// Whether one more path may be looked at.
    pub(super) fn may_look(&self) -> bool {
        spend(&self.entries, 1) && self.has_time() || self.give_up()
    }

    /// The start of the text file `real`, which leads through no link, or nothing if it is no text.
    pub(super) fn text(&self, real: &Path) -> Option<String> {
        String::from_utf8(self.start(real, FILE)?).ok()
    }

    /// As many bytes of a regular file. No pipe is waited for.
    pub(super) fn start(&self, real: &Path, limit: usize) -> Option<Vec<u8>> {
        if !self.has_time() {
            self.give_up();
            return None;
        }
        let bytes = start_of(real, limit)?;
        // A file costs something however short it is.
        let cost = bytes.len().max(64);
        (spend(&self.text, cost) || self.give_up()).then_some(bytes)
    }

    /// The paths in `real`, as many as are looked at, in order.
    pub(super) fn entries(&self, real: &Path) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(real).into_iter().flatten().take(FOLDER) {
            if !self.may_look() {
                return Vec::new();
            }
            paths.extend(entry.ok().map(|entry| entry.path()));
        }
        paths.sort();
        paths
    }

    /// The symbolic links in `real`, and the folders in it that are named as scopes of packages are.
    pub(super) fn links_and_scopes(&self, real: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let (mut links, mut scopes) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(real).into_iter().flatten().flatten().take(FOLDER) {
            if !self.may_look() {
                break;
            }
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            if is_link {
                links.push(entry.path());
            } else if entry.file_name().as_encoded_bytes().starts_with(b"@") {
                scopes.push(entry.path());
            }
        }
        (links, scopes)
    }

    /// Whether there is time to go on; what is left unread for want of it is an error.
    pub(super) fn may_go_on(&self) -> bool {
        self.has_time() || self.give_up()
    }

    pub(super) fn has_time(&self) -> bool {
        !self.is_over() && Instant::now() < self.until
    }

    fn give_up(&self) -> bool {
        self.is_over.set(true);
        false
    }
}

fn spend(left: &Cell<usize>, cost: usize) -> bool {
    let rest = left.get().checked_sub(cost);
    left.set(rest.unwrap_or_default());
    rest.is_some()
}

/// The start of a text file, or nothing if it is no text.
pub(super) fn text_of(file: &Path) -> Option<String> {
    String::from_utf8(start_of(file, FILE)?).ok()
}

/// Of a file and nothing else, without waiting.
pub(crate) fn start_of(file: &Path, limit: usize) -> Option<Vec<u8>> {
    let file = open(file).filter(|file| file.metadata().is_ok_and(|it| it.is_file()))?;
    let mut bytes = Vec::new();
    file.take(limit as u64).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(target_os = "linux")]
fn open(file: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    rustix::fs::open(file, flags, Mode::empty()).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn open(file: &Path) -> Option<File> {
    file.is_file().then(|| File::open(file).ok()).flatten()
}
