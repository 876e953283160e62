//! Keys of providers and secrets of servers, in the keyring of the desktop.

mod system;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use keyring_core::{CredentialStore, Entry};
use thiserror::Error;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;
use tracing::debug;
use zeroize::Zeroizing;

use crate::Key;

/// What keys are kept under, beside their name.
const SERVICE: &str = "org.paddock.Paddock";

/// How long a keyring may take. Long, because it may ask the person for its password.
const TIME_OUT: Duration = Duration::from_mins(1);

/// Threads that may hang in a keyring. Beyond that it counts as not answering.
const THREADS: usize = 4;

/// Where keys are kept. Cheap to clone.
///
/// Every call has a deadline, and runs on a thread of its own: a keyring may ask the person for a
/// password, or hang.
#[derive(Clone, Debug)]
pub struct Keyring {
    shared: Arc<Shared>,
}

struct Shared {
    open: Open,
    time_out: Duration,
    threads: Arc<Semaphore>,
    /// Keys that no keyring took.
    memory: Mutex<HashMap<String, Key>>,
}

/// Opens the keyring. Done anew for each call, for it may come and go.
type Open = Arc<dyn Fn() -> keyring_core::Result<Arc<CredentialStore>> + Send + Sync>;

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("time_out", &self.time_out).finish_non_exhaustive()
    }
}

/// Where a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// In the keyring of the desktop.
    Keyring,
    /// In our memory only: it is gone when the host quits.
    UntilQuit,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyringError {
    #[error("keyring did not answer in time")]
    TimedOut,
    #[error("there is no keyring, or it stays locked: {0}")]
    Unavailable(String),
}

impl Keyring {
    /// The keyring of this system.
    pub fn of_the_system() -> Self {
        Self::new(system::open, TIME_OUT)
    }

    /// None: keys are kept until the host quits. For tests, which must leave the person's alone.
    pub fn in_memory() -> Self {
        Self::new(|| Err(keyring_core::Error::NoDefaultStore), TIME_OUT)
    }

    /// One of its own for a test, which locks it by the switch.
    #[doc(hidden)]
    pub fn of_a_test() -> (Self, Arc<AtomicBool>) {
        let locked = Arc::new(AtomicBool::new(false));
        let store = keyring_core::mock::Store::new();
        let is_locked = Arc::clone(&locked);
        let open = move || match &store {
            Ok(store) if !is_locked.load(Ordering::SeqCst) => {
                Ok(Arc::clone(store) as Arc<CredentialStore>)
            }
            _ => Err(keyring_core::Error::NoDefaultStore),
        };
        (Self::new(open, TIME_OUT), locked)
    }

    fn new(
        open: impl Fn() -> keyring_core::Result<Arc<CredentialStore>> + Send + Sync + 'static,
        time_out: Duration,
    ) -> Self {
        let (open, threads) = (Arc::new(open), Arc::new(Semaphore::new(THREADS)));
        Self { shared: Arc::new(Shared { open, time_out, threads, memory: Mutex::default() }) }
    }

    /// Keeps a text under a name in the keyring, and nowhere else.
    ///
    /// # Errors
    /// There is no keyring, or it is locked and stays so.
    pub async fn put(&self, name: &str, text: &str) -> Result<(), KeyringError> {
        let text = Zeroizing::new(text.to_owned());
        self.entry(name, move |entry| entry.set_password(&text).map(Some)).await.map(drop)
    }

    /// The text of this name in the keyring.
    ///
    /// # Errors
    /// The keyring can't be asked, so it may have the text.
    pub async fn get(&self, name: &str) -> Result<Option<Zeroizing<String>>, KeyringError> {
        let text = self.entry(name, |entry| entry.get_password().map(Some)).await?;
        Ok(text.map(Zeroizing::new))
    }

    /// Keeps a key under a name, in place of one that was there.
    ///
    /// Where there is no keyring, or it is locked and stays so, the key is kept in memory.
    pub async fn store(&self, name: &str, key: Key) -> Kept {
        let secret = key.clone();
        let stored =
            self.entry(name, move |entry| entry.set_password(secret.reveal()).map(Some)).await;
        match stored {
            Ok(_) => {
                self.memory(|memory| memory.remove(name));
                Kept::Keyring
            }
            Err(error) => {
                debug!(%error, "key is kept in memory");
                self.memory(|memory| memory.insert(name.to_owned(), key));
                Kept::UntilQuit
            }
        }
    }

    /// The key of this name, and where it is.
    ///
    /// # Errors
    /// The keyring can't be asked, so it may have the key.
    pub async fn load(&self, name: &str) -> Result<Option<(Key, Kept)>, KeyringError> {
        if let Some(key) = self.memory(|memory| memory.get(name).cloned()) {
            return Ok(Some((key, Kept::UntilQuit)));
        }
        let password = self.entry(name, |entry| entry.get_password().map(Some)).await?;
        Ok(password.and_then(Key::new).map(|key| (key, Kept::Keyring)))
    }

    /// Forgets a key.
    ///
    /// # Errors
    /// The keyring can't be asked, so it may still have the key.
    pub async fn remove(&self, name: &str) -> Result<(), KeyringError> {
        self.memory(|memory| memory.remove(name));
        self.entry(name, |entry| entry.delete_credential().map(Some)).await.map(drop)
    }

