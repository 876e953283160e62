//! What is kept of entries that were connected: below `apps` in the folder of the data, for this
//! account alone. What looks like a secret is in a file of its own.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use paddock_apps::{Adoption, EntryRef, LARGEST, Plan, Withheld};
use paddock_control::view::Failure;
use rustix::fs::OFlags;
use rustix::process::geteuid;
use serde::Serialize;
use serde::de::DeserializeOwned;

const RECORDS: &str = "connected.json";
const SECRETS: &str = "withheld.json";
/// Backups of an app's files that stay.
const BACKUPS: usize = 5;

/// The records, for as long as nobody else may write them.
#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    pub(super) adoptions: Vec<Adoption>,
    secrets: Vec<(EntryRef, Withheld)>,
    _lock: File,
}

/// A state of the records to go back to.
#[derive(Debug)]
pub(super) struct Before(Vec<Adoption>, Vec<(EntryRef, Withheld)>);

/// What is connected.
pub(super) fn adoptions(data: &Path) -> Result<Vec<Adoption>, Failure> {
    read(&folder(data).join(RECORDS)).map_err(broken)
}

fn folder(data: &Path) -> PathBuf {
    data.join("apps")
}

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::new("cli-apps-kept").with("reason", error)
}

impl Kept {
    /// # Errors
    /// Another command is at it: `cli-apps-busy`.
    pub(super) fn open(data: &Path) -> Result<Self, Failure> {
        let folder = folder(data);
        prepare(&folder).map_err(broken)?;
        let lock = private().create(true).open(folder.join("lock")).map_err(broken)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Failure::new("cli-apps-busy"),
            TryLockError::Error(error) => broken(error),
        })?;
        let adoptions = read(&folder.join(RECORDS)).map_err(broken)?;
        let secrets = read(&folder.join(SECRETS)).map_err(broken)?;
        Ok(Self { folder, adoptions, secrets, _lock: lock })
    }

    pub(super) fn withheld(&self, entry: &EntryRef) -> Option<Withheld> {
        self.secrets.iter().find(|(of, _)| of == entry).map(|(_, it)| it.clone())
    }

    /// Keeps what a plan leaves to be kept. This comes before the file is written: what is kept of
    /// an entry that was never changed does no harm.
    pub(super) fn add(&mut self, plan: &Plan) -> Result<Before, Failure> {
        let before = Before(self.adoptions.clone(), self.secrets.clone());
        for (adoption, withheld) in plan.adoptions.iter().zip(&plan.withheld) {
            self.forget(&adoption.entry);
            self.adoptions.push(adoption.clone());
            if !withheld.is_empty() {
                self.secrets.push((adoption.entry.clone(), withheld.clone()));
            }
        }
        self.write()?;
        Ok(before)
    }

    pub(super) fn go_back(&mut self, Before(adoptions, secrets): Before) -> Result<(), Failure> {
        (self.adoptions, self.secrets) = (adoptions, secrets);
        self.write()
    }

    pub(super) fn remove(&mut self, entries: &[EntryRef]) -> Result<(), Failure> {
        for entry in entries {
            self.forget(entry);
        }
        self.write()
    }

    fn forget(&mut self, entry: &EntryRef) {
        self.adoptions.retain(|it| it.entry != *entry);
        self.secrets.retain(|(of, _)| of != entry);
    }

    /// Secrets first: a new record without them could not be given back.
    fn write(&self) -> Result<(), Failure> {
        replace(&self.folder, SECRETS, &self.secrets).map_err(broken)?;
        replace(&self.folder, RECORDS, &self.adoptions).map_err(broken)
    }

    /// Where the next backup of a file of this app goes.
    pub(super) fn backup(&self, app: &str) -> PathBuf {
        let now = chrono::Utc::now().format("%Y%m%dT%H%M%S%.6f");
        self.folder.join(format!("{app}-{now}.backup"))
    }

    /// Leaves the newest backups of this app.
    pub(super) fn prune(&self, app: &str) {
        let of_app = |name: &str| {
            let stamp = name.strip_suffix(".backup").and_then(|it| it.strip_prefix(app));
            stamp.is_some_and(|it| it.strip_prefix('-').is_some_and(|it| it.starts_with('2')))
        };
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<_> = names.filter(|name| of_app(name)).collect();
        names.sort();
        let older = names.len().saturating_sub(BACKUPS);
        for name in &names[..older] {
            // One too many is no harm.
            let _ = fs::remove_file(self.folder.join(name));
        }
    }
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    let flags = i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or_default();
    options.write(true).mode(0o600).custom_flags(flags);
    options
}

fn prepare(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let found = fs::symlink_metadata(folder)?;
    let is_ours = found.is_dir() && found.uid() == geteuid().as_raw();
    if !is_ours || found.mode() & 0o077 != 0 {
        let said = format!("{} must be a folder for you alone (mode 700)", folder.display());
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, said));
    }
    Ok(())
}

fn read<T: DeserializeOwned + Default>(path: &Path) -> io::Result<T> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(T::default()),
        other => other?,
    };
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

fn replace(folder: &Path, name: &str, what: &impl Serialize) -> io::Result<()> {
    let beside = folder.join(format!(".{name}"));
    // Left by an attempt that did not end; the lock says that nobody writes it now.
    let _ = fs::remove_file(&beside);
    let mut file = private().create_new(true).open(&beside)?;
    file.write_all(&serde_json::to_vec(what)?)?;
    file.sync_all()?;
    fs::rename(&beside, folder.join(name))?;
    File::open(folder)?.sync_all()
}
