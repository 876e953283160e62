//! What there is to look at.

use paddock_core::State;

use crate::Places;
use crate::actor::{HeldCalls, Picks};
use crate::machine::Machine;
use crate::runtimes::Runtimes;

/// What the actor knows, for those who only read.
#[derive(Clone, Copy)]
pub(crate) struct Overview<'a> {
    pub(crate) state: &'a State,
    pub(crate) runtimes: &'a Runtimes,
    pub(crate) picks: &'a Picks,
    pub(crate) held: &'a HeldCalls,
    pub(crate) machine: &'a Machine,
    pub(crate) places: &'a Places,
}