    fn memory<T>(&self, with: impl FnOnce(&mut HashMap<String, Key>) -> T) -> T {
        with(&mut self.shared.memory.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does `with` to the entry of this name, on a thread that is left behind if it hangs. None if
    /// there is no such entry.
    async fn entry<T: Send + 'static>(
        &self,
        name: &str,
        with: impl FnOnce(&Entry) -> keyring_core::Result<Option<T>> + Send + 'static,
    ) -> Result<Option<T>, KeyringError> {
        let threads = Arc::clone(&self.shared.threads);
        let Ok(thread) = threads.try_acquire_owned() else { return Err(KeyringError::TimedOut) };
        let (open, name) = (Arc::clone(&self.shared.open), name.to_owned());
        let (done, result) = oneshot::channel();
        let work = move || {
            let result = open()
                .and_then(|store| store.build(SERVICE, &name, None))
                .and_then(|entry| with(&entry));
            drop(thread);
            _ = done.send(result);
        };
        std::thread::Builder::new()
            .name("keyring".to_owned())
            .spawn(work)
            .map_err(|error| KeyringError::Unavailable(error.to_string()))?;
        match timeout(self.shared.time_out, result).await {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(keyring_core::Error::NoEntry))) => Ok(None),
            Ok(Ok(Err(error))) => Err(KeyringError::Unavailable(error.to_string())),
            // The thread panicked.
            Ok(Err(_)) => Err(KeyringError::Unavailable("it broke down".to_owned())),
            Err(_) => Err(KeyringError::TimedOut),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Condvar, LazyLock};

    use super::*;

    fn key() -> Key {
        Key::new("sk-secret".to_owned()).unwrap()
    }

    #[expect(clippy::unnecessary_wraps, reason = "of the type that opens any keyring")]
    fn mock() -> keyring_core::Result<Arc<CredentialStore>> {
        static STORE: LazyLock<Arc<CredentialStore>> =
            LazyLock::new(|| keyring_core::mock::Store::new().unwrap());
        Ok(Arc::clone(&STORE))
    }

    fn hanging() -> keyring_core::Result<Arc<CredentialStore>> {
        let never = (Mutex::new(()), Condvar::new());
        let _guard = never.1.wait_while(never.0.lock().unwrap(), |()| true);
        Err(keyring_core::Error::NoDefaultStore)
    }

    #[tokio::test]
    async fn a_key_is_kept_found_and_forgotten() {
        let keyring = Keyring::new(mock, TIME_OUT);
        assert_eq!(keyring.load("a").await, Ok(None));
        assert_eq!(keyring.store("a", key()).await, Kept::Keyring);
        assert_eq!(keyring.load("a").await, Ok(Some((key(), Kept::Keyring))));
        assert_eq!(keyring.load("b").await, Ok(None));
        assert_eq!(keyring.remove("a").await, Ok(()));
        assert_eq!(keyring.load("a").await, Ok(None));
        assert_eq!(keyring.remove("a").await, Ok(()));
    }

    #[tokio::test]
    async fn a_text_is_kept_as_it_is_or_not_at_all() {
        let (keyring, locked) = Keyring::of_a_test();
        assert_eq!(keyring.put("a", " two\nlines\n").await, Ok(()));
        assert_eq!(keyring.get("a").await.unwrap().unwrap().as_str(), " two\nlines\n");
        locked.store(true, Ordering::SeqCst);
        assert!(matches!(keyring.get("a").await.unwrap_err(), KeyringError::Unavailable(_)));
        assert!(keyring.put("b", "b").await.is_err());
        locked.store(false, Ordering::SeqCst);
        assert_eq!(keyring.get("b").await, Ok(None));
    }

    #[tokio::test]
    async fn without_a_keyring_a_key_is_kept_until_the_app_quits() {
        let keyring = Keyring::in_memory();
        assert_eq!(keyring.store("a", key()).await, Kept::UntilQuit);
        assert_eq!(keyring.clone().load("a").await, Ok(Some((key(), Kept::UntilQuit))));
        assert!(matches!(keyring.remove("a").await.unwrap_err(), KeyringError::Unavailable(_)));
        assert!(matches!(keyring.load("a").await.unwrap_err(), KeyringError::Unavailable(_)));
    }

    #[tokio::test]
    async fn a_keyring_that_hangs_holds_nobody_up() {
        let keyring = Keyring::new(hanging, Duration::from_millis(20));
        for _ in 0..2 * THREADS {
            assert_eq!(keyring.load("a").await, Err(KeyringError::TimedOut));
        }
        assert_eq!(keyring.store("a", key()).await, Kept::UntilQuit);
        assert_eq!(keyring.load("a").await, Ok(Some((key(), Kept::UntilQuit))));
    }

    #[test]
    fn a_key_is_never_shown() {
        assert!(!format!("{:?}", Key::new("sk-secret".to_owned())).contains("sk-"));
        assert_eq!(Key::new("  ".to_owned()), None);
        assert_eq!(Key::new(" sk-secret\n".to_owned()), Some(key()));
    }
}
