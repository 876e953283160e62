//! Secrets of servers, in the keyring of the desktop: kept, fetched for a launch, and forgotten.

mod fetched;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io};

use paddock_control::keep;
use paddock_core::network::Destination;
use paddock_core::{CustomCommand, Secret};
use paddock_models::{Keyring, KeyringError};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::named::home::written_out;
use crate::proposed::proposed_by_secret;
use crate::view::{Code, EnvEntry, Failure, ServerDraft};

pub(crate) use fetched::{Fetched, FromKeyring};

/// Where it is kept that secrets are in the keyring or nowhere.
const CHOICE: &str = "keyring-only";

/// How long a start waits for what is only proposed.
const PROPOSAL: Duration = Duration::from_secs(3);

/// What the keyring keeps of an environment, by variable.
pub(crate) type Kept = BTreeMap<String, Secret>;

/// Names and values, for a launch.
pub(crate) type Values = Vec<(OsString, OsString)>;

/// Which servers may be given another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Renaming {
    Free,
    OfUntrusted,
}

/// A server as it was typed, and which of its values the keyring has taken since.
#[derive(Debug)]
pub(crate) struct Typed {
    /// Without the values that were taken.
    pub(crate) draft: ServerDraft,
    pub(crate) kept: Kept,
    /// Why it did not take one.
    pub(crate) trouble: Option<Failure>,
}

/// The way to the keyring. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Secrets {
    keyring: Keyring,
    proposing: Arc<Semaphore>,
}

impl Secrets {
    pub(crate) fn new(keyring: Keyring) -> Self {
        Self { keyring, proposing: Arc::new(Semaphore::new(1)) }
    }

    /// Has the keyring take the secrets among what was typed. Those that it does not take stay in
    /// the draft.
    pub(crate) async fn take(&self, mut draft: ServerDraft, command: &CustomCommand) -> Typed {
        let (mut kept, mut trouble) = (Kept::new(), None);
        let mut left = Vec::new();
        for entry in std::mem::take(&mut draft.env) {
            let EnvEntry { name, value } = &entry;
            // One that waits in vain is enough.
            if trouble.is_some() || !command.is_secret(name, value) {
                left.push(entry);
                continue;
            }
            match self.keep(name, value).await {
                Ok(secret) => drop(kept.insert(entry.name, secret)),
                Err(failure) => {
                    trouble = Some(failure);
                    left.push(entry);
                }
            }
        }
        draft.env = left;
        Typed { draft, kept, trouble }
    }

    /// Keeps the value of a variable, and reads it back.
    ///
    /// # Errors
    /// There is no keyring, or it is locked and stays so, or it does not answer.
    pub(crate) async fn keep(&self, variable: &str, value: &str) -> Result<Secret, Failure> {
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(Failure::internal)?;
        let (secret, name) = (Secret::of(id, value), item(variable, &id));
        self.keyring.put(&name, value).await.map_err(|error| failure(&error))?;
        let read = self.keyring.get(&name).await.map_err(|error| failure(&error))?;
        if read.is_some_and(|read| secret.is_of(&read)) {
            Ok(secret)
        } else {
            Err(Failure::new(Code::SecretsNoKeyring)
                .with("reason", "it does not keep what it took"))
        }
    }

    /// Keeps values, as far as the keyring takes them, and why it did not take more.
    pub(crate) async fn keep_all(&self, all: Vec<(String, String)>) -> (Kept, Option<Failure>) {
        let mut kept = Kept::new();
        for (variable, value) in all {
            match self.keep(&variable, &value).await {
                Ok(secret) => drop(kept.insert(variable, secret)),
                Err(failure) => return (kept, Some(failure)),
            }
        }
        (kept, None)
    }

