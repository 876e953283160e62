//! What is in force, and not wholly tried yet.

use std::sync::Arc;

use paddock_core::RootList;
use paddock_supervisor::{BoundaryError, Finding, Proof, Rest};

/// A list in force, of which not all was tried.
#[derive(Debug)]
pub(super) struct Untried {
    pub(super) list: Arc<RootList>,
    pub(super) proof: Proof,
    rest: Rest,
}

impl Untried {
    pub(super) fn new(list: &Arc<RootList>, proof: &Proof, rest: Rest) -> Self {
        Self { list: Arc::clone(list), proof: proof.clone(), rest }
    }

    /// What was found of it, once there is something to find. May be dropped and called again.
    pub(super) async fn found(untried: &mut Option<Self>) -> Result<Vec<Finding>, BoundaryError> {
        match untried {
            Some(untried) => untried.rest.found().await,
            None => std::future::pending().await,
        }
    }
}
