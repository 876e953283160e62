//! A proof of a server that waits for its turn, or has it.

use paddock_supervisor::Tier;
use tokio::sync::oneshot;

use super::Subject;
use crate::message::Return;

/// A proof that was asked for.
#[derive(Debug)]
pub(crate) enum Proving {
    /// It waits for the end of the run.
    Waiting(Return<Turn>),
    UnderWay,
}

/// What is to be proved, while the server doesn't run.
#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) tier: Tier,
    pub(crate) subject: Subject,
    /// The server starts again, if it is to run, when this is dropped.
    pub(crate) _over: oneshot::Sender<()>,
}
