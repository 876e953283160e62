//! Who is at the other end, and what that one may be.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use paddock_control::authority::Need;
use paddock_control::{Command, Programs, Role};
use paddock_core::text::shown;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::net::UnixStream;

use super::consent::Consent;
use super::terminal::{self, Process};
use crate::view::{Code, Failure, FrontView};

/// Which programs are Paddock's own, and where a person consents.
#[derive(Debug)]
pub(super) struct Own {
    desktop: PathBuf,
    command_line: PathBuf,
    pub(super) consent: Consent,
}

/// The process at the other end of a connection, as it was when it connected.
#[derive(Debug)]
pub(super) struct Peer {
    is_same_account: bool,
    pid: Option<i32>,
    /// Its number is another's once it has ended; this stays what it was (`pidfd_open(2)`).
    process: Option<OwnedFd>,
    program: Option<PathBuf>,
    is_proven: bool,
}

impl Peer {
    pub(super) fn of(stream: &UnixStream) -> io::Result<Self> {
        let cred = stream.peer_cred()?;
        let pid = cred.pid();
        let process = pid.and_then(Pid::from_raw);
        Ok(Self {
            is_same_account: cred.uid() == rustix::process::getuid().as_raw(),
            pid,
            process: process.and_then(|it| pidfd_open(it, PidfdFlags::empty()).ok()),
            program: pid.and_then(terminal::program),
            is_proven: false,
        })
    }

    pub(super) fn pid(&self) -> Option<i32> {
        self.pid
    }

    pub(super) fn process(&self) -> Option<BorrowedFd<'_>> {
        self.process.as_ref().map(AsFd::as_fd)
    }

    /// It was one of Paddock's own programs when it greeted, and it was that process that spoke.
    pub(super) fn set_proven(&mut self) {
        self.is_proven = true;
    }

    /// Whether the process still has its number.
    fn lives(&self) -> bool {
        let Some(process) = &self.process else { return false };
        let mut ended = [PollFd::new(process, PollFlags::IN)];
        poll(&mut ended, Some(&Timespec::default())).is_ok_and(|ended| ended == 0)
    }
}

impl Own {
    pub(super) fn of(programs: &Programs, data: &Path) -> Self {
        Self {
            desktop: whole(&programs.desktop),
            command_line: whole(&programs.command_line),
            consent: Consent::read(data),
        }
    }

    /// Why a peer can't be a front of this role.
    pub(super) fn refuses(&self, peer: &Peer, role: Role) -> Option<Failure> {
        if !peer.is_same_account || is_confined(peer) {
            return Some(Failure::new(Code::NotAFront));
        }
        let code = match role {
            Role::View | Role::Session => return None,
            Role::Consent if self.runs_window(peer) || self.is_at_terminal(peer) => return None,
            Role::Consent => Code::ConsentElsewhere,
            Role::Unknown => Code::HostOtherVersion,
        };
        Some(Failure::new(code))
    }

    /// Why a front of this role may not ask for this.
    pub(super) fn may(&self, peer: &Peer, role: Role, command: &Command) -> Result<(), Failure> {
        let may = match command.need() {
            Need::Anyone => true,
            Need::Person => self.is_persons(peer, role),
            Need::Consent => role == Role::Consent,
        };
        if may { Ok(()) } else { Err(Failure::new(Code::NeedsConsent)) }
    }

    /// Whether a person acts in a front of this role.
    pub(super) fn is_persons(&self, peer: &Peer, role: Role) -> bool {
        role == Role::Consent || self.is_window(peer)
    }

    /// Not what only became the window after it had greeted as something else.
    pub(super) fn is_window(&self, peer: &Peer) -> bool {
        peer.is_proven && self.runs_window(peer)
    }

    /// Whether it runs the window now, and has to prove that it is what speaks.
    pub(super) fn runs_window(&self, peer: &Peer) -> bool {
        is_program(peer, &self.desktop)
    }

    fn is_at_terminal(&self, peer: &Peer) -> bool {
        let process = peer.pid.and_then(Process::of);
        is_program(peer, &self.command_line)
            && self.consent.is_terminal_allowed()
            && process.is_some_and(Process::is_in_front_of_terminal)
    }

    /// Who asks, as a person is told.
    pub(super) fn by(&self, peer: &Peer) -> FrontView {
        if self.is_window(peer) { FrontView::Window } else { program_of(peer) }
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
    // Whatever was read of its number was its own only if it has not ended by now.
    is_same && Process::of(pid).is_some_and(|process| !process.is_traced) && peer.lives()
}

/// Whether it is in a sandbox, ours or another: it sees other processes than the host does. So may what
/// is gone by now.
fn is_confined(peer: &Peer) -> bool {
    let namespace = |of: &str| std::fs::read_link(format!("/proc/{of}/ns/pid")).ok();
    let Some(pid) = peer.pid else { return true };
    // The kernel translates the number of a process that the host can see, and of no other.
    let theirs = namespace(&pid.to_string());
    theirs.is_none() || theirs != namespace("self") || !peer.lives()
}
