//! What a server may reach, as one value that a tier carries out.

use std::path::PathBuf;

use paddock_core::RootEntry;

use crate::Tier;

/// Everything one server may reach. What is not in it is not there for the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    pub tier: Tier,
    /// The folders granted, each once. Of nested ones the nearest decides.
    pub folders: Vec<RootEntry>,
    /// Absolute paths of files and folders that the program needs in order to run: read and
    /// executed, never written. What is missing is left out.
    pub readable: Vec<PathBuf>,
    /// The server's own home, the only place besides its grants where it may write what lasts. The
    /// app makes it before the launch.
    pub home: PathBuf,
    pub network: Network,
    pub attempts: Attempts,
    /// A file outside of everything above that the app has made: that it can't be read from inside
    /// is part of every [`Proof`](crate::Proof).
    pub canary: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// The same as the person's own programs have.
    Open,
    /// None, not even to this machine.
    Off,
}

/// What is done about an access to something that exists and is not granted. It is denied in any
/// case, unless it is held and then granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempts {
    /// Nothing; opening a file costs what it costs without a sandbox.
    Ignore,
    /// It is reported.
    Report,
    /// It is reported, and waits for an answer.
    Hold,
}
