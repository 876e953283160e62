//! What is kept of entries that were connected: below `apps` in the folder of the data, for this
//! account alone. What looks like a secret is in a file of its own.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use paddock_apps::{Adoption, EntryRef, Plan, Withheld};
use paddock_control::view::{Code, Failure};

#[cfg(not(unix))]
#[path = "kept/elsewhere.rs"]
mod files;
#[cfg(unix)]
#[path = "kept/unix.rs"]
mod files;

const RECORDS: &str = "connected.json";
const SECRETS: &str = "withheld.json";
/// Backups of an app's files that stay.
const BACKUPS: usize = 5;

/// The records, for as long as nobody else may write them. All of it blocks as long as the disk
/// does.
#[derive(Debug)]
pub struct Kept {
    folder: PathBuf,
    adoptions: Vec<Adoption>,
    secrets: Vec<(EntryRef, Withheld)>,
    _lock: File,
}

/// A state of the records to go back to.
#[derive(Debug)]
pub(crate) struct Before(Vec<Adoption>, Vec<(EntryRef, Withheld)>);

/// What is connected. Blocks as long as the disk does.
///
/// # Errors
/// The records can't be read: `cli-apps-kept`.
pub fn adoptions(data: &Path) -> Result<Vec<Adoption>, Failure> {
    files::read(&folder(data).join(RECORDS)).map_err(broken)
}

fn folder(data: &Path) -> PathBuf {
    data.join("apps")
}

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::new(Code::CliAppsKept).with("reason", error)
}

impl Kept {
    /// # Errors
    /// Another command is at it: `cli-apps-busy`. The records can't be read: `cli-apps-kept`.
    pub fn open(data: &Path) -> Result<Self, Failure> {
        let folder = folder(data);
        files::prepare(&folder).map_err(broken)?;
        let lock = files::lock(&folder.join("lock")).map_err(broken)?;
        let lock = lock.ok_or_else(|| Failure::new(Code::CliAppsBusy))?;
        let adoptions = files::read(&folder.join(RECORDS)).map_err(broken)?;
        let secrets = files::read(&folder.join(SECRETS)).map_err(broken)?;
        Ok(Self { folder, adoptions, secrets, _lock: lock })
    }

    /// What is connected.
    pub fn adoptions(&self) -> &[Adoption] {
        &self.adoptions
    }

    /// What is withheld of an entry; nothing where nothing had to be.
    pub(crate) fn withheld(&self, entry: &EntryRef) -> Option<Withheld> {
        self.secrets.iter().find(|(of, _)| of == entry).map(|(_, it)| it.clone())
    }

    /// Keeps what a plan leaves to be kept. This comes before the file is written: what is kept of
    /// an entry that was never changed does no harm.
    pub(crate) fn add(&mut self, plan: &Plan) -> Result<Before, Failure> {
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

    pub(crate) fn go_back(&mut self, Before(adoptions, secrets): Before) -> Result<(), Failure> {
        (self.adoptions, self.secrets) = (adoptions, secrets);
        self.write()
    }

    /// Forgets these, but for those that were connected anew since.
    pub(crate) fn remove(&mut self, adoptions: &[Adoption]) -> Result<(), Failure> {
        for adoption in adoptions {
            if self.adoptions.contains(adoption) {
                self.forget(&adoption.entry);
            }
        }
        self.write()
    }

    fn forget(&mut self, entry: &EntryRef) {
        self.adoptions.retain(|it| it.entry != *entry);
        self.secrets.retain(|(of, _)| of != entry);
    }

    /// Secrets first: a new record without them could not be given back.
    fn write(&self) -> Result<(), Failure> {
        files::replace(&self.folder, SECRETS, &self.secrets).map_err(broken)?;
        files::replace(&self.folder, RECORDS, &self.adoptions).map_err(broken)
    }

    /// Where the next backup of a file of this app goes.
    pub(crate) fn backup(&self, app: &str) -> PathBuf {
        let now = chrono::Utc::now().format("%Y%m%dT%H%M%S%.6f");
        self.folder.join(format!("{app}-{now}.backup"))
    }

    /// Leaves the newest backups of this app.
    pub(crate) fn prune(&self, app: &str) {
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
