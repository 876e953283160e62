//! What the resolver answers, in a world of two names.

use std::io;

use paddock_core::network::Rules;
use paddock_supervisor::{Boundary, BoundaryError, Connected};

use crate::run::names::Names as Asked;
use crate::run::network::{self, Broker};
use crate::view::PassageView;

/// A name for tests, which leads nowhere (RFC 6761), allowed for the trial.
const ALLOWED: &str = "allowed.test";

/// Decides for a server that is on trial. Nobody is asked, and nothing leads outside.
#[derive(Debug)]
pub(super) struct Names {
    rules: Rules,
    /// It answers for as long as it is there.
    broker: Broker,
}

impl Names {
    /// # Errors
    /// The sockets can't be waited for.
    pub(super) fn answer(connected: Connected) -> io::Result<Self> {
        let rules = Rules::new(ALLOWED.parse().into_iter().collect(), Vec::new());
        Ok(Self { broker: network::on_trial(connected, rules.clone())?, rules })
    }

    pub(super) async fn prove(
        &self,
        boundary: &Boundary,
    ) -> Result<Vec<PassageView>, BoundaryError> {
        Asked::under(&self.rules, &Rules::default()).ask(boundary, &self.broker).await
    }
}
