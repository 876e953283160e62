//! What there is to look at.

use paddock_core::text::shown;
use paddock_core::{ServerId, State};

use crate::Places;
use crate::held_calls::HeldCalls;
use crate::machine::Machine;
use crate::picks::Picks;
use crate::runtimes::Runtimes;
use crate::view::{Code, Failure};

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

impl Overview<'_> {
    /// The server that an app or a person names so.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn server_named(&self, name: &str) -> Result<ServerId, Failure> {
        let mut known = self.state.servers();
        let found = known.find(|server| server.name.to_lowercase() == name.to_lowercase());
        let unknown = || Failure::new(Code::NoSuchServer).with("name", shown(name));
        found.map(|server| server.id).ok_or_else(unknown)
    }
}
