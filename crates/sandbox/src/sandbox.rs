use std::fmt;

use crate::{Capabilities, Launch, OnAttempt, Policy, Tier};

/// What keeps servers to their folders on this system.
pub trait Sandbox: fmt::Debug + Send + Sync {
    /// What it can do here, found by trying it.
    fn capabilities(&self) -> &Capabilities;

    /// The launch that runs under `policy`.
    ///
    /// # Errors
    /// Where a part of the policy cannot be carried out exactly. Nothing weaker is returned.
    fn confine(&self, launch: Launch, policy: Policy) -> Result<Launch, ConfineError>;
}

/// Why a launch was not confined.
#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    #[error("{0} does not work here")]
    Tier(Tier),
    #[error("the network cannot be switched off for one server here")]
    Network,
    #[error("where one server connects cannot be decided by name here")]
    Destinations,
    #[error("denied accesses cannot be {}", match .0 {
        OnAttempt::Ignore => "ignored",
        OnAttempt::Report => "reported here",
        OnAttempt::Hold => "held here",
    })]
    Attempts(OnAttempt),
}
