//! What a process takes upon itself, for good, before it executes a server or stands in for one.
//!
//! Everything is prepared first, so that [`Confinement::apply`] is fit to be called between fork and
//! exec. The parts don't replace each other: Landlock says which paths may be opened, the filter
//! which system calls may be made at all, and without capabilities neither can be got around as
//! root.

pub(crate) mod bpf;
mod landlock;
pub(crate) mod limits;
mod privileges;
mod seccomp;

use std::ffi::CString;
use std::io;

use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Facility, Network, Policy, Withheld};
use rustix::io::Errno;

pub(crate) use landlock::version;
pub(crate) use privileges::empty_bounding_set;
pub(crate) use seccomp::{ARCHITECTURE, Listening, NoUserNamespaces};

use landlock::Landlock;
use seccomp::{Filter, Surroundings};

/// A confinement ready to be taken on, any number of times.
pub(crate) struct Confinement {
    landlock: Landlock,
    filter: Filter,
    broker: Filter,
}

impl Confinement {
    /// For a process that sees only what is mounted for it, and makes sockets only in these folders.
    pub(crate) fn of_view(network: Network, sockets: Vec<CString>) -> Result<Self, Refusal> {
        let landlock = Landlock::whole_view(sockets)?;
        Self::under(landlock, Surroundings::Namespaces(network))
    }

    /// For a process that sees the whole system and may open only what the policy lets in.
    pub(crate) fn landlock(policy: &Policy) -> Result<Self, Refusal> {
        let landlock = Landlock::only(policy)?;
        Self::under(landlock, Surroundings::Host(policy.network))
    }

    /// For a process that sees the whole system and may open nothing of it.
    pub(crate) fn of_nothing() -> Result<Self, Refusal> {
        let landlock = Landlock::nothing()?;
        Self::under(landlock, Surroundings::Host(Network::Off))
    }

    fn under(landlock: Landlock, surroundings: Surroundings) -> Result<Self, Refusal> {
        let (filter, broker) = (Filter::new(surroundings)?, Filter::of_broker(surroundings)?);
        Ok(Self { landlock, filter, broker })
    }

    /// Granted folders that Landlock did not let in.
    pub(crate) fn withheld(&self) -> &[Withheld] {
        self.landlock.withheld()
    }

    /// Confines this process and all that will come of it. Safe to call between fork and exec.
    ///
    /// After an error the process may be confined in part: it must end.
    pub(crate) fn apply(&self) -> Result<(), Errno> {
        self.apply_with(&self.filter)
    }

    /// As [`apply`](Self::apply), for a process that carries calls out for a confined one.
    pub(crate) fn apply_to_broker(&self) -> Result<(), Errno> {
        self.apply_with(&self.broker)
    }

    fn apply_with(&self, filter: &Filter) -> Result<(), Errno> {
        privileges::limit()?;
        self.landlock.apply()?;
        privileges::drop_capabilities()?;
        filter.apply()
    }
}

fn lacking(what: Facility) -> impl Fn(Errno) -> Refusal {
    move |errno| Refusal { obstacle: Obstacle::Facility(what), errno: errno.raw_os_error() }
}

/// What a system call returned, which left its error number in `errno` if it failed.
fn checked(returned: libc::c_long) -> Result<libc::c_long, Errno> {
    if returned >= 0 {
        return Ok(returned);
    }
    Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::INVAL))
}
