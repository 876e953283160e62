//! Where a person consents, and the small file that keeps it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use paddock_control::keep;

use crate::view::{Code, Failure};

const FILE: &str = "consent";
const IN_WINDOW: &str = "window\n";
const AT_TERMINAL_TOO: &str = "window, terminal\n";

/// Once a window was there, a person consents in it, and at a terminal only if they said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// No window was there yet.
    AtTerminal,
    InWindow,
    AtTerminalToo,
}

impl Where {
    fn kept_in(file: &Path) -> Self {
        match std::fs::read_to_string(file) {
            Ok(kept) if kept == AT_TERMINAL_TOO => Self::AtTerminalToo,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::AtTerminal,
            Ok(_) | Err(_) => Self::InWindow,
        }
    }

    /// What the file says of it. Nothing is kept of a window that was not there.
    fn text(self) -> Option<&'static str> {
        match self {
            Self::AtTerminal => None,
            Self::InWindow => Some(IN_WINDOW),
            Self::AtTerminalToo => Some(AT_TERMINAL_TOO),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    chosen: Where,
    in_force: Where,
}

impl Choice {
    fn of(place: Where) -> Self {
        Self { chosen: place, in_force: place }
    }
}

/// What was chosen last, what is in force, and where that is kept. Greetings of fronts look at it,
/// so nothing waits for a disk while it is locked.
#[derive(Clone, Debug)]
pub(super) struct Consent {
    file: PathBuf,
    choice: Arc<Mutex<Choice>>,
    writing: Arc<Mutex<()>>,
}

impl Consent {
    /// As it is kept in the folder of the data.
    pub(super) fn read(data: &Path) -> Self {
        let file = data.join(FILE);
        let choice = Arc::new(Mutex::new(Choice::of(Where::kept_in(&file))));
        Self { file, choice, writing: Arc::default() }
    }

    pub(super) fn is_terminal_allowed(&self) -> bool {
        self.choice().in_force != Where::InWindow
    }

    /// Notes that there is a window, unless that is known.
    pub(super) fn note_window(&self) {
        let mut choice = self.choice();
        if choice.chosen == Where::AtTerminal {
            *choice = Choice::of(Where::InWindow);
            drop(choice);
            drop(self.begin_writing());
        }
    }

    /// From now on nobody consents at a terminal. What is given back waits until that is kept.
    pub(super) fn forbid_terminal(&self) -> impl Future<Output = Result<(), Failure>> + use<> {
        *self.choice() = Choice::of(Where::InWindow);
        self.begin_writing()
    }

    /// A person may consent at a terminal as soon as that is kept.
    ///
    /// # Errors
    /// It can't be kept.
    pub(super) async fn allow_terminal(&self) -> Result<(), Failure> {
        self.choice().chosen = Where::AtTerminalToo;
        self.begin_writing().await
    }

    /// Keeps what is chosen, on a thread that may wait, whether or not anybody waits for it here.
    fn begin_writing(&self) -> impl Future<Output = Result<(), Failure>> + use<> {
        let consent = self.clone();
        let written = tokio::task::spawn_blocking(move || consent.write());
        async move { written.await.map_err(Failure::internal)? }
    }

    /// Of several at once the last keeps what was chosen last.
    fn write(&self) -> Result<(), Failure> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let chosen = self.choice().chosen;
        let Some(text) = chosen.text() else { return Ok(()) };
        let kept = keep(&self.file, text.as_bytes());
        let mut choice = self.choice();
        // What was chosen meanwhile has its own turn.
        if choice.chosen == chosen {
            match kept {
                Ok(()) => choice.in_force = chosen,
                Err(_) => choice.chosen = choice.in_force,
            }
        }
        kept.map_err(|error| {
            tracing::warn!(%error, "where a person consents was not kept");
            Failure::new(Code::SettingsNotSaved).with("reason", error)
        })
    }

    fn choice(&self) -> MutexGuard<'_, Choice> {
        self.choice.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    /// Where the next write hangs until somebody reads from what is given back.
    fn hanging(data: &Path) -> PathBuf {
        let beside = data.join(FILE).with_extension("new");
        mknodat(CWD, &beside, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        beside
    }

    #[tokio::test]
    async fn what_is_chosen_is_in_force_and_kept() {
        let data = tempfile::tempdir().unwrap();
        let read = || Consent::read(data.path());
        let consent = read();
        assert!(consent.is_terminal_allowed());
        consent.allow_terminal().await.unwrap();
        consent.note_window();
        assert!(consent.is_terminal_allowed() && read().is_terminal_allowed());
        consent.forbid_terminal().await.unwrap();
        assert!(!consent.is_terminal_allowed() && !read().is_terminal_allowed());
        consent.allow_terminal().await.unwrap();
        assert!(consent.is_terminal_allowed() && read().is_terminal_allowed());
    }

    #[tokio::test]
    async fn what_is_stricter_does_not_wait_for_the_disk() {
        for by_window in [true, false] {
            let data = tempfile::tempdir().unwrap();
            let disk = hanging(data.path());
            let consent = Consent::read(data.path());
            assert!(consent.is_terminal_allowed());
            if by_window {
                consent.note_window();
            } else {
                drop(consent.forbid_terminal());
            }
            assert!(!consent.is_terminal_allowed(), "{by_window}");
            drop(File::open(&disk).unwrap());
        }
    }

    #[tokio::test]
    async fn what_is_wider_is_in_force_only_if_it_is_kept() {
        let data = tempfile::tempdir().unwrap();
        let consent = Consent::read(data.path());
        consent.forbid_terminal().await.unwrap();
        let beside = data.path().join(FILE).with_extension("new");
        std::fs::create_dir(&beside).unwrap();
        let refused = consent.allow_terminal().await.unwrap_err();
        assert_eq!(refused.code, Code::SettingsNotSaved);
        assert!(!consent.is_terminal_allowed());
        std::fs::remove_dir(beside).unwrap();
        let allows = tokio::spawn({
            let consent = consent.clone();
            async move { consent.allow_terminal().await }
        });
        tokio::task::yield_now().await;
        let forbidden = consent.forbid_terminal().await;
        let allowed = allows.await.unwrap();
        assert!(allowed.is_ok() && forbidden.is_ok());
        assert!(!consent.is_terminal_allowed(), "what was chosen last");
        assert!(!Consent::read(data.path()).is_terminal_allowed());
    }
}
