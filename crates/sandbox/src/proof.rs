//! What was found when the boundary was tried from inside.

use std::path::PathBuf;

/// What a probe under the same policy as the server, in the same namespaces, found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Which change it was made after; 0 for the launch.
    pub change: u64,
    pub findings: Vec<Finding>,
    /// Granted folders that were not let in: gone, not the one consented to (`ESTALE`), holding the
    /// server's home or the canary and so the app's own data (`EPERM`), to be written in `/tmp` while
    /// the server may make sockets there (`EBUSY`: it can from the next start), or refused by the
    /// system.
    /// A withheld folder that was to be read within one that may be written is read-only all the
    /// same, whatever stands there.
    pub withheld: Vec<Withheld>,
    /// Files and folders that the server still holds open from before a revocation, or is still in.
    pub open_handles: u32,
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

/// How far a path can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    Nothing,
    Read,
    Write,
}

impl Proof {
    /// Whether nothing can be reached beyond what should be.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(Finding::holds)
    }
}

impl Finding {
    pub fn holds(&self) -> bool {
        self.found <= self.expected
    }
}

/// An access to something that exists outside of what the server may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub path: PathBuf,
    pub write: bool,
    /// Set if the server waits for an [`Order::Decide`](crate::wire::Order::Decide) with it.
    pub held: Option<u64>,
}
