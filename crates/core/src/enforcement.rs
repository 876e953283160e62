//! What stands between a server and the folders that it was not given.

use crate::AbsolutePath;

/// What is in force for a running server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enforcement {
    /// The operating system keeps the server to its grants.
    Enforced(How),
    /// A change is on its way to the operating system.
    Changing,
    /// The server is started again so that a change comes into force.
    Restarting,
    /// In force, but this many files and folders stay open from before the last revocation.
    OpenHandles(u32),
    /// The server is told, and nothing stops it from looking elsewhere.
    Advisory(Why),
    /// It was asked for and is not in force; the server does not run.
    Failed(Why),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// A change reaches the running server.
    Live,
    /// A change starts the server again.
    RestartOnChange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Nothing on this system can enforce it.
    NoSandbox,
    /// A probe inside the sandbox reached what it should not.
    ProbeFailed,
    /// A person chose so.
    Chosen,
}

/// What a probe found inside of a server's boundary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proven {
    /// Nothing can be reached beyond what should be.
    pub holds: bool,
    /// Granted folders that were not let in.
    pub withheld: Vec<AbsolutePath>,
    /// Files and folders that stay open from before a revocation.
    pub open_handles: u32,
    /// What was found, in words for the record.
    pub detail: String,
}