    /// The values of these variables as a server is given them.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub(crate) async fn values(&self, kept: &Kept, home: &Path) -> Result<Values, Failure> {
        let mut values = Values::new();
        for (variable, secret) in kept {
            let value = self.value(variable, secret).await?;
            values.push((variable.into(), written_out(&value, home)));
        }
        Ok(values)
    }

    /// Where secrets say that a server will want to connect, as far as the keyring answers in time. A
    /// locked one may be asking the person for its password: it is asked for one server at a time,
    /// and what a launch needs does not wait for that.
    pub(crate) async fn destinations(&self, kept: Kept) -> Vec<Destination> {
        let look = async {
            let place = Arc::clone(&self.proposing).acquire_owned().await.ok()?;
            let secrets = self.clone();
            let looking = tokio::spawn(async move {
                let found = secrets.destinations_now(&kept).await;
                drop(place);
                found
            });
            looking.await.ok()
        };
        timeout(PROPOSAL, look).await.ok().flatten().unwrap_or_default()
    }

    async fn destinations_now(&self, kept: &Kept) -> Vec<Destination> {
        let mut found = Vec::new();
        for (variable, secret) in kept {
            let Ok(value) = self.value(variable, secret).await else { break };
            found.extend(proposed_by_secret(&value));
        }
        found
    }

    /// The value of a variable.
    ///
    /// # Errors
    /// The keyring can't be asked, or has not what it was given.
    pub(crate) async fn value(&self, variable: &str, secret: &Secret) -> Result<String, Failure> {
        let about = |failure: Failure| failure.with("variable", variable);
        match self.keyring.get(&item(variable, &secret.id)).await {
            Ok(Some(value)) if secret.is_of(&value) => Ok(value.to_string()),
            Ok(_) => Err(about(Failure::new(Code::SecretMissing))),
            Err(error) => {
                tracing::warn!(%error, "a secret can't be read from the keyring");
                Err(about(Failure::new(Code::SecretLocked)).with("reason", error))
            }
        }
    }

    /// Forgets values that nothing stands for any more. One that a locked keyring does not let go
    /// stays there, of use to nobody.
    pub(crate) async fn forget(&self, kept: Kept) {
        for (variable, secret) in kept {
            if let Err(error) = self.keyring.remove(&item(&variable, &secret.id)).await {
                tracing::warn!(%error, "the keyring did not forget a secret");
                return;
            }
        }
    }
}

/// What a value is kept under: a person who looks there sees which variable it is of.
fn item(variable: &str, id: &[u8; 16]) -> String {
    let mut name = format!("env-{variable}-");
    for byte in id {
        let _ = write!(name, "{byte:02x}");
    }
    name
}

fn failure(error: &KeyringError) -> Failure {
    tracing::warn!(%error, "the keyring takes no secret");
    Failure::new(Code::SecretsNoKeyring).with("reason", error)
}

/// Whether a person wants secrets in the keyring or nowhere. Where that can't be read, they do.
pub(crate) fn is_keyring_only(data: &Path) -> bool {
    let metadata = fs::symlink_metadata(data.join(CHOICE));
    !metadata.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Whether secrets are in the keyring or nowhere: what was chosen last, and where that is kept.
#[derive(Clone, Debug)]
pub(crate) struct KeyringOnly {
    data: PathBuf,
    on: Arc<AtomicBool>,
    writing: Arc<Mutex<()>>,
}

impl KeyringOnly {
    pub(crate) fn read(data: &Path) -> Self {
        let on = Arc::new(AtomicBool::new(is_keyring_only(data)));
        Self { data: data.to_owned(), on, writing: Arc::default() }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.on.load(Ordering::SeqCst)
    }

    pub(crate) fn choose(&self, on: bool) {
        self.on.store(on, Ordering::SeqCst);
    }

    /// Keeps what is chosen now. Blocks as long as the disk does; of several at once the last keeps
    /// what was chosen last.
    ///
    /// # Errors
    /// It can't be kept.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, on) = (self.data.join(CHOICE), self.is_on());
        let done = if on { keep(&file, b"") } else { fs::remove_file(file) };
        match done {
            Err(error) if on || error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::new(Code::SettingsNotSaved).with("reason", error))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_value_is_there_only_if_it_is_the_one_that_was_kept() {
        let (keyring, locked) = Keyring::of_a_test();
        let secrets = Secrets::new(keyring.clone());
        let secret = secrets.keep("TOKEN", "hunter2").await.unwrap();
        assert_eq!(secrets.value("TOKEN", &secret).await.unwrap(), "hunter2");
        let code = |variable: &'static str| {
            let secrets = secrets.clone();
            async move { secrets.value(variable, &secret).await.unwrap_err().code }
        };
        assert_eq!(code("OTHER").await, Code::SecretMissing);
        keyring.put(&item("TOKEN", &secret.id), "swapped").await.unwrap();
        assert_eq!(code("TOKEN").await, Code::SecretMissing);
        locked.store(true, Ordering::SeqCst);
        assert_eq!(code("TOKEN").await, Code::SecretLocked);
        locked.store(false, Ordering::SeqCst);
        secrets.forget([("TOKEN".to_owned(), secret)].into()).await;
        assert_eq!(keyring.get(&item("TOKEN", &secret.id)).await, Ok(None));
    }

    #[test]
    fn the_choice_is_kept() {
        let data = tempfile::tempdir().unwrap();
        assert!(!is_keyring_only(data.path()));
        let choice = KeyringOnly::read(data.path());
        for on in [true, true, false, false] {
            choice.choose(on);
            choice.write().unwrap();
            assert_eq!(is_keyring_only(data.path()), on);
        }
    }
}
