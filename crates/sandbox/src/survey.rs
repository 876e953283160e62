//! What this system can enforce, found by doing it in children that end with it.

use std::io;
use std::time::Duration;

use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Capabilities, Facility, Gap, Lacking, Network, Tier};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use crate::confine::{Confinement, Listening, limits, version};
use crate::forked::{Child, exit_at_once, fork};
use crate::group::what_groups_hold;
use crate::live;

/// How long one question may take; a child that hangs says no.
const ANSWER: Duration = Duration::from_secs(5);

/// Landlock's version that keeps signals and abstract sockets within.
const SCOPED: u32 = 6;

pub(crate) fn survey() -> Capabilities {
    let landlock = version().unwrap_or(0);
    let live = live::try_it(Network::Open).and_then(|()| try_confined_view());
    let fixed = try_confinement();
    Capabilities {
        abstract_sockets_kept: keeps_abstract_sockets(live.is_ok(), fixed.is_ok(), landlock),
        tiers: vec![(Tier::LiveMounts, live), (Tier::Landlock, fixed)],
        landlock,
        // No live server starts without the rule that sees to it.
        held_folders_end: live.is_ok(),
        network_off: match live {
            Ok(()) => live::try_it(Network::Off).is_ok(),
            Err(_) => fixed.is_ok(),
        },
        destinations: live.is_ok() && live::try_it(Network::Destinations).is_ok(),
        processes_limited: live.is_ok() && try_limit().is_ok(),
        by_group: what_groups_hold(),
        attempts: try_listening(),
        gaps: if fixed.is_ok() { gaps(landlock) } else { Vec::new() },
    }
}

/// By Landlock alone, a server can make no socket that would lead to them (see the filter).
fn keeps_abstract_sockets(live: bool, fixed: bool, landlock: u32) -> bool {
    if live { landlock >= SCOPED } else { fixed }
}

fn gaps(landlock: u32) -> Vec<Gap> {
    let everywhere = [Gap::CommandLines, Gap::Existence, Gap::Metadata];
    let signals = (landlock < SCOPED).then_some(Gap::Signals);
    signals.into_iter().chain(everywhere).collect()
}

fn try_confined_view() -> Result<(), Lacking> {
    let confinement = Confinement::of_view(Network::Off, Vec::new()).map_err(lacking)?;
    ask(|| {
        confinement.apply()?;
        list_root()
    })
    .map_err(lacks(Facility::Landlock))
}

fn try_confinement() -> Result<(), Lacking> {
    let confinement = Confinement::of_nothing().map_err(lacking)?;
    ask(|| {
        confinement.apply()?;
        match list_root() {
            Err(Errno::ACCESS) => Ok(()),
            Err(errno) => Err(errno),
            // It was taken on and is not kept.
            Ok(()) => Err(Errno::NOTRECOVERABLE),
        }
    })
    .map_err(lacks(Facility::Landlock))
}

fn try_listening() -> bool {
    let listening = Listening::new();
    ask(|| listening.apply()).is_ok()
}

/// In a user namespace that has one process, which may have no other.
fn try_limit() -> Result<(), Errno> {
    ask(|| {
        live::leave_user_namespace()?;
        limits::limit_processes(1)?;
        match fork() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(Errno::from_io_error(&error).unwrap_or(Errno::IO)),
            Ok(Some(_)) => Err(Errno::NOTRECOVERABLE),
            Ok(None) => exit_at_once(),
        }
    })
}

/// Whether a child gets `question` done, which is run between fork and exit.
fn ask(question: impl FnOnce() -> Result<(), Errno>) -> Result<(), Errno> {
    let io = |error| Errno::from_io_error(&error).unwrap_or(Errno::IO);
    let child = Child::start(|answers| {
        let errno = question().map_or_else(Errno::raw_os_error, |()| 0);
        answers.send(&errno.to_le_bytes());
    })
    .map_err(io)?;
    match child.answer(ANSWER).map_err(io)?.map(i32::from_le_bytes) {
        Some(0) => Ok(()),
        Some(errno) => Err(Errno::from_raw_os_error(errno)),
        None => Err(Errno::TIMEDOUT),
    }
}

fn list_root() -> Result<(), Errno> {
    let listable = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    open(c"/", listable, Mode::empty()).map(drop)
}

fn lacks(what: Facility) -> impl Fn(Errno) -> Lacking {
    move |errno| Lacking { what, errno: errno.raw_os_error() }
}

fn lacking(refusal: Refusal) -> Lacking {
    let what = match refusal.obstacle {
        Obstacle::Facility(what) => what,
        Obstacle::Folder
        | Obstacle::Program
        | Obstacle::Interpreter
        | Obstacle::Keeper
        | Obstacle::Limits
        | Obstacle::Proof => Facility::System,
    };
    Lacking { what, errno: refusal.errno }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landlock_is_said_to_work_where_it_does() {
        let surveyed = survey();
        assert_eq!(surveyed.landlock, version().unwrap_or(0));
        assert_eq!(surveyed.works(Tier::Landlock), surveyed.landlock >= 3, "{surveyed:?}");
        assert_eq!(surveyed.gaps.is_empty(), !surveyed.works(Tier::Landlock), "{surveyed:?}");
    }

    #[test]
    fn surveying_leaves_the_surveyor_as_it_was() {
        survey();
        list_root().unwrap();
        std::os::unix::net::UnixDatagram::unbound().unwrap();
    }

    #[test]
    fn signals_are_a_gap_before_they_were_kept() {
        assert!(gaps(5).contains(&Gap::Signals));
        assert!(!gaps(6).contains(&Gap::Signals));
    }

    #[test]
    fn abstract_sockets_are_said_to_be_open_where_they_are() {
        assert!(!keeps_abstract_sockets(true, false, 1));
        assert!(!keeps_abstract_sockets(true, true, 5));
        assert!(keeps_abstract_sockets(true, true, 6));
        assert!(keeps_abstract_sockets(false, true, 5));
        assert!(!keeps_abstract_sockets(false, false, 0));
    }

    #[test]
    fn a_child_that_dies_says_no() {
        assert_eq!(ask(|| Err(Errno::XDEV)), Err(Errno::XDEV));
        let died = ask(|| {
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL)
        });
        assert!(died.is_err());
    }
}
