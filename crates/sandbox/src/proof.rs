//! What was found when the boundary was tried from inside.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::Duration;

use paddock_core::Reach;

use crate::believed::Doubt;

/// What a probe under the same policy as the server, in the same namespaces, found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Which change it was made after; 0 for the launch.
    pub change: u64,
    /// All that must not be reached was tried, and what the change has touched. The rest of what is
    /// granted is tried now, and a [`Report::Rest`](crate::wire::Report::Rest) tells of it.
    pub rest_follows: bool,
    pub findings: Vec<Finding>,
    /// Granted folders that were not let in: gone, not the one consented to (`ESTALE`), holding the
    /// server's home or the canary and so the host's own data (`EPERM`), to be written in `/tmp` while
    /// the server may make sockets there (`EBUSY`: it can from the next start), or refused by the
    /// system.
    /// A withheld folder that was to be read within one that may be written is read-only all the
    /// same, whatever stands there.
    pub withheld: Vec<Withheld>,
    /// Files and folders that the server still holds open from before a revocation, or is still in.
    pub open_handles: u32,
    /// What was found of the network at the launch, under
    /// [`Network::Destinations`](crate::Network::Destinations).
    pub passages: Vec<Passage>,
}

/// A way to the network that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    pub way: Way,
    pub found: Arrival,
    /// What stood in the way, 0 if nothing did.
    pub errno: i32,
}

/// What was answered inside to a question for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAnswer {
    pub name: String,
    /// What a program would connect to.
    pub address: Option<Ipv4Addr>,
    /// Why there is none: `ENOENT` if there is said to be no such name, `ETIMEDOUT` if nobody answered.
    pub errno: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A connection to an address outside, at a port of the web.
    Ipv4,
    Ipv6,
    /// One at a port where nothing is allowed.
    ClosedPort,
    /// A datagram to an address outside.
    Datagram,
    /// A question for a name.
    Question,
    /// An interface other than the loopback.
    Interface,
}

/// Where what was sent arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At Paddock, with the address that it was meant for.
    Here,
    Nowhere,
    /// Nobody knows where: it may be outside.
    Elsewhere,
}

/// One path that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub path: PathBuf,
    pub expected: Reach,
    pub found: Reach,
    /// Why no more was found, 0 if nothing stood in the way.
    pub errno: i32,
}

/// A granted folder that was not let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    pub path: PathBuf,
    /// The operating system's error number.
    pub errno: i32,
}

impl Proof {
    /// Whether nothing can be reached beyond what should be.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(Finding::holds) && self.passages.iter().all(Passage::holds)
    }

    /// With what was found of the rest. What was tried once more counts as it was found last.
    #[must_use]
    pub fn with_rest(mut self, rest: Vec<Finding>) -> Self {
        let again: BTreeSet<_> = rest.iter().map(|finding| &finding.path).collect();
        self.findings.retain(|finding| !again.contains(&finding.path));
        self.findings.extend(rest);
        Self { rest_follows: false, ..self }
    }
}

impl Passage {
    pub fn holds(&self) -> bool {
        self.found != Arrival::Elsewhere
    }
}

impl Finding {
    pub fn holds(&self) -> bool {
        self.found <= self.expected
    }
}

/// The longest that an access is held. It is below the minute after which clients give a tool up.
pub const LONGEST_HOLD: Duration = Duration::from_secs(45);

/// An access to something that exists outside of what the server may reach, or that it may not write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub path: PathBuf,
    pub write: bool,
    pub denied_by: DeniedBy,
    /// Set if the server waits for an [`Order::Decide`](crate::wire::Order::Decide) with it.
    pub held: Option<u64>,
}

/// What denies an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeniedBy {
    /// It is not granted, or only to be read.
    Grants,
    /// It is in a folder that is granted for writing, and other programs run it.
    Guard,
    /// A server's program is made of it, and none writes that whatever is granted.
    Program,
    /// It could be written if it said something else, or another way: Git acts on what it says.
    Content(Doubt),
}
