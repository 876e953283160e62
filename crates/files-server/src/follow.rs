//! Telling a client that a file it follows has changed.
//!
//! Again and again, while anything is followed, each path is resolved beneath the roots granted
//! then, and looked at. The operating system would tell of changes by itself, but its watches
//! outlive a revocation and go on telling; what is resolved anew cannot.

use std::{
    fs::Metadata,
    io::ErrorKind,
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use crate::{
    reach::{self, Refused},
    roots::Roots,
    wire::jsonrpc::write_string,
};

/// How many files may be followed at once.
pub(crate) const MAX_FOLLOWED: usize = 64;

/// How long it may take until a change is told.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// What is followed, and who it is told to.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// None while it is not known which roots are granted: nothing is told then.
    roots: Option<Arc<Roots>>,
    list: Vec<Following>,
    /// Counts what was done to the list and the roots, so that a look from before is not told.
    version: u64,
}

#[derive(Clone, Debug)]
struct Following {
    uri: String,
    path: PathBuf,
    /// The id of the request that opened the subscription it belongs to, since 2026-07-28.
    subscription: Option<String>,
    /// The client knows that it is followed, so changes may be told.
    is_told: bool,
    seen: Seen,
}

/// What stands at a path, as far as a change can be told by it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Nothing,
    Something { identity: (u64, u64), size: u64, modified: Option<SystemTime> },
}

/// Why a file is not followed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotFollowed {
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("{MAX_FOLLOWED} files are followed already; no longer follow one of them first")]
    TooMany,
}

impl Followed {
    /// Follows the file at `path`, called `uri`, if it may be reached beneath `roots`. Once more is
    /// the same as once.
    pub(crate) fn add(
        &self,
        uri: &str,
        path: PathBuf,
        subscription: Option<&str>,
        roots: &Roots,
    ) -> Result<(), NotFollowed> {
        let seen = Seen::of(&reach::about(roots, &path)?);
        let mut state = self.lock();
        let is_same = |it: &Following| it.uri == uri && it.subscription.as_deref() == subscription;
        if state.list.iter().any(is_same) {
            return Ok(());
        }
        if state.list.len() >= MAX_FOLLOWED {
            return Err(NotFollowed::TooMany);
        }
        state.list.push(Following {
            uri: uri.to_owned(),
            path,
            is_told: subscription.is_none(),
            subscription: subscription.map(str::to_owned),
            seen,
        });
        state.version += 1;
        self.changed.notify_all();
        Ok(())
    }

    /// The client knows what is followed by the subscription that the request `id` opened.
    pub(crate) fn acknowledged(&self, id: &str) {
        let mut state = self.lock();
        for following in &mut state.list {
            following.is_told |= following.subscription.as_deref() == Some(id);
        }
    }

    /// No longer follows `uri`.
    pub(crate) fn remove(&self, uri: &str) {
        self.keep(|following| following.subscription.is_some() || following.uri != uri);
    }

    /// Ends the subscription that the request `id` opened.
    pub(crate) fn end(&self, id: &str) {
        self.keep(|following| following.subscription.as_deref() != Some(id));
    }

    /// From now on, only what may be reached beneath `roots` is looked at.
    pub(crate) fn use_roots(&self, roots: Option<Arc<Roots>>) {
        let mut state = self.lock();
        if state.roots.as_ref().map(Arc::as_ptr) != roots.as_ref().map(Arc::as_ptr) {
            state.roots = roots;
            state.version += 1;
            self.changed.notify_all();
        }
    }

    /// Waits for the next look, and hands what changed to `tell`, each as a whole line.
    pub(crate) fn look(&self, mut tell: impl FnMut(&[u8])) {
        let mut state = self.lock();
        let roots = loop {
            match &state.roots {
                Some(roots) if !state.list.is_empty() => break Arc::clone(roots),
                _ => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let (version, list) = (state.version, state.list.clone());
        drop(state);
        // A path may lie on a disk that does not answer, so nobody waits for this.
        let seen: Vec<_> = list.iter().map(|following| following.look(&roots)).collect();
        let mut state = self.lock();
        if state.version == version {
            for (following, seen) in state.list.iter_mut().zip(seen) {
                let changed = |seen: &Seen| following.is_told && *seen != following.seen;
                if let Some(seen) = seen.filter(changed) {
                    following.seen = seen;
                    tell(&following.line());
                }
            }
        }
        let waited = self.changed.wait_timeout(state, LOOK_EVERY);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn keep(&self, which: impl FnMut(&Following) -> bool) {
        let mut state = self.lock();
        let before = state.list.len();
        state.list.retain(which);
        state.version += u64::from(state.list.len() != before);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Following {
    /// None if it may not be told what stands there.
    fn look(&self, roots: &Roots) -> Option<Seen> {
        match reach::about(roots, &self.path) {
            Ok(about) => Some(Seen::of(&about)),
            Err(Refused::Failed { source, .. }) if source.kind() == ErrorKind::NotFound => {
                Some(Seen::Nothing)
            }
            Err(_) => None,
        }
    }

    fn line(&self) -> Vec<u8> {
        let mut line =
            br#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"#.to_vec();
        if let Some(id) = &self.subscription {
            write_subscription(&mut line, id);
        }
        line.extend_from_slice(b"\"uri\":");
        write_string(&mut line, &self.uri);
        line.extend_from_slice(b"}}\n");
        line
    }
}

impl Seen {
    #[cfg(unix)]
    fn of(about: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let identity = (about.dev(), about.ino());
        Self::Something { identity, size: about.len(), modified: about.modified().ok() }
    }

    #[cfg(not(unix))]
    fn of(about: &Metadata) -> Self {
        Self::Something { identity: (0, 0), size: about.len(), modified: about.modified().ok() }
    }
}

/// Appends the `_meta` that says which subscription a notification belongs to, with a comma.
pub(crate) fn write_subscription(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(b"\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b"},");
}
