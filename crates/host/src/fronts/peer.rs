//! Who is at the other end, and what that one may be.

use std::io;
use std::path::{Path, PathBuf};

use paddock_control::authority::Need;
use paddock_control::{Command, Programs, Role};
use paddock_core::text::shown;
use tokio::net::UnixStream;

use super::terminal::{self, Process};
use crate::view::{Code, Failure, FrontView};

/// A file of this name in the folder of the data says where a person consents.
const WHERE: &str = "consent";
const IN_WINDOW: &str = "window\n";
const AT_TERMINAL_TOO: &str = "window, terminal\n";

/// Which programs are Paddock's own, and where a person consents.
#[derive(Debug)]
pub(super) struct Own {
    desktop: PathBuf,
    command_line: PathBuf,
    /// Kept in the folder of the data.
    kept: PathBuf,
}

/// The process at the other end of a connection, as it was when it connected.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    is_same_account: bool,
    pid: Option<i32>,
    program: Option<PathBuf>,
}

impl Peer {
    pub(super) fn of(stream: &UnixStream) -> io::Result<Self> {
        let cred = stream.peer_cred()?;
        let pid = cred.pid();
        Ok(Self {
            is_same_account: cred.uid() == rustix::process::getuid().as_raw(),
            pid,
            program: pid.and_then(terminal::program),
        })
    }
}

impl Peer {
    pub(super) fn pid(&self) -> Option<i32> {
        self.pid
    }
}

impl Own {
    pub(super) fn of(programs: &Programs, data: &Path) -> Self {
        Self {
            desktop: whole(&programs.desktop),
            command_line: whole(&programs.command_line),
            kept: data.join(WHERE),
        }
    }

    /// Why a peer can't be a front of this role.
    pub(super) fn refuses(&self, peer: &Peer, role: Role) -> Option<Failure> {
        if !peer.is_same_account || is_confined(peer) {
            return Some(Failure::new(Code::NotAFront));
        }
        let may = match role {
            Role::View | Role::Session => true,
            Role::Consent => self.is_window(peer) || self.is_at_terminal(peer),
        };
        (!may).then(|| Failure::new(Code::ConsentElsewhere))
    }

    /// Why a front of this role may not ask for this.
    pub(super) fn may(&self, peer: &Peer, role: Role, command: &Command) -> Result<(), Failure> {
        let may = match command.need() {
            Need::Anyone => true,
            Need::Person => role == Role::Consent || self.is_window(peer),
            Need::Consent => role == Role::Consent,
        };
        if may { Ok(()) } else { Err(Failure::new(Code::NeedsConsent)) }
    }

    pub(super) fn is_window(&self, peer: &Peer) -> bool {
        is_program(peer, &self.desktop)
    }

    fn is_at_terminal(&self, peer: &Peer) -> bool {
        let process = peer.pid.and_then(Process::of);
        is_program(peer, &self.command_line)
            && self.is_terminal_allowed()
            && process.is_some_and(Process::is_in_front_of_terminal)
    }

    /// Who asks, as a person is told.
    pub(super) fn by(&self, peer: &Peer) -> FrontView {
        if self.is_window(peer) { FrontView::Window } else { program_of(peer) }
    }

    /// Once a window was there, a person consents in it, and at a terminal only if they said so.
    pub(super) fn is_terminal_allowed(&self) -> bool {
        match std::fs::read_to_string(&self.kept) {
            Ok(kept) => kept == AT_TERMINAL_TOO,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Notes that there is a window, unless that is known.
    pub(super) fn note_window(&self) {
        let kept = if self.kept.exists() { Ok(()) } else { std::fs::write(&self.kept, IN_WINDOW) };
        if let Err(error) = kept {
            tracing::warn!(%error, "that consent is given in the window was not kept");
        }
    }

    /// # Errors
    /// It can't be kept.
    pub(super) fn allow_terminal(&self, allowed: bool) -> Result<(), Failure> {
        let kept = if allowed { AT_TERMINAL_TOO } else { IN_WINDOW };
        std::fs::write(&self.kept, kept)
            .map_err(|error| Failure::new(Code::SettingsNotSaved).with("reason", error))
    }
}

/// What a peer is, and what started it: whatever it is, no person asks in it.
pub(super) fn program_of(peer: &Peer) -> FrontView {
    let parent = peer.pid.and_then(Process::of).and_then(|it| terminal::program(it.parent));
    let path = peer.program.as_ref().map(shown).unwrap_or_default();
    FrontView::Program { path, parent: parent.map(shown) }
}

/// The path of a program as the kernel names it.
fn whole(program: &Path) -> PathBuf {
    program.canonicalize().unwrap_or_else(|_| program.to_path_buf())
}

/// Whether what runs at the other end is this very file.
fn is_program(peer: &Peer, program: &Path) -> bool {
    let Some(pid) = peer.pid else { return false };
    // Its name comes first: for the name no filesystem is asked, and another one might not answer.
    if std::fs::read_link(format!("/proc/{pid}/exe")).ok().as_deref() != Some(program) {
        return false;
    }
    let runs = rustix::fs::stat(format!("/proc/{pid}/exe"));
    let file = rustix::fs::stat(program);
    let is_same = runs
        .ok()
        .zip(file.ok())
        .is_some_and(|(runs, file)| (runs.st_dev, runs.st_ino) == (file.st_dev, file.st_ino));
    is_same && Process::of(pid).is_some_and(|process| !process.is_traced)
}

/// Whether it is in a sandbox, ours or another: it sees other processes than the host does.
fn is_confined(peer: &Peer) -> bool {
    let namespace = |of: &str| std::fs::read_link(format!("/proc/{of}/ns/pid")).ok();
    let Some(pid) = peer.pid else { return true };
    // The kernel translates the number of a process that the host can see, and of no other.
    let theirs = namespace(&pid.to_string());
    theirs.is_none() || theirs != namespace("self")
}
