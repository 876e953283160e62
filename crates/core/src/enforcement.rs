//! What stands between a server and the folders that it was not given.

/// What is in force for a running server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Enforcement {
    /// The operating system keeps the server to its grants.
    Enforced(How),
    /// The server is started again so that a change comes into force.
    Restarting,
    /// In force, but this many files stay open from before the last revocation.
    OpenHandles(u32),
    /// The server is told, and nothing stops it from looking elsewhere.
    Advisory(Why),
    /// It was asked for and is not in force; the server does not run.
    Failed(Why),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    LiveMounts,
    RestartOnChange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// This build has no sandbox for this system.
    NoSandbox,
    /// The probe inside the sandbox found a grant that does not hold.
    ProbeFailed,
}
