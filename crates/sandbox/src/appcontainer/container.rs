use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use paddock_core::{Access, Identity};
use sha2::{Digest as _, Sha256};

use super::permissions::{self, Sid};
use super::{Entry, Journal, plan, process};
use crate::{Capabilities, ConfineError, Launch, Policy, Sandbox, Tier};

/// Windows: an `AppContainer` for each server. Written and type-checked, never run.
#[derive(Debug)]
pub struct AppContainer {
    capabilities: Capabilities,
    helper: PathBuf,
    given: Mutex<Given>,
}

#[derive(Debug)]
struct Given {
    journal: Journal,
    /// What was set since the app started: it need not be set again.
    set: BTreeMap<Entry, Access>,
}

impl AppContainer {
    /// Takes back what an app that crashed has left on the disk. What is not there now, as on a
    /// drive that is away, is tried again the next time.
    ///
    /// `helper` is the absolute path of `paddock-sandbox`; `journal` is a file of the app's own.
    pub fn open(helper: PathBuf, journal: PathBuf) -> Result<Self, ConfineError> {
        let opened = Journal::open(&journal);
        let journal = opened.map_err(|source| ConfineError::Journal { journal, source })?;
        let mut given = Given { journal, set: BTreeMap::new() };
        given.take(|_| true)?;
        Ok(Self {
            capabilities: Capabilities {
                tiers: vec![(Tier::AppContainer, Ok(()))],
                landlock: 0,
                held_folders_end: false,
                network_off: true,
                // Only Linux has such sockets.
                abstract_sockets_kept: true,
                attempts: false,
                gaps: Vec::new(),
            },
            helper,
            given: Mutex::new(given),
        })
    }

    /// Lets the server of `policy` reach what it says from now on, and nothing else: what is no
    /// longer in it is taken back first.
    pub fn enforce(&self, policy: &Policy) -> Result<(), ConfineError> {
        let plan = plan(policy)?;
        let package = package(&policy.home)?;
        let mut given = self.given();
        given.take(|entry| entry.package == package && !plan.contains_key(&entry.path))?;
        let (narrow, wide): (Vec<_>, Vec<_>) =
            plan.iter().partition(|(_, access)| **access < Access::ReadWrite);
        for (path, access) in narrow.into_iter().chain(wide) {
            let folder = policy.folders.iter().find(|it| it.root.path.as_path() == path);
            let needed = folder.is_some() || *path == policy.home;
            let part = policy.readable.iter().find(|part| part.path == *path);
            let own = part.and_then(|part| part.own.as_ref()).map(|own| own.identity);
            let identity = folder.map(|it| it.root.identity).or(own);
            match given.give(&package, path, *access, identity) {
                // What belongs to the system lets every package read, and changes for nobody.
                Err(ConfineError::Permissions { source, .. })
                    if !needed
                        && [ErrorKind::PermissionDenied, ErrorKind::NotFound]
                            .contains(&source.kind()) => {}
                done => done?,
            }
        }
        Ok(())
    }

    /// Takes back all that the server with this home was given.
    pub fn release(&self, home: &Path) -> Result<(), ConfineError> {
        let package = package(home)?;
        self.given().take(|entry| entry.package == package)
    }

    fn given(&self) -> MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Given {
    fn give(
        &mut self,
        package: &str,
        path: &Path,
        access: Access,
        identity: Option<Identity>,
    ) -> Result<(), ConfineError> {
        let refused = |source| ConfineError::Permissions { path: path.to_path_buf(), source };
        let target = permissions::open(path).map_err(refused)?;
        if let Some(identity) = identity
            && !permissions::identity(&target).map_err(refused)?.is_same(&identity)
        {
            return Err(ConfineError::Replaced(path.to_path_buf()));
        }
        let entry = Entry { package: package.to_owned(), path: path.to_path_buf() };
        if self.set.get(&entry) == Some(&access) {
            return Ok(());
        }
        self.set.remove(&entry);
        let set = |entry: &Entry| permissions::set(&target, &Sid::parse(&entry.package)?, access);
        self.journal.give(&entry, set).map_err(refused)?;
        self.set.insert(entry, access);
        Ok(())
    }

    fn take(&mut self, which: impl Fn(&Entry) -> bool) -> Result<(), ConfineError> {
        let entries: Vec<_> =
            self.journal.entries().iter().filter(|entry| which(entry)).cloned().collect();
        for entry in entries {
            self.set.remove(&entry);
            match permissions::open(&entry.path) {
                Ok(target) => {
                    let unset =
                        |entry: &Entry| permissions::unset(&target, &Sid::parse(&entry.package)?);
                    self.journal.take(&entry, unset).map_err(|source| {
                        ConfineError::Permissions { path: entry.path.clone(), source }
                    })?;
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(source) => return Err(ConfineError::Permissions { path: entry.path, source }),
            }
        }
        Ok(())
    }
}

impl Sandbox for AppContainer {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// The helper, which runs the program in the container. An open network is not open to this
    /// machine: Windows keeps containers from it.
    fn confine(&self, launch: Launch, policy: Policy) -> Result<Launch, ConfineError> {
        let is_exe = launch.program.extension().is_some_and(|it| it.eq_ignore_ascii_case("exe"));
        if !is_exe {
            return Err(ConfineError::NotExe(launch.program));
        }
        self.enforce(&policy)?;
        let mut args: Vec<OsString> = process::args(&name(&policy.home), policy.network).into();
        args.push(launch.program.into());
        args.extend(launch.args);
        Ok(Launch { program: self.helper.clone(), args, policy: None, ..launch })
    }
}

/// The security identifier of the package for the server with this home, as text.
fn package(home: &Path) -> Result<String, ConfineError> {
    process::package(&name(home)).map_err(ConfineError::Container)
}

/// The name of the container for the server with this home. At most 64 characters are allowed.
fn name(home: &Path) -> String {
    let digest = Sha256::digest(home.as_os_str().as_encoded_bytes());
    digest.iter().take(16).fold(String::from("Paddock."), |mut name, byte| {
        _ = write!(name, "{byte:02x}");
        name
    })
}
