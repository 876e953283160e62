//! What the resolver answers, in a world of two names.

use std::io;

use paddock_supervisor::{Answered, Boundary, BoundaryError, Connected};

use crate::run::network::{self, Broker};
use crate::view::{ArrivalView, PassageView, WayView};

/// Names that nobody has (RFC 6761): the first is allowed for the trial, of the other nothing is said.
const ALLOWED: &str = "allowed.invalid";
const OTHER: &str = "other.invalid";

/// Decides for a server that is on trial. Nobody is asked, and nothing leads outside.
#[derive(Debug)]
pub(super) struct Names {
    /// It answers for as long as it is there.
    _broker: Broker,
}

impl Names {
    /// # Errors
    /// The sockets can't be waited for.
    pub(super) fn answer(connected: Connected) -> io::Result<Self> {
        Ok(Self { _broker: network::on_trial(connected, ALLOWED)? })
    }

    pub(super) async fn prove(
        &self,
        boundary: &Boundary,
    ) -> Result<Vec<PassageView>, BoundaryError> {
        let answered = boundary.try_names([ALLOWED, OTHER].map(str::to_owned).to_vec()).await?;
        let is_answered = |it: &Answered| it.address.is_some();
        Ok(answered
            .iter()
            .zip([(WayView::AllowedName, true), (WayView::OtherName, false)])
            .map(|(answered, (way, expected))| PassageView {
                way,
                found: if is_answered(answered) {
                    ArrivalView::Paddock
                } else {
                    ArrivalView::Nowhere
                },
                ok: is_answered(answered) == expected,
            })
            .collect())
    }
}
